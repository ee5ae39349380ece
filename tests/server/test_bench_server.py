"""``make bench-server`` runs and tells what it should. Its figures are never judged: a busy machine is no fault."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from floe.core.jit import interpreted
from tests.server.services import missing, postgres_folder

BENCH = Path(__file__).parent.parent.parent / "benchmarks" / "server" / "run.py"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What a brief run without the peer prints, and what it writes."""
    if interpreted():
        pytest.skip("the speed of interpreted kernels is no figure")
    folder = tmp_path_factory.mktemp("bench-server")
    file, page = folder / "figures.json", folder / "table.md"
    command = [sys.executable, str(BENCH), "--quick", "--no-peers", "--json", str(file), "--markdown", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(file.read_text(encoding="utf-8"))
    return done.stdout, document | {"markdown": page.read_text(encoding="utf-8")}


def test_all_that_was_acknowledged_is_on_record(bench: tuple[str, dict[str, Any]]) -> None:
    runs = {run["name"]: run for run in bench[1]["runs"]}
    assert {"SQLite", "crowd"} <= set(runs)
    for run in runs.values():
        assert run["acknowledged"] == run["recorded"] > 0


def test_postgresql_is_measured_too(bench: tuple[str, dict[str, Any]]) -> None:
    if postgres_folder() is None:
        assert any("Without PostgreSQL" in line for line in bench[1]["skipped"])
        missing("PostgreSQL")
    assert "PostgreSQL" in [run["name"] for run in bench[1]["runs"]]


def test_two_workers_are_measured_too(bench: tuple[str, dict[str, Any]]) -> None:
    if shutil.which("redis-server") is None:
        assert any("Without two workers" in line for line in bench[1]["skipped"])
        missing("Redis")
    names = [run["name"] for run in bench[1]["runs"] if run["name"] != "crowd"]
    assert [name for name in names if "two" in name] == [
        f"{name} with two workers" for name in names if " " not in name
    ]


def test_each_part_has_its_figures(bench: tuple[str, dict[str, Any]]) -> None:
    units: dict[str, list[str]] = {}
    for figure in bench[1]["figures"]:
        units.setdefault(figure["part"].rpartition(", ")[2], []).append(figure["unit"])
        assert figure["unit"] == "KiB" or figure["value"] > 0  # so few tables may need no more memory than was there
    assert units["SQLite"] == ["/s", *["ms"] * 4, "/s", *["ms"] * 4]  # at full speed, and with many sockets
    if not Path("/proc/self/status").exists():
        assert units["start"] == ["s"]
    else:
        assert units["start"] == ["s", "s"]
        assert units["memory"] == ["KiB"] * 3


def test_what_is_wanted_is_judged(bench: tuple[str, dict[str, Any]]) -> None:
    wanted = [figure for figure in bench[1]["figures"] if figure["at_most"] is not None]
    assert [(figure["at_most"], figure["unit"]) for figure in wanted] == [(100.0, "ms"), (100.0, "ms"), (3.0, "s")]
    for figure in wanted:
        assert figure["met"] == (figure["value"] <= figure["at_most"])


def test_the_table_names_every_figure(bench: tuple[str, dict[str, Any]]) -> None:
    printed, document = bench
    for figure in document["figures"]:
        assert figure["name"] in printed
        assert f"| {figure['name']} | " in document["markdown"]
    assert "Without boardgame.io" in printed
    assert "on record after the servers were killed" in " ".join(printed.split())
