"""Write the page of facts anew from what the games declare: ``python tools/pins.py facts``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import floe
from floe import games
from floe.bots.explanations import vocabulary
from floe.core.facts import Term
from floe.puzzling.trying import vocabulary as refuting

PAGE = Path(__file__).parent.parent / "docs" / "facts.md"
OURS = [name for name, manifest in floe.games.found().manifests.items() if manifest.package.startswith("floe.games.")]
"""The games that come with Floe."""
SECTIONS = {"told": "What an action did", "due": "What is due", "outlook": "What a position holds"}

REASONS = """\
Why a machine player would play a move is told in facts too (`floe.bots.explanations`), the most telling first. They are
about the rest of the seat's turn, as the search expects it, and use what the seat sees and nothing else."""

REFUTATIONS = """\
What is wrong with a try at a [puzzle](puzzles.md) is told in these facts, or in one of the reasons above."""


OURS = [name for name, manifest in games.found().manifests.items() if manifest.package.startswith("floe.")]
"""The games that come with Floe; those from outside have pages of their own."""


def row(key: str, term: Term) -> str:
    values = "; ".join(f"`{name}`: {kind.name}" for name, kind in term.values.items())
    return f"| `{key}` | {values} | {term.meaning} |"


def table(terms: Mapping[str, Term]) -> list[str]:
    return ["| key | values | meaning |", "|---|---|---|", *(row(key, term) for key, term in terms.items())]


def reasons() -> str:
    """The reasons for a move, game by game."""
    lines = ["## Reasons", "", REASONS]
    for name in OURS:
        title = floe.game(name).title
        lines += ["", f"<!-- reasons {title} -->", "", f"**{title}**", "", *table(vocabulary(name))]
    return "\n".join(lines)


def refutations() -> str:
    """What can be wrong with a try at a puzzle, game by game."""
    lines = ["## Refutations", "", REFUTATIONS]
    for name in OURS:
        title = floe.game(name).title
        lines += ["", f"<!-- refutations {title} -->", "", f"**{title}**", "", *table(refuting(name))]
    return "\n".join(lines)


def chapter(name: str) -> str:
    """All facts of a game, in tables."""
    game = floe.game(name)
    lines = [f"## {game.title}"]
    for section, title in SECTIONS.items():
        terms = getattr(game.vocabulary, section)
        lines += ["", f"<!-- {section} -->", "", f"**{title}**", "", *table(terms)]
    return "\n".join(lines)


def texts() -> dict[str, str]:
    """Keep what people wrote before the first chapter, and write the chapters."""
    opening = PAGE.read_text(encoding="utf-8").split("\n## ")[0].rstrip()
    return {"docs/facts.md": "\n\n".join([opening, *map(chapter, OURS), reasons(), refutations()]) + "\n"}
