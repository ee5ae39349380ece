"""What the command line's options say, taken apart."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from floe.core.documents import parse_json
from floe.core.errors import BadDocument, BadOption, shown
from floe.core.game import Game


class BadFile(BadDocument):
    """A file that is not what it was given for."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.args = (f"{'what came in' if where == '-' else where}: {problem}",)


def parts(text: str | None) -> list[str] | None:
    """The entries of an option such as ``--names Ada,Bo``."""
    return None if text is None else [part.strip() for part in text.split(",")]


def player_counts(game: Game[Any], text: str) -> tuple[int, ...]:
    """Numbers of players as in ``2,3,4``, in the order given; ``all`` is every number that the game is for."""
    if text == "all":
        return tuple(game.players)
    try:
        counts = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--players takes numbers such as 2 or 2,3,4, or all, not {shown(text)}") from None
    for count in counts:
        game.check_players(count)
    return counts


def colours(text: str | None) -> list[str] | None:
    """Colours may be written ``y,g`` or ``yg``."""
    if text is None:
        return None
    return parts(text) if "," in text else list(text.replace(" ", ""))


def seed(text: str | None) -> int | str | None:
    """A seed that looks like a whole number is one; any other is a text."""
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        return text


def rules(entries: Iterable[str], cubes: Path | None = None) -> dict[str, Any]:
    """Rule options from ``key=value`` entries. A value is JSON, or a text, or ``@`` and the name of a JSON file."""
    found: dict[str, Any] = {}
    given = [*entries, *([] if cubes is None else [f"cubes=@{cubes}"])]
    for entry in given:
        key, equals, value = entry.partition("=")
        if not key or not equals:
            raise BadOption(f"a rule option is given as key=value, not {shown(entry)}")
        if key in found:
            raise BadOption(f"the rule option {shown(key)} is given twice")
        found[key] = read_json(value[1:]) if value.startswith("@") else _value(value)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_json(name: str) -> Any:
    """The JSON value in a file; ``-`` is what comes in from outside."""
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return parse_json(content, BadFile)
    except BadFile as fault:
        raise BadFile(name, fault.problem) from None
