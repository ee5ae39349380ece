"""What is written to a socket in one turn of the loop goes out together, in order, and nothing is lost at the end."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from floe.server.ws_protocol import GatheringTransport, GatheringWebSocket, head_of
from tests.server.live import Live
from tests.server.test_socket_table import two

pytestmark = pytest.mark.anyio


class Wire:
    """A transport that notes what reaches it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.sent.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def get_write_buffer_size(self) -> int:
        return 7


def gathering() -> tuple[Wire, GatheringTransport]:
    wire = Wire()
    return wire, GatheringTransport(cast("asyncio.Transport", wire), asyncio.get_running_loop())


async def test_what_one_turn_writes_goes_out_together() -> None:
    wire, transport = gathering()
    transport.write(b"a")
    transport.write(b"b")
    assert wire.sent == []
    await asyncio.sleep(0)
    transport.write(b"c")
    await asyncio.sleep(0)
    assert wire.sent == [b"ab", b"c"]
    assert transport.get_write_buffer_size() == 7


async def test_what_was_written_goes_out_before_the_end() -> None:
    wire, transport = gathering()
    transport.write(b"bye")
    transport.close()
    assert wire.sent == [b"bye"]
    assert wire.closed
    await asyncio.sleep(0)
    assert wire.sent == [b"bye"]


async def test_nothing_is_written_once_the_other_end_is_gone() -> None:
    wire, transport = gathering()
    transport.write(b"late")
    wire.closed = True
    await asyncio.sleep(0)
    assert wire.sent == []


async def test_an_answer_and_what_it_leads_to_come_in_order(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one, bo.at(table):
        await one.next("state")
        one.heard.clear()
        await one.play()
        await one.until(lambda state: bool(state["position"]["ply"] == 1))
        told: list[Any] = [message["type"] for message in one.heard if message["type"] in ("accepted", "state")]
        assert told == ["accepted", "state"]


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_as_the_library_writes_it(length: int) -> None:
    text = b"x" * length
    assert head_of(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("ended", ["close_sent", "disconnected"])
async def test_nothing_is_put_after_the_end(ended: str) -> None:
    wire = Wire()
    ends = {"close_sent": False, "disconnected": False, ended: True}
    open_to_writing = SimpleNamespace(is_set=lambda: True)
    socket = SimpleNamespace(**ends, writable=open_to_writing, transport=wire, conn=SimpleNamespace(state=State.OPEN))
    with pytest.raises(ClientDisconnected):
        await GatheringWebSocket.put(cast("GatheringWebSocket", socket), b"late")
    assert wire.sent == []
