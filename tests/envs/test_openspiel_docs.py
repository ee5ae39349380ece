"""The page docs/research/openspiel.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.envs.openspiel_play import NAMES, load

PAGE = (Path(__file__).parents[2] / "docs" / "research" / "openspiel.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table that begins with this line, without the heading."""
    lines = PAGE[PAGE.index(heading) :].splitlines()
    end = next(i for i, line in enumerate(lines) if not line.startswith("|"))
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:end]]


def test_the_examples_run() -> None:
    names: dict[str, Any] = {}
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(example, names)  # noqa: S102  # our own page
    assert names["state"].move_number() == 5


def test_the_parameters_are_those_of_the_games() -> None:
    told: dict[str, dict[str, str]] = {}
    game = ""
    for name, parameter, default, _ in rows("| game | parameter"):
        game = name or game
        told.setdefault(game, {})[parameter] = default
    assert told == {name: {k: str(v) for k, v in load(name).get_parameters().items()} for name in NAMES}


def test_the_sizes_are_those_of_the_games() -> None:
    told = {row[0]: row[1:] for row in rows("| | ICE CULT | IGLU IGLU |")}
    games = [load(name) for name in NAMES]
    assert told["actions"] == [str(game.num_distinct_actions()) for game in games]
    assert told["outcomes at a chance node, at most"] == [str(game.max_chance_outcomes()) for game in games]
    assert told["actions in a game of two, at most"] == [str(game.max_game_length()) for game in games]
    assert told["chance nodes in a game, at most"] == [str(game.max_chance_nodes_in_history()) for game in games]
