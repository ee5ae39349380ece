"""Why a move is good, as facts: what its plan threatens, prevents, wins or takes. From one seat's view alone."""

from __future__ import annotations

from floe.bots.explanations.explain import explain
from floe.bots.explanations.vocabulary import vocabulary

__all__ = ["explain", "vocabulary"]
