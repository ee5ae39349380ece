"""What a game has, in one place: its manifest. Everything above the games asks here and knows no game by name.

A game is a package with a ``Manifest``. Those in ``floe.games`` are found by their folder, those from outside by an
entry point of the group ``floe.games``. What a manifest leaves out is not offered, and a plain form takes its place:
search by playouts, actions by their written form, a plain board.

Parts are named as ``"module:name"`` (or ``"module"``) and imported when they are first asked for, so that a list of
all games costs nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from floe.core.levels import BY_PLAYOUTS, UCT, Level
from floe.core.options import Option


@dataclass(frozen=True)
class BenchPeers:
    """What a game is measured beside by ``make bench``, and what is wanted of it."""

    openspiel: str
    """The game of OpenSpiel that is nearest to it in weight."""
    pettingzoo: str | None = None
    pgx: str | None = None
    """The game of Pgx to measure batches against."""
    kernel_ratio: float | None = None
    """Random play in the kernel, as a multiple of OpenSpiel's own random play in C++."""
    in_place: int | None = None
    """Actions a second from Python on a ``MutableState``, asking for the legal ones each time."""
    immutable: int | None = None
    """The same on the immutable ``State``, with written actions."""
    state_bytes: int | None = None
    batch_ratio: float | None = None
    """Random steps of a batch with masks, on all cores, as a multiple of Pgx's on the CPU."""


@dataclass(frozen=True, eq=False)
class Manifest:
    """All that a game has."""

    name: str
    """What programs call it: lower-case letters, digits and underscores."""
    title: str
    """What people call it."""
    players: range
    """How many can play."""
    engine: str
    """The subclass of ``floe.core.game.Game``."""
    package: str
    """The package that its files are in, usually ``__name__`` or ``__package__``."""
    options: tuple[Option, ...] = ()
    colours: Mapping[int, str] = field(default_factory=lambda: {2: "yr", 3: "yrg", 4: "yrgb"})
    """The seats' usual colours by number of players: letters of y r g b, which every screen can draw."""
    choosable: Mapping[int, str] = field(default_factory=dict)
    """The colours that seats may choose from, each its own, by number of players; left out: they have the usual."""
    summary: str = ""
    """One sentence for people who do not know the game."""
    older: Mapping[int, str] = field(default_factory=dict)
    """Engines of older versions of the rules, by version: games that were begun by those are still played by them."""
    rules: str | None = None
    """The page of rules: a Markdown file in the package."""

    # Machine players
    heuristics: str | None = None
    """A module of the names in ``floe.bots.search.heuristics``; without one, search plays positions out at random."""
    weights: str | None = None
    """A file of the package with the weights of a network for these heuristics."""
    trained_on: Mapping[str, Any] = field(default_factory=dict)
    """The rule options that these weights were trained for; under others they are not used."""
    levels: Mapping[str, Level] = field(default_factory=lambda: BY_PLAYOUTS)
    """The ladder, from the weakest to the strongest."""
    yardsticks: Mapping[str, Level] = field(default_factory=lambda: {"uct": UCT})
    """Searching players to measure others by; nobody is offered them."""
    elo: Mapping[str, int] = field(default_factory=dict)
    """The measured strength of levels, for people who choose one."""
    styles: str | None = None
    """A module of favourite plans that levels can have, and of what it is to wait; see ``floe.bots.styles``."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Other machine players of its own, by name: classes as ``floe.bots.bot.Bot`` describes them."""
    opponents: Mapping[str, str] = field(default_factory=dict)
    """Machine players that answer for many games at once in compiled code, by name; see ``Batch.respond``."""

    kernels: tuple[str, ...] = ()
    """Modules with compiled functions that Python calls besides the loops, so that pages have them compiled too. Each
    has ``KERNELS``: a mapping from their names to the arrays that they are given, each by its kind (``state``, or as
    NumPy writes it) and shape. No two have the same name."""

    # What is told and shown
    explanations: str | None = None
    """A module that finds the reasons for a move; see ``floe.bots.explanations``."""
    words: str | None = None
    """A subclass of ``floe.core.words.Words`` for the terminal."""
    picture: str | None = None
    """A function of a state and a seat (None: a spectator) that draws what that seat may see; see ``core.canvas``."""
    lessons: str | None = None
    """A file of the package with lessons for the browser."""
    puzzles: str | None = None
    """A module that finds puzzles; see ``floe.core.puzzles``."""
    handicaps: str | None = None
    """A module that says what a seat may have ahead at the start; see ``floe.core.handicaps``."""
    trying: str | None = None
    """A module that judges what people try at puzzles; see ``floe.core.puzzles``."""
    puzzle_set: str | None = None
    """A file of the package with puzzles; see ``floe.puzzling.library``."""
    board: bool = False
    """Whether the web app has a board of its own for it; otherwise it shows the picture and the actions by name."""
    openspiel: str | None = None
    """A subclass of ``floe.core.tree.Node``; a game without chance and hidden information needs none."""
    peers: BenchPeers | None = None

    def part(self, name: str) -> Any:
        """A part that is named as ``module:name`` or ``module``, imported; None if the game has none."""
        reference: str | None = getattr(self, name)
        return None if reference is None else load(reference)

    def file(self, name: str) -> Path | None:
        """A file of the package that a part names; None if there is none."""
        given: str | None = getattr(self, name)
        if given is None:
            return None
        path = self.packaged(given)
        return path if path.is_file() else None

    def packaged(self, name: str) -> Path:
        """Where a file of the package is."""
        return Path(str(resources.files(self.package))) / name


def load(reference: str) -> Any:
    """What ``"module:name"`` or ``"module"`` names."""
    module, _, name = reference.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found
