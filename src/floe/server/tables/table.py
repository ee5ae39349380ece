"""A table as the sum of its events. ``apply`` is the only thing that changes one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import floe
from floe.core.fairness import commitment_to, seed_from
from floe.core.game import Game, State
from floe.server import offered
from floe.server.tables import events
from floe.server.tables.clocks import Clocks
from floe.server.tables.events import Logged
from floe.server.wire.tables import SeatKind, Status, TableSettings

RECENT = 64
"""So many of the newest events can be told again without replaying the game."""


@dataclass
class Seat:
    """Who sits at one seat."""

    kind: SeatKind = "open"
    guest: str | None = None
    name: str | None = None
    level: str | None = None
    """Of the machine here, also of one that stands in."""
    entropy: str = ""
    entropy_due: bool = False
    """Its person has still to add to the deal; the game waits for it."""
    reserved: str | None = None
    stand_in: bool = False
    """A machine plays for this person, who left or ran out of time."""
    only_this_turn: bool = False
    """The machine that stands in stops when the turn is over."""

    @property
    def machine(self) -> str | None:
        """The level of the machine that decides here now, if one does."""
        return self.level if self.kind == "machine" or self.stand_in else None

    def replace_by(self, level: str) -> None:
        """A machine of this level stands in for the person."""
        self.stand_in, self.level = True, level

    def come_back(self) -> None:
        """The person plays again."""
        self.stand_in = self.only_this_turn = False
        self.level = None


@dataclass
class Played:
    """The game at a table, from its first position to where it stands."""

    first: State
    seed: str | None
    """None if the game began at a given position."""
    state: State
    actions: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    """Who played each action."""
    turn: list[State] = field(default_factory=list)
    """The positions before each action of the present turn: those that can be gone back to at once."""

    def play(self, seat: int, action: str, at: int) -> None:
        before = self.state
        self.state = before.play(action)
        self.actions.append(action)
        self.times.append(max(at, self.times[-1]) if self.times else at)
        self.seats.append(seat)
        if self.state.turn == before.turn:
            self.turn.append(before)
        else:
            self.turn.clear()

    def go_back_to(self, ply: int) -> None:
        """Take back all actions but the first ``ply``."""
        back = len(self.actions) - ply
        del self.actions[ply:], self.times[ply:], self.seats[ply:]
        if back <= len(self.turn):
            self.state = self.turn[-back]
            del self.turn[-back:]
            return
        replayed = Played(self.first, self.seed, self.first)
        for seat, action, at in zip(self.seats, self.actions, self.times, strict=True):
            replayed.play(seat, action, at)
        self.state, self.turn = replayed.state, replayed.turn


@dataclass
class Takeback:
    """A seat asks to go back; these seats have still to agree."""

    seat: int
    ply: int
    waits_for: list[int]


@dataclass(frozen=True)
class Happened:
    """An event, with the position before it and the number of actions on record after it."""

    logged: Logged
    before: State | None
    ply: int


@dataclass
class Table:
    """One table. Where it stands follows from its id, its secret and its events alone."""

    id: str
    secret: str
    settings: TableSettings = field(init=False)
    host: str = field(init=False)
    game: Game[Any] = field(init=False)
    seats: list[Seat] = field(init=False)
    colours: list[str] = field(init=False)
    position: dict[str, Any] | None = None
    played: Played | None = None
    clocks: Clocks | None = None
    takeback: Takeback | None = None
    resigned: int | None = None
    timed_out: int | None = None
    rematch: str | None = None
    version: int = 0
    position_version: int = 0
    """The version of the last event that changed the position: what was decided on an older one is stale."""
    created: int = 0
    changed: int = 0
    began: int = 0
    answers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The version that each thing a client asked for has led to, by guest and client id."""
    recent: dict[int, Happened] = field(default_factory=dict)
    """The newest events by version, so that most who come back can be told at once."""

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret, self.id)

    @property
    def state(self) -> State | None:
        return None if self.played is None else self.played.state

    @property
    def status(self) -> Status:
        if self.played is None:
            return "gathering"
        return "over" if self.resigned is not None or self.played.state.over else "running"

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide now."""
        return self.played.state.to_move if self.played is not None and self.status == "running" else None

    @property
    def machine_to_move(self) -> str | None:
        """The level of the machine that has to decide now, if one has."""
        return None if self.to_move is None else self.seats[self.to_move].machine

    def seats_of(self, guest: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if guest is not None and seat.guest == guest]

    def persons(self) -> set[str]:
        """The guests who have a seat."""
        return {seat.guest for seat in self.seats if seat.guest is not None}

    def first_position(self, seed: str) -> State:
        """The position that the game begins at, if it is dealt from this seed."""
        if self.position is not None:
            given: State = self.game.from_dict(self.position)
            return given
        settings = self.settings
        dealt: State = self.game.new(len(settings.seats), seed, settings.rules, settings.colours)
        return dealt


def apply(table: Table, logged: Logged) -> None:
    """Let an event happen. Events come in the order of their versions, each once."""
    if logged.version != table.version + 1:
        raise ValueError(f"event {logged.version} cannot follow version {table.version}")
    before = table.state
    _HAPPENS[type(logged.event)](table, logged.event, logged.at)
    table.version = logged.version
    table.changed = max(table.changed, logged.at)
    if logged.guest is not None and logged.client_id is not None:
        table.answers[logged.guest, logged.client_id] = logged.version
    table.recent[logged.version] = Happened(logged, before, len(table.played.actions) if table.played else 0)
    if len(table.recent) > RECENT:
        del table.recent[next(iter(table.recent))]
    if table.state is not before:
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
    waited_for = None if seat is None or table.seats[seat].machine else seat
    moved = table.position_version == table.version
    if moved or waited_for != table.clocks.running:
        table.clocks.wait_for(waited_for, at, moved)


def _created(table: Table, event: events.Created, at: int) -> None:
    table.settings, table.host, table.position = event.settings, event.host, event.position
    table.game = floe.game(event.settings.game, event.rules_version)
    table.colours = table.game.colours(table.first_position("").array)
    table.created = at
    table.seats = []
    for number, plan in enumerate(event.settings.seats):
        if plan.who == "machine":
            table.seats.append(Seat("machine", level=plan.level, name=plan.level))
        elif plan.who == "me":
            name = plan.name or event.name
            seat = Seat("person", event.host, name, entropy=event.entropy, entropy_due=event.adds_entropy)
            table.seats.append(seat)
        else:
            table.seats.append(Seat(reserved=event.reserved.get(number)))


def _sat(table: Table, event: events.Sat, at: int) -> None:
    seat = Seat("person", event.guest, event.name, entropy=event.entropy, entropy_due=event.adds_entropy)
    table.seats[event.seat] = seat


def _entropy_added(table: Table, event: events.EntropyAdded, at: int) -> None:
    for number in event.seats:
        table.seats[number].entropy = event.entropy
        table.seats[number].entropy_due = False


def _stood(table: Table, event: events.Stood, at: int) -> None:
    table.seats[event.seat] = Seat()


def _started(table: Table, event: events.Started, at: int) -> None:
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            table.seats[number] = Seat("machine", level=event.level, name=event.level)
        seat.entropy_due = False  # the host waits no longer
    seed = seed_from(table.secret, table.id, [seat.entropy for seat in table.seats])
    first = table.first_position(seed)
    table.played = Played(first, seed if table.position is None else None, first)
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
    table.rematch = event.table


def _running(table: Table) -> Played:
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
    events.Resigned: _resigned,
    events.TimedOut: _timed_out,
    events.Left: _left,
    events.Returned: _returned,
    events.Rematch: _rematch,
}
