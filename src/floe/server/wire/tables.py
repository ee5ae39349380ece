"""What a table is, as clients see it. Nothing here holds more than its receiver may know."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{0,64}$")]
"""What a player adds to the deal: up to 64 hexadecimal digits, drawn by their own machine."""
Milliseconds = Annotated[int, Meta(ge=0)]


class Fact(Struct, frozen=True):
    """Something that happened, or that is due, as a key and its values: ``docs/facts.md`` lists them."""

    key: str
    values: dict[str, Any]


# How a table is set up


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit at one seat: the person who sets up the table, anybody who comes, or a machine of a level.

    Several seats may be for "me": then they are played at one screen.
    """

    who: Literal["me", "open", "machine"]
    level: str | None = None
    """Of a machine."""
    name: Name | None = None
    """Of a person at the own screen; the own name where it is left out."""


class LiveClock(Struct, frozen=True, forbid_unknown_fields=True, tag="live"):
    """So long for the whole game, and so much more after each turn of one's own."""

    seconds: Annotated[int, Meta(ge=10, le=6 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, frozen=True, forbid_unknown_fields=True, tag="days"):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = LiveClock | DaysClock


class Handicap(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat has something ahead at the start. ``GameInfo.handicaps`` lists what that can be."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    ahead: Annotated[str, Meta(max_length=40)]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is chosen when a table is set up."""

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=4)]
    rules: dict[str, Any] = field(default_factory=dict)
    colours: list[str] | None = None
    clock: Clock | None = None
    on_timeout: Literal["machine", "pass", "forfeit"] = "machine"
    """When the time is up: a machine plays on; a machine ends this one turn; or the game is given up."""
    on_leave: Literal["wait", "machine"] = "wait"
    """When a player leaves a running game: the others wait, or a machine plays on until that player is back."""
    undo: Literal["none", "turn", "free"] = "turn"
    """What may be taken back in the own turn: nothing; what the rules of the game let one take back; or also what
    they do not, as long as nothing was revealed (for beginners)."""
    chat: Literal["off", "players", "all"] = "players"
    listed: bool = False
    """Whether the lobby shows the table, so that anybody can join; otherwise only those who have its link."""
    spectators: bool = True
    several_seats: bool = False
    """Whether one person may have several seats, such as two people at one screen. Where the host has several from the
    start it is so in any case."""
    previews: bool = True
    """Whether boards show what a move would bring up before it is made. Without, everybody has to see it by themselves,
    which is part of some games."""
    pace: Annotated[int, Meta(ge=0, le=5000)] = 600
    """Milliseconds that a machine takes for an action at the least, so that people can follow."""
    swap: bool = False
    """Whether the second seat may take over the first after that one's first turn, so that nobody begins too well. Only
    for new games in which nothing is hidden."""
    handicap: Handicap | None = None
    """What one seat has ahead at the start, if anything; not together with a swap."""


# A table as it stands

SeatKind = Literal["open", "person", "machine"]


class SeatView(Struct, frozen=True):
    """One seat as everybody sees it."""

    seat: int
    colour: str
    kind: SeatKind
    name: str | None
    """None at an open seat."""
    level: str | None
    """Of a machine, also of one that stands in for a person who left or ran out of time."""
    mine: bool
    present: bool
    """Whether its person has the table open now. Machines always have."""
    stand_in: bool = False
    """A machine plays for the person whose seat this is, until that person is back."""
    entropy_due: bool = False
    """Before the game: its person has still to add to the deal, as announced; the game waits for it."""
    same_as: int | None = None
    """The first seat of the same person, where one has several; see ``TableSettings.several_seats``."""
    kept: bool = False
    """An open seat that is kept for one of those who played before, and is asked to play again."""


Status = Literal["gathering", "running", "over", "cancelled"]
"""``cancelled``: whoever set up the table has called it off before the game began."""


class Result(Struct, frozen=True):
    """How a game ended. ``rule`` is null where somebody gave up or ran out of time: then ``resigned`` is that seat; and
    where the host of the server ended it (``reason`` is ``closed``): then nobody has won."""

    winners: list[int]
    rule: str | None
    reason: str
    resigned: int | None


