"""Facts: what happened, or is due, as a key with plain JSON values.

A screen animates a fact, and any language puts it into words. A game declares every key that it uses in a
``Vocabulary``, with what each value may be; ``docs/facts.md`` is that vocabulary for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from floe.core.typing import Document


@dataclass(frozen=True)
class Fact:
    """One thing that happened, or is due. The values are JSON: texts, numbers, lists, objects, null."""

    key: str
    values: Document = field(default_factory=dict)

    def to_dict(self) -> Document:
        """The fact as a document."""
        return {"key": self.key, "values": self.values}


@dataclass(frozen=True)
class Kind:
    """What a value may be: a name for readers, and a JSON Schema for programs."""

    name: str
    schema: Document


@dataclass(frozen=True)
class Term:
    """A key of a vocabulary: what it says, and its values. A fact has exactly these."""

    meaning: str
    values: Mapping[str, Kind] = field(default_factory=dict)
    likely: bool = False
    """Whether it is an estimate. Everything else is certain."""

    @property
    def how_sure(self) -> str:
        """``certain``, or ``likely`` where a search only holds it to be so."""
        return "likely" if self.likely else "certain"


class Vocabulary(NamedTuple):
    """All that a game can say. No key stands in two of these."""

    told: Mapping[str, Term] = {}
    """What an action did (``State.facts``)."""
    due: Mapping[str, Term] = {}
    """What has to be done, or may be (``State.due``)."""
    outlook: Mapping[str, Term] = {}
    """What a position holds (``State.outlook``)."""


# Kinds, from which games make their own


def one_of(name: str, *texts: str) -> Kind:
    """One of these texts."""
    return Kind(name, {"enum": list(texts)})


def text_like(name: str, pattern: str) -> Kind:
    """A text that a regular expression matches as a whole."""
    return Kind(name, {"type": "string", "pattern": f"^(?:{pattern})$"})


def list_of(kind: Kind) -> Kind:
    """Any number of values of a kind."""
    return Kind(f"list of {kind.name}", {"type": "array", "items": kind.schema})


def by_name(name: str, kind: Kind) -> Kind:
    """An object whose values are all of one kind."""
    return Kind(f"{kind.name} by {name}", {"type": "object", "additionalProperties": kind.schema})


def made_of(name: str, **parts: Kind) -> Kind:
    """An object that has exactly these parts."""
    schemas = {part: kind.schema for part, kind in parts.items()}
    return Kind(name, {"type": "object", "properties": schemas, "required": list(parts), "additionalProperties": False})


def or_null(kind: Kind) -> Kind:
    """A value of a kind, or null."""
    return Kind(f"{kind.name} or null", {"anyOf": [kind.schema, {"type": "null"}]})


NUMBER = Kind("number", {"type": "integer", "minimum": 0})
YES_NO = Kind("true or false", {"type": "boolean"})
SEAT = Kind("seat", {"type": "integer", "minimum": 0, "maximum": 3})
RULE = text_like("rule", "[A-Z]+-[0-9]+")
KEY = text_like("key", "[a-z][a-z_]*")

# What every game says

WON = {
    "won": Term(
        "The game is over. If all seats are winners, it is a draw.",
        {"winners": list_of(SEAT), "rule": RULE, "reason": KEY},
    )
}
WAIT = {"wait": Term("Another seat must decide; what follows is due from that seat.", {"seat": SEAT})}

_TYPES: dict[str, type] = {"string": str, "boolean": bool, "integer": int, "array": list, "object": dict}


def fault(fact: Fact, terms: Mapping[str, Term]) -> str | None:
    """What keeps a fact from being one of these terms, if anything does."""
    if fact.key not in terms:
        return f"{fact.key} is not declared"
    kinds = terms[fact.key].values
    if set(fact.values) != set(kinds):
        return f"{fact.key} has the values {sorted(fact.values)}, not {sorted(kinds)}"
    for name, kind in kinds.items():
        if not fits(fact.values[name], kind.schema):
            return f"{fact.key}: {name} is {fact.values[name]!r}, which is no {kind.name}"
    return None


def fits(value: Any, schema: Document) -> bool:
    """Whether a value is as a JSON Schema says, of which only the words used above are understood."""
    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if schema["type"] == "null":
        return value is None
    if type(value) is not _TYPES[schema["type"]]:
        return False
    if isinstance(value, str):
        return re.search(schema.get("pattern", ""), value) is not None
    if isinstance(value, int):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    return isinstance(value, dict) and _object_fits(value, schema)


def _object_fits(value: Document, schema: Document) -> bool:
    properties, rest = schema.get("properties", {}), schema["additionalProperties"]
    if not set(schema.get("required", ())) <= set(value):
        return False
    for name, part in value.items():
        if name not in properties and rest is False:
            return False
        if not fits(part, properties.get(name, rest)):
            return False
    return True
