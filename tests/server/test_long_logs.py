"""A log of many thousand events is never told at once: the newest part over the socket, the rest in pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from floe.server import visit
from floe.server.api import records
from floe.server.store.rows import Append, EventRow
from floe.server.tables import events
from floe.server.tables.apply import RECENT
from tests.server.live import Live, serving
from tests.server.people import Person, watching

pytestmark = pytest.mark.anyio
EVENTS = 2000


async def long_table(live: Live, ada: Person) -> str:
    """A table where somebody has left and come back a thousand times."""
    table = await ada.new_table("me", "open", on_leave="machine")
    bo = await live.person("Bo")
    await bo.sit(table)
    row = await live.store.table(table)
    assert row is not None
    turns: list[events.Event] = [events.Left([1]), events.Returned([1])]
    added = [
        EventRow(table, version, row.changed, events.encode(turns[(version - row.version - 1) % 2]))
        for version in range(row.version + 1, EVENTS + 1 + row.version % 2)
    ]
    written = await live.store.append(
        Append(table, row.version, added, row.status, row.changed, row.summary, claimed_until=None)
    )
    assert not written.conflict
    return table


async def test_a_long_log_is_told_in_pages(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        table = await long_table(live, ada)
        async with ada.at(table) as socket:
            state = await socket.next("state")
        last = state["version"]
        assert last > EVENTS - 2
        assert [one["version"] for one in state["happened"]] == list(range(last - RECENT + 1, last + 1))
        assert len(socket.frames[0]) < 40_000
        told, before = list(state["happened"]), state["happened"][0]["version"]
        more = True
        while more:
            page = await ada.get(f"/api/tables/{table}/log?before={before}")
            assert 0 < len(page["happened"]) <= records.EVENTS_AT_ONCE
            told, before, more = page["happened"] + told, page["happened"][0]["version"], page["more"]
        assert [one["version"] for one in told] == list(range(1, last + 1))
        assert told[0]["kind"] == "created"
        newest = await ada.get(f"/api/tables/{table}/log")
        assert newest["happened"] == told[-records.EVENTS_AT_ONCE :]
        assert newest["more"]


async def test_one_who_was_away_from_a_long_log_gets_no_more_than_the_newest_part(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        table = await long_table(live, ada)
        for have, count in ((10, RECENT), (EVENTS - 5, None)):
            async with ada.at(table, have) as socket:
                state = await socket.next("state")
                assert len(state["happened"]) == (state["version"] - have if count is None else count)


async def test_a_usual_log_is_told_whole(live: Live) -> None:
    assert visit.WHOLE_LOG > RECENT
    ada = await live.person("Ada")
    table = await ada.new_table("me", "me")
    async with ada.at(table) as socket:
        while (await socket.until_mine())["version"] <= RECENT:
            await socket.play()
    async with ada.at(table) as again:
        state = await again.next("state")
        assert RECENT < state["version"] <= visit.WHOLE_LOG
        assert [one["version"] for one in state["happened"]] == list(range(1, state["version"] + 1))
        assert (await ada.get(f"/api/tables/{table}/log?before=11")) == {
            "happened": state["happened"][:10],
            "more": False,
        }


async def test_who_may_not_watch_may_not_read_the_log(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random", spectators=False)
    stranger = await live.person("Eve")
    assert (await stranger.call("GET", f"/api/tables/{table}/log")).status_code == 404
    async with watching(live.address, table) as socket:
        assert (await socket.closed()).code == 4004
