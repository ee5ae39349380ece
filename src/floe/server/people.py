"""Guests: people without an account. Each of their devices keeps an unguessable token in a cookie, the server only its
hash.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from floe.server import chance, clock
from floe.server.store.rows import DeviceRow, GuestRow
from floe.server.store.store import Store

COOKIE = "floe_guest"
_YEAR = 365 * 24 * 3600
HOUR_MS = 3600 * 1000
"""To the hour it is kept when a device was used last."""
_TOKEN_LENGTH = range(20, 100)


@dataclass(frozen=True)
class Guest:
    """A person with a device. ``token`` is set only when it was just made, to be put into the cookie."""

    id: str
    name: str | None
    token: str | None = None
    device: str = ""
    """Its id."""


def hashed(token: str) -> str:
    """What is stored of a token. Tokens are random, so a plain hash is enough to keep them secret."""
    return hashlib.sha256(f"floe guest/{token}".encode()).hexdigest()


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token that a request brings: in the cookie, or as a bearer token, which programs find easier."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return token if token and len(token) in _TOKEN_LENGTH else None


async def known(store: Store, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
    """Who sends a request, if it is somebody who was here before."""
    token = token_of(connection)
    found = None if token is None else await store.by_token(hashed(token))
    if found is None:
        return None
    row, device = found
    now, called = clock.wall(), device.name or device_name(connection)
    if now - min(row.seen, device.seen) > HOUR_MS or called != device.name:
        await store.seen(replace(device, name=called), now)
    return Guest(row.id, row.name, device=device.id)


async def welcome(store: Store, name: str | None = None, device: str = "") -> Guest:
    """A new guest, with a device that may be called so."""
    token, at = chance.in_url(32), clock.wall()
    row = GuestRow(chance.in_hex(8), hashed(token), name, at, at)
    first = DeviceRow(chance.in_hex(8), row.id, row.token_hash, device, at, at)
    await store.add_guest(row, first)
    return Guest(row.id, name, token, first.id)


_BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Vivaldi": "Vivaldi", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""What a browser says of itself, and its name; those that also say the name of another come first."""
_SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "CrOS": "ChromeOS", "Windows": "Windows",
    "Macintosh": "macOS", "Linux": "Linux",
}  # fmt: skip


def device_name(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What a device may be called until its person says otherwise, the same in all languages: ``Firefox (Android)``.
    Nothing else of what the browser says is kept.
    """
    says = connection.headers.get("user-agent", "")
    browser = next((name for word, name in _BROWSERS.items() if f"{word}/" in says), "")
    system = next((name for word, name in _SYSTEMS.items() if word in says), "")
    if browser and system:
        return f"{browser} ({system})"
    program = says.partition("/")[0].strip()
    return browser or system or (program if program.isprintable() and program.isascii() else "")[:40]


def cookie(token: str, secure: bool) -> Cookie:
    """The cookie that makes a browser be known again. Scripts cannot read it, other sites cannot send it."""
    return Cookie(key=COOKIE, value=token, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
