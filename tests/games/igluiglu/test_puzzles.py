"""Puzzles of IGLU IGLU: what they are judged by, against plain Python; both methods; what is said of wrong tries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import floe
from floe.bots.registry import RANDOM, level_bot
from floe.core.game import State
from floe.core.jit import interpreted
from floe.core.puzzles import Found
from floe.core.randomness import generator
from floe.core.turns import Turns
from floe.games.igluiglu import trying
from floe.games.igluiglu.layout import ACT_PHASE, NOBODY, STATE
from floe.games.igluiglu.prospects import at_stake, in_danger, lead, most_more, strongest, taker
from floe.games.igluiglu.puzzles import disproof, find
from floe.games.igluiglu.score_sheet import score_sheet
from floe.games.igluiglu.scoring import next_island, strength
from floe.puzzling.puzzle import Puzzle
from tests.games.igluiglu.positions import CENTRE, LAND, document

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")

HUNTED = {"b2": "rrrrr", "b1": "bear"}


def sketch(ice: str, on: dict[str, str], phase: str = "act") -> State:
    state: State = floe.game("igluiglu").from_dict(document(ice, on=on, phase=phase))
    return state


def shipped(task: str) -> Puzzle:
    """The puzzle of a task with the fewest ways to begin."""
    return min(floe.puzzles("igluiglu").by(theme=task), key=lambda puzzle: len(puzzle.state.legal_actions()))


def endangered(state: State, seat: int) -> int:
    """II-18, II-21, II-23: on how many cells bears get to a seat's Inuit with three steps, plainly."""
    view = state.view(seat)
    own, cells = view["players"][seat], view["cells"]
    bears = {cell for cell, content in cells.items() if "bear" in content}
    barred = LAND | bears | (CENTRE if view["rules"]["centre"] == "closed" else set())
    reached: set[str] = set()
    for bear in bears:
        there = {bear}
        for _ in range(3):
            there |= {one for cell in there for one in _around(cell) if one not in barred}
        reached |= there - {bear}
    return sum(own in cells.get(cell, {}).get("inuit", "") and cells[cell].get("igloo") != own for cell in reached)


def _around(cell: str) -> list[str]:
    column, row = "abcdefgh".index(cell[0]), int(cell[1])
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{'abcdefgh'[x]}{y}" for x, y in near if 0 <= x < 8 and 1 <= y <= 8]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_danger_and_lead_are_what_plain_python_says(players: int) -> None:
    dangers, seed = 0, 0
    while dangers < 3:
        state, rng, bot = floe.game("igluiglu").new(players, seed), generator(seed), level_bot(RANDOM, "igluiglu")
        while not state.over:
            state = state.play(bot.choose(state.view(state.to_move), state.legal_actions(), rng))
            if state.phase == "act" and state.turn % 5 == 0:
                for seat in range(players):
                    danger = endangered(state, seat)
                    assert in_danger(state.array[0], seat) == danger
                    dangers += danger > 0
                    assert lead(state.array[0], seat) == plain_lead(state, seat)
        seed += 1


def plain_lead(state: State, seat: int) -> int:
    sheet = score_sheet(state.array)
    points = [sheet.total(colour) for colour in sheet.colours]
    return points.pop(seat) - max(points)


def test_an_igloo_is_the_only_escape() -> None:
    state = sketch("b2 c2", HUNTED)
    (found,) = find(state)
    assert (found.task, found.solution) == ("escape", (("igloo b2", "end"),))
    assert disproof(state, found) is None
    assert endangered(state, 0) == 1
    assert endangered(state.play("igloo b2").play("end"), 0) == 0
    assert disproof(state, replace(found, solution=(("end",),))) == "the solution leaves danger, or there was none"


def test_where_no_bear_is_near_there_is_nothing_to_escape() -> None:
    state = sketch("b2 c2", {"b2": "rrrrr"})
    assert all(found.task != "escape" for found in find(state))
    claimed = Found("escape", (), (("igloo b2", "end"),))
    assert disproof(state, claimed) == "the solution leaves danger, or there was none"


def test_who_has_several_good_ways_has_no_puzzle() -> None:
    assert find(sketch("b2 c2 f6 g6", {"b2": "r", "f6": "b", "f5": "f3"})) == []
    assert find(sketch("b2 b4 c4 d4 f6", {"b2": "r", "d4": "b"}, "drift")) == []


@pytest.mark.parametrize("task", ["best_turn", "best_drift", "escape", "hold_island"])
def test_another_turn_is_disproven(task: str) -> None:
    puzzle = shipped(task)
    assert puzzle.found in find(puzzle.state)
    assert disproof(puzzle.state, puzzle.found) is None
    other = (wrong(puzzle), *puzzle.solution[1:])
    assert disproof(puzzle.state, replace(puzzle.found, solution=other)) is not None


def wrong(puzzle: Puzzle) -> tuple[str, ...]:
    """A way to play what is asked that is not the solution."""
    state, played = puzzle.state, []
    while state.turn == puzzle.state.turn and (puzzle.task != "best_drift" or state.phase != "act"):
        actions = [action for action in state.legal_actions() if action not in puzzle.solution[0] or action == "end"]
        played.append("end" if "end" in actions else actions[0])
        state = state.play(played[-1])
    assert state != puzzle.target
    return tuple(played)


