"""The web app's files, and the page for every address of it. They are built by ``make web`` and lie in the package."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

FOLDER = Path(__file__).resolve().parent.parent / "web"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Floe</title>
<p>The server runs. The web app has not been built: run <code>make web</code> in a checkout of Floe.</p></html>"""
_NOT_PAGES = ("api/", "ws/", "schema", "health", "metrics", "assets/", "kernels/")


@lru_cache(maxsize=256)
def _files() -> dict[str, Path]:
    """Every file that may be served, by its address: nothing else can be asked for, whatever the address says."""
    return {file.relative_to(FOLDER).as_posix(): file for file in FOLDER.rglob("*") if file.is_file()}


@lru_cache(maxsize=256)
def _content(file: Path) -> bytes:
    return file.read_bytes()


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    """The web app."""
    return _page()


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def site(path: FromPath[str]) -> Response[bytes]:
    """A file of the web app; for any other address the app itself, which knows its own screens."""
    name = path.strip("/")
    file = _files().get(name)
    if file is None:
        if name.startswith(_NOT_PAGES):
            raise NotFoundException("there is nothing here")
        return _page()
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    lasting = name.startswith("assets/")  # their names change with their content
    age = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return Response(_content(file), media_type=kind, headers={"Cache-Control": age})


def _page() -> Response[bytes]:
    index = _files().get("index.html")
    content = NOT_BUILT.encode() if index is None else _content(index)
    return Response(content, media_type="text/html", headers={"Cache-Control": "no-cache"})
