"""What is said to be proven is so: held to plain code that tries everything, to symmetry, and to wins within a turn."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from floe import BadOption
from floe.core.jit import interpreted
from floe.core.randomness import Deal, generator
from floe.core.typing import Document
from floe.games.icecult.game import IceCultState
from floe.games.icecult.layout import MAX_TURN
from floe.games.icecult.reach import steps_left, winning_turn, within_reach
from floe.games.icecult.solving import STEPS_OF_A_TURN, Outcome, Solver, optimal
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME, position, tilting

whole_turns = pytest.mark.skipif(interpreted(), reason="tries out whole turns")


def forced(doc: Document, seat: int, turns: int) -> bool:
    """Whether a seat can force a win within so many turns: plain rules, nothing ruled out."""

    @cache
    def wins(text: str, left: int) -> bool:
        now: dict[str, Any] = json.loads(text)
        if now["phase"] == "over":
            return bool(now["winners"] == [seat])
        if left == 0:
            return False
        choose = any if now["to_move"] == seat else all
        return choose(
            wins(json.dumps(after, sort_keys=True), left - (after["turn"] != now["turn"]))
            for after in (plain.play(now, action) for action in sorted(plain.legal(now)))
        )

    return wins(json.dumps(doc, sort_keys=True), turns)


def truth(doc: Document, turns: int) -> Outcome | None:
    """The outcome in the same way."""
    for number in range(1, turns + 1):
        for seat in range(2):
            if forced(doc, seat, number):
                return Outcome(seat, number)
    return None


def tiny(seed: int, path_length: int) -> IceCultState:
    """A position before the second tilt or after it, with few pawns left to move."""
    deal = Deal(seed, "tiny")
    stacks: dict[str, dict[int, str]] = {}
    home = {"r": 5, "b": 5, "y": 3 + deal.below(2), "g": 3 + deal.below(2)}
    for colour in deal.shuffled("yygg"):
        if home[colour] + sum(stack.count(colour) for at in stacks.values() for stack in at.values()) < 5:
            path, space = "nesw"[deal.below(4)], 1 + deal.below(path_length)
            if deal.below(3):
                there = stacks.setdefault(path, {})
                there[space] = there.get(space, "") + colour
    symbols = [f"{colour}>{path}" for colour in "yg" for path in "nesw"] + ["arc", "circle"] * 2
    tops = " ".join(symbols[deal.below(len(symbols))] for _ in range(4))
    rules = {"path_length": path_length}
    if deal.below(2):
        return position(tops=tops, paths=stacks, home=home, rules=rules, to_move=deal.below(2))
    tilt = plain.TILTS[deal.below(8)]
    return tilting("tilt2", tops=tops, paths=stacks, home=home, rules=rules, first_tilt=tilt, to_move=deal.below(2))


@whole_turns
@pytest.mark.parametrize("path_length", [1, 2])
@pytest.mark.parametrize("seed", range(1, 6))
def test_outcomes_are_those_of_plain_code_that_tries_everything(seed: int, path_length: int) -> None:
    state = tiny(seed, path_length)
    assert Solver(turns=2).outcome(state) == truth(state.to_dict(), 2)


@whole_turns
@pytest.mark.parametrize("seed", range(3))
def test_so_are_those_of_each_action(seed: int) -> None:
    state = tiny(seed + 100, 1)
    found = {}
    for action in state.legal_actions():
        after = state.play(action)
        outcome = truth(after.to_dict(), 2)
        if outcome is not None:
            found[action] = Outcome(outcome.winner, outcome.turns + (after.turn != state.turn))
    expected = found if len(found) == len(state.legal_actions()) else None
    assert Solver(turns=2).actions(state) == expected


def test_a_win_in_this_turn() -> None:
    state = position(
        tops="y>n g>e r>e b>e", paths={"n": {1: "y"}, "e": {1: "gg"}}, home={"y": 4}, rules={"path_length": 1}
    )
    outcome = Solver(turns=1).outcome(state)
    assert outcome == Outcome(0, 1)


def test_whoever_must_finish_the_game_for_the_other_loses() -> None:
    rules = {"path_length": 1}
    state = position(tops="g>n arc arc arc", paths={"n": {1: "g"}}, home={"g": 4, "y": 3}, rules=rules, arcs=0)
    assert state.legal_actions() == ["a@1.1"]
    solver = Solver(turns=1)
    assert solver.outcome(state) == Outcome(1, 1)
    assert solver.actions(state) == {"a@1.1": Outcome(1, 1)}


def test_a_standstill_is_won_by_nobody() -> None:
    state = position(tops="arc arc arc arc", rules={"path_length": 1, "stall_limit": 1}, arcs=0)
    assert state.legal_actions() == ["end"]
    assert state.play("end").winners == [0, 1]
    assert Solver(turns=2).outcome(state) is None
    assert Solver(turns=2).actions(state) is None


def late(number: int, path_length: int, turns: int = 2) -> list[IceCultState]:
    """The decisions in the last turns of a random game."""
    rng = generator(number, "late")
    state: IceCultState = GAME.new(players=2, rules={"path_length": path_length})
    states = []
    while not state.over:
        states.append(state)
        actions = state.legal_actions()
        state = state.play(actions[int(rng[0]) % len(actions)])
        rng = generator(int(rng[0]), "late")
    return [one for one in states if one.turn > state.turn - turns]


@pytest.mark.parametrize(("number", "path_length"), [(n, length) for n in range(5) for length in (1, 2, 5)])
def test_no_win_is_ruled_out_at_a_glance(number: int, path_length: int) -> None:
    states = late(number, path_length, turns=100)
    end = states[-1].play(next(a for a in states[-1].legal_actions() if states[-1].play(a).over))
    for state in states:
        for seat in end.winners or ():
            steps = steps_left(state.array[0]) + STEPS_OF_A_TURN * (end.turn - state.turn)
            assert within_reach(state.array[0], int(state.array[0]["colours"][seat]), steps)


LATE = [(number, path_length) for number in range(1, 5) for path_length in (1, 2)]


@whole_turns
@pytest.mark.parametrize(("number", "path_length"), LATE)
def test_wins_in_this_turn_are_those_of_the_other_search(number: int, path_length: int) -> None:
    solver = Solver(turns=1, most=5_000_000)
    for state in late(number, path_length):
        wins = solver.outcome(state) == Outcome(state.to_move or 0, 1)
        assert wins == (winning_turn(state.array) is not None)


@whole_turns
@pytest.mark.parametrize(("number", "path_length"), LATE)
def test_a_position_is_worth_what_its_best_action_is_worth(number: int, path_length: int) -> None:
    solver = Solver(turns=3)
    known = 0
    for state in late(number, path_length):
        actions, seat = solver.actions(state), state.to_move or 0
        if actions is None:
            continue
        known += 1
        outcome = solver.outcome(state)
        wins = [action.turns for action in actions.values() if action.winner == seat]
        expected = Outcome(seat, min(wins)) if wins else Outcome(1 - seat, max(a.turns for a in actions.values()))
        assert outcome in (expected, None)  # None: not within the positions that may be looked at
        assert optimal(actions, seat) == {a for a in actions if actions[a].winner == (seat if wins else 1 - seat)}
    assert known


def a_quarter_on(doc: Document) -> Document:
    """IC-7: the same position with the board turned clockwise and the colours shifted."""

    def moved(letters: str, text: str) -> str:
        return "".join(letters[(letters.index(c) + 1) % 4] if c in letters else c for c in text)

    def posed(pose: str) -> str:
        return moved("NESW", plain.CUBES[pose]["u"] + plain.CUBES[pose]["w"])

    cubes = {moved(plain.SLOTS, slot): posed(pose) for slot, pose in doc["cubes"].items()}
    return doc | {
        "players": [moved(plain.COLOURS, colour) for colour in doc["players"]],
        "first_tilt": doc["first_tilt"] and moved(plain.DIRECTIONS, doc["first_tilt"]),
        "cubes": cubes,
        "tops": {slot: plain.top(plain.FAIR[slot], pose) for slot, pose in cubes.items()},
        "used": sorted(moved(plain.SLOTS, slot) for slot in doc["used"]),
        "start": {moved(plain.COLOURS, colour): n for colour, n in doc["start"].items()},
        "home": {moved(plain.COLOURS, colour): n for colour, n in doc["home"].items()},
        "paths": {
            moved(plain.DIRECTIONS, path): [moved(plain.COLOURS, stack) for stack in stacks]
            for path, stacks in doc["paths"].items()
        },
    }


@whole_turns
@pytest.mark.parametrize(("number", "path_length"), LATE)
def test_turning_the_board_changes_no_outcome(number: int, path_length: int) -> None:
    solver, known = Solver(turns=2, most=20_000_000), 0
    for state in late(number, path_length)[::2]:
        outcome = solver.outcome(state)
        known += outcome is not None
        doc = state.to_dict()
        for _ in range(3):
            doc = a_quarter_on(doc)
            assert solver.outcome(GAME.from_dict(doc)) == outcome
        assert a_quarter_on(doc) == state.to_dict()
    assert known


@whole_turns
def test_the_number_of_the_turn_matters_to_nobody() -> None:
    state = tiny(3, 1)
    last = GAME.from_dict(state.to_dict() | {"turn": MAX_TURN})
    assert Solver(turns=2).outcome(last) == Solver(turns=2).outcome(state)


@whole_turns
def test_what_takes_too_long_is_not_known() -> None:
    first: IceCultState = GAME.new(players=2, rules={"path_length": 1})
    assert Solver(turns=3, most=100).outcome(first) is None
    assert Solver(turns=3, most=100).actions(first) is None


def test_only_games_of_two_are_solved() -> None:
    with pytest.raises(BadOption, match="positions of 2 players are solved, not of 3"):
        Solver().outcome(GAME.new(players=3))


@pytest.mark.parametrize(("turns", "most"), [(0, 10), (1, 0), (-1, 5)])
def test_nothing_is_proven_without_looking(turns: int, most: int) -> None:
    with pytest.raises(BadOption, match=f"not {turns} and {most}"):
        Solver(turns, most)


def test_where_nothing_wins_every_action_is_as_good() -> None:
    lost = {"a+": Outcome(1, 2), "a-": Outcome(1, 4)}
    assert optimal(lost, 0) == {"a+", "a-"}
    assert optimal(lost | {"end": Outcome(0, 3)}, 0) == {"end"}
    assert optimal(lost | {"end": Outcome(0, 3)}, 1) == {"a+", "a-"}
