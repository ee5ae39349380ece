"""Whatever is wrong with a request: one shape of answer, no stack trace, no secret, and the headers of every answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

import floe
from floe.core.record import Record
from floe.games.icecult.cubesets import BUILT_IN
from floe.server.middleware import HEADERS
from tests.server.live import Live, serving
from tests.server.people import Socket
from tests.server.services import Postgres

pytestmark = pytest.mark.anyio
SEATS = [{"who": "me"}, {"who": "open"}]


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and key of an answer that says no; it must be fit to be shown."""
    told = answer.json()
    assert set(told) == {"key", "words", "rule", "values"}
    assert isinstance(told["words"], str)
    assert told["words"]
    for trace in ("Traceback", 'File "', ".py", "sqlalchemy", "litestar", "msgspec"):
        assert trace not in answer.text
    return answer.status_code, told["key"]


def settings(**changes: Any) -> dict[str, Any]:
    return {"settings": {"game": "icecult", "seats": SEATS} | changes}


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/api/nothing", None, (404, "not_found")),
        ("GET", "/api/tables/zzzzzzzz", None, (404, "no_table")),
        ("GET", "/api/tables/zzzzzzzz/record", None, (404, "no_table")),
        ("GET", "/api/tables/zzzzzzzz/frames", None, (404, "no_table")),
        ("GET", "/api/tables/!/record", None, (400, "malformed")),
        ("GET", "/api/tables/" + "z" * 100, None, (400, "malformed")),
        ("GET", "/api/tables?before=yesterday", None, (400, "malformed")),
        ("GET", "/api/me/tables?before=1.", None, (400, "malformed")),
        ("GET", "/api/tables/zzzzzzzz/frames?first=-1", None, (400, "malformed")),
        ("GET", "/api/tables/zzzzzzzz/frames?count=100000", None, (400, "malformed")),
        ("GET", "/api/tables/zzzzzzzz/frames?count=many", None, (400, "malformed")),
        ("GET", "/api/games/chess/rules", None, (404, "not_found")),
        ("DELETE", "/api/tables", None, (405, "bad_method")),
        ("POST", "/api/tables", None, (400, "malformed")),
        ("POST", "/api/tables", [], (400, "malformed")),
        ("POST", "/api/tables", {}, (400, "malformed")),
        ("POST", "/api/tables", settings(game="chess"), (409, "settings")),
        ("POST", "/api/tables", settings(seats=[]), (400, "malformed")),
        ("POST", "/api/tables", settings(seats=SEATS * 3), (400, "malformed")),
        ("POST", "/api/tables", settings(seats=[{"who": "nobody"}, *SEATS]), (400, "malformed")),
        ("POST", "/api/tables", settings(pace=-1), (400, "malformed")),
        ("POST", "/api/tables", settings(clock={"type": "sand"}), (400, "malformed")),
        ("POST", "/api/tables", settings(clock={"type": "live", "seconds": 1}), (400, "malformed")),
        ("POST", "/api/tables", settings(rules={"path_length": 10**40}), (409, "settings")),
        ("POST", "/api/tables", settings(rules={"path_length": [[[]]] * 50}), (409, "settings")),
        ("POST", "/api/tables", settings(unheard_of=1), (400, "malformed")),
        ("POST", "/api/tables", settings() | {"entropy": "abc"}, (400, "malformed")),  # too early: see docs/fairness.md
        ("POST", "/api/tables/zzzzzzzz/sit", {"entropy": "xyz"}, (400, "malformed")),
        ("POST", "/api/tables/zzzzzzzz/entropy", {"entropy": "abc"}, (401, "no_guest")),
        ("POST", "/api/tables", settings() | {"position": {"game": "icecult"}}, (409, "settings")),
        ("POST", "/api/tables", settings() | {"name": "\u0007"}, (409, "bad_name")),
        ("POST", "/api/tables/zzzzzzzz/sit", {"seat": 10**30}, (404, "no_table")),
        ("POST", "/api/tables/zzzzzzzz/sit", {"seat": "first"}, (400, "malformed")),
        ("POST", "/api/tables/zzzzzzzz/stand", None, (401, "no_guest")),
        ("POST", "/api/tables/zzzzzzzz/start", {"level": "random"}, (401, "no_guest")),
        ("POST", "/api/tables/zzzzzzzz/rematch", {}, (401, "no_guest")),
        ("PUT", "/api/me", {"name": 7}, (400, "malformed")),
        ("POST", "/api/replay", {"record": {}}, (400, "malformed")),
        ("POST", "/api/replay", {"record": {"game": "chess"}}, (400, "malformed")),
        ("POST", "/api/replay", {"record": {"game": ["icecult"]}}, (400, "malformed")),
        ("POST", "/api/positions", {"game": "chess"}, (400, "malformed")),
        ("POST", "/api/positions", {"game": "icecult", "players": 10**30}, (400, "malformed")),
        ("POST", "/api/positions", {"game": "icecult", "seat": -1}, (400, "malformed")),
        ("POST", "/api/positions", {"game": "icecult", "rules": {"cubes": {"a": 1}}}, (400, "malformed")),
        ("POST", "/api/try", {"position": {}}, (400, "malformed")),
        ("POST", "/api/try", {"position": {"game": 1}}, (400, "malformed")),
        ("POST", "/api/try", {"position": {"game": "igluiglu", "rules": None}}, (400, "malformed")),
    ],
)
async def test_a_request_that_cannot_be_is_answered_with_a_problem(
    live: Live, method: str, path: str, body: Any, expected: tuple[int, str]
) -> None:
    async with live.anonymous() as browser:
        answer = await browser.request(method, path, json=body)
    assert problem(answer) == expected
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"\xff\xfe\x00", "application/json"),
        (b'"\\ud800"', "application/json"),
        (b'{"settings": NaN}', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b'{"a":' * 100_000, "application/json"),
        (b"settings=1", "application/x-www-form-urlencoded"),
    ],
)
async def test_a_body_that_is_no_json_is_a_problem_too(live: Live, body: bytes, kind: str) -> None:
    async with live.anonymous() as browser:
        answer = await browser.post("/api/tables", content=body, headers={"content-type": kind})
    assert problem(answer) == (400, "malformed")


