"""Tables over HTTP: setting up, lists, sitting down, starting, playing again, limits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import floe
from floe.core.fairness import Game
from floe.server import clock
from floe.server.rate_limit import Bucket, address_of
from tests.server.live import Live, serving
from tests.server.people import watching

pytestmark = pytest.mark.anyio


async def test_a_table_shows_what_was_chosen_and_whose_it_is(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", "greedy", undo="free", chat="all", clock={"type": "days", "days": 3})
    shown = await ada.get(f"/api/tables/{table}")
    assert shown["status"] == "gathering"
    assert shown["host"] is True
    assert [(seat["kind"], seat["name"], seat["level"], seat["mine"]) for seat in shown["seats"]] == [
        ("person", "Ada", None, True), ("open", None, None, False), ("machine", "greedy", "greedy", False),
    ]  # fmt: skip
    assert shown["settings"]["undo"] == "free"
    assert shown["settings"]["clock"] == {"type": "days", "days": 3}
    assert len(shown["commitment"]) == 64


async def test_a_table_says_that_its_game_begins_at_a_given_position(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    position = floe.game("igluiglu").new(2, seed=1).to_dict()
    table = await ada.new_table("me", "open", game="igluiglu", position=position)
    dealt = await ada.new_table("me", "open", game="igluiglu")
    heads = [await bo.get(f"/api/tables/{one}") for one in (table, dealt)]
    assert [(head["set_up"], head["commitment"] == "") for head in heads] == [(True, True), (False, False)]
    await bo.sit(table, 1)
    listed = {one["id"]: one["set_up"] for one in (await ada.get("/api/me/tables"))["tables"]}
    assert listed == {table: True, dealt: False}


async def test_people_sit_down_and_the_last_one_starts_the_game(live: Live) -> None:
    ada, bo, cy = [await live.person(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.new_table("me", "open", "open")
    await bo.sit(table, 2)
    answer = await cy.call("POST", f"/api/tables/{table}/sit", {"seat": 2})
    assert (answer.status_code, answer.json()["key"], answer.json()["values"]) == (409, "taken", {"seat": 2})
    begun = await cy.post(f"/api/tables/{table}/sit", {"name": "Cyrus"})
    assert begun["status"] == "running"
    assert [seat["name"] for seat in begun["seats"]] == ["Ada", "Cyrus", "Bo"]
    assert begun["to_move"] == 0


async def test_who_has_no_guest_yet_gets_one_by_sitting_down(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    async with live.anonymous() as browser:
        sat = await browser.post(f"/api/tables/{table}/sit", json={"name": "Bo"})
        assert sat.json()["seats"][1]["mine"] is True
        assert "floe_guest" in sat.cookies


async def test_of_many_who_want_the_last_seat_exactly_one_gets_it(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    people = [await live.person(f"P{n}") for n in range(8)]
    answers = await asyncio.gather(*(one.call("POST", f"/api/tables/{table}/sit", {}) for one in people))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


async def test_standing_up_and_starting_with_machines(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", "open")
    await bo.sit(table)
    left = await bo.post(f"/api/tables/{table}/stand")
    assert left["seats"][1]["kind"] == "open"
    assert (await bo.get("/api/me/tables"))["tables"] == []
    answer = await bo.call("POST", f"/api/tables/{table}/start", {"level": "random"})
    assert (answer.status_code, answer.json()["key"]) == (409, "not_host")
    begun = await ada.post(f"/api/tables/{table}/start", {"level": "random"})
    assert begun["status"] == "running"
    assert [seat["level"] for seat in begun["seats"]] == [None, "random", "random"]


async def test_a_table_need_not_begin_at_once(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random", start=False)
    assert (await ada.get(f"/api/tables/{table}"))["status"] == "gathering"
    assert (await ada.post(f"/api/tables/{table}/start", {"level": "random"}))["status"] == "running"


# Lists


async def test_the_lobby_shows_listed_tables_with_open_seats(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada, bo = await live.person("Ada"), await live.person("Bo")
        listed = await ada.new_table("me", "open", listed=True)
        await ada.new_table("me", "open")
        await ada.new_table("me", "random", listed=True)
        full = await ada.new_table("me", "open", listed=True)
        await bo.sit(full)
        lobby = await bo.get("/api/tables")
        assert [table["id"] for table in lobby["tables"]] == [listed]
        assert lobby["tables"][0]["host"] is False
        assert lobby["more"] is None


async def test_lists_come_in_pages_with_the_newest_change_first(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), tables_per_guest=1000) as live:
        ada = await live.person("Ada")
        made = [await ada.new_table("me", "open", listed=True) for _ in range(53)]
        for path in ("/api/tables", "/api/me/tables"):
            first = await ada.get(path)
            second = await ada.get(f"{path}?before={first['more']}")
            shown = [table["id"] for page in (first, second) for table in page["tables"]]
            assert sorted(shown) == sorted(made)
            assert second["more"] is None
            times = [table["changed"] for page in (first, second) for table in page["tables"]]
            assert times == sorted(times, reverse=True)


async def test_my_tables_are_those_where_i_sit_or_that_i_set_up(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("open", "open")
    await bo.sit(table)
    for person in (ada, bo):
        assert [one["id"] for one in (await person.get("/api/me/tables"))["tables"]] == [table]


async def test_a_table_without_spectators_is_hidden_from_others_once_it_runs(live: Live) -> None:
    ada, bo, cy = [await live.person(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.new_table("me", "open", spectators=False)
    assert (await cy.get(f"/api/tables/{table}"))["status"] == "gathering"
    await bo.sit(table)
    for path in ("", "/record", "/frames"):
        answer = await cy.call("GET", f"/api/tables/{table}{path}")
        assert (answer.status_code, answer.json()["key"]) == (404, "no_table")
        assert (await bo.call("GET", f"/api/tables/{table}{path}")).status_code == 200


# The deal


async def test_the_server_commits_itself_before_it_learns_what_the_host_adds(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random", game="igluiglu", adds_entropy=True)
    before = await ada.get(f"/api/tables/{table}")
    assert (before["status"], [seat["entropy_due"] for seat in before["seats"]]) == ("gathering", [True, False])
    after = await ada.post(f"/api/tables/{table}/entropy", {"entropy": "0123456789abcdef"})
    assert (after["status"], [seat["entropy_due"] for seat in after["seats"]]) == ("running", [False, False])
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    deal = (await ada.get(f"/api/tables/{table}/record"))["deal"]
    assert (deal["commitment"], deal["entropy"]) == (before["commitment"], ["0123456789abcdef", ""])
    version = floe.game("igluiglu").rules_version
    assert Game(table, "igluiglu", version, (True, False)).commitment(deal["secret"]) == before["commitment"]


# Playing again


async def test_all_who_ask_to_play_again_come_to_the_same_table(live: Live) -> None:
    ada, bo, cy = [await live.person(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.new_table("me", "open")
    await bo.sit(table)
    assert (await ada.call("POST", f"/api/tables/{table}/rematch", {})).status_code == 409
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    answers = await asyncio.gather(*(one.call("POST", f"/api/tables/{table}/rematch", {}) for one in (ada, bo) * 4))
    assert {answer.status_code for answer in answers} == {200}
    new = {answer.json()["id"] for answer in answers}
    assert len(new) == 1
    assert (await cy.get(f"/api/tables/{table}"))["rematch"] in new
    assert (await cy.call("POST", f"/api/tables/{table}/rematch", {})).json()["key"] == "no_seat"

    shown = await ada.get(f"/api/tables/{new.pop()}")
    assert shown["status"] == "running"
    assert [seat["name"] for seat in shown["seats"]] == ["Bo", "Ada"]  # each one seat further on


async def test_whoever_plays_again_first_waits_for_the_others(live: Live) -> None:
    ada, bo, cy = [await live.person(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.new_table("me", "open")
    await bo.sit(table)
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    again = (await ada.post(f"/api/tables/{table}/rematch", {}))["id"]
    assert (await ada.get(f"/api/tables/{again}"))["status"] == "gathering"
    assert (await cy.call("POST", f"/api/tables/{again}/sit", {})).json()["key"] == "full"
    assert (await bo.post(f"/api/tables/{table}/rematch", {}))["status"] == "running"


# Limits


async def test_a_guest_has_only_so_many_tables_that_are_not_over(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), tables_per_guest=2) as live:
        ada, bo = await live.person("Ada"), await live.person("Bo")
        await ada.new_table("me", "open")
        table = await ada.new_table("me", "random")
        settings = {"game": "icecult", "seats": [{"who": "me"}, {"who": "open"}]}
        answer = await ada.call("POST", "/api/tables", {"settings": settings})
        assert (answer.status_code, answer.json()["key"]) == (429, "too_many")
        assert answer.json()["values"] == {"limit": 2}
        await bo.new_table("me", "open")
        async with ada.at(table) as socket:
            await socket.ask("resign", seat=0)
        await ada.new_table("me", "open")


async def test_a_guest_who_asks_for_many_tables_at_once_gets_no_more(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), tables_per_guest=3) as live:
        ada = await live.person("Ada")
        settings = {"game": "icecult", "seats": [{"who": "me"}, {"who": "open"}]}
        answers = await asyncio.gather(*(ada.call("POST", "/api/tables", {"settings": settings}) for _ in range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 9


@pytest.mark.usefixtures("no_refill")
async def test_an_address_sets_up_only_so_many_tables_whoever_it_says_to_be(tmp_path: Path) -> None:
    settings = {"game": "icecult", "seats": [{"who": "me"}, {"who": "open"}]}
    async with serving(str(tmp_path / "floe.sqlite"), tables_per_minute=3) as live:
        statuses = []
        for _ in range(5):
            async with live.anonymous() as stranger:  # somebody new each time
                answer = await stranger.post("/api/tables", json={"settings": settings})
                statuses.append(answer.status_code)
        assert statuses == [201] * 3 + [429] * 2


async def test_an_address_has_only_so_many_sockets_open(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), sockets_per_address=2) as live:
        table = await (await live.person("Ada")).new_table("me", "open")
        async with watching(live.address, table) as one, watching(live.address, table) as two:
            await one.next("state")
            await two.next("state")
            async with watching(live.address, table) as three:
                gone = await three.closed()
                assert gone.bye is not None
                assert gone.bye["key"] == "too_many"
        async with watching(live.address, table) as four:
            await four.next("state")


async def test_who_asks_in_vain_is_not_shut_out_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(clock, "counted", lambda: now[0])
    bucket = Bucket(1, 3)
    assert [bucket.may_take() for _ in range(500)] == [True] * 3 + [False] * 497
    now[0] += 1
    assert bucket.may_take()


def test_in_ipv6_a_network_counts_as_one() -> None:
    assert address_of(("2001:db8:1:2:3::4", 1)) == address_of(("2001:db8:1:2:ffff::9", 2)) == "2001:db8:1:2::"
    assert address_of(("2001:db8:1:3::4", 1)) != address_of(("2001:db8:1:2::4", 1))
    assert address_of(("::ffff:192.0.2.7", 1)) == address_of(("192.0.2.7", 5)) == "192.0.2.7"
    assert address_of(None) == ""
    assert address_of(("testclient", 1)) == "testclient"


@pytest.mark.usefixtures("no_refill")
async def test_an_address_may_ask_only_so_often(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), requests_per_minute=10) as live, live.anonymous() as browser:
        answers = [await browser.get("/api/server") for _ in range(12)]
        statuses = [answer.status_code for answer in answers]
        assert statuses == [200] * 10 + [429] * 2
        assert answers[-1].json()["key"] == "too_many"
        assert (await browser.get("/api/tables")).status_code == 429  # by address, whatever is asked for


@pytest.mark.usefixtures("no_refill")
async def test_files_of_the_web_app_do_not_count(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), requests_per_minute=10) as live, live.anonymous() as browser:
        for folder in ("assets", "kernels", "python", "icons"):
            answers = [await browser.get(f"/{folder}/not-there") for _ in range(12)]
            assert {answer.status_code for answer in answers} == {404}
        assert (await browser.get("/api/server")).status_code == 200


@pytest.mark.usefixtures("no_refill")
async def test_an_address_may_ask_for_so_many_hints_only(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), hints_per_minute=2) as live, live.anonymous() as browser:
        answers = [await browser.post("/api/hint", json={"position": {}}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [400, 400, 429, 429]  # malformed, but counted
        assert (await browser.get("/api/server")).status_code == 200  # all else goes on


async def test_who_is_asked_to_play_again_finds_it_first_in_the_own_list(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", listed=True)
    await bo.sit(table)
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    again = (await ada.post(f"/api/tables/{table}/rematch", {}))["id"]
    assert (await bo.get(f"/api/tables/{table}"))["rematch_by"] == 0
    for person, listed in ((bo, True), (await live.person("Cy"), False)):
        assert (again in [one["id"] for one in (await person.get("/api/tables"))["tables"]]) is listed
    await bo.new_table("me", "open")
    asked, *others = (await bo.get("/api/me/tables"))["tables"]
    assert (asked["id"], asked["invited"]) == (again, True)
    assert not any(one["invited"] for one in others)
    await bo.post(f"/api/tables/{again}/stand", {})
    assert again not in [one["id"] for one in (await bo.get("/api/me/tables"))["tables"]]
    assert (await ada.get(f"/api/tables/{again}"))["status"] == "gathering"


async def test_a_table_that_was_called_off_is_in_no_list(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", "open", listed=True)
    await bo.sit(table)
    assert (await bo.call("POST", f"/api/tables/{table}/cancel", {})).json()["key"] == "not_host"
    async with bo.at(table) as socket:
        assert (await ada.post(f"/api/tables/{table}/cancel"))["status"] == "cancelled"
        await socket.until(lambda state: state["table"]["status"] == "cancelled")
    for person, path in ((ada, "/api/me/tables"), (bo, "/api/me/tables"), (bo, "/api/tables")):
        assert table not in [one["id"] for one in (await person.get(path))["tables"]]
    assert (await bo.get(f"/api/tables/{table}"))["status"] == "cancelled"


async def test_tables_that_were_called_off_do_not_count(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), tables_per_guest=1) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("me", "open")
        await ada.post(f"/api/tables/{table}/cancel")
        await ada.new_table("me", "open")


async def test_lists_say_until_when_somebody_has_time(live: Live) -> None:
    ada = await live.person("Ada")
    clocked = await ada.new_table("me", "random", clock={"type": "days", "days": 2})
    free = await ada.new_table("me", "random")
    found = {one["id"]: one for one in (await ada.get("/api/me/tables"))["tables"]}
    assert found[free]["due_by"] is None
    assert found[clocked]["due_by"] - found[clocked]["changed"] == 2 * 86_400_000
    assert found[clocked]["version"] == (await ada.get(f"/api/tables/{clocked}"))["version"] > 0


async def test_the_view_for_lists_shows_no_secrets_and_is_kept_by_its_version(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", game="igluiglu", spectators=False)
    assert (await ada.call("GET", f"/api/tables/{table}/view")).json()["key"] == "not_begun"
    head = await bo.sit(table)
    answer = await ada.call("GET", f"/api/tables/{table}/view?version={head['version']}")
    assert answer.json()["game"] == "igluiglu"
    assert all(isinstance(hand, int) for hand in answer.json()["hands"].values())
    assert "immutable" in answer.headers["Cache-Control"]
    again = await ada.call("GET", f"/api/tables/{table}/view?version={head['version'] + 1}")
    assert again.headers["Cache-Control"] == "no-cache"
    assert (await (await live.person("Cy")).call("GET", f"/api/tables/{table}/view")).status_code == 404
