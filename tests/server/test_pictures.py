"""Pictures over HTTP: the card beside a link, and a game as an animation."""

from __future__ import annotations

import io

import httpx
import pytest
from PIL import Image

import floe
from floe.core.canvas import Canvas
from floe.core.game import State
from floe.core.record import Record
from floe.pictures.animation import shown
from tests.server.live import Live, serving
from tests.server.people import Person, Socket
from tests.server.test_http_records import finished

pytestmark = pytest.mark.anyio


async def fetched(live: Live, path: str, **headers: str) -> httpx.Response:
    """What a stranger is given, as a messenger is."""
    async with live.anonymous() as client:
        return await client.get(path, headers=headers)


def opened(answer: httpx.Response) -> Image.Image:
    assert answer.status_code == 200, answer.text
    picture = Image.open(io.BytesIO(answer.content))
    assert answer.headers["content-type"] == f"image/{str(picture.format).lower()}"
    assert "content-encoding" not in answer.headers
    return picture


async def running(live: Live, game: str = "icecult", **chosen: object) -> tuple[Person, str]:
    ada = await live.person("Ada")
    return ada, await ada.new_table("me", "me", game=game, **chosen)


@pytest.mark.parametrize("game", ["icecult", "igluiglu", "connectfour"])
async def test_a_picture_has_its_size_from_the_invitation_to_the_end(live: Live, game: str) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", game=game)
    seen = [await fetched(live, f"/api/tables/{table}/picture.png")]
    await (await live.person("Bo")).sit(table)
    seen.append(await fetched(live, f"/api/tables/{table}/picture.png"))
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    seen.append(await fetched(live, f"/api/tables/{table}/picture.png"))
    assert {opened(answer).size for answer in seen} == {(1200, 630)}
    assert len({answer.content for answer in seen}) == 3
    assert len({answer.headers["etag"] for answer in seen}) == 3


