"""The written form of actions, both ways."""

from __future__ import annotations

import functools
import re
import sys
from dataclasses import dataclass
from typing import Any

from floe.core.typing import States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import CHOICES, SLOTS, STATE, STEP
from floe.games.icecult.position import PLACES, choices

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

_STEPS = [[f"{circle}{slot}@{place}" for place in PLACES] for circle in ("", "*") for slot in SLOTS]
"""How the steps of each slot are written, then those that circles copy."""
_FIXED = (
    *TILTS,
    *(steps[0] if choice == 0 else "" for steps in _STEPS for choice in range(CHOICES)),
    *(slot + sign for slot in SLOTS for sign in "+-"),
    "end",
)
"""How each action is written, or "" where it depends on who stands where: a step of a pawn that is on its way."""


def texts(array: States, numbers: list[int]) -> list[str]:
    """The written forms of legal actions."""
    data = array.tobytes()  # to read a number out of these takes a tenth of the time of asking the array
    places: list[tuple[int, ...]] = [()] * len(SLOTS)
    written = []
    for number in numbers:
        text = _FIXED[number]
        if not text:
            group, choice = divmod(number - STEP, CHOICES)
            slot = group % len(SLOTS)
            known = places[slot] = places[slot] or _places(data, slot)
            text = _STEPS[group][known[choice]]
        written.append(text)
    return written


def _places(data: bytes, slot: int) -> tuple[int, ...]:
    """Where the arrow on top of a cube can step from, by choice."""
    symbol = data[_TOPS + len(POSES) * slot + data[_CUBES + slot]]
    pawns, heights = _PAWNS + 8 * (symbol & 3), _HEIGHTS + 8 * (symbol & 3)
    return _choices(data[pawns : pawns + 8], data[heights : heights + 8], data[_PATH_LENGTH], symbol >> 2)


@functools.lru_cache(maxsize=8192)  # a path is asked for many times before somebody steps on it
def _choices(pawns: bytes, heights: bytes, path_length: int, colour: int) -> tuple[int, ...]:
    """``choices`` of a path as it lies in the struct."""
    return choices(int.from_bytes(pawns, sys.byteorder), int.from_bytes(heights, sys.byteorder), path_length, colour)
