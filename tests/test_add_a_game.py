"""The guide's "Add a game" is true: what it shows stands so in the example, and what it says to type works."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import floe
from floe import rulebook
from floe.bots.registry import ladder
from floe.core import loops
from floe.core.canvas import Canvas
from floe.core.engines import FIELDS
from floe.core.levels import BY_PLAYOUTS
from floe.core.manifest import Manifest
from floe.testing.test_documents import SHARED
from floe_connectfour import MANIFEST
from floe_connectfour.game import ConnectFour

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "connectfour"
SOURCES = EXAMPLE / "src" / "floe_connectfour"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## Add a game\n")[1].split("\n## ")[0]

SHOWN = re.findall(r"```python\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
LASTS = "floe serve"
"""It waits for people; the server's own tests start it."""


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(command)
    return subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=folder,
        env=os.environ | {"COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("file", "code"), SHOWN, ids=[file for file, _ in SHOWN])
def test_what_is_shown_stands_so_in_the_example(file: str, code: str) -> None:
    assert code in (SOURCES / file).read_text(encoding="utf-8")


def test_the_entry_point_is_the_one_shown() -> None:
    shown = tomllib.loads(re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[0])
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"] == shown["project"]["entry-points"]


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("floe ") and line != LASTS])
def test_every_command_works(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_suite_runs_from_anywhere(tmp_path: Path) -> None:
    (command,) = [command for command in COMMANDS if command.startswith("pytest ")]
    done = run(f"{command} -q -p no:cacheprovider -k tells_what_it_is", tmp_path)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    refused = run(command.replace("connectfour", "chess"), tmp_path)
    assert refused.returncode != 0
    assert "there is no game 'chess'" in refused.stdout + refused.stderr


def test_no_line_of_floe_knows_the_game() -> None:
    for file in [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.*")]:
        if file.suffix in (".py", ".ts", ".svelte") and "testing" not in file.parts:
            assert "connectfour" not in file.read_text(encoding="utf-8").lower(), file


def test_the_example_is_whole_in_a_few_hundred_lines() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCES.glob("*.py")) < 600


def test_the_names_and_fields_that_are_asked_for_are_those_of_the_engine() -> None:
    rows = re.findall(r"^\| `(\w+)", GUIDE, re.MULTILINE)
    assert sorted(rows) == sorted(loops.REQUIRED)
    assert all(f"`{field}`" in GUIDE for field in FIELDS)
    assert all(f"`{function.__name__}" in GUIDE for function in loops.OPTIONAL)
    assert all(f"`{key}`" in GUIDE for key in SHARED)


LEAST = Manifest(
    name="connectfour", title="Connect Four", players=range(2, 3), engine=MANIFEST.engine, package="floe_connectfour"
)


class Bare(ConnectFour):
    manifest = LEAST


def test_a_name_a_title_the_players_an_engine_and_the_package_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    required = {field.name for field in dataclasses.fields(Manifest) if _required(field)}
    assert required == {"name", "title", "players", "engine", "package"}
    monkeypatch.setitem(floe.games.found().manifests, "connectfour", LEAST)
    state = Bare().new()
    assert state.picture() is None
    assert set(state._repr_mimebundle_()) == {"text/plain"}
    assert LEAST.part("words") is None
    assert ladder("connectfour") == list(BY_PLAYOUTS)
    with pytest.raises(floe.BadOption, match="no page of rules"):
        rulebook.page("connectfour")


def _required(field: dataclasses.Field[object]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def test_a_picture_is_drawn_where_there_is_one() -> None:
    assert isinstance(floe.game("connectfour").new().picture(), Canvas)
