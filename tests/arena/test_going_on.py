"""A run of games that goes on where an earlier one with the same folder was."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from floe.arena import match
from floe.arena.executors import InProcess
from floe.arena.match import Match, MatchResult
from floe.arena.run import Run
from floe.arena.schedule import Contest, blocks
from tests.arena.pretending import ended
from tests.cli.running import call, flat

LEVELS = ("icecult", "random", "greedy", "--jobs", 0, "--out", "r")


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def rows(file: str = "r/games.csv") -> list[list[str]]:
    with Path(file).open(encoding="utf-8", newline="") as opened:
        return list(csv.reader(opened))[1:]


def without_times(games: list[list[str]]) -> list[list[str]]:
    return [game[:12] + game[13:] for game in games]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Players and number of every game that is really played."""
    found: list[tuple[int, int]] = []
    play = match.play

    def watched(wanted: Match) -> MatchResult:
        found.append((len(wanted.seats), wanted.number))
        return play(wanted)

    monkeypatch.setattr(match, "play", watched)
    return found


def test_the_same_folder_goes_on_with_its_games(played: list[tuple[int, int]]) -> None:
    call("arena", *LEVELS, "--games", 4, "--players", "2,3")
    before = rows()
    played.clear()
    result = call("arena", *LEVELS, "--games", 8, "--players", "2,3")
    assert result.exit_code == 0
    assert played == [(2, 4), (2, 5), (2, 6), (2, 7), (3, 6), (3, 7), (3, 8)]
    assert "## 2 players, 8 games" in result.stdout
    assert all(game in rows() for game in before)  # to the last digit of their seconds
    call("arena", *LEVELS[:-1], "whole", "--games", 8, "--players", "2,3")
    assert without_times(rows()) == without_times(rows("whole/games.csv"))


def test_a_run_that_is_whole_plays_nothing_and_says_the_same(played: list[tuple[int, int]]) -> None:
    first = call("arena", *LEVELS, "--games", 6, "--players", "3")
    played.clear()
    second = call("arena", *LEVELS, "--games", 6, "--players", "3")
    assert second.stdout == first.stdout
    assert not played


def test_games_beyond_those_that_are_asked_for_are_kept_and_not_counted() -> None:
    call("arena", *LEVELS, "--games", 6, "--players", "2,3")
    before = rows()
    result = call("arena", *LEVELS, "--games", 2)
    assert "## 2 players, 2 games" in result.stdout
    assert rows() == before


def test_a_line_that_was_cut_short_is_played_again(played: list[tuple[int, int]]) -> None:
    call("arena", *LEVELS, "--games", 4)
    before = rows()
    file = Path("r/games.csv")
    file.write_bytes(file.read_bytes()[:-9])
    played.clear()
    assert call("arena", *LEVELS, "--games", 4).exit_code == 0
    assert played == [(2, 3)]
    assert without_times(rows()) == without_times(before)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["--seed", "x"], "there seed is 0, here 'x'"),
        (["--opening", 2], "there opening is 0, here 2"),
        (["--rules", "path_length=3"], "there rules is"),
        (["--meet", "neighbours"], "there meet is 'everybody', here 'neighbours'"),
    ],
)
def test_games_of_another_run_are_not_mixed_with_these(changed: list[object], said: str) -> None:
    call("arena", *LEVELS, "--games", 2)
    before = Path("r/games.csv").read_bytes()
    result = call("arena", *LEVELS, "--games", 4, *changed)
    assert result.exit_code == 2
    assert f"r/games.csv is of another run: {said}" in flat(result.stderr)
    assert "name another folder with --out" in flat(result.stderr)
    assert Path("r/games.csv").read_bytes() == before


def test_a_network_that_has_learnt_on_meanwhile_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (b"one", b"two"):
        Path("best.npz").write_bytes(content)
        monkeypatch.setattr("floe.arena.schedule.bot", lambda *_: None)  # this one cannot play
        about = Contest("icecult", ("best.npz@100", "random"), 2).about("blocks")
        assert list(about["files"]) == ["best.npz@100"]
        Path(f"{content.decode()}.txt").write_text(about["files"]["best.npz@100"])
    assert Path("one.txt").read_text() != Path("two.txt").read_text()


@pytest.mark.parametrize(
    "fault", ["no run.json", "run.json is no JSON", "run.json is a list", "no game", "no number", "no turns"]
)
def test_what_cannot_be_read_is_refused_and_left_as_it_is(fault: str) -> None:
    call("arena", *LEVELS, "--games", 2)
    run, games = Path("r/run.json"), Path("r/games.csv")
    if fault == "no run.json":
        run.unlink()
    elif fault == "run.json is no JSON":
        run.write_text("{")
    elif fault == "run.json is a list":
        run.write_text("[1]")
    elif fault == "no game":
        games.write_text(games.read_text() + "a,b\n")
    elif fault == "no number":
        games.write_text(games.read_text().replace("2,1,0,", "2,one,0,"))
    else:
        games.write_text(games.read_text().replace("IC-20,home,", "IC-20,home,soon "))
    before = games.read_bytes()
    result = call("arena", *LEVELS, "--games", 4)
    assert result.exit_code == 2
    assert "name another folder with --out" in flat(result.stderr)
    assert games.read_bytes() == before


def test_records_that_are_wanted_now_are_played_for(played: list[tuple[int, int]]) -> None:
    call("arena", *LEVELS, "--games", 2)
    played.clear()
    call("arena", *LEVELS, "--games", 4, "--records", "kept")
    assert played == [(2, 0), (2, 1), (2, 2), (2, 3)]
    assert len(list(Path("kept").iterdir())) == len(rows()) == 4


def test_known_games_count_in_their_blocks_and_are_not_told_again() -> None:
    contest = Contest("icecult", ("random", "greedy"), 2)
    matches = [one for block in blocks(contest, 8) for one in block]
    there = {one.number: ended(one, (1, 0)) for one in matches if one.number in {0, 1, 3, 6, 7}}
    run = Run(blocks(contest, 8), InProcess(), lambda wanted: there.get(wanted.number))
    told: list[int] = []
    found = list(run.play(lambda game: told.append(game.match.number)))
    assert [[game.match.number for game in block] for block in found] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert told == [2, 4, 5]
    assert found[0] == [there[0], there[1]]
    assert len(run.played) == 8
