"""``floe doctor`` finds what is wrong, says what to do about it, and changes nothing."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from floe.server import doctor
from floe.server.clock import wall
from floe.server.doctor import Finding, examine
from floe.server.notices import push
from floe.server.settings import Settings
from floe.server.store import Store, migrations
from floe.server.store.migrations import steps
from floe.server.store.rows import WorkerRow
from tests.cli.running import call
from tests.server.receiving import mailing
from tests.server.serve_process import ServeProcess
from tests.server.services import Postgres, Redis, free_port
from tests.server.store_rows import append_to, event, seat_guests, table

pytestmark = pytest.mark.usefixtures("_built")


@pytest.fixture
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A web app that is built, wherever the tests run."""
    page = tmp_path / "index.html"
    page.write_text("")
    monkeypatch.setattr(doctor, "WEB", page)


def found(subject: str, **flags: Any) -> list[Finding]:
    return [one for one in examine(Settings.read({}, **({"port": free_port()} | flags))) if one.subject == subject]


async def prepare(url: str, to: str = migrations.HEAD, beat: int | None = None) -> None:
    store = await Store.open(url)
    await store.migrate(to)
    if beat is not None:
        await store.beat("w", beat, 5000)
    await store.close()


def test_all_is_well_on_a_fresh_machine(tmp_path: Path) -> None:
    file = tmp_path / "new" / "floe.sqlite"
    findings = examine(Settings.read({}, database=str(file), port=free_port()))
    assert {one.subject for one in findings} == {
        "database",
        "bus",
        "web app",
        "games",
        "kernels",
        "notices",
        "port",
        "clock",
    }
    assert [one for one in findings if one.state == "wrong"] == []
    assert not file.parent.exists()


