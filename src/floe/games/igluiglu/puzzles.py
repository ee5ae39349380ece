"""Puzzles in IGLU IGLU: what to do with the rest of a turn, judged by open facts alone, so that it can be proven.

What lies face down, and what others hold, cannot matter before the next flip. A turn in which others may have to answer
an attack is left alone. What others can do to an island is judged by their points alone: the ice stays as it is, and
they play no tile.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from floe.core.bits import popcount
from floe.core.game import State
from floe.core.levels import Level
from floe.core.puzzles import Found
from floe.core.randomness import draw32
from floe.core.reasons import Step
from floe.core.turns import Turn, Turns
from floe.core.typing import States, U64Array
from floe.games.igluiglu.explanations import reasons
from floe.games.igluiglu.layout import ACT_PHASE, DRIFT_PHASE, MAX_LEGAL, OVER, POINTS, SHOVE_PHASE
from floe.games.igluiglu.prospects import (
    BY_DANGER,
    BY_ISLAND,
    BY_LEAD,
    NOTHING,
    Orders,
    at_stake,
    best_of_some,
    in_danger,
    island_of,
    judge_all,
    strongest,
)
from floe.games.igluiglu.scoring import strength

BEST_TURN, BEST_DRIFT, ESCAPE, HOLD_ISLAND, WIN = "best_turn", "best_drift", "escape", "hold_island", "win"
TASKS = {
    WIN: "The game ends with this turn. Win it.",
    BEST_TURN: "Make the most of your turn: be as far ahead as you can, as the count stands at its end.",
    BEST_DRIFT: "Drift the tile that lets you be as far ahead as you can at the end of your turn, as the count stands.",
    ESCAPE: "Bring your Inuit out of reach: at the end of your turn no bear may get to any of them with three steps.",
    HOLD_ISLAND: "Hold your island: after your turn nobody may become stronger there than you with three points.",
}
AIMS = {ESCAPE: BY_DANGER, HOLD_ISLAND: BY_ISLAND}
"""What the end of the turn is judged by, if not by the lead."""
ISLAND, BREAK, HUNT, HARPOON, IGLOO, KAYAK, MELT, ENERGY = (
    "island", "break_lead", "hunt", "harpoon", "igloo", "kayak", "melt", "energy",
)  # fmt: skip
THEMES = {
    ISLAND: "An island is won: the solver becomes the strongest there, or the only one.",
    BREAK: "Another player is no longer the strongest on an island.",
    HUNT: "An animal is hunted.",
    HARPOON: "A harpoon is played.",
    IGLOO: "An igloo is built.",
    KAYAK: "An Inuit kayaks.",
    MELT: "A tile is melted.",
    ENERGY: "An energy tile is played.",
}
PHASES = ("act", "drift")

MARGIN = 2
"""So many points the solution is ahead of everything else, at least."""
MOST_ICE = 40
"""As long as there is more ice, the count says little of how the game will end."""
MOST_ORDERS = 20_000_000
MOST_ENDS = 3000
"""Of a turn in which an island is to be held: each is tried out against every reply."""
_BY_WORD = {"hunt": HUNT, "harpoon": HARPOON, "igloo": IGLOO, "kayak": KAYAK, "melt": MELT, "energy": ENERGY}


class _Tools:
    """What the searches work with: memory that is taken once."""

    def __init__(self, state: State) -> None:
        self.turns, self.after = Turns(state.game, 60_000), Turns(state.game, 60_000)
        self.orders = Orders()


class _Own(threading.local):
    """Each thread has its own."""

    tools: _Tools | None = None


_OWN = _Own()


def _tools(state: State) -> _Tools:
    if _OWN.tools is None:
        _OWN.tools = _Tools(state)
    return _OWN.tools


def find(state: State) -> list[Found]:
    """What the rest of the turn is about, if one way to play it is right."""
    struct = state.array[0]
    if popcount(struct["ice"]) > MOST_ICE:
        return []
    if struct["phase"] == DRIFT_PHASE:
        return _drifts(state)
    if struct["phase"] != ACT_PHASE or struct["points"] != POINTS:
        return []
    turn = _tools(state).turns.turn(state.array)
    if turn is None or turn.asks_others():
        return []
    ends = turn.ends()
    found = [_wins, _best, _escapes, _holds]
    return [puzzle for one in found for puzzle in one(state, turn, ends)]


def _judged(states: States, seat: int, aim: int, cells: int = 0) -> list[int]:
    """What each of these positions is worth."""
    worths = np.empty(len(states), np.int64)
    judge_all(states, seat, aim, np.array([cells], np.uint64), worths)
    return worths.tolist()


def _wins(state: State, turn: Turn, ends: list[int]) -> Iterator[Found]:
    """II-26: the game ends with this turn, and one way to play it wins."""
    seat = state.to_move or 0
    over, winners = turn.states["phase"][ends] == OVER, turn.states["winners"][ends]
    shared = [end for end, is_over, won in zip(ends, over, winners, strict=True) if is_over and won >> seat & 1]
    if over.all() and len(shared) == 1 and turn.states["winners"][shared[0]] == 1 << seat:
        yield _found(state, WIN, turn.actions(shared[0]))


def _best(state: State, turn: Turn, ends: list[int]) -> Iterator[Found]:
    leads = _judged(turn.states[ends], state.to_move or 0, BY_LEAD)
    best = max(leads)
    if sum(lead > best - MARGIN for lead in leads) == 1:
        yield _found(state, BEST_TURN, turn.actions(ends[leads.index(best)]))


def _escapes(state: State, turn: Turn, ends: list[int]) -> Iterator[Found]:
    worths = _judged(turn.states[ends], state.to_move or 0, BY_DANGER)
    if worths.count(0) == 1 and in_danger(state.array[0], state.to_move or 0):
        yield _found(state, ESCAPE, turn.actions(ends[worths.index(0)]))


def _holds(state: State, turn: Turn, ends: list[int]) -> Iterator[Found]:
    """One island would be lost, and one way to play the turn holds it."""
    seat = state.to_move or 0
    cells = int(at_stake(state.array[0], seat))
    if not cells or len(ends) > MOST_ENDS or (turn.states["phase"][ends] == OVER).any():
        return
    worths = _judged(turn.states[ends], seat, BY_ISLAND, cells)
    if worths.count(0) == 1:
        end = ends[worths.index(0)]
        if strength(turn.states[end], _island(turn.states[end], cells), seat):
            yield _found(state, HOLD_ISLAND, turn.actions(end))


def _island(struct: Any, cells: int) -> np.uint64:
    """What is left of an island that had these cells."""
    return np.uint64(island_of(struct, np.uint64(cells)))


def _drifts(state: State) -> list[Found]:
    """The push, with all that is moved out of its way, after which the rest of the turn is worth the most."""
    tools, seat = _tools(state), state.to_move or 0
    turn = tools.turns.turn(state.array)
    if turn is None or turn.asks_others():
        return []
    pushed = _pushed(turn)
    values = []
    for at in pushed:
        rest = tools.after.turn(turn.states[at : at + 1])
        if rest is None:
            return []
        values.append(max(_judged(rest.states[rest.ends()], seat, BY_LEAD)))
    best = max(values)
    if sum(value > best - MARGIN for value in values) != 1:
        return []
    chosen = pushed[values.index(best)]
    rest = tools.after.turn(turn.states[chosen : chosen + 1])
    assert rest is not None  # noqa: S101 - it was listed before
    ends = rest.ends()
    leads = _judged(rest.states[ends], seat, BY_LEAD)
    return [_found(state, BEST_DRIFT, turn.actions(chosen), rest.actions(ends[leads.index(best)]))]


def _pushed(turn: Turn) -> list[int]:
    """Where the pushes lead to: the positions of the second part that come right after the first."""
    phases = turn.states["phase"]
    came_from = phases[turn.came[1:, 0]]
    pushing = (came_from == DRIFT_PHASE) | (came_from == SHOVE_PHASE)
    return (np.flatnonzero(pushing & (phases[1:] == ACT_PHASE)) + 1).tolist()


def _found(state: State, task: str, numbers: list[int], rest: list[int] | None = None) -> Found:
    steps: list[Step] = []
    first = state
    for number in [*numbers, *(rest or [])]:
        action = state.action_text(number)
        after = state.play(action)
        steps.append(Step(state, action, after))
        state = after
    told = {fact.key for fact in reasons(first, first.to_move or 0, steps[0].action, steps)}
    themes = {_BY_WORD[word] for step in steps if (word := step.action.split(" ")[0]) in _BY_WORD}
    themes |= {ISLAND} if "gains_island" in told else set()
    themes |= {BREAK} if "breaks_lead" in told else set()
    own = tuple(step.action for step in steps)
    solution = (own,) if rest is None else (own[: len(numbers)], (), own[len(numbers) :])
    return Found(task, tuple(theme for theme in THEMES if theme in themes), solution)


# The second method


def disproof(state: State, found: Found) -> str | None:
    """Why it is no puzzle, by playing the turn in every order; None if it is one."""
    target = state
    for action in found.solution[0]:
        target = target.play(action)
    if found.task == BEST_DRIFT:
        return _worse_drift(state, target)
    own = state.to_move or 0
    cells = int(at_stake(state.array[0], own)) if found.task == HOLD_ISLAND else 0
    aim = AIMS.get(found.task, BY_LEAD)
    tally = _tools(state).orders.play(state.array, target.array, MOST_ORDERS, aim, cells)
    if tally is None:
        return "the turn can be played in too many orders"
    solved, other, hits = tally
    if not hits:
        return "the solution is no end of this turn"
    if found.task == WIN:
        return None if target.winners == [own] and solved > 0 >= other else "another turn wins, or none"
    if found.task == BEST_TURN:
        return None if solved >= other + MARGIN else f"the solution leads by {solved}, another turn by {other}"
    if found.task == HOLD_ISLAND:
        return _not_held(state, target, cells) if solved == 0 > other and cells else "nothing is held, or in two ways"
    if solved or not in_danger(state.array[0], own):
        return "the solution leaves danger, or there was none"
    return "another turn leads out of danger" if other == 0 else None


def _not_held(state: State, target: State, cells: int) -> str | None:
    """Every end of the turn is played on by everybody else, with three points and no tile."""
    tools, seat = _tools(state), state.to_move or 0
    turn = tools.turns.turn(state.array)
    assert turn is not None  # noqa: S101 - it was listed when the puzzle was found
    for end in turn.ends():
        array = turn.states[end : end + 1]
        if _is_taken(tools.after, array, seat, cells) == (array.tobytes() == target.array.tobytes()):
            return "played on, the island is lost after the solution, or held after another turn"
    return None


def _is_taken(turns: Turns, end: States, seat: int, cells: int) -> bool:
    """Whether somebody else has a turn after which it is stronger than a seat on the island of these cells."""
    island = _island(end[0], cells)
    own = strength(end[0], island, seat)
    for other in range(int(end["players"][0])):
        if other == seat:
            continue
        array = end.copy()
        array["phase"], array["to_move"], array["owner"], array["points"] = ACT_PHASE, other, other, POINTS
        array["hands"][0, other] = 0
        turn = turns.turn(array)
        if turn is None or strongest(turn.states, island, other) > own:
            return True
    return False


def _worse_drift(state: State, target: State) -> str | None:
    """Every push is made on the immutable face, and the rest of the turn played in every order."""
    best = others = NOTHING
    for pushed in _every_push(state):
        tally = _tools(state).orders.play(pushed.array, pushed.array, MOST_ORDERS, BY_LEAD)
        if tally is None:
            return "the turn can be played in too many orders"
        if pushed == target:
            best = max(best, tally[1])
        else:
            others = max(others, tally[1])
    return None if best >= others + MARGIN else f"the solution leads by {best}, another push by {others}"


def _every_push(state: State) -> Iterator[State]:
    for action in state.legal_actions():
        after = state.play(action)
        if after.phase == "shove":
            yield from _every_push(after)
        else:
            yield after


# How hard it is


def attempt(state: State, found: Found, level: Level, rng: U64Array) -> bool | None:
    """Whether a player of a level that is told what is asked comes upon the solution: it thinks of as many ways to play
    the turn as it would make simulations, overlooks as many actions, and takes what serves the task best.

    None where the task is to win, which levels are good at without being told.
    """
    if found.task == WIN:
        return None
    states, moves = np.repeat(state.array, 5), np.empty(MAX_LEGAL, np.int32)
    aim, cells = AIMS.get(found.task, BY_LEAD), np.array([at_stake(state.array[0], state.to_move or 0)], np.uint64)
    asked = [aim, level.budget.simulations or 1, int(draw32(rng)), round(1000 * level.overlooks)]
    best_of_some(states, moves, np.array(asked, np.int64), cells, rng)
    target = state
    for action in found.solution[0]:
        target = target.play(action)
    reached = states[3:4] if found.task == BEST_DRIFT else states[2:3]
    return reached.tobytes() == target.array.tobytes()


def same(state: State) -> str:
    """The view of the seat to move, but for what was before."""
    view = state.view(state.to_move)
    return repr([view[key] for key in ("players", "to_move", "phase", "cells", "points", "taken") if key in view])