class TableView(Struct, frozen=True):
    """A table as the lobby, one's own list and the head of the table's screen show it."""

    id: str
    game: str
    status: Status
    settings: TableSettings
    seats: list[SeatView]
    host: bool
    """Whether the table is one's own to start."""
    to_move: int | None
    turn: int
    result: Result | None
    commitment: str
    """To the secret that the deal comes from, made before anybody added to the deal: see ``docs/fairness.md``."""
    rules_version: int
    created: Milliseconds
    changed: Milliseconds
    rematch: str | None
    """The table where the same people play again."""
    set_up: bool = False
    """The game begins at a position that was given, not dealt: whoever gave it may know what is hidden in it."""
    invited: bool = False
    """A seat is kept for the receiver, who is asked to play again."""
    rematch_by: int | None = None
    """The seat that asked first to play again, at ``rematch``."""
    version: int = 0
    """How many events the table has seen; pictures of it are kept by this number."""
    due_by: Milliseconds | None = None
    """Until when the seat to move has time; null without a clock, while a machine decides, and while the clock is
    held."""
    swapped: int | None = None
    """So many actions had been played when those at the first two seats changed places; null if they have not."""


HappeningKind = Literal[
    "created", "sat", "entropy_added", "stood", "started", "played", "undone", "takeback_asked", "takeback_granted",
    "takeback_declined", "swapped", "resigned", "timed_out", "left", "returned", "rematch", "closed", "cancelled",
    "ready", "joined",
]  # fmt: skip


class Happening(Struct, frozen=True):
    """Something that happened at the table. Its version is its place in the table's log."""

    version: int
    at: Milliseconds
    kind: HappeningKind
    seat: int | None
    name: str | None = None
    """Of the person who sat down or set up the table; the id of the table to play again at."""
    action: str | None = None
    """What was played."""
    ply: int = 0
    """How many actions are on record after this. Of those told before, any beyond that number were taken back."""
    facts: list[Fact] = field(default_factory=list)
    """What an action did, as far as the receiver may know."""
    words: str | None = None
    """The same in English, of a game for which the web app has no board and so no words of its own."""


class ClockFace(Struct, frozen=True):
    """What is left to one seat, at the time that the message was sent."""

    left: Milliseconds
    running: bool
    held: Milliseconds = 0
    """So long the clock still stands before it runs, unless its person says ``ready`` earlier: at one screen the
    device is being passed on."""


class PlannedMove(Struct, frozen=True):
    """An action of a plan, and what it would tell the seat that has laid it."""

    seat: int
    action: str
    facts: list[Fact] = field(default_factory=list)
    words: str | None = None
    """The same in English, of a game for which the web app has no words."""
    reveals: bool = False
    """What comes of it nobody knows, so nothing is told of it; a line ends with it."""


class Exchange(Struct, frozen=True):
    """If the others play this, and the position is then as foreseen, the seat plays that."""

    others: list[PlannedMove]
    mine: list[PlannedMove]


class PlannedLine(Struct, frozen=True):
    """A line of a plan: what is still to come of it."""

    number: int
    exchanges: list[Exchange]


class PlainAction(Struct, frozen=True):
    """A legal action, and how it is shown in its group."""

    action: str
    text: str


class PlainGroup(Struct, frozen=True):
    """Legal actions that belong together. The heading may be empty."""

    heading: str
    actions: list[PlainAction]


class PlainPosition(Struct, frozen=True):
    """A position for a screen that knows nothing of the game: a picture and words, in English."""

    svg: str | None
    """What the receiver may see, drawn; none of a game that draws no pictures."""
    text: str
    """The same in characters of one width."""
    due: str
    """What the receiver has to do; empty unless it is the receiver's turn, or where the board says it."""
    groups: list[PlainGroup]
    """Every legal action once; empty unless it is the receiver's turn."""


class PositionView(Struct, frozen=True):
    """A position as one seat or a spectator may see it, and what can be done in it."""

    ply: int
    view: dict[str, Any]
    legal: list[str]
    """Empty unless it is the receiver's turn."""
    due: list[Fact]
    """What the player to move has to do, as far as the receiver may know."""
    can_undo: bool
    """Whether the receiver may take back the last action."""
    outlook: list[Fact]
    """What the position holds for one who looks closer: threats, or the points as they stand, island by island."""
    plain: PlainPosition | None = None
    """For games that the web app has no board for; none for the others."""
