"""Letting events happen at a table. ``apply`` is the only thing that changes one."""

from __future__ import annotations

from typing import Any

import floe
from floe.server import offered
from floe.server.tables import events
from floe.server.tables.clocks import PASSING_ON, PASSING_ON_ALONE, Clocks
from floe.server.tables.events import Logged
from floe.server.tables.game_log import GameLog
from floe.server.tables.seat import Seat, hand_over
from floe.server.tables.table import Happened, Table, Takeback

RECENT = 64
"""So many of the newest events can be told again without replaying the game."""


def apply(table: Table, logged: Logged) -> None:
    """Let an event happen. Events come in the order of their versions, each once."""
    if logged.version != table.version + 1:
        raise ValueError(f"event {logged.version} cannot follow version {table.version}")
    before, table.summary = table.state, None
    _HAPPENS[type(logged.event)](table, logged.event, logged.at)
    table.version = logged.version
    if not isinstance(logged.event, events.Joined):  # that is no news of the game
        table.changed = max(table.changed, logged.at)
    if logged.guest is not None and logged.client_id is not None:
        table.answers[logged.guest, logged.client_id] = logged.version
    ply = len(table.played.actions) if table.played else 0
    table.recent[logged.version] = Happened(logged, before, table.state, ply)
    if len(table.recent) > RECENT:
        del table.recent[next(iter(table.recent))]
    if table.state is not before or isinstance(logged.event, events.Swapped):  # who decided has another place now
        table.position_version = logged.version
        table.takeback = None
    _run_clock(table, logged.at)


def fold(table_id: str, secret: str, log: list[Logged]) -> Table:
    """The table that a log of events adds up to."""
    table = Table(table_id, secret)
    for logged in log:
        apply(table, logged)
    return table


def _run_clock(table: Table, at: int) -> None:
    """Only a person who is waited for has a running clock. It starts anew with each change of the position."""
    if table.clocks is None:
        return
    seat = table.to_move
    waited_for = None if seat is None or table.seats[seat].level else seat
    moved = table.position_version == table.version
    if moved or waited_for != table.clocks.running:
        comes = moved and waited_for != table.clocks.running
        table.clocks.wait_for(waited_for, at, moved, _held(table, waited_for) if comes else 0)


def _held(table: Table, seat: int | None) -> int:
    """So long the clock stands while the device is passed on to the next person at the same screen."""
    if seat is None or not table.passed_on(seat):
        return 0
    return PASSING_ON_ALONE if len(table.persons()) == 1 else PASSING_ON


def _created(table: Table, event: events.Created, at: int) -> None:
    table.settings, table.host, table.position = event.settings, event.host, event.position
    table.game = floe.game(event.settings.game, event.rules_version)
    table.created, table.dealing = at, event.dealing
    table.seats = [Seat(colour) for colour in table.game.colours(table.first_position("").array)]
    for number, plan in enumerate(event.settings.seats):
        seat = table.seats[number]
        if plan.who == "machine":
            table.seats[number] = seat.played_by(plan.level)
        elif plan.who == "me":
            table.seats[number] = seat.taken_by(event.host, plan.name or event.name, event.entropy, event.adds_entropy)
        else:
            seat.reserved = event.reserved.get(number)


def _sat(table: Table, event: events.Sat, at: int) -> None:
    seat = table.seats[event.seat]
    table.seats[event.seat] = seat.taken_by(event.guest, event.name, event.entropy, event.adds_entropy)


def _entropy_added(table: Table, event: events.EntropyAdded, at: int) -> None:
    for number in event.seats:
        table.seats[number].entropy = event.entropy
        table.seats[number].entropy_due = False


def _stood(table: Table, event: events.Stood, at: int) -> None:
    table.seats[event.seat] = Seat(table.seats[event.seat].colour)


def _started(table: Table, event: events.Started, at: int) -> None:
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            table.seats[number] = seat.played_by(event.level)
        seat.entropy_due = False  # the host waits no longer
    seed = table.dealt.seed(table.secret, [seat.entropy for seat in table.seats], table.dealing)
    first = table.first_position(seed)
    table.played = GameLog(first, seed if table.is_dealt else None, first)
    table.began = at
    if table.settings.clock is not None:
        table.clocks = Clocks.wound_up(table.settings.clock, len(table.seats))


def _played(table: Table, event: events.Played, at: int) -> None:
    played = _running(table)
    turn = played.state.turn
    if table.clocks is not None:
        table.clocks.charge(event.took)
    played.play(event.seat, event.action, max(0, at - table.began))
    if played.state.turn == turn:
        return
    if table.clocks is not None:
        table.clocks.turn_ended(event.seat)
    for seat in table.seats:
        if seat.only_this_turn:
            seat.come_back()


