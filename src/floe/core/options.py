"""A game's rule options, described for those who offer them to people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """One rule option: its default, and what it may be instead.

    ``own``: besides the choices, an object of one's own is allowed, such as a cube set. ``reading``: another reading of
    the rulebook, which documents name only where it is chosen; so they stay as they were before it was offered.
    """

    name: str
    default: Any
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    own: bool = False
    reading: bool = False
    text: str = ""
    """What it decides, in a few English words, for screens that have no words of their own."""


def defaults(options: Iterable[Option]) -> dict[str, Any]:
    """What every option is unless it is chosen otherwise."""
    return {option.name: option.default for option in options}


def as_written(options: Iterable[Option], rules: dict[str, Any]) -> dict[str, Any]:
    """The rules of a game as documents have them: every option, but of the other readings only those chosen."""
    return {
        option.name: rules[option.name]
        for option in options
        if not (option.reading and rules[option.name] == option.default)
    }
