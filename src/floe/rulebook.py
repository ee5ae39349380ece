"""The rules pages: a game's own, or ``docs/games/<game>.md`` in a checkout and in an installed package alike.

Beside the English page lie those in other languages, ``<game>.<language>.md``, with the same rules by the same numbers.
"""

from __future__ import annotations

import re
from pathlib import Path

import floe
from floe.core.errors import BadOption, shown

ENGLISH = "en"
_PACKAGE = Path(floe.__file__).resolve().parent
_PLACES = (_PACKAGE / "docs", _PACKAGE.parent.parent / "docs" / "games")  # the wheel brings the pages along
_RULE = re.compile(r"^### (?P<number>[A-Z]+-(?P<digits>[0-9]+))\b.*$")
_HEADING = re.compile(r"^#{1,3} ")


def languages(game: str) -> list[str]:
    """The languages that a game's rules can be read in, English first."""
    english = _english(game)
    others = (file.suffixes[-2][1:] for file in english.parent.glob(f"{english.stem}.*.md"))
    return [ENGLISH, *sorted(others)]


def page(game: str, language: str = ENGLISH) -> str:
    """The whole page of a game; in English where it has none in that language."""
    file = _english(game)
    if language in languages(game)[1:]:
        file = file.with_suffix(f".{language}.md")
    return file.read_text(encoding="utf-8")


def _english(game: str) -> Path:
    own = floe.games.manifest(game).file("rules")
    for file in (own, *(folder / f"{game}.md" for folder in _PLACES)):
        if file is not None and file.is_file():
            return file
    raise BadOption(f"{game} has no page of rules")


def rules(game: str, language: str = ENGLISH) -> dict[str, str]:
    """Each rule's number, with its heading and paragraphs."""
    found: dict[str, list[str]] = {}
    number = None
    for line in page(game, language).splitlines():
        if _HEADING.match(line):
            rule = _RULE.match(line)
            number = rule["number"] if rule else None
        if number is not None:
            found.setdefault(number, []).append(line)
    return {number: "\n".join(lines).strip() for number, lines in found.items()}


def rule(game: str, number: str, language: str = ENGLISH) -> str:
    """The paragraphs of one rule; ``IC-17``, ``ic17`` and ``17`` all name it."""
    every = rules(game, language)
    wanted = re.sub(r"[^A-Z0-9]", "", number.upper())
    for name, text in every.items():
        if wanted in (name.replace("-", ""), name.split("-")[1]):
            return text
    names = list(every)
    there = f"it has {names[0]} to {names[-1]}" if names else "its page of rules has no numbers"
    raise BadOption(f"{game} has no rule {shown(number)}; {there}")
