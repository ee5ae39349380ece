"""Wins within one turn: found wherever there are any, and only there."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from floe.core.jit import interpreted
from floe.core.randomness import Deal
from floe.games.icecult.game import IceCultState
from floe.games.icecult.reach import winning_turn
from tests.games.icecult.positions import GAME, position, tilting


def wins(state: IceCultState) -> bool:
    """Whether the player on turn can win in this turn, by plainly trying everything."""
    seat, turn = state.to_move, state.turn
    todo, seen = [state], {state}
    while todo:
        one = todo.pop()
        for action in one.legal_actions():
            after = one.play(action)
            if after.winners == [seat]:
                return True
            if not after.over and after.turn == turn and after not in seen:
                seen.add(after)
                todo.append(after)
    return False


def close(deal: Deal) -> IceCultState:
    """A position in the moving phase in which much is near its goal."""
    colours = deal.shuffled(["y"] * 5 + ["g"] * deal.below(6) + ["r"] * deal.below(3))
    stacks: dict[str, dict[int, str]] = {"n": {}, "e": {}}
    home = dict.fromkeys("yrgb", 0)
    gone = deal.below(5)
    for colour in colours:
        where = deal.below(8)
        if colour == "y" and home["y"] < gone:
            home["y"] += 1
        elif where < 6:
            path, space = "ne"[deal.below(6) == 0], 2 + deal.below(2)
            stacks[path][space] = stacks[path].get(space, "") + colour
    tops = [("y>n", "g>n", "r>e", "y>e", "arc", "circle")[deal.below(6)] for _ in range(4)]
    rules = {"path_length": 3, "tower": ("any", "own")[deal.below(2)], "checked": ("step", "turn")[deal.below(2)]}
    return position(tops=" ".join(tops), paths=stacks, home=home, rules=rules)


@pytest.mark.skipif(interpreted(), reason="tries out whole turns")
@given(st.integers(0, 2**32))
def test_a_win_is_found_exactly_where_there_is_one(seed: int) -> None:
    try:
        state = close(Deal(seed, "close"))
    except ValueError:  # already won
        assume(False)
    found = winning_turn(state.array)
    assert (found is not None) == wins(state)
    check(state, found)


def check(state: IceCultState, found: list[int] | None) -> None:
    """The way that was found can be played, and wins."""
    seat = state.to_move
    for number in found or []:
        assert state.to_move == seat
        state = state.play(state.action_text(number))
    assert found is None or state.winners == [seat]


def test_a_win_is_found_over_both_tilts() -> None:
    state = tilting(paths={"e": {3: "y", 4: "yyyy"}})
    found = winning_turn(state.array)
    assert found is not None
    assert len(found) >= 3
    check(state, found)


def test_what_is_too_far_away_is_not_found() -> None:
    assert winning_turn(GAME.new().array) is None
    assert winning_turn(tilting(paths={"e": {1: "y"}}, home={"y": 4}).array) is None
    assert winning_turn(tilting(paths={"e": {1: "yy"}, "n": {2: "yyy"}}).array) is None


def test_a_win_for_another_does_not_count() -> None:
    state = position(tops="g>e arc arc arc", paths={"e": {2: "g", 3: "gggg"}}, arcs=0)
    assert state.play("a@2.1").winners == [1]
    assert winning_turn(state.array) is None
