"""What the database holds, row by row. JSON columns are text here: the store keeps them and never looks inside.

All times are milliseconds since 1970. Secrets are left out of ``repr``, so that no log line shows them.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A person. ``token_hash`` is of the cookie of the first device; see ``DeviceRow``."""

    id: str
    token_hash: str = field(repr=False)
    name: str | None
    created: int
    seen: int


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A browser, or a program, of a guest's. Only a hash of the token in its cookie is kept."""

    id: str
    guest: str
    token_hash: str = field(repr=False)
    name: str
    """As its person calls it; empty if nobody knows."""
    created: int
    seen: int


@dataclass(frozen=True, slots=True)
class DeviceLinkRow:
    """A link by which one more device becomes a guest's, once, until a time. ``device`` is the one that made it."""

    guest: str
    secret_hash: str = field(repr=False)
    device: str
    until: int


@dataclass(frozen=True, slots=True)
class RecoveryRow:
    """A code that a guest has written down. The handle finds it; only a slow hash of the rest is kept."""

    guest: str
    handle: str = field(repr=False)
    salt: str = field(repr=False)
    code_hash: str = field(repr=False)
    created: int


@dataclass(frozen=True, slots=True)
class Belongings:
    """What a guest has, counted."""

    tables: int
    puzzles: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: how it was set up, and what lists and timers need to know without reading its events."""

    id: str
    game: str
    rules_version: int
    settings: str
    secret: str = field(repr=False)
    commitment: str
    host: str
    """The guest who set it up."""
    status: str
    version: int
    """Of the newest event; 0 while there is none."""
    listed: bool
    created: int
    changed: int
    wake_at: int | None = None
    """When a clock runs out."""
    machine_at: int | None = None
    """From when on a machine may play."""
    claimed_until: int | None = None
    """So long no other worker lets the machine think."""
    claimed_by: str | None = None
    summary: str = "{}"
    """What lists show, as JSON."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One entry of a table's log. ``guest`` and ``client_id`` name the request that made it, if a person did."""

    table_id: str
    version: int
    at: int
    body: str = field(repr=False)
    """It may hold what only some seats may know, so ``repr`` leaves it out."""
    guest: str | None = None
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """What somebody at a seat will answer to what others may play. Only that guest may know any of it."""

    table_id: str
    seat: int
    guest: str
    version: int | None
    """The table's that it was last held against; none where no line is left."""
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A plan as it was read, and what is left of it."""

    before: PlanRow
    after: PlanRow


@dataclass(frozen=True, slots=True)
class Telling:
    """That a guest is to be told something about a table: by every address that the guest wants it at."""

    guest: str
    kind: str
    turn: int
    """Each kind is told once for each number."""
    due: int
    """Not before."""
    slow: bool
    """Whether the table is played over days. Of others only those are told who want it."""
    link: str = ""
    """The table to be opened, if it is another one."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be added to a table's log, and what the table's row says after them. All of it, or nothing.

    Whatever the row should keep has to be said again. A claim is given up unless it is said again.
    """

    table_id: str
    expected_version: int
    """The table's version that these events were decided on."""
    events: list[EventRow]
    """With the versions that follow, one by one."""
    status: str
    changed: int
    summary: str
    wake_at: int | None = None
    machine_at: int | None = None
    claimed_until: int | None = None
    claimed_by: str | None = None
    sat: list[tuple[int, str]] = field(default_factory=list)
    """Seats and the guests who took them."""
    stood: list[int] = field(default_factory=list)
    """Seats that became free; done before ``sat``."""
    plan: PlanChange | None = None
    """The plan that these events follow. If it is no longer as it was read, that is a conflict."""
    outdated: list[str] = field(default_factory=list)
    """Kinds of notices about this table that need not be sent any more; done before ``tell``."""
    forget: bool = False
    """What was told of turns is to be told again: the game has gone back."""
    tell: list[Telling] = field(default_factory=list)
    """Who is to be told of it."""

    def __post_init__(self) -> None:
        versions = [event.version for event in self.events]
        first = self.expected_version + 1
        if not versions or versions != list(range(first, first + len(versions))):
            raise ValueError(f"events on version {self.expected_version} must be numbered from {first}, not {versions}")
        if any(event.table_id != self.table_id for event in self.events):
            raise ValueError(f"an event of another table was to be appended to {self.table_id}")

    @property
    def version(self) -> int:
        """Of the table once this is written."""
        return self.events[-1].version


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of an append: written for good, or not at all because of a conflict.

    A conflict means that the table is no longer at the expected version, or does not exist, or that one of the client
    ids was used before (``Store.answered`` tells), or that the plan that was followed has changed. Read the table anew.
    """

    version: int
    """Of the table: after the append, or as it stands where there was a conflict; 0 for no such table."""
    conflict: bool = False
    planned: bool = False
    """Whether somebody's plan has lines that have to be held against it."""


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a list, the newest change first. ``more`` is what to ask for next, if there is more."""

    tables: list[TableRow]
    more: str | None


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """That a guest has, or had, a table open. While ``gone`` is None the guest is taken to be there."""

    table_id: str
    guest: str
    seen: int
    gone: int | None


@dataclass(frozen=True, slots=True)
class Glance:
    """How far a table has come, as one look at many tells."""

    table_id: str
    version: int
    chat: int
    """The number of the newest line of its chat, 0 for none."""
    present: list[PresenceRow]


@dataclass(frozen=True, slots=True)
class ChatRow:
    """One line of a table's chat."""

    table_id: str
    number: int
    at: int
    guest: str
    seat: int | None
    name: str
    text: str = field(repr=False)
    client_id: str | None = None
    phrase: str | None = None
    """If it is one of the phrases that everybody reads in their own language, which."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no server was alive. No clock runs in it."""

    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class Beat:
    """What a worker learns by giving a sign of life."""

    newest: int
    """The newest sign of all workers."""
    noted: Outage | None
    """The outage that has ended with this sign."""
    outages: list[Outage]
    """All that there ever were, oldest first."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a worker has to see to, the longest due first."""

    clocks: list[TableRow]
    """Running tables whose ``wake_at`` has come."""
    machines: list[TableRow]
    """Running tables whose ``machine_at`` has come and that no worker has claimed."""
    plans: list[str]
    """Tables where something has happened that a plan was not held against: whoever was to do it is gone."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """How strong somebody is, or how hard something is, by Glicko-2."""

    rating: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class PuzzleTryRow:
    """A try of a puzzle that was judged."""

    puzzle: str
    solved: bool
    measured: RatingRow
    """How hard the puzzle is if nobody has tried it before."""
    day: str | None = None
    """The day that counts because of it, as YYYY-MM-DD."""
    hinted: bool = False
    """With help: it was not solved by the person alone."""


@dataclass(frozen=True, slots=True)
class SolverRow:
    """What is kept of a guest who solves puzzles of a game."""

    game: str
    rating: RatingRow
    tries: dict[str, bool]
    """Whether the first try of each puzzle solved it, in the order in which they were made."""
    days: list[str]
    """Whose puzzle was solved, in order."""


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker that serves."""

    worker: str
    server: str
    """The ``floe serve`` that it belongs to."""
    machine: str
    pid: int
    bus: str
    """``memory``, or a digest of the bus's address: those with the same hear each other."""
    seen: int


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """Somebody who may not come (``ban``) or not write in chats (``mute``)."""

    kind: str
    subject: str
    """A guest's id, or ``address:`` and an address."""
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class ActRow:
    """Something that a host, or a person with their own data, has done besides playing."""

    number: int
    at: int
    act: str
    subject: str
    by: str
    """``host``, ``guest`` or ``policy``."""


@dataclass(frozen=True, slots=True)
class AddressRow:
    """Where a guest wants to be called."""

    id: str
    guest: str
    channel: str
    """``push``, ``mail`` or ``webhook``."""
    target: str = field(repr=False)
    keys: str = field(repr=False)
    """What sending there needs, as JSON."""
    created: int
    confirmed: int | None
    """Since when it is known that it is the guest's own."""


@dataclass(frozen=True, slots=True)
class WishRow:
    """How a guest wants to be called."""

    guest: str
    language: str
    zone: str
    """The person's time zone, by its IANA name."""
    quiet_from: int | None
    """Minutes after midnight."""
    quiet_until: int | None
    quick: bool
    """Also of games that are not over days."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """Something to be told at one address. With ``due`` None it was, or may have been: it is not told again."""

    address: str
    table_id: str
    kind: str
    turn: int
    guest: str
    link: str
    at: int
    due: int | None
    tries: int
    claimed_by: str | None = None
    claimed_until: int | None = None
