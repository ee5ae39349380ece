"""Compiling: the cache notices every edit, a person is told when it takes a while, and nothing depends on it.

Most tests run Python anew on a copy of the package, so that they can edit its sources and begin with an empty cache.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import TypingError
from numba.core.types.functions import BaseFunction

import floe
from floe.core import jit, numba_parts
from floe_connectfour import kernel

FILES = ("core/bits.py", "games/icecult/rules.py", "games/igluiglu/rules.py", "bots/uniform.py")
UNITS = [unit for file in FILES if (unit := jit.unit_of(str(jit.PACKAGE / file))) is not None]

TOLD = "Floe is compiling the rules for this machine."

# A kernel that takes moments to compile.
COUNT = "import numpy; from floe.core.bits import nth_bit; print(nth_bit(numpy.uint64(0b1110), 1))"

# Two kernels in rules.py: one calls functions of core/bits.py, the other reads a table of geometry.py and constants of
# layout.py.
TILT = """
import floe
from floe.games.icecult import rules
states = floe.game("icecult").new().array.copy()
print(int(rules.steps(states[0], 0)))
rules.tilt(states[0], 0)
print(states["cubes"][0].tolist(), states["phase"][0])
"""


class Package:
    """A copy of the package, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.sources = folder / "copy" / "floe"
        self.cache = folder / "cache"
        shutil.copytree(jit.PACKAGE, self.sources, ignore=shutil.ignore_patterns("__pycache__", jit.SHIPPED))

    def run(self, code: str, **environment: str) -> tuple[str, str]:
        """What a fresh Python writes to stdout and stderr."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "FLOE_"))}
        own = {"PYTHONPATH": str(self.sources.parent), "FLOE_CACHE_DIR": str(self.cache)}
        finished = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env=inherited | own | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
        return finished.stdout, finished.stderr

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.sources / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has changed: {old!r} is not there once"
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def test_compiling_is_told_once_when_the_cache_is_cold_and_not_at_all_when_it_is_warm(package: Package) -> None:
    said, told = package.run(COUNT)
    assert said == "2\n"
    assert told.startswith(TOLD)
    assert len(told.splitlines()) == 1
    assert package.run(COUNT) == ("2\n", "")


def test_an_edit_of_a_function_a_table_or_a_constant_in_another_file_is_noticed(package: Package) -> None:
    """Numba by itself would go on with the old code: the edited files are not those of the compiled functions."""
    assert package.run(TILT)[0] == "1\n[12, 12, 0, 0] 1\n"
    assert package.run(TILT) == ("1\n[12, 12, 0, 0] 1\n", "")

    package.edit("core/bits.py", "    n = 0\n", "    n = 1\n")
    said, told = package.run(TILT)
    assert said == "3\n[12, 12, 0, 0] 1\n"
    assert TOLD in told

    package.edit("games/icecult/geometry.py", "= faces[U], faces[back], faces[D], faces[side]", "= faces[:4]")
    package.edit("games/icecult/geometry.py", "    return _BY_FACES[tuple(new)]\n", "    return side\n")
    package.edit("games/icecult/layout.py", "TILT1, TILT2, MOVE, OVER", "TILT1, MOVE, TILT2, OVER")
    said, told = package.run(TILT)
    assert said == "3\n[1, 1, 0, 0] 2\n"
    assert TOLD in told


def test_an_edit_that_is_taken_back_finds_the_old_cache(package: Package) -> None:
    package.run(COUNT)
    package.edit("core/bits.py", "    n = 0\n", "    n = 1\n")
    assert package.run(COUNT)[0] == "3\n"
    package.edit("core/bits.py", "    n = 1\n", "    n = 0\n")
    assert package.run(COUNT) == ("2\n", "")


def test_an_edit_moves_only_the_caches_of_those_who_can_depend_on_it(package: Package) -> None:
    """A game depends on core and itself; all that is above the games, on them, on the bots and on itself.

    What is bound to one game depends on that game and on what is bound, and on no other game.
    """
    files = {
        "core": "core/bits.py",
        "icecult": "games/icecult/rules.py",
        "igluiglu": "games/igluiglu/rules.py",
        "bots": "bots/uniform.py",
        "envs": "envs/episode.py",
        "cli": "cli/app.py",
    }
    code = f"""
