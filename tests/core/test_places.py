"""Files of the user lie where each system has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from floe.core import jit, places
from floe.server.settings import default_database

ENDS = {
    Unix: (".local/share/floe", ".cache/floe"),
    MacOS: ("Library/Application Support/floe", "Library/Caches/floe"),
    Windows: ("AppData/Local/floe", "AppData/Local/floe/Cache"),
}


@pytest.fixture(params=ENDS, ids=["linux", "macos", "windows"])
def ends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, Path]:
    """A system, with a home of its own; where it keeps data and caches."""
    monkeypatch.setattr(places, "PlatformDirs", request.param)
    monkeypatch.setenv("HOME", str(tmp_path))
    known = {"CSIDL_LOCAL_APPDATA": str(tmp_path / "AppData" / "Local")}  # what Windows itself would answer
    monkeypatch.setattr("platformdirs.windows.get_win_folder", known.__getitem__)
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "FLOE_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    data, cache = ENDS[request.param]
    return tmp_path / data, tmp_path / cache


def test_data_and_caches_lie_where_the_system_has_them(ends: tuple[Path, Path]) -> None:
    assert (places.data(), places.cache()) == ends


def test_games_are_kept_among_the_data(ends: tuple[Path, Path]) -> None:
    assert Path(default_database()) == ends[0] / "floe.sqlite"


def test_compiled_code_is_kept_among_the_caches(ends: tuple[Path, Path]) -> None:
    assert jit._cache_root() == ends[1] / "kernels"


def test_the_variable_of_floe_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FLOE_CACHE_DIR", str(tmp_path))
    assert jit._cache_root() == tmp_path


def test_the_places_of_linux_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "PlatformDirs", Unix)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert (places.data(), places.cache()) == (tmp_path / "data" / "floe", tmp_path / "cache" / "floe")
