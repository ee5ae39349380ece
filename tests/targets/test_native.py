"""Kernels that come as machine code compute what those compute that were compiled here, and whatever does not fit is
left alone."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

import floe
from floe.core import jit
from floe.core.jit import interpreted
from floe.core.targets import native
from tests.targets import shipped

if interpreted():
    pytest.skip("nothing is compiled", allow_module_level=True)

from floe.core import precompiled

FINGERPRINT = (
    "import json, sys; from tests.targets.fingerprint import fingerprint; print(json.dumps(fingerprint({!r})))"
)
ELF_MACHINES = {"linux-x86_64": 62, "linux-aarch64": 183}

pytestmark = pytest.mark.skipif(
    precompiled.here() not in native.MACHINES, reason="kernels are compiled ahead of time for other machines alone"
)


def unit_of(game: str) -> jit.Unit:
    unit = floe.game(game).loops.unit
    assert unit is not None
    return unit


@pytest.mark.parametrize("name", ["icecult", "igluiglu"])
def test_they_compute_the_same_bytes_as_those_compiled_here(name: str) -> None:
    """20,000 positions and what is legal there; games, observations, batches and searches, with every option."""
    code = FINGERPRINT.format(name)
    came = json.loads(shipped.python(code, FLOE_PRECOMPILED=str(shipped.files()))[0])
    here = json.loads(shipped.python(code)[0])
    assert came.pop("kernels") == ["precompiled", "precompiled"]
    assert here.pop("kernels") == ["switched off by FLOE_PRECOMPILED"] * 2
    assert came == here


@pytest.mark.parametrize("name", shipped.GAMES)
def test_from_an_empty_cache_nothing_is_compiled_but_calls(name: str, tmp_path: Path) -> None:
    code = f"""
from numba.core import event
from floe.core import jit
from floe.core.jit import telling

class Listener(event.Listener):
    def on_start(self, told):
        kernel = told.data["dispatcher"]
        if kernel in jit._kernels:
            there = jit.shipped(jit._kernels[kernel]).kernels
            if there.stands_in(kernel.py_func, told.data["args"]) is None:
                print("compiled", kernel.py_func.__qualname__)
            else:
                print("called", kernel.py_func.__qualname__)

    def on_end(self, told):
        pass

event.register("numba:compile", Listener())
from floe.bots.rehearsal import rehearse
with telling(lambda: print("told")):
    rehearse({name!r})
"""
    environment = {"FLOE_PRECOMPILED": str(shipped.files()), "FLOE_CACHE_DIR": str(tmp_path)}
    said = shipped.python(code, **environment)[0].splitlines()
    called = {line.partition(" ")[2] for line in said if line.startswith("called")}
    assert {"legal", "play", "step_on", "legal_mask", "advance_slice", "playout_slice", "observation"} < called
    assert any(name.startswith("simulate_many") for name in called)
    assert [line for line in said if line.startswith("compiled")] == []
    assert "told" not in said
    again = shipped.python(code, **environment)[0]
    assert again == ""  # what calls them was kept


def test_a_wheel_that_holds_them_plays_with_them(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        sources.mkdir(exist_ok=True)
        shutil.copy(shipped.ROOT / name, sources)
    left_out = shutil.ignore_patterns("__pycache__", "web", jit.SHIPPED)
    shutil.copytree(jit.PACKAGE, sources / "src" / "floe", ignore=left_out)
    shutil.copytree(shipped.ROOT / "docs" / "games", sources / "docs" / "games")
    shutil.copytree(shipped.files(), sources / "src" / "floe" / jit.SHIPPED)
    build = f"""
import os, subprocess, sys, zipfile
os.chdir({str(sources)!r})
subprocess.run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "made"], check=True)
(wheel,) = os.listdir("made")
zipfile.ZipFile(os.path.join("made", wheel)).extractall({str(tmp_path / "installed")!r})
"""
    shipped.python(build)
    play = f"""
import sys
sys.path.insert(0, {str(tmp_path / "installed")!r})
import floe
from floe.core import jit
print(floe.__file__)
print(jit.shipped(floe.game("icecult").loops.unit).why_not)
"""
    # An empty variable names no folder: those in the package are meant.
    file, why_not = shipped.python(play, FLOE_PRECOMPILED="", FLOE_CACHE_DIR=str(tmp_path / "cache"))[0].split("\n")[:2]
    assert Path(file).is_relative_to(tmp_path)
    assert why_not == ""


def test_to_import_floe_loads_none_of_it() -> None:
    said = shipped.python("import floe, sys; print('floe.core.precompiled' in sys.modules, 'llvmlite' in sys.modules)")
    assert said == ("False False\n", "")


def load(folder: Path, monkeypatch: pytest.MonkeyPatch) -> precompiled.Kernels:
    monkeypatch.setenv(precompiled.VARIABLE, str(folder))
    unit = unit_of("connectfour")
    return precompiled.load(Path("nowhere"), unit.title, jit.sources(unit))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of a small game, to be spoilt."""
    name = precompiled.file_name(unit_of("connectfour").title, precompiled.here())
    shutil.copy(shipped.files() / name, tmp_path)
    return tmp_path / name


