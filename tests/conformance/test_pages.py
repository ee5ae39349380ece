"""The pages for people tell of each game that comes with Floe what it declares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import floe

DOCS = Path(__file__).parents[2] / "docs"
FACTS, OBSERVATIONS = DOCS / "facts.md", DOCS / "research" / "observations.md"
SECTIONS = ("told", "due", "outlook")
OWN = [name for name, found in floe.games.found().manifests.items() if found.package.startswith("floe.games.")]

every_game = pytest.mark.parametrize("name", OWN)


def chapter(page: Path, title: str) -> str:
    return page.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def facts_of(title: str, section: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What the page says of one game's facts: for each key its meaning and its values."""
    part = chapter(FACTS, title).split(f"<!-- {section} -->")[1].split("<!--")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", part, re.MULTILINE)
    return {key: (meaning, dict(re.findall(r"`(\w+)`: ([^;]+)", values))) for key, values, meaning in rows}


@every_game
@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_on_facts_says_what_is_declared(name: str, section: str) -> None:
    game = floe.game(name)
    declared = {
        key: (term.meaning, {value: kind.name for value, kind in term.values.items()})
        for key, term in getattr(game.vocabulary, section).items()
    }
    assert facts_of(game.title, section) == declared


@every_game
def test_the_page_on_observations_tells_every_slice_and_how_many_values_there_are(name: str) -> None:
    game = floe.game(name)
    section = chapter(OBSERVATIONS, game.title)
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| ([\d ×]+) \| \S", section, re.MULTILINE)
    told = [(name, int(start), int(size), tuple(map(int, shape.split(" × ")))) for name, start, size, shape in rows]
    assert told == [(part.name, part.start, part.size, part.shape) for part in game.encoding]
    assert f"`{name}`, {game.observation_size} values." in section
