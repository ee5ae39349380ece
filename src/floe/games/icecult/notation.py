"""The written form of actions, both ways."""

from __future__ import annotations

import re
from dataclasses import dataclass

from floe.core.typing import States
from floe.games.icecult.layout import CHOICES, COPY, END, SLOTS, STEP, TURN
from floe.games.icecult.position import Position

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


_TURN_TEXTS = [slot + sign for slot in SLOTS for sign in "+-"]


def texts(array: States, numbers: list[int]) -> list[str]:
    """The written forms of legal actions."""
    if not numbers:
        return []
    if numbers[0] < STEP:
        return [TILTS[number] for number in numbers]
    reading = Position(array)
    steps: dict[int, list[str]] = {}
    written = []
    for number in numbers:
        if number >= TURN:
            written.append("end" if number == END else _TURN_TEXTS[number - TURN])
            continue
        circle, first = ("*", COPY) if number >= COPY else ("", STEP)
        slot, choice = divmod(number - first, CHOICES)
        if slot not in steps:
            places = reading.steps(SLOTS[slot])
            steps[slot] = places if places[0] == "start" else ["", *places]
        written.append(f"{circle}{SLOTS[slot]}@{steps[slot][choice]}")
    return written