# Holding an island

ICE = "b2 c2 d2 e2 f6 g4"
SHARED = {"b2": "rr", "d2": "b", "e2": "b", "f6": "bbb", "h1": "rrr"}
"""An igloo would make blue stronger on the island of four tiles than red."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_how_strong_others_can_become_is_what_every_turn_of_theirs_shows(players: int) -> None:
    turns, seed = Turns(floe.game("igluiglu")), 0
    grown: set[int] = set()
    while not {0, 1, 2} <= grown and seed < 12:
        state, rng, bot = floe.game("igluiglu").new(players, seed), generator(seed), level_bot(RANDOM, "igluiglu")
        while not state.over:
            state = state.play(bot.choose(state.view(state.to_move), state.legal_actions(), rng))
            if state.phase == "flip" and state.turn % 9 == 8:
                for seat in range(players):
                    array = state.array.copy()
                    array["phase"], array["to_move"], array["owner"], array["points"] = ACT_PHASE, seat, seat, 3
                    array["hands"][0, seat] = 0
                    turn = turns.turn(array)
                    assert turn is not None
                    tiles = np.uint64(array["ice"][0])
                    while tiles:
                        island = np.uint64(next_island(tiles))
                        tiles &= ~island
                        more = strongest(turn.states, island, seat) - strength(array[0], island, seat)
                        assert most_more(array[0], island, seat) == more
                        grown.add(more)
        seed += 1
    assert {0, 1, 2} <= grown


def test_an_igloo_holds_the_island() -> None:
    state = sketch(ICE, SHARED)
    (found,) = [one for one in find(state) if one.task == "hold_island"]
    assert found.solution == (("igloo b2", "end"),)
    assert disproof(state, found) is None
    assert disproof(state, replace(found, solution=(("walk b2 e", "end"),))) == "nothing is held, or in two ways"


def test_where_nobody_can_become_stronger_there_is_nothing_to_hold() -> None:
    alone = sketch(ICE, {**SHARED, "b2": "rrrr", "h1": "r"})
    assert at_stake(alone.array[0], 0) == 0
    assert [one for one in find(alone) if one.task == "hold_island"] == []
    claimed = Found("hold_island", (), (("igloo b2", "end"),))
    assert disproof(alone, claimed) == "nothing is held, or in two ways"


def test_who_lets_the_island_go_is_told_who_can_take_it() -> None:
    state = sketch(ICE, SHARED)
    (found,) = [one for one in find(state) if one.task == "hold_island"]
    target, now = state.play("igloo b2").play("end"), state.play("walk b2 e")
    assert not trying.reaches(now, target)
    refutation = trying.refutation(state, found, target, now)
    (fact,) = refutation.facts
    assert (fact.key, fact.values) == ("loses_island", {"seat": 1, "cells": ["b2", "c2", "d2", "e2"]})
    for action in refutation.line:
        now = now.play(action)
    island = np.uint64(at_stake(state.array[0], 0))
    assert taker(now.array[0], 0, island) == 1
    assert taker(target.array[0], 0, island) == NOBODY


# What is said of tries


def test_equality_sees_every_field_that_changes_in_a_turn() -> None:
    """All but what is fixed for a game, and tokens in the supply, which only their number tells apart in a turn."""
    names = STATE.names or ()
    fixed = {*names[names.index("players") :], "fish_supply", "fox_supply"}
    state = sketch("b2 c2", HUNTED)
    assert trying.is_same(state.array[0], state.array[0].copy())
    for name in names:
        other = state.array.copy()
        place = tuple(n - 1 for n in other[name].shape[1:])
        other[name][(0, *place)] ^= np.ones(1, other[name].dtype)[0]
        assert trying.is_same(state.array[0], other[0]) == (name in fixed or name.startswith("spare")), name


@pytest.mark.parametrize(
    ("task", "key"), [("best_turn", "brings_less"), ("best_drift", "brings_less"), ("escape", "leaves_danger")]
)
def test_a_wrong_try_is_told_what_it_brings(task: str, key: str) -> None:
    puzzle = shipped(task)
    played = wrong(puzzle)
    now = puzzle.state
    for action in played:
        now = now.play(action)
    refutation = trying.refutation(puzzle.state, puzzle.found, puzzle.target, now)
    (fact,) = refutation.facts
    assert fact.key == key
    for action in refutation.line:
        now = now.play(action)
    assert now.turn != puzzle.state.turn or now.over
    if key == "leaves_danger":
        assert fact.values["cells"] == endangered(now, puzzle.seat) > 0
    else:
        assert fact.values["lead"] == plain_lead(now, puzzle.seat) < fact.values["best"]


def test_the_first_action_of_the_solution_leads_there_and_the_end_does_not() -> None:
    puzzle = shipped("best_turn")
    assert trying.reaches(puzzle.state.play(puzzle.solution[0][0]), puzzle.target)
    assert trying.reaches(puzzle.state, puzzle.target)
