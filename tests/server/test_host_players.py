"""Machine players that a host adds: offered as levels, while clients can name nothing but levels."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from floe.bots.registry import added, known, offer
from floe.server import offered, thinking
from floe.server.settings import BadSetting, Settings
from tests.client.players import FIRST
from tests.server.live import Live, serving
from tests.server.people import WHOLE_GAME_S

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _nobody_offered() -> Iterator[None]:
    yield
    offer({})


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Live]:
    async with serving(str(tmp_path / "floe.sqlite"), players=(f"primus={FIRST}",)) as server:
        yield server


async def test_what_the_host_adds_is_offered_and_plays(hosted: Live) -> None:
    ada = await hosted.person("Ada")
    for game in (await ada.get("/api/server"))["games"]:
        assert game["levels"][-1] == "primus"
        assert game["default_level"] == "easy"
    table = await ada.new_table("me", "primus")
    async with asyncio.timeout(WHOLE_GAME_S), ada.at(table) as socket:
        while (await socket.until_mine())["table"]["status"] != "over":
            await socket.play()


@pytest.mark.parametrize("level", [FIRST, "best.npz", "net.onnx", "os:getcwd", "nobody"])
async def test_clients_can_name_nothing_but_levels(hosted: Live, level: str) -> None:
    ada = await hosted.person("Ada")
    seats = [{"who": "me"}, {"who": "machine", "level": level}]
    refused = await ada.call("POST", "/api/tables", {"settings": {"game": "icecult", "seats": seats}})
    assert (refused.status_code, refused.json()["key"]) == (409, "level")
    table = await ada.new_table("me", "open")
    assert (await ada.call("POST", f"/api/tables/{table}/start", {"level": level})).status_code == 409


def test_where_a_player_was_taken_away_the_usual_level_plays_on() -> None:
    view = {"no": "view"}
    assert thinking.think("primus", "icecult", view, ["end"]) == "end"
    assert known("primus", "icecult") == "easy"


def test_players_reach_other_processes_through_the_environment() -> None:
    settings = Settings(players=(f"primus={FIRST}", "net=best.npz@hard"))
    assert Settings.read(settings.to_environment()).players == settings.players


@pytest.mark.parametrize("value", ["primus", "=mybot:First", "primus=", "a=b:C,,"])
def test_what_names_no_player_is_refused(value: str) -> None:
    with pytest.raises(BadSetting, match="is no player such as mine=mybot:MyBot"):
        Settings(players=value)  # type: ignore[arg-type]  # as the environment brings it


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("lost=nowhere:Lost", r"--players \(FLOE_PLAYERS\): lost: nowhere:Lost cannot be loaded"),
        (f"hard={FIRST}", "lower-case name that no level has, not 'hard'"),
        ("net=missing.npz", "missing.npz cannot be read"),
    ],
)
def test_a_server_does_not_start_with_a_player_that_cannot_be_had(player: str, why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        offered.offer_players(Settings(players=(player,)))
    assert added("icecult") == []
