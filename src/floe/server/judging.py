"""A decision judged by itself, as a server and a page both answer it."""

from __future__ import annotations

from floe.bots.analysis.single import judge_action
from floe.server import trying
from floe.server.tables import views
from floe.server.wire import http, practice


def judged(asked: practice.AskJudgement) -> practice.ActionJudged:
    """What an action is worth beside the best one."""
    view = trying.seen_by_mover(http.AskLines(asked.position, asked.seat, asked.sampled))
    found = judge_action(view, asked.action)
    return practice.ActionJudged(
        seat=found.seat,
        best=found.best,
        line=[http.Move(move.seat, move.action) for move in found.line],
        reasons=views.facts(found.reasons),
        expected=found.expected,
        achieved=found.achieved,
        loss=found.loss,
        grade=found.grade,
        allowed=views.facts(found.allowed),
    )
