"""Why a move is good: each reason where it holds, none where it does not, and no secret in any of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import floe
from floe.bots.explanations import explain, vocabulary
from floe.bots.search_player import Option, SearchPlayer, Thought
from floe.core.facts import Term, fault
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.games.igluiglu.game import IgluIgluState
from floe.puzzling import trying
from tests.bots.test_bots import scattered
from tests.games.icecult import positions as icecult
from tests.games.igluiglu import positions as igluiglu
from tests.games.igluiglu.hidden import shuffled
from tests.games.igluiglu.strategies import positions

LOOK = 200


def thought(*line: str, options: tuple[Option, ...] = ()) -> Thought:
    """A player who means to play this."""
    return Thought(line[0], (), list(line), 1000, "estimate", options)


def reasons(state: State, *line: str, options: tuple[Option, ...] = ()) -> dict[str, dict[str, Any]]:
    """The reasons that are given for a plan, by key."""
    view = state.view(state.to_move)
    return {fact.key: fact.values for fact in explain(view, thought(*line, options=options), LOOK).reasons}


# What the search knows


def options(*values: float, proven: bool = False) -> tuple[Option, ...]:
    """Three entering steps, with the chances of the player to move after each."""
    actions = ("a@start", "b@start", "c@start")
    return tuple(Option(a, (v, 1 - v), 500, proven) for a, v in zip(actions, values, strict=True))


STEPS = icecult.position(tops="y>e r>e b>n arc", paths={"s": {1: "gg"}})


def test_a_single_legal_action_needs_no_other_reason() -> None:
    assert "only_choice" in reasons(icecult.position(tops="y>e arc arc arc", used=["a"], arcs=0), "end")


def test_a_proven_win_is_said() -> None:
    assert "wins_for_sure" in reasons(STEPS, "a@start", options=options(1, 0.5, 0.2, proven=True))
    assert "wins_for_sure" not in reasons(STEPS, "a@start", options=options(1, 0.5, 0.2))


def test_it_is_said_when_all_else_loses() -> None:
    assert "all_others_lose" in reasons(STEPS, "a@start", options=options(0.4, 0, 0, proven=True))
    assert "all_others_lose" not in reasons(STEPS, "a@start", options=options(0.4, 0, 0.1, proven=True))


def test_the_next_best_is_named_where_it_is_clearly_worse() -> None:
    found = reasons(STEPS, "a@start", options=options(0.613, 0.4, 0.482, proven=True))
    assert found["better_than"] == {"action": "c@start", "chances": 61, "others": 48}
    assert "better_than" not in reasons(STEPS, "a@start", options=options(0.5, 0.49, 0.2, proven=True))


def test_what_no_second_search_confirms_is_not_said() -> None:
    """It makes no such difference who enters."""
    assert "better_than" not in reasons(STEPS, "a@start", options=options(0.613, 0.4, 0.482))


def test_what_a_second_search_confirms_is_said_with_its_chances() -> None:
    """The single pawn makes the tower; if the four step away from it, there is none, and green comes home."""
    paths = {"e": {2: "y", 3: "yyyy"}, "n": {5: "g"}}
    state = icecult.position(tops="y>e arc arc arc", paths=paths, home={"g": 4}, arcs=0)
    seen = tuple(Option(action, (value, 1 - value), 500, False) for action, value in (("a@2.1", 0.5), ("a@3.1", 0.4)))
    found = reasons(state, "a@2.1", options=seen)["better_than"]
    assert found["action"] == "a@3.1"
    assert found["chances"] == 100 > found["others"] + 8


def test_what_was_hardly_looked_at_is_no_next_best() -> None:
    chosen, *_ = options(0.6, 0, 0)
    assert "better_than" not in reasons(STEPS, "a@start", options=(chosen, Option("b@start", (0.1, 0.9), 3, False)))


# ICE CULT


def test_a_turn_that_wins_is_said_with_how() -> None:
    state = icecult.position(tops="y>e y>e arc arc", paths={"e": {1: "y", 3: "yyyy"}})
    assert reasons(state, "a@1.1", "b@2.1")["wins"] == {"goal": "tower"}


def test_a_turn_that_hands_the_win_to_another_has_no_such_reason() -> None:
    state = icecult.position(tops="g>e arc arc arc", paths={"e": {2: "g", 3: "gggg"}})
    assert reasons(state, "a@2.1") == {}


def test_a_win_that_is_prevented_is_said() -> None:
    """A yellow pawn carries four green ones out of the reach of the fifth, or leaves them where they are."""
    state = icecult.position(tops="y>e y>e arc arc", paths={"e": {2: "g", 3: "ygggg"}}, arcs=0)
    stopped = reasons(state, "a@3.1", "b@4.1", "end")
    assert stopped["stops_win"] == {"seat": 1, "goal": "tower"}
    assert stopped["stops_threat"] == {"seat": 1, "goal": "tower", "path": "e", "space": 3}
    assert "leaves_win" not in stopped
    left = reasons(state, "a@start", "b@start", "end")
    assert left["leaves_win"] == {"seat": 1, "goal": "tower"}
    assert "stops_win" not in left


def test_only_of_the_next_seat_it_is_said_that_it_cannot_win_any_more() -> None:
    """Green comes after red here, who may put back what yellow has carried away."""
    table = {"tops": "y>e y>e arc arc", "paths": {"e": {2: "g", 3: "ygggg"}}, "arcs": 0}
    stopped = reasons(icecult.position(**table, players="yrg"), "a@3.1", "b@4.1", "end")
    assert "stops_win" not in stopped
    assert stopped["stops_threat"]["seat"] == 2


def test_pawns_that_come_home_together_are_not_parted() -> None:
    state = icecult.position(tops="g>e arc arc arc", paths={"e": {5: "ggg"}}, arcs=0)
    assert "scatters" not in reasons(state, "a@5.1", "end")


def test_the_step_that_threatens_is_said() -> None:
    state = icecult.position(tops="y>e arc arc arc", paths={"e": {4: "ry"}}, home={"y": 4}, arcs=0)
    found = reasons(state, "a@4.2", "end")
    assert found["makes_threat"] == {"goal": "home", "path": "e", "space": 5}
    assert found["advances"] == {"steps": 1}


def test_pawns_that_come_home_are_counted() -> None:
    state = icecult.position(tops="r>e arc arc arc", paths={"e": {5: "ryy"}}, arcs=0)
    found = reasons(state, "a@5.1", "end")
    assert found["brings_home"] == {"pawns": 2}
    assert found["advances"] == {"steps": 2}


def test_towers_that_grow_and_towers_that_fall_apart_are_said() -> None:
    state = icecult.position(tops="y>e g>n arc arc", paths={"e": {1: "y", 2: "yy"}, "n": {2: "ggg"}}, arcs=0)
    found = reasons(state, "a@1.1", "b@2.3", "end")
    assert found["gathers"] == {"path": "e", "space": 2, "pawns": 3}
    assert found["scatters"] == {"seat": 1, "path": "n", "space": 2, "pawns": 3}


def test_a_plan_is_thought_to_the_end_of_the_turn() -> None:
    """Only the first action is given, and it is the second that makes the threat."""
    state = icecult.position(tops="y>e b>n arc arc", paths={"e": {4: "y"}, "n": {1: "b"}}, home={"y": 4}, arcs=0)
    assert "makes_threat" in reasons(state, "b@start")


# IGLU IGLU


def test_animals_that_are_taken_are_said() -> None:
    state = igluiglu.position("c3 f6", on={"c3": "r", "c4": "f12"})
    assert reasons(state, "hunt c4 f1", "hunt c4 f2", "end")["takes"] == {"animals": ["f1", "f2"], "points": 3}


def test_the_island_that_changes_hands_is_said() -> None:
    state = igluiglu.position("b3 c3 d3 f6", on={"d3": "b", "f6": "r"})
    found = reasons(state, "kayak f6 c3", "end")
    island = {"cells": ["b3", "c3", "d3"], "unless_glacier": False}
    assert found["gains_island"] == {"share": "leads", "points": 3} | island
    assert found["breaks_lead"] == {"seat": 1} | island  # blue was alone there
    assert found["changes_count"] == {"points": {"r": 2, "b": -6}, "unless_glacier": False}


def test_inuit_that_are_driven_away_are_said() -> None:
    state = igluiglu.position("c3 d3 f6", on={"c3": "rb"}, hands={"r": "melt"})
    assert reasons(state, "melt c3")["drives_away"] == {"inuit": "b", "cells": ["c3"]}


def test_a_bear_that_is_sent_to_others_is_said() -> None:
    state = igluiglu.position("c3 d3 f6", on={"c3": "rbb", "c4": "bear"}, hands={"r": "herd"})
    assert reasons(state, "herd", "step c4 bear s")["attacks"] == {"cell": "c3", "inuit": "bb"}


def test_prey_that_comes_within_reach_is_said() -> None:
    state = igluiglu.position("c3 d3 f6", on={"c3": "r", "d4": "f23"}, points=1)
    assert reasons(state, "walk c3 e", "end")["reaches"] == {"animals": ["f2", "f3"]}


def test_of_prey_nothing_is_said_while_the_turn_may_end_otherwise() -> None:
    """A bear attacks blue, who is asked before the turn goes on."""
    state = igluiglu.position("c3 d3 f6", on={"c3": "r", "d4": "f23", "f6": "b", "f7": "bear"}, hands={"r": "herd"})
    assert "reaches" not in reasons(state, "walk c3 e", "herd", "step f7 bear s")


def test_an_island_that_was_half_of_two_is_not_gained_by_who_had_one() -> None:
    """Red is alone on one of two islands of a size, and a drift joins them."""
    state = igluiglu.position("b3 d3 c4 f6", on={"b3": "r", "f6": "b"}, phase="drift")
    assert "gains_island" not in reasons(state, "drift c4 s", "end")


def test_a_flip_is_judged_as_if_its_tile_were_gone() -> None:
    state = igluiglu.position("b3=bear c3=fish1 d3=bear f6=drift", on={"b3": "r", "d3": "b"}, phase="flip")
    found = reasons(state, "flip c3")
    assert "changes_count" not in found  # three to each before, one to each after
    assert found["gains_island"]["cells"] == ["b3"]
    assert found["gains_island"]["unless_glacier"]


def test_nothing_is_made_of_the_unbroken_ice() -> None:
    assert reasons(igluiglu.GAME.new(seed=1), "place b1") == {}


# Every game that gives reasons of its own

EXPLAINED = [name for name, manifest in floe.games.found().manifests.items() if manifest.explanations]


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_reason_is_declared_and_they_come_in_order(game: str) -> None:
    player = SearchPlayer(game, Level(Budget(simulations=60)), threads=1)
    terms = vocabulary(game)
    given = set()
    for seed in range(60):
        state = scattered(game, seed)
        view = state.view(state.to_move)
        found = explain(view, player.think(view, generator(seed)), 60).reasons
        assert [fault(fact, terms) for fact in found if fault(fact, terms)] == []
        order = [list(terms).index(fact.key) for fact in found]
        assert order == sorted(order)
        json.dumps([fact.to_dict() for fact in found])
        given |= {fact.key for fact in found}
    assert len(given) > 3


@settings(max_examples=25)
@given(positions(running=True), st.integers(0, 2**32).map(random.Random))
def test_reasons_tell_no_secret(state: IgluIgluState, rng: random.Random) -> None:
    seat = state.to_move
    other = igluiglu.GAME.from_dict(shuffled(state.to_dict(), seat, rng))
    player = SearchPlayer("igluiglu", Level(Budget(simulations=40)), threads=1)
    thoughts = [player.think(one.view(seat), generator(1)) for one in (state, other)]
    assert thoughts[0] == thoughts[1]
    assert explain(state.view(seat), thoughts[0], 40) == explain(other.view(seat), thoughts[1], 40)


PAGE = Path(__file__).parents[2] / "docs" / "facts.md"


@pytest.mark.parametrize("game", EXPLAINED)
@pytest.mark.parametrize(("part", "declared"), [("reasons", vocabulary), ("refutations", trying.vocabulary)])
def test_the_page_says_what_is_declared(game: str, part: str, declared: Callable[[str], Mapping[str, Term]]) -> None:
    title = floe.game(game).title
    chapter = PAGE.read_text(encoding="utf-8").split(f"<!-- {part} {title} -->")[1].split("<!--")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (\w+) \|$", chapter, re.MULTILINE)
    written = {key: (meaning, dict(re.findall(r"`(\w+)`: ([^;]+)", values)), how) for key, values, meaning, how in rows}
    assert written == {
        key: (term.meaning, {name: kind.name for name, kind in term.values.items()}, term.how_sure)
        for key, term in declared(game).items()
    }
