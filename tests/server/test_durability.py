"""A real server is killed again and again while people play: what was acknowledged is there, once and in order."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from floe import records
from floe.server.service import _logged
from floe.server.store import EventRow, Store, TableRow
from floe.server.tables import events
from floe.server.tables.apply import fold
from floe.server.tables.views import record_document
from tests.server.people import Person
from tests.server.serve_process import PATIENCE_S, ServeProcess
from tests.server.tireless import Tireless

pytestmark = pytest.mark.anyio
KILLS = 5
BETWEEN = 25
"""So many actions are acknowledged between one kill and the next."""


async def set_up(address: str) -> list[Tireless]:
    """Two tables of two people, one against a machine, one screen for two."""
    players: list[Tireless] = []
    for number, game in enumerate(("icecult", "igluiglu")):
        ada, bo = await Person.come(address, "Ada"), await Person.come(address, "Bo")
        table = await ada.new_table("me", "open", game=game, rules={}, undo="free")
        await bo.sit(table)
        players += [Tireless(ada, table, number), Tireless(bo, table, number + 10)]
    for seats in (("me", "random"), ("me", "me")):
        cy = await Person.come(address, "Cy")
        players.append(Tireless(cy, await cy.new_table(*seats, game="igluiglu"), 20))
    return players


async def check(database: str, players: list[Tireless]) -> None:
    """Compare what the players were told with what is on record."""
    store = await Store.open(database)
    try:
        for table in {player.table for player in players}:
            compare(*await on_record(store, table), [player for player in players if player.table == table])
    finally:
        await store.close()


async def on_record(store: Store, table: str) -> tuple[TableRow, list[EventRow]]:
    """A table and its events, as they stood at one moment: a machine or what was on its way may still change them."""
    while True:
        row, rows, again = await store.table(table), await store.events(table), await store.table(table)
        assert row is not None
        assert again is not None
        if row.version == again.version:
            return row, rows


def compare(row: TableRow, rows: list[EventRow], players: list[Tireless]) -> None:
    """What is on record of a table, with what its players were told."""
    log = _logged(rows)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    actions = {one.version: one.event.action for one in log if isinstance(one.event, events.Played)}
    by_client = {row.client_id: row.version for row in rows if row.client_id is not None}
    assert len(by_client) == sum(row.client_id is not None for row in rows)
    whole = fold(row.id, row.secret, log)
    assert (row.version, row.status) == (whole.version, whole.status)
    assert whole.played is not None
    assert whole.played.actions == [actions[version] for version in sorted(actions)]
    for player in players:
        for client, (version, action) in player.account.acknowledged.items():
            assert (by_client[client], actions[version]) == (version, action)
        for version, told in player.account.told.items():
            assert actions.get(version) == told
        assert [one["type"] for one in player.account.refused] in ([], ["stale"] * len(player.account.refused))
    if whole.status == "over":
        records.from_dict(record_document(whole)).verify()


async def more(players: list[Tireless], number: int) -> None:
    """Wait until so many more actions of these players are acknowledged, or their games are over."""

    def acknowledged() -> int:
        return sum(len(player.account.acknowledged) for player in players)

    wanted = acknowledged() + number
    async with asyncio.timeout(PATIENCE_S):
        while acknowledged() < wanted and not all(player.over for player in players):
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", KILLS), ("postgresql", 2)])
async def test_every_acknowledged_action_is_on_record_once_and_the_games_go_on(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, kills: int
) -> None:
    database = str(tmp_path / "floe.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    rng = random.Random(7)  # noqa: S311  # for a test
    async with ServeProcess(tmp_path, database=database) as server:
        players = await set_up(server.address)
        playing = [asyncio.create_task(player.play()) for player in players]
        for _ in range(kills):
            await more(players, BETWEEN)
            await asyncio.sleep(rng.uniform(0, 0.02))  # so that it hits whatever is just being done
            server.kill()
            await check(database, players)
            await server.start()
        await asyncio.gather(*(more([player], 1) for player in players))
        for player in players:
            player.stop()
        await asyncio.gather(*playing)
        assert all(player.connections > kills for player in players if not player.over)
        await check(database, players)


async def test_a_server_that_is_asked_to_end_ends_well_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async with ServeProcess(tmp_path, database=str(tmp_path / "floe.sqlite")) as server:
        ada = await Person.come(server.address, "Ada")
        table = await ada.new_table("me", "me")
        async with ada.at(table) as socket:
            await socket.play("nn")
            stopped = asyncio.create_task(asyncio.to_thread(server.stop))
            assert (await socket.closed()).code in {1001, 1012}
            await stopped
        assert "Traceback" not in server.said()
        await server.start()
        async with ada.at(table, socket.version) as socket:
            state = await socket.next("state")
            assert (state["happened"], state["position"]["ply"]) == ([], 1)
            await socket.play("nn")
        assert ada.token not in server.said()
