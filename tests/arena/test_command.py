"""The command ``floe arena``, from its options to the report."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import floe
from floe.arena import plots
from floe.bots import registry
from floe.cli import arena
from floe.cli.entry import main
from tests.arena.bad_bots import CHEATING
from tests.cli.running import REPOSITORY, call, flat


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def rows(file: str) -> list[dict[str, str]]:
    with Path(file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def without_times(file: str) -> list[dict[str, str]]:
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows(file)]


def test_it_prints_ratings_and_writes_a_report() -> None:
    result = call("arena", "icecult", "random", "greedy", "--games", 12, "--players", "2,3", "--jobs", 0, "--out", "r")
    assert result.exit_code == 0
    for text in (result.stdout, Path("r/report.md").read_text(encoding="utf-8")):
        assert "## 2 players, 12 games" in text
        assert "## 3 players, 12 games" in text
        assert re.search(r"^\| greedy \| +\d+ \| +\d+\.\.\d* \|", text, re.MULTILINE)
        assert re.search(r"^\| random \| +0 \| +\|", text, re.MULTILINE)  # the anchor: 0 by definition
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if line.startswith("|"))
    assert "![Ratings](ratings.png)" in Path("r/report.md").read_text(encoding="utf-8")
    assert Path("r/ratings.png").read_bytes().startswith(b"\x89PNG")
    ratings = rows("r/ratings.csv")
    assert [(row["players"], row["level"]) for row in ratings] == [
        ("2", "greedy"), ("2", "random"), ("3", "greedy"), ("3", "random"),
    ]  # fmt: skip
    assert float(ratings[0]["elo_low"]) <= float(ratings[0]["elo"])
    games = rows("r/games.csv")
    assert [(row["players"], int(row["number"])) for row in games] == [(n, i) for n in "23" for i in range(12)]
    for row in games:
        assert sum(map(float, row["shares"].split())) == pytest.approx(1, abs=1e-4)
        assert len(row["seats"].split()) == int(row["players"])


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    for name, seed in (("a", "x"), ("b", "x"), ("c", "y")):
        call("arena", "icecult", "random", "greedy", "--games", 4, "--jobs", 0, "--seed", seed, "--out", name)
    assert without_times("a/games.csv") == without_times("b/games.csv") != without_times("c/games.csv")


def test_without_a_folder_named_it_makes_a_new_one() -> None:
    result = call("arena", "icecult", "random", "greedy", "--games", 2, "--jobs", 0)
    (report,) = Path("floe-arena").glob("icecult-*/report.md")
    assert str(report) in result.stdout


def test_records_of_every_game_can_be_kept() -> None:
    call("arena", "igluiglu", "random", "--balance", "--games", 3, "--jobs", 0, "--out", "r", "--records", "kept")
    kept = sorted(Path("kept").iterdir())
    assert [file.name for file in kept] == [f"2-players-{n:06}.json" for n in range(3)]
    for file, row in zip(kept, rows("r/games.csv"), strict=True):
        record = floe.load_record(file)
        assert str(len(record)) == row["actions"]
        assert record.seed == row["deal"]
        assert {player.kind for player in record.players} == {"random"}


def test_a_sequential_test_stops_early_and_says_what_it_found() -> None:
    result = call("arena", "icecult", "greedy", "random", "--sprt", "0,100", "--games", 200, "--jobs", 0, "--out", "r")
    assert "greedy is stronger than random: 100 Elo points fit better than 0." in flat(result.stdout)
    assert 4 <= len(rows("r/games.csv")) < 60
    result = call("arena", "icecult", "random", "greedy", "--sprt", "0,100", "--games", 200, "--jobs", 0, "--out", "s")
    assert "random is not stronger than greedy by 100 Elo points: 0 fit better." in flat(result.stdout)


def test_a_sequential_test_that_ran_out_of_games_says_so() -> None:
    result = call("arena", "icecult", "greedy", "random", "--sprt", "0,1", "--games", 2, "--jobs", 0, "--out", "r")
    assert "Undecided between 0 and 1 Elo points" in flat(result.stdout)


def test_the_balance_of_a_game() -> None:
    result = call(
        "arena", "icecult", "random", "--balance", "--games", 8, "--players", "all", "--jobs", 0, "--out", "r"
    )
    assert result.exit_code == 0
    page = Path("r/report.md").read_text(encoding="utf-8")
    for players, games in ((2, 8), (3, 9), (4, 8)):
        assert f"## {players} players, {games} games" in result.stdout
        for picture in ("seats", "colours", "endings", "lengths"):
            assert f"({players}-players-{picture}.png)" in page
            assert Path(f"r/{players}-players-{picture}.png").stat().st_size > 1000
    assert "five pawns are home" in result.stdout
    assert {row["what"] for row in rows("r/balance.csv")} == {
        "seat", "colour", "ending", "shared win", "turns", "actions",
    }  # fmt: skip


def test_the_balance_with_places_that_may_be_swapped() -> None:
    arguments = ("--balance", "--swap", "--games", 8, "--jobs", 0, "--out", "r", "--records", "kept")
    result = call("arena", "icecult", "easy", *arguments, "--rules", "path_length=2")
    assert result.exit_code == 0
    assert "Places were swapped in" in flat(result.stdout)
    found = {(row["what"], row["which"]): float(row["value"]) for row in rows("r/balance.csv")}
    played = rows("r/games.csv")
    swapped = [row["swapped"] == "1" for row in played]
    assert found["swapped", ""] == sum(swapped) / len(played)
    shares = [[float(share) for share in row["shares"].split()] for row in played]
    assert found["seat", "1"] == sum(share[0] for share in shares) / len(played)
    first = [share[1] if other else share[0] for share, other in zip(shares, swapped, strict=True)]
    assert found["sat first", "1"] == sum(first) / len(played)
    kept = [floe.load_record(file) for file in sorted(Path("kept").iterdir())]
    assert [record.swapped is not None for record in kept] == swapped


def test_openings_are_drawn_for_each_deal_and_the_same_for_every_seating() -> None:
    arguments = ("--opening", 6, "--games", 8, "--jobs", 0, "--out", "r", "--records", "kept")
    assert call("arena", "icecult", "greedy", "random", *arguments).exit_code == 0
    kept = [floe.load_record(file) for file in sorted(Path("kept").iterdir())]
    begun = [record.actions[:6] for record in kept]
    assert begun[::2] == begun[1::2]  # two seatings of a deal
    assert len(set(begun[::2])) == 4


def test_without_matplotlib_everything_else_is_written_and_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    for folder, arguments in (("r", ["random", "greedy"]), ("b", ["random", "--balance"])):
        result = call("arena", "icecult", *arguments, "--games", 2, "--jobs", 0, "--out", folder)
        assert result.exit_code == 0
        assert result.stdout.count("pip install 'floe-games[arena]'") == 1
        assert "![" not in Path(folder, "report.md").read_text(encoding="utf-8")
    for folder, figures in (("r", "ratings.csv"), ("b", "balance.csv")):
        assert {file.name for file in Path(folder).iterdir()} == {"report.md", "run.json", "games.csv", figures}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("icecult greedy", "a rating needs two levels or more"),
        ("icecult greedy genius", "no machine player 'genius' plays icecult"),
        ("icecult greedy greedy", "'greedy' is named twice"),
        ("chess greedy random", "there is no game 'chess'"),
        ("icecult greedy random --players two", "--players takes numbers such as 2 or 2,3,4, or all, not 'two'"),
        ("icecult greedy random --players 5", "for 2 to 4 players, not 5"),
        ("icecult greedy random --balance", "--balance lets one level play against itself"),
        ("icecult greedy random --swap", "--swap and --handicap go with --balance"),
        ("igluiglu greedy --balance --swap", "in igluiglu hands are hidden, so places are not swapped"),
        (
            "icecult greedy --balance --handicap pawn",
            "--handicap takes a seat from 1 to 2 and what it has ahead, such as 2:pawn",
        ),
        ("icecult greedy --balance --handicap 2:queen", "icecult knows no handicap 'queen'; there is pawn"),
        (
            "icecult greedy --balance --handicap 3:pawn",
            "a seat from 1 to 2 and what it has ahead, such as 2:pawn, not '3:pawn'",
        ),
        (
            "icecult greedy --balance --handicap 0:pawn",
            "a seat from 1 to 2 and what it has ahead, such as 2:pawn, not '0:pawn'",
        ),
        ("icecult greedy --balance --handicap 3:pawn --players 2,3", "a seat from 1 to 2"),
        ("igluiglu greedy --balance --handicap 1:pawn", "it has no handicaps"),
        (
            "icecult greedy --balance --handicap 1:pawn --swap",
            "places are not swapped where one of them has a handicap",
        ),
        ("icecult greedy --balance --swap --opening 4", "so it cannot be drawn; leave --opening out"),
        ("icecult greedy random --opening -1", "Invalid value for '--opening'"),
        ("icecult greedy --sprt 0,30", "--sprt compares two levels"),
        ("icecult greedy random --sprt 0,30 --players 3", "--sprt compares two levels in games of two players"),
        ("icecult greedy random --sprt 30", "--sprt takes two numbers of Elo points such as 0,30, not '30'"),
        ("icecult greedy random --sprt 30,0", "a low and a high number"),
        ("icecult greedy random --games 0", "Invalid value for '--games'"),
        ("icecult greedy random --rules magic=1", "magic"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_and_leaves_nothing_behind(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments.split()]) == 2
    complained = capsys.readouterr().err
    assert said in complained
    assert len(complained.splitlines()) == 1
    assert not list(Path().iterdir())


def test_a_game_that_fails_is_named_and_those_before_it_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "get_ready", lambda *_: None)  # which would let it play, and fail, at once
    levels = ["random", "greedy", CHEATING]
    assert main(["arena", "icecult", *levels, "--seed", "6", "--games", "6", "--jobs", "0", "--out", "r"]) == 2
    complained = capsys.readouterr().err
    found = re.search(
        r"game (\d) \(icecult, seats [a-z ]*\S+:Cheating[a-z ]*, seed 6, deal '6/2 players/deal \d'\) failed",
        complained,
    )
    assert found
    assert len(rows("r/games.csv")) == int(found[1])
    assert Path("r/report.md").exists()


def test_ctrl_c_ends_it_politely_and_keeps_what_was_played() -> None:
    command = [sys.executable, "-m", "floe", "arena", "icecult", "random", "greedy", "--games", "100000", "--out", "r"]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    while running.poll() is None and not (Path("r/games.csv").exists() and len(rows("r/games.csv")) >= 4):
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to every process at once
    said, complained = running.communicate()
    assert running.returncode == 130, complained
    assert "Traceback" not in complained
    stopped = re.search(r"Stopped after (\d+) games", said)
    assert stopped
    assert len(rows("r/games.csv")) == int(stopped[1]) >= 4
    assert "| greedy |" in said
    assert "| greedy |" in Path("r/report.md").read_text(encoding="utf-8")


def test_ray_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = call("arena", "icecult", "random", "greedy", "--ray", "local")
    assert result.exit_code == 2
    assert "--ray needs Ray; install it with: pip install 'floe-games[ray]'" in result.stderr
    assert not list(Path().iterdir())


def test_games_on_a_ray_cluster_are_the_same_games() -> None:
    pytest.importorskip("ray")
    Path("ownplayer.py").write_text(
        "class Own:\n    def choose(self, view, actions, rng):\n        return actions[-1]\n"
    )
    for name, where in (("here", ["--jobs", 0]), ("there", ["--ray", "local", "--jobs", 2])):
        result = call("arena", "icecult", "random", "ownplayer:Own", "--games", 4, *where, "--out", name)
        assert result.exit_code == 0, result.stderr
    assert without_times("here/games.csv") == without_times("there/games.csv")


def test_what_the_page_shows_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (REPOSITORY / "docs" / "arena.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(shown, {})  # noqa: S102 - it is our own page
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["greedy", "random"]


def test_the_commands_that_the_page_shows_exist() -> None:
    page = (REPOSITORY / "docs" / "arena.md").read_text(encoding="utf-8")
    options = set(re.findall(r"(--[a-z]+)", page))
    assert options
    assert options <= set(re.findall(r"(--[a-z]+)", call("arena", "--help").stdout))
    for game, *levels in re.findall(r"^floe arena (\w+) ((?:[a-z]+ )+)", page, re.MULTILINE):
        assert set(levels[0].split()) <= set(registry.levels(game))
