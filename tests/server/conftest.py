"""Databases and a bus for the server's tests. What is tested on SQLite is tested on PostgreSQL too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from floe.server import clock
from floe.server.store import Store
from tests.server.live import Live, serving
from tests.server.services import Postgres, Redis


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of a session. A test that stops it starts it again."""
    service = Postgres()
    yield service
    service.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """One Redis for all tests of a session."""
    service = Redis()
    yield service
    service.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A new, empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "floe.sqlite")
    else:
        yield from _new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """A new, empty database of PostgreSQL."""
    yield from _new_database(postgres)


def _new_database(postgres: Postgres) -> Iterator[str]:
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an address may ask for in a minute is not filled up, however long a test takes."""
    monkeypatch.setattr(clock, "counted", lambda: 1000.0)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store that is ready, with nothing in it."""
    opened = await Store.open(database_url)
    await opened.migrate()
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def live(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Live]:
    """A server that the tests of a file share."""
    async with serving(str(tmp_path_factory.mktemp("live") / "floe.sqlite")) as server:
        yield server
