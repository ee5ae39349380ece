"""Several workers on one PostgreSQL and one Redis: players on different ones, one killed, the database gone."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from pathlib import Path

import pytest

from floe import records
from floe.server.service import _logged
from floe.server.store import Store
from floe.server.tables import events
from tests.server.people import Person, browser
from tests.server.serve_process import PATIENCE_S, ServeProcess
from tests.server.services import Postgres, Redis, free_port
from tests.server.test_durability import check, more
from tests.server.tireless import Tireless

pytestmark = pytest.mark.anyio


async def finish(players: list[Tireless]) -> None:
    """Let players play until their games are over."""
    async with asyncio.timeout(PATIENCE_S):
        while not all(player.over for player in players):
            await asyncio.sleep(0.01)


async def test_players_on_different_workers_play_on_when_one_worker_is_killed(
    tmp_path: Path, postgres_url: str, redis: Redis
) -> None:
    options = {"database": postgres_url, "bus": redis.url}
    async with ServeProcess(tmp_path, **options) as one, ServeProcess(tmp_path, **options) as two:
        ada, bo = await Person.come(one.address, "Ada"), await Person.come(two.address, "Bo")
        table = await ada.new_table("me", "open", "random")
        await bo.sit(table)
        players = [
            Tireless(ada, table, 1, [one.address, two.address]),
            Tireless(bo, table, 2, [two.address, one.address]),
        ]
        playing = [asyncio.create_task(player.play()) for player in players]
        await more(players, 6)
        one.kill()  # the machine of the table may be thinking there: its claim has to run out
        await more(players, 12)
        await finish(players)
        await asyncio.gather(*playing)
        await check(postgres_url, players)
        made = records.from_dict(await bo.get(f"/api/tables/{table}/record"))
        assert made.result is not None


async def test_exactly_one_worker_plays_for_a_machine(tmp_path: Path, postgres_url: str, redis: Redis) -> None:
    """People stir at both workers while machines think: every decision is taken once."""
    options = {"database": postgres_url, "bus": redis.url}
    async with ServeProcess(tmp_path, **options) as one, ServeProcess(tmp_path, **options) as two:
        ada = await Person.come(one.address, "Ada")
        table = await ada.new_table("me", "random", "greedy", "random", on_leave="machine")
        async with ada.at(table) as here, ada.at_address(two.address).at(table) as there:
            await here.until_mine()
            await here.ask("leave")  # from now on machines decide everything
            async with asyncio.timeout(PATIENCE_S):
                for asks in itertools.cycle((here, there)):
                    await asks.ask("return")
                    await asks.ask("leave")
                    if asks.state["table"]["status"] == "over":
                        break
        store = await Store.open(postgres_url)
        log = _logged(await store.events(table))
        await store.close()
        played = [one.event for one in log if isinstance(one.event, events.Played)]
        made = records.from_dict(await ada.get(f"/api/tables/{table}/record"))
        assert [event.action for event in played] == list(made.actions)
        assert [event.seat for event in played] == [state.to_move for state in list(made)[:-1]]
        assert made.result is not None


async def test_what_happens_at_one_worker_is_seen_at_the_other(tmp_path: Path, postgres_url: str, redis: Redis) -> None:
    options = {"database": postgres_url, "bus": redis.url}
    async with ServeProcess(tmp_path, **options) as one, ServeProcess(tmp_path, **options) as two:
        ada, bo = await Person.come(one.address, "Ada"), await Person.come(two.address, "Bo")
        table = await ada.new_table("me", "open", listed=True)
        lobby = (await bo.get("/api/tables"))["tables"]
        assert [head["id"] for head in lobby] == [table]
        async with ada.at(table) as here, bo.at(table) as there:
            await here.next("state")
            await bo.sit(table)
            await here.until_mine()
            for action in ("nn", "ss"):
                await here.play(action)
                await there.until_version(here.version)
                assert there.state["position"]["view"] == here.state["position"]["view"]
            await there.ask("say", text="hello")
            assert (await here.next("said"))["text"] == "hello"
            await here.hears({"type": "presence", "seats": [True, True], "spectators": 0})
            redis.stop()
            await here.play(here.legal[0])
            redis.start()
            await there.until_version(here.version)  # made good when the bus is back


async def test_the_database_is_gone_for_a_while_and_the_games_go_on(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    database = postgres.new_database()
    options = {"database": database, "bus": redis.url}
    async with ServeProcess(tmp_path, **options) as one, ServeProcess(tmp_path, **options) as two:
        ada, bo = await Person.come(one.address, "Ada"), await Person.come(two.address, "Bo")
        first = await ada.new_table("me", "open", game="igluiglu")
        await bo.sit(first)
        second = await ada.new_table("me", "random")
        players = [Tireless(ada, first, 1), Tireless(bo, first, 2), Tireless(ada, second, 3)]
        playing = [asyncio.create_task(player.play()) for player in players]
        await more(players, 9)
        postgres.stop()
        try:
            async with browser(one.address) as client:
                assert (await client.get("/health")).status_code == 503
        finally:
            postgres.start()
        for player in players:
            await more([player], 3)
        for player in players:
            player.stop()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*playing)
        await check(database, players)
    postgres.drop(database)


async def test_workers_behind_one_port(tmp_path: Path, postgres_url: str, redis: Redis) -> None:
    """``--workers 2``: one worker is killed and replaced, and nobody loses a move."""
    place = f"127.0.0.1:{free_port()}"
    options = {"database": postgres_url, "bus": redis.url, "workers": "2", "metrics": place}
    async with ServeProcess(tmp_path, **options) as server:
        ada, bo = await Person.come(server.address, "Ada"), await Person.come(server.address, "Bo")
        table = await ada.new_table("me", "open", game="igluiglu")
        await bo.sit(table)
        players = [Tireless(ada, table, 1), Tireless(bo, table, 2)]
        playing = [asyncio.create_task(player.play()) for player in players]
        await more(players, 8)
        assert len(server.workers()) == 2
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
            await more(players, 8)
        for player in players:
            player.stop()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*playing)
        await check(postgres_url, players)
        async with browser(place) as prometheus:
            assert "floe_requests_total" in (await prometheus.get("/metrics")).text
