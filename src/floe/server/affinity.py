"""A table's sockets at one worker, where several share a port.

The system gives a connection to any worker. Served where it lands, a move at a table of two has to be read from the
database once more, by the other's worker. So a worker that is asked for the socket of a table
hands the connection, with the head of the request, to the one worker of this server that the table's id names; that one
answers as if the connection had come to it. Nothing depends on it: any worker serves any table, and where a connection
cannot be handed over it is served where it is.
"""

from __future__ import annotations

import array
import asyncio
import socket
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

from uvicorn.server import ServerState

from floe.server.logs import Log

if sys.platform != "win32":
    import fcntl

FOLDER = "FLOE_WORKERS_DIR"
"""The environment's name for the folder where the workers of a server find each other; said by their parent."""
SOCKETS = b"/ws/tables/"
TRIES, PAUSE_SECONDS = 100, 0.02
"""How often, and after what time each, it is tried to hand a connection to a worker that has too much to do."""
_MOST_BYTES = 65_536
_MOST_AT_ONCE = 64
journal = Log("affinity")

Take = Callable[[socket.socket, bytes], None]


class Place:
    """One worker's place among those of its server: it holds a lock on a number as long as it lives, and takes what
    others send to that number."""

    def __init__(self, folder: Path, number: int, of: int, lock: IO[bytes]) -> None:
        self.number = number
        self._of = of
        self._folder = folder
        self._lock = lock
        self._inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._inbox.setblocking(False)
        path = self._path(number)
        path.unlink(missing_ok=True)  # of the one before, which is gone: the lock says so
        try:
            self._inbox.bind(str(path))
        except OSError:
            self._inbox.close()
            lock.close()
            raise

    @classmethod
    def take(cls, folder: Path, of: int) -> Place | None:
        """The first place that is free; none while another worker has the last one still."""
        for number in range(of):
            lock = (folder / f"{number}.lock").open("wb")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
            else:
                return cls(folder, number, of, lock)
        return None

    def _path(self, number: int) -> Path:
        return self._folder / str(number)

    def number_of(self, url: bytes) -> int | None:
        """The number of the worker at which the table's sockets are; none if the address is not that of a socket."""
        path = url.partition(b"?")[0]
        return zlib.crc32(path) % self._of if path.startswith(SOCKETS) else None

    def hand_over(self, number: int, connection: asyncio.Transport, head: bytes, otherwise: Callable[[], None]) -> None:
        """Give an open connection to another worker, which has to have room for it; otherwise it stays."""
        connection.pause_reading()
        self._try(number, connection, head, otherwise, TRIES if len(head) <= _MOST_BYTES else 0)

    def _try(
        self, number: int, connection: asyncio.Transport, head: bytes, otherwise: Callable[[], None], tries: int
    ) -> None:
        if connection.is_closing():
            return
        if tries:
            files = array.array("i", [connection.get_extra_info("socket").fileno()])
            try:
                self._inbox.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)], 0, str(self._path(number)))
                connection.abort()  # here; the other has it
                return
            except BlockingIOError:  # many come at once
                loop = asyncio.get_running_loop()
                loop.call_later(PAUSE_SECONDS, self._try, number, connection, head, otherwise, tries - 1)
                return
            except OSError as fault:  # nobody is there: it has ended, or one of the two is ending
                journal.debug("not_handed_over", to=number, why=type(fault).__name__)
        connection.resume_reading()
        otherwise()

    def listen(self, take: Take) -> None:
        """From now on take what others hand over."""
        asyncio.get_running_loop().add_reader(self._inbox.fileno(), self._receive, take)

    def _receive(self, take: Take) -> None:
        for _ in range(_MOST_AT_ONCE):
            try:
                head, files, _, _ = socket.recv_fds(self._inbox, _MOST_BYTES, 1)
            except OSError:  # there is nothing more
                return
            for file in files:
                take(socket.socket(fileno=file), head)

    def leave(self) -> None:
        """Take nothing more. What was sent and not taken yet is closed: its client comes again."""
        asyncio.get_running_loop().remove_reader(self._inbox.fileno())
        self._inbox.close()
        self._path(self.number).unlink(missing_ok=True)
        self._lock.close()


class WorkerState(ServerState):
    """What Uvicorn's connections share, with the worker's place."""

    place: Place | None = None
