"""Games on record: to be downloaded, and to be watched again."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from floe.core.record_document import text_of
from floe.server import answers
from floe.server.api import threads
from floe.server.api.problems import PROBLEMS
from floe.server.api.tables import TableId
from floe.server.people import Guest
from floe.server.tables import views
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.tables.table import Table
from floe.server.wire.http import Frames, LogPage, ReplayRecord
from floe.server.worker import Worker

First = Annotated[int, QueryParameter(ge=0, description="The first position wanted; 0 is the one before any action.")]
Count = Annotated[int, QueryParameter(ge=1, le=200, description="How many positions.")]
Before = Annotated[int | None, QueryParameter(ge=1, description="Only what happened before this version.")]
EVENTS_AT_ONCE = 200
_RECORD = {200: ResponseSpec(dict[str, Any], description="See docs/records.md.", generate_examples=False)}


class RecordRoutes(Controller):
    """Records of this server's games and of others."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/record", summary="The game as a record document.", responses=PROBLEMS | _RECORD)
    async def record(
        self, table_id: TableId, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None]
    ) -> Response[str]:
        """While the game runs, what the deal came from is sealed; afterwards the record is the whole truth."""
        async with worker.tables.using(table_id) as table:
            document = views.record_document(watched(table, visitor))
        headers = {"Content-Disposition": f'attachment; filename="{table_id}.floe.json"'}
        return Response(text_of(document), media_type="application/json", headers=headers)

    @get("/tables/{table_id:str}/frames", summary="Positions of a game, to be watched again.", responses=PROBLEMS)
    async def frames(
        self,
        table_id: TableId,
        worker: NamedDependency[Worker],
        visitor: NamedDependency[Guest | None],
        first: First = 0,
        count: Count = answers.FRAMES_AT_ONCE,
    ) -> Frames:
        """Of a running game, as the one who asks may see it; of a finished one, in full."""
        async with worker.tables.using(table_id) as table:
            record = views.record(watched(table, visitor))
            seat = views.perspective(table, None if visitor is None else visitor.id)
        return await threads.run(views.frames, record, seat, first, count)

    @get("/tables/{table_id:str}/log", summary="What happened at a table, page by page.", responses=PROBLEMS)
    async def log(
        self,
        table_id: TableId,
        worker: NamedDependency[Worker],
        visitor: NamedDependency[Guest | None],
        before: Before = None,
    ) -> LogPage:
        """The newest page, or the one before a version, as the one who asks may know it."""
        who = None if visitor is None else visitor.id
        async with worker.tables.using(table_id) as table:
            if not table.may_watch(who):
                raise NotFound
            last, secret = table.version if before is None else min(before - 1, table.version), table.secret
        log = (await worker.tables.log(table_id))[:last]
        have = max(0, last - EVENTS_AT_ONCE)
        return LogPage(await threads.run(views.retold, table_id, secret, log, who, have), more=have > 0)

    @post("/replay", status_code=200, summary="Positions of a record that is sent along.", responses=PROBLEMS)
    async def replay(self, data: JSONBody[ReplayRecord]) -> Frames:
        return await threads.run(answers.replayed, data)


def watched(table: Table, visitor: Guest | None) -> Table:
    """The table, if its game has begun and may be watched."""
    if not table.may_watch(None if visitor is None else visitor.id):
        raise NotFound
    if table.played is None:
        raise Refusal("not_begun", "the game has not begun")
    return table
