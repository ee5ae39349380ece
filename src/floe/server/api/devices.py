"""The devices of a person: the list of them, moving to another one, and coming back by a recovery code."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import ValidationException
from litestar.params import JSONBody, PathParameter

from floe.server.api.people import Asked, admitted, printable
from floe.server.api.problems import PROBLEMS
from floe.server.devices import Preview
from floe.server.limits import MOVES
from floe.server.people import COOKIE, Guest, cookie, device_name
from floe.server.rate_limit import address_of
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.wire import http
from floe.server.worker import Worker

DeviceId = Annotated[str, PathParameter(max_length=40)]


class DeviceRoutes(Controller):
    """``/api/me/devices`` and what else it takes to be the same on several."""

    path = "/api/me"
    tags = ("people",)

    @get("/devices", summary="My devices, and whether there is a recovery code.", responses=PROBLEMS)
    async def devices(self, worker: NamedDependency[Worker], guest: NamedDependency[Guest]) -> http.Devices:
        return await _devices(worker, guest)

    @put("/devices/{device:str}", summary="Call a device of mine something.", responses=PROBLEMS)
    async def rename(
        self,
        device: DeviceId,
        data: JSONBody[http.RenameDevice],
        worker: NamedDependency[Worker],
        guest: NamedDependency[Guest],
    ) -> http.Devices:
        if not await worker.store.rename_device(guest.id, device, printable(data.name)):
            raise _no_device()
        return await _devices(worker, guest)

    @delete("/devices/{device:str}", status_code=200, summary="Let a device be mine no longer.", responses=PROBLEMS)
    async def revoke(
        self, device: DeviceId, worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> Response[http.Devices]:
        """Its sockets are closed at once. The one that asks is thereby left: its cookie goes, too."""
        if not await worker.devices.revoke(guest, device):
            raise _no_device()
        answer = Response(await _devices(worker, guest))
        if device == guest.device:
            answer = Response(http.Devices([], None, worker.settings.guests_after))
            answer.delete_cookie(COOKIE, path="/")
        return answer

    @post("/link", status_code=200, summary="A link that makes one more device mine, once.", responses=PROBLEMS)
    async def link(self, worker: NamedDependency[Worker], guest: NamedDependency[Guest]) -> http.MoveLink:
        """Valid for ten minutes; the one before is not any longer."""
        return http.MoveLink(*await worker.devices.link(guest))

    @delete("/link", status_code=200, summary="Take the link back.", responses=PROBLEMS)
    async def drop_link(self, worker: NamedDependency[Worker], guest: NamedDependency[Guest]) -> http.Devices:
        await worker.store.drop_link(guest.id)
        return await _devices(worker, guest)

    @post("/recovery", status_code=200, summary="A new recovery code, instead of the one before.", responses=PROBLEMS)
    async def recovery(self, worker: NamedDependency[Worker], guest: NamedDependency[Guest]) -> http.RecoveryCode:
        """It is told this once: only a slow hash of it is kept."""
        return http.RecoveryCode(await worker.devices.recovery_code(guest))


class MoveRoutes(Controller):
    """Becoming somebody on this device. An address may try this a few times a minute only."""

    path = MOVES
    tags = ("people",)

    @post("/look", status_code=200, summary="Who would I become on this device?", responses=PROBLEMS)
    async def look(
        self, data: JSONBody[http.MoveHere], request: Asked, worker: NamedDependency[Worker]
    ) -> http.MovePreview:
        """Nothing happens yet, and the link stays valid."""
        whose, to = await _looked(request, data, worker)
        theirs = await worker.store.belongings(to.guest.id)
        them = http.Somebody(to.guest.name, theirs.tables, theirs.puzzles)
        until = getattr(to.key, "until", None)
        if whose is None or whose.id == to.guest.id:
            return http.MovePreview(them, to.device, until, None, [], whose is not None, [])
        mine = await worker.store.belongings(whose.id)
        own = http.Somebody(whose.name, mine.tables, mine.puzzles) if mine.tables or mine.puzzles else None
        others = [one.name for one in await worker.store.devices(whose.id) if one.id != whose.device]
        together = await worker.store.together_at(whose.id, to.guest.id)
        return http.MovePreview(them, to.device, until, own, others, False, together)

    @post(status_code=200, summary="Become somebody on this device.", responses=PROBLEMS)
    async def move(
        self, data: JSONBody[http.MoveHere], request: Asked, worker: NamedDependency[Worker]
    ) -> Response[http.Me]:
        """A link is used up. The answer sets a new cookie: the one before is nobody's."""
        whose, to = await _looked(request, data, worker)
        if whose is not None and whose.id == to.guest.id:
            raise Refusal("same_person", "this device is theirs already")
        now = await worker.devices.move(to, whose, device_name(request), data.join)
        return Response(http.Me(now.name), cookies=[cookie(now.token or "", worker.settings.secure)])


async def _looked(request: Asked, data: http.MoveHere, worker: Worker) -> tuple[Guest | None, Preview]:
    """Who asks, and whom the key lets in; refused where the host has shut either of them out."""
    whose = await admitted(request, worker)
    if (data.link is None) == (data.code is None):
        raise ValidationException("it takes either a link or a code")
    to = await worker.devices.look(data.link, data.code)
    worker.sanctions.admit(to.guest.id, address_of(request.scope.get("client")))
    return whose, to


async def _devices(worker: Worker, guest: Guest) -> http.Devices:
    rows = await worker.store.devices(guest.id)
    code = await worker.store.recovery_of(guest.id)
    return http.Devices(
        [http.Device(row.id, row.name, row.created, row.seen, row.id == guest.device) for row in rows],
        None if code is None else code.created,
        worker.settings.guests_after,
    )


def _no_device() -> NotFound:
    return NotFound("no_device", "there is no such device, or it is no longer yours")