async def test_it_is_sent_once_and_never_old(live: Live) -> None:
    ada, table = await running(live)
    path = f"/api/tables/{table}/picture.png"
    first = await fetched(live, path)
    assert first.headers["cache-control"] == "no-cache"
    again = await fetched(live, path, **{"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    async with ada.at(table) as socket:
        await socket.until_mine()
        version = socket.version
        lasting = await fetched(live, f"{path}?version={version}")
        assert (lasting.content, lasting.headers["cache-control"]) == (
            first.content,
            "public, max-age=86400, immutable",
        )
        await socket.play()
    newer = await fetched(live, path, **{"If-None-Match": first.headers["etag"]})
    assert newer.status_code == 200
    assert newer.content != first.content
    outdated = await fetched(live, f"{path}?version={version}")
    assert (outdated.content, outdated.headers["cache-control"]) == (newer.content, "no-cache")


async def test_it_is_drawn_once_for_all_who_ask(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _, table = await running(live)
    drawn: list[State] = []
    draw = State.picture

    def picture(state: State, seat: int | None = None) -> Canvas | None:
        drawn.append(state)
        return draw(state, seat)

    monkeypatch.setattr(State, "picture", picture)
    for _ in range(3):
        await fetched(live, f"/api/tables/{table}/picture.png")
    assert len(drawn) == 1
    await fetched(live, f"/api/tables/{table}/picture.png?lang=de")
    assert len(drawn) == 2


async def test_its_words_are_in_the_language_asked_for(live: Live) -> None:
    _, table = await running(live)
    path = f"/api/tables/{table}/picture.png"
    by_name = [(await fetched(live, f"{path}?lang={language}")).content for language in ("en", "de", "fr", "it")]
    assert len(set(by_name)) == 4
    by_header = await fetched(live, path, **{"Accept-Language": "nl, it;q=0.8, de;q=0.7"})
    assert by_header.content == by_name[3]
    assert by_header.headers["vary"] == "Accept-Language"
    assert (await fetched(live, f"{path}?lang=nl")).status_code == 400


async def test_a_position_of_a_replay_has_a_picture_of_its_own(live: Live) -> None:
    ada, table = await finished(live)
    path = f"/api/tables/{table}/picture.png"
    last = len((await ada.get(f"/api/tables/{table}/record"))["actions"])
    first, second, end, beyond = [await fetched(live, f"{path}?ply={ply}") for ply in (0, 1, last, last + 10**6)]
    assert len({one.content for one in (first, second, end)}) == 3
    assert beyond.content == end.content
    assert (await fetched(live, f"{path}?ply=-1")).status_code == 400
    assert (await fetched(live, f"{path}?ply=x")).status_code == 400


@pytest.mark.parametrize("name", ["picture.png", "animation.gif"])
async def test_what_does_not_exist_has_no_picture(live: Live, name: str) -> None:
    answer = await fetched(live, f"/api/tables/no-such-table/{name}")
    assert (answer.status_code, answer.json()["key"]) == (404, "no_table")
    assert (await fetched(live, f"/api/tables/..../{name}")).status_code == 400


async def test_a_table_without_spectators_shows_nothing_once_it_runs(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", spectators=False)
    path = f"/api/tables/{table}/picture.png"
    gathering = await fetched(live, path)
    await (await live.person("Bo")).sit(table)
    site = await fetched(live, "/api/picture.png")
    assert opened(site).size == (1200, 630)
    for asked in ("", "?ply=0", "?version=2", "?ply=3&version=3"):
        answer = await fetched(live, path + asked)
        assert (answer.content, answer.headers["etag"]) == (site.content, site.headers["etag"])
    assert gathering.content != site.content
    assert (await ada.call("GET", path)).content == site.content  # also to those who play: others may keep it
    async with ada.at(table) as socket:
        await socket.ask("resign", seat=0)
    assert (await fetched(live, path)).content == site.content
    assert (await fetched(live, f"/api/tables/{table}/animation.gif")).status_code == 404
    assert opened(await ada.call("GET", f"/api/tables/{table}/animation.gif")).format == "GIF"


async def test_a_game_that_draws_nothing_has_a_card_and_no_animation(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, "picture", lambda *_: None)
    _, table = await running(live, "connectfour")
    assert opened(await fetched(live, f"/api/tables/{table}/picture.png")).size == (1200, 630)
    answer = await fetched(live, f"/api/tables/{table}/animation.gif")
    assert (answer.status_code, answer.json()["key"]) == (409, "no_picture")


async def some_play(socket: Socket, actions: int) -> None:
    for _ in range(actions):
        await socket.until_mine()
        await socket.play()


@pytest.mark.parametrize(("game", "early"), [("igluiglu", 409), ("icecult", 200), ("connectfour", 200)])
async def test_a_game_is_animated_when_its_record_may_be_seen(live: Live, game: str, early: int) -> None:
    ada, table = await running(live, game)
    path = f"/api/tables/{table}/animation.gif"
    async with ada.at(table) as socket:
        await some_play(socket, 3)
        answer = await fetched(live, path)
        assert answer.status_code == early
        if early == 409:
            assert answer.json()["key"] == "not_over"
        await some_play(socket, 2)
        await socket.ask("resign", seat=0)
    answer = await fetched(live, path)
    picture = opened(answer)
    assert getattr(picture, "n_frames") == 6  # noqa: B009  # only what has frames has it
    assert picture.info["loop"] == 0
    assert answer.headers["content-disposition"] == f'attachment; filename="{table}.gif"'
    kept = await fetched(live, path, **{"If-None-Match": answer.headers["etag"]})
    assert (kept.status_code, kept.content) == (304, b"")


async def test_before_a_game_begins_there_is_nothing_to_animate(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", game="connectfour")
    answer = await fetched(live, f"/api/tables/{table}/animation.gif")
    assert (answer.status_code, answer.json()["key"]) == (409, "not_begun")


async def test_a_record_from_a_file_is_animated(live: Live) -> None:
    made = Record.begin(floe.game("connectfour"), seed=1)
    while not made.over:
        made.play(made.state.legal_actions()[0])
    ada = await live.person()
    answer = await ada.call("POST", "/api/animation.gif?lang=de", {"record": made.to_dict()})
    assert getattr(opened(answer), "n_frames") == len(shown(len(made)))  # noqa: B009
    broken = made.to_dict() | {"actions": ["no such"]}
    assert (await ada.call("POST", "/api/animation.gif", {"record": broken})).status_code == 400


@pytest.mark.usefixtures("no_refill")
async def test_an_address_may_not_ask_for_pictures_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("limited") / "floe.sqlite")
    async with serving(database, pictures_per_minute=3) as live:
        answers = [await fetched(live, "/api/picture.png") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert (await fetched(live, "/api/server")).status_code == 200