from floe.core import jit
units = {{name: jit.unit_of(str(jit.PACKAGE / file)) for name, file in {files}.items()}}
units["search of igluiglu"] = units["igluiglu"].above("bots")
print(*(f"{{name}}={{jit.source_key(unit)}}" for name, unit in units.items()), sep=chr(10))
"""

    def keys() -> dict[str, str]:
        return dict(line.split("=") for line in package.run(code)[0].splitlines())

    def moved(before: dict[str, str], after: dict[str, str]) -> set[str]:
        return {unit for unit in before if before[unit] != after[unit]}

    first = keys()
    package.edit("games/icecult/layout.py", "PAWNS_PER_COLOUR = 5", "PAWNS_PER_COLOUR = 6")
    second = keys()
    assert moved(first, second) == {"icecult", "bots", "envs", "cli"}
    package.edit("cli/__init__.py", '"""The command ``floe``."""', '"""Edited."""')
    third = keys()
    assert moved(second, third) == {"cli"}
    package.edit("bots/uniform.py", '"""The level ``random``:', '"""Edited. The level ``random``:')
    fourth = keys()
    assert moved(third, fourth) == {"bots", "envs", "cli", "search of igluiglu"}
    package.edit("core/bits.py", "    n = 0\n", "    n = 1\n")
    assert moved(fourth, keys()) == set(fourth)


OUTSIDE = {
    "__init__.py": "",
    "constants.py": "STEP = 2\n",
    "kernel.py": """
from floe.core.jit import compiled
from outside.constants import STEP

@compiled
def stepped(n: int) -> int:
    return n + STEP
""",
}


def test_a_package_from_outside_has_a_cache_that_notices_every_edit_of_it(package: Package, tmp_path: Path) -> None:
    folder = tmp_path / "copy" / "outside"
    folder.mkdir()
    for name, text in OUTSIDE.items():
        (folder / name).write_text(text)
    code = "from outside.kernel import stepped; print(stepped(40))"
    said, told = package.run(code)
    assert said == "42\n"
    assert told.startswith(TOLD)
    assert package.run(code) == ("42\n", "")
    (folder / "constants.py").write_text("STEP = 3\n")
    assert package.run(code)[0] == "43\n"
    assert {cache.name.split("-")[0] for cache in package.cache.iterdir()} == {"outside"}


def test_a_kernel_in_no_package_is_compiled_and_not_kept(package: Package, tmp_path: Path) -> None:
    """Nobody could tell which other files a script depends on."""
    (tmp_path / "copy" / "script.py").write_text(
        OUTSIDE["kernel.py"].replace("from outside.constants import STEP", "STEP = 2")
    )
    assert package.run("from script import stepped; print(stepped(40))")[0] == "42\n"
    assert not package.cache.exists()


OPENING = ("ns", "ee", "a@start", "b@start", "c@start", "end")
PLAY = f"""
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(name)s: %(message)s")
{{first}}
from floe.core.jit import telling
with telling(None):
    import floe
    state = floe.game("icecult").new()
    for action in {OPENING}:
        state = state.play(action)
    print(state.array.tobytes().hex())
