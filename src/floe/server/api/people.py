"""Who is who."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException
from litestar.params import JSONBody

from floe.server.admin import Admin
from floe.server.api.problems import PROBLEMS
from floe.server.people import COOKIE, Guest, cookie, device_name, known, welcome
from floe.server.rate_limit import address_of
from floe.server.tables.refusals import Refusal
from floe.server.wire.http import ChangeMe, Me, PrivacyPolicy
from floe.server.worker import Worker

Asked = Request[Any, Any, Any]


async def admitted(request: Asked, worker: Worker) -> Guest | None:
    """Who asks, if it is somebody; refused where the host has shut this person out."""
    found = await known(worker.store, request)
    worker.sanctions.admit(None if found is None else found.id, address_of(request.scope.get("client")))
    return found


async def visitor(request: Asked, worker: NamedDependency[Worker]) -> Guest | None:
    """Who asks, if it is somebody."""
    return await admitted(request, worker)


async def guest(request: Asked, worker: NamedDependency[Worker]) -> Guest:
    """Who asks. ``GET /api/me`` makes somebody of anybody."""
    found = await admitted(request, worker)
    if found is None:
        raise NotAuthorizedException("ask GET /api/me first, and send the cookie that it sets")
    return found


async def _oneself(request: Asked, worker: Worker) -> Guest:
    found = await known(worker.store, request)
    if found is None:
        raise NotAuthorizedException("nothing is kept about you: you were never here, or it is deleted")
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
        found = await admitted(request, worker) or await welcome(worker.store, device=device_name(request))
        cookies = [] if found.token is None else [cookie(found.token, worker.settings.secure)]
        return Response(Me(found.name), cookies=cookies)

    @put(summary="Choose the own name.", responses=PROBLEMS)
    async def rename(self, request: Asked, data: JSONBody[ChangeMe], worker: NamedDependency[Worker]) -> Response[Me]:
        name = printable(data.name)
        found = await admitted(request, worker) or await welcome(worker.store, name, device_name(request))
        if found.token is None:
            await worker.store.rename_guest(found.id, name)
        cookies = [] if found.token is None else [cookie(found.token, worker.settings.secure)]
        return Response(Me(name), cookies=cookies)

    @get("/data", summary="All that is kept about me, as one document.", responses=PROBLEMS)
    async def data(self, request: Asked, worker: NamedDependency[Worker]) -> Response[dict[str, Any]]:
        """Also for those whom the host has shut out: it is theirs."""
        document = await Admin(worker.tables, "guest").export((await _oneself(request, worker)).id)
        return Response(document, headers={"Content-Disposition": 'attachment; filename="floe-data.json"'})

    @delete(status_code=200, summary="Delete all that is kept about me.", responses=PROBLEMS)
    async def forget(self, request: Asked, worker: NamedDependency[Worker]) -> Response[Me]:
        """Games with others stay, with a neutral word for the name."""
        await Admin(worker.tables, "guest").erase((await _oneself(request, worker)).id)
        answer = Response(Me(None))
        answer.delete_cookie(COOKIE, path="/")
        return answer


@get("/api/privacy", tags=["people"], summary="How long this server keeps what it knows of people.", responses=PROBLEMS)
async def privacy(worker: NamedDependency[Worker]) -> PrivacyPolicy:
    return PrivacyPolicy(worker.settings.guests_after, worker.settings.tables_after)
