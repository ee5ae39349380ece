"""A table as one person may see it: what the wire carries. Everything about a game goes through a seat's view here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from floe.core.fairness import SealedDeal
from floe.core.game import State
from floe.core.record import PERSON, Record
from floe.server.tables import events, plain
from floe.server.tables.apply import apply
from floe.server.tables.clocks import Outage
from floe.server.tables.commands import why_no_takeback, why_no_undo
from floe.server.tables.events import Logged
from floe.server.tables.game_log import GameLog
from floe.server.tables.seat import Seat
from floe.server.tables.summary import Summary
from floe.server.tables.table import Happened, Table
from floe.server.wire import http, socket
from floe.server.wire import tables as wire
from floe.server.wire.tables import Fact, Happening, HappeningKind, PositionView


def perspective(table: Table, guest: str | None) -> int | None:
    """Whose view a person gets: of several own seats the one to move, or else the one that moved last; none that a
    machine plays for, as long as there is another."""
    seats = table.seats_of(guest)
    mine = [seat for seat in seats if not table.seats[seat].stand_in] or seats
    if len(mine) <= 1 or table.played is None:
        return mine[0] if mine else None
    if table.to_move in mine:
        return table.to_move
    return next((seat for seat in reversed(table.played.seats) if seat in mine), mine[0])


def summary(table: Table) -> Summary:
    """What lists need to know of a table. It is stored beside the events, so that lists need not add them up."""
    if table.summary is None:
        table.summary = _summary(table)
    return table.summary


def _summary(table: Table) -> Summary:
    return Summary(
        id=table.id,
        settings=table.settings,
        status=table.status,
        seats=table.seats,
        host=table.host,
        to_move=table.to_move,
        turn=0 if table.played is None else table.played.state.turn,
        result=result(table),
        commitment=table.commitment,
        rules_version=table.game.rules_version,
        created=table.created,
        changed=table.changed,
        rematch=table.rematch,
        set_up=table.position is not None,
        rematch_by=table.rematch_by,
        version=table.version,
        due_by=None if table.clocks is None else table.clocks.due_by,
        swapped=table.swapped,
    )


def head(summary: Summary, guest: str | None, present: Collection[str | None] = ()) -> wire.TableView:
    """A table as lists and the head of the screen show it to one person."""
    guests = [seat.guest for seat in summary.seats]
    return wire.TableView(
        id=summary.id,
        game=summary.settings.game,
        status=summary.status,
        settings=summary.settings,
        seats=[
            wire.SeatView(
                seat=number,
                mine=guest is not None and seat.guest == guest,
                present=seat.kind == "machine" or seat.guest in present,
                kept=seat.kind == "open" and seat.reserved is not None,
                same_as=None if seat.guest is None or guests.index(seat.guest) == number else guests.index(seat.guest),
                colour=seat.colour,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                stand_in=seat.stand_in,
                entropy_due=seat.entropy_due,
            )
            for number, seat in enumerate(summary.seats)
        ],
        host=guest == summary.host,
        to_move=summary.to_move,
        turn=summary.turn,
        result=summary.result,
        commitment=summary.commitment,
        rules_version=summary.rules_version,
        created=summary.created,
        changed=summary.changed,
        rematch=summary.rematch,
        set_up=summary.set_up,
        invited=summary.status == "gathering" and guest is not None and guest in [s.reserved for s in summary.seats],
        rematch_by=summary.rematch_by,
        version=summary.version,
        due_by=summary.due_by,
        swapped=summary.swapped,
    )


def result(table: Table) -> wire.Result | None:
    """How the game ended; none while it runs."""
    if table.played is None or table.status != "over":
        return None
    if table.closed:
        return wire.Result([], None, "closed", None)
    if table.resigned is not None:
        others = [seat for seat in range(len(table.seats)) if seat != table.resigned]
        reason = "resigned" if table.timed_out is None else "timed_out"
        return wire.Result(others, None, reason, table.resigned)
    outcome = table.played.state.outcome
    if outcome is None:
        return None
    return wire.Result(list(outcome.winners), outcome.rule, outcome.reason, None)


def state_message(
    table: Table,
    guest: str | None,
    happened: list[Happening],
    now: int,
    outages: Sequence[Outage],
    present: Collection[str | None] = (),
) -> socket.StateMessage:
    """The table as it stands, for one person."""
    seat, to_move = perspective(table, guest), table.to_move
    return socket.StateMessage(
        version=table.version,
        table=head(summary(table), guest, present),
        happened=happened,
        seat=seat,
        position=None if table.played is None else _position(table, table.played, guest, seat),
        waiting_for=[] if to_move is None else [to_move],
        clocks=None if table.clocks is None else table.clocks.faces(now, outages),
        takeback=None if table.takeback is None else table.takeback.seat,
        takeback_waits_for=[] if table.takeback is None else table.takeback.waits_for,
        now=now,
        can_ask_takeback=why_no_takeback(table, guest) is None,
        can_swap=table.settings.swap
        and table.swap_is_open
        and table.seats[1].level is None
        and 1 in table.seats_of(guest),
    )


def _position(table: Table, played: GameLog, guest: str | None, seat: int | None) -> PositionView:
    to_move = table.to_move
    decides = to_move is not None and to_move == seat and table.seats[to_move].level is None
    return position(
        played.state,
        seat,
        len(played.actions),
        legal=decides,
        can_undo=why_no_undo(table, guest) is None,
    )


def position(state: State, seat: int | None, ply: int, legal: bool, can_undo: bool = False) -> PositionView:
    """A position as a seat or a spectator may see it."""
    seen, outlook = _seen(state, _viewer(state, seat))
    return PositionView(
        ply=ply,
        view=seen,
        legal=state.legal_actions() if legal else [],
        due=facts(state.due(seat)),
        can_undo=can_undo,
        outlook=outlook,
        plain=plain.position(state, seat, decides=legal),
    )


def _viewer(state: State, seat: int | None) -> int | None:
    """Whose eyes a position is seen with. Where nothing is hidden all see the same, so it is put into words once."""
    return seat if state.game.hidden else None


@lru_cache(maxsize=128)
def _seen(state: State, viewer: int | None) -> tuple[dict[str, Any], list[Fact]]:
    """The view of a position and what it holds; to be read only."""
    return state.seen(viewer), _outlook(state, None if state.game.open_outlook else viewer)


@lru_cache(maxsize=128)
def _outlook(state: State, viewer: int | None) -> list[Fact]:
    """What a position holds; to be read only."""
    return facts(state.outlook(viewer))


def spectated(state: State) -> dict[str, Any]:
    """The view of a spectator; to be read only."""
    return _seen(state, None)[0]


@lru_cache(maxsize=128)
def _facts(before: State, action: str, viewer: int | None, after: State | None) -> list[Any]:
    """What an action tells; to be read only."""
    return before.facts(action, viewer, after)


def facts(told: Iterable[Any]) -> list[Fact]:
    return [Fact(fact.key, fact.values) for fact in told]


# What happened


def happenings(table: Table, guest: str | None, have: int) -> list[Happening] | None:
    """What happened after a version that a client has; none if that is too long ago for the table to remember."""
    if not table.remembers(have):
        return None
    mine = table.seats_of(guest)
    return [_happening(table.recent[version], mine) for version in range(have + 1, table.version + 1)]


def retold(table_id: str, secret: str, log: Sequence[Logged], guest: str | None, have: int) -> list[Happening]:
    """The same for any version, from the table's whole log: the game is played again for it."""
    told: list[Happening] = []
    again = Table(table_id, secret)
    for logged in log:
        apply(again, logged)
        if logged.version > have:
            told.append(_happening(again.recent[logged.version], again.seats_of(guest)))
    return told


