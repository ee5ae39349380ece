"""What is remembered of those who solve puzzles: judged by the server, counted once, on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import httpx
import pytest

import floe
from floe.puzzling.puzzle import Puzzle
from floe.server.practice import DAYS_BACK, judged_tries
from floe.server.puzzle_ratings import NOVICE, measured, rated
from floe.server.store import PuzzleTryRow, Store
from floe.server.wire.practice import PuzzleTries, PuzzleTry
from tests.server.live import PATIENCE_S, Live
from tests.server.store_rows import ADA, BO, seat_guests

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
NOW = int(NOON.timestamp() * 1000)
TODAY = date(2026, 11, 16)
GAMES = ("icecult", "igluiglu")


def solution(puzzle: Puzzle) -> list[str]:
    """The solver's part of it; where nobody replies, the rest follows of itself."""
    replies = len(puzzle.solution) > 1 and bool(puzzle.solution[1])
    return [action for part in (puzzle.solution[::2] if replies else puzzle.solution[:1]) for action in part]


def wrong(puzzle: Puzzle) -> list[str]:
    """A first action that spoils the puzzle, or else the first that is not the solution's."""
    others = [action for action in puzzle.state.legal_actions() if action != puzzle.solution[0][0]]
    return others[:1]


def tried(puzzle: str, solved: bool = True, day: str | None = None, rating: int = 1200) -> PuzzleTryRow:
    return PuzzleTryRow(puzzle, solved, measured(rating), day)


# In the store


async def test_a_first_try_counts_once(store: Store) -> None:
    await seat_guests(store)
    assert await store.solvers(ADA, NOVICE) == []
    first = await store.try_puzzles(ADA, "icecult", [tried("a"), tried("b", False)], 1, NOVICE, rated)
    assert first.tries == {"a": True, "b": False}
    expected, _ = rated(rated(NOVICE, measured(1200), True)[0], measured(1200), False)
    assert first.rating == expected
    again = await store.try_puzzles(ADA, "icecult", [tried("a", False), tried("b")], 2, NOVICE, rated)
    assert again == first
    assert await store.solvers(ADA, NOVICE) == [first]
    assert await store.solvers(BO, NOVICE) == []


async def test_with_help_it_was_not_solved(store: Store) -> None:
    await seat_guests(store)
    helped = PuzzleTryRow("a", True, measured(1200), "2026-11-16", hinted=True)
    kept = await store.try_puzzles(ADA, "icecult", [helped], 1, NOVICE, rated)
    assert kept.tries == {"a": False}
    assert kept.days == ["2026-11-16"]


async def test_days_count_at_whichever_try_and_once(store: Store) -> None:
    await seat_guests(store)
    tries = [
        tried("a", False),
        tried("a", day="2026-11-16"),
        tried("a", day="2026-11-16"),
        tried("b", day="2026-11-15"),
    ]
    kept = await store.try_puzzles(ADA, "icecult", tries, 1, NOVICE, rated)
    assert kept.days == ["2026-11-15", "2026-11-16"]
    assert kept.tries == {"a": False, "b": True}
    assert await store.solvers(ADA, NOVICE) == [kept]


async def test_games_are_kept_apart(store: Store) -> None:
    await seat_guests(store)
    await store.try_puzzles(ADA, "icecult", [tried("a")], 1, NOVICE, rated)
    other = await store.try_puzzles(ADA, "igluiglu", [tried("a", False)], 2, NOVICE, rated)
    assert other.tries == {"a": False}
    assert [row.game for row in await store.solvers(ADA, NOVICE)] == ["icecult", "igluiglu"]


async def test_a_puzzle_moves_from_its_measured_rating_by_results_alone(store: Store) -> None:
    await seat_guests(store)
    assert await store.puzzle_ratings("icecult") == {}
    await store.try_puzzles(ADA, "icecult", [tried("a", rating=1500)], 1, NOVICE, rated)
    _, once = rated(NOVICE, measured(1500), True)
    assert await store.puzzle_ratings("icecult") == {"a": once.rating}
    await store.try_puzzles(BO, "icecult", [tried("a", rating=9999)], 2, NOVICE, rated)
    _, twice = rated(NOVICE, once, True)
    assert await store.puzzle_ratings("icecult") == {"a": twice.rating}
    assert await store.puzzle_ratings("igluiglu") == {}


async def test_two_devices_of_a_guest_at_the_same_time(store: Store) -> None:
    """Both tell all that they have, in pieces that overlap: each puzzle counts once, and the rating fits the tries."""
    await seat_guests(store)
    names = [f"p{n}" for n in range(12)]
    pieces = [names[n : n + 4] for n in range(9)]
    told = [store.try_puzzles(ADA, "icecult", [tried(name) for name in piece], 1, NOVICE, rated) for piece in pieces]
    await asyncio.gather(*told)
    (kept,) = await store.solvers(ADA, NOVICE)
    assert sorted(kept.tries) == sorted(names)
    expected = NOVICE
    for _ in names:
        expected, _ = rated(expected, measured(1200), True)
    assert kept.rating == expected


# Judging


