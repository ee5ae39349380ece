"""What machines think: hints for those who ask, and what they make of a finished game."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from floe.server import answers, judging, trying
from floe.server.api import threads
from floe.server.api.problems import PROBLEMS
from floe.server.api.tables import TableId
from floe.server.people import Guest
from floe.server.tables import views
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.wire.http import Analysis, AskHint, AskLines, HintAnswer, LinesAnswer
from floe.server.wire.practice import ActionJudged, AskJudgement
from floe.server.worker import Worker


class MachineRoutes(Controller):
    """Asking machines."""

    path = "/api"
    tags = ("machines",)

    @post("/hint", status_code=200, summary="What the strongest machine would play, and why.", responses=PROBLEMS)
    async def hint(
        self, data: JSONBody[AskHint], worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None]
    ) -> HintAnswer:
        """At a table, for the own seat to move, if nobody else's game is decided by it; or in any position."""
        if data.table is not None:
            async with worker.tables.using(data.table) as table:
                view = answers.own_view(table, None if visitor is None else visitor.id)
        else:
            view = await threads.run(answers.view_of, data.position or {})
        return await threads.think(answers.hinted, view)

    @post("/lines", status_code=200, summary="The best actions, and what would follow.", responses=PROBLEMS)
    async def lines(self, data: JSONBody[AskLines]) -> LinesAnswer:
        """As whoever is to move can judge it."""
        view = await threads.run(trying.seen_by_mover, data)
        return await threads.think(answers.lined, view)

    @post("/judge", status_code=200, summary="What an action is worth beside the best one.", responses=PROBLEMS)
    async def judge(self, data: JSONBody[AskJudgement]) -> ActionJudged:
        """As whoever is to move can judge it."""
        return await threads.think(judging.judged, data)

    @get("/tables/{table_id:str}/analysis", summary="A finished game as the machine sees it.", responses=PROBLEMS)
    async def analysis(
        self, table_id: TableId, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None]
    ) -> Analysis:
        """It takes a while: ask again until ``done`` is ``total``."""
        async with worker.tables.using(table_id) as table:
            if not table.may_watch(None if visitor is None else visitor.id):
                raise NotFound
            if table.status != "over" or table.played is None or not table.played.actions:
                raise Refusal("not_over", "only a finished game is analysed")
            record, unjudged = views.record(table), table.evenly_played
        return worker.analyses.of(table_id, record, unjudged)