def _happening(happened: Happened, mine: list[int]) -> Happening:
    """An event as somebody with these seats may know it."""
    logged, event = happened.logged, happened.logged.event
    seat: int | None = getattr(event, "seat", None)
    name: str | None = None
    action: str | None = None
    told: list[Fact] = []
    words: str | None = None
    match event:
        case events.Played():
            viewer = event.seat if event.seat in mine else mine[0] if mine else None
            action = event.action
            if happened.before is not None:
                told, words = told_of(happened.before, action, viewer, happened.after)
        case events.Created() | events.Sat():
            name = event.name
        case events.Rematch():
            name = event.table
        case events.TakebackGranted() | events.Left() | events.Returned() | events.EntropyAdded():
            seat = event.seats[0] if event.seats else None
        case _:
            pass
    kind = cast("HappeningKind", type(event).__struct_config__.tag)
    return Happening(logged.version, logged.at, kind, seat, name, action, happened.ply, told, words)


def told_of(before: State, action: str, seat: int | None, after: State | None = None) -> tuple[list[Fact], str | None]:
    """What an action did, as a seat may know it: in facts, and in words where a screen needs them."""
    found = _facts(before, action, _viewer(before, seat), after)
    return facts(found), plain.told(before, found)


# Records


def record(table: Table) -> Record:
    """The game on record, from its first action to where it stands."""
    played = _begun(table)
    made = Record(played.first, played.seed, who(table.as_dealt()), deal(table))
    for ply, (action, at) in enumerate(zip(played.actions, played.times, strict=True), 1):
        made.play(action, at)
        if ply == table.swapped:
            made.swap()
    if table.resigned is not None:
        made.resign(table.resigned)
    return made


