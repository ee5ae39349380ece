"""The command ``floe hint``: what to play in a position, and why in one line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import floe
from floe.bots.explanations import percent
from floe.bots.hints import Hint, hint
from floe.bots.search_player import determinized
from floe.cli.commands import position_of
from floe.cli.loading import get_ready
from floe.cli.options import BadFile, read_json
from floe.cli.screen import Screen
from floe.cli.words import words_for
from floe.core.errors import BadOption, BadRecord, shown
from floe.core.game import State
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.typing import Document
from floe.records import from_dict

JUDGED_BY = {
    "network": "Judged by the network",
    "estimate": "Judged by the hand-made estimate, because no network was trained for these rules",
    "playouts": "Judged by playing on at random",
}


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    file: str
    at: int | None = None
    seat: int | None = None
    seconds: float | None = None
    simulations: int | None = None
    seed: int | str = 0
    as_json: bool = False


def give_hint(screen: Screen, wishes: Wishes) -> None:
    """Read the position, think, and say it."""
    document = read_json(wishes.file)
    if isinstance(document, dict) and document.get("game") in floe.game_names():
        get_ready(screen, document["game"])
    view = _view(document, wishes)
    budget = Budget(wishes.seconds, wishes.simulations)
    if budget == Budget():
        budget = Budget(seconds=2.0)
    with screen.busy("Thinking …"):
        found = hint(view, budget, wishes.seed)
    if wishes.as_json:
        print(json.dumps({"game": view["game"], **found.to_dict()}))
    else:
        _say(screen, determinized(view, found.seat, generator("explaining")), found)


def _view(document: Any, wishes: Wishes) -> Document:
    """What the seat to move sees: of a record, of a position, or a view as it is."""
    if isinstance(document, dict) and "actions" in document:
        try:
            record = from_dict(document)
        except BadRecord as fault:
            raise BadFile(wishes.file, str(fault)) from None
        state = record.state if wishes.at is None else record.at(wishes.at)
        return _seen(state.view(state.to_move), wishes)
    if wishes.at is not None:
        raise BadOption("--at counts the actions of a record, and this is a position")
    try:
        state = position_of(document, wishes.file)
    except BadFile:
        named = document.get("game") if isinstance(document, dict) else None
        if named not in floe.game_names() or not floe.game(named).hidden:
            raise
        return _seen(document, wishes)  # with something left out it can only be a view
    return _seen(state.view(state.to_move), wishes)


def _seen(view: Document, wishes: Wishes) -> Document:
    mover = view.get("to_move")
    if wishes.seat is not None and wishes.seat != mover:
        who = "the game is over" if mover is None else f"seat {shown(mover)} is to move"
        raise BadOption(f"there is no hint for seat {wishes.seat}: {who}")
    return view


def _say(screen: Screen, state: State, found: Hint) -> None:
    words = words_for(state.game.name)
    colours = state.game.colours(state.array)
    told = "" if state.reveals(found.action) else words.told(state, found.action)
    screen.paragraph(f"Play {found.action}{': ' + told if told else ''}.", paint=words.paint)
    why = words.why(found.reasons, colours) or "it looks best, though others are hardly worse"
    screen.paragraph(f"Why: {why}.", paint=words.paint)
    screen.paragraph(f"Expected: {expected(found, colours)}", paint=words.paint)
    chances = ", ".join(
        f"{words.colour(colour)} {percent(share)} %" for colour, share in zip(colours, found.chances, strict=True)
    )
    screen.paragraph(f"Chances: {chances}.", paint=words.paint)
    screen.paragraph(f"{JUDGED_BY[found.judged_by]}, {found.simulations:,} simulations.")


def expected(found: Hint, colours: list[str]) -> str:
    """The line, turn by turn: who plays, and what."""
    turns: list[tuple[int, list[str]]] = []
    for move in found.line:
        if not turns or turns[-1][0] != move.seat:
            turns.append((move.seat, []))
        turns[-1][1].append(move.action)
    return "; ".join(f"{colours[seat]}: {', '.join(actions)}" for seat, actions in turns) + "."
