"""What may be done at a table: each function returns the events that follow from what somebody asks, or refuses.

They change nothing. Who asks is a guest's id; times are milliseconds that the caller gives.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

import floe
from floe.core import handicaps
from floe.core.errors import FloeError
from floe.core.fairness import METHOD
from floe.server import offered
from floe.server.tables import events
from floe.server.tables.clocks import Outage
from floe.server.tables.events import Event
from floe.server.tables.game_log import GameLog
from floe.server.tables.refusals import Refusal, Stale
from floe.server.tables.table import Table
from floe.server.wire.tables import SeatPlan, TableSettings

PACE_AMONG_MACHINES = 100
"""Milliseconds for an action where nobody plays who would wait for it."""

# Before the game


def create(
    settings: TableSettings,
    host: str,
    name: str,
    position: dict[str, Any] | None = None,
    *,
    adds_entropy: bool = False,
) -> events.Created:
    """Set up a table. The host's entropy comes later: the server must have committed itself before it sees any."""
    check(settings, position)
    version = floe.game(settings.game).rules_version
    return events.Created(settings, host, name, version, position, adds_entropy=adds_entropy, dealing=METHOD)


def check(settings: TableSettings, position: dict[str, Any] | None) -> None:
    """Refuse a table at which no game could be played."""
    try:
        game = floe.game(settings.game)
        if position is None:
            first = game.new(len(settings.seats), 0, settings.rules, settings.colours)
            if settings.handicap is not None:
                handicaps.given(first, settings.handicap.seat, settings.handicap.ahead)
        else:
            first = game.from_dict(position)
            if first.over or first.players != len(settings.seats):
                raise Refusal("position", "the position is of a game that is over, or for another number of players")
    except FloeError as fault:
        raise Refusal("settings", str(fault)) if fault.rule is None else Refusal.of(fault) from None
    _check_swap(settings, game.hidden, position is not None)
    if settings.handicap is not None and position is not None:
        raise Refusal("handicap_position", "a handicap is for new games only, not for those that begin at a position")
    for plan in settings.seats:
        if plan.name is not None and not plan.name.isprintable():
            raise Refusal("bad_name", "a name has 1 to 40 characters that can be printed")
        if (plan.who == "machine") != (plan.level is not None):
            raise Refusal("level", "a machine, and nobody else, has a level")
        if plan.level is not None and plan.level not in offered.levels(settings.game):
            raise Refusal("level", f"no machine player of the level {plan.level!r} plays {settings.game}")
    if all(plan.who == "machine" for plan in settings.seats) and settings.pace < PACE_AMONG_MACHINES:
        raise Refusal("pace", f"machines among themselves take at least {PACE_AMONG_MACHINES} ms for an action")


def _check_swap(settings: TableSettings, hidden: bool, given: bool) -> None:
    """Refuse a swap where it would be unfair, or have no first turn to come after."""
    if settings.swap and hidden:
        words = "places are not swapped in a game with hidden hands: one would take along what one has seen"
        raise Refusal("swap_hidden", words)
    if settings.swap and given:
        raise Refusal("swap_position", "places are swapped in new games only, not in those that begin at a position")
    if settings.swap and settings.handicap is not None:
        raise Refusal("swap_handicap", "places are not swapped where one of them has a handicap")


def start_if_full(table: Table, taken: Collection[int] = (), given: Collection[int] = ()) -> list[Event]:
    """The game begins by itself as soon as nobody is missing, nor anything that somebody wants to add to the deal.

    ``taken`` are seats that are being taken just now, ``given`` those whose part of the deal has just come.
    """
    missing = any(
        (seat.kind == "open" and number not in taken) or (seat.entropy_due and number not in given)
        for number, seat in enumerate(table.seats)
    )
    return [] if missing else [events.Started()]


def sit(table: Table, guest: str, seat: int | None, name: str, entropy: str) -> list[Event]:
    """Take an open seat. The last one to sit down starts the game."""
    _gathering(table)
    free = [n for n, one in enumerate(table.seats) if one.kind == "open" and one.reserved in (None, guest)]
    kept = _kept_for(table, guest)
    if table.seats_of(guest) and not kept and not table.several_seats:
        raise Refusal("seated", "you have a seat here already")
    if seat is None:
        if not free:
            raise Refusal("full", "no seat is open")
        chosen = (kept or free)[0]
    elif seat not in free:
        raise Refusal("taken", f"seat {seat} is not open", seat=seat)
    else:
        chosen = seat
    return [events.Sat(chosen, guest, name, entropy), *start_if_full(table, taken=[chosen])]