def record_document(table: Table) -> dict[str, Any]:
    """The record as a document. While the game runs, the seed is sealed, and the deal says only the commitment.

    A game without chance has nothing to seal: its record can be replayed at any time.
    """
    document = record(table).to_dict()
    if table.status == "over":
        return document
    if table.game.chance:
        document |= {"seed": None, "start": None}
        if "deal" in document:
            document["deal"]["secret"] = None
    else:
        document |= {"seed": None, "start": _begun(table).first.to_dict()}
        document.pop("deal", None)
    return document


def deal(table: Table) -> SealedDeal | None:
    """How the seed came about; nothing was dealt where the game began at a given position."""
    if _begun(table).seed is None:
        return None
    entropy = tuple(seat.entropy for seat in table.as_dealt())
    return SealedDeal(table.id, table.commitment, entropy, table.secret, table.dealing)


def who(seats: Sequence[Seat]) -> list[tuple[str, str]]:
    """Each seat's name and kind, as a record has them."""
    return [
        (seat.name or f"Player {number}", seat.level if seat.kind == "machine" and seat.level else PERSON)
        for number, seat in enumerate(seats, 1)
    ]


def frames(made: Record, seat: int | None, first: int, count: int) -> http.Frames:
    """Part of a game's positions as a seat saw them. What happened is told in full when the game is over."""
    shown: list[http.Frame] = []
    times = made.times
    for ply in range(first, min(first + count, len(made) + 1)):
        before, action = (made.at(ply - 1), made.actions[ply - 1]) if ply else (None, None)
        told: list[Fact] = []
        words: str | None = None
        if before is not None and action is not None:
            told, words = told_of(before, action, before.to_move if made.over else seat)
        shown.append(
            http.Frame(
                action=action,
                seat=None if before is None else before.to_move,
                facts=told,
                at=times[ply - 1] if times and ply else None,
                position=position(made.at(ply), seat, ply, legal=False),
                words=words,
            )
        )
    names = [player.name for player in made.players]
    return http.Frames(made.game.name, first, len(made) + 1, names, shown, made.swapped)


def _begun(table: Table) -> GameLog:
    if table.played is None:
        raise ValueError("the game has not begun")
    return table.played
