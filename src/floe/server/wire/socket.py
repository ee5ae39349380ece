"""The messages of a table's WebSocket, ``/ws/tables/{id}?have=VERSION``: JSON, told apart by their ``type``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from floe.server.wire.tables import ClockFace, Happening, Milliseconds, PlannedLine, PositionView, TableView

ClientId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""Drawn anew by the client for each thing it asks for. Sent again, it gets the first answer again."""
Version = Annotated[int, Meta(ge=0)]
Phrase = Literal[
    "hello", "good_luck", "have_fun", "nice", "well_played", "thanks", "sorry", "oops", "close", "moment", "again",
    "must_go", "smile", "laugh", "wow", "sad", "think", "heart",
]  # fmt: skip
"""What can be said with one tap. The last six are reactions: apps draw them."""


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


class Swap(_Asked, frozen=True, tag="swap"):
    """At the second seat, take over the first after its first turn: the two change places, and the other plays on."""

    version: Version


class Resign(_Asked, frozen=True, tag="resign"):
    """Give up. That ends the game; all other seats share the win."""

    seat: int


class Leave(_Asked, frozen=True, tag="leave"):
    """Leave a running game; what happens with the seat is the table's choice."""


class Return(_Asked, frozen=True, tag="return"):
    """Be back at the own seats: the machine that stands in stops playing."""


class Ready(_Asked, frozen=True, tag="ready"):
    """At one screen the next person has taken the device: the clock that was held runs from now on."""


class Say(_Asked, frozen=True, tag="say"):
    """Write into the chat."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class SayPhrase(_Asked, frozen=True, tag="say_phrase"):
    """Say one of the phrases that everybody reads in their own language."""

    phrase: Phrase


class Why(_Asked, frozen=True, tag="why"):
    """Ask why an action cannot be played now; answered with ``refused``."""

    action: Annotated[str, Meta(max_length=40)]


class PlanLine(_Asked, frozen=True, tag="plan_line"):
    """While others are waited for: if they play so, play this at once. The actions of all, in order, from the position
    of that version on; the last one is one's own."""

    version: Version
    actions: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=120)]


class DropLine(_Asked, frozen=True, tag="drop_line"):
    """Take a line out of the own plan."""

    number: int


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """The answer to a ``ping``, with its number. What passes between is the network's delay."""

    number: int


FromClient = (
    Play | Undo | AskTakeback | AnswerTakeback | Swap | Resign | Leave | Return | Ready | Say | SayPhrase | Why
    | PlanLine | DropLine | Pong
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
    can_ask_takeback: bool = False
    """Whether the receiver has anything that the others could be asked to take back."""
    can_swap: bool = False
    """Whether the receiver, at the second seat, may take over the first now instead of playing."""


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
    phrase: Phrase | None = None
    """If it is one of the phrases, which; the text is the same in English."""


class Unsaid(_Told, frozen=True, tag="unsaid"):
    """Lines of the chat were taken away: these numbers are left of those that were sent."""

    left: list[int]


class Presence(_Told, frozen=True, tag="presence"):
    """Who has the table open now."""

    seats: list[bool]
    spectators: int


class Plan(_Told, frozen=True, tag="plan"):
    """What the receiver plans to answer. Nobody else ever gets it."""

    seat: int
    lines: list[PlannedLine]
    played: list[Version]
    """The versions of the receiver's actions that were played as planned."""


class Ping(_Told, frozen=True, tag="ping"):
    """To be answered with ``pong`` at once. A client that does not answer is taken for gone."""

    number: int


class Bye(_Told, frozen=True, tag="bye"):
    """The server closes the socket: why, and whether it makes sense to come back."""

    key: str
    words: str
    again: bool


FromServer = StateMessage | Accepted | Refused | Stale | Said | Unsaid | Presence | Plan | Ping | Bye
