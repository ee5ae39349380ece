"""Who thinks when: in parallel, everybody in turn, shorter where many wait, and never telling by time what is held."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import floe
from floe import games
from floe.server import thinking
from floe.server.metrics import Metrics
from floe.server.thinking import SHORTEST, Thinking

pytestmark = pytest.mark.anyio
STRONG = games.manifest("icecult").levels["strong"].budget.seconds or 0


class Slow:
    """Thoughts that end when the test says so."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, float | None, int | None]] = []
        self.free = threading.Semaphore(0)

    def __call__(
        self, level: str, game: str, view: Any, actions: list[str], seconds: float | None, threads: int | None
    ) -> str:
        self.begun.append((view["who"], seconds, threads))
        self.free.acquire()
        return actions[0]

    async def until_begun(self, count: int) -> None:
        async with asyncio.timeout(60):
            while len(self.begun) < count:
                await asyncio.sleep(0.001)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(thinking, "think", made)
    return made


@pytest.fixture
def two_cores(slow: Slow) -> Iterator[Thinking]:
    made = Thinking(2, Metrics())
    yield made
    slow.free.release(100)
    made.close()


def wants(where: Thinking, address: str, who: str, level: str = "strong") -> asyncio.Task[tuple[str, float]]:
    return asyncio.create_task(where.decide(address, level, "icecult", {"who": who}, ["end"]))


async def test_as_many_think_at_once_as_there_are_cores(two_cores: Thinking, slow: Slow) -> None:
    tasks = [wants(two_cores, "1.1.1.1", f"a{n}") for n in range(3)]
    await slow.until_begun(2)
    await asyncio.sleep(0.05)
    assert len(slow.begun) == 2
    assert two_cores.waiting == 1
    assert two_cores._metrics.thoughts_waiting._value.get() == 1
    slow.free.release(3)
    await asyncio.gather(*tasks)
    assert two_cores.waiting == two_cores._running == 0
    assert two_cores._metrics.thoughts_waiting._value.get() == 0


async def test_who_wants_much_waits_for_the_own_and_nobody_else_does(two_cores: Thinking, slow: Slow) -> None:
    greedy = [wants(two_cores, "1.1.1.1", f"greedy{n}") for n in range(40)]
    await slow.until_begun(2)
    modest = wants(two_cores, "2.2.2.2", "modest")
    await asyncio.sleep(0)
    slow.free.release(2)  # one more of the greedy one's, then the other's
    await slow.until_begun(4)
    assert "modest" in [who for who, *_ in slow.begun]
    slow.free.release(60)
    await asyncio.gather(*greedy, modest)


async def test_alone_a_machine_has_all_cores_and_its_time_and_many_share_them(two_cores: Thinking, slow: Slow) -> None:
    first = wants(two_cores, "1.1.1.1", "first")
    await slow.until_begun(1)
    assert slow.begun == [("first", STRONG, None)]
    others = [wants(two_cores, "1.1.1.1", f"other{n}") for n in range(40)]
    slow.free.release(100)
    await asyncio.gather(first, *others)
    shares = [seconds for _, seconds, threads in slow.begun[1:] if threads == 1]
    assert len(shares) >= 39  # the last one is alone again
    assert min(one for one in shares if one is not None) == SHORTEST
    assert two_cores._share("beginner", "icecult") == (None, None)


async def test_one_that_gives_up_while_it_waits_leaves_the_others_their_turn(two_cores: Thinking, slow: Slow) -> None:
    running = [wants(two_cores, "1.1.1.1", f"a{n}") for n in range(2)]
    await slow.until_begun(2)
    gives_up, stays = wants(two_cores, "2.2.2.2", "gives up"), wants(two_cores, "3.3.3.3", "stays")
    await asyncio.sleep(0)
    gives_up.cancel()
    slow.free.release(3)
    await asyncio.gather(*running, stays)
    begun = [who for who, *_ in slow.begun]
    assert (set(begun[:2]), begun[2:]) == ({"a0", "a1"}, ["stays"])
    assert two_cores.waiting == two_cores._running == 0


def test_where_hands_are_hidden_a_machine_without_a_choice_thinks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """II-23: nobody learns by the time, however long it is just now, who holds a harpoon."""
    thought: list[str] = []

    class Thinker:
        def think(self, view: Any, rng: Any) -> None:
            thought.append(view["game"])

        def choose(self, view: Any, actions: list[str], rng: Any) -> str:
            raise AssertionError("there is nothing to choose")

    monkeypatch.setattr(thinking, "level_bot", lambda *_: Thinker())
    for name in ("icecult", "igluiglu"):
        state = floe.game(name).new(2, seed=0)
        assert thinking.think("strong", name, state.view(0), ["pass"]) == "pass"
    assert thought == ["igluiglu"]


def test_searches_of_one_game_run_at_the_same_time() -> None:
    state = floe.game("icecult").new(2, seed=0)
    view, actions = state.view(0), state.legal_actions()
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda: answers.append(thinking.think("strong", "icecult", view, actions, 0.2, 1)))
        for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(answers) == 4
    assert set(answers) <= set(actions)
