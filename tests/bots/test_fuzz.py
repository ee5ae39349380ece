"""Every level plays from any lawful position, whatever the rules, the players and the phase; and keeps to its time."""

from __future__ import annotations

import copy
import itertools
import types
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import floe
from floe import games
from floe.bots.hints import hint
from floe.bots.registry import bot, levels
from floe.bots.search import engine
from floe.bots.search.engine import Searcher
from floe.bots.search.results import SearchSettings
from floe.bots.search_player import settings_for
from floe.core.game import State
from floe.core.levels import BY_ESTIMATE, Budget
from floe.core.randomness import Deal, generator
from tests.games.icecult import plain
from tests.games.icecult import positions as icecult
from tests.games.icecult import strategies as icecult_strategies
from tests.games.igluiglu import positions as igluiglu
from tests.games.igluiglu import strategies as igluiglu_strategies

OURS = ("icecult", "igluiglu")  # for other games floe.testing tries every level
EVERY = [(game, level) for game in OURS for level in [*levels(game), *games.manifest(game).yardsticks]]


# Positions


@st.composite
def crowded_icecult(draw: st.DrawFn) -> State:
    """A document that random play hardly ever comes to: pawns anywhere, high stacks, any tops, any turn."""
    deal = Deal(draw(st.integers(0, 2**32)), "crowded")
    length, players = 1 + deal.below(9), 2 + deal.below(3)
    stacks: dict[str, dict[int, str]] = {path: {} for path in "nesw"}
    home = dict.fromkeys("yrgb", 0)
    for colour in deal.shuffled(list("yrgb" * 5)):
        path, space = "nesw"[deal.below(4)], 1 + deal.below(length)
        if deal.below(5) == 0 and home[colour] < 4:
            home[colour] += 1
        elif stacks[path].get(space, "").count(colour) < 4:
            stacks[path][space] = stacks[path].get(space, "") + colour
    arrows = [f"{colour}>{direction}" for colour in "yrgb" for direction in "nesw"]
    tops = [deal.shuffled(["arc", "circle", *arrows])[0] for _ in range(4)]
    rules = {"path_length": length, "circles": ("must", "may")[deal.below(2)]}
    colours = "".join(deal.shuffled(list(plain.COLOURS))[:players])
    options: dict[str, Any] = {
        "tops": " ".join(tops),
        "paths": stacks,
        "home": home,
        "rules": rules,
        "players": colours,
    }
    return icecult.position(**options, to_move=deal.below(players))


@st.composite
def crowded_igluiglu(draw: st.DrawFn) -> State:
    """A sketch that random play hardly ever comes to: few tiles, everybody and everything on them, full hands."""
    deal = Deal(draw(st.integers(0, 2**32)), "crowded")
    players = 2 + deal.below(3)
    colours = igluiglu.COLOURS[:players]
    cells = deal.shuffled([cell for cell in igluiglu.CELLS if cell not in igluiglu.LAND])
    tiles, sea = cells[: 2 + deal.below(12)], cells[40:46]
    ups = tiles[: deal.below(3)]
    on: dict[str, str] = {}
    for colour in colours:
        place = tiles[deal.below(len(tiles))]
        on[place] = "".join(sorted(on.get(place, "") + colour * (1 + deal.below(2)), key=colours.index))
    for cell in sea[:3]:
        on[cell] = f"f{''.join(sorted('123'[deal.below(3)] for _ in range(1 + deal.below(3))))}"
    on[sea[3]] = "bear"
    hands = {colour: " ".join(deal.shuffled(list(igluiglu.HAND))[: deal.below(5)]) for colour in colours}
    rules = {"variant": ("family", "gamers")[deal.below(2)], "centre": ("closed", "open")[deal.below(2)]}
    down = " ".join(cell for cell in tiles if cell not in ups)
    options: dict[str, Any] = {"up": " ".join(ups), "on": on, "hands": hands, "players": players, "rules": rules}
    return igluiglu.position(down, **options)


