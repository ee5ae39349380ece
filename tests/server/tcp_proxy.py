"""A way to a server that can be cut at a chosen moment: before what a client sends arrives, or just after."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from typing import Any, Literal


class Proxy:
    """Passes bytes on between clients and a port, until it sees the word that it waits for."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._word: bytes | None = None
        self._when: Literal["before", "after"] = "before"
        self._server: asyncio.Server | None = None
        self._links: set[asyncio.Task[Any]] = set()
        self.port = 0
        self.cuts = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._link, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut_at(self, word: bytes, when: Literal["before", "after"]) -> None:
        """Break the connection on which a client next sends the word, before it arrives or before it is answered."""
        self._word, self._when = word, when

    async def cut(self) -> None:
        """Break every connection now."""
        links = list(self._links)
        for link in links:
            link.cancel()
        await asyncio.gather(*links, return_exceptions=True)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        await self.cut()

    async def _link(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        link = asyncio.current_task()
        assert link is not None
        self._links.add(link)
        link.add_done_callback(self._links.discard)
        # Closing waits for nothing: a link that is cut while it is being set up or ends still leaves no socket open.
        with closing(to_client):
            server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
            with closing(to_server):
                await self._pass_on(client, to_client, server, to_server)

    async def _pass_on(
        self,
        client: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        server: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
    ) -> None:
        answers = asyncio.create_task(_copy(server, to_client))
        try:
            while data := await client.read(65536):
                cut = self._word is not None and self._word in data
                if not (cut and self._when == "before"):
                    if cut:
                        await _end(answers)
                    to_server.write(data)
                    await to_server.drain()
                if cut:
                    self._word = None
                    self.cuts += 1
                    if self._when == "after":
                        await server.read(1)  # the answer has come, and is not passed on
                    break
        except OSError:
            pass
        finally:
            await _end(answers)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
        target.close()
