"""What is said in ICE CULT, held against the plain rules, and against every position in which a turn can end."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from floe.core.game import State
from floe.core.randomness import generator
from floe.core.turns import Turns
from floe.core.typing import Document
from floe.games.icecult.game import IceCult
from tests.games.icecult import plain
from tests.reasons.claims import Claim

Doc = dict[str, Any]
GAME = IceCult()
SAMPLED = 40
"""Where others decide in between, so many ways to do it stand for all."""


@functools.cache
def _turns() -> Turns:
    return Turns(GAME, 400_000)


def ends(state: State) -> list[State]:
    """Every position in which the turn can end."""
    turn = _turns().turn(state.array)
    assert turn is not None, "too many positions"
    return [GAME.state(turn.states[end : end + 1].copy()) for end in turn.ends()]


def wins(state: State, seat: int) -> set[str]:
    """By what a seat can win alone in a turn that begins here: home, tower."""
    doc = state.to_dict() | {"phase": "tilt1", "to_move": seat, "used": [], "circles": 0, "arcs": 0, "first_tilt": None}
    turn = _turns().turn(GAME.from_dict(doc).array)
    assert turn is not None, "too many positions"
    won = [end for end in turn.ends() if turn.states["winners"][end] == 1 << seat]
    return {goal(GAME.state(turn.states[end : end + 1].copy()).to_dict(), seat) for end in won}


def goal(doc: Doc, seat: int) -> str:
    return "home" if doc["home"][doc["players"][seat]] == 5 else "tower"


def stacks(doc: Doc, seat: int) -> dict[tuple[str, int], int]:
    """How many pawns of a seat stand where."""
    colour = doc["players"][seat]
    return {(path, n): stack.count(colour) for path in "nesw" for n, stack in enumerate(doc["paths"][path], 1)}


def one_step(doc: Doc, seat: int) -> set[tuple[str, str, int]]:
    """The wins that a step with some arrow would bring a seat: goal, path and space."""
    found: set[tuple[str, str, int]] = set()
    for path in "nesw":
        for colour in "yrgb":
            tops = dict.fromkeys("bcd", "arc") | {"a": f"{colour}>{path}"}
            there = doc | {"phase": "move", "to_move": seat, "tops": tops, "used": [], "circles": 0, "arcs": 0}
            for step in plain.steps(there, "a"):
                after = plain.play(there, f"a@{step}")
                if after["winners"] == [seat]:
                    space = 1 if step == "start" else int(step.split(".")[0])
                    by = goal(after, seat)
                    found.add((by, path, space if by == "home" or step == "start" else space + 1))
    return found


def progress(doc: Doc, seat: int) -> int:
    colour = doc["players"][seat]
    length: int = doc["rules"]["path_length"]
    return sum(n * count for (_, n), count in stacks(doc, seat).items()) + int(doc["home"][colour]) * (length + 1)


class Told:
    """A claim with what the plain rules make of its plan."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.seat = claim, claim.seat
        self.before: Doc = claim.state.to_dict()
        self.after = self.before
        for action in claim.plan:
            assert action in plain.legal(self.after), action
            self.after = plain.play(self.after, action)
        self.end: State = GAME.from_dict(self.after)

    @property
    def ended(self) -> bool:
        return bool(self.after["turn"] > self.before["turn"])

    def colour(self, seat: int) -> str:
        return str(self.before["players"][seat])

    def home(self, seat: int) -> int:
        """How many more pawns are home after the plan."""
        return int(self.after["home"][self.colour(seat)] - self.before["home"][self.colour(seat)])


def wins_now(told: Told, values: Document) -> bool:
    return bool(told.after["winners"] == [told.seat]) and goal(told.after, told.seat) == values["goal"]


def stops_win(told: Told, values: Document) -> bool:
    other = values["seat"]
    could = values["goal"] in wins(told.claim.state, other)
    return could and told.ended and not any(other_wins(told.end, other, n) for n in range(SAMPLED))


