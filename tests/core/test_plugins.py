"""Games from outside that are broken: each is reported by name, and the rest goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import floe
import floe_connectfour
from floe import UnknownGame, games
from floe.core import engines
from floe.core.game import Game
from floe.core.manifest import Manifest
from floe_connectfour import kernel
from floe_connectfour.game import ConnectFour

MANIFEST = Manifest(
    name="broken", title="Broken", players=range(2, 3), engine="broken_game:Engine", package="floe_connectfour"
)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """An installed package that announces the game ``broken``, beside all others. Each test fills it."""
    made = ModuleType("broken_game")
    made.MANIFEST = MANIFEST  # type: ignore[attr-defined]  # what a package has
    monkeypatch.setitem(sys.modules, "broken_game", made)
    announce(monkeypatch, "broken_game:MANIFEST")
    yield made
    games.found.cache_clear()
    engines.engine.cache_clear()


def announce(monkeypatch: pytest.MonkeyPatch, value: str, name: str = "broken") -> None:
    points = [*entry_points(group=games.GROUP), EntryPoint(name, value, games.GROUP)]
    monkeypatch.setattr(games, "announced", lambda: points)
    games.found.cache_clear()


def check_the_rest_works() -> None:
    assert {"icecult", "igluiglu", "connectfour"} <= set(floe.game_names())
    assert floe.game("connectfour").new().legal_actions() == ["1", "2", "3", "4", "5", "6", "7"]


def check_broken(*reasons: str) -> None:
    """It is left out of the games, and whoever asks for it is told why."""
    assert "broken" not in floe.game_names()
    for told in (games.found().broken["broken"], _refused()):
        for reason in reasons:
            assert reason in told
    assert "'broken' is installed but broken" in _refused()
    check_the_rest_works()


def _refused() -> str:
    with pytest.raises(UnknownGame) as caught:
        floe.game("broken")
    return str(caught.value)


def test_a_package_that_cannot_be_imported(module: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "falls_over.py").write_text("import no_such_library")
    monkeypatch.syspath_prepend(tmp_path)
    announce(monkeypatch, "falls_over:MANIFEST")
    check_broken("falls_over:MANIFEST", "ModuleNotFoundError", "no_such_library")


def test_a_package_that_is_no_python(module: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "no_python.py").write_text("def (")
    monkeypatch.syspath_prepend(tmp_path)
    announce(monkeypatch, "no_python:MANIFEST")
    check_broken("no_python:MANIFEST", "SyntaxError")


def test_a_manifest_that_is_not_there(module: ModuleType) -> None:
    del module.MANIFEST
    check_broken("AttributeError", "MANIFEST")


@pytest.mark.parametrize("thing", [None, "connectfour", {"name": "broken"}, Manifest, ConnectFour])
def test_a_manifest_that_is_none(module: ModuleType, thing: Any) -> None:
    module.MANIFEST = thing  # type: ignore[attr-defined]  # what a package has
    check_broken("expected a floe.core.manifest.Manifest")


def test_a_manifest_of_another_name(module: ModuleType) -> None:
    module.MANIFEST = floe_connectfour.MANIFEST  # type: ignore[attr-defined]  # what a package has
    check_broken("'connectfour'", "the entry point names 'broken'")


def test_a_name_that_another_game_has(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    module.MANIFEST = games.manifest("icecult")  # type: ignore[attr-defined]  # what a package has
    announce(monkeypatch, "broken_game:MANIFEST", "icecult")
    assert "a game of that name already" in games.found().broken["icecult"]
    assert floe.game("icecult").title == "ICE CULT"
    check_the_rest_works()


@pytest.mark.parametrize("name", ["Broken", "two words", "", "9lives", "a/b"])
def test_a_name_that_programs_cannot_use(module: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    module.MANIFEST = Manifest(  # type: ignore[attr-defined]  # what a package has
        name=name, title="Broken", players=range(2, 3), engine="broken_game:Engine", package="floe_connectfour"
    )
    announce(monkeypatch, "broken_game:MANIFEST", name)
    assert "lower-case letters, digits and underscores" in games.found().broken[name]
    check_the_rest_works()


def test_whoever_asks_for_a_game_that_nobody_has_is_told_which_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; there is icecult, igluiglu, connectfour"):
        floe.game("chess")


# Engines, which are loaded when a game is first asked for


def engine(**changes: Any) -> type[Any]:
    return type("Engine", (ConnectFour,), {"manifest": MANIFEST} | changes)


def without(name: str) -> np.dtype[Any]:
    """The struct of Connect Four without a field, filled up."""
    fields = [(field, kernel.STATE[field]) for field in kernel.STATE.names or () if field != name]
    return np.dtype((np.record, [*fields, ("filling", kernel.STATE[name])]))


def test_the_engine_of_the_tests_is_sound_unless_something_is_changed(module: ModuleType) -> None:
    module.Engine = engine()  # type: ignore[attr-defined]  # what a package has
    assert floe.game("broken").new().play("4").to_move == 1


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (None, "expected a subclass of floe.core.game.Game"),
        (object, "expected a subclass of floe.core.game.Game"),
        (kernel, "expected a subclass of floe.core.game.Game"),
        (ConnectFour, "its manifest is that of 'connectfour'"),
        (engine(dtype=without("to_move")), "its struct has no field to_move"),
        (engine(dtype=without("players")), "its struct has no field players"),
        (engine(dtype=np.dtype((np.record, [*kernel.STATE.descr, ("more", "u1")]))), "33 bytes, which is no multiple"),
        (engine(dtype=np.dtype(np.uint64)), "its struct has no field phase"),
        (type("Engine", (Game,), {"manifest": MANIFEST}), "it does not set rules_version, phases"),
    ],
    ids=str,
)
def test_an_engine_that_is_none_or_lacks_something(module: ModuleType, made: Any, reason: str) -> None:
    module.Engine = made  # type: ignore[attr-defined]  # what a package has
    told = _refused()
    assert "the game 'broken' is broken: its engine broken_game:Engine cannot be used" in told
    assert reason in told
    check_the_rest_works()


def test_an_engine_that_is_not_there(module: ModuleType) -> None:
    assert "broken_game:Engine cannot be used: AttributeError" in _refused()
    check_the_rest_works()


def test_a_kernel_that_lacks_a_name(module: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is compiled when the engine's module is imported."""
    package = tmp_path / "half_a_game"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from floe.core.manifest import Manifest\n"
        "MANIFEST = Manifest('broken', 'Half', range(2, 3), 'half_a_game.kernel:Engine', __name__)\n"
    )
    (package / "kernel.py").write_text(
        "from floe.core.loops import compile_loops\nMAX_LEGAL = 1\nLOOPS = compile_loops(globals())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    announce(monkeypatch, "half_a_game:MANIFEST")
    assert "the kernel half_a_game.kernel does not define apply, legal_list, is_over, observe" in _refused()
    check_the_rest_works()
