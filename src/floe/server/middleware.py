"""What every answer carries and every request must pass: security headers, same origin, not too many."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from floe.server.rate_limit import address_of
from floe.server.settings import Settings
from floe.server.webapp import POLICY
from floe.server.worker import Worker

HEADERS = {
    "Content-Security-Policy": (f"{POLICY}; connect-src 'self' ws: wss:; base-uri 'self'; frame-ancestors 'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a table's address lets people in
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class TooManyRequests(ClientException):
    """Somebody asks more often than one may."""

    status_code = 429


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    Browsers say with every socket and every changing request from which page it comes; other programs need not.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return place == headers.get("host") or origin in settings.allowed_origins


async def secure(message: Message, scope: Scope) -> None:
    """Give every answer its security headers, also those that say no, and count it."""
    if message["type"] == "http.response.start":
        _count(message["status"], scope)
        message.setdefault("headers", [])
        sent = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            sent.setdefault(name, value)


def _count(status: int, scope: Scope) -> None:
    counted = Worker.of(scope["litestar_app"].state).metrics
    counted.answers.labels(str(status)).inc()
    begun = scope["state"].get(BEGUN)
    if begun is not None:
        counted.answer_seconds.observe(time.perf_counter() - begun)


BEGUN = "floe_begun"
FOR_ALL = ("/api/server", "/api/privacy", "/api/me", "/api/me/data")
"""What an address that is shut out may ask all the same: to have one's own data, and to be told why."""


class Guard:
    """What a request must pass before it is carried out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        scope["state"][BEGUN] = time.perf_counter()
        headers = Headers.from_scope(scope)
        method = scope.get("method", "GET") if scope["type"] == ScopeType.HTTP else "SOCKET"
        if method not in _SAFE_METHODS and not same_origin(headers, self._settings):
            raise PermissionDeniedException("this comes from a page of another site")
        worker, address = Worker.of(scope["litestar_app"].state), address_of(scope.get("client"))
        if not worker.limits.allow(address, method, scope["path"]):
            raise TooManyRequests("too many requests; wait a little")
        if method != "SOCKET" and scope["path"].startswith("/api/") and scope["path"].rstrip("/") not in FOR_ALL:
            worker.sanctions.admit(None, address)
        await self._app(scope, receive, send)
