"""``floe admin``: what a host does by hand, while a server runs, and what those who are there notice of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, update

from floe import records
from floe.server import logs
from floe.server.admin import DAY_MS, Admin
from floe.server.clock import wall
from floe.server.store import Store, admin_queries
from floe.server.store.schema import metadata
from tests.cli.running import call
from tests.server.live import PATIENCE_S, Live, serving
from tests.server.people import Person

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _no_log_of_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in the test's own process here, whose log they must leave alone."""
    monkeypatch.setattr(logs, "configure", lambda: None)


async def put(store: Store, name: str, only: str | None = None, **values: int) -> None:
    """Change rows behind everybody's back, to let them be old."""
    of = metadata.tables[name]
    changed = update(of) if only is None else update(of).where(of.c.id == only)
    await store.act(0, [], "test", lambda c: c.execute(changed.values(**values)).rowcount)


@pytest.fixture
async def hosted(database_url: str) -> AsyncIterator[Live]:
    """A server whose database a host can get at from elsewhere."""
    async with serving(database_url) as live:
        yield live


async def admin(live: Live, *arguments: object, code: int = 0) -> str:
    """``floe admin ARGUMENTS``, from a process that is not the server's."""
    done = await asyncio.to_thread(call, "admin", *arguments, "--database", live.settings.database)
    assert done.exit_code == code, done.output
    return str(done.output)


async def guest_of(live: Live, name: str) -> str:
    (line,) = (await admin(live, "guests", "list", "--name", name)).splitlines()
    return line.split()[0]


async def two_at_a_table(live: Live, **chosen: Any) -> tuple[Person, Person, str]:
    ada, bo = await live.person("Ada Lovelace"), await live.person("Bo")
    table = await ada.new_table("me", "open", **chosen)
    await bo.sit(table)
    return ada, bo, table


async def test_tables_are_listed_and_shown(hosted: Live) -> None:
    ada, _, table = await two_at_a_table(hosted)
    other = await ada.new_table("me", "open")
    listed = await admin(hosted, "tables", "list")
    assert [line.split()[0] for line in listed.splitlines()] == [other, table]
    assert "Ada Lovelace, Bo" in listed
    assert table not in await admin(hosted, "tables", "list", "--status", "gathering")
    assert other not in await admin(hosted, "tables", "list", "--guest", await guest_of(hosted, "Bo"))
    shown = json.loads(await admin(hosted, "tables", "show", table))
    assert [seat["guest"] for seat in shown["seats"]] == [
        await guest_of(hosted, "Ada"), await guest_of(hosted, "Bo"),
    ]  # fmt: skip
    assert "there is no table" in await admin(hosted, "tables", "show", "nowhere", code=2)


async def test_a_table_that_is_closed_tells_those_at_it(hosted: Live) -> None:
    ada, bo, table = await two_at_a_table(hosted)
    async with ada.at(table) as at_ada, bo.at(table) as at_bo:
        await at_ada.until_mine()
        assert "is closed" in await admin(hosted, "tables", "close", table)
        for socket in (at_ada, at_bo):
            state = await socket.until(lambda state: state["table"]["status"] == "over")
            assert state["table"]["result"] == {"winners": [], "rule": None, "reason": "closed", "resigned": None}
            assert state["happened"][-1]["kind"] == "closed"
            assert state["position"]["legal"] == []
    record = await bo.get(f"/api/tables/{table}/record")
    assert records.from_dict(record).result is None
    assert "is over already" in await admin(hosted, "tables", "close", table, code=2)
    async with hosted.anonymous() as client:
        page = await client.get(f"/t/{table}")
        assert page.status_code in (200, 404)  # 404 where the web app is not built


async def test_a_table_that_is_deleted_is_gone_for_those_at_it(hosted: Live) -> None:
    ada, bo, table = await two_at_a_table(hosted)
    async with ada.at(table) as socket:
        await socket.until_mine()
        await admin(hosted, "tables", "delete", table)
        gone = await socket.closed()
        assert (gone.code, gone.bye and gone.bye["key"]) == (4004, "no_table")
    assert (await bo.call("GET", f"/api/tables/{table}")).status_code == 404
    assert (await bo.get("/api/me/tables"))["tables"] == []
    gathering = await ada.new_table("me", "open")
    assert "deleted" in await admin(hosted, "tables", "close", gathering)


async def test_whoever_is_banned_is_shut_out_until_the_ban_is_lifted(hosted: Live) -> None:
    ada, bo, table = await two_at_a_table(hosted)
    who = await guest_of(hosted, "Bo")
    async with bo.at(table) as socket, ada.at(table) as other:
        await socket.until(bool)
        await admin(hosted, "ban", who, "--reason", "shouts")
        gone = await socket.closed()
        assert (gone.code, gone.bye and gone.bye["key"]) == (4008, "banned")
        await other.until_mine()
    for path in ("/api/me", "/api/me/tables", f"/api/tables/{table}"):
        refused = await bo.call("GET", path)
        assert (refused.status_code, refused.json()["key"]) == (403, "banned")
    assert (await ada.call("GET", "/api/me")).status_code == 200
    assert (await bo.call("GET", "/api/me/data")).json()["sanctions"][0]["reason"] == "shouts"
    assert f"ban  {who}" in await admin(hosted, "sanctions")
    await admin(hosted, "unban", who)
    async with asyncio.timeout(PATIENCE_S):
        while (await bo.call("GET", "/api/me")).status_code != 200:
            await asyncio.sleep(0.05)
    assert "there is no ban" in await admin(hosted, "unban", who, code=2)
    assert "is no address" in await admin(hosted, "ban", "nobody", code=2)


