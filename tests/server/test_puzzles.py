"""Puzzles over HTTP: listed, shown, tried, refuted and explained; what there is not is refused."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe.puzzling.puzzle import Puzzle
from tests.server.live import Live
from tests.server.people import Person, browser

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ada(live: Live) -> Person:
    return await live.person()


def one_of(game: str, task: str) -> Puzzle:
    return floe.puzzles(game).by(theme=task)[0]


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
async def test_all_are_listed_in_short(ada: Person, game: str) -> None:
    found = await ada.get(f"/api/puzzles/{game}")
    puzzles = list(floe.puzzles(game))
    assert found["ids"] == [puzzle.id for puzzle in puzzles]
    assert found["ratings"] == [puzzle.rating for puzzle in puzzles]
    assert found["players"] == [puzzle.players for puzzle in puzzles]
    assert found["actions"] == [puzzle.actions for puzzle in puzzles]
    tasks = [found["tasks"][place] for place in found["task"]]
    themes = [[found["themes"][place] for place in places] for places in found["about"]]
    assert [(task, *more) for task, more in zip(tasks, themes, strict=True)] == [puzzle.themes for puzzle in puzzles]


async def test_a_list_that_is_known_is_not_sent_again(live: Live) -> None:
    async with browser(live.address) as client:
        first = await client.get("/api/puzzles/icecult")
        again = await client.get("/api/puzzles/icecult", headers={"If-None-Match": first.headers["etag"]})
        other = await client.get("/api/puzzles/igluiglu", headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code, other.status_code) == (200, 304, 200)
    assert again.content == b""


async def test_a_day_has_the_puzzle_that_it_has_everywhere(ada: Person) -> None:
    day = "2026-11-16"
    found = await ada.get(f"/api/puzzles/icecult/daily?day={day}")
    assert found == {"id": floe.puzzles("icecult").daily(day).id, "day": day}


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
async def test_a_puzzle_is_shown_as_its_solver_sees_it(ada: Person, game: str) -> None:
    puzzle = floe.puzzles(game)[0]
    found = await ada.get(f"/api/puzzles/{game}/{puzzle.id}")
    assert (found["task"], found["themes"]) == (puzzle.task, list(puzzle.found.themes))
    assert (found["seat"], found["players"], found["rating"]) == (puzzle.seat, puzzle.players, puzzle.rating)
    shown = found["shown"]
    assert shown["document"] == shown["position"]["view"] == puzzle.position
    assert shown["position"]["legal"] == puzzle.state.legal_actions()
    assert "solution" not in found


async def test_the_solution_solves_step_by_step(ada: Person) -> None:
    puzzle = one_of("icecult", "win")
    path = f"/api/puzzles/icecult/{puzzle.id}"
    own = list(puzzle.solution[0])
    for n, action in enumerate(own, 1):
        found = await ada.post(f"{path}/try", {"actions": own[:n]})
        assert found["standing"] == ("solved" if n == len(own) else "open")
        assert [frame["action"] for frame in found["played"]] == [action]
        assert found["played"][-1]["position"]["view"] == found["shown"]["document"]
        assert bool(found["shown"]["position"]["legal"]) == (n < len(own))
    told = await ada.get(f"{path}/solution")
    assert [frame["action"] for frame in told["frames"]] == [None, *own]
    assert "wins" in {fact["key"] for fact in told["reasons"]}


async def test_the_others_reply_in_between(ada: Person) -> None:
    puzzle = one_of("icecult", "win_in_two")
    own, reply, last = puzzle.solution
    found = await ada.post(f"/api/puzzles/icecult/{puzzle.id}/try", {"actions": list(own)})
    assert found["standing"] == "open"
    assert [frame["action"] for frame in found["played"]] == [own[-1], *reply]
    assert {frame["seat"] for frame in found["played"][1:]} == {1 - puzzle.seat}
    assert found["shown"]["to_move"] == puzzle.seat
    solved = await ada.post(f"/api/puzzles/icecult/{puzzle.id}/try", {"actions": [*own, *last]})
    assert solved["standing"] == "solved"


@pytest.mark.parametrize(("game", "task"), [("icecult", "defence"), ("igluiglu", "best_turn"), ("igluiglu", "escape")])
async def test_a_wrong_action_is_refuted_by_play_and_by_facts(ada: Person, game: str, task: str) -> None:
    puzzle = one_of(game, task)
    wrong = await first_wrong(ada, puzzle)
    assert wrong["shown"]["position"]["legal"] == []
    refutation = wrong["refutation"]
    expected = {"defence": "leaves_win", "best_turn": "brings_less", "escape": "leaves_danger"}
    assert [fact["key"] for fact in refutation["facts"]] == [expected[task]]
    state = puzzle.state.play(wrong["played"][0]["action"])
    for frame in refutation["frames"]:
        state = state.play(frame["action"])
        assert frame["position"]["view"] == state.view(puzzle.seat)


async def first_wrong(ada: Person, puzzle: Puzzle) -> dict[str, Any]:
    for action in puzzle.state.legal_actions():
        found: dict[str, Any] = await ada.post(f"/api/puzzles/{puzzle.game}/{puzzle.id}/try", {"actions": [action]})
        if found["standing"] == "wrong":
            return found
    raise AssertionError("everything is right")


async def test_what_there_is_not_is_refused_in_words(ada: Person) -> None:
    puzzle = one_of("icecult", "win")
    path = f"/api/puzzles/icecult/{puzzle.id}"
    own = list(puzzle.solution[0])
    refused: list[tuple[str, str, Any, int, str]] = [
        ("GET", "/api/puzzles/chess", None, 404, "no_puzzles"),
        ("GET", "/api/puzzles/chess/daily?day=2026-11-16", None, 404, "no_puzzles"),
        ("GET", "/api/puzzles/icecult/0123456789ab", None, 404, "no_puzzle"),
        ("GET", "/api/puzzles/icecult/0123456789ab/solution", None, 404, "no_puzzle"),
        ("POST", "/api/puzzles/igluiglu/" + puzzle.id + "/try", {"actions": []}, 404, "no_puzzle"),
        ("GET", "/api/puzzles/icecult/daily?day=2026-02-30", None, 409, "bad_day"),
        ("GET", "/api/puzzles/icecult/daily?day=tomorrow", None, 409, "bad_day"),
        ("GET", "/api/puzzles/icecult/daily", None, 400, "malformed"),
        ("GET", "/api/puzzles/icecult/..%2F..", None, 404, "not_found"),
        ("POST", f"{path}/try", {"actions": [*own, "end"]}, 409, "puzzle_over"),
        ("POST", f"{path}/try", {"actions": ["nonsense"]}, 400, "malformed"),
        ("POST", f"{path}/try", {"actions": ["a" * 41]}, 400, "malformed"),
        ("POST", f"{path}/try", {"actions": ["end"] * 201}, 400, "malformed"),
        ("POST", f"{path}/try", {"actions": "end"}, 400, "malformed"),
        ("POST", f"{path}/try", {}, 400, "malformed"),
    ]
    for method, where, body, status, key in refused:
        answer = await ada.call(method, where, body)
        assert (answer.status_code, answer.json()["key"]) == (status, key), where
    illegal = await ada.call("POST", f"{path}/try", {"actions": ["N>"]})
    assert illegal.status_code == 400
