"""The written form of actions, both ways."""

from __future__ import annotations

import functools
import re
import sys
from dataclasses import dataclass
from typing import Any

from floe.core.typing import States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import CHOICES, COLOURS, SLOTS, STATE, STEP
from floe.games.icecult.position import places

TILTS = ("nn", "ns", "sn", "ss", "ee", "ew", "we", "ww")
OPPOSITE_TILT = {tilt: TILTS[i ^ 1] for i, tilt in enumerate(TILTS)}

_STEP = re.compile(r"(?P<circle>\*?)(?P<slot>[abcd])@(?:start|(?P<space>[1-9])\.(?P<standing>[1-9][0-9]?))")
_TURN = re.compile(r"(?P<slot>[abcd])(?P<sign>[+-])")

EXPECTED = (
    "a tilt (nn ns sn ss ee ew we ww), an arrow step (a@start, a@3.1), a circle step (*a@start, *a@3.1), "
    "a turn (a+, a-) or end"
)


@dataclass(frozen=True)
class Written:
    """A well-formed action, taken apart."""

    kind: str  # tilt, step, turn or end
    slot: str = ""
    circle: bool = False
    space: int = 0  # 0: from start
    standing: int = 0


def parse(text: str) -> Written | None:
    """Take an action's text apart; None if it is no action at all."""
    if text in TILTS:
        return Written("tilt")
    if text == "end":
        return Written("end")
    if match := _TURN.fullmatch(text):
        return Written("turn", match["slot"])
    if match := _STEP.fullmatch(text):
        return Written(
            "step", match["slot"], bool(match["circle"]), int(match["space"] or 0), int(match["standing"] or 0)
        )
    return None


def expected_instead(text: str) -> str | None:
    """What an action looks like, if the text is none."""
    if parse(text):
        return None
    if re.fullmatch("[nesw]{2}", text):
        return "IC-10: the pairs n and s tilt toward n or s, the pairs e and w toward e or w"
    return "expected " + EXPECTED


_FIELDS: Any = STATE.fields
_PAWNS, _HEIGHTS, _CUBES, _TOPS, _PATH_LENGTH = (
    int(_FIELDS[name][1]) for name in ("pawns", "heights", "cubes", "tops", "path_length")
)

# Where an action's text is found: in the steps of a slot (0 to 3), in those that circles copy (4 to 7), or in _OTHERS.
_OTHERS = (*TILTS, *(slot + sign for slot in SLOTS for sign in "+-"), "end")
_PLACE = (
    *((8, choice) for choice in range(STEP)),
    *((slot + copied, choice) for copied in (0, 4) for slot in range(4) for choice in range(CHOICES)),
    *((8, choice) for choice in range(STEP, len(_OTHERS))),
)


def texts(array: States, numbers: list[int]) -> list[str]:
    """The written forms of legal actions."""
    data = b""
    found: list[tuple[str, ...] | None] = [None] * 8 + [_OTHERS]
    written = []
    for number in numbers:
        group, choice = _PLACE[number]
        known = found[group]
        if known is None:
            data = data or array.tobytes()  # to read these takes a tenth of the time of asking the array
            known = found[group] = _steps_of(data, group)
        written.append(known[choice])
    return written


def _steps_of(data: bytes, group: int) -> tuple[str, ...]:
    """The steps of the arrow on top of a cube, by choice."""
    slot = group & 3
    symbol = data[_TOPS + len(POSES) * slot + data[_CUBES + slot]]
    pawns, heights = _PAWNS + 8 * (symbol & 3), _HEIGHTS + 8 * (symbol & 3)
    return _step_texts(group, symbol >> 2, data[pawns : pawns + 8], data[heights : heights + 8], data[_PATH_LENGTH])


@functools.lru_cache(maxsize=8192)  # a path stays as it is until somebody steps on it
def _step_texts(group: int, colour: int, pawns: bytes, heights: bytes, path_length: int) -> tuple[str, ...]:
    written = "*" * (group >> 2) + SLOTS[group & 3]
    row, stacks = int.from_bytes(pawns, sys.byteorder), int.from_bytes(heights, sys.byteorder)
    return tuple(f"{written}@{place}" for place in ("start", *places(row, stacks, path_length, COLOURS[colour])))
