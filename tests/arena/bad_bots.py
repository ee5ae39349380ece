"""Machine players that do not do what they should."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from floe.core.typing import Document, U64Array

DYING, CHEATING, SLEEPING = (f"{__name__}:{name}" for name in ("Dying", "Cheating", "Sleeping"))
"""What names them."""


class Dying:
    """Its process is gone at once, as after a fault in compiled code."""

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        os._exit(7)


class Cheating:
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        return "end of the world"


class Sleeping:
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        time.sleep(600)
        return actions[0]
