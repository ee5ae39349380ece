"""Pictures of this worker, drawn one after the other on a thread of their own. The newest are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from floe.server.tables.refusals import Refusal

_WAITING = 30


class Pictures:
    """Pictures by what they show: whatever changes one must change its key."""

    def __init__(self, name: str, keep: int) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"floe-{name}")
        self._keep = keep
        self._kept: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()

    def warm_up(self, draw: Callable[[], bytes]) -> None:
        """Draw something that nobody waits for: the first picture takes longer, because the fonts are unpacked."""
        self._thread.submit(draw)

    async def of(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """A picture; those who ask for the same one at a time wait for one drawing."""
        drawing = self._kept.get(key)
        if drawing is None:
            drawing = self._begin(key, draw)
        self._kept.move_to_end(key)
        return await asyncio.shield(drawing)

    def _begin(self, key: Hashable, draw: Callable[[], bytes]) -> asyncio.Future[bytes]:
        if sum(not one.done() for one in self._kept.values()) >= _WAITING:
            raise Refusal("too_many", "many pictures wait to be drawn; try again later")
        drawing = asyncio.get_running_loop().run_in_executor(self._thread, draw)
        self._kept[key] = drawing
        drawing.add_done_callback(lambda done: self._done(key, done))
        if len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return drawing

    def _done(self, key: Hashable, drawing: asyncio.Future[bytes]) -> None:
        """One that could not be drawn is tried again the next time."""
        failed = drawing.cancelled() or drawing.exception() is not None
        if failed and self._kept.get(key) is drawing:
            del self._kept[key]

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
