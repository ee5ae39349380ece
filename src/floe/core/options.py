"""A game's rule options, described for those who offer them to people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """One rule option: its default, and what it may be instead.

    ``own``: besides the choices, an object of one's own is allowed, such as a cube set.
    """

    name: str
    default: Any
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    own: bool = False
    text: str = ""
    """What it decides, in a few English words, for screens that have no words of their own."""
