"""Who is who."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, get, put
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException
from litestar.params import JSONBody

from floe.server.api.problems import PROBLEMS
from floe.server.people import Guest, cookie, known, welcome
from floe.server.tables.refusals import Refusal
from floe.server.wire.http import ChangeMe, Me
from floe.server.worker import Worker

Asked = Request[Any, Any, Any]


async def visitor(request: Asked, worker: NamedDependency[Worker]) -> Guest | None:
    """Who asks, if it is somebody."""
    return await known(worker.store, request)


async def guest(request: Asked, worker: NamedDependency[Worker]) -> Guest:
    """Who asks. ``GET /api/me`` makes somebody of anybody."""
    found = await known(worker.store, request)
    if found is None:
        raise NotAuthorizedException("ask GET /api/me first, and send the cookie that it sets")
    return found


def printable(name: str) -> str:
    """A name as it is kept: no line breaks, no invisible characters, no spaces at its ends."""
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise Refusal("bad_name", "a name has 1 to 40 characters that can be printed")
    return tidy


class PeopleRoutes(Controller):
    """``/api/me``."""

    path = "/api/me"
    tags = ("people",)

    @get(summary="Who am I? A browser that was never here before gets a cookie.", responses=PROBLEMS)
    async def me(self, request: Asked, worker: NamedDependency[Worker]) -> Response[Me]:
        found = await known(worker.store, request) or await welcome(worker.store)
        cookies = [] if found.token is None else [cookie(found.token, worker.settings.secure)]
        return Response(Me(found.name), cookies=cookies)

    @put(summary="Choose the own name.", responses=PROBLEMS)
    async def rename(self, request: Asked, data: JSONBody[ChangeMe], worker: NamedDependency[Worker]) -> Response[Me]:
        name = printable(data.name)
        found = await known(worker.store, request) or await welcome(worker.store, name)
        if found.token is None:
            await worker.store.rename_guest(found.id, name)
        cookies = [] if found.token is None else [cookie(found.token, worker.settings.secure)]
        return Response(Me(name), cookies=cookies)
