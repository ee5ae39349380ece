"""What the page of an address tells messengers: title, text and picture, in the language asked for."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.server.api import site
from floe.server.language import LANGUAGES, Language, accepted, texts
from floe.server.store.faults import StoreUnavailable
from tests.server.live import Live, serving
from tests.server.people import Person

pytestmark = pytest.mark.anyio
WEB = Path(__file__).parents[2] / "web" / "src" / "i18n"


async def page(live: Live, path: str, language: str = "en", status: int = 200, **headers: str) -> str:
    async with live.anonymous() as client:
        answer = await client.get(path, headers={"Accept-Language": language, **headers})
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "Accept-Language" in answer.headers["vary"]
    return answer.text


async def tags(live: Live, path: str, language: str = "en", **headers: str) -> dict[str, str]:
    """The tags of a page, by name; each is there once."""
    text = await page(live, path, language, 200, **headers)
    found = re.findall(r'<meta (?:name|property)="((?:og|twitter):[a-z_:]+|description)" content="([^"<>]*)" />', text)
    assert len(found) == len({name for name, _ in found})
    (title,) = re.findall("<title>([^<>]*)</title>", text)
    return {"title": html.unescape(title)} | {name: html.unescape(value) for name, value in found}


async def begun(live: Live, *seats: str, game: str = "icecult", **chosen: Any) -> tuple[Person, str]:
    ada = await live.person("Ada")
    return ada, await ada.new_table(*(seats or ("me", "me")), game=game, **chosen)


async def given_up(ada: Person, table: str) -> None:
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)


INVITED = {
    "en": ("Ada invites you to play ICE CULT", "3 players · 2 seats are open · 10 min each, + 5 s per turn"),
    "de": ("Ada lädt dich zu ICE CULT ein", "3 Personen · 2 Plätze sind noch frei · 10 min pro Person, + 5 s pro Zug"),
    "fr": ("Ada vous invite à jouer à ICE CULT", "3 joueurs · 2 places libres · 10 min par joueur, + 5 s par tour"),
    "it": ("Ada ti invita a giocare a ICE CULT", "3 giocatori · 2 posti liberi · 10 min a testa, + 5 s per turno"),
}
RUNNING = {
    "en": ("ICE CULT: Ada and Puffin", "In progress · Ada to move · 2 players · one day per turn"),
    "de": ("ICE CULT: Ada und Papageitaucher", "Läuft gerade · Ada ist am Zug · 2 Personen · ein Tag pro Zug"),
    "fr": ("ICE CULT\u00a0: Ada et Macareux", "Partie en cours · à Ada de jouer · 2 joueurs · un jour par tour"),
    "it": ("ICE CULT: Ada e Pulcinella di mare", "Partita in corso · tocca a Ada · 2 giocatori · un giorno per turno"),
}
OVER = {
    "en": ("ICE CULT: Puffin wins", "Ada and Puffin · Ada resigned · 2 players"),
    "de": ("ICE CULT: Papageitaucher hat gewonnen", "Ada und Papageitaucher · Ada hat aufgegeben · 2 Personen"),
    "fr": ("ICE CULT\u00a0: Macareux a gagné", "Ada et Macareux · Ada a abandonné · 2 joueurs"),
    "it": ("ICE CULT: ha vinto Pulcinella di mare", "Ada e Pulcinella di mare · Ada ha abbandonato · 2 giocatori"),
}
REPLAY = {
    "en": ("Replay of ICE CULT: Ada and Puffin", "Puffin wins · Ada resigned · 2 players"),
    "de": (
        "Partie ICE CULT: Ada und Papageitaucher",
        "Papageitaucher hat gewonnen · Ada hat aufgegeben · 2 Personen",
    ),
    "fr": ("ICE CULT, la partie\u00a0: Ada et Macareux", "Macareux a gagné · Ada a abandonné · 2 joueurs"),
    "it": (
        "Partita di ICE CULT: Ada e Pulcinella di mare",
        "Ha vinto Pulcinella di mare · Ada ha abbandonato · 2 giocatori",
    ),
}
POSITION = {
    "en": ("ICE CULT, a position: Ada and Puffin", "Move 0 of 0 · 2 players"),
    "de": ("ICE CULT, eine Stellung: Ada und Papageitaucher", "Zug 0 von 0 · 2 Personen"),
    "fr": ("ICE CULT, une position\u00a0: Ada et Macareux", "Coup 0 sur 0 · 2 joueurs"),
    "it": ("ICE CULT, una posizione: Ada e Pulcinella di mare", "Mossa 0 di 0 · 2 giocatori"),
}


def check(found: dict[str, str], expected: tuple[str, str], language: Language, link: str, picture: str) -> None:
    title, text = expected
    assert (found["og:title"], found["title"]) == (title, f"{title} · Floe")
    assert found["og:description"] == found["description"] == text
    assert (found["og:site_name"], found["og:type"]) == ("Floe", "website")
    assert found["og:locale"].startswith(f"{language}_")
    assert found["og:url"].endswith(link)
    assert re.fullmatch(rf"http://[^/]+{re.escape(picture)}\?lang={language}&version=\d+(&ply=\d+)?", found["og:image"])
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:image:type"] == "image/png"
    assert found["og:image:alt"] == f"{title}. {text}"
    assert found["twitter:card"] == "summary_large_image"


@pytest.mark.parametrize("text", [(WEB.parents[1] / "index.html").read_text(encoding="utf-8"), site.NOT_BUILT])
def test_the_page_has_the_place_where_tags_go(text: str) -> None:
    assert text.count(site.TITLE) == 1


async def test_each_kind_of_link_in_each_language(live: Live) -> None:
    clock = {"type": "live", "seconds": 600, "increment": 5}
    _, gathering = await begun(live, "me", "open", "open", clock=clock)
    ada, table = await begun(live, "me", "easy", clock={"type": "days", "days": 1})
    for language in LANGUAGES:
        for path, at, expected in ((f"/t/{gathering}", gathering, INVITED), (f"/t/{table}", table, RUNNING)):
            found = await tags(live, path, language)
            check(found, expected[language], language, path, f"/api/tables/{at}/picture.png")
    await given_up(ada, table)
    for language in LANGUAGES:
        for path, expected in (
            (f"/t/{table}", OVER),
            (f"/replay/{table}", REPLAY),
            (f"/replay/{table}?ply=0", POSITION),
        ):
            found = await tags(live, path, language)
            check(found, expected[language], language, path, f"/api/tables/{table}/picture.png")


async def test_an_invitation_to_a_position_that_was_set_up_says_so(live: Live) -> None:
    ada = await live.person("Ada")
    position = floe.game("igluiglu").new(2, seed=1).to_dict()
    table = await ada.new_table("me", "open", game="igluiglu", position=position)
    dealt = await ada.new_table("me", "open", game="igluiglu")
    for language, words in (("en", "starts from a set-up position"), ("de", "beginnt mit einer vorgegebenen Stellung")):
        said = [(await tags(live, f"/t/{one}", language))["og:description"] for one in (table, dealt)]
        assert [words in one for one in said] == [True, False]


async def test_the_picture_that_a_page_names_is_there(live: Live) -> None:
    ada, table = await begun(live)
    async with ada.at(table) as socket:
        await socket.until_mine()
        await socket.play()
    for path in ("/", f"/t/{table}", f"/replay/{table}?ply=1", "/t/no-such-table"):
        found = await tags(live, path, "fr")
        async with live.anonymous() as client:
            answer = await client.get(found["og:image"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        lasts = "immutable" in answer.headers["cache-control"]
        assert lasts == (table in path)


async def test_names_are_written_as_they_are_and_do_no_harm(live: Live) -> None:
    name = """<b>"A&B'</b>{0}"""
    evil = await live.person(name)
    table = await evil.new_table("me", "open", listed=True)
    text = await page(live, f"/t/{table}")
    assert name not in text
    assert "<b>" not in text
    found = await tags(live, f"/t/{table}")
    assert found["og:title"] == f"{name} invites you to play ICE CULT"


