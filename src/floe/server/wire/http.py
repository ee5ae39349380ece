"""What goes over HTTP: everything but play itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from floe.server.wire.tables import Entropy, Fact, Happening, Milliseconds, Name, PositionView, TableSettings, TableView


class Problem(Struct, frozen=True):
    """Why something was not done. ``key`` and ``values`` can be translated, ``words`` are English."""

    key: str
    words: str
    rule: str | None = None
    values: dict[str, Any] = field(default_factory=dict)


# The server and its games


class RuleOption(Struct, frozen=True):
    """A rule option of a game: its name, default and what it may be."""

    name: str
    default: Any
    choices: list[str] | None = None
    lowest: int | None = None
    highest: int | None = None
    own: bool = False
    """Besides the choices, an object of one's own is allowed: see the game's page."""
    text: str = ""
    """What it decides, in a few English words."""
    reading: bool = False
    """Another reading of the rulebook: nobody needs to know of it who does not look for it."""


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    players: list[int]
    hidden: bool
    chance: bool
    rules_version: int
    options: list[RuleOption]
    colours: dict[str, list[str]]
    """The usual colours of the seats for each number of players."""
    choosable: dict[str, list[str]]
    """The colours that the seats may choose from, each its own, for each number of players; none: the usual ones."""
    levels: list[str]
    """The machine players, weakest first."""
    default_level: str
    elo: dict[str, int] = field(default_factory=dict)
    """The measured strength of levels, where it has been measured."""
    summary: str = ""
    """One sentence for people who do not know the game."""
    board: bool = False
    """Whether the web app has a board of its own for it; if not, positions come with ``plain``."""
    lessons: bool = False
    """Whether ``/api/games/{name}/lessons`` has lessons for it."""
    puzzles: bool = False
    """Whether ``/api/puzzles/{name}`` has puzzles of it."""
    handicaps: list[str] = field(default_factory=list)
    """What a seat may have ahead at the start."""


class ServerInfo(Struct, frozen=True):
    """What a client needs to know first."""

    version: str
    protocol: int
    games: list[GameInfo]
    docs: bool = False
    """Whether the documentation is here, under ``/docs/``."""


class Rule(Struct, frozen=True):
    """One rule of a game, in English words."""

    number: str
    text: str


# People


class Me(Struct, frozen=True):
    """The person with this browser. There is no sign-up: the first request makes one."""

    name: str | None


class Device(Struct, frozen=True):
    """A browser, or a program, that is the person."""

    id: str
    name: str
    """As the person calls it; at first a guess such as ``Firefox (Android)``, empty where there is none."""
    created: Milliseconds
    seen: Milliseconds
    """When it was used last, to the hour."""
    here: bool
    """Whether it is the one that asks."""


class Devices(Struct, frozen=True):
    """All devices of the person, the one used last first."""

    devices: list[Device]
    recovery: Milliseconds | None
    """When the recovery code was made, if there is one."""
    guests_after: int
    """As in ``PrivacyPolicy``."""


class RenameDevice(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class MoveLink(Struct, frozen=True):
    """What lets one more device become the person, once. It belongs behind the ``#`` of an address: ``/move#...``."""

    secret: str
    until: Milliseconds


class RecoveryCode(Struct, frozen=True):
    """What lets any device become the person, until it is replaced. It is shown this once."""

    code: str


class MoveHere(Struct, frozen=True, forbid_unknown_fields=True):
    """Become somebody on this device, by the secret of a link or by a recovery code."""

    link: Annotated[str, Meta(max_length=100)] | None = None
    code: Annotated[str, Meta(max_length=100)] | None = None
    join: bool = False
    """What the device has of its own is joined with theirs. It is refused where that is not said."""


class Somebody(Struct, frozen=True):
    """Who somebody is, in short."""

    name: str | None
    games: int
    """Tables where one sits, or that one has set up."""
    puzzles: int
    """That one has tried."""


class MovePreview(Struct, frozen=True):
    """Who this device would become. Nothing has happened yet."""

    them: Somebody
    device: str | None
    """On which of their devices the link was made; none for a recovery code."""
    until: Milliseconds | None
    """How long the link is valid."""
    own: Somebody | None
    """Whose device it is now, if that is somebody with games or puzzles: these would be joined with theirs."""
    others: list[str]
    """Other devices of whose device it is now: they would be nobody's."""
    same: bool
    """Whether it is theirs already."""
    together: list[str]
    """Tables that are not over where both sit. As long as there are any, the two cannot be joined."""


class PrivacyPolicy(Struct, frozen=True):
    """How long a server keeps what it knows of people, in days; 0 is until they, or its host, delete it."""

    guests_after: int
    """After one was here last."""
    tables_after: int
    """After something happened last at a table."""


