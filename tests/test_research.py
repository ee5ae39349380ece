"""What docs/research.md says in numbers is so."""

from __future__ import annotations

import re
from pathlib import Path

import floe

PAGE = (Path(__file__).parent.parent / "docs" / "research.md").read_text(encoding="utf-8")


def row(title: str) -> list[str]:
    """The cells of the first table for both games."""
    found = re.search(rf"^\| {title} \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
    assert found, title
    return list(found.groups())


def test_the_games_are_told_as_they_are() -> None:
    games = [floe.game(name.strip("`")) for name in row("name")]
    assert {game.name for game in games} <= set(floe.game_names())
    assert [int(cell.split(";")[0]) for cell in row("actions")] == [game.n_actions for game in games]
    assert [int(cell.split()[0]) for cell in row("observation")] == [game.observation_size for game in games]
    assert row("players") == [f"{game.players[0]} to {game.players[-1]}" for game in games]
    assert [cell == "none" for cell in row("chance")] == [not game.chance for game in games]
    sizes = re.search(r"fixed-size structs \((\d+) and (\d+) bytes\)", PAGE)
    assert sizes
    assert [int(size) for size in sizes.groups()] == [game.dtype.itemsize for game in games]


def test_the_example_of_a_citation_is_of_this_version() -> None:
    game = floe.game("icecult")
    rules = game.new().to_dict()["rules"]
    told = (
        f"{game.title} (Floe {floe.__version__}, rules version {game.rules_version}, 2 players, "
        f"`path_length` {rules['path_length']}, cubes `{rules['cubes']}`, circles `{rules['circles']}`, "
        f"`stall_limit` {rules['stall_limit']})"
    )
    assert told in PAGE


def test_the_code_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})  # noqa: S102  # our own page
