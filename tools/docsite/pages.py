"""Which pages the site has, in which order, and what they are made of."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = "en"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}

SECTIONS = {
    "Play": ["playing", "games/icecult", "games/igluiglu", "about", "analysis", "studies", "puzzles", "fairness"],
    "Host": ["hosting", "notices", "page"],
    "Research": [
        "research",
        "research/from_import_to_rated_agent",
        "research/learning",
        "research/environments",
        "research/openspiel",
        "research/batches",
        "research/actions",
        "research/observations",
        "bots",
        "strength",
        "model_card_icecult",
        "model_card_igluiglu",
        "arena",
        "dataset",
        "records",
        "targets",
    ],
    "Extend": ["contributing", "architecture", "clients", "protocol", "messages", "facts", "web", "reference/index"],
    "Project": ["releasing", "changelog", "security", "code_of_conduct"],
}
"""The English site. What is left out of it is an error of the build, and so is what is named here and not there."""

PLAYERS = ["playing", "games/icecult", "games/igluiglu"]
"""What every language has."""

_ELSEWHERE = {
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
    "SECURITY.md": "security",
    "CODE_OF_CONDUCT.md": "code_of_conduct",
    "src/floe/games/icecult/MODEL_CARD.md": "model_card_icecult",
    "src/floe/games/igluiglu/MODEL_CARD.md": "model_card_igluiglu",
}


def pages() -> dict[str, tuple[str, str]]:
    """Every page that is written by hand: its path in the repository, and its language and name in the site."""
    found = {path: (ENGLISH, name) for path, name in _ELSEWHERE.items() if (ROOT / path).is_file()}
    for file in sorted((ROOT / "docs").rglob("*.md")):
        path = file.relative_to(ROOT).as_posix()
        name = path.removeprefix("docs/").removeprefix("site/").removesuffix(".md")
        stem, _, language = name.rpartition(".")
        found[path] = (language, stem) if language in LANGUAGES else (ENGLISH, name)
    return found
