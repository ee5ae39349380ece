"""Puzzles in ICE CULT: what the seat to move can do with its turn that nothing else does. Turns can be enumerated, so
all of it is proven."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from floe.core.game import State
from floe.core.puzzles import Found, written
from floe.core.randomness import generator
from floe.core.turns import Turn, Turns
from floe.core.typing import Document, States
from floe.games.icecult.forced import Forcing
from floe.games.icecult.layout import COLOURS, DIRECTIONS, OVER, SLOTS
from floe.games.icecult.orders import Orders
from floe.games.icecult.position import Position

WIN, WIN_IN_TWO, DEFENCE = "win", "win_in_two", "defence"
TASKS = {
    WIN: "Win in this turn.",
    WIN_IN_TWO: "Play so that you win in your next turn, whatever your opponent does.",
    DEFENCE: "The next player threatens to win. Play so that they cannot.",
}
TOWER, TWO_HOME, ARC, CIRCLE = "tower", "two_home", "arc", "circle"
THEMES = {
    TOWER: "The tower: five pawns in one stack.",
    TWO_HOME: "Two pawns home with one ride.",
    ARC: "A cube is turned in place.",
    CIRCLE: "A circle repeats an arrow.",
}

PHASES = ("tilt1", "tilt2", "move")
"""Puzzles begin where a turn does, or after a tilt, or after both."""
SAMPLED_REPLIES = 40
"""Of all replies to the first turn of a win in two, so many are looked at to show a stubborn one."""


class _Tools:
    """What the searches work with: memory that is taken once."""

    def __init__(self, state: State) -> None:
        self.turns, self.replies = Turns(state.game), Turns(state.game)
        self.forcing, self.orders = Forcing(state.game.dtype), Orders()


class _Own(threading.local):
    """Each thread has its own."""

    tools: _Tools | None = None


_OWN = _Own()


def _tools(state: State) -> _Tools:
    if _OWN.tools is None:
        _OWN.tools = _Tools(state)
    return _OWN.tools


def find(state: State) -> list[Found]:
    """At most one: a win if there is one, or else what forces one, or else the only defence."""
    if any(state.array[reading][0] for reading in ("own_tower", "by_turn")):
        return []  # the proofs are those of the usual rules
    if state.phase == "move" and not _untouched(state):
        return []
    turn = _tools(state).turns.turn(state.array)
    if turn is None:
        return []
    ends, seat = turn.ends(), int(state.array["to_move"][0])
    over = [end for end in ends if turn.states["phase"][end] == OVER]
    winning = [end for end in over if turn.states["winners"][end] == 1 << seat]
    if winning:
        return [_found(state, turn, winning[0], WIN)] if len(winning) == 1 else []
    if any(turn.states["winners"][end] >> seat & 1 for end in over):  # a shared win would do as well
        return []
    running = [end for end in ends if turn.states["phase"][end] != OVER]
    safe = _tools(state).forcing.without_win(turn.states[running], None, stop=2)
    if safe is None:
        return []
    if len(safe) == 1 and len(ends) > 1:
        return [_found(state, turn, running[safe[0]], DEFENCE)]
    forced = _forced(state, turn, running) if state.players == 2 and safe else []
    return [_found(state, turn, forced[0], WIN_IN_TWO)] if len(forced) == 1 else []


def _untouched(state: State) -> bool:
    """Whether nothing was done yet with what the tilts brought up."""
    struct, reading = state.array[0], Position(state.array)
    left = (int(struct["circles"]), int(struct["arcs"]))
    return not struct["used"] and left == (reading.count_on_top("circle"), reading.count_on_top("arc"))


def _forced(state: State, turn: Turn, running: list[int]) -> list[int]:
    """The ends of a turn after which the next one wins whatever the reply; two of them are as good as more."""
    tools, rng = _tools(state), generator("replies")
    found: list[int] = []
    for end in running:
        array = turn.states[end : end + 1]
        if tools.forcing.may_force(array, rng) and _is_forced(tools, array, int(state.array["to_move"][0])):
            found.append(end)
            if len(found) == 2:
                break
    return found


def _is_forced(tools: _Tools, array: States, seat: int) -> bool:
    replies = tools.replies.turn(array)
    return replies is not None and tools.forcing.without_win(_mixed(replies), seat, stop=1) == []


def _mixed(turn: Turn) -> States:
    """The ends of a turn in another order, far ones beside each other, so that whoever looks for one finds it soon."""
    ends = turn.ends()
    return turn.states[[ends[i] for step in range(17) for i in range(step, len(ends), 17)]]


def _found(state: State, turn: Turn, end: int, task: str) -> Found:
    own, after = written(state, turn.actions(end))
    solution = [own]
    if task == WIN_IN_TWO:
        reply, replied = _stubborn(state, after)
        solution += [reply, _winning(replied)]
    themes = {theme for played in _walk(state, solution) for theme in played}
    return Found(task, tuple(theme for theme in THEMES if theme in themes), tuple(map(tuple, solution)))


def _stubborn(state: State, after: State) -> tuple[list[str], State]:
    """A reply that leaves few ways to win: of some that are spread over all, the one with the fewest winning orders."""
    tools = _tools(state)
    turn = tools.replies.turn(after.array)
    assert turn is not None  # noqa: S101 - it was listed before
    ends = turn.ends()
    some = ends[:: max(1, len(ends) // SAMPLED_REPLIES)]
    ways = {end: sum(tools.orders.wins(turn.states[end : end + 1], after.array)) for end in some}
    return written(after, turn.actions(min(some, key=lambda end: (ways[end] or 10**9, end))))


def _winning(state: State) -> list[str]:
    """A way to win in this turn; the shortest one."""
    turn = _tools(state).replies.turn(state.array)
    assert turn is not None  # noqa: S101 - its seat can win
    seat = 1 << int(state.array["to_move"][0])
    won = next(end for end in turn.ends() if turn.states["winners"][end] == seat and turn.states["phase"][end] == OVER)
    return written(state, turn.actions(won))[0]


def _walk(state: State, solution: list[list[str]]) -> Iterator[set[str]]:
    """The themes of each action of the solver's."""
    own = state.to_move
    colour = Position(state.array).players[own or 0]
    for part in solution:
        for action in part:
            if state.to_move == own:
                yield {theme for fact in state.facts(action) for theme in _themes(fact.key, fact.values, colour)}
            state = state.play(action)


