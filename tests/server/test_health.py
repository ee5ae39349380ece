"""``/health`` tells whether what is acknowledged can be kept, part by part."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from floe.server import health as health_of_servers
from floe.server.store import Store
from tests.server.live import Live, serving
from tests.server.people import Person, browser
from tests.server.serve_process import PATIENCE_S, ServeProcess
from tests.server.services import Postgres, Redis
from tests.server.store_rows import append_to, event, seat_guests, table

pytestmark = pytest.mark.anyio


def parts(answer: httpx.Response) -> dict[str, bool]:
    return {part["name"]: part["ok"] for part in answer.json()["parts"]}


async def health(client: httpx.AsyncClient, status: str) -> dict[str, Any]:
    """What the server says of itself once it says this, which is soon."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = await client.get("/health")
            if answer.json()["status"] == status:
                assert answer.status_code == (503 if status == "failing" else 200)
                assert status == ("ok" if all(parts(answer).values()) else status)
                return {part["name"]: part["why"] for part in answer.json()["parts"] if not part["ok"]}
            await asyncio.sleep(0.05)


async def test_all_is_well(live: Live) -> None:
    async with live.anonymous() as client:
        answer = await client.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert parts(answer) == {"database": True, "pages": True, "bus": True}


async def test_a_full_disk_is_told_and_nothing_is_acknowledged_until_there_is_room(tmp_path: Path) -> None:
    """The process may write no file beyond some bytes: to SQLite that is a disk that takes no more."""
    async with (
        ServeProcess(tmp_path, database=str(tmp_path / "floe.sqlite")) as server,
        browser(server.address) as client,
    ):
        ada = await Person.come(server.address, "Ada")
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
        answer = await client.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "failing")
        assert parts(answer) == {"database": False, "pages": True, "bus": True}
        assert "disk is full" in answer.json()["parts"][0]["why"]
        assert (await client.put("/api/me", json={"name": "Bo"})).status_code == 503
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await health(client, "ok")
        await ada.new_table("me", "random")


async def test_a_damaged_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_of_servers, "LOOK_SECONDS", 0.05)  # it reads a table at each look
    file = tmp_path / "floe.sqlite"
    store = await Store.open(str(file))
    await store.migrate()
    await seat_guests(store)
    await store.create(table("t"), [event("t", 1)], [])
    await store.append(append_to("t", 1, number=300))
    await store.close()
    async with serving(str(file)) as live, live.anonymous() as client:
        assert (await client.get("/health")).json()["status"] == "ok"
        damage(file)
        failing = await health(client, "failing")
        assert set(failing) == {"pages"}
        assert "damaged" in failing["pages"]


def damage(file: Path) -> None:
    """Overwrite the last page of the events, while the server has the file open."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with file.open("r+b") as raw:
        raw.seek((root - 1) * size + 8)
        last = int.from_bytes(raw.read(4), "big")
        raw.seek((last - 1) * size)
        raw.write(b"\xff" * size)


@pytest.mark.parametrize("kind", ["redis", "postgresql"])
async def test_a_bus_that_is_away_degrades_and_no_more(tmp_path: Path, kind: str) -> None:
    service: Redis | Postgres = Redis() if kind == "redis" else Postgres()
    url = service.url if isinstance(service, Redis) else service.new_database()
    try:
        async with serving(str(tmp_path / "floe.sqlite"), bus=url) as live, live.anonymous() as client:
            await health(client, "ok")
            service.stop()
            assert set(await health(client, "degraded")) == {"bus"}
            ada = await live.person("Ada")
            await ada.new_table("me", "random")  # all is kept
            service.start()
            await live.person("Bo")
            async with asyncio.timeout(PATIENCE_S):
                while (await client.get("/health")).json()["status"] != "ok":
                    live.worker.hub.publish("t", "changed")  # only what is told shows that it can be
                    await asyncio.sleep(0.05)
    finally:
        if isinstance(service, Redis):
            service.close()
        else:
            service.close()


async def test_metrics_say_the_same(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        await live.worker.health.look()
        registry = live.worker.metrics.registry
        for part in ("database", "pages", "bus"):
            assert registry.get_sample_value("floe_well", {"part": part}) == 1
