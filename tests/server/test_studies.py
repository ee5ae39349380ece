"""Links to the analysis board: what they hold, and what they tell messengers."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

import floe
from floe.server import links, studies
from floe.server.studies import NoStudy
from tests.server.live import Live, serving
from tests.server.test_links import tags

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def live(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Live]:
    async with serving(str(tmp_path_factory.mktemp("studies") / "floe.sqlite")) as served:
        yield served


def link(document: Any) -> str:
    """As the page packs it."""
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packing.compress(json.dumps(document).encode()) + packing.flush()
    return "1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def study(line: list[Any], at: list[int], **more: Any) -> dict[str, Any]:
    root = floe.game("icecult").new(2, rules={"path_length": 3}).to_dict()
    return {"floe": "study", "version": 1, "game": "icecult", "names": ["Ada", "Bo"], "at": at, "root": root} | {
        "line": line,
        **more,
    }


BRANCHED = ["ns", {"action": "ee", "instead": [["ww", "a@start"], ["nn"]]}, "a@start"]


@pytest.mark.parametrize(
    ("at", "actions"),
    [
        ([0], ()),
        ([2], ("ns", "ee")),
        ([3], ("ns", "ee", "a@start")),
        ([9], ("ns", "ee", "a@start")),
        ([1, 1, 1], ("ns", "ww")),
        ([1, 1, 2], ("ns", "ww", "a@start")),
        ([1, 2, 1], ("ns", "nn")),
        ([1, 0, 1], ("ns", "ee")),
    ],
)
def test_the_place_is_found(at: list[int], actions: tuple[str, ...]) -> None:
    assert studies.read(link(study(BRANCHED, at))).actions == actions


def test_the_position_is_played() -> None:
    state = floe.game("icecult").new(2, rules={"path_length": 3})
    played: list[str] = []
    for _ in range(8):
        played.append(state.legal_actions()[-1])
        state = state.play(played[-1])
    assert studies.read(link(study(played, [8]))).state() == state


def test_a_view_is_played_with_what_was_drawn() -> None:
    game = floe.game("igluiglu")
    state = game.new(2, seed=3)
    while state.phase == "place":
        state = state.play(state.legal_actions()[0])
    flip = state.legal_actions()[0]
    seat = state.to_move
    seen = study([{"action": flip, "seed": 5}], [1], game="igluiglu", root=state.view(seat), seen_by=seat)
    one, other = (studies.read(link(seen)).state() for _ in range(2))
    assert one.view(seat) == other.view(seat)
    assert one.view(seat) != state.view(seat)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "2abc",
        "0" + base64.urlsafe_b64encode(b"[]").decode(),
        link([]),
        link({"floe": "record"}),
        link(study(BRANCHED, [1, 7, 1])),
        link(study([{"action": 3}], [1])),
        link(study([["ns"]], [1])),
        link(study(BRANCHED, [2]))[:-20],
        link(study(["ns"] * 200_000, [0])),
        "1" + "A" * 7000,
    ],
)
def test_what_is_damaged_tells_of_the_site(text: str) -> None:
    with pytest.raises(NoStudy):
        studies.read(text)
    assert links.to_study(text, "en").title == links.SITE


def test_of_a_game_that_is_not_there_the_site_is_told() -> None:
    assert links.to_study(link(study([], [0], game="chess")), "en").title == links.SITE


TOLD = {
    "en": ("Analysis of ICE CULT: Ada and Bo", "After 2 actions · 2 players"),
    "de": ("Analyse von ICE CULT: Ada und Bo", "Nach 2 Aktionen · 2 Personen"),
    "fr": ("ICE CULT, analyse\u00a0: Ada et Bo", "Après 2 actions · 2 joueurs"),
    "it": ("Analisi di ICE CULT: Ada e Bo", "Dopo 2 azioni · 2 giocatori"),
}


@pytest.mark.parametrize("language", TOLD)
async def test_a_link_tells_game_names_and_place(live: Live, language: str) -> None:
    text = link(study(BRANCHED, [2]))
    found = await tags(live, f"/analyse?s={text}", language)
    assert (found["og:title"], found["og:description"]) == TOLD[language]
    assert found["og:url"].endswith(f"/analyse?s={text}")
    assert f"/api/studies/picture.png?lang={language}&s={text}" in found["og:image"]


async def test_the_picture_is_of_the_position(live: Live) -> None:
    async with live.anonymous() as client:

        async def picture(text: str) -> bytes:
            answer = await client.get("/api/studies/picture.png", params={"s": text, "lang": "en"})
            assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
            return bytes(answer.content)

        first, later = [await picture(link(study(BRANCHED, at))) for at in ([1], [2])]
        assert first != later
        site = bytes((await client.get("/api/picture.png", params={"lang": "en"})).content)
        assert await picture("1damaged") == site
        assert await picture(link(study(["zz"], [1]))) == site  # no such action
        too_long = await client.get("/api/studies/picture.png", params={"s": "1" * 7000})
        assert too_long.status_code == 400
