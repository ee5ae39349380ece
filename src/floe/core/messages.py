"""Messages in the ICU form that the web app keeps them in, filled in with values: ``{n, plural, one {# step} ...}``.

Of that form there is what our messages use: values, ``number``, ``plural`` with ``=0`` and ``#``, and ``select``, each
inside the other as deep as one likes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

Values: TypeAlias = Mapping[str, object]
Part: TypeAlias = Callable[[Values, object], str]
"""A piece of a message: its text from the values, and from the number that a ``#`` stands for."""

AND = {"en": "and", "de": "und", "fr": "et", "it": "e"}
OR = {"en": "or", "de": "oder", "fr": "ou", "it": "o"}


class Messages:
    """All messages of a subject in one language, by their keys."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    @classmethod
    def read(cls, language: str, *files: Path) -> Messages:
        texts: dict[str, str] = {}
        for file in files:
            texts |= json.loads(file.read_text(encoding="utf-8"))
        return cls(language, texts)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, /, **values: object) -> str:
        return filled(self._texts[key], values)

    def listed(self, words: Sequence[str], last: Mapping[str, str] = AND) -> str:
        """Words as a sentence lists them: a, b and c."""
        together = [", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words)
        return f" {last[self.language]} ".join(together)


def filled(text: str, values: Values) -> str:
    """A message with its values."""
    return "".join(part(values, None) for part in _parsed(text))


@cache
def _parsed(text: str) -> list[Part]:
    parts, end = _read(text, 0)
    if end != len(text):
        raise ValueError(f"a }} too many in the message {text!r}")
    return parts


def _read(text: str, at: int) -> tuple[list[Part], int]:
    """The pieces from a place on, up to the end or to the ``}`` that closes them."""
    parts: list[Part] = []
    plain = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            parts.append(_literal(plain))
            part, at = _argument(text, at + 1)
            parts.append(part)
            plain = ""
        else:
            plain += text[at]
            at += 1
    return [*parts, _literal(plain)], at


def _literal(plain: str) -> Part:
    return lambda values, number: plain if number is None else plain.replace("#", str(number))


def _argument(text: str, at: int) -> tuple[Part, int]:
    """A value, with the choices that depend on it; ``at`` is after its ``{``."""
    end = min(place for sign in ",}" if (place := text.find(sign, at)) >= 0)
    name = text[at:end].strip()
    if text[end] == "}":
        return (lambda values, number: str(values[name])), end + 1
    kind_end = min(place for sign in ",}" if (place := text.find(sign, end + 1)) >= 0)
    kind = text[end + 1 : kind_end].strip()
    if kind == "number":
        return (lambda values, number: str(values[name])), kind_end + 1
    choices, at = _choices(text, kind_end + 1)
    if kind == "select":
        # Who speaks of nobody as "you", such as the terminal, does not say who reads.
        return (
            lambda values, number: _joined(choices.get(str(values.get(name)), choices["other"]), values, number)
        ), at
    if kind == "plural":
        return (lambda values, number: _joined(_plural(choices, values[name]), values, values[name])), at
    raise ValueError(f"{kind!r} in a message is neither number, plural nor select")


def _choices(text: str, at: int) -> tuple[dict[str, list[Part]], int]:
    choices: dict[str, list[Part]] = {}
    while text[at] != "}":
        if text[at].isspace():
            at += 1
            continue
        opening = text.index("{", at)
        parts, closing = _read(text, opening + 1)
        choices[text[at:opening].strip()] = parts
        at = closing + 1
    return choices, at + 1


def _plural(choices: dict[str, list[Part]], number: object) -> list[Part]:
    exact = f"={number}"
    if exact in choices:
        return choices[exact]
    return choices["one"] if number == 1 and "one" in choices else choices["other"]


def _joined(parts: list[Part], values: Values, number: object) -> str:
    return "".join(part(values, number) for part in parts)