async def test_an_address_does_no_harm_either(live: Live) -> None:
    text = await page(live, '/t/"><script>alert(1)</script>', status=404)
    assert "<script>alert" not in text
    found = await tags(live, "/t/%22%3E%3Cscript%3E?ply=%22%3E")
    assert found["og:title"] == "Floe"


@pytest.mark.parametrize("host", ["x", "x:y", "x:99999999", "[", "a b", "[::1]:8000", "ü.example"])
async def test_a_page_comes_whatever_the_request_calls_the_server(live: Live, host: str) -> None:
    async with live.anonymous() as client:
        answer = await client.get("/", headers=[(b"Host", host.encode())])
    assert answer.status_code in {200, 400}  # refused by the protocol, or answered


@pytest.mark.parametrize("path", ["/", "/lobby", "/t/no-such-table", "/replay/no-such-table?ply=3", "/t/x", "/replay"])
async def test_other_addresses_tell_of_the_site(live: Live, path: str) -> None:
    found = await tags(live, path, "de")
    assert found["og:title"] == found["title"] == "Floe"
    assert found["og:description"] == texts("de")["site.text"]
    assert found["og:image"].endswith("/api/picture.png?lang=de")


async def test_a_table_without_spectators_tells_nothing_once_it_runs(live: Live) -> None:
    ada, table = await begun(live, "me", "open", spectators=False)
    assert (await tags(live, f"/t/{table}"))["og:title"] == "Ada invites you to play ICE CULT"
    bo = await live.person("Bo")
    await bo.sit(table)
    nothing = await page(live, "/t/no-such-table")
    for path in (f"/t/{table}", f"/replay/{table}", f"/replay/{table}?ply=0"):
        seen = await page(live, path)
        assert seen == nothing.replace("/t/no-such-table", path.partition("?")[0])
        assert seen == await page(live, path, Authorization=f"Bearer {ada.token}")


