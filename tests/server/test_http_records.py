"""Records, replays, positions to try, rules, and the web app's files over HTTP."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import floe
from floe import records, rulebook
from floe.server.api import site
from floe.server.language import LANGUAGES
from tests.server.live import Live
from tests.server.people import Person, browser

pytestmark = pytest.mark.anyio


async def finished(live: Live) -> tuple[Person, str]:
    """A game of IGLU IGLU against a machine that Ada has given up."""
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random", game="igluiglu")
    async with ada.at(table) as socket:
        for _ in range(8):
            await socket.until_mine()
            await socket.play()
        await socket.ask("resign", seat=0)
    return ada, table


async def test_a_record_is_sealed_while_the_game_runs_and_whole_afterwards(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", game="igluiglu")
    early = await ada.call("GET", f"/api/tables/{table}/record")
    assert (early.status_code, early.json()["key"]) == (409, "not_begun")
    await ada.post(f"/api/tables/{table}/start", {"level": "random"})
    running = await ada.get(f"/api/tables/{table}/record")
    assert (running["seed"], running["start"], running["deal"]["secret"]) == (None, None, None)
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    answer = await ada.call("GET", f"/api/tables/{table}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="{table}.floe.json"'
    made = records.from_dict(json.loads(answer.text))
    assert made.deal is not None
    made.check_deal()
    assert made.deal.commitment == (await ada.get(f"/api/tables/{table}"))["commitment"]


async def test_frames_show_a_game_again(live: Live) -> None:
    ada, table = await finished(live)
    whole = await ada.get(f"/api/tables/{table}/frames")
    actions = (await ada.get(f"/api/tables/{table}/record"))["actions"]
    assert whole["total"] == len(whole["frames"]) == len(actions) + 1
    assert [frame["action"] for frame in whole["frames"][1:]] == actions
    part = await ada.get(f"/api/tables/{table}/frames?first=2&count=3")
    assert part["frames"] == whole["frames"][2:5]
    assert (await ada.get(f"/api/tables/{table}/frames?first={10**30}"))["frames"] == []


async def test_a_record_from_a_file_is_replayed(live: Live) -> None:
    ada, table = await finished(live)
    document = await ada.get(f"/api/tables/{table}/record")
    shown = await ada.post("/api/replay", {"record": document, "first": 1})
    assert shown["first"] == 1
    assert [frame["action"] for frame in shown["frames"]] == document["actions"]
    document["actions"][2] = "flip a1"
    answer = await ada.call("POST", "/api/replay", {"record": document})
    assert answer.status_code == 400
    assert "actions[2]" in answer.json()["words"]


async def test_a_record_is_played_on_from_any_of_its_positions(live: Live) -> None:
    ada, table = await finished(live)
    document = await ada.get(f"/api/tables/{table}/record")
    ply = len(document["actions"]) - 3
    before = records.from_dict(document).at(ply)
    seats = [{"who": "me"}, {"who": "me"}]
    wanted = {"settings": {"game": "igluiglu", "seats": seats}, "record": document, "ply": ply}
    begun = await ada.post("/api/tables", wanted)
    async with ada.at(begun["id"]) as socket:
        state = await socket.until_mine()
        assert state["position"]["view"] == before.view(before.to_move)
    beyond = await ada.call("POST", "/api/tables", wanted | {"ply": 9999})
    assert (beyond.status_code, beyond.json()["key"]) == (409, "position")
    document["actions"][2] = "flip a1"
    broken = await ada.call("POST", "/api/tables", wanted)
    assert (broken.status_code, broken.json()["key"]) == (400, "malformed")


@pytest.mark.parametrize("game", floe.game_names())
async def test_positions_are_tried_out_without_a_table(live: Live, game: str) -> None:
    ada = await live.person()
    players = floe.game(game).players[-1]
    first = await ada.post("/api/positions", {"game": game, "players": players, "seed": 5})
    state = floe.game(game).new(players, 5)
    assert first["document"] == state.to_dict()
    assert first["position"]["legal"] == state.legal_actions()
    action = state.legal_actions()[0]
    tried = await ada.post("/api/try", {"position": first["document"], "actions": [action], "seat": 1})
    assert tried["document"] == state.play(action).to_dict()
    assert tried["position"]["view"] == state.play(action).view(1)
    assert [fact["key"] for fact in tried["facts"]] == [fact.key for fact in state.facts(action, 1)]
    assert (tried["to_move"], tried["winners"]) == (state.play(action).to_move, None)
    looked = await ada.post("/api/try", {"position": tried["document"]})
    assert looked["facts"] == []


async def test_the_server_says_what_can_be_played(live: Live) -> None:
    ada = await live.person()
    told = await ada.get("/api/server")
    assert {game["name"] for game in told["games"]} == set(floe.game_names())
    for game in told["games"]:
        assert game["default_level"] in game["levels"]
        assert set(game["colours"]) == {str(count) for count in game["players"]}
        rules = await ada.get(f"/api/games/{game['name']}/rules")
        assert rules[0]["number"].endswith("-1")
        assert all(rule["text"] for rule in rules)


async def test_rules_are_told_in_the_language_that_is_asked_for(live: Live) -> None:
    ada = await live.person()
    for lang in LANGUAGES:
        told = await ada.get(f"/api/games/icecult/rules?lang={lang}")
        assert {rule["number"]: rule["text"] for rule in told} == rulebook.rules("icecult", lang)
    async with browser(ada.address) as client:
        by_header = await client.get("/api/games/icecult/rules", headers={"Accept-Language": "fr-CH, de;q=0.5"})
    assert by_header.json()[16]["text"] == rulebook.rule("icecult", "IC-17", "fr")
    english = await ada.get("/api/games/connectfour/rules?lang=it")
    assert {rule["number"]: rule["text"] for rule in english} == rulebook.rules("connectfour")


# The web app's files


async def test_every_address_that_is_no_file_is_the_app(
    live: Live, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Floe</title><p>app</p>")
    (tmp_path / "assets" / "app.1234.js").write_text("play()")
    (tmp_path / "manifest.en.webmanifest").write_text("{}")
    (tmp_path.parent / "outside.txt").write_text("secret")
    monkeypatch.setattr(site, "FOLDER", tmp_path)
    site._files.cache_clear()
    try:
        async with live.anonymous() as browser:
            for path, status in {
                "/": 200,
                "/t/abc123": 200,
                "/learn": 200,
                "/table/abc": 404,
                "/learning": 404,
            }.items():
                page = await browser.get(path)
                assert page.status_code == status
                assert page.text.startswith("<title>")
                assert page.text.endswith(" /><p>app</p>")
                assert page.headers["content-type"] == "text/html; charset=utf-8"
                assert page.headers["cache-control"] == "no-cache"
                head = await browser.head(path)
                assert (head.status_code, head.text) == (status, "")
                assert head.headers["content-type"] == page.headers["content-type"]
            script = await browser.get("/assets/app.1234.js")
            assert script.text == "play()"
            assert "javascript" in script.headers["content-type"]
            assert "immutable" in script.headers["cache-control"]
            manifest = await browser.get("/manifest.en.webmanifest")
            assert manifest.headers["content-type"].startswith("application/manifest+json")
            assert manifest.headers["cache-control"] == "no-cache"
            policy = manifest.headers["content-security-policy"]
            assert "worker-src 'self'" in policy
            for missing in ("/assets/app.9999.js", "/kernels/chess-rules.wasm", "/sw.js", "/manifest.xx.webmanifest"):
                assert (await browser.get(missing)).status_code == 404
            for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/assets/../../outside.txt", "//etc/passwd"):
                assert "secret" not in (await browser.get(path)).text
    finally:
        site._files.cache_clear()


WEB = Path(__file__).resolve().parents[2] / "web" / "src"


async def test_every_screen_of_the_app_has_an_address(live: Live) -> None:
    sources = [WEB / "app" / "routes.ts", *WEB.glob("games/*/index.ts")]
    written = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    screens = set(re.findall(r"(?:\['|path: ')(/[^']*)'", written))
    assert {"/", "/t/:id", "/rules/:game", "/learn/:game/:step", "/cubes"} <= screens
    async with live.anonymous() as browser:
        for screen in screens:
            address = re.sub(r":\w+", "something", screen)
            assert (await browser.get(address)).status_code == 200, screen
            assert (await browser.get(f"{address.rstrip('/')}/a/b/c")).status_code == 404, screen


async def test_the_documentation_is_served_where_it_is_built(
    live: Live, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "index.html").write_text("<p>How to play</p>")
    (tmp_path / "de" / "index.html").write_text("<p>So wird gespielt</p>")
    (tmp_path / "searchindex.js").write_text("Search()")
    monkeypatch.setattr(site, "DOCS", tmp_path)
    site._files.cache_clear()
    try:
        async with live.anonymous() as browser:
            assert (await browser.get("/docs/")).text == "<p>How to play</p>"
            german = await browser.get("/docs/de/")
            assert german.text == "<p>So wird gespielt</p>"
            assert german.headers["content-type"] == "text/html; charset=utf-8"
            assert "script-src 'self'" in german.headers["content-security-policy"]
            for path in ("/docs", "/docs/de"):  # what a page names lies beside it, so its address ends with a slash
                moved = await browser.get(path)
                assert (moved.status_code, moved.headers["location"]) == (301, f"{path}/")
            assert "javascript" in (await browser.get("/docs/searchindex.js")).headers["content-type"]
            assert (await browser.get("/docs/nothing.html")).status_code == 404
    finally:
        site._files.cache_clear()


async def test_rule_options_can_be_checked_before_a_table_is_made(live: Live) -> None:
    ada = await live.person()
    cubes = {slot: {"U": "arc", "D": "circle"} | dict.fromkeys("NESW", "r>U") for slot in "abcd"}
    assert await ada.post("/api/rules", {"game": "icecult", "rules": {"path_length": 3}}) == {"problem": None}
    problem = (await ada.post("/api/rules", {"game": "icecult", "rules": {"cubes": cubes}}))["problem"]
    assert (problem["key"], problem["rule"]) == ("IC-7.colour_without_arrow", "IC-7")
    assert problem["values"] == {"colour": "y"}
    assert "every colour has at least one arrow" in problem["words"]
    unknown = (await ada.post("/api/rules", {"game": "icecult", "rules": {"wind": 3}}))["problem"]
    assert unknown["key"] == "malformed"
