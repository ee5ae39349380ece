"""Time never goes back, whatever is done to the machine's clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from floe.server import clock, thinking
from floe.server.clock import Clock
from tests.server.live import Live, quick
from tests.server.people import Socket

HOUR = 3_600_000


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how much the machine's clock is wrong."""
    wrong, wall = [0], clock.wall
    monkeypatch.setattr(clock, "wall", lambda: wall() + wrong[0])
    return wrong


def test_a_clock_that_is_set_back_goes_on_from_where_it_was(step: list[int]) -> None:
    now = Clock()
    before = now()
    step[0] = -HOUR
    after = now()
    assert before <= after < before + HOUR


def test_a_clock_that_is_set_forward_is_followed_and_stays(step: list[int]) -> None:
    now = Clock()
    before = now()
    step[0] = HOUR
    assert now() >= before + HOUR
    step[0] = 0
    assert now() >= before + HOUR


def test_it_begins_no_earlier_than_it_is_told() -> None:
    latest = clock.wall() + HOUR
    assert Clock(latest)() >= latest


def test_it_catches_up_with_a_clock_that_is_ahead_and_never_waits_for_one_behind(step: list[int]) -> None:
    ahead = Clock()
    ahead()
    step[0] = -HOUR
    behind = Clock()
    behind.catch_up(ahead())
    assert 0 <= behind() - ahead() < HOUR // 60
    before = behind()
    behind.catch_up(before - HOUR)
    assert behind() >= before


async def turn_of_both(socket: Socket) -> None:
    """Ada plays her turn, and then the machine its own."""
    begun = socket.state["position"]["view"]["turn"]
    while socket.state["position"]["view"]["turn"] < begun + 2:
        await socket.until_mine()
        await socket.play()


@pytest.mark.anyio
async def test_machines_play_on_when_the_clock_is_set_back_also_over_a_restart(
    tmp_path: Path, step: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "think", lambda *asked: "end" if "end" in asked[3] else asked[3][0])
    settings = quick(str(tmp_path / "floe.sqlite"))
    step[0] = HOUR
    one = Live(settings, None)
    await one.start()
    ada = await one.person("Ada")
    table = await ada.new_table("me", "random", clock={"type": "live", "seconds": 60})
    async with ada.at(table) as socket:
        await socket.until_mine()
        step[0] = 0
        await turn_of_both(socket)
    await one.stop()
    two = Live(settings, None)
    await two.start()
    async with ada.at_address(two.address).at(table) as socket:
        await socket.until_mine()
        await turn_of_both(socket)
        assert all(face["left"] > 0 for face in socket.state["clocks"])
    await two.stop()