def _undone(table: Table, event: events.Undone, at: int) -> None:
    played = _running(table)
    if table.clocks is not None:
        table.clocks.charge(event.took)
    played.go_back_to(len(played.actions) - 1)


def _takeback_asked(table: Table, event: events.TakebackAsked, at: int) -> None:
    asks = table.seats[event.seat].guest
    waits_for = [
        number
        for number, seat in enumerate(table.seats)
        if seat.kind == "person" and seat.guest != asks and not seat.stand_in
    ]
    table.takeback = Takeback(event.seat, event.ply, waits_for)


def _takeback_granted(table: Table, event: events.TakebackGranted, at: int) -> None:
    if table.takeback is None:
        raise ValueError("nobody has asked to take back")
    table.takeback.waits_for = [seat for seat in table.takeback.waits_for if seat not in event.seats]
    if table.takeback.waits_for:
        return
    if table.clocks is not None:
        table.clocks.charge(event.took)
    _running(table).go_back_to(table.takeback.ply)
    table.takeback = None


def _takeback_declined(table: Table, event: events.TakebackDeclined, at: int) -> None:
    table.takeback = None


def _swapped(table: Table, event: events.Swapped, at: int) -> None:
    """People and machines change places, with all that is theirs. The colour is the place's."""
    if table.clocks is not None:
        table.clocks.charge(event.took)
        table.clocks.swap()
    table.swapped = len(_running(table).actions)
    first, second = table.seats[0], table.seats[1]
    first.colour, second.colour = second.colour, first.colour
    table.seats[0], table.seats[1] = second, first


def _resigned(table: Table, event: events.Resigned, at: int) -> None:
    table.resigned = event.seat


def _timed_out(table: Table, event: events.TimedOut, at: int) -> None:
    if event.then == "forfeit":
        table.resigned = table.timed_out = event.seat
        if table.clocks is not None:
            table.clocks.left[event.seat] = 0
        return
    table.seats[event.seat].replace_by(offered.default_level(table.game.name))
    table.seats[event.seat].only_this_turn = event.then == "pass"
    _ask_no_longer(table, [event.seat])
    if table.clocks is not None:
        table.clocks.renew(event.seat)


def _left(table: Table, event: events.Left, at: int) -> None:
    if table.clocks is not None:
        table.clocks.charge(event.took)
    for seat in event.seats:
        table.seats[seat].replace_by(offered.default_level(table.game.name))
    _ask_no_longer(table, event.seats)


def _ask_no_longer(table: Table, seats: list[int]) -> None:
    """Who is gone does not answer. If nobody else is asked, the question falls; a machine would agree at once."""
    if table.takeback is not None:
        table.takeback.waits_for = [seat for seat in table.takeback.waits_for if seat not in seats]
        if not table.takeback.waits_for:
            table.takeback = None


def _returned(table: Table, event: events.Returned, at: int) -> None:
    for seat in event.seats:
        table.seats[seat].come_back()


def _rematch(table: Table, event: events.Rematch, at: int) -> None:
    table.rematch, table.rematch_by = event.table, event.seat


def _cancelled(table: Table, event: events.Cancelled, at: int) -> None:
    table.cancelled = True


def _ready(table: Table, event: events.Ready, at: int) -> None:
    if table.clocks is not None:
        table.clocks.ready(at)


def _joined(table: Table, event: events.Joined, at: int) -> None:
    hand_over(table.seats, event.guest, event.into)
    table.host = event.into if table.host == event.guest else table.host
    for (guest, client_id), version in list(table.answers.items()):
        if guest == event.guest:
            table.answers.setdefault((event.into, client_id), version)


def _closed(table: Table, event: events.Closed, at: int) -> None:
    table.closed, table.takeback = True, None


def _running(table: Table) -> GameLog:
    if table.played is None:
        raise ValueError("the game has not begun")
    return table.played


_HAPPENS: dict[type, Any] = {
    events.Created: _created,
    events.Sat: _sat,
    events.EntropyAdded: _entropy_added,
    events.Stood: _stood,
    events.Started: _started,
    events.Played: _played,
    events.Undone: _undone,
    events.TakebackAsked: _takeback_asked,
    events.TakebackGranted: _takeback_granted,
    events.TakebackDeclined: _takeback_declined,
    events.Swapped: _swapped,
    events.Resigned: _resigned,
    events.TimedOut: _timed_out,
    events.Left: _left,
    events.Returned: _returned,
    events.Rematch: _rematch,
    events.Closed: _closed,
    events.Cancelled: _cancelled,
    events.Ready: _ready,
    events.Joined: _joined,
}