def test_a_sound_file_is_loaded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = load(file.parent, monkeypatch)
    assert any(name.startswith("advance_slice_") for name in kernels.by_name)


def _edited(file: Path, **told: Any) -> None:
    head, _, code = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps(json.loads(head) | told).encode() + b"\n" + code)


SPOILT: dict[str, tuple[Callable[[Path], Any], str, int]] = {
    "empty": (lambda file: file.write_bytes(b""), "is damaged", logging.WARNING),
    "cut off": (lambda file: file.write_bytes(file.read_bytes()[:-1]), "is damaged", logging.WARNING),
    "another byte": (lambda file: file.write_bytes(file.read_bytes()[:-9] + b"x" * 9), "is damaged", logging.WARNING),
    "no JSON": (lambda file: file.write_bytes(b"x" + file.read_bytes()), "is damaged", logging.WARNING),
    "a list": (lambda file: file.write_bytes(b"[]\n"), "is damaged", logging.WARNING),
    "no kernels": (lambda file: _edited(file, kernels=None), "is damaged", logging.WARNING),
    "other sources": (lambda file: _edited(file, sources="0" * 64), "was made from other sources", logging.INFO),
    "another format": (lambda file: _edited(file, format=0), "has format 0", logging.INFO),
    "another processor": (lambda file: _edited(file, needs=["warp"]), "needs a processor with warp", logging.INFO),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_a_file_that_does_not_fit_is_left_alone_and_the_log_says_so(
    file: Path, fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spoil, words, level = SPOILT[fault]
    spoil(file)
    with caplog.at_level(logging.INFO), pytest.raises(precompiled.Unfit, match=words):
        load(file.parent, monkeypatch)
    (line,) = caplog.records
    assert line.levelno == level
    assert str(file) in line.getMessage()


def test_a_game_with_a_damaged_file_is_compiled_and_played(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    code = "import floe; print(floe.game('connectfour').new().play('3').legal_actions())"
    said, told = shipped.python(code, FLOE_PRECOMPILED=str(file.parent))
    assert said == f"{floe.game('connectfour').new().play('3').legal_actions()}\n"
    assert "is damaged and not used" in told


def test_where_there_is_no_file_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(precompiled.Unfit, match=r"there is no .*floe_connectfour"):
        load(tmp_path, monkeypatch)
    monkeypatch.setattr(precompiled.settings, "BOUNDSCHECK", 1)
    with pytest.raises(precompiled.Unfit, match="NUMBA_BOUNDSCHECK"):
        load(shipped.files(), monkeypatch)


def test_a_kernel_that_this_numba_would_call_otherwise_is_compiled(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = _version("connectfour")
    assert load(file.parent, monkeypatch).stands_in(*version) is not None
    head = json.loads(file.read_bytes().partition(b"\n")[0])
    _edited(file, kernels={name: [f"{passed} ptr", returns] for name, (passed, returns) in head["kernels"].items()})
    assert load(file.parent, monkeypatch).stands_in(*version) is None


def _version(game: str) -> tuple[Any, tuple[Any, ...]]:
    """A kernel that has been called."""
    floe.game(game).new().mutable().step(0)
    return next(
        (function, kinds)
        for unit, function, kinds in jit.versions()
        if unit == unit_of(game) and function.__name__ == "step_on"
    )


@pytest.mark.parametrize("machine", native.MACHINES)
def test_what_code_wants_from_outside_is_found(machine: str) -> None:
    target = native.MACHINES[machine].target()
    module = llvm.parse_assembly(
        "declare void @elsewhere()\ndefine void @here() {\ncall void @elsewhere()\nret void\n}"
    )
    module.triple = target.triple
    assert native.undefined(target.emit_object(module)) == {"elsewhere"}


@pytest.mark.parametrize("machine", native.MACHINES)
def test_they_are_made_for_every_machine_on_any_machine(machine: str) -> None:
    """The same bytes each time, and nothing is wanted from outside but to copy and to clear memory."""
    function, kinds = _version("connectfour")
    made = [native.linked({"step_on": (function, kinds)}) for _ in range(2)]
    code, again = (native.code_for(native.MACHINES[machine], *one) for one in made)
    assert code == again
    assert [kernel.symbol for kernel in made[0][1]] == ["step_on"]
    assert code[:4] == b"\x7fELF"
    assert int.from_bytes(code[18:20], "little") == ELF_MACHINES[machine]
    assert native.undefined(code) <= {"memcpy", "memmove", "memset"}
