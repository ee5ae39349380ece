"""What machines think: hints for those who ask, and what they make of a finished game."""

from __future__ import annotations

from typing import Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

import floe
from floe.bots.hints import hint
from floe.core.errors import BadOption
from floe.core.levels import Budget
from floe.core.typing import Document
from floe.server.api import threads
from floe.server.api.problems import PROBLEMS
from floe.server.api.tables import TableId
from floe.server.people import Guest
from floe.server.tables import views
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.tables.table import Table
from floe.server.wire.http import Analysis, AskHint, HintAnswer, HintMove
from floe.server.worker import Worker

BUDGET = Budget(seconds=0.8)


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
                view = _own_view(table, visitor)
        else:
            view = await threads.run(_view_of, data.position or {})
        return await threads.think(_hinted, view)

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
            record = views.record(table)
        return worker.analyses.of(table_id, record)


def _own_view(table: Table, visitor: Guest | None) -> Document:
    guest = None if visitor is None else visitor.id
    if table.state is None or table.to_move is None or table.to_move not in table.seats_of(guest):
        raise Refusal("not_your_turn", "it is not your turn")
    if table.persons() != {guest}:
        raise Refusal("no_hints", "there are no hints in games against other people")
    return table.state.view(table.to_move)


def _view_of(position: dict[str, Any]) -> Document:
    name = position.get("game")
    if not isinstance(name, str):
        raise BadOption("a position document names its game")
    state = floe.game(name).from_dict(position)
    view: Document = state.view(state.to_move)
    return view


def _hinted(view: Document) -> HintAnswer:
    found = hint(view, BUDGET)
    return HintAnswer(
        seat=found.seat,
        action=found.action,
        reasons=views.facts(found.reasons),
        chances=list(found.chances),
        line=[HintMove(move.seat, move.action) for move in found.line],
        judged_by=found.judged_by,
    )