"""


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("import numba.core.codegen as parts; del parts.JITCodeLibrary", "JITCodeLibrary"),
        ("import numba; numba.__version__ = '0.99.1'", "Numba 0.99.1 was not tried yet"),
    ],
    ids=["a part that is elsewhere", "a version that was not tried"],
)
def test_with_another_numba_everything_is_compiled_the_plain_way(package: Package, first: str, told: str) -> None:
    """The log says so, and the results are the same."""
    line, reached = package.run(PLAY.format(first=first))[0].splitlines()
    assert line.startswith("floe.core.jit: compiling with plain Numba")
    assert told in line
    state = floe.game("icecult").new()
    for action in OPENING:
        state = state.play(action)
    assert reached == state.array.tobytes().hex()


def test_the_versions_of_numba_that_were_tried_are_those_that_are_installed() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (first, last) = numba_parts.TRIED
    assert f"numba>={first[0]}.{first[1]},<{last[0]}.{last[1] + 1}" in project["dependencies"]


@pytest.mark.skipif(jit.interpreted(), reason="nothing is compiled")
def test_a_kernel_that_needs_every_pass_of_the_compiler_gets_it() -> None:
    def inner(number: int) -> float:
        mixed = (number, 0.5)  # of two types, so that its indices must be known when it is compiled

        def added(other: float) -> float:
            return mixed[0] + other

        return added(mixed[1])

    part = jit.compile_in(None, inner)

    def outer(number: int) -> float:
        return part(number) + part(1)

    assert jit.compile_in(None, outer)(2) == inner(2) + inner(1)


@pytest.mark.skipif(jit.interpreted(), reason="nothing is compiled")
@pytest.mark.parametrize("sound", [True, False])
def test_the_compiler_is_left_as_it_was(sound: bool) -> None:
    look_up = BaseFunction.get_call_type

    def kernel(number: int) -> int:
        return number + 1 if sound else number + "1"  # type: ignore[operator]  # that is the point

    with contextlib.nullcontext() if sound else pytest.raises(TypingError):
        assert jit.compile_in(None, kernel)(1) == 2
    assert gc.isenabled()
    assert BaseFunction.get_call_type is look_up


def test_without_a_folder_to_write_to_everything_works_and_is_compiled_each_time(package: Package) -> None:
    package.cache.write_text("a file where the folder should be")
    for _ in range(2):
        said, told = package.run(COUNT, FLOE_CACHE_DIR=str(package.cache / "below"))
        assert said == "2\n"
        assert TOLD in told


def test_interpreted_nothing_is_compiled_told_or_kept(package: Package) -> None:
    code = COUNT + "; from floe.core.jit import interpreted; print(interpreted())"
    assert package.run(code, NUMBA_DISABLE_JIT="1") == ("2\nTrue\n", "")
    assert not package.cache.exists()


def test_who_is_told_and_how_can_be_chosen(package: Package) -> None:
    telling = "from floe.core.jit import telling\nwith telling({}): {}"
    assert package.run(telling.format("lambda: print('wait')", COUNT)) == ("wait\n2\n", "")
    package.edit("core/bits.py", "    n = 0\n", "    n = 1\n")
    assert package.run(telling.format("None", COUNT)) == ("3\n", "")


def test_caches_that_nobody_has_used_for_long_are_dropped(package: Package) -> None:
    long_ago = time.time() - 30 * 86400
    for name, used in (("core-old", long_ago), ("core-recent", time.time()), ("games-other-old", long_ago)):
        (package.cache / name).mkdir(parents=True)
        (package.cache / name / "kernel.nbc").write_bytes(b"")
        os.utime(package.cache / name, (used, used))
    package.run(COUNT)
    left = {folder.name for folder in package.cache.iterdir()}
    assert {"core-recent", "games-other-old"} < left
    assert "core-old" not in left


def test_a_game_is_ready_after_warming_up_and_plays_without_compiling(package: Package) -> None:
    code = """
import floe
from floe.core.jit import telling
game = floe.game("icecult")
with telling(lambda: print("compiling")):
    print(game.ready())
    game.warm_up()
    print(game.ready())
with telling(lambda: print("compiling late")):
    state = game.new(players=2)
    while not state.over:
        state = state.play(state.legal_actions()[-1])
        str(state), state.legal_mask(), state.to_dict()
    print(state.outcome.reason)
"""
    said, told = package.run(code)
    assert said.splitlines()[:3] == ["False", "compiling", "True"]
    assert "late" not in said
    assert told == ""


@pytest.mark.parametrize(
    ("file", "unit"),
    [
        ("core/bits.py", "core"),
        ("games/icecult/rules.py", "games-icecult"),
        ("games/icecult/deeper/still.py", "games-icecult"),
        ("games/__init__.py", "games"),
        ("bots/random.py", "bots"),
    ],
)
def test_each_source_file_belongs_to_a_unit(file: str, unit: str) -> None:
    found = jit.unit_of(str(jit.PACKAGE / file))
    assert found is not None
    assert found.name == unit
    assert found.folders[0] == jit.PACKAGE / "core"


def test_a_package_from_outside_is_a_unit_of_its_own() -> None:
    found = jit.unit_of(str(kernel.__file__))
    assert found is not None
    assert found.name.startswith("floe_connectfour-")
    assert found.folders == (jit.PACKAGE / "core", Path(str(kernel.__file__)).parent)
    assert found.above("bots").folders == (*found.folders, jit.PACKAGE / "bots")


def test_numbas_own_settings_are_left_as_they_were() -> None:
    def plus_one(n: int) -> int:
        return n + 1

    before = jit.config.CACHE_DIR
    assert jit.compile_in(UNITS[0], plus_one)(1) == 2
    assert before == jit.config.CACHE_DIR


@pytest.mark.skipif(jit.interpreted(), reason="nothing is compiled")
def test_threads_that_load_games_at_the_same_time_keep_their_caches_apart() -> None:
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(UNITS)) as threads:
            made = list(threads.map(lambda number: _cached_at(UNITS[number % len(UNITS)]), range(200)))
    finally:
        sys.setswitchinterval(switching)
    assert all(path.is_relative_to(jit.cache_folder(unit) or "") for unit, path in made)


def _cached_at(unit: jit.Unit) -> tuple[jit.Unit, Path]:
    """A unit, and where a function that was compiled for it is kept."""
    function: Any = jit.compile_in(unit, lambda number: number)
    return unit, Path(function._cache.cache_path)
