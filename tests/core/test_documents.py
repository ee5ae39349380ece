"""Position documents field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from floe.core.documents import Field, parse_json
from floe.core.errors import BadDocument, BadPosition


def field(value: Any) -> Field:
    return Field(value, BadPosition, "here")


def test_a_child_knows_its_path() -> None:
    root = Field({"paths": {"n": ["", "ry"]}}, BadPosition)
    leaf = root.child("paths").child("n").items()[1]
    assert leaf.value == "ry"
    assert leaf.path == "paths.n[1]"
    assert str(leaf.fail("is wrong")) == "this position cannot be: paths.n[1]: is wrong"


@pytest.mark.parametrize(
    ("check", "value", "answer"),
    [
        (lambda f: f.integer(0, 5), 5, 5),
        (lambda f: f.integer(-1, 5), -1, -1),
        (lambda f: f.text(), "", ""),
        (lambda f: f.choice("a", "b"), "b", "b"),
        (lambda f: f.null("now"), None, None),
        (lambda f: f.must_be("x", "now"), "x", None),
        (lambda f: f.keys(("a",), ("b",)), {"a": 1, "b": 2}, None),
        (lambda f: f.keys(("a",), ("b",)), {"a": 1}, None),
        (lambda f: [item.value for item in f.items()], [1, 2], [1, 2]),
        (lambda f: [item.value for item in f.items(2)], [1, 2], [1, 2]),
        (lambda f: {key: entry.value for key, entry in f.entries()}, {"a": 1}, {"a": 1}),
    ],
)
def test_what_fits_is_answered(check: Callable[[Field], Any], value: Any, answer: Any) -> None:
    assert check(field(value)) == answer


@pytest.mark.parametrize(
    ("check", "value", "problem"),
    [
        (lambda f: f.integer(0, 5), 6, "expected a whole number from 0 to 5, found 6"),
        (lambda f: f.integer(0, 5), -1, "found -1"),
        (lambda f: f.integer(0, 5), 1.0, "found 1.0"),
        (lambda f: f.integer(0, 5), True, "found True"),
        (lambda f: f.integer(0, 5), "1", "found '1'"),
        (lambda f: f.integer(0, 5), None, "found None"),
        (lambda f: f.text(), 1, "expected a text, found 1"),
        (lambda f: f.text(), b"x", "found b'x'"),
        (lambda f: f.choice("a", "b"), "ab", "expected one of 'a', 'b', found 'ab'"),
        (lambda f: f.choice("a", "b"), ["a"], "found ['a']"),
        (lambda f: f.null("while it runs"), 0, "must be null while it runs, found 0"),
        (lambda f: f.must_be(0, "now"), False, "must be 0 now, found False"),
        (lambda f: f.must_be("x", "now"), "y", "must be \"x\" now, found 'y'"),
        (lambda f: f.keys(("a",)), [], "expected an object, found []"),
        (lambda f: f.keys(("a", "b")), {"a": 1}, "'b' is missing"),
        (lambda f: f.keys(("a",), ("b",)), {"a": 1, "c": 2}, "'c' is not a field here"),
        (lambda f: f.keys("ab"), {"a": 1, "b": 2, "ab": 3}, "'ab' is not a field here"),
        (lambda f: f.keys("ab"), {"a": 1, "b": 2, "": 3}, "'' is not a field here"),
        (lambda f: f.keys("ab"), {"a": 1, "b": 2, 3: 3}, "3 is not a field here"),
        (lambda f: f.items(), "ab", "expected a list, found 'ab'"),
        (lambda f: f.items(), ("a",), "expected a list"),
        (lambda f: f.items(3), [1, 2], "expected 3 entries, found 2"),
        (lambda f: list(f.entries()), [], "expected an object, found []"),
        (lambda f: list(f.entries()), {1: 1}, "1 is not a field here"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_was_found(
    check: Callable[[Field], Any], value: Any, problem: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        check(field(value))
    assert caught.value.where == "here"
    assert problem in caught.value.problem


@pytest.mark.parametrize("text", ['{"a": [1, "é"]}', b'{"a": [1, "\xc3\xa9"]}'])
def test_json_is_read_from_text_and_bytes(text: str | bytes) -> None:
    assert parse_json(text, BadDocument) == {"a": [1, "é"]}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON: Expecting value"),
        ("{'a': 1}", "not JSON"),
        ('{"a": 1', "not JSON"),
        ("[1] 2", "not JSON: Extra data"),
        (b"\xff\xff", "not JSON"),
        ('{"a": 1, "b": 2, "a": 3}', "the field 'a' is given twice"),
        ('{"x": {"a": 1, "a": 1}}', "the field 'a' is given twice"),
        ("[NaN]", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 10_000, "not JSON"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_what_is_no_json_is_refused(text: str | bytes, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        parse_json(text, BadPosition)
    assert problem in caught.value.problem
