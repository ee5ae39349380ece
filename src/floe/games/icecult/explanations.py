"""Reasons for a move in ICE CULT: wins made and prevented, threats, and the way home."""

from __future__ import annotations

from collections.abc import Iterator

from floe.core.facts import SEAT, Fact, Term
from floe.core.game import State
from floe.core.puzzles import written
from floe.core.reasons import COUNT, Step
from floe.core.typing import States
from floe.games.icecult import vocabulary
from floe.games.icecult.layout import NO_TILT, TILT1
from floe.games.icecult.position import Position, reading
from floe.games.icecult.reach import is_without_win, winning_turn
from floe.games.icecult.threats import Threat, threats

_PLACE = {"path": vocabulary.DIRECTION, "space": COUNT}

TERMS = {
    "wins": Term("This turn wins the game.", {"goal": vocabulary.GOAL}),
    "stops_win": Term(
        "As the position stood, the next seat could have won in its turn; after this turn it cannot.",
        {"seat": SEAT, "goal": vocabulary.GOAL},
    ),
    "makes_threat": Term(
        "After this turn the seat is one step from winning: by coming home, or by a tower on that space.",
        {"goal": vocabulary.GOAL, **_PLACE},
    ),
    "stops_threat": Term(
        "Another seat was one step from winning, and after this turn is no more.",
        {"seat": SEAT, "goal": vocabulary.GOAL, **_PLACE},
    ),
    "gathers": Term(
        "So many own pawns stand in one stack after this turn, more than in any before it.", {**_PLACE, "pawns": COUNT}
    ),
    "scatters": Term(
        "So many pawns of another seat stood in one stack; after this turn they are no longer together, nor at home.",
        {"seat": SEAT, **_PLACE, "pawns": COUNT},
    ),
    "brings_home": Term("This turn brings so many own pawns home.", {"pawns": COUNT}),
    "advances": Term("This turn brings own pawns forward, so many steps in all.", {"steps": COUNT}),
    "leaves_win": Term(
        "After this turn the next seat can win in its own.",
        {"seat": SEAT, "goal": vocabulary.GOAL},
    ),
}
"""Every reason, the most telling first."""

WORTH_TELLING = 3
"""So many pawns of a colour in one stack are on the way to a tower."""

FRESH_TURN = {"phase": TILT1, "first_tilt": NO_TILT, "used": 0, "circles": 0, "arcs": 0}
"""What a struct holds when a turn begins."""


def reasons(state: State, seat: int, action: str, plan: list[Step]) -> list[Fact]:
    """What the rest of the turn brings about."""
    after = plan[-1].after if plan else state
    outcome = after.outcome
    if outcome is not None:
        return [Fact("wins", {"goal": outcome.reason})] if outcome.winners == (seat,) else []
    found = list(_forward(state, after, seat))
    if after.turn > state.turn:  # the whole turn is known
        found += [*_threats(state, after, seat), *_stacks(state, after, seat), *_next_win(state, after)]
    return found


def winning_line(state: State) -> list[str] | None:
    """How the seat to move wins within this turn, if it can."""
    numbers = winning_turn(state.array)
    return None if numbers is None else written(state, numbers)[0]


def win_in_reach(state: State, seat: int) -> str | None:
    """How a seat would win if its turn began in this position, ``home`` or ``tower``, if it can win in that turn."""
    array = _turn_of(state, seat)
    line = winning_turn(array)
    if line is None:
        return None
    moves = state.game.state(array).mutable()
    for action in line:
        moves.step(action)
    return str(state.game.ending(moves.array)[1])


def _turn_of(state: State, seat: int) -> States:
    """The position as if the turn of a seat began in it."""
    array = state.array.copy()
    for name, value in FRESH_TURN.items():
        array[name] = value
    array["to_move"] = seat
    return array


def _next_win(state: State, after: State) -> Iterator[Fact]:
    """Whether the next seat could win, and still can. Of those who come later nobody knows: others play before them."""
    other = after.to_move or 0
    still = win_in_reach(after, other)
    if still:
        yield Fact("leaves_win", {"seat": other, "goal": still})
        return
    before = win_in_reach(state, other)
    if before and is_without_win(after.array):
        yield Fact("stops_win", {"seat": other, "goal": before})


def _place(threat: Threat) -> tuple[int, str, str, int]:
    return threat.seat, threat.goal, threat.path, threat.space


def _threats(state: State, after: State, seat: int) -> Iterator[Fact]:
    """The seat's new threats, and those of the others that are no more."""
    old = {_place(threat) for threat in threats(reading(state.array))}
    new = {_place(threat) for threat in threats(reading(after.array))}
    for whose, goal, path, space in sorted(new - old):
        if whose == seat:
            yield Fact("makes_threat", {"goal": goal, "path": path, "space": space})
    for whose, goal, path, space in sorted(old - new):
        if whose != seat:
            yield Fact("stops_threat", {"seat": whose, "goal": goal, "path": path, "space": space})


def _largest(state: State, seat: int) -> tuple[int, str, int]:
    """How many pawns of a seat stand in one stack at most, and where."""
    here, colour = Position(state.array), _colour(state, seat)
    stacks = [(stack.count(colour), path, space) for path in "nesw" for space, stack in enumerate(here.stacks(path), 1)]
    return max(stacks, key=lambda stack: stack[0])


def _stacks(state: State, after: State, seat: int) -> Iterator[Fact]:
    """IC-21: towers that grow, and those of others that fall apart; a pair is none yet."""
    for whose in range(state.players):
        (old, path, space), (new, new_path, new_space) = _largest(state, whose), _largest(after, whose)
        if whose == seat and new > max(old, WORTH_TELLING - 1):
            yield Fact("gathers", {"path": new_path, "space": new_space, "pawns": new})
        if whose != seat and old >= WORTH_TELLING and new < old and _home(after, whose) - _home(state, whose) < old:
            yield Fact("scatters", {"seat": whose, "path": path, "space": space, "pawns": old})


def _forward(state: State, after: State, seat: int) -> Iterator[Fact]:
    """How many own pawns come home, and how many steps forward the own pawns come."""
    home = _home(after, seat) - _home(state, seat)
    if home > 0:
        yield Fact("brings_home", {"pawns": home})
    steps = _steps(after, seat) - _steps(state, seat)
    if steps > 0:
        yield Fact("advances", {"steps": steps})


def _colour(state: State, seat: int) -> str:
    return Position(state.array).players[seat]


def _home(state: State, seat: int) -> int:
    return Position(state.array).home(_colour(state, seat))


def _steps(state: State, seat: int) -> int:
    """IC-2: the steps that a seat's pawns have behind them."""
    here, colour = Position(state.array), _colour(state, seat)
    on_paths = sum(space * stack.count(colour) for path in "nesw" for space, stack in enumerate(here.stacks(path), 1))
    return on_paths + here.home(colour) * (here.path_length + 1)
