"""``floe replay --animate``: a game on record as an animated picture."""

from __future__ import annotations

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import floe
from floe.core.game import State
from floe.pictures.animation import MOST_FRAMES
from tests.cli.running import RECORDS, call

SHORT = RECORDS / "icecult-4-shortest-path.json"


@pytest.mark.parametrize("file", [SHORT, RECORDS / "igluiglu-2-family.json"], ids=["short", "long"])
def test_the_game_is_written_position_by_position(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.gif"
    result = call("replay", file, "--animate", out)
    assert result.exit_code == 0
    actions = len(floe.load_record(file))
    assert f"{actions} actions" in result.output
    with Image.open(out) as picture:
        assert picture.format == "GIF"
        assert getattr(picture, "n_frames") == min(actions + 1, MOST_FRAMES)  # noqa: B009  # only what has frames has it


def refusal(*arguments: object) -> str:
    result = call(*arguments)
    assert result.exit_code == 2
    return result.stderr


def test_it_is_a_gif_and_says_so(tmp_path: Path) -> None:
    assert "called .gif, unlike 'game.png'" in refusal("replay", SHORT, "--animate", tmp_path / "game.png")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nowhere" in refusal("replay", SHORT, "--animate", tmp_path / "nowhere" / "game.gif")


@pytest.mark.parametrize("missing", ["PIL", "pymupdf_fonts"])
def test_what_is_missing_is_named(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def found(name: str, *more: Any) -> ModuleSpec | None:
        return None if name == missing else find(name, *more)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    assert "pip install floe-games" in refusal("replay", SHORT, "--animate", tmp_path / "game.gif")


def test_a_game_that_draws_nothing_cannot_be_animated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "picture", lambda *_: None)
    assert "ICE CULT draws no pictures" in refusal("replay", SHORT, "--animate", tmp_path / "game.gif")
    assert list(tmp_path.iterdir()) == []
