"""Machine players that do not do what they should."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from floe.core.typing import Document, U64Array


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


def levels() -> dict[str, dict[str, str]]:
    """Entries for the registry of levels."""
    return {kind.__name__.lower(): {"*": f"{__name__}:{kind.__name__}"} for kind in (Dying, Cheating, Sleeping)}
