"""What can happen at a table. A table is the sum of its events, in the order of their versions.

Events are stored as JSON and never changed afterwards, so each says all that applying it needs: applying asks no
clock and draws nothing.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from floe.core.fairness import OLD
from floe.server.wire.tables import TableSettings


class _Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    pass


class Created(_Event, frozen=True, tag="created"):
    """A table was set up. The seats that the host plays and the machines are filled; the others are open."""

    settings: TableSettings
    host: str
    name: str
    rules_version: int
    position: dict[str, Any] | None = None
    reserved: dict[int, str] = {}
    """Open seats that are kept for somebody: those who play again."""
    adds_entropy: bool = False
    """The host will add to the deal, now that there is a commitment; the game waits for it."""
    entropy: str = ""
    """The host's, at tables of a time when it was sent along; their deals depend on it."""
    dealing: int = OLD
    """How the commitment and the seed are made; see ``fairness``."""


class Sat(_Event, frozen=True, tag="sat"):
    seat: int
    guest: str
    name: str
    entropy: str = ""
    adds_entropy: bool = False


class EntropyAdded(_Event, frozen=True, tag="entropy_added"):
    """Somebody who was waited for has added to the deal."""

    seats: list[int]
    entropy: str


class Stood(_Event, frozen=True, tag="stood"):
    """Somebody left a seat before the game began."""

    seat: int


class Started(_Event, frozen=True, tag="started"):
    """The game begins. Seats that are still open get a machine of this level."""

    level: str | None = None


class Played(_Event, frozen=True, tag="played"):
    seat: int
    action: str
    took: int = 0
    """Milliseconds to be charged to the clock of the seat."""


class Undone(_Event, frozen=True, tag="undone"):
    """The last action was taken back by who played it."""

    seat: int
    took: int = 0


class TakebackAsked(_Event, frozen=True, tag="takeback_asked"):
    """A seat asks to go back to where so many actions had been played."""

    seat: int
    ply: int


class TakebackGranted(_Event, frozen=True, tag="takeback_granted"):
    """These seats agree. When all have, it is done in the same event."""

    seats: list[int]
    took: int = 0


class TakebackDeclined(_Event, frozen=True, tag="takeback_declined"):
    """A seat does not agree, or who asked has withdrawn."""

    seat: int


class Swapped(_Event, frozen=True, tag="swapped"):
    """After the first turn whoever sits at the second seat takes over the first, and they change places."""

    seat: int = 0
    """The place that was taken over."""
    took: int = 0


class Resigned(_Event, frozen=True, tag="resigned"):
    seat: int


class TimedOut(_Event, frozen=True, tag="timed_out"):
    seat: int
    then: Literal["machine", "pass", "forfeit"]


class Left(_Event, frozen=True, tag="left"):
    """A person left a running game."""

    seats: list[int]
    took: int = 0


class Returned(_Event, frozen=True, tag="returned"):
    seats: list[int]


class Rematch(_Event, frozen=True, tag="rematch"):
    """The same people can play again at another table."""

    table: str
    seat: int | None = None
    """Whoever asked first."""


class Closed(_Event, frozen=True, tag="closed"):
    """The host of the server has ended a running game. Nobody wins."""


class Cancelled(_Event, frozen=True, tag="cancelled"):
    """Whoever set up the table has called it off before the game began."""


class Ready(_Event, frozen=True, tag="ready"):
    """Whoever has to decide has taken the device: the clock that was held runs from now on."""

    seat: int


class Joined(_Event, frozen=True, tag="joined"):
    """Two guests turned out to be one person: what one of them has here belongs to the other from now on."""

    guest: str
    into: str


Event = (
    Created | Sat | EntropyAdded | Stood | Started | Played | Undone | TakebackAsked | TakebackGranted
    | TakebackDeclined | Swapped | Resigned | TimedOut | Left | Returned | Rematch | Closed | Cancelled | Ready
    | Joined
)  # fmt: skip

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def decode(body: str | bytes) -> Event:
    return _decoder.decode(body)


class Logged(Struct, frozen=True):
    """An event in its place: when it happened, and who asked for it."""

    version: int
    at: int
    event: Event
    guest: str | None = None
    client_id: str | None = None
