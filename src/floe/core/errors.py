"""The error family: everything that Floe refuses, it refuses with one of these.

Each error carries the offending text. All of them are ``ValueError`` too, so that code which knows nothing of Floe
can still catch them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self

_SHOWN = 120


def shown(text: object) -> str:
    """The offending text as a message shows it: quoted, on one line, cut where it is long."""
    try:
        quoted = repr(text)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists thousands deep
        quoted = f"<{type(text).__name__} too large to be shown>"
    return quoted if len(quoted) <= _SHOWN else quoted[: _SHOWN - 1] + "…"


class FloeError(ValueError):
    """Base of the family. Every error can be pickled, so that it reaches the process that asked.

    Where a rule of the game is the reason, ``rule`` is its number, and ``key`` and ``values`` say it in a form that a
    program can translate. The message says it in English.
    """

    rule: str | None = None
    key: str | None = None
    values: Mapping[str, object] = MappingProxyType({})

    def because(self, rule: str | None, key: str | None, values: Mapping[str, object]) -> Self:
        """This error, with its reason for programs."""
        self.rule, self.key, self.values = rule, key, dict(values)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[FloeError], args: tuple[Any, ...], attributes: Mapping[str, Any]) -> FloeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class UnknownGame(FloeError):
    """No game of that name is installed, or the one that is cannot be used."""


class MalformedAction(FloeError):
    """Text that is no action of this game at all, whatever the position."""

    def __init__(self, text: object, expected: str) -> None:
        self.text = text
        super().__init__(f"{shown(text)} is no action: {expected}")


class IllegalAction(FloeError):
    """A well-formed action that the rules forbid in this position. It always has its reason for programs."""

    rule: str
    key: str

    def __init__(self, text: str, rule: str, key: str, values: Mapping[str, object], sentence: str) -> None:
        self.text = text
        self.because(rule, key, values)
        super().__init__(f"{shown(text)} is not allowed here. {rule}: {sentence}")


class BadOption(FloeError):
    """A way of setting up a game that does not exist: number of players, colours, rule options, seed."""


class BadBatch(FloeError):
    """An array that does not fit a batch: of another length, or of another kind of number."""


class BadDocument(FloeError):
    """A document that cannot be. ``where`` is the path of the offending field, ``problem`` says what is wrong."""

    kind = "document"

    def __init__(self, where: str, problem: str) -> None:
        self.where = where
        self.problem = problem
        super().__init__(f"this {self.kind} cannot be: {where + ': ' if where else ''}{problem}")


class BadPosition(BadDocument):
    """A position document that cannot be."""

    kind = "position"


class BadRecord(BadDocument):
    """A game record that cannot be."""

    kind = "record"
