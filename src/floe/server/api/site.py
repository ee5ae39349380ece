"""The web app's files, and the page for every address of it. They are built by ``make web`` and lie in the package."""

from __future__ import annotations

import mimetypes
import re
from contextlib import suppress
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from litestar import HttpMethod, Request, Response, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from floe.pictures import card
from floe.server import links
from floe.server.language import LOCALES, Language, accepted
from floe.server.links import Link
from floe.server.store.faults import StoreUnavailable
from floe.server.tables.refusals import NotFound
from floe.server.webapp import DOCS, FOLDER
from floe.server.worker import Worker

Asked = Request[Any, Any, Any]

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Floe</title>
<p>The server runs. The web app has not been built: run <code>make web</code> in a checkout of Floe.</p></html>"""
TITLE = "<title>Floe</title>"
"""Where a page gets its title and tags."""
_LINKS = re.compile("(?P<screen>t|replay)/(?P<id>[A-Za-z0-9_-]{6,32})")
STUDY = "analyse"
ASKED_FOR = (HttpMethod.GET, HttpMethod.HEAD)
"""Whoever looks whether a page is there asks for its head alone."""
_SCREENS = re.compile(
    "|".join(
        (
            "",
            "new|lobby|games|replay|analyse|puzzles|mistakes|learn|about|privacy|settings|devices|move|cubes",
            "(?:t|replay|rules|learn)/[^/]+",
            "(?:puzzles|learn|notices)/[^/]+/[^/]+",
        )
    )
)
"""The addresses of the app's screens (``web/src/app/routes.ts``): at any other it says that there is nothing."""
_PLY = re.compile("[0-9]{1,9}")
_NOT_PAGES = (
    "api/",
    "ws/",
    "schema",
    "health",
    "metrics",
    "assets/",
    "icons/",
    "kernels/",
    "python/",
    "docs/",
    "sw.js",
    "manifest.",
)
_TYPES = {".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".js": "text/javascript"}
"""What systems may not know, or call otherwise, and browsers insist on."""


@lru_cache(maxsize=256)
def _files() -> dict[str, Path]:
    """Every file that may be served, by its address: nothing else can be asked for, whatever the address says."""
    return {
        f"{prefix}{file.relative_to(folder).as_posix()}": file
        for prefix, folder in (("", FOLDER), ("docs/", DOCS))
        for file in folder.rglob("*")
        if file.is_file()
    }


@lru_cache(maxsize=256)
def _content(file: Path) -> bytes:
    return file.read_bytes()


@route("/", http_method=ASKED_FOR, include_in_schema=False)
async def home(request: Asked, worker: NamedDependency[Worker]) -> Response[bytes]:
    """The web app."""
    return await _page(request, worker, "")


@route("/{path:path}", http_method=ASKED_FOR, include_in_schema=False)
async def site(path: FromPath[str], request: Asked, worker: NamedDependency[Worker]) -> Response[bytes]:
    """A file of the web app; for any other address the app itself, which says so where it has no such screen."""
    name = path.strip("/")
    file = _files().get(name)
    if file is None and (index := _files().get(f"{name}/index.html")) is not None:
        if not request.scope["raw_path"].endswith(b"/"):  # what the page names lies beside it
            return Response(b"", status_code=301, headers={"Location": f"/{name}/"})
        file = index
    if file is None:
        if name.startswith(_NOT_PAGES):
            raise NotFoundException("there is nothing here")
        return await _page(request, worker, name)
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    lasting = name.startswith("assets/")  # their names change with their content
    age = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return Response(_content(file), media_type=kind, headers={"Cache-Control": age})


async def _page(request: Asked, worker: Worker, name: str) -> Response[bytes]:
    """The page of an address, with what messengers say of a link to it."""
    index = _files().get("index.html")
    page = (NOT_BUILT if index is None else _content(index).decode()).partition(TITLE)
    head = await _head(request, worker, name)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    status = 200 if _SCREENS.fullmatch(name) else 404
    content = f"{page[0]}{head}{page[2]}".encode()
    return Response(content, status_code=status, media_type="text/html", headers=headers)


async def _head(request: Asked, worker: Worker, name: str) -> str:
    """Title and tags: Open Graph, which messengers read, and the one of Twitter's that asks for a large picture."""
    language = accepted(request.headers.get("accept-language", ""))
    site = worker.settings.public_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    link, where = await _link(request, worker, name, language), quote(f"/{name}")
    picture: dict[str, str | int] = {"lang": language}
    source = "/api/picture.png"
    if link.version is not None:
        source = f"/api/tables/{name.partition('/')[2]}/picture.png"
        picture |= {"version": link.version} | ({} if link.ply is None else {"ply": link.ply})
        where += "" if link.ply is None else f"?ply={link.ply}"
    elif link.study is not None:
        source, picture = "/api/studies/picture.png", picture | {"s": link.study}
        where += f"?s={quote(link.study)}"
    described = {
        "og:site_name": links.SITE,
        "og:type": "website",
        "og:title": link.title,
        "og:description": link.text,
        "og:url": site + where,
        "og:locale": LOCALES[language],
        "og:image": f"{site}{source}?{urlencode(picture)}",
        "og:image:type": "image/png",
        "og:image:width": card.WIDTH,
        "og:image:height": card.HEIGHT,
        "og:image:alt": f"{link.title}. {link.text}",
    }
    title = link.title if link.title == links.SITE else f"{link.title} · {links.SITE}"
    tags = [
        f"<title>{escape(title)}</title>",
        f'<meta name="description" content="{escape(link.text)}" />',
        *(f'<meta property="{key}" content="{escape(str(value))}" />' for key, value in described.items()),
        '<meta name="twitter:card" content="summary_large_image" />',
    ]
    return "\n    ".join(tags)


async def _link(request: Asked, worker: Worker, name: str, language: Language) -> Link:
    """What the link tells; one that leads to no table, or while the database is away, tells of the site."""
    if name == STUDY and "s" in request.query_params:
        return links.to_study(request.query_params["s"], language)
    found = _LINKS.fullmatch(name)
    if found is None:
        return links.to_site(language)
    ply = request.query_params.get("ply", "")
    with suppress(NotFound, StoreUnavailable):
        async with worker.tables.using(found["id"]) as table:
            if found["screen"] == "t":
                return links.to_table(table, language)
            return links.to_table(table, language, "replay", int(ply) if _PLY.fullmatch(ply) else None)
    return links.to_site(language)
