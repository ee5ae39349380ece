"""Who has to be told of what has just happened at a table, should they be away.

It follows from the table before and after, so it can be written together with the events. Nothing here says what is
told: that is put into words when it is sent, if it is still true by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from floe.server.store.rows import Telling
from floe.server.tables.clocks import DAY, Outage
from floe.server.tables.table import Table
from floe.server.wire.tables import DaysClock

Kind = Literal["turn", "reminder", "takeback", "rematch", "over"]
GRACE = 20_000
"""Milliseconds until somebody who is waited for is called: who has the table open, or comes at once, needs no call."""
LATEST_REMINDER = DAY // 2
"""A reminder comes so long before the time is up, but not before three quarters of it have passed."""


@dataclass(frozen=True)
class Standing:
    """What notices depend on, as it was before an event."""

    waits_for: str | None
    position: int
    over: bool
    asks: int | None
    rematch: str | None
    actions: int

    @classmethod
    def of(cls, table: Table) -> Standing:
        return cls(
            waits_for(table),
            table.position_version,
            table.status == "over",
            None if table.takeback is None else table.takeback.seat,
            table.rematch,
            0 if table.played is None else len(table.played.actions),
        )


@dataclass(frozen=True)
class Notices:
    """What follows from what happened: see ``Append``."""

    outdated: list[str]
    forget: bool
    tell: list[Telling]


def waits_for(table: Table) -> str | None:
    """The guest who has to decide now; none while a machine does, or nobody."""
    seat = None if table.to_move is None else table.seats[table.to_move]
    return None if seat is None or seat.level is not None else seat.guest


def slow(table: Table) -> bool:
    """Whether people play over days: their clock says so, or several play without any."""
    if table.settings.clock is None:
        return len(table.persons()) > 1
    return isinstance(table.settings.clock, DaysClock)


def following(table: Table, before: Standing, by: str | None, outages: list[Outage]) -> Notices:
    """What follows from events that somebody (``by``), or nobody, has just brought about."""
    now = Standing.of(table)
    if not (slow(table) or len(table.persons()) > 1):
        return Notices([], forget=False, tell=[])
    moved = now.position != before.position or now.waits_for != before.waits_for or now.over
    outdated = ["turn", "reminder"] if moved else []
    outdated += ["takeback"] if before.asks is not None and now.asks is None else []
    told = _waited_for(table, now.waits_for, by, outages) if moved and now.waits_for is not None else []
    if now.asks is not None and before.asks is None and table.takeback is not None:
        asked = {table.seats[seat].guest for seat in table.takeback.waits_for}
        told += [_telling(table, "takeback", guest, _done(table, guest)) for guest in sorted(_others(asked, by))]
    if now.over and not before.over:
        told += [_telling(table, "over", guest, 0) for guest in sorted(_others(table.persons(), by))]
    if now.rematch is not None and before.rematch is None:
        told += [
            _telling(table, "rematch", guest, 0, link=now.rematch) for guest in sorted(_others(table.persons(), by))
        ]
    gone_back = before.asks is not None and now.asks is None and now.actions < before.actions
    return Notices(outdated, gone_back, told)


def _waited_for(table: Table, guest: str, by: str | None, outages: list[Outage]) -> list[Telling]:
    done = _done(table, guest)
    told = [_telling(table, "turn", guest, done)] if guest != by else []
    deadline = None if table.clocks is None else table.clocks.deadline(outages)
    if deadline is not None and isinstance(table.settings.clock, DaysClock):
        early = min(LATEST_REMINDER, table.settings.clock.days * DAY // 4)
        told.append(_telling(table, "reminder", guest, done, due=max(table.changed, deadline - early)))
    return told


def _telling(table: Table, kind: Kind, guest: str, turn: int, due: int | None = None, link: str = "") -> Telling:
    return Telling(guest, kind, turn, table.changed + GRACE if due is None else due, slow(table), link)


def _done(table: Table, guest: str | None) -> int:
    """How much was played at a guest's seats: until it is more, they are called once. So who takes back and plays again
    does not call the others again, and who is asked something between has a call of their own for the rest of the turn.
    """
    if table.played is None:
        return 0
    mine, swapped, seats = table.seats_of(guest), table.swapped or 0, table.played.seats
    before = [1 - seat if seat < 2 else seat for seat in mine]  # where they sat then, see ``Table.sits_now``
    return sum(map(seats[swapped:].count, mine)) + sum(map(seats[:swapped].count, before))


def _others(guests: set[str | None] | set[str], by: str | None) -> set[str]:
    return {guest for guest in guests if guest is not None and guest != by}
