"""``make bench`` runs and tells what it should. Its figures are never judged here: a busy machine is no fault."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.core.jit import interpreted

BENCH = Path(__file__).parent.parent / "benchmarks" / "run.py"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What a brief run without peers prints, and what it writes."""
    if interpreted():
        pytest.skip("the speed of interpreted kernels is no figure")
    folder = tmp_path_factory.mktemp("bench")
    file, page = folder / "figures.json", folder / "table.md"
    command = [sys.executable, str(BENCH), "--quick", "--no-peers", "--json", str(file), "--markdown", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(file.read_text(encoding="utf-8"))
    return done.stdout, document | {"markdown": page.read_text(encoding="utf-8")}


MEASURED = [name for name, manifest in floe.games.found().manifests.items() if manifest.peers is not None]


@pytest.mark.parametrize("game", MEASURED)
def test_every_game_has_its_figures(bench: tuple[str, dict[str, Any]], game: str) -> None:
    figures = [figure for figure in bench[1]["figures"] if figure["game"] == game]
    learning = 2 if floe.game(game).compact is None else 3
    units = [figure["unit"] for figure in figures]
    assert units == ["/s"] * 5 + ["×", "bytes"] + ["/s"] * (2 + learning) + ["s"]
    assert [figure["part"] for figure in figures] == [""] * 7 + ["batches"] * 2 + ["learning"] * learning + [""]
    assert all(figure["value"] > 0 for figure in figures)
    assert figures[6]["value"] == floe.game(game).dtype.itemsize


def test_the_import_is_measured(bench: tuple[str, dict[str, Any]]) -> None:
    assert [figure["name"] for figure in bench[1]["figures"] if figure["game"] is None] == ["import floe"]


def test_each_figure_says_whether_it_is_as_wanted(bench: tuple[str, dict[str, Any]]) -> None:
    for figure in bench[1]["figures"]:
        if figure["at_least"] is not None:
            assert figure["met"] == (figure["value"] >= figure["at_least"])
        elif figure["at_most"] is not None:
            assert figure["met"] == (figure["value"] <= figure["at_most"])
        else:
            assert figure["met"] is None  # nothing is wanted, or the peer is not there


def test_the_machine_is_told(bench: tuple[str, dict[str, Any]]) -> None:
    machine = bench[1]["machine"]
    assert machine["cores"] >= 1
    assert machine["floe"] == floe.__version__
    assert machine["processor"]


def test_the_table_names_every_game_and_every_figure(bench: tuple[str, dict[str, Any]]) -> None:
    printed, document = bench
    for name in MEASURED:
        assert floe.game(name).title in printed
    for figure in document["figures"]:
        assert figure["name"] in printed
        assert f"| {figure['name']} | " in document["markdown"]
    assert "Without peers" in printed


def test_simulations_are_measured_beside_openspiel() -> None:
    pytest.importorskip("pyspiel")
    if interpreted():
        pytest.skip("the speed of interpreted kernels is no figure")
    command = [sys.executable, str(BENCH.parent / "searching.py"), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert "Connect Four" in done.stdout
    assert "ICE CULT, through the" in done.stdout
