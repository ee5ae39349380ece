"""A server as a client sees it over HTTP: who one is, the lobby, sitting down. What fails for a while is retried."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

from floe.core.errors import BadOption, FloeError, shown

PROTOCOL = 1
_SECONDS = 30.0
_LATER = frozenset({429, 500, 502, 503, 504})
_TABLE = re.compile(r"/(?:t|api/tables)/([A-Za-z0-9_-]{6,32})/?")


class Refused(FloeError):
    """The server does not do what it was asked for, and would not later either."""

    def __init__(self, key: str, words: str) -> None:
        super().__init__(f"the server refuses it: {words} ({key})")


class Unreachable(FloeError):
    """There is no answer just now."""


def parse(url: str) -> tuple[str, str | None]:
    """The address of a server, and the table's id if the link is one of a table."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError as fault:
        raise BadOption(f"{shown(url)} is no address: {fault}") from None
    table = _TABLE.fullmatch(parts.path)
    if (
        parts.scheme not in {"http", "https"}
        or not parts.hostname
        or (not table and parts.path not in {"", "/", "/lobby"})
    ):
        forms = "https://play.example.org, or of one table, https://play.example.org/t/ID"
        raise BadOption(f"{shown(url)} is no address of a server, such as {forms}")
    if parts.username is not None:
        raise BadOption("an address has no user and no password in it")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}", table[1] if table else None


class Backoff:
    """Pauses that grow, each drawn anew, so that many clients of a server do not come back all at once."""

    FIRST, MOST = 0.25, 30.0

    def __init__(self) -> None:
        self._tries = 0

    def reset(self) -> None:
        self._tries = 0

    def seconds(self) -> float:
        """How long to wait now."""
        most: float = min(self.MOST, self.FIRST * 2**self._tries)
        self._tries = min(self._tries + 1, 20)
        return most * random.uniform(0.5, 1.0)  # noqa: S311  # spreads load, guards nothing


class Site:
    """One server, and who one is there. Whoever has the token has the guest's seats."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address
        self.token = token

    def socket_address(self, table: str, have: int) -> str:
        return f"ws{self.address.removeprefix('http')}/ws/tables/{table}?have={have}"

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    async def enter(self) -> None:
        """See that a server of this protocol is there, and become a guest."""
        server = await self.call("GET", "/api/server")
        protocol = server.get("protocol") if isinstance(server, dict) else None
        if protocol != PROTOCOL:
            raise BadOption(f"{self.address} speaks protocol {shown(protocol)}, this Floe speaks {PROTOCOL}")
        await self.call("GET", "/api/me")  # the cookie that it sets is the token of a new guest
        if self.token is None:
            raise BadOption(f"{self.address} takes no guests")

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask once; return what is answered."""
        return await asyncio.to_thread(self._call, method, path, body)

    async def call_again(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until there is an answer. Only for what may be asked twice."""
        pause = Backoff()
        while True:
            try:
                return await self.call(method, path, body)
            except Unreachable:
                await asyncio.sleep(pause.seconds())

    async def lobby(self) -> AsyncIterator[Any]:
        """The listed tables that have an open seat, the newest change first."""
        before = ""
        while True:
            page = await self.call_again("GET", f"/api/tables{before}")
            for table in page["tables"]:
                yield table
            if page["more"] is None:
                return
            before = f"?before={quote(page['more'])}"

    async def head(self, table: str) -> Any:
        return await self.call_again("GET", f"/api/tables/{table}")

    async def sit(self, table: str, name: str) -> Any:
        """Take an open seat, once: where no answer came, look first whether it is taken."""
        pause = Backoff()
        while True:
            try:
                return await self.call(
                    "POST", f"/api/tables/{table}/sit", {"name": name, "entropy": secrets.token_hex(16)}
                )
            except Unreachable:
                await asyncio.sleep(pause.seconds())
            head = await self.head(table)
            if any(seat["mine"] for seat in head["seats"]):
                return head

    def _call(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310  # parse() has seen to it that this is http or https
            self.address + path, data, {"Content-Type": "application/json", **self.headers}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
                self._remember(answer.headers.get("Set-Cookie", ""))
                return json.load(answer)
        except urllib.error.HTTPError as fault:
            with fault:  # it is an answer, too, and holds its connection
                raise _problem(fault) from None
        except (OSError, HTTPException) as fault:
            raise Unreachable(f"{self.address} does not answer: {getattr(fault, 'reason', None) or fault}") from None
        except ValueError:
            raise BadOption(f"{self.address} answers, but is no Floe server") from None

    def _remember(self, cookie: str) -> None:
        if found := re.search(r"\bfloe_guest=([^;]+)", cookie):
            self.token = found[1]


def _problem(fault: urllib.error.HTTPError) -> FloeError:
    try:
        told = json.load(fault)
        key, words = str(told["key"]), str(told["words"])
    except (ValueError, KeyError, TypeError, OSError):
        key, words = "no_floe", f"it answers {fault.code} {fault.reason}"
    return Unreachable(words) if fault.code in _LATER else Refused(key, words)
