"""Looking at a game that was played: where the chances turned, and which moves were missed.

>>> import floe
>>> from floe.bots.analysis import analyse
>>> found = analyse(floe.load_record("game.json"))  # doctest: +SKIP
>>> found.misses[0].better, found.accuracies[0].accuracy  # doctest: +SKIP
"""

from __future__ import annotations

from floe.bots.analysis.analyse import analyse, concluded, judgements
from floe.bots.analysis.results import Accuracy, Analysis, Decision, Miss, TurningPoint
from floe.bots.analysis.single import ActionJudged, judge_action

__all__ = [
    "Accuracy",
    "ActionJudged",
    "Analysis",
    "Decision",
    "Miss",
    "TurningPoint",
    "analyse",
    "concluded",
    "judge_action",
    "judgements",
]
