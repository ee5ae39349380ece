"""What is told of the boxes, and of what is ours, is the same in the docs and in the web app."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import floe
from floe import rulebook

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "about.md").read_text(encoding="utf-8")
FACTS = {
    file.parent.name: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "web" / "src" / "games").glob("*/about.json"))
}
OURS = [(game, ours["rule"]) for game, facts in FACTS.items() for ours in facts["ours"]]
ROWS = {
    "players": "{players[0]} to {players[1]}",
    "age": "{age} and up",
    "playing time": "about {minutes} minutes",
    "author": "{author}",
    "illustration": "{artist}",
    "publisher": "{publisher}, {year}",
}


def column(title: str) -> dict[str, str]:
    """What the page's table says of a game."""
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\|.*\|$", PAGE, re.MULTILINE)]
    at = rows[0].index(title)
    return {row[0]: row[at] for row in rows[2:] if row[at]}


def said(box: dict[str, Any]) -> dict[str, str]:
    """What the web app says of a game, in the words of the table."""
    fields = {row: set(re.findall(r"{(\w+)", text)) for row, text in ROWS.items()}
    return {row: text.format(**box) for row, text in ROWS.items() if fields[row] <= set(box)}


@pytest.mark.parametrize("game", FACTS)
def test_the_page_and_the_app_say_the_same_of_a_box(game: str) -> None:
    assert column(floe.game(game).title) == said(FACTS[game]["box"])


@pytest.mark.parametrize(("game", "number"), OURS)
def test_what_is_ours_is_a_ruling_that_the_page_names(game: str, number: str) -> None:
    assert "**Ruling:**" in rulebook.rule(game, number)
    assert f"[{number}](games/{game}.md#{number.lower()}-" in PAGE