class ChangeMe(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


# Tables


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up. ``name`` is one's own."""

    settings: TableSettings
    name: Name | None = None
    adds_entropy: bool = False
    """One will add one's own part to the deal as soon as one knows the commitment; the game waits for it."""
    position: dict[str, Any] | None = None
    """A position document to begin at, instead of a new game."""
    record: dict[str, Any] | None = None
    """A record document to play on from, after its first ``ply`` actions, instead of a new game."""
    ply: Annotated[int, Meta(ge=0, le=100_000)] = 0
    start: bool = True
    """Begin at once if nobody and nothing is missing."""


class LogPage(Struct, frozen=True):
    """Part of a table's log, in order."""

    happened: list[Happening]
    more: bool
    """Whether there is anything before the first of these: ask with ``before`` as its version."""


class AddEntropy(Struct, frozen=True, forbid_unknown_fields=True):
    """One's own part of the deal."""

    entropy: Entropy


class PlayAgain(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people."""

    adds_entropy: bool = False
    """As in ``NewTable``."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat; the first one, where none is named."""

    seat: int | None = None
    name: Name | None = None
    entropy: Entropy = ""


class StartTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Do not wait any longer: machines of this level take the seats that are open."""

    level: Annotated[str, Meta(max_length=40)]


class TablePage(Struct, frozen=True):
    """Some tables, the newest change first. ``more`` is what to ask for next, if there are more."""

    tables: list[TableView]
    more: str | None = None


# Replay


class Frame(Struct, frozen=True):
    """One position of a game that is replayed, with the action that led to it and what that did."""

    action: str | None
    seat: int | None
    facts: list[Fact]
    at: int | None
    position: PositionView
    words: str | None = None
    """As in ``Happening``."""


class Frames(Struct, frozen=True):
    """Part of a game's positions, from ``first`` on; ``total`` is how many there are."""

    game: str
    first: int
    total: int
    names: list[str]
    frames: list[Frame]
    swapped: int | None = None
    """So many actions had been played when those at the first two seats changed places; the names are as they sat from
    then on."""


class ReplayRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record document to be replayed, as a file brings it."""

    record: dict[str, Any]
    first: Annotated[int, Meta(ge=0)] = 0


class VerifyRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a finished game, to be replayed and its deal checked."""

    record: dict[str, Any]
    seat: Annotated[int, Meta(ge=0)]
    """The one whose view of the end is wanted."""


class Verified(Struct, frozen=True):
    """What a record says that holds together. Whoever took part knows whether it is what happened."""

    view: dict[str, Any]
    """The end of the game as the seat saw it."""
    commitment: str
    entropy: str
    """The seat's own."""


class AnimateRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record document to be made an animation of."""

    record: dict[str, Any]


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """Actions to be tried in a position, one after the other: for lessons, editors and studies. Nothing is kept."""

    position: dict[str, Any] | None = None
    """A position document; with ``sampled``, what ``seat`` sees of a position."""
    record: dict[str, Any] | None = None
    """A record, instead: where it begins. What was played is not looked at; it may be sent along as ``actions``."""
    actions: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=2000)] = field(default_factory=list)
    seat: int | None = None
    """Whose view to return; none is a spectator, who may here play for everybody."""
    mover: bool = False
    """Return the view of whoever is to move instead, and tell what happened as whoever did it may know it."""
    sampled: bool = False
    """What ``seat`` cannot see is drawn for each action anew, and stays unseen unless the action reveals it."""
    seeds: Annotated[list[Annotated[int, Meta(ge=0, le=2**53)]], Meta(max_length=2000)] = field(default_factory=list)
    """With ``sampled``: where the draws for each action come from. 0 where it is left out."""
    as_far: bool = False
    """Play as far as the actions are legal, instead of refusing all of them for one."""
    every: Annotated[int, Meta(ge=0, le=2000)] = 0
    """Tell the documents on the way, too: after every so many actions; 0 is none."""


class Move(Struct, frozen=True):
    """An action and the seat that plays it."""

    seat: int
    action: str


class Tried(Struct, frozen=True):
    """The position after the actions: its document, to be sent back with the next ones, and how it looks."""

    document: dict[str, Any]
    """The whole position; with ``sampled``, what the seat sees of it."""
    position: PositionView
    facts: list[Fact]
    """What the last action did."""
    to_move: int | None
    winners: list[int] | None
    seat: int | None = None
    """Whose view it is."""
    words: str | None = None
    """As in ``Happening``, of the last action."""
    moves: list[Move] = field(default_factory=list)
    """The actions that were played, and who played them."""
    reveals: bool = False
    """Whether what follows the last action depended on something that nobody could know: it may come otherwise."""
    problem: Problem | None = None
    """Why no more actions were played, with ``as_far``."""
    documents: list[dict[str, Any]] = field(default_factory=list)
    """Those on the way that were asked for with ``every``."""


class NewPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A first position for lessons and editors."""

    game: str
    players: int | None = None
    """How many play; as few as can, where it is left out."""
    rules: dict[str, Any] = field(default_factory=dict)
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 1
    seat: int | None = None


class NewRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule options that somebody would like to play by."""

    game: str
    rules: dict[str, Any] = field(default_factory=dict)


class CheckedRules(Struct, frozen=True):
    """Whether one can play by them."""

    problem: Problem | None = None


# Puzzles


class PuzzleSet(Struct, frozen=True):
    """All puzzles of a game, in short: the n-th of them has the n-th entry of each list from ``ids`` on."""

    game: str
    tasks: list[str]
    """What can be asked."""
    themes: list[str]
    """What else solutions are about."""
    ids: list[str]
    ratings: list[int]
    """How hard it is, on the scale of the levels' Elo."""
    players: list[int]
    actions: list[int]
    """How many actions of the solver's its solution has."""
    task: list[int]
    """Its place in ``tasks``."""
    about: list[list[int]]
    """Places in ``themes``."""


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of a day."""

    id: str
    day: str


class PuzzleView(Struct, frozen=True):
    """A puzzle, to be solved by ``seat``."""

    game: str
    id: str
    task: str
    themes: list[str]
    rating: int
    players: int
    seat: int
    actions: int
    """How many actions of the solver's its solution has."""
    shown: Tried
    """The position as the solver sees it."""


class TryPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """All actions of the solver's so far. What others reply in between is not among them."""

    actions: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=200)]


