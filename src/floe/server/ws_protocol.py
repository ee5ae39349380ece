"""WebSockets as Uvicorn speaks them, with fewer calls of the system and less memory.

Whoever plays is sent an answer and the new position one after the other. Each alone would be a call of the system,
which costs more than all that the server computes for it: so what is written in one turn of the loop goes out together.
A message is bytes from the start to the end, and goes into its frame here, past all layers that would only pass it on.
Messages are not compressed: they are small, and the state of a compressor takes more memory than all else of a socket.
For the same reason nothing is kept of the handshake once it is done.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from floe.server.waking import Mailbox

PUT = "floe.put"
"""What in a scope sends a text, given as UTF-8."""


class GatheringTransport:
    """A transport that holds back what is written until the loop's next turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts and not self._transport.is_closing():
            self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class GatheringWebSocket(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Mailbox()  # type: ignore[assignment]  # as a queue that one task takes from

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport = GatheringTransport(self.transport, self.loop)  # type: ignore[assignment]  # as one

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[PUT] = self.put  # type: ignore[literal-required]  # our own

    async def put(self, text: bytes) -> None:
        """Send a text, as ``send`` would."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(head_of(text))
        self.transport.write(text)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response


def head_of(text: bytes) -> bytes:
    """What comes before a text in its frame (RFC 6455, 5.2): that it is one, whole and unmasked, and its length."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2, "big") if length < 65536 else b"\x81\x7f" + length.to_bytes(8, "big")
