"""What cannot be put in other words stops the build, with the place."""

from __future__ import annotations

import ast

import pytest
from page import bundle
from page.lower import lower
from page.names import CannotLower


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(a, /, b): return a", "demo:1: positional-only parameters"),
        ("async def f(): pass", "demo:1: an asynchronous function"),
        ("x = [1]\nx[::2] = [2]", "demo:2: a slice with a step is assigned to"),
        ("def f(v):\n    match v:\n        case [a, b]: return a", "demo:3: this pattern in a match"),
        ("def f(v):\n    match v:\n        case int() if v > 1: return 1", "demo:2: a guard in a match"),
        ("'x'.casefold()", "demo:1: a page has no method casefold"),
        ("def f(): return breakpoint", "demo:1: breakpoint is not defined in a page"),
    ],
)
def test_what_cannot_be_lowered_is_named(source: str, words: str) -> None:
    with pytest.raises(CannotLower) as refused:
        lower(source, "demo")
    assert str(refused.value) == words


def test_what_only_type_checkers_read_is_gone() -> None:
    source = (
        '"""A docstring."""\nfrom __future__ import annotations\nfrom typing import Any, TYPE_CHECKING\n'
        "from floe.core.typing import States\nif TYPE_CHECKING:\n    import numba\n"
        "Alias = dict[str, Any]\ndef f(a: States, b: int | None = None) -> list[str]:\n"
        "    x: int = 1\n    return [str(x)]\n"
    )
    assert lower(source, "demo") == "def f(a, b=None):\n    x = 1\n    return [str(x)]\n"


def test_every_module_that_is_lowered_can_still_be_read_by_python() -> None:
    for files in bundle.bundles(["icecult"]).values():
        for path, text in files.items():
            ast.parse(text, path)
