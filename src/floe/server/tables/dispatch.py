"""Which command does what a client asks for over its socket."""

from __future__ import annotations

from collections.abc import Sequence

from floe.server.tables import commands
from floe.server.tables.clocks import Outage
from floe.server.tables.events import Event
from floe.server.tables.table import Table
from floe.server.wire.socket import AnswerTakeback, AskTakeback, Leave, Play, Ready, Resign, Return, Swap, Undo

Command = Play | Undo | AskTakeback | AnswerTakeback | Resign | Leave | Return | Ready | Swap
"""What can change a table."""


def decide(
    table: Table, guest: str, asked: Command, now: int, outages: Sequence[Outage], allowance: int
) -> list[Event]:
    """The events that follow from what a guest asks. ``allowance`` is the time that is not the guest's own."""
    match asked:
        case Play():
            return commands.play(table, guest, asked.version, asked.action, now, outages, allowance)
        case Undo():
            return commands.undo(table, guest, asked.version, now, outages)
        case AskTakeback():
            return commands.ask_takeback(table, guest, asked.version, now, outages)
        case AnswerTakeback():
            return commands.answer_takeback(table, guest, asked.grant, now, outages)
        case Resign():
            return commands.resign(table, guest, asked.seat)
        case Leave():
            return commands.leave(table, guest, now, outages)
        case Return():
            return commands.come_back(table, guest)
        case Swap():
            return commands.swap(table, guest, asked.version, now, outages, allowance)
        case Ready():
            return commands.ready(table, guest)