def add_entropy(table: Table, guest: str, entropy: str) -> list[Event]:
    """Add one's own part to the deal, as announced. The last one that was missing starts the game.

    Once it is there it cannot be changed; whoever sends it again, because no answer came, is answered as before.
    """
    seats = table.seats_of(guest)
    if not seats:
        raise Refusal("no_seat", "you have no seat here")
    due = [number for number in seats if table.seats[number].entropy_due]
    if not due:
        return []
    return [events.EntropyAdded(due, entropy), *start_if_full(table, given=due)]


def stand(table: Table, guest: str) -> list[Event]:
    """Leave the own seats before the game begins, or say no to those that are kept for one."""
    _gathering(table)
    seats = table.seats_of(guest) or _kept_for(table, guest)
    if not seats:
        raise Refusal("no_seat", "you have no seat here")
    return [events.Stood(seat) for seat in seats]


def cancel(table: Table, guest: str) -> list[Event]:
    """The host calls the table off before the game begins."""
    if table.status == "cancelled":
        return []
    _gathering(table)
    if guest != table.host:
        raise Refusal("not_host", "only who set up the table can call it off")
    return [events.Cancelled()]


def start(table: Table, guest: str, level: str) -> list[Event]:
    """The host does not wait any longer: machines take the open seats."""
    _gathering(table)
    if guest != table.host:
        raise Refusal("not_host", "only who set up the table can start it")
    if level not in offered.levels(table.settings.game):
        raise Refusal("level", f"no machine player of the level {level!r} plays {table.settings.game}")
    return [events.Started(level)]


# In the game


def play(
    table: Table, guest: str, version: int, action: str, now: int, outages: Sequence[Outage], allowance: int = 0
) -> list[Event]:
    """A person plays an action for the seat to move."""
    _running(table)
    _fresh(table, version)
    seat = _own_decision(table, guest)
    refuse_illegal(table, action)
    return [events.Played(seat, action, _took(table, now, outages, allowance))]


def machine_play(table: Table, version: int, action: str) -> list[Event]:
    """A machine plays for the seat to move."""
    _running(table)
    _fresh(table, version)
    if table.to_move is None or table.machine_to_move is None:
        raise Stale
    return [events.Played(table.to_move, action)]


def swap(
    table: Table, guest: str, version: int, now: int, outages: Sequence[Outage], allowance: int = 0
) -> list[Event]:
    """Whoever sits at the second seat takes over the first, after that one's first turn."""
    _running(table)
    _fresh(table, version)
    if not table.settings.swap:
        raise Refusal("no_swap", "at this table places are not swapped")
    if not table.swap_is_open:
        raise Refusal("swap_late", "places are swapped after the first turn only, before the second seat has played")
    _own_decision(table, guest)
    return [events.Swapped(took=_took(table, now, outages, allowance))]


def machine_swap(table: Table, version: int) -> list[Event]:
    """The machine at the second seat takes over the first."""
    _running(table)
    _fresh(table, version)
    if not may_machine_swap(table):
        raise Stale
    return [events.Swapped()]


def may_machine_swap(table: Table) -> bool:
    """Whether a machine has to decide if it swaps. One that only stands in for a person keeps that person's place."""
    return table.swap_is_open and table.seats[1].kind == "machine"


def refuse_illegal(table: Table, action: str) -> None:
    """Refuse an action that cannot be played now, with the rule that forbids it."""
    state = _running(table).state
    if action not in state.legal_actions():
        raise Refusal.of(state.why_not(action))


def why(table: Table, guest: str | None, action: str) -> None:
    """Say why an action cannot be played, to the one who has to decide: to others it would tell what that one holds."""
    _running(table)
    if table.to_move is None or table.to_move not in table.seats_of(guest):
        raise Refusal("not_your_turn", "it is not your turn")
    refuse_illegal(table, action)


def undo(table: Table, guest: str, version: int, now: int, outages: Sequence[Outage]) -> list[Event]:
    """Take back the own last action."""
    _running(table)
    _fresh(table, version)
    refused = why_no_undo(table, guest)
    if refused is not None:
        raise refused
    return [events.Undone(_running(table).seats[-1], _took(table, now, outages))]


