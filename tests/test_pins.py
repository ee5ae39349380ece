"""What is pinned in files is what ``tools/pins.py`` would write: on code that has not changed it changes nothing."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from floe.core.jit import interpreted

ROOT = Path(__file__).parent.parent
PINS = runpy.run_path(str(ROOT / "tools" / "pins.py"))


@pytest.mark.skipif(interpreted(), reason="counts and games by the thousand are for compiled kernels")
@pytest.mark.parametrize("name", PINS["WRITERS"])
def test_nothing_changes_where_nothing_has_changed(name: str) -> None:
    if name == "playthroughs":
        pytest.importorskip("pyspiel")
    written = PINS["texts"](name)
    assert written
    for path, text in written.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path}: make pins writes it anew"


def test_a_pin_that_there_is_not_is_refused() -> None:
    with pytest.raises(SystemExit, match="there is no luck; there is perft, records"):
        PINS["main"](["luck"])


def test_a_file_is_written_only_if_it_differs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "same.txt").write_text("1\n", encoding="utf-8")
    (tmp_path / "same.txt").chmod(0o400)
    texts = {"same.txt": "1\n", "new/other.txt": "2\n"}
    monkeypatch.setitem(PINS["main"].__globals__, "texts", lambda name: texts)
    monkeypatch.setitem(PINS["main"].__globals__, "ROOT", tmp_path)
    PINS["main"](["facts"])
    assert (tmp_path / "new" / "other.txt").read_text(encoding="utf-8") == "2\n"
