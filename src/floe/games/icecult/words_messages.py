"""What the web app's messages on ICE CULT are given, so that terminals can say them in other languages."""

from __future__ import annotations

from collections.abc import Sequence

from floe.core.game import State
from floe.core.messages import Messages
from floe.core.typing import Document
from floe.core.words import Choices, Telling, grouped
from floe.games.icecult.board import ARROWS


def top(say: Messages, symbol: str) -> str:
    """What lies on top of a cube: "yellow arrow to the north", "black arc"."""
    colour, arrow, direction = symbol.partition(">")
    return say("symbol.arrow", colour=colour, direction=direction) if arrow else say(f"symbol.{symbol}")


def _tilt(say: Messages, values: Document, names: Sequence[str]) -> str:
    tops = ", ".join(say("onCube", slot=slot, symbol=top(say, symbol)) for slot, symbol in values["tops"].items())
    return say("fact.tilt", pair=values["pair"], toward=values["toward"], tops=tops)


def _turn(say: Messages, values: Document, names: Sequence[str]) -> str:
    return say("fact.turn", slot=values["slot"], way=values["way"], symbol=top(say, values["top"]))


def _enter(say: Messages, values: Document, names: Sequence[str]) -> str:
    below, circle = values["standing"] - 1, str(values["circle"]).lower()
    return say("fact.enter", colour=values["colour"], path=values["path"], below=below, circle=circle)


def _step(say: Messages, values: Document, names: Sequence[str]) -> str:
    riders, circle = len(values["riders"]), str(values["circle"]).lower()
    given = {"colour": values["colour"], "path": values["path"], "riders": riders, "circle": circle}
    if "to" not in values:
        return say("fact.home", **given)
    return say("fact.step", to=values["to"], below=values["lands"] - 1, **given)


def _threat(say: Messages, values: Document, names: Sequence[str]) -> str:
    return say("fact.threat", **{**values, "name": names[values["seat"]]})


FACTS: dict[str, Telling] = {
    "tilt": _tilt,
    "turn": _turn,
    "enter": _enter,
    "step": _step,
    "home": _step,
    "threat": _threat,
    "turn_ended": lambda say, values, names: say("fact.turn_ended", arcs=values["arcs_lost"]),
}
"""The facts that are told of an action. The others are seen on the board, or said at the end."""


DUE: dict[str, Telling] = {
    "tilt_first": lambda say, values, names: say("due.tilt_first"),
    "tilt_second": lambda say, values, names: say("due.tilt_second"),
    "use_arrows": lambda say, values, names: say(
        "due.use_arrows", count=len(values["slots"]), arrows=say.listed(values["slots"])
    ),
    "use_circles": lambda say, values, names: say(
        "due.use_circles", circles=values["circles"], must=str(values["must"]).lower()
    ),
    "may_turn": lambda say, values, names: say("due.may_turn", arcs=values["arcs"]),
    "may_end": lambda say, values, names: say("due.may_end"),
}


def _reason(key: str) -> Telling:
    return lambda say, values, names: say(f"reason.{key}", **values)


def _of_seat(key: str) -> Telling:
    return lambda say, values, names: say(f"reason.{key}", **{**values, "me": "no", "name": names[values["seat"]]})


REASONS: dict[str, Telling] = {
    "wins": _reason("wins"),
    "stops_win": _of_seat("stops_win"),
    "makes_threat": _reason("makes_threat"),
    "stops_threat": _of_seat("stops_threat"),
    "gathers": _reason("gathers"),
    "scatters": _of_seat("scatters"),
    "brings_home": _reason("brings_home"),
    "advances": _reason("advances"),
    "leaves_win": _of_seat("leaves_win"),
    "misses_win": lambda say, values, names: say("puzzle.refuted.misses_win"),
    "allows_reply": lambda say, values, names: say("puzzle.refuted.allows_reply", name=names[values["seat"]]),
    "ends_game": lambda say, values, names: say("puzzle.refuted.ends_game"),
}
"""Why a move is good, or does not solve a puzzle."""


def choices(say: Messages, state: State) -> list[Choices]:
    """The legal actions in groups, each with what it would do in brackets."""
    return grouped((*_choice(say, state, action), action) for action in state.legal_actions())


def _choice(say: Messages, state: State, action: str) -> tuple[str, str]:
    """The heading under which an action is listed, and how it is shown there."""
    fact = state.facts(action)[0]
    values = fact.values
    if fact.key == "tilt":
        brought = ", ".join(f"{slot} {_short(say, symbol)}" for slot, symbol in values["tops"].items())
        return f"  {action}", brought
    if fact.key == "turn_ended":
        return "  end", say("action.end")
    if fact.key == "turn":
        left = next(due.values["arcs"] for due in state.due() if due.key == "may_turn")
        arrow = f" ({_short(say, values['top'])})" if ">" in values["top"] else ""
        return f"  {say('due.brief.arcs', n=left)}:", f"{action}{arrow}"
    arrow = f"{say('symbol.arrow', colour=values['colour'], direction=values['path'])} ({values['slot']})"
    heading = f"  {say('symbol.circle')}, {arrow}:" if values["circle"] else f"  {arrow}:"
    effect = say("ui.start") if fact.key == "enter" else f"+ {values['riders']}" if values["riders"] else ""
    return heading, f"{action} ({effect})" if effect else action


def _short(say: Messages, symbol: str) -> str:
    return f"{symbol[0]}{ARROWS[symbol[2]]}" if ">" in symbol else say(f"symbol.{symbol}")


def ending(say: Messages, reason: str, winners: Sequence[str]) -> str:
    """Who won, and how."""
    return say(f"won.{reason}", winners=say.listed(winners), count=len(winners), you="false")
