"""Records of any game: a record names its game, and here that name is looked up. (``core`` knows no game.)"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from floe import games
from floe.api import game as game_of
from floe.core import record_document
from floe.core.documents import Field
from floe.core.errors import BadRecord, UnknownGame
from floe.core.game import Game, State
from floe.core.record import Record


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    return from_dict(record_document.parse_file(Path(path)))


def from_dict(document: Any) -> Record:
    """The record that a document gives, of whichever game it names."""
    return Record.from_dict(document, _game_of(document))


def first_position(document: Any) -> State:
    """Where the record of a document begins. What was played is not looked at."""
    return record_document.first_position(document, _game_of(document))


def _game_of(document: Any) -> Game[Any]:
    """The game that a record names, as it was when the record was made."""
    field = Field(document, BadRecord)
    if not isinstance(document, dict) or "game" not in document:
        raise field.fail("a record is an object that names its 'game'")
    name = field.child("game")
    version = document.get("rules_version")
    try:
        older = isinstance(version, int) and version in games.manifest(name.text()).older
        return game_of(name.text(), version if older else None)
    except UnknownGame as fault:
        raise name.fail(str(fault)) from None
