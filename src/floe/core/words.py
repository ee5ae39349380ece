"""What can be said of any game, for terminals and plain boards: its actions by their first word, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.messages import Messages
from floe.core.record import Record
from floe.core.typing import Document

if TYPE_CHECKING:
    from rich.text import Text

Phrase: TypeAlias = Callable[[Document, Sequence[str]], str]
"""A fact in words, from its values and the names of the seats' colours."""
Telling: TypeAlias = Callable[[Messages, Document, Sequence[str]], str]
"""A fact in any language: from its messages, the fact's values and the names of the seats' colours."""

COLOUR_NAMES = {"y": "yellow", "r": "red", "g": "green", "b": "blue"}
DIRECTION_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}
MOST_REASONS = 3
"""So many reasons make a sentence; the rest would bury them."""
COLOUR_STYLES = {"y": "bold yellow", "r": "bold red", "g": "bold green", "b": "bold blue"}


@dataclass(frozen=True)
class Choices:
    """Some legal actions that belong together, and what they are."""

    heading: str
    entries: Mapping[str, Sequence[str]]
    """How they are shown, each with the written actions that it stands for: usually one, or several in short."""

    @property
    def shown(self) -> list[str]:
        """The entries as they are shown."""
        return list(self.entries)


def grouped(choices: Iterable[tuple[str, str, str]]) -> list[Choices]:
    """Choices by their heading, from (heading, how it is shown, written action) of each action."""
    groups: dict[str, dict[str, list[str]]] = {}
    for heading, shown, action in choices:
        groups.setdefault(heading, {}).setdefault(shown, []).append(action)
    return [Choices(heading, entries) for heading, entries in groups.items()]


REASONS: dict[str, Phrase] = {
    "only_choice": lambda values, names: "nothing else is legal",
    "wins_for_sure": lambda values, names: "it wins, whatever the others do",
    "all_others_lose": lambda values, names: "everything else loses",
    "better_than": lambda values, names: (
        f"chances are {values['chances']} %, and {values['others']} % with {values['action']}"
    ),
}
"""The reasons that any game can have for a move."""


class Words:
    """The words for a game that brings none of its own."""

    reasons: Mapping[str, Phrase] = REASONS
    """Why a move is good: a phrase for each key of the game's explanations."""

    messages: ModuleType | None = None
    """By messages of the web app: ``FACTS``, ``DUE``, ``REASONS``, ``ending``; maybe ``learned``, ``choices``."""

    cannot_undo = "Nothing that was played this turn can be taken back."
    action_width = 8
    """So long actions are, most of them; what is told of them begins behind."""
    counts = False
    """Whether the game is won by points, which ``count`` explains."""

    def colour(self, letter: str) -> str:
        """The name of a colour by its letter."""
        return COLOUR_NAMES.get(letter, letter)

    def paint(self, text: Text) -> None:
        """Colour in a sentence."""
        for letter, style in COLOUR_STYLES.items():
            text.highlight_regex(rf"\b{self.colour(letter)}\b", style)

    def paint_board(self, text: Text) -> None:
        """Colour in the drawn board."""
        self.paint(text)

    def hides(self, state: State, seat: int | None) -> bool:
        """Whether a seat's screen shows, or has shown, what others may not know. Asked only of games with secrets."""
        return seat is not None

    def due(self, state: State) -> str:
        """What the player to move has to do, in a sentence; empty where the board says it."""
        return ""

    def choices(self, state: State) -> list[Choices]:
        """The legal actions in groups, each in exactly one."""
        parted = ((action.partition(" "), action) for action in state.legal_actions())
        return grouped((f"  {word}" if rest else " ", rest or word, action) for (word, _, rest), action in parted)

    def told(self, before: State, action: str) -> str:
        """What an action did, in words that anybody may hear; empty where its written form must do."""
        return self.tell(before.facts(action), before.game.colours(before.array))

    def tell(self, facts: Sequence[Fact], colours: Sequence[str]) -> str:
        """The facts of one action in words. ``colours`` are those of the seats."""
        return ""

    def why(self, reasons: Sequence[Fact], colours: Sequence[str]) -> str:
        """The most telling reasons for a move; empty if there are none. ``colours`` are those of the seats."""
        names = [self.colour(colour) for colour in colours]
        return "; ".join(self.reasons[fact.key](fact.values, names) for fact in reasons[:MOST_REASONS])

    def learned(self, before: State, action: str) -> str:
        """What whoever played an action has learned by it, in a sentence for them alone; empty if nothing."""
        return ""

    def count(self, state: State) -> str:
        """The points of each player as they are now, and what they come from."""
        return ""

    def notation(self, state: State) -> str:
        """How actions are written, in Markdown."""
        expected = state.game.malformed(state.array, "?") or ""
        return f"An action is {expected.removeprefix('expected ')}."

    def reason(self, reason: str) -> str:
        """Why the game ended: the words for a key of ``Outcome.reason``."""
        return reason.replace("_", " ")

    def ending(self, record: Record) -> str:
        """Who won, and how."""
        result = record.result
        if result is None:
            return "The game is not over."
        names = [f"{record.players[seat].name} ({self.colour(record.players[seat].colour)})" for seat in result.winners]
        if result.resigned is not None:
            gone = record.players[result.resigned]
            return f"{gone.name} ({self.colour(gone.colour)}) resigned. {_won(names)}."
        how = f"{self.reason(result.reason)} ({result.rule})"
        if len(names) == len(record.players):
            return f"Everybody shares the win: {how}."
        return f"{_won(names)}: {how}."


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: a, b and c."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def points(number: int) -> str:
    """A number of points in words."""
    return "1 point" if number == 1 else f"{number} points"


def paint_letters(text: Text, pattern: str) -> None:
    """Give each colour's letter its colour wherever the pattern matches, and so to the signs that follow it."""
    for match in re.finditer(pattern, text.plain, re.MULTILINE):
        style = ""
        for i in range(*match.span()):
            style = COLOUR_STYLES.get(text.plain[i], style)
            text.stylize(style, i, i + 1)


def _won(names: list[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} won"
    return f"{', '.join(names[:-1])} and {names[-1]} share the win"
