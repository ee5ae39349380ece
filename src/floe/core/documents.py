"""Reading JSON documents of unknown origin field by field, so that each fault is named with its place."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from floe.core.errors import BadDocument, shown
from floe.core.integers import whole


class Field:
    """One value in a document together with its path. Every check returns the value or raises the document's error."""

    __slots__ = ("error", "path", "value")

    def __init__(self, value: Any, error: type[BadDocument], path: str = "") -> None:
        self.value = value
        self.error = error
        self.path = path

    def fail(self, problem: str) -> BadDocument:
        """The error to be raised here, with the place in the document."""
        return self.error(self.path, problem)

    def _expected(self, what: str) -> BadDocument:
        return self.fail(f"expected {what}, found {shown(self.value)}")

    def child(self, key: str | int) -> Field:
        """A value inside this one, by its key or its place in a list."""
        path = f"{self.path}[{key}]" if isinstance(key, int) else f"{self.path}.{key}" if self.path else str(key)
        return Field(self.value[key], self.error, path)

    def keys(self, required: Collection[str], optional: Collection[str] = ()) -> None:
        """Check that this is an object with these keys and no others."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        required, optional = tuple(required), tuple(optional)  # "ab" is in "abcd", but no key of it
        for key in required:
            if key not in self.value:
                raise self.fail(f"{shown(key)} is missing")
        for key in self.value:
            if key not in required and key not in optional:
                raise self.fail(f"{shown(key)} is not a field here")

    def entries(self) -> Iterator[tuple[str, Field]]:
        """The fields of an object whose keys are not fixed."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        for key in self.value:
            if not isinstance(key, str):
                raise self.fail(f"{shown(key)} is not a field here")
            yield key, self.child(key)

    def items(self, length: int | None = None) -> list[Field]:
        """The fields of a list, of this length where one is given."""
        if not isinstance(self.value, list):
            raise self._expected("a list")
        if length is not None and len(self.value) != length:
            raise self.fail(f"expected {length} entries, found {len(self.value)}")
        return [self.child(i) for i in range(len(self.value))]

    def integer(self, low: int, high: int) -> int:
        """A whole number within these bounds."""
        number = whole(self.value)
        if number is None or not low <= number <= high:
            raise self._expected(f"a whole number from {low} to {high}")
        return number

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self._expected("a text")
        return self.value

    def choice(self, *allowed: str) -> str:
        """One of these texts."""
        if not isinstance(self.value, str) or self.value not in allowed:
            raise self._expected("one of " + ", ".join(map(repr, allowed)))
        return self.value

    def null(self, why: str) -> None:
        """Nothing; ``why`` completes the refusal."""
        if self.value is not None:
            raise self.fail(f"must be null {why}, found {shown(self.value)}")

    def must_be(self, value: Any, why: str) -> None:
        """Exactly this value, and of its type; ``why`` completes the refusal."""
        if type(self.value) is not type(value) or self.value != value:
            raise self.fail(f"must be {json.dumps(value)} {why}, found {shown(self.value)}")


def parse_json(text: str | bytes, error: type[BadDocument]) -> Any:
    """The value of a JSON text; duplicate keys and numbers that are no JSON are refused."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            twice = next(key for key in found if sum(key == k for k, _ in pairs) > 1)
            raise error("", f"the field {shown(twice)} is given twice")
        return found

    def no_constant(name: str) -> Any:
        raise error("", f"{name} is no JSON number")

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
    except BadDocument:
        raise
    except RecursionError:
        raise error("", "nested too deeply") from None
    except ValueError as fault:
        raise error("", f"not JSON: {fault}") from None
