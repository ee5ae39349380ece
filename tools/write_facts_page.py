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
OURS = [name for name, manifest in games.found().manifests.items() if manifest.package.startswith("floe.")]
"""The games that come with Floe; those from outside have pages of their own."""
SECTIONS = {"told": "What an action did", "due": "What is due", "outlook": "What a position holds"}

REASONS = """\
Why a machine player would play a move is told in facts too (`floe.bots.explanations`), the most telling first. They are
about the rest of the seat's turn, as the search expects it, and use what the seat sees and nothing else.

What is *certain* was played out, enumerated or proven before it is said; what is *likely* was seen by two searches that
know nothing of each other. `make reasons-verify` holds 1,000 explanations of each game and more, from games of machine
players and from puzzles, against the plain rules, every end of a turn, and searches with ten times the budget; every
test run does so with a few. How many facts were false, of how many that were said:

| | ICE CULT, certain | likely | IGLU IGLU, certain | likely |
|---|---:|---:|---:|---:|
| before all of them were checked (1,017 and 1,031 explanations) | 7 of 1,294 | 28 of 100 | 42 of 1,693 | 4 of 55 |
| as it is (2,414 and 2,401 explanations, `--count 2400 --seed 5`) | 0 of 3,033 | 0 of 61 | 0 of 3,953 | 0 of 13 |

One move is called better than another only if both searches see a lead of 10 percent. With 8 percent, another 1,512
explanations of ICE CULT had 1 false of 47."""

REFUTATIONS = """\
What is wrong with a try at a [puzzle](puzzles.md) is told in these facts, or in one of the reasons above. They are
checked alike."""


def row(key: str, term: Term, *more: str) -> str:
    values = "; ".join(f"`{name}`: {kind.name}" for name, kind in term.values.items())
    return f"| {' | '.join([f'`{key}`', values, term.meaning, *more])} |"


def table(terms: Mapping[str, Term]) -> list[str]:
    return ["| key | values | meaning |", "|---|---|---|", *(row(key, term) for key, term in terms.items())]


def sure_table(terms: Mapping[str, Term]) -> list[str]:
    """The same with how sure each is."""
    rows = [row(key, term, term.how_sure) for key, term in terms.items()]
    return ["| key | values | meaning | it is |", "|---|---|---|---|", *rows]


def reasons() -> str:
    """The reasons for a move, game by game."""
    lines = ["## Reasons", "", REASONS]
    for name in OURS:
        title = floe.game(name).title
        lines += ["", f"<!-- reasons {title} -->", "", f"**{title}**", "", *sure_table(vocabulary(name))]
    return "\n".join(lines)


def refutations() -> str:
    """What can be wrong with a try at a puzzle, game by game."""
    lines = ["## Refutations", "", REFUTATIONS]
    for name in OURS:
        title = floe.game(name).title
        lines += ["", f"<!-- refutations {title} -->", "", f"**{title}**", "", *sure_table(refuting(name))]
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
