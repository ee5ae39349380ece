"""The rules are the same in every language: numbers, code, tables and marks. What words they use, the glossary says."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from floe import rulebook
from floe.server.language import LANGUAGES

GAMES = {"icecult": ("IC", 22), "igluiglu": ("II", 30)}
RULING = {"en": "**Ruling:**", "de": "**Festlegung:**", "fr": "**Précision\u00a0:**", "it": "**Precisazione:**"}

every_game = pytest.mark.parametrize("game", GAMES)
every_other_language = pytest.mark.parametrize("language", LANGUAGES[1:])


def code(text: str) -> Counter[str]:
    return Counter(re.findall(r"`([^`]+)`", " ".join(text.split())))


def numbers(text: str) -> Counter[str]:
    """All numbers outside code, those of rules among them."""
    return Counter(re.findall(r"\d+", re.sub(r"`[^`]*`", "", text)))


def blocks(text: str) -> list[str]:
    """Which kinds of blocks follow each other: headings, tables, rulings, paragraphs."""
    return [_kind(block) for block in text.split("\n\n")]


def _kind(block: str) -> str:
    if block.startswith("#"):
        return "heading"
    if block.startswith("|"):
        return "table"
    return "ruling" if block.startswith(tuple(RULING.values())) else "paragraph"


def tables(text: str) -> list[list[Counter[str]]]:
    """Of each row of each table, in order, the code in its cells."""
    return [[code(cell) for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


@every_game
def test_they_are_written_in_every_language_that_the_app_speaks(game: str) -> None:
    assert rulebook.languages(game) == ["en", *sorted(LANGUAGES[1:])]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_there_in_order_with_a_name_and_a_text(game: str, language: str) -> None:
    letters, count = GAMES[game]
    rules = rulebook.rules(game, language)
    assert list(rules) == [f"{letters}-{n}" for n in range(1, count + 1)]
    for number, text in rules.items():
        heading, _, rest = text.partition("\n\n")
        assert re.fullmatch(rf"### {number} \S.*", heading)
        assert len(rest) > 40
    names = [text.partition("\n")[0].partition(" ")[2].partition(" ")[2] for text in rules.values()]
    assert all(one != other for one, other in pairwise(names))


@every_game
@every_other_language
def test_each_rule_has_the_code_numbers_and_blocks_of_the_english_one(game: str, language: str) -> None:
    english, other = rulebook.rules(game), rulebook.rules(game, language)
    for number, text in english.items():
        assert (number, code(other[number])) == (number, code(text))
        assert (number, numbers(other[number])) == (number, numbers(text))
        assert (number, blocks(other[number])) == (number, blocks(text))
        assert (number, tables(other[number])) == (number, tables(text))


@every_game
@every_other_language
def test_rulings_are_marked_by_the_word_of_the_language(game: str, language: str) -> None:
    english, other = rulebook.rules(game), rulebook.rules(game, language)
    for number, text in english.items():
        assert (number, other[number].count(RULING[language])) == (number, text.count(RULING["en"]))
    foreign = {word for one, word in RULING.items() if one != language}
    assert not [word for word in foreign if word in rulebook.page(game, language)]


@every_game
@every_other_language
def test_options_and_notation_are_those_of_the_english_page(game: str, language: str) -> None:
    """They are the two tables after the last rule; what follows in English is for programmers."""
    last = f"### {list(rulebook.rules(game))[-1]}"
    english = tables(rulebook.page(game).partition(last)[2])
    other = tables(rulebook.page(game, language).partition(last)[2])
    assert len(other) > 10
    assert other == english[: len(other)]


def test_a_game_that_is_not_written_in_a_language_is_told_in_english() -> None:
    assert rulebook.languages("connectfour") == ["en"]
    assert rulebook.page("connectfour", "it") == rulebook.page("connectfour")
    assert rulebook.page("icecult", "rm") == rulebook.page("icecult")