def running(game: str) -> st.SearchStrategy[State]:
    """Running positions of a game: those that play comes to, and some that it does not."""
    if game == "icecult":
        reached = icecult_strategies.positions().filter(lambda state: not state.over)
        return st.one_of(reached, crowded_icecult())
    return st.one_of(igluiglu_strategies.positions(running=True), crowded_igluiglu())


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which a tenth of a second passes at each look, so that nobody thinks for long."""
    ticks = itertools.count()
    clock = types.SimpleNamespace(perf_counter=lambda: next(ticks) / 10)
    monkeypatch.setattr(engine, "time", clock)


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize(("game", "level"), EVERY)
@settings(max_examples=40)
@given(data=st.data())
def test_every_level_plays_from_any_lawful_position(game: str, level: str, data: st.DataObject) -> None:
    state = data.draw(running(game))
    document = floe.game(game).from_dict(state.to_dict())
    view, actions = document.view(document.to_move), document.legal_actions()
    shown = copy.deepcopy(view)
    assert bot(level, game).choose(view, actions, generator(1)) in actions
    assert view == shown


@pytest.mark.parametrize("game", OURS)
@settings(max_examples=20)
@given(data=st.data())
def test_a_hint_can_be_had_in_any_lawful_position(game: str, data: st.DataObject) -> None:
    state = data.draw(running(game))
    found = hint(state.view(state.to_move), Budget(simulations=30), threads=1)
    assert found.action in state.legal_actions()
    assert found.judged_by == ("network" if game == "icecult" else "estimate")


# Time


class Clock:
    """A clock that goes by what a search has done: ``took`` says how long so many simulations take."""

    def __init__(self, took: Callable[[int], float]) -> None:
        self._took = took
        self.searcher = Searcher("icecult", threads=1, nodes=2000)
        (self._place,) = self.searcher._places

    def perf_counter(self) -> float:
        """Each simulation begins at the root, the first node of the tree."""
        return self._took(int(self._place.workspace.nodes[0]["visits"]))


def searched(clock: Clock, budget: Budget, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many simulations a search makes when they take what the clock says."""
    monkeypatch.setattr(engine, "time", clock)
    return clock.searcher.search(icecult.GAME.new(2).array, 0, budget, generator(1), SearchSettings()).simulations


@pytest.mark.parametrize("cost", [3e-5, 1e-4, 1e-3, 5e-3])
def test_a_budget_in_seconds_is_held_within_a_tenth(cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(lambda simulations: cost * simulations)
    made = searched(clock, Budget(seconds=0.8), monkeypatch)
    assert 0.8 <= clock.perf_counter() <= 0.88
    assert made * cost == pytest.approx(clock.perf_counter())


def test_a_budget_in_seconds_is_held_when_simulations_grow_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(lambda simulations: 2e-5 * simulations * (1 + simulations / 1000))
    searched(clock, Budget(seconds=0.8), monkeypatch)
    assert 0.8 <= clock.perf_counter() <= 0.88


def test_of_two_budgets_the_first_that_is_reached_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Clock(lambda simulations: 1e-2 * simulations)
    assert searched(slow, Budget(seconds=10, simulations=50), monkeypatch) == 50
    slow = Clock(lambda simulations: 1e-2 * simulations)
    assert 50 <= searched(slow, Budget(seconds=0.5, simulations=10_000), monkeypatch) <= 55


def test_the_levels_that_people_are_offered_answer_within_a_second() -> None:
    for game in floe.game_names():
        for level in levels(game):
            search = games.manifest(game).levels.get(level)
            assert search is None or (search.budget.seconds or 0) < 1


# Weights


@pytest.mark.parametrize(
    ("game", "rules", "judged_by"),
    [
        ("icecult", {}, "network"),
        ("icecult", {"circles": "may"}, "network"),
        ("icecult", {"stall_limit": 5}, "network"),
        ("icecult", {"path_length": 4}, "network"),
        ("icecult", {"path_length": 9, "tower": "own", "checked": "turn"}, "network"),
        ("igluiglu", {}, "network"),
        ("igluiglu", {"variant": "gamers"}, "estimate"),
        ("igluiglu", {"half": "up"}, "estimate"),
    ],
)
def test_weights_are_used_for_the_rules_they_were_trained_on(game: str, rules: dict[str, Any], judged_by: str) -> None:
    given = floe.game(game).new(2, rules=rules).to_dict()["rules"]
    assert settings_for(game, given)[1] == judged_by
    assert settings_for(game, given, BY_ESTIMATE)[1] == "estimate"


@settings(max_examples=10)
@given(icecult_strategies.cube_sets())
def test_an_own_cube_set_is_judged_by_the_network(cubes: dict[str, dict[str, str]]) -> None:
    state = icecult.GAME.new(2, rules={"cubes": cubes})
    assert hint(state.view(0), Budget(simulations=20), threads=1).judged_by == "network"
