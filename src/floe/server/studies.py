"""What a link to the analysis board holds: a study, told in docs/studies.md. Here it is read as far as a preview needs.

The page reads the same, and mends what is damaged; a preview of such a link tells of the site alone.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Any

import msgspec

from floe.core.errors import FloeError
from floe.core.game import State
from floe.core.typing import Document
from floe.server import trying

LONGEST = 6000
"""Characters of a link: what is longer is passed on as a file."""
_LARGEST = 300_000  # bytes of its document
_NAME = 40
_MOST_DRAWN = 300


class NoStudy(FloeError):
    """What a link holds is no study, or a damaged one."""


class _Item(msgspec.Struct):
    """An action of a line, with more than its text."""

    action: str
    seed: int = 0
    instead: list[list[str | _Item]] = []


class _Document(msgspec.Struct):
    floe: str
    game: str
    root: Document
    line: list[str | _Item]
    at: list[int] = []  # the beginning
    names: list[str] = []
    seen_by: Any = msgspec.UNSET


@dataclass(frozen=True)
class Study:
    """A study, as far as one position of it is shown."""

    game: str
    names: tuple[str, ...]
    root: Document
    sampled: bool
    """Whether the root is what a seat, or a spectator, sees of a position."""
    seen_by: int | None
    actions: tuple[str, ...]
    """Those that lead to the position."""
    seeds: tuple[int, ...]

    def state(self) -> State:
        """The position; where it is only seen, one that looks the same."""
        if self.sampled and len(self.actions) > _MOST_DRAWN:
            raise NoStudy("to draw what is hidden takes too long after so many actions")
        return trying.reached(self.root, self.actions, self.seeds, sampled=self.sampled, seat=self.seen_by)


def read(text: str) -> Study:
    """The study of a link, at the place that it names."""
    try:
        given = msgspec.json.decode(_unpacked(text), type=_Document)
        if given.floe != "study":
            raise NoStudy("this is no study")
        played = [item if isinstance(item, _Item) else _Item(item) for item in _path(given.line, given.at)]
        seen_by = given.seen_by
        return Study(
            game=given.game,
            names=tuple(name[:_NAME] for name in given.names),
            root=given.root,
            sampled=seen_by is not msgspec.UNSET,
            seen_by=seen_by if isinstance(seen_by, int) else None,
            actions=tuple(item.action for item in played),
            seeds=tuple(item.seed for item in played),
        )
    except (ValueError, zlib.error, msgspec.MsgspecError, LookupError) as fault:
        raise NoStudy(f"this link is damaged: {fault}") from None


def _unpacked(text: str) -> bytes:
    if len(text) > LONGEST:
        raise ValueError("too long")
    way, packed = text[:1], base64.urlsafe_b64decode(text[1:] + "=" * (-(len(text) - 1) % 4))
    if way == "0":
        return packed
    if way != "1":
        raise ValueError("packed in an unknown way")
    inflating = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    found = inflating.decompress(packed, _LARGEST)
    if not inflating.eof:
        raise ValueError("cut, or too large")
    return found


def _path(line: list[str | _Item], place: list[int]) -> list[str | _Item]:
    """The items that lead to a place: so many along a line, the number of a branch, so many along that, and so on."""
    path: list[str | _Item] = []
    at = 0
    for number, count in enumerate(place):
        if number % 2 == 0:
            upto = at + count - (1 if number else 0)  # the first of a branch is taken with the branch
            path += line[at:upto]
            at = upto
        else:
            item = line[at]
            if count > 0:
                line, at = item.instead[count - 1] if isinstance(item, _Item) else [], 0
            path.append(line[at])
            at += 1
    return path