async def test_a_body_that_is_too_large_is_not_read(live: Live) -> None:
    async with live.anonymous() as browser:
        answer = await browser.post("/api/tables", json={"settings": "x" * live.settings.body_bytes})
    assert problem(answer) == (413, "too_large")


async def test_an_action_that_the_rules_forbid_is_refused_with_its_rule(live: Live) -> None:
    async with live.anonymous() as browser:
        first = (await browser.post("/api/positions", json={"game": "icecult"})).json()
        tilted = (await browser.post("/api/try", json={"position": first["document"], "actions": ["nn"]})).json()
        answer = await browser.post("/api/try", json={"position": tilted["document"], "actions": ["end"]})
    assert problem(answer) == (400, "IC-9.tilts_first")
    assert (answer.json()["rule"], answer.json()["values"]) == ("IC-9", {"left": 1, "verb": "is"})


async def test_a_document_that_cannot_be_is_refused_with_the_place_or_with_its_rule(live: Live) -> None:
    record: dict[str, Any] = Record.begin(floe.game("icecult"), 2, 1).to_dict()
    cubes = {slot: {**faces, "U": "circle"} for slot, faces in BUILT_IN["fair"].items()}
    async with live.anonymous() as browser:
        damaged = await browser.post(
            "/api/replay", json={"record": record | {"actions": ["ns", "nonsense"], "times": None}}
        )
        ruled = await browser.post("/api/rules", json={"game": "icecult", "rules": {"cubes": cubes}})
    assert (problem(damaged), damaged.json()["values"]) == ((400, "malformed"), {"where": "actions[1]"})
    assert (ruled.json()["problem"]["rule"], ruled.json()["problem"]["key"]) == ("IC-7", "IC-7.cube_without_arc")


# Other sites


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://localhost", "file://"])
async def test_pages_of_other_sites_change_nothing(live: Live, origin: str) -> None:
    async with live.anonymous() as browser:
        for method, path in (("POST", "/api/tables"), ("PUT", "/api/me"), ("POST", "/api/tables/zzzzzzzz/stand")):
            answer = await browser.request(method, path, json=settings(), headers={"origin": origin})
            assert problem(answer) == (403, "foreign")
        assert (await browser.get("/api/server", headers={"origin": origin})).status_code == 200


async def test_pages_of_this_site_do(live: Live) -> None:
    async with live.anonymous() as browser:
        answer = await browser.post("/api/tables", json=settings(), headers={"origin": live.url})
    assert answer.status_code == 201


async def test_sockets_are_opened_from_this_site_and_allowed_ones_only(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), origins="https://friend.example") as live:
        table = await (await live.person("Ada")).new_table("me", "open")
        for origin in ("https://evil.example", "null", "http://["):
            with pytest.raises(Exception, match="403"):
                async with Socket(live.address, table, origin=origin):
                    pass
        for friendly in (live.url, "https://friend.example", None):
            async with Socket(live.address, table, origin=friendly) as socket:
                assert (await socket.next("state"))["table"]["id"] == table


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/try", "/api/hint", "/api/replay"])
async def test_what_is_no_text_is_refused(live: Live, path: str) -> None:
    async with live.anonymous() as browser:
        method = "PUT" if path == "/api/me" else "POST"
        headers = {"content-type": "application/json"}
        answer = await browser.request(method, path, content=b'{"name":"\xff"}', headers=headers)
        assert problem(answer) == (400, "malformed")


# The host's own


async def test_health(live: Live) -> None:
    async with live.anonymous() as browser:
        health = await browser.get("/health")
        assert (health.status_code, health.json()["status"]) == (200, "ok")


async def test_nothing_says_which_software_serves(live: Live) -> None:
    async with live.anonymous() as browser:
        assert "server" not in (await browser.get("/health")).headers


async def test_when_the_database_is_away_everything_says_so_and_recovers(postgres: Postgres) -> None:
    database = postgres.new_database()
    async with serving(database) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("me", "random")
        postgres.stop()
        try:
            async with live.anonymous() as browser:
                health = await browser.get("/health")
                assert (health.status_code, health.json()["status"]) == (503, "failing")
                assert (await browser.get("/api/server")).status_code == 200
                for method, path in (("GET", "/api/tables"), ("POST", "/api/tables"), ("GET", "/api/me")):
                    answer = await browser.request(method, path, json=settings() if method == "POST" else None)
                    assert problem(answer) == (503, "unavailable")
            async with ada.at(table) as socket:
                gone = await socket.closed()
                assert (gone.code, gone.bye and gone.bye["again"]) == (1013, True)
        finally:
            postgres.start()
        assert (await ada.get(f"/api/tables/{table}"))["id"] == table
        assert (await ada.get("/health"))["status"] == "ok"
        async with ada.at(table) as socket:
            await socket.until_mine()
            await socket.play()
    postgres.drop(database)
