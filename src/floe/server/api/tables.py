"""Setting up tables, sitting down, finding them again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from floe.server import answers, presence
from floe.server.api import threads
from floe.server.api.people import admitted, printable
from floe.server.api.problems import PROBLEMS
from floe.server.people import Guest, cookie, device_name, welcome
from floe.server.service import AlreadyThere, Decide, summary_of
from floe.server.store.rows import Page
from floe.server.tables import commands, events, views
from floe.server.tables.events import Event
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.tables.seat import NAMELESS
from floe.server.tables.table import Table
from floe.server.wire import tables as wire
from floe.server.wire.http import AddEntropy, NewTable, PlayAgain, Sit, StartTable, TablePage
from floe.server.worker import Worker

Asked = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{6,32}$", description="A table's id, as in its link.")]
PLACE = r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,40}$"
Before = Annotated[str | None, QueryParameter(pattern=PLACE, description="What ``more`` of the page before says.")]
_PAGE = 50


class TableRoutes(Controller):
    """All about tables but for the play itself, which goes over a table's socket."""

    path = "/api"
    tags = ("tables",)

    @get("/tables", summary="The lobby: listed tables with an open seat.", responses=PROBLEMS)
    async def lobby(
        self, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None], before: Before = None
    ) -> TablePage:
        page = _page(await worker.store.lobby(_PAGE, before), visitor)
        return TablePage([table for table in page.tables if _has_room(table)], page.more)

    @get("/me/tables", summary="My tables, the newest change first.", responses=PROBLEMS)
    async def mine(
        self, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None], before: Before = None
    ) -> TablePage:
        """The first page begins with those where one is asked to play again and has not answered."""
        if visitor is None:
            return TablePage([])
        page = await worker.store.tables_of(visitor.id, _PAGE, before)
        shown = _page(page, visitor)
        if before is not None:
            return shown
        again = [table.rematch for table in shown.tables if table.rematch is not None]
        asked = _page(Page(await worker.store.some_tables(again), None), visitor).tables if again else []
        return TablePage([table for table in asked if table.invited] + shown.tables, page.more)

    @post("/tables", summary="Set up a table. The game begins at once if no seat is open.", responses=PROBLEMS)
    async def create(
        self, request: Asked, data: JSONBody[NewTable], worker: NamedDependency[Worker]
    ) -> Response[wire.TableView]:
        who = await _somebody(request, worker, data.name)
        begins_at = data.position
        if data.record is not None:
            begins_at = await threads.run(answers.position_after, data.record, data.ply)
        created = commands.create(
            data.settings, who.id, who.name or NAMELESS, begins_at, adds_entropy=data.adds_entropy
        )
        table = await worker.tables.create(created, data.start, most=worker.settings.tables_per_guest)
        return _with_cookie(worker, who, await _head(worker, table, who), status=201)

    @get("/tables/{table_id:str}", summary="A table's head.", responses=PROBLEMS)
    async def one(
        self, table_id: TableId, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None]
    ) -> wire.TableView:
        async with worker.tables.using(table_id) as table:
            if not table.may_watch(None if visitor is None else visitor.id):
                raise NotFound
            return await _head(worker, table, visitor)

    @get(
        "/tables/{table_id:str}/view",
        summary="The position as a spectator may see it, for a small picture in a list.",
        responses=PROBLEMS,
    )
    async def view(
        self,
        table_id: TableId,
        worker: NamedDependency[Worker],
        visitor: NamedDependency[Guest | None],
        version: Annotated[int | None, QueryParameter(ge=0, description="The table's: then it may be kept.")] = None,
    ) -> Response[dict[str, Any]]:
        async with worker.tables.using(table_id) as table:
            if not table.may_watch(None if visitor is None else visitor.id):
                raise NotFound
            if table.state is None:
                raise Refusal("not_begun", "the game has not begun")
            age = "private, max-age=86400, immutable" if version == table.version else "no-cache"
            return Response(views.spectated(table.state), headers={"Cache-Control": age})

    @post(
        "/tables/{table_id:str}/sit",
        status_code=200,
        summary="Take an open seat; the last one starts the game.",
        responses=PROBLEMS,
    )
    async def sit(
        self, request: Asked, table_id: TableId, data: JSONBody[Sit], worker: NamedDependency[Worker]
    ) -> Response[wire.TableView]:
        who = await _somebody(request, worker, data.name)

        def decide(table: Table) -> list[Event]:
            return commands.sit(table, who.id, data.seat, who.name or NAMELESS, data.entropy)

        return _with_cookie(worker, who, await _changed(worker, table_id, who, decide))

    @post(
        "/tables/{table_id:str}/entropy",
        status_code=200,
        summary="Add one's own part to the deal, as announced; the last one starts the game.",
        responses=PROBLEMS,
    )
    async def add_entropy(
        self,
        table_id: TableId,
        data: JSONBody[AddEntropy],
        worker: NamedDependency[Worker],
        guest: NamedDependency[Guest],
    ) -> wire.TableView:
        """By now one knows the commitment: the server cannot choose its secret to suit what it is told here."""

        return await _changed(
            worker, table_id, guest, lambda table: commands.add_entropy(table, guest.id, data.entropy)
        )

    @post(
        "/tables/{table_id:str}/stand",
        status_code=200,
        summary="Leave one's seats before the game begins, or say no to those that are kept for one.",
        responses=PROBLEMS,
    )
    async def stand(
        self, table_id: TableId, worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> wire.TableView:
        return await _changed(worker, table_id, guest, lambda table: commands.stand(table, guest.id))

    @post(
        "/tables/{table_id:str}/cancel",
        status_code=200,
        summary="Call one's table off before the game begins.",
        responses=PROBLEMS,
    )
    async def cancel(
        self, table_id: TableId, worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> wire.TableView:
        return await _changed(worker, table_id, guest, lambda table: commands.cancel(table, guest.id))

    @post(
        "/tables/{table_id:str}/start",
        status_code=200,
        summary="Wait no longer: machines take the open seats.",
        responses=PROBLEMS,
    )
    async def start(
        self,
        table_id: TableId,
        data: JSONBody[StartTable],
        worker: NamedDependency[Worker],
        guest: NamedDependency[Guest],
    ) -> wire.TableView:
        return await _changed(worker, table_id, guest, lambda table: commands.start(table, guest.id, data.level))

    @post(
        "/tables/{table_id:str}/rematch",
        status_code=200,
        summary="Play again with the same people.",
        responses=PROBLEMS,
    )
    async def rematch(
        self,
        table_id: TableId,
        data: JSONBody[PlayAgain],
        worker: NamedDependency[Worker],
        guest: NamedDependency[Guest],
    ) -> wire.TableView:
        """Whoever asks first sets up the new table, the others sit down at it. Its id follows from the old one, so
        that there is only one.
        """
        async with worker.tables.using(table_id) as old:
            name = guest.name or NAMELESS
            created = commands.play_again(old, guest.id, name, adds_entropy=data.adds_entropy)
            new = commands.rematch_id(old)
        with suppress(AlreadyThere):
            await worker.tables.create(created, start=True, table_id=new)
        await worker.tables.change(table_id, lambda old: _told_once(old, new, guest.id), guest.id)

        def decide(table: Table) -> list[Event]:
            return commands.sit_again(table, guest.id, name, adds_entropy=data.adds_entropy)

        return await _changed(worker, new, guest, decide)


def _has_room(table: wire.TableView) -> bool:
    """Whether the receiver could sit down: at the table of those who play again all may be kept for them."""
    return table.invited or any(seat.kind == "open" and not seat.kept for seat in table.seats)


def _told_once(old: Table, new: str, guest: str) -> list[Event]:
    return [events.Rematch(new, old.seats_of(guest)[0])] if old.rematch is None else []


async def _somebody(request: Asked, worker: Worker, name: str | None) -> Guest:
    """Who asks, made a guest if need be, and called by a name if one is given."""
    found = await admitted(request, worker) or await welcome(worker.store, device=device_name(request))
    if name is None or (tidy := printable(name)) == found.name:
        return found
    await worker.store.rename_guest(found.id, tidy)
    return replace(found, name=tidy)


def _with_cookie(worker: Worker, who: Guest, table: wire.TableView, status: int = 200) -> Response[wire.TableView]:
    cookies = [] if who.token is None else [cookie(who.token, worker.settings.secure)]
    return Response(table, status_code=status, cookies=cookies)


async def _changed(worker: Worker, table_id: str, who: Guest, decide: Decide) -> wire.TableView:
    """What somebody wants at a table, done; its head afterwards."""
    table, _ = await worker.tables.change(table_id, decide, who.id)
    return await _head(worker, table, who)


async def _head(worker: Worker, table: Table, who: Guest | None) -> wire.TableView:
    present = presence.here(await worker.store.present(table.id), worker.tables.now()) | worker.hub.present(table.id)
    return views.head(views.summary(table), None if who is None else who.id, present)


def _page(page: Page, who: Guest | None) -> TablePage:
    return TablePage([views.head(summary_of(row), None if who is None else who.id) for row in page.tables], page.more)
