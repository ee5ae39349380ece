"""People who are away are called back: once, if it is still true, where and how they want it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from floe.server.admin import Admin
from floe.server.notices.delivery import DROPPED_AFTER, LONGEST_PAUSE, TOLD_KEPT
from floe.server.tables.clocks import DAY
from floe.server.tables.notices import GRACE
from tests.server.live import Live, serving
from tests.server.people import Person
from tests.server.receiving import PATIENCE_S, Browser, MailServer, Receiver, mailing, receiving, sender_of
from tests.server.serve_process import ServeProcess

pytestmark = pytest.mark.anyio
DAYS = {"type": "days", "days": 3}
SITE = "https://play.example.org"


@dataclass
class House:
    """A server, and where its messages arrive."""

    live: Live
    service: Receiver
    mail: MailServer

    def endpoint(self, device: str) -> str:
        return f"http://{self.service.place}/push/{device}"

    async def pass_by(self, milliseconds: int = GRACE + 1_000) -> None:
        """Let time pass, and all be delivered that is due then."""
        if milliseconds < DAY // 24:
            await self.live.let_pass(milliseconds)
        else:
            self.live.clock.wait(milliseconds)
            await self.live.worker.scheduler.beat()
        await self.deliver()

    async def deliver(self) -> None:
        await self.live.worker.delivery.look()
        await self.live.worker.delivery.settle()

    async def two(self, **chosen: Any) -> tuple[Person, Person, str]:
        """A game of Ada and Bo over days; Ada is to move."""
        ada, bo = await self.live.person("Ada"), await self.live.person("Bo")
        table = await ada.new_table("me", "open", **({"clock": DAYS} | chosen))
        await bo.sit(table)
        return ada, bo, table

    async def call(self, person: Person, device: str | None = None) -> Browser:
        """Let a person be called in a browser."""
        browser = Browser()
        endpoint = self.endpoint(device or str(person.name))
        await person.post("/api/me/notices/push", {"endpoint": endpoint} | browser.keys())
        return browser

    def metric(self, channel: str, outcome: str) -> float:
        found = self.live.worker.metrics.registry.get_sample_value(
            "floe_notices_total", {"channel": channel, "outcome": outcome}
        )
        assert found is not None
        return found


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        service, mail = await stack.enter_async_context(receiving()), await stack.enter_async_context(mailing())
        live = await stack.enter_async_context(
            serving(
                database_url,
                notice_hosts=(service.place,),
                addresses_per_minute=1000,
                mail=f"smtp://127.0.0.1:{mail.port}",
                mail_from="floe@example.org",
                public_url=SITE,
            )
        )
        yield House(live, service, mail)


async def play(person: Person, table: str, actions: int = 1) -> None:
    """Play, and close the page again."""
    async with person.at(table) as socket:
        for _ in range(actions):
            await socket.until_mine()
            await socket.play()


async def play_turn(person: Person, table: str) -> None:
    """Play until somebody else is waited for."""
    async with person.at(table) as socket:
        await socket.until_mine()
        turn = socket.state["table"]["turn"]
        while socket.state["table"]["turn"] == turn and socket.state["table"]["status"] == "running":
            await socket.play()


# One message for one turn


async def test_who_is_waited_for_and_away_is_called_once(house: House) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    await play_turn(ada, table)
    await house.deliver()
    assert house.service.got == []  # not at once: who is about to come needs no call
    await house.pass_by()
    await house.pass_by()
    (received,) = house.service.got
    key, claims = sender_of(received)
    told = await bo.get("/api/me/notices")
    assert (key, claims["aud"]) == (told["push_key"], f"http://{house.service.place}")
    assert browser.read(received) == {
        "title": "Your turn in ICE CULT",
        "body": "Your game with Ada is waiting for you. You have 2 days left.",
        "path": f"/t/{table}",
        "tag": table,
        "lang": "en",
        "waiting": 1,
    }
    assert house.metric("push", "sent") == 1


async def test_who_has_the_table_open_or_has_opened_it_is_not_called(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    async with bo.at(table) as socket:
        await socket.next("state")
        await play_turn(ada, table)
        await house.pass_by()
    await play_turn(bo, table)
    await play_turn(ada, table)
    async with bo.at(table) as socket:  # looks, and goes away to think
        await socket.next("state")
    await house.pass_by()
    assert house.service.got == []
    assert house.metric("push", "skipped") == 2


async def test_who_has_moved_meanwhile_is_not_called(house: House) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    await house.call(ada)
    house.service.statuses = [503]
    await play_turn(ada, table)
    await house.pass_by()  # fails, and is to be tried again
    await play_turn(bo, table)
    await house.pass_by(LONGEST_PAUSE)
    first, second = house.service.got
    assert browser.read(first)["path"] == f"/t/{table}"
    assert second.path == "/push/Ada"


async def test_who_asks_to_take_back_again_and_again_calls_nobody_twice(house: House) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    await play_turn(ada, table)
    async with ada.at(table) as socket:
        await socket.next("state")
        for _ in range(3):
            assert (await socket.ask("ask_takeback", version=socket.version))["type"] == "accepted"
            await house.pass_by()
            assert (await socket.ask("answer_takeback", grant=False))["type"] == "accepted"
    told = {message["title"]: message["body"] for message in (browser.read(one) for one in house.service.got)}
    assert len(house.service.got) == len(told) == 2
    assert told["A question about ICE CULT"] == "Your game with Ada: may something be taken back?"


async def told_kinds(house: House) -> list[str]:
    return await house.live.store.examine(
        lambda c: list(c.execute(text("SELECT kind FROM notices WHERE due IS NULL")).scalars())
    )


async def test_after_a_granted_take_back_the_others_are_called_anew(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    async with ada.at(table) as one:
        await one.next("state")
        asked = await one.ask("ask_takeback", version=one.version)
        assert asked["type"] == "accepted", asked
        await house.pass_by()  # Bo is asked
        async with bo.at(table) as two:
            await two.next("state")
            answer = await two.ask("answer_takeback", grant=True)
            assert answer["type"] == "accepted", answer
        await one.until_mine()
    await play_turn(ada, table)
    await house.pass_by()
    assert len(house.service.got) == 3


async def test_two_workers_call_once(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    settings = house.live.settings
    async with serving(
        settings.database,
        house.live.clock,
        notice_hosts=settings.notice_hosts,
        mail_from=settings.mail_from,
        public_url=SITE,
    ) as other:
        await house.live.let_pass(GRACE + 1_000)
        for _ in range(3):
            await asyncio.gather(house.live.worker.delivery.look(), other.worker.delivery.look())
            await asyncio.gather(house.live.worker.delivery.settle(), other.worker.delivery.settle())
        assert len(house.service.got) == 1
        assert house.live.worker.delivery.push == other.worker.delivery.push  # one key for all
        assert house.live.worker.delivery.token("stop", "a") == other.worker.delivery.token("stop", "a")


# Which games, and what else is told


async def test_games_of_minutes_call_nobody_who_has_not_asked_for_it(house: House) -> None:
    ada, bo, table = await house.two(clock={"type": "live", "seconds": 3600})
    await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    assert house.service.got == []
    await bo.put("/api/me/notices", {"quick": True})
    await play_turn(bo, table)
    await play_turn(ada, table)
    await house.pass_by()
    assert len(house.service.got) == 1


async def test_games_without_a_clock_call_people_and_nobody_who_plays_machines(house: House) -> None:
    ada, bo, table = await house.two(clock=None)
    browser = await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    assert browser.read(house.service.got[0])["body"] == "Your game with Ada is waiting for you."
    cy = await house.live.person("Cy")
    await house.call(cy)
    await play(cy, await cy.new_table("me", "random"))
    await house.pass_by()
    assert len(house.service.got) == 1


async def test_a_reminder_comes_before_the_time_is_up(house: House) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    await house.pass_by(2 * DAY)
    assert len(house.service.got) == 1
    await house.pass_by(DAY // 2)
    await house.pass_by(DAY // 24)
    _, reminder = (browser.read(one) for one in house.service.got)
    assert reminder["title"] == "Your time in ICE CULT is running out"
    assert reminder["body"] == "Your game with Ada is still waiting for you. You have 11 hours left."


async def test_who_moves_in_time_is_not_reminded(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    await play_turn(bo, table)
    await house.pass_by(int(2.6 * DAY))
    assert len(house.service.got) == 1


async def test_the_end_and_the_wish_to_play_again_are_told(house: House) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    async with ada.at(table) as socket:
        await socket.next("state")
        assert (await socket.ask("resign", seat=0))["type"] == "accepted"
    await house.pass_by()
    again = (await ada.post(f"/api/tables/{table}/rematch", {}))["id"]
    await house.pass_by()
    over, rematch = (browser.read(one) for one in house.service.got)
    assert (over["title"], over["body"]) == ("ICE CULT is over", "Bo wins.")
    assert (rematch["title"], rematch["path"]) == ("Another game of ICE CULT?", f"/t/{again}")
    assert rematch["body"] == "Ada would like to play again."


async def test_who_has_answered_already_is_not_asked_to_play_again(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    async with ada.at(table) as socket, bo.at(table):
        await socket.next("state")
        assert (await socket.ask("resign", seat=0))["type"] == "accepted"
    await ada.post(f"/api/tables/{table}/rematch", {})
    await bo.post(f"/api/tables/{table}/rematch", {})
    await house.pass_by()
    assert "rematch" not in await told_kinds(house)


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Du bist am Zug in ICE CULT"), ("fr", "À vous de jouer à ICE CULT"), ("it", "Tocca a te in ICE CULT")],
)
async def test_people_are_called_in_their_language(house: House, language: str, title: str) -> None:
    ada, bo, table = await house.two()
    browser = await house.call(bo)
    await bo.put("/api/me/notices", {"language": language})
    await play_turn(ada, table)
    await house.pass_by()
    assert browser.read(house.service.got[0])["title"] == title


# What goes wrong


async def test_what_fails_is_tried_again_after_ever_longer_pauses(house: House) -> None:
    ada, bo, table = await house.two(clock=None)
    browser = await house.call(bo)
    house.service.statuses = [503, 500, 429]
    await play_turn(ada, table)
    await house.pass_by()
    await house.pass_by(50_000)
    assert len(house.service.got) == 1  # the first pause is a minute
    await house.pass_by(20_000)
    assert len(house.service.got) == 2
    await house.pass_by(70_000)
    assert len(house.service.got) == 2  # the second is two
    await house.pass_by(60_000)
    assert len(house.service.got) == 3
    await house.pass_by(5 * 60_000)
    assert len(house.service.got) == 4
    await house.pass_by(LONGEST_PAUSE)
    assert len({browser.read(one)["title"] for one in house.service.got}) == 1
    assert len(house.service.got) == 4
    assert (house.metric("push", "later"), house.metric("push", "sent")) == (3, 1)


async def test_what_fails_for_days_is_dropped(house: House, caplog: pytest.LogCaptureFixture) -> None:
    ada, bo, table = await house.two(clock=None)
    await house.call(bo)
    house.service.statuses = [503] * 1000
    await play_turn(ada, table)
    await house.pass_by()
    for _ in range(40):
        await house.pass_by(LONGEST_PAUSE)
    tries = len(house.service.got)
    await house.pass_by(DROPPED_AFTER)
    assert len(house.service.got) == tries
    assert 10 < tries < 30
    assert "notice_dropped" in caplog.text
    assert len((await bo.get("/api/me/notices"))["addresses"]) == 1  # the service may come back


@pytest.mark.parametrize("status", [404, 410])
async def test_an_address_that_is_gone_is_removed(house: House, status: int, caplog: pytest.LogCaptureFixture) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    house.service.statuses = [status]
    await play_turn(ada, table)
    await house.pass_by()
    assert (await bo.get("/api/me/notices"))["addresses"] == []
    assert "address_gone" in caplog.text
    await house.pass_by(DAY)
    assert len(house.service.got) == 1


async def test_what_was_told_long_ago_is_forgotten(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    await house.pass_by()
    await house.pass_by(TOLD_KEPT + DAY)
    assert await told_kinds(house) == []


async def test_a_server_that_is_killed_before_it_has_called_does_so_when_it_is_back(tmp_path: Path) -> None:
    """And what it may have sent when it was killed is not sent again."""
    database = tmp_path / "floe.sqlite"
    async with receiving() as service:
        process = ServeProcess(tmp_path, database=str(database), notice_hosts=service.place)
        async with process:
            tables = []
            browser = Browser()
            for _ in range(3):
                ada, bo = await Person.come(process.address, "Ada"), await Person.come(process.address, "Bo")
                tables.append(table := await ada.new_table("me", "open", clock=DAYS))
                await bo.sit(table)
                keys = {"endpoint": f"http://{service.place}/{table}"} | browser.keys()
                await bo.post("/api/me/notices/push", keys)
                await play_turn(ada, table)
            process.kill()
            assert service.got == []
            hurry(database, tables[0])
            await process.start()
            await received(service, 1)
            service.silent = True  # it takes the next, and the server dies before it knows
            hurry(database, tables[1])
            await received(service, 2)
            process.kill()
            service.silent = False
            hurry(database, tables[2])
            await process.start()
            await received(service, 3)
        assert [one.path.strip("/") for one in service.got] == tables


def hurry(database: Path, table: str) -> None:
    """Let what is to be told of a table be due now, and of no other."""
    connection = sqlite3.connect(database, timeout=60)
    with connection:
        connection.execute(
            "UPDATE notices SET due = iif(table_id = ?, 1, 1 << 52) WHERE kind = 'turn' AND due IS NOT NULL", (table,)
        )
    connection.close()


async def received(service: Receiver, count: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while len(service.got) < count:
            await asyncio.sleep(0.05)


# What people want


async def test_quiet_hours_are_kept(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    now = datetime.fromtimestamp(house.live.clock() / 1000, UTC)
    minute = now.hour * 60 + now.minute
    hours = {"quiet_from": (minute - 60) % 1440, "quiet_until": (minute + 120) % 1440, "zone": "UTC"}
    told = await bo.put("/api/me/notices", hours | {"language": "de"})
    assert told["wishes"] == hours | {"language": "de", "quick": False}
    await play_turn(ada, table)
    await house.pass_by()
    await house.pass_by(DAY // 24)
    assert house.service.got == []
    await house.pass_by(DAY // 12)
    assert len(house.service.got) == 1


async def test_a_table_can_be_muted(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    path = f"/api/me/notices/tables/{table}"
    assert await bo.get(path) == {"channels": None}
    await bo.put(path, {"channels": []})
    assert await bo.get(path) == {"channels": []}
    await house.pass_by()
    await play_turn(bo, table)
    await play_turn(ada, table)
    await house.pass_by()
    assert house.service.got == []
    await bo.put(path, {"channels": ["push"]})
    await play_turn(bo, table)
    await play_turn(ada, table)
    await house.pass_by()
    assert len(house.service.got) == 1
    assert (await bo.call("PUT", "/api/me/notices/tables/nosuchtable", {"channels": []})).status_code == 404


async def test_a_browser_calls_whoever_used_it_last(house: House) -> None:
    ada, bo, _ = await house.two()
    await house.call(ada, "phone")
    await house.call(bo, "phone")
    assert (await ada.get("/api/me/notices"))["addresses"] == []
    (address,) = (await bo.get("/api/me/notices"))["addresses"]
    assert (address["channel"], address["shown"], address["confirmed"]) == ("push", house.service.place, True)
    assert (await ada.call("DELETE", f"/api/me/notices/{address['id']}")).status_code == 404
    assert (await bo.call("DELETE", f"/api/me/notices/{address['id']}")).json()["addresses"] == []


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        ("push", {"endpoint": "https://example.org/hook"}, "bad_endpoint"),
        ("push", {"endpoint": "http://127.0.0.1:1/hook"}, "bad_endpoint"),
        ("push", {"endpoint": "https://fcm.googleapis.com/a", "auth": "A" * 16}, "bad_endpoint"),
        ("push", {"endpoint": "https://fcm.googleapis.com/a", "p256dh": "A" * 87}, "bad_endpoint"),
        ("mail", {"address": "ada at example.org"}, "bad_mail"),
        ("mail", {"address": "ada@example.org\nBcc: bo@example.org"}, "bad_mail"),
        ("webhook", {"url": "http://example.org/hook"}, "bad_webhook"),
        ("webhook", {"url": "https://127.0.0.1/hook"}, "bad_webhook"),
        ("webhook", {"url": "https://localhost/hook"}, "bad_webhook"),
    ],
)
async def test_addresses_that_cannot_be_are_refused(house: House, path: str, body: dict[str, str], key: str) -> None:
    ada = await house.live.person("Ada")
    whole = Browser().keys() | body if path == "push" else body
    answer = await ada.call("POST", f"/api/me/notices/{path}", whole)
    assert (answer.status_code, answer.json()["key"]) == (409, key)
    assert (await ada.get("/api/me/notices"))["addresses"] == []


@pytest.mark.parametrize(("wish", "key"), [({"zone": "Mars/Olympus"}, "bad_zone"), ({"quiet_from": 60}, "bad_hours")])
async def test_wishes_that_cannot_be_are_refused(house: House, wish: dict[str, Any], key: str) -> None:
    ada = await house.live.person("Ada")
    answer = await ada.call("PUT", "/api/me/notices", wish)
    assert (answer.status_code, answer.json()["key"]) == (409, key)


@pytest.mark.usefixtures("no_refill")
async def test_addresses_are_not_added_without_end(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), addresses_per_minute=3) as live:
        ada = await live.person("Ada")
        keys = Browser().keys()
        statuses = [
            (
                await ada.call(
                    "POST", "/api/me/notices/push", {"endpoint": f"https://fcm.googleapis.com/{number}"} | keys
                )
            ).status_code
            for number in range(4)
        ]
        assert statuses == [200, 200, 200, 429]
        answer = await ada.call("POST", "/api/me/notices/mail", {"address": "ada@example.org"})
        assert answer.status_code == 429
    async with serving(str(tmp_path / "floe.sqlite"), addresses_per_minute=1000) as live:
        bo = await live.person("Bo")
        answers = [
            await bo.call("POST", "/api/me/notices/push", {"endpoint": f"https://fcm.googleapis.com/b{number}"} | keys)
            for number in range(13)
        ]
        assert [one.status_code for one in answers] == [200] * 12 + [429]
        assert (await bo.call("POST", "/api/me/notices/mail", {"address": "b@example.org"})).json()["key"] == "no_mail"


# E-mail and webhooks


def link_in(mail: MailServer, what: str) -> str:
    body = mail.got[-1].get_body(("plain",))
    assert body is not None
    found = re.search(rf"{SITE}/notices/{what}/(\S+)", body.get_content())
    assert found is not None
    return found[1]


async def test_e_mail_is_confirmed_sent_and_ended_by_links(house: House) -> None:
    ada, bo, table = await house.two()
    told = await bo.post("/api/me/notices/mail", {"address": "Bo@Example.org"})
    assert [(one["shown"], one["confirmed"]) for one in told["addresses"]] == [("bo@example.org", False)]
    await play_turn(ada, table)
    await house.pass_by()
    (asked,) = house.mail.got  # before it is confirmed it gets nothing else
    assert (asked["To"], asked["List-Unsubscribe"]) == ("bo@example.org", None)
    async with house.live.anonymous() as anybody:  # perhaps on another device
        done = await anybody.post(f"/api/notices/confirm/{link_in(house.mail, 'confirm')}")
        assert done.json() == {"channel": "mail", "shown": "bo@example.org"}
        await play_turn(bo, table)
        await play_turn(ada, table)
        await house.pass_by()
        _, mail = house.mail.got
        assert mail["Subject"] == "Your turn in ICE CULT"
        plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
        assert plain is not None
        assert html is not None
        assert all(f"{SITE}/t/{table}" in part.get_content() for part in (plain, html))
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        where = mail["List-Unsubscribe"].strip("<>").removeprefix(SITE)
        assert where == f"/api/notices/stop/{link_in(house.mail, 'stop')}"
        ended = await anybody.post(where, data={"List-Unsubscribe": "One-Click"})
        assert ended.status_code == 200
        assert (await bo.get("/api/me/notices"))["addresses"] == []
        assert (await anybody.post(where)).status_code == 404
        assert (await anybody.post(f"/api/notices/stop/{'a' * 16}.{'b' * 40}")).status_code == 404
        assert (await anybody.post("/api/notices/stop/nonsense")).status_code in {400, 404}


async def confirmed_mail(house: House, person: Person) -> None:
    await person.post("/api/me/notices/mail", {"address": "bo@example.org"})
    await house.deliver()
    async with house.live.anonymous() as anybody:
        await anybody.post(f"/api/notices/confirm/{link_in(house.mail, 'confirm')}")


async def test_e_mail_that_bounces_is_not_sent_again_and_what_waits_is(house: House) -> None:
    ada, bo, table = await house.two()
    await confirmed_mail(house, bo)
    house.mail.refuse, house.mail.data = {"bo@example.org": "450 later"}, ["451 busy"]
    await play_turn(ada, table)
    await house.pass_by()
    house.mail.refuse = {}
    await house.pass_by(70_000)
    await house.pass_by(130_000)
    assert len(house.mail.got) == 2
    assert house.metric("mail", "later") == 2
    house.mail.refuse = {"bo@example.org": "550 nobody here"}
    await play_turn(bo, table)
    await play_turn(ada, table)
    await house.pass_by()
    assert (await bo.get("/api/me/notices"))["addresses"] == []
    assert len(house.mail.got) == 2


async def test_strangers_are_not_flooded_with_questions(house: House) -> None:
    answers = [
        (await (await house.live.person()).call("POST", "/api/me/notices/mail", {"address": "ada@example.org"}))
        for _ in range(4)
    ]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    one = await house.live.person()
    for _ in range(3):  # the same person again asks nothing anew
        await one.post("/api/me/notices/mail", {"address": "bo@example.org"})
    await house.deliver()
    assert len(house.mail.got) == 4


async def test_a_webhook_answers_first_and_gets_signed_messages(house: House) -> None:
    ada, bo, table = await house.two()
    added = await bo.post("/api/me/notices/webhook", {"url": f"http://{house.service.place}/hook?a=b"})
    house.service.statuses = [503]
    await house.deliver()
    (address,) = (await bo.get("/api/me/notices"))["addresses"]
    assert (address["confirmed"], address["shown"]) == (False, f"{house.service.place}/hook")
    await house.pass_by(70_000)
    (address,) = (await bo.get("/api/me/notices"))["addresses"]
    assert address["confirmed"]
    await play_turn(ada, table)
    await house.pass_by()
    first, _, last = house.service.got
    assert (json.loads(first.body)["kind"], last.path) == ("confirm", "/hook?a=b")
    at, seal = (part.partition("=")[2] for part in last.headers["floe-signature"].split(","))
    made = hmac.new(added["secret"].encode(), f"{at}.".encode() + last.body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(made, seal)
    assert abs(int(at) - house.live.clock() // 1000) < 3600
    told = json.loads(last.body)
    asked, again = (json.loads(one.body)["id"] for one in house.service.got[:2])
    assert asked == again != told["id"]
    assert (told["kind"], told["game"], told["url"]) == ("turn", "icecult", f"{SITE}/t/{table}")
    limit = await bo.call("POST", "/api/me/notices/webhook", {"url": f"http://{house.service.place}/2"})
    assert limit.status_code == 201
    assert (
        await bo.call("POST", "/api/me/notices/webhook", {"url": f"http://{house.service.place}/3"})
    ).status_code == 429


# What is kept of people


async def test_export_and_deletion_cover_it(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await bo.put("/api/me/notices", {"zone": "Europe/Zurich"})
    await play_turn(ada, table)
    await bo.put(f"/api/me/notices/tables/{table}", {"channels": ["push", "mail"]})
    data = await bo.get("/api/me/data")
    assert [one["target"] for one in data["notice_addresses"]] == [house.endpoint("Bo")]
    assert data["notice_wishes"][0]["zone"] == "Europe/Zurich"
    assert data["notice_tables"] == [{"table_id": table, "channels": "mail,push"}]
    assert {one["kind"] for one in data["notices"]} == {"turn", "reminder"}
    assert '"auth"' not in json.dumps(data)
    assert (await bo.call("DELETE", "/api/me")).status_code == 200
    await house.pass_by()
    assert house.service.got == []
    for name in ("notices", "notice_addresses", "notice_wishes", "notice_tables"):
        assert await house.live.store.examine(partial(count, name)) == 0


def count(name: str, connection: Connection) -> int:
    return int(connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one())  # noqa: S608 - one of ours


async def test_a_table_that_is_deleted_calls_nobody(house: House) -> None:
    ada, bo, table = await house.two()
    await house.call(bo)
    await play_turn(ada, table)
    await Admin(house.live.worker.tables).delete_table(table)
    await house.pass_by()
    assert house.service.got == []
