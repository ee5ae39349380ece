"""What a game needs to give reasons for a move: the plan that they are about, and the kinds of values they have.

The module that a manifest calls ``explanations`` has ``TERMS``, its vocabulary of reasons, the most telling first;
``reasons(state, seat, action, plan)``, which finds them; and, if it can tell for sure, ``winning_line(state)``: how the
seat to move wins within this turn, or None.
"""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.facts import Kind, text_like
from floe.core.game import State

PERCENT = Kind("percent", {"type": "integer", "minimum": 0, "maximum": 100})
ACTION = text_like("action", ".+")
COUNT = Kind("number", {"type": "integer", "minimum": 1})
CHANGE = Kind("change", {"type": "integer"})


@dataclass(frozen=True)
class Step:
    """One action of a plan, with the positions around it."""

    before: State
    action: str
    after: State
