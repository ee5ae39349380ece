"""Pictures that stand beside links, and games as animations."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

import floe
from floe import records
from floe.core.errors import FloeError
from floe.core.record import Record
from floe.pictures import animation
from floe.pictures.animation import NoPicture
from floe.pictures.seats import Seat
from floe.server import links
from floe.server.api import threads
from floe.server.api.languages import language_of
from floe.server.api.problems import PROBLEMS
from floe.server.api.records import watched
from floe.server.api.tables import TableId
from floe.server.language import Language, say
from floe.server.links import Link
from floe.server.people import Guest
from floe.server.studies import LONGEST
from floe.server.tables import views
from floe.server.tables.refusals import Refusal
from floe.server.wire.http import AnimateRecord
from floe.server.worker import Worker

Asked = Request[Any, Any, Any]
Ply = Annotated[int | None, QueryParameter(ge=0, description="The position after so many actions; else the newest.")]
Version = Annotated[
    int | None, QueryParameter(ge=0, description="The table's version, as the page gives it: then it may be kept.")
]
StudyText = Annotated[
    str, QueryParameter(max_length=LONGEST, description="What the address of the analysis board has as `s`.")
]
UNPACKED = "unpacked"
"""A handler with this option answers with what is packed already: packing it again would only cost time."""
_PNG = {200: ResponseSpec(bytes, media_type="image/png", description="1200 × 630 pixels.", generate_examples=False)}
_GIF = {200: ResponseSpec(bytes, media_type="image/gif", description="An animation.", generate_examples=False)}


class PictureRoutes(Controller):
    """Pictures. Whoever asks, one beside a link shows what a stranger may see."""

    path = "/api"
    tags = ("pictures",)
    opt = {UNPACKED: True}  # noqa: RUF012  # read by the framework alone
    dependencies = {"language": Provide(language_of)}  # noqa: RUF012

    @get("/picture.png", summary="The picture of the site.", media_type="image/png", responses=PROBLEMS | _PNG)
    async def site(
        self, request: Asked, worker: NamedDependency[Worker], language: NamedDependency[Language]
    ) -> Response[bytes]:
        return await _card(request, worker, links.to_site(language), ("site", language))

    @get(
        "/studies/picture.png",
        summary="The position of an analysis, as a spectator may see it.",
        media_type="image/png",
        responses=PROBLEMS | _PNG,
    )
    async def study(
        self, request: Asked, worker: NamedDependency[Worker], language: NamedDependency[Language], s: StudyText
    ) -> Response[bytes]:
        """Of a link that is damaged, the picture of the site."""
        link = links.to_study(s, language)
        if link.study is None:
            return await _card(request, worker, link, ("site", language))
        try:
            return await _card(request, worker, link, ("study", s, language), lasts=True)
        except FloeError:  # its actions cannot be played
            return await _card(request, worker, links.to_site(language), ("site", language))

    @get(
        "/tables/{table_id:str}/picture.png",
        summary="A table, or a position of its game, as a spectator may see it.",
        media_type="image/png",
        responses=PROBLEMS | _PNG,
    )
    async def table(
        self,
        request: Asked,
        table_id: TableId,
        worker: NamedDependency[Worker],
        language: NamedDependency[Language],
        ply: Ply = None,
        version: Version = None,
    ) -> Response[bytes]:
        """Of a table that strangers may not watch, the picture of the site."""
        async with worker.tables.using(table_id) as table:
            link = links.to_table(table, language, "table" if ply is None else "replay", ply)
        if link.version is None:
            return await _card(request, worker, link, ("site", language))
        key = ("table", table_id, link.version, link.ply, language)
        return await _card(request, worker, link, key, lasts=version == link.version)

    @get(
        "/tables/{table_id:str}/animation.gif",
        summary="A game as an animation, once it is over; one without chance and secrets at any time.",
        media_type="image/gif",
        responses=PROBLEMS | _GIF,
    )
    async def animation(
        self,
        request: Asked,
        table_id: TableId,
        worker: NamedDependency[Worker],
        visitor: NamedDependency[Guest | None],
        language: NamedDependency[Language],
    ) -> Response[bytes]:
        async with worker.tables.using(table_id) as table:
            watched(table, visitor)
            if table.status != "over" and (table.game.chance or table.game.hidden):
                raise Refusal("not_over", "only a finished game can be animated")
            key = ("animation", table_id, table.version, language)
            if _has(request, key):
                return _answer(b"", key, "private, no-cache", status=304)
            record, names = views.record(table), links.shown_names(table.seats, language)
        made = await worker.animations.of(key, lambda: _animated(record, names, language))
        named = {"Content-Disposition": f'attachment; filename="{table_id}.gif"'}
        return _answer(made, key, "private, no-cache", named)

    @post(
        "/animation.gif",
        status_code=200,
        summary="A record that is sent along, as an animation.",
        media_type="image/gif",
        responses=PROBLEMS | _GIF,
    )
    async def animate(
        self, data: JSONBody[AnimateRecord], worker: NamedDependency[Worker], language: NamedDependency[Language]
    ) -> Response[bytes]:
        record: Record = await threads.run(records.from_dict, data.record)
        names = links.recorded_names(record.players, language)
        key = ("record", hashlib.sha256(msgspec.json.encode(record.to_dict())).digest(), language)
        made = await worker.animations.of(key, lambda: _animated(record, names, language))
        return Response(made, headers={"Cache-Control": "no-store"})


def _animated(record: Record, names: Sequence[str], language: Language) -> bytes:
    seats = [
        Seat(player.colour, name, say(language, f"colour.{player.colour}"))
        for player, name in zip(record.players, names, strict=True)
    ]
    try:
        return animation.gif(record, seats)
    except NoPicture as fault:
        raise Refusal("no_picture", str(fault)) from None


async def _card(request: Asked, worker: Worker, link: Link, key: Hashable, *, lasts: bool = False) -> Response[bytes]:
    """A card, unless whoever asks has it. One whose address names its version may be kept; else it is asked for again,
    so that nobody is shown an old one.
    """
    age = "public, max-age=86400, immutable" if lasts else "no-cache"
    if _has(request, key):
        return _answer(b"", key, age, status=304)
    return _answer(await worker.cards.of(key, link.png), key, age)


def _tag(key: Hashable) -> str:
    return f'"{hashlib.sha256(repr((floe.__version__, key)).encode()).hexdigest()[:32]}"'


def _has(request: Asked, key: Hashable) -> bool:
    """Whether whoever asks has this picture already."""
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    return "*" in known or _tag(key) in known


def _answer(
    content: bytes, key: Hashable, age: str, more: dict[str, str] | None = None, status: int = 200
) -> Response[bytes]:
    headers = {"ETag": _tag(key), "Cache-Control": age, "Vary": "Accept-Language", **(more or {})}
    return Response(content, status_code=status, headers=headers)
