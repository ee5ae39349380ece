"""The terminal in other languages: it says all that it says in English."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import floe
from floe.cli import language as speaking
from floe.cli.spoken import SHARED, Spoken
from floe.cli.words import refusal, words_for
from floe.core.errors import IllegalAction
from floe.puzzling.puzzle import hooks
from floe.puzzling.trying import reasons
from floe.server.language import LANGUAGES
from tests.cli.running import RECORDS, REPOSITORY, call, flat

OTHERS = LANGUAGES[1:]
GAMES = ("icecult", "igluiglu")
CLI = REPOSITORY / "src" / "floe" / "cli"


@pytest.fixture(autouse=True)
def _english_again() -> object:
    yield
    speaking.choose(None)


def spoken(game: str, language: str) -> Spoken:
    speaking.choose(language)
    words = words_for(game)
    assert isinstance(words, Spoken)
    return words


def english() -> set[str]:
    """All texts of the terminal that are said by ``say``: literals, and the constants of the games and the session."""
    found: set[str] = set()
    for file in CLI.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        constants = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                given = node.args[0]
                if isinstance(given, ast.Constant):
                    found.add(str(given.value))
                elif isinstance(given, ast.Name) and given.id in constants:
                    found.add(str(constants[given.id]))
    for game in GAMES:
        words = floe.games.manifest(game).part("words")()
        found |= {words.cannot_undo, words.notation(floe.game(game).new())}
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_with_the_same_values(language: str) -> None:
    texts = json.loads((CLI / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    assert set(texts) == english()
    for text, other in texts.items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", other)), text


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.stem)
def test_whole_games_are_told(file: Path) -> None:
    record = floe.load_record(file)
    every = [spoken(record.game.name, language) for language in OTHERS]
    state = record.at(0)
    for n, action in enumerate(record.actions):
        for words in every:
            for told in (words.told(state, action), words.due(state)):
                assert told, (n, action)
                assert not re.search(r"[{}#]|None", told), told
            if n % 25 == 0:
                offered = [
                    written for group in words.choices(state) for one in group.entries.values() for written in one
                ]
                assert sorted(offered) == sorted(state.legal_actions())
        state = state.play(action)
    assert not any(re.search(r"[{}#]", words.ending(record)) for words in every)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_refusals_are_told(game: str, language: str) -> None:
    words = spoken(game, language)
    state = floe.game(game).new(players=2, seed=1)
    with pytest.raises(IllegalAction) as caught:
        state.play("end")
    told = refusal(words, caught.value)
    assert told.startswith(str(caught.value.rule))
    assert str(caught.value) not in told


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_puzzles_and_their_reasons_have_words(game: str, language: str) -> None:
    words = spoken(game, language)
    for task in hooks(game).TASKS:
        assert words.task(task, "r")
    english = floe.games.manifest(game).part("words")()
    assert set(english.reasons) <= set(SHARED | english.messages.REASONS)
    puzzles = floe.puzzles(game)
    for n in range(0, len(puzzles), len(puzzles) // 20):
        puzzle = puzzles[n]
        given = reasons(puzzle)
        why = words.why(given, puzzle.state.game.colours(puzzle.state.array))
        assert bool(why) == bool(given)
        assert not re.search(r"[{}#]|None", why)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "IC-9: a turn begins with two tilts"),
        ("de", "IC-9: Erst muss zweimal gekippt werden."),
        ("fr", "IC-9\u202f: Il faut d’abord faire pivoter deux fois."),
        ("it", "IC-9: Prima ci sono due rotazioni da fare."),
    ],
)
def test_a_table_speaks_the_language(language: str, said: str) -> None:
    typed = "end\nresign\n" + {"en": "yes", "de": "ja", "fr": "oui", "it": "sì"}[language] + "\n"
    game = ("play", "icecult", "--players", "2", "--who", "person,person", "--names", "Ada,Bo", "--seed", "1")
    told = call("--language", language, *game, typed=typed).output
    assert said in told.replace("\n", " ")
    won = {
        "en": "Bo (green) won",
        "de": "Bo (Grün) hat gewonnen.",
        "fr": "Bo (Vert) a gagné.",
        "it": "Ha vinto Bo (Verde).",
    }
    assert won[language] in flat(told)
