"""What an address may ask of the server, whichever worker it asks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from floe.server import clock
from floe.server.limits import BELIEVED_S, TOLD_AT_ONCE, Limits
from floe.server.settings import Settings
from tests.server.people import Person
from tests.server.serve_process import ServeProcess
from tests.server.services import Redis

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    at = [1000.0]
    monkeypatch.setattr(clock, "counted", lambda: at[0])
    return at


def told(one: Limits, other: Limits, sockets: dict[str, int] | None = None) -> int:
    """Let one worker tell another; how many messages that took."""
    uses = list(one.tell("one", sockets or {}))
    for use in uses:
        other.hear(use)
    return len(uses)


def asks(limits: Limits, times: int, address: str = HERE) -> int:
    return sum(limits.allow(address, "GET", "/api/games") for _ in range(times))


@pytest.mark.usefixtures("now")
def test_what_was_taken_at_one_worker_is_gone_at_the_other() -> None:
    one, two = (Limits(Settings(requests_per_minute=100)) for _ in range(2))
    assert asks(one, 70) == 70
    assert told(one, two) == 1
    assert asks(two, 70) == 30
    assert asks(two, 70, THERE) == 70
    assert told(one, two) == 0  # once is enough


def test_nobody_has_debts(now: list[float]) -> None:
    one, two = (Limits(Settings(requests_per_minute=60)) for _ in range(2))
    asks(one, 60)
    asks(two, 60)
    told(one, two)
    assert asks(two, 1) == 0
    now[0] += 1
    assert asks(two, 5) == 1


def test_people_who_just_play_are_not_spoken_of(now: list[float]) -> None:
    limits = Limits(Settings(requests_per_minute=600))
    for _ in range(100):
        assert asks(limits, 2) == 2
        assert list(limits.tell("one", {HERE: 2})) == []
        now[0] += 10


def test_sockets_count_wherever_they_are_as_long_as_that_is_said(now: list[float]) -> None:
    one, two = (Limits(Settings(sockets_per_address=10)) for _ in range(2))
    told(one, two, {HERE: 8})
    assert two.may_open(HERE, 1)
    assert not two.may_open(HERE, 2)
    assert two.may_open(THERE, 9)
    told(one, two, {HERE: 3})
    assert two.may_open(HERE, 6)
    now[0] += BELIEVED_S  # that worker is gone, or has none of them any more
    assert two.may_open(HERE, 9)


@pytest.mark.usefixtures("now")
def test_no_message_is_longer_than_a_bus_takes() -> None:
    limits = Limits(Settings(requests_per_minute=10))
    addresses = [f"2001:db8:ffff:{number:x}::" for number in range(0xF000, 0xF000 + 3 * TOLD_AT_ONCE)]
    for address in addresses:
        asks(limits, 5, address)
    uses = list(limits.tell("a worker's", {}))
    assert [address for use in uses for address in use.by] == addresses
    assert max(len(msgspec.json.encode(use)) for use in uses) < 8000


@pytest.mark.anyio
async def test_an_address_cannot_ask_each_worker_for_the_whole(tmp_path: Path, postgres_url: str, redis: Redis) -> None:
    options = {"database": postgres_url, "bus": redis.url, "tables_per_minute": "20"}
    async with ServeProcess(tmp_path, **options) as one, ServeProcess(tmp_path, **options) as two:
        ada, bo = await Person.come(one.address, "Ada"), await Person.come(two.address, "Bo")

        async def sets_up(person: Person) -> bool:
            settings = {"game": "icecult", "seats": [{"who": "me"}, {"who": "open"}]}
            answer = await person.call("POST", "/api/tables", {"settings": settings})
            assert answer.status_code in (201, 429)
            return answer.status_code == 201

        assert all([await sets_up(ada) for _ in range(20)])
        for _ in range(20):
            if not await sets_up(bo):
                return
            await asyncio.sleep(1)  # they tell each other every second
        pytest.fail("the second worker gave as much as the first")
