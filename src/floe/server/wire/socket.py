"""The messages of a table's WebSocket, ``/ws/tables/{id}?have=VERSION``: JSON, told apart by their ``type``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from floe.server.wire.tables import ClockFace, Happening, Milliseconds, PositionView, TableView

ClientId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""Drawn anew by the client for each thing it asks for. Sent again, it gets the first answer again."""
Version = Annotated[int, Meta(ge=0)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    id: ClientId


# What clients send


class Play(_Asked, frozen=True, tag="play"):
    """Play an action for the seat to move, which must be one's own."""

    version: Version
    """Of the table as the player saw it."""
    action: Annotated[str, Meta(max_length=40)]


class Undo(_Asked, frozen=True, tag="undo"):
    """Take back one's last action, as far as the table's undo policy lets one."""

    version: Version


class AskTakeback(_Asked, frozen=True, tag="ask_takeback"):
    """Ask the others to let one take back the own last action and all that came after it."""

    version: Version


class AnswerTakeback(_Asked, frozen=True, tag="answer_takeback"):
    """Grant what was asked, or decline; or withdraw the own request."""

    grant: bool


class Resign(_Asked, frozen=True, tag="resign"):
    """Give up. That ends the game; all other seats share the win."""

    seat: int


class Leave(_Asked, frozen=True, tag="leave"):
    """Leave a running game; what happens with the seat is the table's choice."""


class Return(_Asked, frozen=True, tag="return"):
    """Be back at the own seats: the machine that stands in stops playing."""


class Say(_Asked, frozen=True, tag="say"):
    """Write into the chat."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Why(_Asked, frozen=True, tag="why"):
    """Ask why an action cannot be played now; answered with ``refused``."""

    action: Annotated[str, Meta(max_length=40)]


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """The answer to a ``ping``, with its number. What passes between is the network's delay."""

    number: int


FromClient = (
    Play | Undo | AskTakeback | AnswerTakeback | Resign | Leave | Return | Say | Why | Pong
)  # fmt: skip


# What the server sends


class _Told(Struct, frozen=True, tag_field="type"):
    pass


class StateMessage(_Told, frozen=True, tag="state"):
    """The table as it stands, with all that happened after the version that the client has.

    Sent when the socket opens and after everything that happens. It is whole: a client that missed others needs only
    the newest.
    """

    version: Version
    table: TableView
    happened: list[Happening]
    seat: int | None
    """Whose view this is: at a screen with several seats the one to move; none for a spectator."""
    position: PositionView | None
    """None before the game begins."""
    waiting_for: list[int]
    clocks: list[ClockFace] | None
    takeback: int | None
    """The seat that asks to take back, while the others have not all answered."""
    takeback_waits_for: list[int]
    now: Milliseconds
    """The server's time."""


class Accepted(_Told, frozen=True, tag="accepted"):
    """It is on record, durably, and made the table that version."""

    id: ClientId
    version: Version


class Refused(_Told, frozen=True, tag="refused"):
    """It was not done. ``rule`` is the rule of the game that forbids it, if one does; key and values say why in a
    form to be translated; words say it in English."""

    id: ClientId
    rule: str | None
    key: str
    values: dict[str, object]
    words: str


class Stale(_Told, frozen=True, tag="stale"):
    """It was made on a position that has changed since; a ``state`` with the present one follows."""

    id: ClientId
    version: Version


class Said(_Told, frozen=True, tag="said"):
    """A line of the chat. Those of before are sent when the socket opens."""

    number: int
    at: Milliseconds
    seat: int | None
    name: str
    text: str


class Presence(_Told, frozen=True, tag="presence"):
    """Who has the table open now."""

    seats: list[bool]
    spectators: int


class Ping(_Told, frozen=True, tag="ping"):
    """To be answered with ``pong`` at once. A client that does not answer is taken for gone."""

    number: int


class Bye(_Told, frozen=True, tag="bye"):
    """The server closes the socket: why, and whether it makes sense to come back."""

    key: str
    words: str
    again: bool


FromServer = StateMessage | Accepted | Refused | Stale | Said | Presence | Ping | Bye