def why_no_undo(table: Table, guest: str | None) -> Refusal | None:
    """What keeps a person from taking back the last action; none if nothing does."""
    played = table.played
    if played is None or table.status != "running":
        return Refusal("not_running", "no game is running here")
    if table.settings.undo == "none":
        return Refusal("no_undo", "at this table nothing is taken back")
    if not played.turn or table.seats[played.seats[-1]].guest != guest or table.seats[played.seats[-1]].level:
        return Refusal("nothing_to_undo", "you have played nothing in this turn")
    before, action = played.turn[-1], played.actions[-1]
    revealed_nothing = not table.game.chance and before.to_move == played.state.to_move
    if before.can_undo(action) or (table.settings.undo == "free" and revealed_nothing):
        return None
    return Refusal("cannot_undo", f"{action!r} is not taken back: ask the others", action=action)


def ask_takeback(table: Table, guest: str, version: int, now: int, outages: Sequence[Outage]) -> list[Event]:
    """Ask to go back to before the own last action. If only machines are asked, it is done at once.

    Whoever is away and played for by a machine may come back, and has not agreed to anything.
    """
    played = _running(table)
    _fresh(table, version)
    refused = why_no_takeback(table, guest)
    if refused is not None:
        raise refused
    ply: int = next(_own_plies(table, guest))
    asked = events.TakebackAsked(played.seats[ply], ply)
    others = any(seat.kind == "person" and seat.guest != guest for seat in table.seats)
    return [asked] if others else [asked, events.TakebackGranted([], _took(table, now, outages))]


def why_no_takeback(table: Table, guest: str | None) -> Refusal | None:
    """What keeps a person from asking to take back; none if nothing does."""
    played = table.played
    if played is None or table.status != "running":
        return Refusal("not_running", "no game is running here")
    if table.takeback is not None:
        return Refusal("takeback_waits", "somebody has asked already")
    if next(_own_plies(table, guest), None) is None:
        return Refusal("nothing_to_undo", "you have played nothing yet")
    if any(seat.kind == "person" and seat.guest != guest and seat.stand_in for seat in table.seats):
        return Refusal("absent", "a machine plays for somebody who is away and cannot agree")
    return None


def _own_plies(table: Table, guest: str | None) -> Iterator[int]:
    """The actions of a guest's that can be taken back, the last one first. What was played before a swap stays: it was
    what decided it."""
    mine, seats = table.seats_of(guest), [] if table.played is None else table.played.seats
    return (ply for ply in range(len(seats) - 1, (table.swapped or 0) - 1, -1) if seats[ply] in mine)


def answer_takeback(table: Table, guest: str, grant: bool, now: int, outages: Sequence[Outage]) -> list[Event]:
    """Grant what was asked, or decline; who asked may only withdraw."""
    _running(table)
    if table.takeback is None:
        raise Refusal("no_takeback", "nobody asks to take back")
    mine = table.seats_of(guest)
    asked = [seat for seat in mine if seat in table.takeback.waits_for]
    if asked and grant:
        return [events.TakebackGranted(asked, _took(table, now, outages))]
    if not grant and (asked or table.takeback.seat in mine):
        return [events.TakebackDeclined(asked[0] if asked else table.takeback.seat)]
    raise Refusal("not_asked", "you are not asked")


def resign(table: Table, guest: str, seat: int) -> list[Event]:
    _running(table)
    if seat not in table.seats_of(guest):
        raise Refusal("no_seat", f"seat {seat} is not yours", seat=seat)
    return [events.Resigned(seat)]


def leave(table: Table, guest: str, now: int, outages: Sequence[Outage]) -> list[Event]:
    """Leave a running game. Where the table says so, machines play on."""
    _running(table)
    seats = [seat for seat in table.seats_of(guest) if not table.seats[seat].stand_in]
    if not seats:
        raise Refusal("no_seat", "you have no seat here")
    if table.settings.on_leave == "wait":
        raise Refusal("waits", "this table waits for those who leave: just close it, and come back")
    waited_for = table.clocks is not None and table.clocks.running in seats
    return [events.Left(seats, _took(table, now, outages) if waited_for else 0)]


def come_back(table: Table, guest: str) -> list[Event]:
    """Be back at the own seats."""
    _running(table)
    seats = [seat for seat in table.seats_of(guest) if table.seats[seat].stand_in]
    if not seats:
        raise Refusal("is_here", "no machine plays for you")
    return [events.Returned(seats)]


def ready(table: Table, guest: str) -> list[Event]:
    """The next person at one screen has taken the device: the clock that was held runs."""
    _running(table)
    seat = _own_decision(table, guest)
    return [events.Ready(seat)] if table.clocks is not None and table.clocks.held else []


