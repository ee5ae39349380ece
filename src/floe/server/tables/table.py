"""A table as it stands: the sum of its events, which ``apply`` adds up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from floe.core import handicaps
from floe.core.fairness import OLD
from floe.core.fairness import Game as Dealt
from floe.core.game import Game, State
from floe.core.record_document import exchanged
from floe.server.tables.clocks import Clocks
from floe.server.tables.events import Logged
from floe.server.tables.game_log import GameLog
from floe.server.tables.seat import Seat
from floe.server.tables.summary import Summary
from floe.server.wire.tables import Status, TableSettings


@dataclass
class Takeback:
    """A seat asks to go back; these seats have still to agree."""

    seat: int
    ply: int
    waits_for: list[int]


@dataclass(frozen=True)
class Happened:
    """An event, with the positions before and after it and the number of actions on record after it."""

    logged: Logged
    before: State | None
    after: State | None
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
    position: dict[str, Any] | None = None
    played: GameLog | None = None
    clocks: Clocks | None = None
    takeback: Takeback | None = None
    resigned: int | None = None
    timed_out: int | None = None
    swapped: int | None = None
    """So many actions had been played when those at the first two seats changed places."""
    closed: bool = False
    """The host of the server has ended the game."""
    cancelled: bool = False
    """Whoever set it up has called it off."""
    rematch: str | None = None
    rematch_by: int | None = None
    version: int = 0
    position_version: int = 0
    """The version of the last event that changed the position: what was decided on an older one is stale."""
    created: int = 0
    changed: int = 0
    began: int = 0
    answers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The version that each thing a client asked for has led to, by guest and client id."""
    dealing: int = OLD
    summary: Summary | None = None
    """What lists need to know of the table, once somebody has asked; it holds until the next event."""
    recent: dict[int, Happened] = field(default_factory=dict)
    """The newest events by version, so that most who come back can be told at once."""

    @cached_property
    def commitment(self) -> str:
        """To the secret that the deal comes from; empty where nothing is dealt. The first event decides it."""
        return "" if not self.is_dealt else self.dealt.commitment(self.secret, self.dealing)

    @property
    def is_dealt(self) -> bool:
        """Whether the first position follows from the seed alone: it was not given, and nobody has anything ahead."""
        return self.position is None and self.settings.handicap is None

    @property
    def dealt(self) -> Dealt:
        """What is dealt, and to whom."""
        persons = tuple(seat.kind == "person" for seat in self.as_dealt())
        return Dealt(self.id, self.game.name, self.game.rules_version, persons)

    @property
    def state(self) -> State | None:
        return None if self.played is None else self.played.state

    @property
    def status(self) -> Status:
        if self.cancelled:
            return "cancelled"
        if self.played is None:
            return "gathering"
        ended = self.closed or self.resigned is not None or self.played.state.over
        return "over" if ended else "running"

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide now."""
        return self.played.state.to_move if self.played is not None and self.status == "running" else None

    @property
    def machine_to_move(self) -> str | None:
        """The level of the machine that has to decide now, if one has."""
        return None if self.to_move is None else self.seats[self.to_move].level

    @property
    def swap_is_open(self) -> bool:
        """Whether the second seat may take over the first: that one has had its first turn, and nothing came after."""
        return self.to_move == 1 and self._only_first_has_played

    @property
    def swap_is_ahead(self) -> bool:
        """Whether the first seat is in its first turn, after which the second may take it over."""
        return self.to_move == 0 and self._only_first_has_played

    @property
    def _only_first_has_played(self) -> bool:
        """Whether places are swapped here and only the first seat has played."""
        if self.played is None or not self.settings.swap or self.swapped is not None:
            return False
        return (self.to_move == 0 or self.played.seats != []) and all(seat == 0 for seat in self.played.seats)

    @property
    def evenly_played(self) -> int:
        """So many actions at first were played to be even rather than best, because the place could be taken over."""
        seats = [] if self.played is None or not self.settings.swap else self.played.seats
        return next((ply for ply, seat in enumerate(seats) if seat != 0), len(seats))

    def as_dealt(self) -> list[Seat]:
        """Who sat at each seat when the game began."""
        return self.seats if self.swapped is None else exchanged(self.seats)

    def sits_now(self, ply: int) -> int:
        """The seat of whoever played an action: another one than then, if they have changed places since."""
        seat = self.played.seats[ply] if self.played is not None else 0
        return 1 - seat if self.swapped is not None and ply < self.swapped and seat < 2 else seat

    @property
    def several_seats(self) -> bool:
        """Whether one person may have several seats: the table says so, or the host had them from the start."""
        return self.settings.several_seats or sum(plan.who == "me" for plan in self.settings.seats) > 1

    def remembers(self, have: int) -> bool:
        """Whether all that happened after a version can be told at once, without playing the game again."""
        return have >= self.version or have + 1 in self.recent

    def seats_of(self, guest: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if guest is not None and seat.guest == guest]

    def passed_on(self, seat: int) -> bool:
        """Whether the device is being passed on to the person at this seat: in a game with secrets another seat of
        theirs has decided last, or none has yet."""
        mine = self.seats_of(self.seats[seat].guest)
        if not self.game.hidden or len(mine) <= 1 or self.played is None:
            return False
        return next((last for last in reversed(self.played.seats) if last in mine), None) != seat

    def persons(self) -> set[str]:
        """The guests who have a seat."""
        return {seat.guest for seat in self.seats if seat.guest is not None}

    def may_watch(self, guest: str | None) -> bool:
        """Whether somebody may see the table. Until a game has begun, whoever has the link may."""
        return self.settings.spectators or self.played is None or guest in self.persons()

    def may_chat(self, guest: str | None) -> bool:
        """Whether somebody may read and write the chat."""
        return self.settings.chat == "all" or (self.settings.chat == "players" and guest in self.persons())

    def first_position(self, seed: str) -> State:
        """The position that the game begins at, if it is dealt from this seed."""
        if self.position is not None:
            given: State = self.game.from_dict(self.position)
            return given
        settings = self.settings
        dealt: State = self.game.new(len(settings.seats), seed, settings.rules, settings.colours)
        handicap = settings.handicap
        return dealt if handicap is None else handicaps.given(dealt, handicap.seat, handicap.ahead)
