"""The data set of games: the same from the same seed, whole or not there, and what its files say is so."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import floe
from floe.arena import dataset
from floe.arena.dataset import LEVELS, Plan, planned
from floe.arena.match import Match
from floe.core.errors import BadOption
from floe.core.record import Record
from tests.cli.running import call

GAMES = 6


def quietly(_: str) -> None:
    """Say nothing."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """A small data set of one game, in shards of four."""
    plan = Plan(tmp_path_factory.mktemp("set"), GAMES, "tests", ("icecult",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "SHARD", 4)
        dataset.make(plan, 0, quietly)
    return plan


def records(plan: Plan) -> list[Record]:
    with lzma.open(plan.folder / "icecult.records.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [Record.from_dict(json.loads(line), floe.game("icecult")) for line in lines]


def test_records_and_parquet_tell_of_the_same_games(made: Plan) -> None:
    rows = pq.read_table(made.folder / "icecult.parquet").to_pylist()
    assert [row["number"] for row in rows] == list(range(GAMES))
    for row, record in zip(rows, records(made), strict=True):
        state = floe.game("icecult").new(row["players"], row["seed"], colours=row["colours"])
        for number, seat in zip(row["actions"], row["seats"], strict=True):
            assert state.to_move == seat
            state = state.play(state.action_text(number))
        assert state == record.state
        assert state.winners == row["winners"]
        assert [player.kind for player in record.players] == row["levels"]


def test_the_same_seed_gives_the_same_files(made: Plan, tmp_path: Path) -> None:
    again = replace(made, folder=tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "SHARD", 4)
        dataset.make(again, 0, quietly)
    for name in ("icecult.records.jsonl.xz", "icecult.parquet", "about.json", "DATASHEET.md", "SHA256SUMS"):
        assert (again.folder / name).read_bytes() == (made.folder / name).read_bytes(), name


def test_games_of_another_seed_or_version_are_not_mixed_with_those_that_are_there(
    made: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadOption, match=r"begun with seed 'tests' by version \d+ .* another folder for seed 2"):
        dataset.make(replace(made, seed=2), 0, quietly)
    monkeypatch.setattr(dataset, "VERSION", dataset.VERSION + 1)
    with pytest.raises(BadOption, match="take another folder"):
        dataset.make(made, 0, quietly)


def test_what_is_there_is_not_played_again(made: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "SHARD", 4)
    first, second = made.shards()
    kept = first.file.read_bytes()
    second.file.unlink()
    with pytest.raises(BadOption, match=r"1 shards are missing, the first is icecult-000004-2"):
        dataset.finish(made, quietly)
    played: list[int] = []

    def noted(game: str, number: int, seed: int | str) -> Match:
        played.append(number)
        return planned(game, number, seed)

    monkeypatch.setattr(dataset, "planned", noted)
    dataset.make(made, 0, quietly)
    assert played == [4, 5]
    assert first.file.read_bytes() == kept


def test_the_sums_are_those_of_the_files(made: Plan) -> None:
    lines = (made.folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    for line in lines:
        total, name = line.split()
        assert hashlib.sha256((made.folder / name).read_bytes()).hexdigest() == total


def test_the_datasheet_tells_what_is_in_it(made: Plan) -> None:
    sheet = (made.folder / "DATASHEET.md").read_text(encoding="utf-8")
    about = json.loads((made.folder / "about.json").read_text(encoding="utf-8"))
    assert f"{GAMES} games, {about['games']['icecult']['actions']:,} actions" in sheet
    assert about["games"]["icecult"]["players"] == {"2": 2, "3": 2, "4": 2}
    assert sum(about["games"]["icecult"]["seats"].values()) == 2 * (2 + 3 + 4)


def test_every_level_and_number_of_players_comes_up() -> None:
    seats = [planned("igluiglu", number, 1).seats for number in range(60)]
    assert {len(seat) for seat in seats} == {2, 3, 4}
    assert {level for seat in seats for level in seat} == set(LEVELS)


def test_without_pyarrow_the_rest_is_written_and_a_line_says_so(
    made: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "SHARD", 4)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said: list[str] = []
    plan = Plan(tmp_path, 1, 1, ("icecult",))
    dataset.make(plan, 0, said.append)
    assert dataset.NO_PARQUET in said
    assert len(records(plan)) == 1
    assert not (tmp_path / "icecult.parquet").exists()


def test_it_is_a_command(tmp_path: Path) -> None:
    done = call("dataset", "make", tmp_path / "set", "--games", 1, "--game", "icecult", "--jobs", 0)
    assert "holds 1 games of each of icecult" in " ".join(done.stdout.split())


def test_the_engine_alone_makes_it(tmp_path: Path) -> None:
    """Machines that are borrowed for an hour have NumPy and Numba, and nothing else of what Floe is installed with."""
    code = """
import sys
for name in ("typer", "rich", "litestar", "msgspec", "pydantic", "sqlalchemy", "pyarrow", "platformdirs"):
    sys.modules[name] = None
from floe.arena.dataset import main
main([sys.argv[1], "--games", "1", "--game", "icecult", "--jobs", "1"])
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "icecult.records.jsonl.xz").exists()
