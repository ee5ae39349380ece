"""Write the page of facts anew from what the games declare: ``python tools/write_facts_page.py``."""

from __future__ import annotations

from pathlib import Path

import floe
from floe.core.facts import Term

PAGE = Path(__file__).parent.parent / "docs" / "facts.md"
SECTIONS = {"told": "What an action did", "due": "What is due", "outlook": "What a position holds"}


def row(key: str, term: Term) -> str:
    values = "; ".join(f"`{name}`: {kind.name}" for name, kind in term.values.items())
    return f"| `{key}` | {values} | {term.meaning} |"


def chapter(name: str) -> str:
    """All facts of a game, in tables."""
    game = floe.game(name)
    lines = [f"## {game.title}"]
    for section, title in SECTIONS.items():
        lines += ["", f"<!-- {section} -->", "", f"**{title}**", "", "| key | values | meaning |", "|---|---|---|"]
        lines += [row(key, term) for key, term in getattr(game.vocabulary, section).items()]
    return "\n".join(lines)


def main() -> None:
    """Keep what people wrote before the first chapter, and write the chapters."""
    opening = PAGE.read_text(encoding="utf-8").split("\n## ")[0].rstrip()
    PAGE.write_text("\n\n".join([opening, *map(chapter, floe.games())]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
