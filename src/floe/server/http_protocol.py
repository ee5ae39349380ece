"""HTTP as Uvicorn speaks it, with bounds on what a client may send before there is a request to be answered.

Without a proxy in front nothing else holds: a head that never ends would fill the memory, and connections that send
nothing would take all that the system allows.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from floe.server.affinity import WorkerState
from floe.server.logs import Log

HEAD_BYTES = 32_768
HEAD_SECONDS = 10.0
BODY_SECONDS = 60.0
MOST_UNFINISHED = 256
"""Requests that have begun and are not whole. If there are more, the oldest makes room: an honest one takes no time."""
journal = Log("http")

_unfinished: OrderedDict[BoundedHttp, None] = OrderedDict()


class BoundedHttp(HttpToolsProtocol):
    """One connection."""

    handed_over = False
    """Whether another worker has read the request, and handed the connection over to this one."""
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of the head so far; -1 once it is whole."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the parent
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(HEAD_SECONDS)  # the next request of a connection that was kept
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        self._head = -1
        self._expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._expect_nothing()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        here = super().handle_websocket_upgrade
        place = self.server_state.place if isinstance(self.server_state, WorkerState) else None
        number = None if place is None or self.handed_over else place.number_of(self.url)
        if place is None or number in (None, place.number):
            here()
        else:
            place.hand_over(number, self.transport, self._request_head(), here)

    def _request_head(self) -> bytes:
        """The head of the request, as it can be read again."""
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in self.headers]
        return b"\r\n".join([*lines, b"", b""])

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def _expect(self, seconds: float) -> None:
        """The client has so long to send what is missing."""
        self._expect_nothing()
        self._timer = self.loop.call_later(seconds, self._end)
        _unfinished[self] = None
        if len(_unfinished) > MOST_UNFINISHED:
            next(iter(_unfinished))._end()

    def _expect_nothing(self) -> None:
        _unfinished.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        self._expect_nothing()
        journal.debug("unfinished_request")
        self.transport.close()
