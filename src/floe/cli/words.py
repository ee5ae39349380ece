"""How the terminal speaks of a game."""

from __future__ import annotations

from floe import games
from floe.cli import catalogue, language
from floe.cli.spoken import Spoken
from floe.core.errors import FloeError
from floe.core.words import Words
from floe.puzzling.puzzle import Puzzle, hooks


def words_for(game: str) -> Words:
    """The words of a game in the person's language; plain ones for one that brings none."""
    english: Words = (games.manifest(game).part("words") or Words)()
    chosen = language.chosen()
    messages = catalogue.messages(game, chosen) if chosen != "en" and english.messages is not None else None
    return english if messages is None or english.messages is None else Spoken(english, english.messages, messages)


def refusal(words: Words, fault: FloeError) -> str:
    """What went wrong, in the person's language if it has the words."""
    return words.refused(fault) if isinstance(words, Spoken) else str(fault)


def task(words: Words, puzzle: Puzzle) -> str:
    """What a puzzle asks for."""
    if not isinstance(words, Spoken):
        return str(hooks(puzzle.game).TASKS[puzzle.task])
    colours = puzzle.state.game.colours(puzzle.state.array)
    return words.task(puzzle.task, colours[(puzzle.seat + 1) % len(colours)])
