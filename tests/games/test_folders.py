"""Each game's folder says what its files are for, in the order in which to read them."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

OURS = [module.name for module in pkgutil.iter_modules(importlib.import_module("floe.games").__path__)]


@pytest.mark.parametrize("game", OURS)
def test_every_file_of_a_game_is_named_and_nothing_else(game: str) -> None:
    package = importlib.import_module(f"floe.games.{game}")
    files = {module.name for module in pkgutil.iter_modules(package.__path__)}
    named = set(re.findall(r"``(\w+)``", package.__doc__ or ""))
    assert named - files == set()
    assert {name for name in files - named if not name.startswith("words_")} == set()
