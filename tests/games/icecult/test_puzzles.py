"""Puzzles of ICE CULT: each task where it is due and only there, both methods, and what is said of wrong tries."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from floe.core.jit import interpreted
from floe.core.puzzles import Found
from floe.games.icecult import trying
from floe.games.icecult.game import IceCultState
from floe.games.icecult.layout import STATE
from floe.games.icecult.puzzles import disproof, find, same
from tests.games.icecult.positions import GAME, played, position
from tests.games.icecult.test_reach import wins

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")

FEW = {"r": 5, "g": 4, "b": 4}
SHORT = {"path_length": 2}
WIN: dict[str, Any] = {
    "tops": "y>n circle r>s r>s", "paths": {"n": {1: "yy"}}, "home": {**FEW, "y": 3}, "rules": SHORT,
}  # fmt: skip
TOWER: dict[str, Any] = WIN | {"paths": {"n": {1: "yyyyg"}}, "home": FEW}
WIN_IN_TWO: dict[str, Any] = {
    "tops": "g>n y>e y>n y>n",
    "paths": {"e": {1: "g"}, "w": {1: "yg"}},
    "home": {"y": 3, "g": 3, "r": 4, "b": 4},
    "rules": {"path_length": 1},
}


@functools.cache
def defence() -> IceCultState:
    """A position with few ways to play the turn, of which one alone defends: by whatever rules are in force."""
    few = (
        state for seed in range(1000) for state in game(seed) if state.phase == "move" and 3 <= len(ends(state)) <= 12
    )
    return next(state for state in few if [found.task for found in find(state)] == ["defence"])


def game(seed: int) -> Iterator[IceCultState]:
    """The positions of a short game at random in which little can be played."""
    chance, state = random.Random(seed), GAME.new(2, rules={"path_length": 1})  # noqa: S311  # for tests
    while not state.over:
        if len(state.legal_actions()) <= 4:
            yield state
        state = state.play(chance.choice(state.legal_actions()))


def only(state: IceCultState) -> Found:
    (found,) = find(state)
    assert disproof(state, found) is None
    return found


def ends(state: IceCultState) -> set[IceCultState]:
    """Every position in which the turn can end, plainly."""
    turn, todo, seen, found = state.turn, [state], {state}, set()
    while todo:
        one = todo.pop()
        for after in (one.play(action) for action in one.legal_actions()):
            if after.over or after.turn != turn:
                found.add(after)
            elif after not in seen:
                seen.add(after)
                todo.append(after)
    return found


def ways(state: IceCultState) -> Iterator[tuple[str, ...]]:
    """Every order in which the turn can be played to its end, without a win."""
    for action in state.legal_actions():
        after = state.play(action)
        if after.turn != state.turn:
            yield (action,)
        elif not after.over:
            yield from ((action, *rest) for rest in ways(after))


def test_a_win_with_one_way_is_a_puzzle() -> None:
    found = only(position(**WIN))
    assert (found.task, found.themes) == ("win", ("two_home", "circle"))
    assert found.solution == (("a@1.1", "*a@2.1"),)
    assert played(position(**WIN), *found.solution[0]).winners == [0]


def test_the_tower_is_a_theme() -> None:
    assert only(position(**TOWER)).themes == ("tower",)


def test_a_win_with_two_ways_is_none() -> None:
    state = position(**WIN | {"tops": "y>n circle g>e r>s"})  # green can come in first, or not
    assert len([end for end in ends(state) if end.winners == [0]]) > 1
    assert find(state) == []
    claimed = Found("win", (), (("a@1.1", "*a@2.1"),))
    assert disproof(state, claimed) is not None


def test_the_second_method_says_what_is_wrong_with_a_win() -> None:
    state = position(**WIN)
    (found,) = find(state)
    assert disproof(state, replace(found, solution=(("a@1.1",),))) == "the solution does not win"
    assert disproof(state, replace(found, task="defence")) == "there is a win in this turn"


def test_the_only_defence_is_a_puzzle() -> None:
    state = defence()
    found = only(state)
    assert found.task == "defence"
    target = played(state, *found.solution[0])
    assert not wins(target)
    others = [end for end in ends(state) if end != target]
    assert others
    assert all(end.over or wins(end) for end in others[:3])


def test_what_defends_nothing_is_disproven() -> None:
    state = defence()
    other = next(end for end in ways(state) if played(state, *end) != played(state, *find(state)[0].solution[0]))
    claimed = Found("defence", (), (other,))
    assert disproof(state, claimed) in ("the solution does not stop the win", "the solution ends the game")


def test_the_only_turn_there_is_defends_nothing() -> None:
    state = position(
        tops="y>n circle r>s y>n",
        paths={"e": {3: "y"}, "s": {2: "y"}},
        home={"y": 3, "g": 4, "r": 4, "b": 4},
        rules={"path_length": 3},
    )
    assert len(ends(state)) == 1
    assert find(state) == []


def test_a_win_in_two_stands_against_every_reply() -> None:
    state = position(**WIN_IN_TWO)
    found = only(state)
    assert found.task == "win_in_two"
    target = played(state, *found.solution[0])
    for reply in sorted(ends(target), key=repr)[:3]:
        assert reply.winners == [0] if reply.over else wins(reply)
    won = played(state, *(action for part in found.solution for action in part))
    assert won.winners == [0]


def test_a_win_in_two_that_can_be_answered_is_disproven() -> None:
    state = position(**WIN_IN_TWO)
    (found,) = find(state)
    other = next(way for way in ways(state) if played(state, *way) != played(state, *found.solution[0]))
    assert disproof(state, replace(found, solution=(other, *found.solution[1:]))) == "the opponent has a reply"


def test_positions_that_are_turned_are_the_same() -> None:
    one = position(**WIN)
    turned = position(
        tops="r>s r>s circle y>n", paths={"n": {1: "yy"}}, home={"y": 3, "r": 5, "g": 4, "b": 4}, rules=SHORT
    )
    assert same(one) == same(position(**WIN | {"turn": 12}))
    assert same(one) != same(turned)


# What is said of tries


def test_equality_sees_every_field_that_changes_in_a_turn() -> None:
    """All but the tops, which follow from the cubes."""
    state = position(**WIN)
    assert trying.is_same(state.array[0], state.array[0].copy())
    for name in changing() - {"tops"}:
        other = state.array.copy()
        shape = other[name][0].shape if other[name].ndim > 1 else ()
        place = tuple(n - 1 for n in shape)
        other[name][(0, *place)] ^= np.ones(1, other[name].dtype)[0]
        assert not trying.is_same(state.array[0], other[0]), name


def changing() -> set[str]:
    """The fields that change in some games at random."""
    found: set[str] = set()
    for seed in range(5):
        chance, state = random.Random(seed), GAME.new(3)  # noqa: S311  # for tests
        first = state.array
        while not state.over:
            state = state.play(chance.choice(state.legal_actions()))
            found |= {name for name in STATE.names or () if not np.array_equal(first[name], state.array[name])}
    assert len(found) > 10
    return found


def test_what_leads_to_the_target_is_seen_in_any_order() -> None:
    state = defence()
    target = played(state, *find(state)[0].solution[0])
    right = {action for action in state.legal_actions() if target in ends_from(state.play(action))}
    assert right
    assert right == {action for action in state.legal_actions() if trying.reaches(state.play(action), target)}


def ends_from(state: IceCultState) -> set[IceCultState]:
    return {state} if state.over else ends(state)


def refuted(state: IceCultState, *actions: str) -> tuple[str, IceCultState]:
    (found,) = find(state)
    now, target = played(state, *actions), played(state, *found.solution[0])
    refutation = trying.refutation(state, found, target, now)
    return refutation.facts[0].key, played(now, *refutation.line)


def test_a_missed_win_is_said() -> None:
    assert refuted(position(**WIN), "a@1.2")[0] == "misses_win"


def test_who_does_not_defend_is_shown_the_win() -> None:
    state = defence()
    target = played(state, *find(state)[0].solution[0])
    wrong = next(way for way in ways(state) if played(state, *way) != target)
    key, after = refuted(state, *wrong)
    assert (key, after.winners) == ("leaves_win", [after.players - 1 - (state.to_move or 0)])


def test_who_lets_the_opponent_off_is_shown_the_reply() -> None:
    state = position(**WIN_IN_TWO)
    target = played(state, *find(state)[0].solution[0])
    wrong = next(action for action in state.legal_actions() if not trying.reaches(state.play(action), target))
    key, after = refuted(state, wrong)
    assert key in ("allows_reply", "leaves_win")
    assert after.winners == [1] if key == "leaves_win" else after.to_move == 0 and not wins(after)


def test_a_reply_is_found_by_trying_all_where_chance_finds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "RANDOM_REPLIES", 0)
    state = position(**WIN_IN_TWO)
    target = played(state, *find(state)[0].solution[0])
    assert trying.escape(target) == []
    other = next(end for end in ends(state) if end != target and not end.over)
    reply = trying.escape(other)
    assert reply
    assert not wins(played(other, *reply))
