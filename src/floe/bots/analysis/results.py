"""What an analysis finds. Chances are shares of the win from 0 to 1, one for each seat."""

from __future__ import annotations

import math
from dataclasses import dataclass

from floe.core.facts import Fact
from floe.core.typing import Document

GRADES = (("blunder", 0.25), ("mistake", 0.12), ("slip", 0.05))
"""What a move is called that loses so much of the own chances, or more."""

Chances = tuple[float, ...]


def grade_of(loss: float) -> str | None:
    return next((grade for grade, least in GRADES if loss >= least), None)


@dataclass(frozen=True)
class Decision:
    """One action of the game, judged from what its player could know."""

    number: int
    """How many actions came before it."""
    turn: int
    seat: int
    played: str
    better: str | None
    """What the search would have played; none if it was played, or if there was no choice."""
    expected: float
    """The player's chances with the best action."""
    achieved: float
    """The player's chances with the action that was played."""
    luck: float
    """What chance then added to the player's chances, or took, where something was revealed."""
    forced: bool
    """Nothing else was legal."""
    setup: bool = False
    """It was played before the first turn (``Game.setup_phases``)."""

    @property
    def loss(self) -> float:
        """By how much the action lowered the player's chances."""
        return max(0.0, self.expected - self.achieved) if self.better else 0.0

    @property
    def grade(self) -> str | None:
        """``slip``, ``mistake`` or ``blunder``; none for a good move."""
        return grade_of(self.loss)


@dataclass(frozen=True)
class Miss:
    """A move that was missed: what would have been better, and why."""

    decision: Decision
    line: tuple[str, ...]
    """How play would have gone on in that turn."""
    why: tuple[Fact, ...]
    """The reasons for the better action (``floe.bots.explanations``)."""
    allowed: tuple[Fact, ...]
    """What the played one allowed to others."""


@dataclass(frozen=True)
class TurningPoint:
    """A turn in which the chances changed much."""

    first: int
    """The actions from here ..."""
    last: int
    """... to here, counted from 0."""
    seat: int
    """Whose turn it was."""
    before: Chances
    after: Chances
    cause: str
    """``mistake``: the player's own moves lost it; ``luck``: something was revealed; ``unforeseen``: neither explains
    it, the search just had not looked so far."""

    @property
    def swing(self) -> float:
        """The largest change of any seat's chances."""
        return max(abs(after - before) for before, after in zip(self.before, self.after, strict=True))


@dataclass(frozen=True)
class Accuracy:
    """How well a seat played."""

    seat: int
    decisions: int
    """How often it had a choice."""
    mean_loss: float
    accuracy: float
    """100 if nothing was lost; each decision counts 100 · exp(-4 · loss), so 67 for a loss of a tenth."""
    slips: int
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class Analysis:
    """All that was found in a game."""

    game: str
    colours: tuple[str, ...]
    simulations: int
    seed: int | str
    judged_by: str
    chances: tuple[Chances, ...]
    """In every position, the last one included: as the player to move could judge them."""
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    misses: tuple[Miss, ...]
    accuracies: tuple[Accuracy, ...]

    def to_dict(self) -> Document:
        """As a document of keys and plain values."""
        return {
            "game": self.game,
            "colours": list(self.colours),
            "simulations": self.simulations,
            "seed": self.seed,
            "judged_by": self.judged_by,
            "chances": [_rounded(chances) for chances in self.chances],
            "decisions": [_decision(decision) for decision in self.decisions],
            "turning_points": [
                {
                    "first": point.first,
                    "last": point.last,
                    "seat": point.seat,
                    "before": _rounded(point.before),
                    "after": _rounded(point.after),
                    "cause": point.cause,
                }
                for point in self.turning_points
            ],
            "misses": [
                {
                    **_decision(miss.decision),
                    "line": list(miss.line),
                    "why": [fact.to_dict() for fact in miss.why],
                    "allowed": [fact.to_dict() for fact in miss.allowed],
                }
                for miss in self.misses
            ],
            "accuracies": [
                {
                    "seat": found.seat,
                    "decisions": found.decisions,
                    "mean_loss": round(found.mean_loss, 4),
                    "accuracy": round(found.accuracy, 1),
                    "slips": found.slips,
                    "mistakes": found.mistakes,
                    "blunders": found.blunders,
                }
                for found in self.accuracies
            ],
        }


def _rounded(chances: Chances) -> list[float]:
    return [round(share, 4) for share in chances]


def _decision(decision: Decision) -> Document:
    return {
        "number": decision.number,
        "turn": decision.turn,
        "seat": decision.seat,
        "played": decision.played,
        "better": decision.better,
        "expected": round(decision.expected, 4),
        "achieved": round(decision.achieved, 4),
        "loss": round(decision.loss, 4),
        "luck": round(decision.luck, 4),
        "grade": decision.grade,
        "forced": decision.forced,
    }


def accuracy_of(seat: int, decisions: tuple[Decision, ...]) -> Accuracy:
    """A seat's accuracy over its real decisions; 100 if it had none."""
    losses = [decision.loss for decision in decisions if decision.seat == seat and not decision.forced]
    grades = [grade_of(loss) for loss in losses]
    count = max(1, len(losses))
    return Accuracy(
        seat=seat,
        decisions=len(losses),
        mean_loss=sum(losses) / count,
        accuracy=sum(100 * math.exp(-4 * loss) for loss in losses) / count if losses else 100.0,
        slips=grades.count("slip"),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
    )
