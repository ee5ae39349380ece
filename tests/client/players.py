"""Machine players that clients bring to tables."""

from __future__ import annotations

import time
from collections.abc import Sequence

from floe.core.typing import Document, U64Array

FIRST, FAILING, CHEATING, SLOW = (f"{__name__}:{name}" for name in ("First", "Failing", "Cheating", "Slow"))


class First:
    """Plays the first legal action."""

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        return actions[0]


class Failing:
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        raise LookupError("no idea")


class Cheating:
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        return "end of the world"


class Slow(First):
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        time.sleep(0.3)
        return super().choose(view, actions, rng)
