"""The searching players: they see a view, keep their budget, and say what they judge by."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

import floe
from floe import games
from floe.bots.registry import bot
from floe.bots.search import engine
from floe.bots.search.engine import searcher_for
from floe.bots.search.network import BadWeights, load
from floe.bots.search_player import SearchPlayer, Thought
from floe.core.levels import BY_ESTIMATE, BY_PLAYOUT, Budget, Level
from floe.core.randomness import generator
from floe.games.icecult.cubesets import BUILT_IN
from tests.bots.test_bots import scattered
from tests.games.icecult.positions import document

QUICK = Level(Budget(simulations=30))


@pytest.mark.parametrize("game", floe.game_names())
def test_it_answers_with_a_legal_action_from_any_position(game: str) -> None:
    for seed in range(20):
        state = scattered(game, seed)
        seat = state.to_move
        assert seat is not None
        thought = SearchPlayer(game, QUICK, threads=1).think(state.view(seat), generator(seed))
        assert thought.action in state.legal_actions()
        assert len(thought.values) == state.players


@pytest.mark.parametrize("game", floe.game_names())
def test_the_strongest_answers_within_a_second(game: str) -> None:
    assert 0 < (games.manifest(game).levels["strong"].budget.seconds or 0) < 1


@pytest.mark.parametrize("judge_by", [None, BY_ESTIMATE, BY_PLAYOUT])
def test_a_budget_in_seconds_is_a_budget(judge_by: str | None) -> None:
    player = SearchPlayer("icecult", Level(Budget(seconds=0.05), judge_by=judge_by))
    view = floe.game("icecult").new(2).view(0)
    begun = time.perf_counter()
    assert player.think(view, generator(1)).simulations > 0
    assert time.perf_counter() > begun + 0.05


def test_the_network_judges_the_rules_it_was_trained_on() -> None:
    game = floe.game("icecult")
    assert SearchPlayer("icecult", QUICK).think(game.new(3).view(0), generator(1)).judged_by == "network"


def test_other_rules_are_judged_by_the_estimate_and_it_says_so() -> None:
    state = floe.game("igluiglu").new(2, rules={"variant": "gamers"})
    assert SearchPlayer("igluiglu", QUICK).think(state.view(0), generator(1)).judged_by == "estimate"


@pytest.mark.parametrize("rules", [{"path_length": 4}, {"cubes": BUILT_IN["fair"]}, {"tower": "own"}])
def test_the_network_of_ice_cult_judges_every_box(rules: dict[str, object]) -> None:
    state = floe.game("icecult").new(2, rules=rules)
    assert SearchPlayer("icecult", QUICK).think(state.view(0), generator(1)).judged_by == "network"


def test_the_line_it_expects_can_be_played() -> None:
    state = floe.game("icecult").new(2)
    thought = SearchPlayer("icecult", Level(Budget(simulations=400)), threads=1).think(state.view(0), generator(3))
    assert thought.line
    for action in thought.line:
        state = state.play(action)


def test_one_who_overlooks_everything_still_plays() -> None:
    state = floe.game("icecult").new(2)
    blind = SearchPlayer("icecult", Level(Budget(simulations=20), overlooks=1.0), threads=1)
    assert blind.think(state.view(0), generator(1)).action in state.legal_actions()


def test_a_level_that_counts_simulations_is_the_same_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    state = floe.game("icecult").new(2)

    def thought() -> Thought:
        searcher_for.cache_clear()
        return SearchPlayer("icecult", QUICK).think(state.view(0), generator(1))

    here = thought()
    monkeypatch.setattr(engine, "cores", lambda: 7)
    assert thought() == here


def test_one_who_overlooks_plays_the_best_of_what_is_seen() -> None:
    state = floe.game("icecult").from_dict(document(tops="y>n arc arc arc", home={"y": 4}, paths={"n": {5: "y"}}))
    level = Level(Budget(simulations=200), overlooks=0.5)
    chosen = [SearchPlayer("icecult", level, threads=1).think(state.view(0), generator(n)).action for n in range(60)]
    won = chosen.count("a@5.1")
    assert 15 < won < 45  # the win at hand, unless it is overlooked


def test_a_yardstick_can_be_asked_for_by_name() -> None:
    for name in games.manifest("icecult").yardsticks:
        assert isinstance(bot(name, "icecult"), SearchPlayer)


def test_a_level_can_bring_a_network_of_its_own() -> None:
    manifest = games.manifest("icecult")
    attacker = SearchPlayer("icecult", "attacker")
    weights, about = load(manifest.packaged("attacker.npz"), "icecult")
    assert np.array_equal(attacker.weights, weights)  # type: ignore[arg-type]  # it has weights
    assert "against" in about
    assert SearchPlayer("icecult", "strong").weights is None  # the game's own
    with pytest.raises(BadWeights, match="cannot be read"):
        SearchPlayer("icecult", replace(manifest.levels["strong"], weights="missing.npz"))


@pytest.mark.parametrize("game", floe.game_names())
def test_looking_ahead_beats_not_looking(game: str) -> None:
    made = floe.game(game)
    seer, other = SearchPlayer(game, Level(Budget(simulations=150)), threads=1), bot("random", game)
    won = 0.0
    for seed in range(10):
        state, rng = made.new(2, seed=seed // 2), generator(seed)
        while not state.over:
            seat = state.to_move
            assert seat is not None
            player = seer if seat == seed % 2 else other
            state = state.play(player.choose(state.view(seat), state.legal_actions(), rng))
        assert state.outcome is not None
        won += state.outcome.shares[seed % 2]
    assert won >= 9
