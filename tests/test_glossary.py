"""One word for one thing: the rules and the strings of the web app keep to ``docs/glossary.toml``."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from floe import rulebook
from floe.server.language import LANGUAGES

ROOT = Path(__file__).parent.parent
GAMES = ("icecult", "igluiglu")
GLOSSARY: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(
    (ROOT / "docs" / "glossary.toml").read_text(encoding="utf-8")
)
OTHERS = LANGUAGES[1:]
SAID = [(scope, term) for scope, terms in GLOSSARY.items() for term, entry in terms.items() if "en" in entry]
NEVER_SAID = [
    (scope, term, language)
    for scope, terms in GLOSSARY.items()
    for term, entry in terms.items()
    for language in entry.get("not", {})
]


def games_of(scope: str) -> tuple[str, ...]:
    return GAMES if scope == "all" else (scope,)


@cache
def strings(scope: str, language: str) -> dict[str, str]:
    """What web app and server say in a language, by file and key: of a game, or all of it."""
    folders = [ROOT / "web" / "src" / "games" / game / "i18n" for game in games_of(scope)]
    if scope == "all":
        folders.append(ROOT / "web" / "src" / "i18n")
    files = [file for folder in folders for file in sorted((folder / language).glob("*.json"))]
    if scope == "all":
        files.append(ROOT / "src" / "floe" / "server" / "texts" / f"{language}.json")
    return {
        f"{file.relative_to(ROOT)}: {key}": text
        for file in files
        for key, text in json.loads(file.read_text(encoding="utf-8")).items()
    }


@cache
def rules(scope: str, language: str) -> dict[str, str]:
    """The rules without what is the same in every language: names in code."""
    return {
        number: re.sub(r"`[^`]*`", "", " ".join(text.split()))
        for game in games_of(scope)
        for number, text in rulebook.rules(game, language).items()
    }


def says(words: str, text: str) -> re.Match[str] | None:
    return re.search(rf"\b(?:{words})", text, re.IGNORECASE)


def test_the_glossary_names_scopes_and_languages_that_there_are() -> None:
    assert set(GLOSSARY) == {*GAMES, "all"}
    for terms in GLOSSARY.values():
        for term, entry in terms.items():
            assert set(entry) <= {*LANGUAGES, "not"}, term
            assert not set(entry) & set(LANGUAGES) or set(entry) >= set(LANGUAGES), term
            assert set(entry.get("not", {})) <= set(LANGUAGES), term


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("scope", "term"), SAID)
def test_a_rule_that_says_a_word_in_english_says_it_in_every_language(scope: str, term: str, language: str) -> None:
    words = GLOSSARY[scope][term]
    there = [number for number, text in rules(scope, "en").items() if says(words["en"], text)]
    assert [number for number in there if not says(words[language], rules(scope, language)[number])] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scope", "term"), SAID)
def test_every_word_is_one_that_rules_or_strings_say(scope: str, term: str, language: str) -> None:
    said = rules(scope, language) | strings(scope, language)
    assert any(says(GLOSSARY[scope][term][language], text) for text in said.values())


@pytest.mark.parametrize(("scope", "term", "language"), NEVER_SAID)
def test_no_rule_and_no_string_says_another_word(scope: str, term: str, language: str) -> None:
    unwanted = GLOSSARY[scope][term]["not"][language]
    said = rules(scope, language) | strings(scope, language)
    assert [f"{place}: {found[0]}" for place, text in said.items() if (found := says(unwanted, text))] == []


TYPOGRAPHY = {
    "en": {"a space before an ellipsis": r"\s…", "a straight quote": r"[\"']"},
    "de": {"no space before an ellipsis": r"\w…", "other quotes than „ and “": r"[\"'”«»]"},
    "fr": {
        "a sign that may begin a line": r"(?<![\u00a0\u202f])[:;!?»](?=$|[\s.)}])",
        "an opening quote without its space": r"«(?!\u202f)",
        "a space before an ellipsis": r"\s…",
        "other quotes than « and »": r"[\"'“”„]",
    },
    "it": {
        "a space before an ellipsis": r"\s…",
        "other quotes than « and »": r"[\"'“”„]",
        "an apostrophe for an accent": "E’ ",
    },
}


@pytest.mark.parametrize(
    ("language", "fault"), [(language, fault) for language, faults in TYPOGRAPHY.items() for fault in faults]
)
def test_signs_stand_as_the_language_has_them(language: str, fault: str) -> None:
    pattern = TYPOGRAPHY[language][fault]
    assert [place for place, text in strings("all", language).items() if re.search(pattern, text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_a_french_rule_begins_with_a_sign(game: str) -> None:
    page = re.sub(r"```.*?```|`[^`\n]*`", "", rulebook.page(game, "fr"), flags=re.DOTALL)
    assert re.findall(r".*[ \n][;:!?»].*", page) == []


def test_the_strings_are_found() -> None:
    for scope in GLOSSARY:
        for language in LANGUAGES:
            assert len(strings(scope, language)) > 100