def _themes(key: str, values: Document, colour: str) -> Iterator[str]:
    if key == "turn":
        yield ARC
    if values.get("circle"):
        yield CIRCLE
    if key == "home" and (values["colour"] + values["riders"]).count(colour) > 1:
        yield TWO_HOME
    if key == "won" and values["reason"] == "tower":
        yield TOWER


# The second method


def disproof(state: State, found: Found) -> str | None:
    """Why it is no puzzle, by trying every order of every turn that matters; None if it is one."""
    tools, seat = _tools(state), state.to_move or 0
    target = state
    for action in found.solution[0]:
        target = target.play(action)
    right, wrong = tools.orders.wins(state.array, target.array)
    if found.task == WIN:
        if not right:
            return "the solution does not win"
        return f"{wrong} orders win in other ways" if wrong else None
    if right or wrong:
        return "there is a win in this turn"
    turn = tools.turns.turn(state.array)
    if turn is None or target.over:
        return "the turn has too many positions" if turn is None else "the solution ends the game"
    ends = [turn.states[end : end + 1].copy() for end in turn.ends()]
    others = [end for end in ends if end.tobytes() != target.array.tobytes()]
    if len(others) != len(ends) - 1:
        return "the solution is no end of this turn"
    if found.task == DEFENCE:
        return _no_defence(tools, target.array, others)
    return _not_forced(tools, target.array, others, seat)


def _no_defence(tools: _Tools, target: States, others: list[States]) -> str | None:
    if tools.orders.can_win(target):
        return "the solution does not stop the win"
    safe = sum(end["phase"][0] != OVER and not tools.orders.can_win(end) for end in others)
    return f"{safe} other turns stop the win" if safe else None


def _not_forced(tools: _Tools, target: States, others: list[States], seat: int) -> str | None:
    if _reply_without_win(tools, target, seat) is not None:
        return "the opponent has a reply"
    for end in others:
        if end["phase"][0] != OVER and not _has_escape(tools, end, seat):
            return "another turn wins as well"
    return None


def _has_escape(tools: _Tools, end: States, seat: int) -> bool:
    """A reply that is found at random or else among all, and that every order is tried against."""
    reply = tools.forcing.escape(end, generator("other replies"))
    if reply is not None and (reply["phase"][0] == OVER or not tools.orders.can_win(reply)):
        return True
    return _reply_without_win(tools, end, seat) is not None


def _reply_without_win(tools: _Tools, array: States, seat: int) -> States | None:
    turn = tools.replies.turn(array)
    if turn is None:
        return None
    for end in turn.ends():
        reply = turn.states[end : end + 1]
        if reply["winners"][0] != 1 << seat if reply["phase"][0] == OVER else not tools.orders.can_win(reply):
            return reply
    return None


def same(state: State) -> str:
    """IC-7: a quarter turn of the board with the colours one on is the same position to a person, as is another count
    of turns. What cannot be seen of the cubes is left aside."""
    reading = Position(state.array)
    return min(_turned(reading, state.to_move or 0, quarters) for quarters in range(4))


def _turned(reading: Position, mover: int, quarters: int) -> str:
    def moved(letters: str, text: str) -> str:
        return "".join(letters[(letters.index(c) + quarters) % 4] if c in letters else c for c in text)

    def symbol(top: str) -> str:
        colour, arrow, direction = top.partition(">")
        return f"{moved(COLOURS, colour)}>{moved(DIRECTIONS, direction)}" if arrow else top

    tops = {moved(SLOTS, slot): symbol(reading.top(slot)) for slot in SLOTS}
    paths = {moved(DIRECTIONS, path): moved(COLOURS, ".".join(reading.stacks(path))) for path in DIRECTIONS}
    pawns = {moved(COLOURS, colour): (reading.start(colour), reading.home(colour)) for colour in COLOURS}
    players = moved(COLOURS, "".join(reading.players))
    turn = players[mover:] + players[:mover]
    return repr((reading.phase, turn, sorted(tops.items()), sorted(paths.items()), sorted(pawns.items())))
