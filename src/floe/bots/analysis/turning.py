"""Where the chances turned: the turns in which they changed much, and what made them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from floe.bots.analysis.results import Chances, Decision, TurningPoint

LEAST_SWING = 0.15
MOST = 8
"""So many are told, the largest."""
HALF = 0.5
"""What explains so much of a change is its cause."""


def turning_points(chances: tuple[Chances, ...], decisions: tuple[Decision, ...]) -> list[TurningPoint]:
    """In the order of play."""
    points = [_point(chances, decisions[first : last + 1]) for first, last in _turns(decisions)]
    large = sorted((point for point in points if point.swing >= LEAST_SWING), key=lambda point: -point.swing)
    return sorted(large[:MOST], key=lambda point: point.first)


def _turns(decisions: tuple[Decision, ...]) -> Iterator[tuple[int, int]]:
    """The first and the last action of each turn. During setup, each action is a turn of its own."""
    first = 0
    for n, decision in enumerate(decisions):
        following = decisions[n + 1] if n + 1 < len(decisions) else None
        if following is None or following.turn != decision.turn or decision.setup:
            yield first, n
            first = n + 1


def _point(chances: tuple[Chances, ...], turn: tuple[Decision, ...]) -> TurningPoint:
    first, last, seat = turn[0].number, turn[-1].number, turn[0].seat
    point = TurningPoint(first, last, seat, chances[first], chances[last + 1], "unforeseen")
    return replace(point, cause=_cause(turn, point))


def _cause(turn: tuple[Decision, ...], point: TurningPoint) -> str:
    """What most of the change comes from, seen by the player on turn."""
    own = [decision for decision in turn if decision.seat == point.seat]
    lost, luck = sum(decision.loss for decision in own), sum(decision.luck for decision in own)
    change, enough = point.after[point.seat] - point.before[point.seat], HALF * point.swing
    if change < 0 and lost >= enough and lost >= -luck:
        return "mistake"
    return "luck" if luck * change > 0 and abs(luck) >= enough else "unforeseen"