@pytest.mark.parametrize("game", GAMES)
def test_what_was_played_is_judged(game: str) -> None:
    puzzle, other = floe.puzzles(game)[0], floe.puzzles(game)[1]
    asked = PuzzleTries(
        game,
        [
            PuzzleTry(puzzle.id, solution(puzzle)),
            PuzzleTry(puzzle.id, solution(puzzle)[:1]),  # right so far, and given up
            PuzzleTry(other.id, wrong(other)),
            PuzzleTry(other.id),
            PuzzleTry(other.id, solution(other), hinted=True),
        ],
    )
    rows, unknown = judged_tries(asked, NOW)
    assert unknown == []
    assert [(row.puzzle, row.solved, row.hinted) for row in rows] == [
        (puzzle.id, True, False),
        (puzzle.id, False, False),
        (other.id, False, False),
        (other.id, False, False),
        (other.id, True, True),
    ]
    assert rows[0].measured == measured(puzzle.rating)


def test_puzzles_that_are_not_here_and_actions_that_cannot_be_played_count_for_nothing() -> None:
    puzzle = floe.puzzles("icecult")[0]
    asked = PuzzleTries("icecult", [PuzzleTry("0" * 12, ["end"]), PuzzleTry(puzzle.id, ["nonsense"])])
    assert judged_tries(asked, NOW) == ([], ["0" * 12, puzzle.id])


@pytest.mark.parametrize(
    ("away", "counts"), [(-1, True), (0, True), (1, True), (2, False), (-DAYS_BACK, True), (-DAYS_BACK - 1, False)]
)
def test_a_day_counts_that_is_today_somewhere_or_was_not_long_ago(away: int, counts: bool) -> None:
    day = str(TODAY + timedelta(days=away))
    puzzle = floe.puzzles("icecult").daily(day)
    rows, _ = judged_tries(PuzzleTries("icecult", [PuzzleTry(puzzle.id, solution(puzzle), day=day)]), NOW)
    assert rows[0].day == (day if counts else None)


def test_a_day_counts_for_its_own_puzzle_and_only_if_that_was_solved() -> None:
    today, before = str(TODAY), str(TODAY - timedelta(days=1))
    puzzle = floe.puzzles("icecult").daily(today)
    asked = [PuzzleTry(puzzle.id, solution(puzzle), day=before), PuzzleTry(puzzle.id, wrong(puzzle), day=today)]
    rows, _ = judged_tries(PuzzleTries("icecult", asked), NOW)
    assert [row.day for row in rows] == [None, None]


# Over HTTP


async def test_a_guest_tells_and_finds_it_again_elsewhere(live: Live) -> None:
    puzzle = floe.puzzles("icecult")[2]
    async with live.anonymous() as browser:
        assert (await browser.get("/api/me/puzzles")).json() == {"records": []}
        body = {"game": "icecult", "tries": [{"id": puzzle.id, "actions": solution(puzzle)}]}
        refused = await browser.post("/api/me/puzzles", json=body)
        assert (refused.status_code, refused.json()["key"]) == (401, "no_guest")
        await browser.get("/api/me")
        told = await browser.post("/api/me/puzzles", json=body)
        assert told.status_code == 200
        record = told.json()["record"]
        assert record["solved"] == [puzzle.id]
        assert record["rating"] == pytest.approx(rated(NOVICE, measured(puzzle.rating), True)[0].rating)
        again = await browser.post("/api/me/puzzles", json=body)
        assert again.json()["record"] == record
        token = browser.cookies["floe_guest"]
    async with httpx.AsyncClient(
        base_url=live.url, timeout=PATIENCE_S, headers={"Authorization": f"Bearer {token}"}
    ) as other:
        assert (await other.get("/api/me/puzzles")).json() == {"records": [record]}
        moved = (await other.get("/api/puzzles/icecult/ratings")).json()
        assert moved["ratings"][puzzle.id] < puzzle.rating


async def test_a_claim_is_worth_nothing(live: Live) -> None:
    """There is no field for it, and a wrong try is a miss whoever says otherwise."""
    puzzle = floe.puzzles("icecult")[3]
    async with live.anonymous() as browser:
        await browser.get("/api/me")
        claim = {"id": puzzle.id, "actions": solution(puzzle), "solved": True}
        refused = await browser.post("/api/me/puzzles", json={"game": "icecult", "tries": [claim]})
        assert refused.status_code == 400
        wrongly = {"id": puzzle.id, "actions": wrong(puzzle)}
        told = await browser.post("/api/me/puzzles", json={"game": "icecult", "tries": [wrongly]})
        assert told.json()["record"]["missed"] == [puzzle.id]


async def test_too_much_at_once_and_games_without_puzzles_are_refused(live: Live) -> None:
    async with live.anonymous() as browser:
        await browser.get("/api/me")
        many = {"game": "icecult", "tries": [{"id": "0" * 12}] * 21}
        assert (await browser.post("/api/me/puzzles", json=many)).status_code == 400
        nowhere = await browser.post("/api/me/puzzles", json={"game": "chess", "tries": []})
        assert nowhere.status_code == 400


async def test_an_action_is_judged_over_http(live: Live) -> None:
    puzzle = next(one for one in floe.puzzles("icecult") if one.task == "win")
    async with live.anonymous() as browser:
        body = {"position": puzzle.position, "action": solution(puzzle)[0]}
        found = (await browser.post("/api/judge", json=body)).json()
        assert (found["seat"], found["achieved"], found["grade"]) == (puzzle.seat, 1, None)
        refused = await browser.post("/api/judge", json=body | {"action": "nonsense"})
        assert refused.status_code == 400


async def test_another_site_cannot_tell_for_a_guest(live: Live) -> None:
    async with live.anonymous() as browser:
        await browser.get("/api/me")
        told = await browser.post(
            "/api/me/puzzles", json={"game": "icecult", "tries": []}, headers={"Origin": "https://elsewhere.example"}
        )
        assert told.status_code == 403