def other_wins(state: State, seat: int, n: int) -> bool:
    """Whether a seat can win in its next turn, if those before it play so."""
    rng, moves = generator(n, "in between"), state.mutable()
    if state.to_move == seat and n:
        return False  # nobody is in between
    while not moves.over and GAME.state(moves.array.copy()).to_move != seat:
        moves.playout(rng, 1)
    return not moves.over and bool(wins(GAME.state(moves.array.copy()), seat))


def leaves_win(told: Told, values: Document) -> bool:
    return told.ended and told.end.to_move == values["seat"] and values["goal"] in wins(told.end, values["seat"])


def makes_threat(told: Told, values: Document) -> bool:
    threat = (values["goal"], values["path"], values["space"])
    return told.ended and threat in one_step(told.after, told.seat) - one_step(told.before, told.seat)


def stops_threat(told: Told, values: Document) -> bool:
    threat = (values["goal"], values["path"], values["space"])
    return told.ended and threat in one_step(told.before, values["seat"]) - one_step(told.after, values["seat"])


def gathers(told: Told, values: Document) -> bool:
    there = stacks(told.after, told.seat)[values["path"], values["space"]]
    return told.ended and there == values["pawns"] > max(stacks(told.before, told.seat).values())


def scatters(told: Told, values: Document) -> bool:
    other, pawns = values["seat"], values["pawns"]
    stood = stacks(told.before, other)[values["path"], values["space"]] == pawns
    together = max(stacks(told.after, other).values()) >= pawns or told.home(other) >= pawns
    return told.ended and stood and not together


def brings_home(told: Told, values: Document) -> bool:
    return bool(told.home(told.seat) == values["pawns"])


def advances(told: Told, values: Document) -> bool:
    return bool(progress(told.after, told.seat) - progress(told.before, told.seat) == values["steps"])


# What refutes a try


def rests(told: Told) -> list[State]:
    """Every way in which the turn of the try can end."""
    claim = told.claim
    assert claim.first is not None
    return ends(claim.state) if claim.state.turn == claim.first.turn and not claim.state.over else [claim.state]


def misses_win(told: Told, values: Document) -> bool:
    return not any(end.winners == [told.seat] for end in rests(told))


def allows_reply(told: Told, values: Document) -> bool:
    """The plan has the reply. (Two play.)"""
    if told.end.over:
        return told.end.winners != [told.seat]
    return told.end.to_move == told.seat and not wins(told.end, told.seat)


def ends_game(told: Told, values: Document) -> bool:
    return all(end.over and end.winners != [told.seat] for end in rests(told))


def leaves_every_win(told: Told, values: Document) -> bool:
    """However the turn of the try ends, the next seat can win, and the plan does."""
    other = values["seat"]
    won = told.after["winners"] == [other] and goal(told.after, other) == values["goal"]
    return won and all(end.over or wins(end, other) for end in rests(told))


CHECKS: dict[str, Callable[[Told, Document], bool]] = {
    "wins": wins_now,
    "stops_win": stops_win,
    "makes_threat": makes_threat,
    "stops_threat": stops_threat,
    "gathers": gathers,
    "scatters": scatters,
    "brings_home": brings_home,
    "advances": advances,
    "leaves_win": leaves_win,
    "misses_win": misses_win,
    "allows_reply": allows_reply,
    "ends_game": ends_game,
}


def holds(claim: Claim, key: str, values: Document) -> bool:
    """Whether one of the game's own facts is true."""
    told = Told(claim)
    if claim.source == "try" and key == "leaves_win":
        return leaves_every_win(told, values)
    return CHECKS[key](told, values)


def loses(state: State, seat: int) -> bool:
    """Whether, however the seat plays on in this turn, the next one can win."""
    after = [state] if state.over or state.to_move != seat else ends(state)
    return all((seat not in (end.winners or ())) if end.over else bool(wins(end, end.to_move or 0)) for end in after)


def wins_whatever(claim: Claim) -> bool:
    """Whether the plan wins at once, or leaves nobody a reply after which its seat has no win. (Two play.)"""
    end = Told(claim).end
    if end.over:
        return end.winners == [claim.seat]
    if end.players > 2 or end.to_move == claim.seat:
        return False
    return all(reply.winners == [claim.seat] if reply.over else wins(reply, claim.seat) for reply in ends(end))
