"""What an installed Floe holds beside its modules (``contents.toml``), and whether it is there.

In a checkout some of it lies outside the package, and some has to be built first.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = PACKAGE.parent.parent
_ELSEWHERE = {
    "docs": "docs/games",
    "messages/frame": "web/src/i18n",
    "messages/icecult": "web/src/games/icecult/i18n",
    "messages/igluiglu": "web/src/games/igluiglu/i18n",
}
"""Folders of the package that a wheel takes from elsewhere in a checkout, as ``pyproject.toml`` has it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of what is installed: patterns of files, and at least how many each has to match."""

    name: str
    patterns: dict[str, int]

    def missing(self, files: Iterable[str]) -> list[str]:
        """The patterns that too few of these files match."""
        there = list(files)
        return [
            pattern
            for pattern, least in self.patterns.items()
            if sum(_expression(pattern).fullmatch(file) is not None for file in there) < least
        ]

    def has(self, file: str) -> bool:
        """Whether a file belongs to this part."""
        return any(_expression(pattern).fullmatch(file) for pattern in self.patterns)


def parts() -> list[Part]:
    """Every part, in the order of the list."""
    listed = tomllib.loads((PACKAGE / "contents.toml").read_text(encoding="utf-8"))
    return [Part(name, patterns) for name, patterns in listed.items()]


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """What a pattern matches: ``*`` and ``?`` stay within a folder, ``**`` does not."""
    wild = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(wild.get(piece) or re.escape(piece) for piece in re.split(r"(\*\*|\*|\?)", pattern)))


def installed() -> list[str]:
    """Every file of the package, by its path in it; in a checkout also those that a wheel takes from elsewhere."""
    return sorted({*_files(PACKAGE, ""), *(file for at, folder in _ELSEWHERE.items() for file in _found(at, folder))})


def _found(at: str, folder: str) -> Iterator[str]:
    if (_CHECKOUT / "pyproject.toml").is_file():
        yield from _files(_CHECKOUT / folder, f"{at}/")


def _files(folder: Path, prefix: str) -> Iterator[str]:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield prefix + file.relative_to(folder).as_posix()
