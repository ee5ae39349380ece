"""``floe serve`` as a process of its own, that can be killed and started again at the same address."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import httpx

from tests.server.people import browser
from tests.server.services import free_port

PATIENCE_S = 300


class ServeProcess:
    """One server. Options are settings by name: ``database``, ``bus``, ``workers`` and so on."""

    def __init__(self, folder: Path, environment: dict[str, str] | None = None, /, **options: str) -> None:
        self._environment = environment or {}
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        usual = {
            "requests_per_minute": "1000000",
            "messages_per_second": "10000",
            "tables_per_minute": "100000",
            "sockets_per_address": "100000",
            "thinking_threads": "1",
        }
        chosen = {"host": "127.0.0.1", "port": str(self.port)} | usual | options
        self._flags = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.items()]
        self._log = folder / f"serve-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        self.starts += 1
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("FLOE_", "PROMETHEUS_"))}
        kept = {name: os.environ[name] for name in ("FLOE_CACHE_DIR",) if name in os.environ}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "floe", "serve", *self._flags],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=clean | kept | self._environment,
                start_new_session=True,
            )
        give_up = time.monotonic() + PATIENCE_S
        async with browser(self.address) as client:
            while True:
                if self._process.poll() is not None or time.monotonic() > give_up:
                    raise RuntimeError(f"floe serve did not start:\n{self.said()}")
                with suppress(httpx.TransportError):
                    if (await client.get("/health")).status_code == 200:
                        return
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        """End it at once, with all processes that it has started, and without a chance to put anything in order."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """Ask it to end, as a host would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(PATIENCE_S)
        self._process = None
        return status

    def workers(self) -> list[int]:
        """Its worker processes, where there are several, as Linux lists them."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.pid and b"spawn_main" in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
        return found

    def said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()
