"""Guests: people without an account. A browser keeps an unguessable token in a cookie, the server only its hash."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from floe.server.clock import wall
from floe.server.store.rows import GuestRow
from floe.server.store.store import Store

COOKIE = "floe_guest"
_YEAR = 365 * 24 * 3600
_DAY_MS = 24 * 3600 * 1000
_TOKEN_LENGTH = range(20, 100)


@dataclass(frozen=True)
class Guest:
    """A person with a browser. ``token`` is set only when it was just made, to be put into the cookie."""

    id: str
    name: str | None
    token: str | None = None


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
    row = None if token is None else await store.guest_by_token_hash(hashed(token))
    if row is None:
        return None
    now = wall()
    if now - row.seen > _DAY_MS:
        await store.seen(row.id, now)
    return Guest(row.id, row.name)


async def welcome(store: Store, name: str | None = None) -> Guest:
    """A new guest."""
    token, at = secrets.token_urlsafe(32), wall()
    row = GuestRow(secrets.token_hex(8), hashed(token), name, at, at)
    await store.add_guest(row)
    return Guest(row.id, name, token)


def cookie(token: str, secure: bool) -> Cookie:
    """The cookie that makes a browser be known again. Scripts cannot read it, other sites cannot send it."""
    return Cookie(key=COOKIE, value=token, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