async def test_people_without_a_name_are_guests(live: Live) -> None:
    nobody = await live.person()
    table = await nobody.new_table("me", "open")
    assert (await tags(live, f"/t/{table}", "it"))["og:title"] == "Una partita di ICE CULT ti aspetta"
    other = await live.person()
    await other.sit(table)
    assert (await tags(live, f"/t/{table}", "it"))["og:title"] == "ICE CULT: Ospite 1 e Ospite 2"


async def test_a_game_that_waits_for_its_start_says_so(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "easy", start=False)
    found = await tags(live, f"/t/{table}")
    assert (found["og:title"], found["og:description"]) == ("ICE CULT is about to begin", "2 players")


async def test_winners_who_share_are_named_and_a_draw_is_one(live: Live) -> None:
    ada, table = await begun(live, "me", "easy", "hard")
    await given_up(ada, table)
    assert (await tags(live, f"/t/{table}"))["og:title"] == "ICE CULT: Puffin and Snowy owl share the win"


async def test_the_public_address_is_the_one_in_links(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("public") / "floe.sqlite")
    async with serving(database, public_url="https://play.example.org") as live:
        found = await tags(live, "/lobby")
        assert found["og:url"] == "https://play.example.org/lobby"
        assert found["og:image"] == "https://play.example.org/api/picture.png?lang=en"


async def test_the_page_comes_while_the_database_is_away(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _, table = await begun(live)

    async def gone(*_: Any, **__: Any) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(live.store, "events", gone)
    assert (await tags(live, f"/t/{table}"))["og:title"] == "Floe"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("de-AT,en;q=0.9", "de"),
        ("nl, fr-CH;q=0.7, it;q=0.8", "it"),
        ("fr;q=0, it;q=0.1", "it"),
        ("FR", "fr"),
        ("de;q=x, ;;,=,q", "en"),
        ("it, de", "it"),
    ],
)
def test_the_best_language_is_taken(header: str, language: str) -> None:
    assert accepted(header) == language


def test_every_language_says_the_same_things() -> None:
    values = {
        language: {key: sorted(re.findall(r"\{\w*\}", text)) for key, text in texts(language).items()}
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        assert values[language] == values["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_web_app_says_too_is_said_in_the_same_words(language: Language) -> None:
    web = json.loads((WEB / language / "frame.json").read_text(encoding="utf-8"))
    shared = {
        key: text for key, text in texts(language).items() if key.startswith(("level.", "colour.")) or key == "guest"
    }
    assert len(shared) == 10
    assert shared == {key: web[key] for key in shared}
