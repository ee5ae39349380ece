"""Why something is not done at a table: by a rule of the game, by a rule of the table, or because it came too late."""

from __future__ import annotations

from typing import Any

from floe.core.errors import BadDocument, FloeError


class Refusal(Exception):
    """It is not done. Key and values can be translated, words are English, rule is the game's where one forbids it."""

    def __init__(self, key: str, words: str, rule: str | None = None, **values: Any) -> None:
        super().__init__(words)
        self.key = key
        self.words = words
        self.rule = rule
        self.values = values

    @classmethod
    def of(cls, fault: FloeError) -> Refusal:
        """A refusal of the engine's."""
        if fault.rule is None:
            place = {"where": fault.where} if isinstance(fault, BadDocument) else {}
            return cls("malformed", str(fault), **place)
        refusal = cls(f"{fault.rule}.{fault.key}", str(fault), fault.rule)
        refusal.values = dict(fault.values)  # games name them as they like
        return refusal


class Stale(Exception):
    """It was decided on a position that has changed since."""


class NotFound(Refusal):
    """There is no such thing, usually a table, or none that this person may see."""

    def __init__(self, key: str = "no_table", words: str = "there is no such table") -> None:
        super().__init__(key, words)
