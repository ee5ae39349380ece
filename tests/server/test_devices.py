"""The same person on another device: by a link, by a recovery code, and never quietly somebody else."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from floe.server import clock, devices, presence
from floe.server.admin import Admin
from floe.server.devices import ALPHABET, plain
from floe.server.limits import CODES_PER_MINUTE
from floe.server.people import HOUR_MS
from tests.server.live import Live, serving
from tests.server.people import Closed, Person

pytestmark = pytest.mark.anyio
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@asynccontextmanager
async def phone(live: Live, **cookies: str) -> AsyncIterator[httpx.AsyncClient]:
    """Another device, which nobody knows unless it has a cookie."""
    async with live.anonymous() as browser:
        browser.headers["User-Agent"] = PHONE
        browser.cookies.update(cookies)
        yield browser


async def moved(live: Live, person: Person, **key: Any) -> Person:
    """A person's device after it became another's."""
    answer = await person.call("POST", "/api/me/move", key)
    assert answer.status_code == 200, answer.text
    return Person(live.address, answer.cookies["floe_guest"], answer.json()["name"])


def problem(answer: httpx.Response, status: int = 409) -> str:
    assert answer.status_code == status, answer.text
    key: str = answer.json()["key"]
    return key


async def test_a_link_makes_a_new_device_the_same_person(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    link = (await ada.post("/api/me/link"))["secret"]
    async with phone(live) as browser:
        seen = (await browser.post("/api/me/move/look", json={"link": link})).json()
        assert seen["them"] == {"name": "Ada", "games": 1, "puzzles": 0}
        assert (seen["own"], seen["same"], seen["together"], seen["others"]) == (None, False, [], [])
        assert "floe_guest" not in browser.cookies  # to look makes nobody
        joined = await browser.post("/api/me/move", json={"link": link})
        assert joined.json() == {"name": "Ada"}
        assert {"httponly", "samesite=lax"} <= {one.strip().lower() for one in joined.headers["set-cookie"].split(";")}
        assert [one["id"] for one in (await browser.get("/api/me/tables")).json()["tables"]] == [table]
        mine = (await browser.get("/api/me/devices")).json()["devices"]
        assert [(one["name"], one["here"]) for one in mine if one["here"]] == [("Firefox (Android)", True)]
        assert len(mine) == 2


async def test_a_link_is_used_up(live: Live) -> None:
    ada = await live.person("Ada")
    link = (await ada.post("/api/me/link"))["secret"]
    async with phone(live) as first, phone(live) as second:
        assert (await first.post("/api/me/move", json={"link": link})).status_code == 200
        assert problem(await second.post("/api/me/move", json={"link": link})) == "link_gone"
        assert problem(await second.post("/api/me/move/look", json={"link": link})) == "link_gone"
        assert "floe_guest" not in second.cookies


async def test_a_link_is_over_after_a_while_and_when_it_is_taken_back(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await live.person("Ada")
    await ada.post("/api/me/link")
    taken_back = (await ada.post("/api/me/link"))["secret"]
    assert (await ada.call("DELETE", "/api/me/link")).status_code == 200
    asked = await ada.call("POST", "/api/me/move/look", {"link": taken_back})
    assert problem(asked) == "link_gone"
    late = (await ada.post("/api/me/link"))["secret"]
    wall = clock.wall
    monkeypatch.setattr(clock, "wall", lambda: wall() + devices.LINK_MS)
    async with phone(live) as browser:
        assert problem(await browser.post("/api/me/move", json={"link": late})) == "link_gone"


async def test_a_strangers_link_makes_nobody_somebody_else_without_being_asked(live: Live) -> None:
    """Whoever follows a link has said nothing yet; and what a device has of its own joins only if that is said."""
    mallory, victim = await live.person("Mallory"), await live.person("Victim")
    table = await victim.new_table("me", "open")
    link = (await mallory.post("/api/me/link"))["secret"]
    async with phone(live, floe_guest=victim.token) as browser:
        assert (await browser.get("/move")).status_code == 200
        seen = (await browser.post("/api/me/move/look", json={"link": link})).json()
        assert (seen["them"]["name"], seen["own"]) == ("Mallory", {"name": "Victim", "games": 1, "puzzles": 0})
        assert problem(await browser.post("/api/me/move", json={"link": link})) == "would_join"
        assert (await browser.get("/api/me")).json() == {"name": "Victim"}
        assert [one["id"] for one in (await browser.get("/api/me/tables")).json()["tables"]] == [table]
    assert await mallory.get("/api/me/tables") == {"tables": [], "more": None}


async def test_a_planted_cookie_is_worth_nothing_after_the_device_became_anothers(live: Live) -> None:
    """Somebody knows the cookie of this browser, or has another device of its guest, or its recovery code."""
    planted, ada = await live.person("Planted"), await live.person("Ada")
    code = (await planted.post("/api/me/recovery"))["code"]
    async with phone(live) as other:
        await other.post("/api/me/move", json={"code": code})
        link = (await ada.post("/api/me/link"))["secret"]
        seen = await planted.post("/api/me/move/look", {"link": link})
        assert seen["others"] == ["Firefox (Android)"]
        now = await moved(live, planted, link=link)
        assert await now.get("/api/me") == {"name": "Ada"}
        assert problem(await other.get("/api/me/devices"), 401) == "no_guest"
        assert problem(await planted.call("GET", "/api/me/devices"), 401) == "no_guest"
        assert problem(await other.post("/api/me/move", json={"code": code})) == "bad_code"


async def test_other_sites_can_neither_make_nor_use_a_link(live: Live) -> None:
    ada = await live.person("Ada")
    link = (await ada.post("/api/me/link"))["secret"]
    async with phone(live, floe_guest=ada.token) as browser:
        for path in ("/api/me/link", "/api/me/recovery", "/api/me/move/look", "/api/me/move"):
            answer = await browser.post(path, json={"link": link}, headers={"Origin": "https://evil.example"})
            assert problem(answer, 403) == "foreign"
        [device] = (await browser.get("/api/me/devices")).json()["devices"]
        answer = await browser.delete(f"/api/me/devices/{device['id']}", headers={"Origin": "https://evil.example"})
        assert problem(answer, 403) == "foreign"
    assert (await ada.post("/api/me/move/look", {"link": link}))["same"] is True


async def test_a_recovery_code_brings_one_back_however_it_is_written(live: Live) -> None:
    ada = await live.person("Ada")
    assert (await ada.get("/api/me/devices"))["recovery"] is None
    code = (await ada.post("/api/me/recovery"))["code"]
    assert len(code) == 23
    assert set(code) <= {*ALPHABET, "-"}
    assert (await ada.get("/api/me/devices"))["recovery"] is not None
    for written in (code, code.lower().replace("-", " "), code.replace("1", "l").replace("0", "O")):
        async with phone(live) as browser:
            assert (await browser.post("/api/me/move", json={"code": written})).json() == {"name": "Ada"}
    replaced = (await ada.post("/api/me/recovery"))["code"]
    async with phone(live) as browser:
        assert problem(await browser.post("/api/me/move", json={"code": code})) == "bad_code"
        assert (await browser.post("/api/me/move", json={"code": replaced})).json() == {"name": "Ada"}


def test_what_cannot_be_a_code_is_none() -> None:
    assert plain("k7q2m-00000-11111-22222") == "K7Q2M000001111122222"
    for wrong in ("", "K7Q2M", "K7Q2M-00000-11111-2222U", "K7Q2M-00000-11111-22222-3", "💥" * 20):
        assert plain(wrong) is None


async def test_only_slow_hashes_of_codes_and_hashes_of_links_are_kept(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        link, code = (await ada.post("/api/me/link"))["secret"], (await ada.post("/api/me/recovery"))["code"]
        bare = code.replace("-", "")
        with closing(sqlite3.connect(tmp_path / "floe.sqlite")) as database:
            [row] = database.execute("SELECT salt, code_hash, handle FROM recovery_codes")
        assert devices.slowly_hashed(bare, row[0]) == row[1]
        assert row[2] == bare[:5]
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (link, code, bare, bare[5:], ada.token):
        assert secret.encode() not in kept


@pytest.mark.usefixtures("no_refill")
async def test_codes_cannot_be_guessed_at_speed(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), moves_per_minute=3) as live:
        ada = await live.person("Ada")
        code = (await ada.post("/api/me/recovery"))["code"]
        async with phone(live) as browser:
            for last in "012":
                wrong = code[:-1] + (last if code[-1] != last else "3")
                assert problem(await browser.post("/api/me/move", json={"code": wrong})) == "bad_code"
            assert problem(await browser.post("/api/me/move", json={"code": code}), 429) == "too_many"
            assert problem(await browser.post("/api/me/move/look", json={"link": "x" * 43}), 429) == "too_many"
            assert (await browser.get("/api/me")).status_code == 200  # nothing else is slowed down


@pytest.mark.usefixtures("no_refill")
async def test_the_same_code_cannot_be_guessed_from_many_addresses(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        code = (await ada.post("/api/me/recovery"))["code"]
        async with phone(live) as browser:
            for _ in range(CODES_PER_MINUTE):
                answer = await browser.post("/api/me/move/look", json={"code": code[:5] + "0" * 15})
                assert problem(answer) == "bad_code"
            assert problem(await browser.post("/api/me/move", json={"code": code}), 429) == "too_fast"


@pytest.mark.parametrize(
    "body",
    [{}, {"link": None, "code": None}, {"link": "a", "code": "b"}, {"link": 5}, {"link": "x" * 101}, {"key": "x"}],
)
async def test_what_is_neither_link_nor_code_is_malformed(live: Live, body: dict[str, Any]) -> None:
    async with phone(live) as browser:
        for path in ("/api/me/move", "/api/me/move/look"):
            assert problem(await browser.post(path, json=body), 400) == "malformed"


async def test_devices_are_named_and_revoked_by_their_person_alone(live: Live) -> None:
    ada, eve = await live.person("Ada"), await live.person("Eve")
    [device] = (await ada.get("/api/me/devices"))["devices"]
    path = f"/api/me/devices/{device['id']}"
    assert device["name"] == "python-httpx"
    named = await ada.put(path, {"name": "  My   laptop "})
    assert named["devices"][0]["name"] == "My laptop"
    assert problem(await ada.call("PUT", path, {"name": "\u202e"})) == "bad_name"
    for method, body in (("PUT", {"name": "Mine"}), ("DELETE", None)):
        assert problem(await eve.call(method, path, body), 404) == "no_device"
    answer = await ada.call("DELETE", path)  # it is the one that asks: it is left
    assert answer.json()["devices"] == []
    assert 'floe_guest="' in answer.headers["set-cookie"] or "floe_guest=;" in answer.headers["set-cookie"]
    assert problem(await ada.call("GET", "/api/me/devices"), 401) == "no_guest"


async def test_the_sockets_of_a_revoked_device_are_closed_and_the_others_stay(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", spectators=False)
    await bo.sit(table)
    link = (await ada.post("/api/me/link"))["secret"]
    async with phone(live) as browser:
        await browser.post("/api/me/move", json={"link": link})
        lost = Person(live.address, browser.cookies["floe_guest"])
    [device] = [one for one in (await lost.get("/api/me/devices"))["devices"] if one["here"]]
    async with ada.at(table) as here, lost.at(table) as there:
        await there.until_mine()
        assert there.legal
        assert (await ada.call("DELETE", f"/api/me/devices/{device['id']}")).status_code == 200
        closed = await there.closed()
        assert (closed.code, closed.bye and closed.bye["key"], closed.bye and closed.bye["again"]) == (
            4001,
            "revoked",
            False,
        )
        await here.play()
    async with lost.at(table) as again:  # nobody any more
        assert (await again.closed()).code == 4004


async def test_two_people_become_one_while_they_play(live: Live) -> None:
    """The socket of the one is closed, comes back with the new cookie, and goes on with the same seat."""
    ada, bo, eve = await live.person("Ada"), await live.person("Bo"), await live.person("Eve")
    table = await bo.new_table("me", "open")
    await eve.sit(table)
    over = await ada.new_table("me", "random")
    link = (await ada.post("/api/me/link"))["secret"]
    async with bo.at(table) as first, eve.at(table) as opponent:
        await first.until_mine()
        answer = await first.play(client_id="asked-as-bo")
        assert problem(await bo.call("POST", "/api/me/move", {"link": link})) == "would_join"
        now = await moved(live, bo, link=link, join=True)
        assert now.name == "Ada"
        closed = await first.closed()
        assert (closed.code, closed.bye and closed.bye["again"]) == (4003, True)
        async with now.at(table) as second:
            state = await second.next("state")
            assert [seat["mine"] for seat in state["table"]["seats"]] == [True, False]
            assert state["table"]["host"] is True
            assert [one["kind"] for one in state["happened"]][-1] == "joined"
            again = await second.ask("play", client_id="asked-as-bo", version=1, action="whatever")
            assert again["version"] == answer["version"]  # it was done before, under the other name
            if opponent.state.get("waiting_for") == [1]:
                await opponent.play()
            await opponent.until(lambda state: state["version"] >= second.version)
            assert [seat["mine"] for seat in opponent.state["table"]["seats"]] == [False, True]
    mine = await now.get("/api/me/tables")
    assert {one["id"] for one in mine["tables"]} == {table, over}
    assert (await ada.get("/api/me/tables"))["tables"] == mine["tables"]
    # Somebody reads all of it from the database alone.
    live.worker.tables.forget(table)
    head = await ada.get(f"/api/tables/{table}")
    assert [seat["mine"] for seat in head["seats"]] == [True, False]


async def test_both_at_one_running_table_are_not_joined_and_told_where(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open")
    await bo.sit(table)
    link = (await ada.post("/api/me/link"))["secret"]
    assert (await bo.post("/api/me/move/look", {"link": link}))["together"] == [table]
    answer = await bo.call("POST", "/api/me/move", {"link": link, "join": True})
    assert problem(answer) == "both_sit"
    assert answer.json()["values"] == {"table": table, "tables": [table]}
    assert await bo.get("/api/me") == {"name": "Bo"}


async def test_a_seat_that_is_kept_for_one_is_kept_for_the_other(live: Live) -> None:
    ada, bo, eve = await live.person("Ada"), await live.person("Bo"), await live.person("Eve")
    table = await bo.new_table("me", "open")
    await eve.sit(table)
    async with bo.at(table) as socket:
        await socket.next("state")
        await socket.ask("resign", seat=0)
    again = (await eve.post(f"/api/tables/{table}/rematch", {}))["id"]
    link = (await ada.post("/api/me/link"))["secret"]
    now = await moved(live, bo, link=link, join=True)
    assert (await now.get(f"/api/tables/{again}"))["invited"] is True
    played = await now.post(f"/api/tables/{table}/rematch", {})
    assert (played["id"], played["status"]) == (again, "running")


async def test_whom_the_host_has_shut_out_stays_so(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    link, code = (await ada.post("/api/me/link"))["secret"], (await ada.post("/api/me/recovery"))["code"]
    shut_out = (await ada.get("/api/me/data"))["guest"]["id"]
    await Admin(live.worker.tables).sanction("ban", shut_out)
    await live.housekeeping.look()
    for key in ({"link": link}, {"code": code}):
        assert problem(await bo.call("POST", "/api/me/move/look", key), 403) == "banned"


async def test_it_is_kept_when_a_device_was_used_last(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """By requests, and by tables that are open without any."""
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    wall, ahead = clock.wall, 0
    monkeypatch.setattr(clock, "wall", lambda: wall() + ahead)
    async with ada.at(table) as socket:
        await socket.next("state")
        [first] = (await ada.get("/api/me/devices"))["devices"]
        ahead = 3 * HOUR_MS
        [second] = (await ada.get("/api/me/devices"))["devices"]
        [second] = (await ada.get("/api/me/devices"))["devices"]
        assert second["seen"] >= first["seen"] + 3 * HOUR_MS
        ahead = 6 * HOUR_MS
        await presence.say_again(live.worker.hub, live.store, live.clock())
        guest = (await ada.get("/api/me/data"))["guest"]["id"]
        row = await live.store.guest(guest)
        assert row is not None
        assert row.seen >= first["seen"] + 6 * HOUR_MS


async def test_secrets_are_in_no_log(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ada, bo = await live.person("Ada"), await live.person("Bo")
    link, code = (await ada.post("/api/me/link"))["secret"], (await ada.post("/api/me/recovery"))["code"]
    await bo.call("POST", "/api/me/move/look", {"link": link})
    await bo.call("POST", "/api/me/move", {"code": code})
    lines = [repr(vars(line)) for line in caplog.records if line.name.startswith(("floe", "uvicorn"))]
    assert any("/api/me/move/look" in line for line in lines)
    for secret in (link, code, ada.token, bo.token):
        assert not [line for line in lines if secret in line]


async def test_at_another_worker_all_of_it_holds_at_once(postgres_url: str) -> None:
    """Sockets at a worker that did nothing itself are closed, tables there know whose seats are whose."""
    async with serving(postgres_url, bus=postgres_url) as one, serving(postgres_url, bus=postgres_url) as two:
        for live in (one, two):  # by the bus alone, not by the look of every second
            await live.housekeeping.stop()
        ada, bo, eve = await one.person("Ada"), await one.person("Bo"), await one.person("Eve")
        table = await bo.new_table("me", "open")
        await eve.sit(table)
        there = bo.at_address(two.address)
        code = (await bo.post("/api/me/recovery"))["code"]
        async with phone(one) as browser:
            await browser.post("/api/me/move", json={"code": code})
            tablet = Person(two.address, browser.cookies["floe_guest"])
        link = (await ada.post("/api/me/link"))["secret"]
        async with there.at(table) as socket, tablet.at(table) as other:
            await socket.until_mine()
            await other.next("state")
            now = await moved(one, bo, link=link, join=True)
            closed: list[Closed] = [await socket.closed(), await other.closed()]
            assert [one.code for one in closed] == [4003, 4001]
        async with now.at_address(two.address).at(table) as again:
            await again.until_mine()
            await again.play()

        # One link at two workers at the same time.
        link = (await ada.post("/api/me/link"))["secret"]
        async with phone(one) as first, phone(two) as second:
            both = await asyncio.gather(*(it.post("/api/me/move", json={"link": link}) for it in (first, second)))
        assert sorted(answer.status_code for answer in both) == [200, 409]
