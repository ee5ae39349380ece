"""Requests to addresses that strangers have named: never into the host's own network, and no further than named.

A name is resolved once, the address that it leads to is checked, and that very address is connected to: a name that
answers otherwise the second time gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import SplitResult, urlsplit

from floe.core.errors import FloeError

PATIENCE_S = 20.0
LONGEST = 2000
"""Characters of an address."""
_HEAD = 16_384
_TUNNELS = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""Addresses of IPv6 with one of IPv4 inside, which could be any."""


class Forbidden(FloeError):
    """No request is made to this address."""


class Unreachable(Exception):
    """Nothing was sent."""


@dataclass(frozen=True)
class Answer:
    """What came back: 0 for nothing that could be understood, though all was sent."""

    status: int
    retry_after: int = 0
    """Seconds."""


def checked(url: str, named: Collection[str]) -> SplitResult:
    """An address taken apart. Refused unless it is https at the usual port of a host with a name, or the host of the
    server has ``named`` it: as ``host`` or ``host:port``."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Forbidden("this is no address such as https://example.org/hook") from None
    if len(url) > LONGEST or not host or parts.username is not None or not url.isascii() or not url.isprintable():
        raise Forbidden("this is no address such as https://example.org/hook")
    if " " in url or parts.fragment:
        raise Forbidden("an address to call has no spaces and no part after a #")
    if is_named(parts, named) and parts.scheme in ("http", "https"):
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise Forbidden("only https at its usual port is called")
    if _is_address(host) or "." not in host.strip("."):
        raise Forbidden("an address to call has the full name of a host")
    return parts


def is_named(parts: SplitResult, named: Collection[str]) -> bool:
    """Whether the host of the server has allowed it by name."""
    return parts.hostname in named or parts.netloc.lower() in named


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit()  # as old programs write addresses
    return True


def is_public(address: str) -> bool:
    """Whether an address is somewhere in the internet, and not in a network of somebody's own."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in tunnel for tunnel in _TUNNELS):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def resolve(host: str, port: int, anywhere: bool) -> list[str]:
    """The addresses of a host. All of them have to be public, unless it may be ``anywhere``."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("the name of the host is not known") from None
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not anywhere and not all(map(is_public, addresses)):
        raise Forbidden("the host is in a network of somebody's own")
    return addresses


async def post(url: str, headers: Mapping[str, str], body: bytes, named: Collection[str]) -> Answer:
    """Send something to an address, and read how that was answered."""
    parts = checked(url, named)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(PATIENCE_S):
            addresses = await resolve(host, port, is_named(parts, named))
            reader, writer = await _connected(addresses, port, host if parts.scheme == "https" else None)
    except TimeoutError:
        raise Unreachable("the host does not answer") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    try:
        async with asyncio.timeout(PATIENCE_S):
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            return _understood(await reader.readuntil(b"\r\n\r\n"))
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return Answer(0)
    finally:
        writer.close()


async def _connected(
    addresses: list[str], port: int, name: str | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The first of some addresses that lets itself be talked to, and can show that it has this name."""
    fault: Exception | None = None
    for address in addresses:
        try:
            if name is None:
                return await asyncio.open_connection(address, port, limit=_HEAD)
            return await asyncio.open_connection(address, port, limit=_HEAD, ssl=_tls(), server_hostname=name)
        except (OSError, ssl.CertificateError) as one:
            fault = one
    raise Unreachable(f"the host cannot be talked to: {type(fault).__name__}")


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _understood(head: bytes) -> Answer:
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
        return Answer(0)
    values = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    retry = values.get("retry-after", "")
    return Answer(int(words[1]), int(retry) if retry.isdigit() and len(retry) < 8 else 0)
