"""A table's sockets at one worker: places, connections that are handed over, and those that nobody takes."""

from __future__ import annotations

import asyncio
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from floe.server.affinity import SOCKETS, Place
from tests.server.people import Person
from tests.server.serve_process import ServeProcess
from tests.server.services import Redis

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="no connections are passed on there"),
]
HEAD = b"GET /ws/tables/t HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.fixture
def short() -> Iterator[str]:
    """A folder whose name leaves room for a socket's: that has 107 bytes at the most."""
    with tempfile.TemporaryDirectory() as name:
        yield name


@pytest.fixture
async def places(short: str) -> AsyncIterator[tuple[Place, Place]]:
    one, other = Place.take(Path(short), 2), Place.take(Path(short), 2)
    assert one is not None
    assert other is not None
    yield one, other
    for place in (one, other):
        with suppress(ValueError):  # it has left
            place.leave()


async def connection() -> tuple[asyncio.Transport, socket.socket]:
    """A connection as a worker has it, and its client's end."""
    ours, clients = socket.socketpair()
    clients.setblocking(False)
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, ours)
    assert isinstance(transport, asyncio.Transport)
    return transport, clients


def stays() -> None:
    pytest.fail("it was not handed over")


async def test_a_place_has_one_worker_and_is_free_when_that_is_gone(short: str, places: tuple[Place, Place]) -> None:
    assert [place.number for place in places] == [0, 1]
    assert Place.take(Path(short), 2) is None
    places[0].leave()
    again = Place.take(Path(short), 2)
    assert again is not None
    assert again.number == 0
    again.leave()


async def test_a_table_is_at_one_worker_whatever_its_client_has(places: tuple[Place, Place]) -> None:
    numbers = set()
    for table in range(40):
        path = SOCKETS + b"%d" % table
        found = {place.number_of(url) for place in places for url in (path, path + b"?have=0", path + b"?have=7")}
        assert len(found) == 1
        numbers |= found
    assert numbers == {0, 1}
    for url in (b"/", b"/api/tables/t", b"/ws/other"):
        assert places[0].number_of(url) is None


async def test_a_connection_goes_on_at_the_worker_that_it_was_handed_to(places: tuple[Place, Place]) -> None:
    one, other = places
    taken: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
    other.listen(lambda *came: taken.put_nowait(came))
    here, client = await connection()
    one.hand_over(1, here, HEAD, stays)
    there, head = await asyncio.wait_for(taken.get(), 60)
    assert head == HEAD
    assert here.is_closing()
    await asyncio.sleep(0)  # it is closed here now, and open there
    there.sendall(b"welcome")
    assert await asyncio.get_running_loop().sock_recv(client, 100) == b"welcome"
    there.close()
    client.close()


async def test_a_crowd_that_comes_at_once_is_handed_over_whole(places: tuple[Place, Place]) -> None:
    """The system keeps only some of what was sent and not yet taken: the rest waits, and nobody is turned away."""
    one, other = places
    many, taken, clients = 60, [], []
    for number in range(many):
        here, client = await connection()
        one.hand_over(1, here, b"%d" % number, stays)
        clients.append(client)
    other.listen(lambda there, head: taken.append((there, head)))
    async with asyncio.timeout(60):
        while len(taken) < many:
            await asyncio.sleep(0.01)
    assert {head for _, head in taken} == {b"%d" % number for number in range(many)}
    for end in [*clients, *(there for there, _ in taken)]:
        end.close()


async def test_where_nobody_takes_it_a_connection_stays(places: tuple[Place, Place]) -> None:
    one, other = places
    other.leave()
    here, client = await connection()
    stayed: list[bool] = []
    one.hand_over(1, here, HEAD, lambda: stayed.append(here.is_reading()))
    assert stayed == [True]
    assert not here.is_closing()
    here.abort()
    client.close()


async def test_a_head_that_is_too_long_to_be_sent_stays(places: tuple[Place, Place]) -> None:
    here, client = await connection()
    stayed: list[bool] = []
    places[0].hand_over(1, here, b"x" * 100_000, lambda: stayed.append(here.is_reading()))
    assert stayed == [True]
    here.abort()
    client.close()


async def test_whoever_is_gone_meanwhile_is_not_handed_over(places: tuple[Place, Place]) -> None:
    here, client = await connection()
    here.abort()
    places[1].listen(lambda there, head: pytest.fail("it was handed over"))
    places[0].hand_over(1, here, HEAD, stays)
    await asyncio.sleep(0.05)
    client.close()


async def test_where_a_folder_has_too_long_a_name_there_is_no_place(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    with pytest.raises(OSError, match="too long"):
        Place.take(long, 2)


def served_by(workers: list[int], client_port: int) -> int | None:
    """The process that has the other end of a client's connection, as Linux lists them."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[2].rpartition(":")[2], 16) == client_port:
            for worker in workers:
                for file in Path(f"/proc/{worker}/fd").iterdir():
                    with suppress(OSError):  # closed meanwhile
                        if str(file.readlink()) == f"socket:[{fields[9]}]":
                            return worker
    return None


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="Linux tells whose a connection is")
async def test_all_sockets_of_a_table_are_at_one_of_two_workers(tmp_path: Path, short: str, redis: Redis) -> None:
    """And those of many tables at both; what people do there works as everywhere."""
    options = {"database": str(tmp_path / "floe.sqlite"), "bus": redis.url, "workers": "2"}
    async with ServeProcess(tmp_path, {"TMPDIR": short}, **options) as server, AsyncExitStack() as sockets:
        while len(list(Path(short).glob("floe-workers-*/[01]"))) < 2:  # nothing tells of it
            await asyncio.sleep(0.05)
        ada, bo = await Person.come(server.address, "Ada"), await Person.come(server.address, "Bo")
        found = set[int]()
        for _ in range(40):  # a table's name says at which worker it is, and is drawn at random
            table = await ada.new_table("me", "open")
            await bo.sit(table)
            at = []
            for person in (ada, bo, ada, bo):
                client = await sockets.enter_async_context(person.at(table))
                await client.until(lambda heard: heard["type"] == "state")
                port: int = client.socket.local_address[1]
                at.append(served_by(server.workers(), port))
            assert at[0] is not None
            assert at == at[:1] * 4
            found.add(at[0])
            if len(found) == 2:
                break
        else:
            pytest.fail("all tables are at one of the workers")