class PuzzleRefutation(Struct, frozen=True):
    """What is wrong with a try."""

    facts: list[Fact]
    frames: list[Frame]
    """An example of what follows."""


Standing = Literal["open", "solved", "wrong"]


class PuzzleTried(Struct, frozen=True):
    """What comes of a try."""

    standing: Standing
    """``open``: it can still be solved from here."""
    played: list[Frame]
    """The last action, and what others replied."""
    shown: Tried
    """Where that leads, as the solver sees it. Nothing is legal there unless it is ``open``."""
    refutation: PuzzleRefutation | None = None
    """Of a wrong try."""


class PuzzleSolution(Struct, frozen=True):
    """How a puzzle is solved, with an example of what others reply, from the position that it begins with."""

    frames: list[Frame]
    reasons: list[Fact]
    """What it brings about before others reply, the most telling first."""


# Machines' words


class AskHint(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what the strongest machine would do at a table of one's own (``table``), or in a position."""

    table: str | None = None
    position: dict[str, Any] | None = None


class HintAnswer(Struct, frozen=True):
    """What the machine would do, the most telling reason first."""

    seat: int
    action: str
    reasons: list[Fact]
    chances: list[float]
    """Each seat's share of the win, as the machine judges it."""
    line: list[Move]
    """What it expects to follow, the hinted action first."""
    judged_by: str
    """``network``, or ``estimate`` where no weights fit the rules at hand."""


class AskLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the best actions in a position, as whoever is to move can judge it."""

    position: dict[str, Any]
    """A position document; with ``sampled``, what ``seat`` sees of a position."""
    seat: int | None = None
    sampled: bool = False
    """What whoever is to move sees is drawn, where that is not ``seat``."""


class Line(Struct, frozen=True):
    """One of the best actions."""

    action: str
    share: float
    """Of all simulations, those that began with it."""
    chances: list[float]
    """Each seat's share of the win after it, as the machine judges it."""
    proven: bool
    """Whether they are certain."""
    moves: list[Move]
    """What it expects to follow, this action first; it ends where something hidden would have to be guessed."""


class LinesAnswer(Struct, frozen=True):
    """What the machine thinks of a position."""

    seat: int
    """Who is to move."""
    chances: list[float]
    best: list[Line]
    """Up to three, the best first."""
    depth: int
    """How many actions the longest of the expected lines was looked at."""
    simulations: int
    judged_by: str
    """As in ``HintAnswer``."""
    enough: bool
    """Whether it is certain, or there is no room to look further: to ask again brings nothing new."""


class Judgement(Struct, frozen=True):
    """What the machine thinks of one action of a finished game."""

    ply: int
    chances: list[float]
    """After the action, for each seat."""
    best: str
    loss: float
    """What the action cost the seat that played it, in share of the win."""
    reasons: list[Fact]


class Analysis(Struct, frozen=True):
    """A finished game as the machine sees it. While ``done`` is less than ``total``, ask again."""

    done: int
    total: int
    judgements: list[Judgement]
    turning_points: list[int]


Health = Literal["ok", "degraded", "failing"]


class HealthPart(Struct, frozen=True):
    """One thing that a server needs."""

    name: Literal["database", "pages", "bus"]
    ok: bool
    why: str | None = None
    """What is wrong, in English words that name no place and no person."""


class HealthReport(Struct, frozen=True):
    """Whether a server is well. ``degraded``: all is kept, but news between workers come late. ``failing``: nothing can
    be kept, so nothing is acknowledged."""

    status: Health
    version: str
    parts: list[HealthPart]