def time_out(table: Table, now: int, outages: Sequence[Outage], allowance: int = 0) -> list[Event]:
    """What follows if the time of the seat that is waited for is up; nothing if it is not."""
    if table.clocks is None or table.to_move is None or table.clocks.running is None:
        return []
    deadline = table.clocks.deadline(outages)
    if deadline is None or now < deadline + allowance:
        return []
    return [events.TimedOut(table.clocks.running, table.settings.on_timeout)]


# After the game


def play_again(table: Table, guest: str, name: str, *, adds_entropy: bool = False) -> events.Created:
    """A table where the same people and machines play again, each one seat further on, so that another begins.

    Where they have changed places, it goes by those that they had at first.
    """
    if table.status != "over":
        raise Refusal("not_over", "this game is not over")
    if not table.seats_of(guest):
        raise Refusal("no_seat", "only who has played here can play again")
    count = len(table.seats)
    before = table.as_dealt()
    plans: list[SeatPlan] = []
    reserved: dict[int, str] = {}
    for number in range(count):
        seat = before[(number - 1) % count]
        if seat.kind == "machine":
            plans.append(SeatPlan("machine", seat.level))
        elif seat.guest == guest:
            plans.append(SeatPlan("me", name=seat.name))
        else:
            plans.append(SeatPlan("open"))
            if seat.guest is not None:
                reserved[number] = seat.guest
    handicap = table.settings.handicap
    if handicap is not None:  # whoever has it, keeps it
        handicap = replace(handicap, seat=(handicap.seat + 1) % count)
    settings = replace(table.settings, seats=plans, handicap=handicap)
    version = table.game.rules_version
    return events.Created(
        settings, guest, name, version, table.position, reserved, adds_entropy=adds_entropy, dealing=METHOD
    )


def sit_again(table: Table, guest: str, name: str, *, adds_entropy: bool) -> list[Event]:
    """Take the seats that are kept for one who has played here before; nothing, if there are none or it has begun."""
    kept = _kept_for(table, guest)
    if not kept or table.status != "gathering":
        return []
    sat = [events.Sat(seat, guest, name, adds_entropy=adds_entropy) for seat in kept]
    return [*sat] if adds_entropy else [*sat, *start_if_full(table, taken=kept)]


def rematch_id(table: Table) -> str:
    """The id of the table where the same people play again: nobody can guess it, and there is only one."""
    digest = hashlib.sha256(f"floe rematch/{table.id}/{table.secret}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode().replace("-", "_")  # "-w" is an option of a command


def _kept_for(table: Table, guest: str) -> list[int]:
    """The open seats that are kept for a guest."""
    return [n for n, one in enumerate(table.seats) if one.kind == "open" and one.reserved == guest]


def _gathering(table: Table) -> None:
    if table.status == "cancelled":
        raise Refusal("cancelled", "this table was called off")
    if table.status != "gathering":
        raise Refusal("begun", "the game has begun already")


def _running(table: Table) -> GameLog:
    if table.played is None or table.status != "running":
        raise Refusal("not_running", "no game is running here")
    return table.played


def _fresh(table: Table, version: int) -> None:
    """What was decided on an older position is stale. What happened since without changing it does not matter."""
    if not table.position_version <= version <= table.version:
        raise Stale


def _own_decision(table: Table, guest: str) -> int:
    seat = table.to_move
    if seat is None or seat not in table.seats_of(guest):
        raise Refusal("not_your_turn", "it is not your turn")
    if table.seats[seat].stand_in:
        raise Refusal("stand_in", "a machine plays for you: come back first")
    return seat


def _took(table: Table, now: int, outages: Sequence[Outage], allowance: int = 0) -> int:
    return 0 if table.clocks is None else table.clocks.took(now, outages, allowance)


def close(table: Table) -> list[Event]:
    """What the host of the server may: end a running game, which nobody wins then."""
    return [events.Closed()] if table.status == "running" else []


def be_gone(table: Table, guest: str, now: int, outages: Sequence[Outage]) -> list[Event]:
    """What follows for others when a guest is deleted: the seat is free, or a machine plays on."""
    seats = table.seats_of(guest)
    if not seats or table.status in ("over", "cancelled"):
        return []
    if table.status == "gathering":
        return [events.Stood(seat) for seat in seats]
    standing = [seat for seat in seats if not table.seats[seat].stand_in]
    waited_for = table.clocks is not None and table.clocks.running in standing
    return [events.Left(standing, _took(table, now, outages) if waited_for else 0)] if standing else []
