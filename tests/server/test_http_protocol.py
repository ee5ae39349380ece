"""What a client may send before there is a request: bounded in size, in time and in number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from floe.server import files, http_protocol
from tests.server.live import Live, serving

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def connected(live: Live) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = live.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


async def ends(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes the connection."""
    async with asyncio.timeout(60):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def test_a_head_that_does_not_end_is_refused(live: Live) -> None:
    async with connected(live) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * http_protocol.HEAD_BYTES)
        assert (await ends(reader)).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
async def test_who_does_not_go_on_is_let_go(live: Live, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.05)
    async with connected(live) as (reader, writer):
        writer.write(sent)
        await ends(reader)


async def test_a_body_that_does_not_come_is_not_waited_for(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.05)
    async with connected(live) as (reader, writer):
        writer.write(b"POST /api/try HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
        await ends(reader)


async def test_a_connection_that_is_kept_has_its_time_for_each_request(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(live) as (reader, writer):
        for _ in range(3):
            writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            await reader.readuntil(b"]}")
        monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.05)
        writer.write(b"GET /hea")
        await ends(reader)


async def test_many_who_say_nothing_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MOST_UNFINISHED", 5)
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        host, port = live.address.split(":")
        silent = [await asyncio.open_connection(host, int(port)) for _ in range(20)]
        async with live.anonymous() as browser:
            assert (await browser.get("/health")).status_code == 200
        await ends(silent[0][0])  # the oldest had to make room
        for _, writer in silent:
            writer.close()


async def test_a_socket_is_not_bounded_in_time(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random")
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 2)
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 2)
    async with ada.at(table) as socket:
        await socket.until_mine()
        await asyncio.sleep(3)
        await socket.play()


def test_it_is_noticed_when_files_run_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (1_000_000, 1_000_000))
    assert files.short() is None
    monkeypatch.setattr("resource.getrlimit", lambda _: (3, 1_000_000))
    found = files.short()
    assert found is not None
    assert found[1] == 3