async def test_an_address_can_be_banned(hosted: Live) -> None:
    ada = await hosted.person("Ada")
    await admin(hosted, "ban", "127.0.0.1")
    async with asyncio.timeout(PATIENCE_S):
        while (await ada.call("GET", "/api/tables")).status_code != 403:
            await asyncio.sleep(0.05)
    assert (await ada.call("POST", "/api/try", {})).json()["key"] == "banned"
    async with ada.at("whatever") as socket:
        gone = await socket.closed()
        assert gone.bye is not None
        assert gone.bye["key"] == "banned"
    assert (await ada.call("GET", "/api/server")).status_code == 200


async def test_whoever_is_muted_plays_on_but_cannot_write(hosted: Live) -> None:
    ada, _, table = await two_at_a_table(hosted)
    async with ada.at(table) as socket:
        assert (await socket.ask("say", text="hello"))["type"] == "accepted"
        await admin(hosted, "mute", await guest_of(hosted, "Ada"))
        async with asyncio.timeout(PATIENCE_S):
            while (answer := await socket.ask("say", text="again"))["type"] == "accepted":
                await asyncio.sleep(0.05)
        assert (answer["type"], answer["key"]) == ("refused", "muted")
        assert (await socket.ask("say_phrase", phrase="hello"))["key"] == "muted"
        await socket.until_mine()
        await socket.play()


async def test_what_was_said_can_be_taken_away_and_talk_goes_on(hosted: Live) -> None:
    ada, bo, table = await two_at_a_table(hosted)
    async with ada.at(table) as socket, bo.at(table) as other:
        await socket.ask("say", text="a secret of Ada's")
        await other.ask("say", text="well")
        assert "1 lines" in await admin(
            hosted, "chat", "purge", "--table", table, "--guest", await guest_of(hosted, "Ada")
        )
        await other.hears({"type": "unsaid", "left": [2]})  # also on the screens that show it
        await other.ask("say", text="go on")
        await socket.hears({"type": "said", "text": "go on"})
    async with ada.at(table) as socket:
        await socket.hears({"type": "said", "text": "go on"})
        assert [one["text"] for one in socket.heard if one["type"] == "said"] == ["well", "go on"]


async def everything(url: str) -> str:
    """All that the database holds, as text."""

    def read(connection: Connection) -> str:
        return str([tuple(row) for one in metadata.sorted_tables for row in connection.execute(one.select())])

    store = await Store.open(url)
    rows = await store.examine(read)
    await store.close()
    return rows


@pytest.mark.parametrize("door", ["admin", "api"])
async def test_a_guest_who_is_deleted_leaves_the_games_of_others_readable(hosted: Live, door: str) -> None:
    ada, bo, table = await two_at_a_table(hosted, chat="all")
    alone = await ada.new_table("me", "random")
    gathering = await ada.new_table("me", "open")
    who = await guest_of(hosted, "Ada")
    async with ada.at(table) as socket, bo.at(table):
        await socket.ask("say", text="I am Ada Lovelace")
        for _ in range(3):
            await socket.until_mine()
            await socket.play()
    played = (await bo.get(f"/api/tables/{table}/record"))["actions"]
    if door == "api":
        answer = await ada.call("DELETE", "/api/me")
        assert (answer.status_code, answer.json()) == (200, {"name": None})
        assert 'floe_guest=""' in answer.headers["set-cookie"]
    else:
        await admin(hosted, "guests", "delete", who)
    assert (await ada.call("GET", "/api/me/data")).status_code == 401
    async with asyncio.timeout(PATIENCE_S):  # the machine that plays on may have written from memory just now
        while "Lovelace" in await everything(hosted.settings.database):
            await asyncio.sleep(0.05)
    async with bo.at(table) as socket:  # a machine plays on for the one who is gone, and it is a game as before
        state = await socket.until(lambda state: state["table"]["seats"][0]["name"] == "Guest")
        assert state["table"]["seats"][0]["stand_in"]
        await socket.until_mine()
        await socket.play()
    record = await bo.get(f"/api/tables/{table}/record")
    assert record["actions"][: len(played)] == played
    for gone in (alone, gathering):
        async with asyncio.timeout(PATIENCE_S):
            while (await bo.call("GET", f"/api/tables/{gone}")).status_code != 404:
                await asyncio.sleep(0.05)
    store = await Store.open(hosted.settings.database)
    acts = [(act.act, act.subject) for act in await store.acts(0)]
    assert sorted(acts[:-1]) == sorted(("table_deleted", gone) for gone in (alone, gathering))
    assert acts[-1] == ("guest_deleted", who)
    await store.close()


