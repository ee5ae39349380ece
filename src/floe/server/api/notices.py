"""Where and how people want to be called back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, get_args
from urllib.parse import urlsplit

from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from floe.server import chance
from floe.server.api.problems import PROBLEMS
from floe.server.api.tables import TableId
from floe.server.notices import network, push
from floe.server.notices.mail import is_address
from floe.server.notices.message import spoken
from floe.server.notices.quiet import zones
from floe.server.notices.tokens import Purpose
from floe.server.people import Guest
from floe.server.store.rows import AddressRow, WishRow
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.wire.notices import (
    AddMail,
    AddPush,
    AddressDone,
    AddWebhook,
    Channel,
    NoticeAddress,
    Notices,
    NoticeWishes,
    TableNotices,
    WebhookAdded,
)
from floe.server.worker import Worker

CHANNELS: tuple[Channel, ...] = get_args(Channel)
MOST = 12
"""Addresses of one guest."""
AddressId = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$", description="An address, by its id.")]
Token = Annotated[
    str, PathParameter(pattern=r"^[0-9a-f]{16}\.[0-9a-f]{40}$", description="What the link in a message ends with.")
]


class NoticeRoutes(Controller):
    """``/api/me/notices``."""

    path = "/api/me/notices"
    tags = ("notices",)

    @get(summary="How I am called back when a game waits for me.", responses=PROBLEMS)
    async def mine(self, worker: NamedDependency[Worker], guest: NamedDependency[Guest]) -> Notices:
        return await _notices(worker, guest)

    @put(summary="Choose language, time zone and quiet hours.", responses=PROBLEMS)
    async def wish(
        self, data: JSONBody[NoticeWishes], worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> Notices:
        if data.zone not in zones():
            raise Refusal("bad_zone", "this is no time zone such as Europe/Zurich")
        if (data.quiet_from is None) != (data.quiet_until is None):
            raise Refusal("bad_hours", "quiet hours have a beginning and an end")
        row = WishRow(guest.id, data.language, data.zone, data.quiet_from, data.quiet_until, data.quick)
        await worker.store.wish(row)
        return await _notices(worker, guest)

    @post("/push", status_code=200, summary="Call this browser.", responses=PROBLEMS)
    async def add_push(
        self, data: JSONBody[AddPush], worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> Notices:
        if worker.delivery.push is None:
            raise Refusal("no_push", "this server has no Web Push")
        try:
            known = push.known_service(data.endpoint, worker.settings.notice_hosts)
            push.check_keys(data.p256dh, data.auth)
        except network.Forbidden as fault:
            raise Refusal("bad_endpoint", str(fault)) from None
        except ValueError:
            raise Refusal("bad_endpoint", "these are no keys of a browser") from None
        if not known:
            raise Refusal("bad_endpoint", "this is no push service that the host of the server allows")
        keys = {"p256dh": data.p256dh, "auth": data.auth}
        await _add(worker, guest, "push", data.endpoint, keys, confirmed=True)
        return await _notices(worker, guest)

    @post("/mail", status_code=200, summary="Call me by e-mail; its link has to be opened first.", responses=PROBLEMS)
    async def add_mail(
        self, data: JSONBody[AddMail], worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> Notices:
        if worker.delivery.mail is None:
            raise Refusal("no_mail", "this server sends no e-mail")
        if not is_address(data.address.strip()):
            raise Refusal("bad_mail", "this is no address of e-mail")
        await _add(worker, guest, "mail", data.address.strip().lower(), {}, confirmed=False)
        return await _notices(worker, guest)

    @post("/webhook", status_code=201, summary="Call a program of mine.", responses=PROBLEMS)
    async def add_webhook(
        self, data: JSONBody[AddWebhook], worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> WebhookAdded:
        own = [one for one in await worker.store.addresses(guest.id) if one.channel == "webhook"]
        if len(own) >= worker.settings.webhooks_per_guest:
            raise Refusal("too_many_addresses", "you have as many webhooks as this server lets you have")
        try:
            parts = network.checked(data.url, worker.settings.notice_hosts)
            port = parts.port or (443 if parts.scheme == "https" else 80)
            await network.resolve(parts.hostname or "", port, network.is_named(parts, worker.settings.notice_hosts))
        except (network.Forbidden, network.Unreachable) as fault:
            raise Refusal("bad_webhook", str(fault)) from None
        secret = chance.in_url(32)
        added = await _add(worker, guest, "webhook", data.url, {"secret": secret}, confirmed=False)
        return WebhookAdded(added.id, json.loads(added.keys)["secret"])

    @delete("/{address_id:str}", status_code=200, summary="Call me there no more.", responses=PROBLEMS)
    async def remove(
        self, address_id: AddressId, worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> Notices:
        if address_id not in [one.id for one in await worker.store.addresses(guest.id)]:
            raise NotFound("no_address", "there is no such address of yours")
        await worker.store.remove_address(address_id)
        return await _notices(worker, guest)

    @get("/tables/{table_id:str}", summary="How I am called for one table.", responses=PROBLEMS)
    async def at_table(
        self, table_id: TableId, worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> TableNotices:
        chosen = await worker.store.channels_at(table_id, guest.id)
        return TableNotices(None if chosen is None else [as_channel(one) for one in chosen.split(",") if one])

    @put("/tables/{table_id:str}", summary="Choose how I am called for one table, or mute it.", responses=PROBLEMS)
    async def choose(
        self,
        table_id: TableId,
        data: JSONBody[TableNotices],
        worker: NamedDependency[Worker],
        guest: NamedDependency[Guest],
    ) -> TableNotices:
        chosen = None if data.channels is None else ",".join(sorted(set(data.channels)))
        if not await worker.store.choose_channels(table_id, guest.id, chosen):
            raise NotFound
        return data


class NoticeLinks(Controller):
    """What links in messages do. Whoever has one needs no cookie: the message may be read elsewhere."""

    path = "/api/notices"
    tags = ("notices",)

    @post("/confirm/{token:str}", status_code=200, summary="An address of e-mail is one's own.", responses=PROBLEMS)
    async def confirm(self, token: Token, worker: NamedDependency[Worker]) -> AddressDone:
        row = await _meant(worker, "confirm", token)
        await worker.store.confirm_address(row.id, worker.tables.now())
        return AddressDone(as_channel(row.channel), shown(row))

    @post("/stop/{token:str}", status_code=200, summary="No more to an address; as RFC 8058 asks.", responses=PROBLEMS)
    async def stop(self, token: Token, worker: NamedDependency[Worker]) -> AddressDone:
        row = await _meant(worker, "stop", token)
        await worker.store.remove_address(row.id)
        return AddressDone(as_channel(row.channel), shown(row))


async def _meant(worker: Worker, purpose: Purpose, token: str) -> AddressRow:
    found = worker.delivery.address_of(purpose, token)
    row = None if found is None else await worker.store.address(found)
    if row is None:
        raise NotFound("no_address", "this link is of no use any more")
    return row


async def _add(
    worker: Worker, guest: Guest, channel: Channel, target: str, keys: dict[str, str], *, confirmed: bool
) -> AddressRow:
    now = worker.tables.now()
    row = AddressRow(chance.in_hex(8), guest.id, channel, target, json.dumps(keys), now, None)
    row = replace(row, confirmed=now) if confirmed else row
    added = await worker.store.add_address(row, MOST, ask=not confirmed)
    if added is None:
        raise Refusal("too_many_addresses", "there are too many addresses already; remove one, or confirm one first")
    return added


async def _notices(worker: Worker, guest: Guest) -> Notices:
    found, wishes = await worker.store.addresses(guest.id), await worker.store.wishes(guest.id)
    delivery = worker.delivery
    return Notices(
        push_key=None if delivery.push is None else delivery.push.public_key,
        mail=delivery.mail is not None,
        webhooks=worker.settings.webhooks_per_guest > 0,
        addresses=[
            NoticeAddress(one.id, as_channel(one.channel), shown(one), one.confirmed is not None, one.created)
            for one in found
        ],
        wishes=NoticeWishes()
        if wishes is None
        else NoticeWishes(spoken(wishes.language), wishes.zone, wishes.quiet_from, wishes.quiet_until, wishes.quick),
    )


def shown(row: AddressRow) -> str:
    """Enough of an address to know it again; of an endpoint only its service, since the rest lets one call there."""
    if row.channel == "mail":
        return row.target
    parts = urlsplit(row.target)
    return parts.netloc if row.channel == "push" else f"{parts.netloc}{parts.path}"


def as_channel(text: str) -> Channel:
    """One of the channels, as the database has it."""
    return next(one for one in CHANNELS if one == text)
