"""A game in the person's language: by the web app's messages, and in English where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from floe.cli.catalogue import say
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.messages import Messages
from floe.core.record import Record
from floe.core.words import COLOUR_NAMES, MOST_REASONS, Choices, Telling, Words

if TYPE_CHECKING:
    from rich.text import Text


SHARED: dict[str, Telling] = {
    "only_choice": lambda messages, values, names: messages("only_choice"),
    "wins_for_sure": lambda messages, values, names: messages("wins_for_sure"),
    "all_others_lose": lambda messages, values, names: messages("all_others_lose"),
    "better_than": lambda messages, values, names: messages(
        "better_than",
        chances=f"{values['chances']} %",
        others=f"{values['others']} %",
        action=values["action"],
    ),
}
"""The reasons that any game can have for a move."""


class Spoken(Words):
    """The words of a game in another language than English."""

    def __init__(self, english: Words, telling: ModuleType, messages: Messages) -> None:
        self._english, self._telling, self._say = english, telling, messages
        self.cannot_undo = say(english.cannot_undo)
        self.action_width, self.counts = english.action_width, english.counts

    def colour(self, letter: str) -> str:
        return self._say(f"colour.{letter}") if letter in COLOUR_NAMES else letter

    def paint_board(self, text: Text) -> None:
        self._english.paint_board(text)

    def hides(self, state: State, seat: int | None) -> bool:
        return self._english.hides(state, seat)

    def due(self, state: State) -> str:
        names = self._names(state)
        return self._told(self._telling.DUE, state.due(state.to_move), names)

    def choices(self, state: State) -> list[Choices]:
        own = getattr(self._telling, "choices", None)
        found: list[Choices] = self._english.choices(state) if own is None else own(self._say, state)
        return found

    def tell(self, facts: Sequence[Fact], colours: Sequence[str]) -> str:
        return self._told(self._telling.FACTS, facts, [self.colour(colour) for colour in colours])

    def why(self, reasons: Sequence[Fact], colours: Sequence[str]) -> str:
        """In English if one of the reasons has no message."""
        phrases = SHARED | self._telling.REASONS
        told = reasons[:MOST_REASONS]
        if any(fact.key not in phrases for fact in told):
            return self._english.why(reasons, colours)
        return self._told(phrases, told, [self.colour(colour) for colour in colours]).removesuffix(".")

    def learned(self, before: State, action: str) -> str:
        if not self._english.learned(before, action):
            return ""
        kept = (fact.values["tile"] for fact in before.facts(action, before.to_move) if fact.key == "kept")
        tile: str | None = next(kept, None)
        return self._telling.learned(self._say, tile) if tile else self.told(before, action)

    def count(self, state: State) -> str:
        return self._english.count(state)

    def notation(self, state: State) -> str:
        return say(self._english.notation(state))

    def task(self, task: str, following: str) -> str:
        """What a puzzle asks for; the colour that plays next may be named in it."""
        return self._say(f"puzzle.task.{task}", next=self.colour(following))

    def refused(self, fault: Exception) -> str:
        """Why something is not allowed: the rule's number, and the sentence."""
        key, rule = getattr(fault, "key", None), getattr(fault, "rule", None)
        if key is None or rule is None or f"refusal.{key}" not in self._say:
            return str(fault)
        return say("{rule}: {why}", rule=rule, why=self._say(f"refusal.{key}", **getattr(fault, "values", {})))

    def ending(self, record: Record) -> str:
        result = record.result
        if result is None:
            return say("The game is not over.")
        names = [f"{record.players[seat].name} ({self.colour(record.players[seat].colour)})" for seat in result.winners]
        if result.resigned is None:
            how: str = self._telling.ending(self._say, result.reason, names)
            return f"{how} ({result.rule})"
        gone = record.players[result.resigned]
        resigned = self._say("result.resigned", name=f"{gone.name} ({self.colour(gone.colour)})")
        if len(names) == 1:
            return f"{resigned} {self._say('result.won', you='false', name=names[0])}"
        return f"{resigned} {self._say('result.shared', names=self._say.listed(names))}"

    def _names(self, state: State) -> list[str]:
        return [self.colour(colour) for colour in state.game.colours(state.array)]

    def _told(self, phrases: Mapping[str, Telling], facts: Sequence[Fact], names: Sequence[str]) -> str:
        told = (phrases[fact.key](self._say, fact.values, names) for fact in facts if fact.key in phrases)
        return " ".join(filter(None, told))