async def test_a_guest_who_is_deleted_is_not_named_at_the_table_of_another_either(hosted: Live) -> None:
    ada, grace = await hosted.person("Ada Lovelace"), await hosted.person("Grace Hopper")
    table = await ada.new_table("me", "open")
    await grace.sit(table)
    await admin(hosted, "guests", "delete", await guest_of(hosted, "Grace"))
    store = await Store.open(hosted.settings.database)
    told = [json.loads(row.body) for row in await store.events(table)]
    row = await store.table(table)
    await store.close()
    assert [(event["kind"], event["name"]) for event in told if "name" in event] == [
        ("created", "Ada Lovelace"),
        ("sat", "Guest"),
    ]
    assert row is not None
    assert [seat["name"] for seat in json.loads(row.summary)["seats"]] == ["Ada Lovelace", "Guest"]


async def test_an_export_has_all_that_is_kept_of_a_guest_and_nothing_of_others(hosted: Live) -> None:
    ada, bo, table = await two_at_a_table(hosted)
    async with ada.at(table) as socket, bo.at(table) as other:
        await socket.ask("say", text="hello from Ada")
        await other.ask("say", text="hello from Bo")
        await socket.until_mine()
        await socket.play()
    async with asyncio.timeout(PATIENCE_S):
        while any(row.gone is None for row in await hosted.store.present(table)):
            await asyncio.sleep(0.01)
    by_host = json.loads(await admin(hosted, "guests", "export", await guest_of(hosted, "Ada")))
    by_herself = await ada.get("/api/me/data")
    del by_host["exported"], by_herself["exported"]
    assert by_host == by_herself
    assert by_host["guest"]["name"] == "Ada Lovelace"
    assert [one["id"] for one in by_host["tables"]] == [table]
    assert {one["body"]["kind"] for one in by_host["events"]} == {"created", "played"}
    assert [one["text"] for one in by_host["chat"]] == ["hello from Ada"]
    exported = json.dumps(by_host)
    for others in ('"Bo"', "from Bo", await guest_of(hosted, "Bo"), "secret", "token"):
        assert others not in exported
    shown = json.loads(await admin(hosted, "guests", "show", await guest_of(hosted, "Ada")))
    assert (shown["chat"], shown["tables"]) == (1, 1)


async def test_what_is_old_is_deleted_by_policy_after_a_look(hosted: Live) -> None:
    _, bo, old = await two_at_a_table(hosted)
    new = await bo.new_table("me", "random")
    store = hosted.store
    past = wall() - 100 * DAY_MS
    await put(store, "tables", old, changed=past)
    await put(store, "guests", seen=past)
    gone = await guest_of(hosted, "Ada")
    looked = await admin(hosted, "expire", "--guests-after", 90, "--tables-after", 90)
    assert looked.splitlines()[:2] == [f"table {old}", f"guest {gone}"]
    assert "would be deleted" in looked
    assert old in await admin(hosted, "tables", "list")
    assert "are deleted" in await admin(hosted, "expire", "--guests-after", 90, "--tables-after", 90, "--yes")
    assert await guest_of(hosted, "Bo")
    assert [line.split()[0] for line in (await admin(hosted, "tables", "list")).splitlines()] == [new]
    assert await store.examine(lambda c: admin_queries.guest(c, gone)) is None
    assert "expired" in await admin(hosted, "acts")


async def test_a_server_expires_by_itself_once_a_day(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), guests_after=30, tables_after=30) as live:
        store = live.store
        async with asyncio.timeout(PATIENCE_S):
            while (first := await store.last_act("expired")) is None:
                await asyncio.sleep(0.05)
        ada = await live.person("Ada")
        table = await ada.new_table("me", "random")
        past = wall() - 31 * DAY_MS
        await put(store, "tables", changed=past)
        await live.housekeeping.expire()
        assert await store.table(table) is not None  # that was done today
        yesterday = first.at - DAY_MS
        await put(store, "acts", at=yesterday)
        live.housekeeping._expired = yesterday
        await live.housekeeping.expire()
        assert await store.table(table) is None
        assert (await ada.get("/api/privacy")) == {"guests_after": 30, "tables_after": 30}


async def test_whoever_comes_again_is_seen(hosted: Live) -> None:
    ada = await hosted.person("Ada")
    past = wall() - 5 * DAY_MS
    await put(hosted.store, "guests", seen=past)
    await ada.get("/api/me")
    row = await hosted.store.guest(await guest_of(hosted, "Ada"))
    assert row is not None
    assert row.seen > past


async def test_every_act_is_a_line_in_the_servers_log(hosted: Live, caplog: pytest.LogCaptureFixture) -> None:
    ada = await hosted.person("Ada")
    table = await ada.new_table("me", "open")
    caplog.set_level("INFO", logger="floe.admin")
    await Admin(hosted.worker.tables).delete_table(table)
    await hosted.housekeeping.look()
    assert {"act": "table_deleted", "subject": table, "by": "host"} in [
        getattr(line, "floe_fields", None) for line in caplog.records
    ]
