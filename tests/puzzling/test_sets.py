"""Sets of puzzles: chosen always alike, packed without loss, refused where they do not fit, one for each day."""

from __future__ import annotations

import copy
import datetime
import json
from collections import Counter
from typing import Any

import pytest

import floe
from floe.core.errors import BadOption
from floe.core.typing import Document
from floe.puzzling.collection import Puzzles, day_number
from floe.puzzling.library import read
from floe.puzzling.packing import BadPuzzles, digest, packed, written
from floe.puzzling.selection import select, shares, unlike

FEWEST = {"icecult": 1000, "igluiglu": 300}
every_game = pytest.mark.parametrize("game", FEWEST)


@every_game
def test_enough_puzzles_are_shipped_for_every_number_of_players(game: str) -> None:
    puzzles = floe.puzzles(game)
    assert len(puzzles) >= FEWEST[game]
    assert len(set(puzzles.ids())) == len(puzzles)
    for players in floe.game(game).players:
        assert len(puzzles.by(players=players)) >= len(puzzles) // 5


@every_game
def test_packing_loses_nothing(game: str) -> None:
    some = list(floe.puzzles(game))[::40]
    again = read(written(packed(some)), game)
    assert list(again) == some
    assert again.ids() == [puzzle.id for puzzle in some]
    assert list(again) == list(Puzzles(packed(some)))
    for puzzle in again:
        assert puzzle.state.view(puzzle.seat) == puzzle.position


def shipped(game: str = "icecult") -> Document:
    return packed([floe.puzzles(game)[n] for n in range(5)])


def changed(**fields: Any) -> Document:
    """A set with other fields, whose digest is right."""
    document = {**shipped(), **fields}
    return {**document, "digest": digest(document)}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"format": "floe record"}, "format"),
        ({"version": 2}, "version"),
        ({"game": "igluiglu"}, "game"),
        ({"rules_version": 99}, "made for version 99 of the rules"),
    ],
)
def test_a_set_of_something_else_is_refused(fields: Document, said: str) -> None:
    with pytest.raises(BadPuzzles, match=said):
        read(json.dumps(changed(**fields)), "icecult")


def test_a_damaged_set_is_refused() -> None:
    document = copy.deepcopy(shipped())
    document["puzzles"][0][5][0].append("end")
    with pytest.raises(BadPuzzles, match="damaged"):
        read(json.dumps(document), "icecult")
    with pytest.raises(BadPuzzles, match="not JSON"):
        read(written(shipped())[:-40], "icecult")
    with pytest.raises(BadPuzzles, match="format"):
        read("[]", "icecult")


def test_a_game_without_puzzles_says_so() -> None:
    with pytest.raises(BadOption, match="connectfour comes with no puzzles"):
        floe.puzzles("connectfour")


def test_puzzles_are_looked_up_by_theme_players_and_rating() -> None:
    puzzles = floe.puzzles("icecult")
    towers = puzzles.by(theme="tower", players=3, lowest=1000, highest=1500)
    assert 0 < len(towers) < len(puzzles)
    for puzzle in towers:
        assert "tower" in puzzle.themes
        assert puzzle.players == 3
        assert 1000 <= puzzle.rating <= 1500
    assert puzzles.get(towers[0].id) == towers[0]
    with pytest.raises(BadOption, match="there is no theme 'wine'"):
        puzzles.by(theme="wine")
    with pytest.raises(BadOption, match="there is no puzzle 'x'"):
        puzzles.get("x")


@every_game
def test_each_day_has_its_puzzle_and_none_comes_again_soon(game: str) -> None:
    puzzles = floe.puzzles(game)
    begin = datetime.date(2026, 2, 20)
    days = [begin + datetime.timedelta(n) for n in range(60)]
    ids = [puzzles.daily(day).id for day in days]
    assert len(set(ids)) == len(ids)
    assert puzzles.daily("2026-02-20").id == ids[0]
    with pytest.raises(BadOption, match="YYYY-MM-DD"):
        puzzles.daily("tomorrow")


def test_the_puzzle_of_a_day_hangs_on_the_ids_alone() -> None:
    puzzles = floe.puzzles("icecult")
    turned = Puzzles(packed(list(puzzles)[::-1]))
    assert turned.daily("2026-11-16") == puzzles.daily("2026-11-16")


@pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "2000-02-29", "2000-03-01", "2026-11-16", "2100-03-01"])
def test_days_are_counted_as_python_does(day: str) -> None:
    assert day_number(day) == datetime.date.fromisoformat(day).toordinal()


# Choosing


def one(number: int, **fields: Any) -> Document:
    """A puzzle as a pool has it, as far as choosing looks at it."""
    return {
        "id": f"p{number}",
        "seed": "1",
        "task": "win",
        "position": {"players": ["y", "g"]},
        "rating": 1000,
        "solution": [[f"a{number}"]],
        "same": f"same {number}",
        "from": [number, 7],
    } | fields


def test_of_one_turn_one_position_or_one_solution_one_is_kept() -> None:
    pool = [
        one(1),
        one(2, **{"from": [1, 7]}),
        one(3, same="same 1"),
        one(4, **{"from": [1, 8]}, solution=[["a1"]]),
        one(5, **{"from": [5, 7]}, solution=[["a1"]]),
        one(6, **{"from": [1, 7]}, seed="2"),
    ]
    kept = {puzzle["id"] for puzzle in unlike(pool)}
    assert {"p5", "p6"} <= kept
    assert len(kept & {"p1", "p2", "p3", "p4"}) <= 3
    assert not {"p1", "p2"} <= kept
    assert not {"p1", "p3"} <= kept
    assert not {"p1", "p4"} <= kept


def test_the_rarer_task_is_kept() -> None:
    pool = [one(1), one(2), one(3, task="defence", **{"from": [1, 7]})]
    assert {puzzle["id"] for puzzle in unlike(pool)} == {"p2", "p3"}


def test_a_choice_is_even_and_always_the_same() -> None:
    pool = [
        one(
            n,
            task=("win", "defence")[n % 10 == 0],
            rating=500 + 37 * (n % 50),
            position={"players": "yrgb"[: 2 + n % 3]},
        )
        for n in range(400)
    ]
    chosen = select(pool, 90, {"defence": 30})
    assert chosen == select(pool[::-1], 90, {"defence": 30})
    assert Counter(puzzle["task"] for puzzle in chosen) == {"win": 60, "defence": 30}
    assert set(Counter((puzzle["task"], len(puzzle["position"]["players"])) for puzzle in chosen).values()) == {10, 20}
    assert [puzzle["rating"] for puzzle in chosen] == sorted(puzzle["rating"] for puzzle in chosen)
    assert len(select(pool, 10_000)) == 400


def test_a_number_is_shared_out_as_evenly_as_may_be() -> None:
    assert shares(10, {"a": 1, "b": 9, "c": 9}) == {"a": 1, "b": 4, "c": 5}
    assert shares(10, {"a": 2, "b": 3}) == {"a": 2, "b": 3}