def test_a_database_in_shape_is_well(database_url: str) -> None:
    asyncio.run(prepare(database_url, beat=time.time_ns() // 1_000_000))
    first, *rest = found("database", database=database_url)
    assert first.state == "well"
    assert "answers, is in shape" in first.words
    # The tests' own PostgreSQL does without fsync.
    assert [one.words.partition(" ")[0] for one in rest] == ([] if "://" not in database_url else ["fsync"])


def test_damage_anywhere_is_found(tmp_path: Path) -> None:
    file = tmp_path / "floe.sqlite"
    damaged_database(file)
    first, *_ = found("database", database=str(file))
    assert first.state == "wrong"
    assert "the database is damaged" in first.words
    assert "floe restore" in first.remedy


def damaged_database(file: Path) -> None:
    """A database with some hundred events, one of whose pages is overwritten."""
    asyncio.run(_fill(str(file)))
    with sqlite3.connect(file) as connection:
        root, size = connection.execute("SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master"
                                        " WHERE name = 'events'").fetchone()  # fmt: skip
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with file.open("r+b") as raw:
        raw.seek((root - 1) * size)
        header = raw.read(12)
        raw.seek((int.from_bytes(header[8:12], "big") - 1) * size)  # the last child of the table's tree
        raw.write(b"\xff" * size)


async def _fill(url: str) -> None:
    store = await Store.open(url)
    await store.migrate()
    await seat_guests(store)
    await store.create(table("t"), [event("t", 1)], [])
    for version in range(1, 300):
        await store.append(append_to("t", version))
    await store.close()


def test_two_servers_without_a_bus_are_wrong(database_url: str) -> None:
    """Unless one of them is long gone, or they are workers of one server, or hear each other."""

    async def live(*rows: tuple[str, str, str, int]) -> None:
        store = await Store.open(database_url)
        await store.migrate()
        for number, (server, machine, bus, ago) in enumerate(rows):
            await store.living(WorkerRow(f"w{number}", server, machine, 1, bus, wall() - ago))
        await store.close()

    asyncio.run(live(("a", "here", "memory", 0), ("a", "here", "memory", 0), ("b", "there", "memory", 3_600_000)))
    assert found("database", database=database_url)[0].state == "well"
    asyncio.run(live(("a", "here", "digest", 0), ("b", "there", "digest", 0), ("c", "there", "digest", 0)))
    assert found("database", database=database_url)[0].state == "well"
    asyncio.run(live(("a", "here", "memory", 0), ("b", "there", "memory", 0), ("b", "there", "memory", 0)))
    first, *_ = found("database", database=database_url)
    assert first.state == "wrong"
    assert "2 servers use this database without a bus" in first.words
    assert "FLOE_BUS" in first.remedy


@pytest.mark.anyio
async def test_two_real_servers_on_one_file_are_found_while_they_live(tmp_path: Path) -> None:
    file = str(tmp_path / "floe.sqlite")
    async with ServeProcess(tmp_path, database=file):
        assert (await asyncio.to_thread(found, "database", database=file))[0].state == "well"
        async with ServeProcess(tmp_path, database=file):
            first, *_ = await asyncio.to_thread(found, "database", database=file)
            assert "2 servers use this database" in first.words
        first, *_ = await asyncio.to_thread(found, "database", database=file)  # it was killed: its process is gone
        assert first.state == "well"


def test_an_older_database_is_brought_into_shape_by_serving(database_url: str) -> None:
    asyncio.run(prepare(database_url, to=steps.known()[0]))
    (finding,) = found("database", database=database_url)
    assert finding.state == "note"
    assert "floe serve brings it into shape" in finding.remedy


def test_a_newer_database_needs_a_newer_floe(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(prepare(database_url))
    monkeypatch.setattr(migrations, "HEAD", "0001")
    monkeypatch.setattr(steps, "known", lambda: ["0001"])
    (finding,) = found("database", database=database_url)
    assert finding.state == "wrong"
    assert "newer Floe" in finding.remedy


def test_a_database_that_is_away_is_wrong() -> None:
    (finding,) = found("database", database=f"postgresql://u:hunter2@127.0.0.1:{free_port()}/x")
    assert finding.state == "wrong"
    assert "cannot be reached" in finding.words
    assert "hunter2" not in str(finding)


def test_a_database_that_does_not_exist_is_wrong(postgres: Postgres) -> None:
    (finding,) = found("database", database=f"postgresql://floe@127.0.0.1:{postgres.port}/nowhere")
    assert finding.state == "wrong"
    assert 'database "nowhere" does not exist' in finding.words


def test_a_file_that_is_no_database_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "floe.sqlite"
    file.write_text("This is a letter, and no database at all. " * 100)
    finding, *_ = found("database", database=str(file))
    assert finding.state == "wrong"
    assert "not a database" in finding.words


def test_little_room_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "floe.sqlite")
    asyncio.run(prepare(file))
    monkeypatch.setattr(doctor, "LITTLE_SPACE", 1 << 80)
    assert [one.state for one in found("database", database=file)] == ["well", "note"]


def test_a_clock_that_went_back_is_wrong(database_url: str) -> None:
    asyncio.run(prepare(database_url, beat=time.time_ns() // 1_000_000 + 3_600_000))
    states = [one.state for one in found("clock", database=database_url)]
    assert states == ["wrong", "well"]


def test_a_clock_that_was_never_set_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "BUILT", 1 << 60)
    (finding,) = found("clock", database=str(tmp_path / "floe.sqlite"))
    assert finding.state == "wrong"


def test_a_bus_that_answers_is_well(redis: Redis, postgres: Postgres) -> None:
    for bus in (redis.url, f"postgresql://floe@127.0.0.1:{postgres.port}/postgres"):
        (finding,) = found("bus", bus=bus)
        assert finding.state == "well"


@pytest.mark.parametrize("scheme", ["redis", "postgresql"])
def test_a_bus_that_is_away_is_wrong(scheme: str) -> None:
    (finding,) = found("bus", bus=f"{scheme}://u:hunter2@127.0.0.1:{free_port()}/0")
    assert finding.state == "wrong"
    assert "FLOE_BUS" in finding.remedy
    assert "hunter2" not in str(finding)


def test_what_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PATIENCE_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        (finding,) = found("bus", bus=f"redis://127.0.0.1:{silent.getsockname()[1]}")
    assert finding.state == "wrong"
    assert "no answer" in finding.words


def test_a_port_in_use_is_noted(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        (finding,) = found("port", port=taken.getsockname()[1])
    assert finding.state == "note"
    assert "in use" in finding.words


def test_an_address_of_another_machine_is_wrong() -> None:
    (finding,) = found("port", host="192.0.2.1")
    assert finding.state == "wrong"


def test_a_web_app_that_is_not_built_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "WEB", tmp_path / "missing.html")
    (finding,) = found("web app")
    assert finding.state == "wrong"
    assert "make web" in finding.remedy


def test_the_command_says_what_to_do_and_answers_by_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["doctor", "--database", tmp_path / "floe.sqlite", "--port", free_port()]
    well = call(*options)
    assert well.exit_code == 0
    assert "floe serve" in well.output
    monkeypatch.setattr(doctor, "WEB", tmp_path / "missing.html")
    wrong = call(*options)
    assert wrong.exit_code == 1
    assert "× web app" in wrong.output
    assert "1 thing keeps the server" in wrong.output


# People who are away


def test_web_push_needs_https_and_has_a_key_once_a_server_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, site = str(tmp_path / "floe.sqlite"), "https://play.example.org"
    (one,) = found("notices", database=file)
    assert (one.state, "https" in one.words) == ("note", True)
    (one,) = found("notices", database=file, public_url=site)
    assert (one.state, one.words) == ("well", "floe serve will make a key for Web Push")

    async def keep(key: str) -> None:
        store = await Store.open(file)
        await store.migrate()
        await store.server_secret("vapid", key)
        await store.close()

    key = push.new_key()
    asyncio.run(keep(key))
    (one,) = found("notices", database=file, public_url=site)
    assert one.state == "well"
    assert push.Push(key, site).public_key[:12] in one.words
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE server_secrets SET value = '!'")
    connection.close()
    (one,) = found("notices", database=file, public_url=site)
    assert one.state == "wrong"
    monkeypatch.setattr(push, "available", lambda: False)
    (one,) = found("notices", database=file, public_url=site)
    assert (one.state, "cryptography" in one.words) == ("note", True)


def test_a_mail_server_is_asked_whether_it_is_there(tmp_path: Path) -> None:
    chosen = {
        "database": str(tmp_path / "f.sqlite"),
        "public_url": "https://a.example.org",
        "mail_from": "f@example.org",
    }

    async def ask() -> list[Finding]:
        async with mailing() as mail:
            place = f"smtp://127.0.0.1:{mail.port}"
            answers = await asyncio.to_thread(found, "notices", mail=place, **chosen)
            secret = f"smtp://floe:open-sesame@127.0.0.1:{mail.port}"
            return [*answers, *await asyncio.to_thread(found, "notices", mail=secret, **chosen)]

    _, well, _, unsafe = asyncio.run(ask())
    assert (well.state, "takes e-mail" in well.words) == ("well", True)
    assert (unsafe.state, "no password is told" in unsafe.words) == ("wrong", True)
    assert "sesame" not in unsafe.words
    _, gone = found("notices", mail=f"smtp://127.0.0.1:{free_port()}", **chosen)
    assert gone.state == "wrong"
