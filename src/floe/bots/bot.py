"""What every machine player is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from floe.core.errors import FloeError
from floe.core.typing import Document, U64Array


class BadPlayer(FloeError):
    """A machine player that cannot be had: not there, broken, or made for something else."""


class Bot(Protocol):
    """A machine player at one seat of one game. It may remember what it saw there, and nothing else.

    It is shown no more than a person at that seat would be, so it cannot play by what is hidden from it.
    """

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        """Return one of the legal ``actions``, given the seat's view. All chance comes from the generator ``rng``."""
        ...
