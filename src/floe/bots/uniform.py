"""The level ``random``: every legal action is as likely as any other. It plays every game."""

from __future__ import annotations

from collections.abc import Sequence

from floe.core.randomness import draw_below
from floe.core.typing import Document, U64Array


class Uniform:
    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        return actions[draw_below(rng, len(actions))]
