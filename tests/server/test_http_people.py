"""Guests: how a browser becomes one, what its cookie is like, and what the server keeps of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx
import pytest

from tests.server.live import Live, serving
from tests.server.people import Person

pytestmark = pytest.mark.anyio


async def test_the_first_request_makes_a_guest_and_the_cookie_knows_it_again(live: Live) -> None:
    async with live.anonymous() as browser:
        first = await browser.get("/api/me")
        assert first.json() == {"name": None}
        assert "floe_guest" in first.cookies
        named = await browser.put("/api/me", json={"name": "Ada"})
        assert named.json() == {"name": "Ada"}
        again = await browser.get("/api/me")
        assert again.json() == {"name": "Ada"}
        assert "set-cookie" not in again.headers


async def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(live: Live) -> None:
    async with live.anonymous() as browser:
        cookie = (await browser.get("/api/me")).headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts  # this server is reached by http
    assert len(cookie.partition("=")[2].partition(";")[0]) >= 40


async def test_behind_https_the_cookie_travels_by_https_only(tmp_path: Path) -> None:
    async with (
        serving(str(tmp_path / "floe.sqlite"), public_url="https://play.example.org") as live,
        live.anonymous() as browser,
    ):
        assert "secure" in (await browser.get("/api/me")).headers["set-cookie"].lower()


async def test_setting_up_a_table_makes_a_guest_too(live: Live) -> None:
    async with live.anonymous() as browser:
        settings = {"game": "icecult", "seats": [{"who": "me"}, {"who": "open"}]}
        made = await browser.post("/api/tables", json={"settings": settings, "name": "Ada"})
        assert made.status_code == 201
        assert "floe_guest" in made.cookies
        mine = (await browser.get("/api/me/tables")).json()["tables"]
        assert [table["id"] for table in mine] == [made.json()["id"]]
        assert mine[0]["seats"][0]["name"] == "Ada"


async def test_two_browsers_are_two_people(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    assert ada.token != bo.token
    table = await ada.new_table("me", "open")
    assert (await bo.get(f"/api/tables/{table}"))["host"] is False
    assert (await bo.get("/api/me/tables"))["tables"] == []


@pytest.mark.parametrize("token", ["short", "x" * 43, "x" * 5000, "' OR 1=1 --" * 3, "a\u00e9" * 20])
async def test_a_token_that_nobody_was_given_is_nobodys(live: Live, token: str) -> None:
    stranger = Person(live.address, token)
    async with live.anonymous() as browser:
        headers = [(b"authorization", b"Bearer " + token.encode("latin-1"))]
        answer = await browser.post("/api/tables/zzzzzzzz/stand", headers=httpx.Headers(headers))
    assert answer.status_code == 401
    assert answer.json()["key"] == "no_guest"
    if token.isascii():
        assert (await stranger.get("/api/me/tables"))["tables"] == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Änni-雪 🐧", "Änni-雪 🐧"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # text is text; whoever shows it escapes it
        ("x" * 40, "x" * 40),
        ("", None),
        ("   ", None),
        ("x" * 41, None),
        ("a\u0000b", None),
        ("a\u202eb", None),
        ("a\u200bb", None),
    ],
)
async def test_names_are_short_and_can_be_printed(live: Live, name: str, kept: str | None) -> None:
    ada = await live.person()
    answer = await ada.call("PUT", "/api/me", {"name": name})
    if kept is None:
        assert answer.status_code in {400, 409}
        assert answer.json()["key"] in {"malformed", "bad_name"}
        assert (await ada.get("/api/me"))["name"] is None
    else:
        assert answer.json() == {"name": kept}


async def test_the_database_holds_hashes_of_tokens_only(tmp_path: Path) -> None:
    file = tmp_path / "floe.sqlite"
    async with serving(str(file)) as live:
        ada = await live.person("Ada")
        await ada.new_table("me", "open")
    with sqlite3.connect(file) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert "Ada" in dump
    assert ada.token not in dump


async def test_nobodys_id_or_token_is_told_to_others(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", "open", listed=True, chat="all")
    await bo.sit(table)
    async with ada.at(table) as mine, bo.at(table) as other:
        await mine.until(lambda _: True)
        await mine.ask("say", text="hello")
        await other.next("said")
        rows = await live.store.present(table)
        told = "\n".join([*other.frames, (await bo.call("GET", "/api/tables")).text])
    assert len(rows) == 2
    for secret in (ada.token, bo.token, *(row.guest for row in rows)):
        assert secret not in told
