"""The numbers of actions, counted as docs/research/actions.md says, are those that the engine has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.core.game import State
from floe.core.randomness import generator

PAGE = (Path(__file__).parents[2] / "docs" / "research" / "actions.md").read_text(encoding="utf-8")

CELLS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
TILTS = ["nn", "ns", "sn", "ss", "ee", "ew", "we", "ww"]


def icecult(doc: dict[str, Any], text: str) -> int:
    if text in TILTS:
        return TILTS.index(text)
    if text == "end":
        return 64
    slot = "abcd".index(text.removeprefix("*")[0])
    if text[1] in "+-":
        return 56 + 2 * slot + (text[1] == "-")
    colour, path = doc["tops"]["abcd"[slot]].split(">")
    walking = [
        f"{space}.{place}"
        for space, stack in enumerate(doc["paths"][path], 1)
        for place, pawn in enumerate(stack, 1)
        if pawn == colour
    ]
    choice = ["start", *walking].index(text.partition("@")[2])
    return (32 if text[0] == "*" else 8) + 6 * slot + choice


def animal(word: str) -> int:
    return 3 if word == "bear" else int(word[1]) - 1


def igluiglu(doc: dict[str, Any], text: str) -> int:
    kind, *words = text.split()
    if kind == "kayak":
        own = doc["players"][doc["to_move"]]
        origins = [name for name in CELLS if own in doc["cells"].get(name, {}).get("inuit", "")]
        return 1751 + 64 * origins.index(words[0]) + CELLS.index(words[1])
    if kind == "flee":
        return 1491 + ["a1", "h1", "a8", "h8"].index(words[1])
    if kind in ("drift", "walk"):
        return {"drift": 193, "walk": 1495}[kind] + 4 * CELLS.index(words[0]) + "nesw".index(words[1])
    if kind == "shove":
        return 449 + 4 * animal(words[0]) + "nesw".index(words[1])
    if kind == "step":
        return 465 + 16 * CELLS.index(words[0]) + 4 * animal(words[1]) + "nesw".index(words[2])
    if kind == "hunt":
        return 2071 + 3 * CELLS.index(words[0]) + animal(words[1])
    if kind == "harpoon":
        return 2263 + 4 * CELLS.index(words[0]) + animal(words[1])
    if kind == "energy":
        return 2583 + int(words[0]) - 1
    first = {"place": 0, "flip": 64, "melt": 128, "herd": 192, "spear": 1489, "pass": 1490, "igloo": 2519, "end": 2586}
    return first[kind] + (CELLS.index(words[0]) if words else 0)


COUNTED: dict[str, Callable[[dict[str, Any], str], int]] = {"icecult": icecult, "igluiglu": igluiglu}

every_game = pytest.mark.parametrize("name", COUNTED)


def table(title: str) -> list[tuple[int, int, list[str]]]:
    """The rows: first and last number, and the examples."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) to (\d+) \| (.*?) \|", section, re.MULTILINE)
    return [(int(low), int(high), re.findall(r"`(.*?)`", written)) for low, high, written in rows]


def some_positions(name: str) -> list[State]:
    game = floe.game(name)
    found = []
    for seed in range(12):
        play = game.new(players=game.players[seed % len(game.players)], seed=seed).mutable()
        rng = generator(seed)
        while not play.over:
            found.append(game.state(play.array.copy()))
            play.playout(rng, 3)
    return found


@every_game
def test_the_documentation_tells_of_every_number_once(name: str) -> None:
    game = floe.game(name)
    rows = table(game.title)
    assert rows[0][0] == 0
    for (_, last, _), (first, _, _) in itertools.pairwise(rows):
        assert first == last + 1
    assert rows[-1][1] == game.n_actions - 1
    assert f"`{name}`, {game.n_actions} actions." in PAGE


@every_game
def test_numbers_are_counted_as_documented(name: str) -> None:
    rows = table(floe.game(name).title)
    met = set()
    for state in some_positions(name):
        doc = state.to_dict()
        for text in state.legal_actions():
            number = state.action_number(text)
            assert COUNTED[name](doc, text) == number, text
            met.add(next(i for i, (low, high, _) in enumerate(rows) if low <= number <= high))
    assert len(met) == len(rows)
