"""Kernels that make arrays, or are handed new ones, say so: the others count no references and would free none."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np
import pytest
from numba.core.errors import NumbaError

from floe.core import jit

MAKERS = {"array", "copy", "empty", "full", "ones", "zeros"}


def kernels(source: str) -> Iterator[tuple[ast.FunctionDef, bool]]:
    """The compiled functions of a file, each with whether it may allocate."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
            if marks & {"compiled", "allocating"}:
                yield node, "allocating" in marks


def answers_an_array(kernel: ast.FunctionDef) -> bool:
    return kernel.returns is not None and "Array" in ast.unparse(kernel.returns)


def called(kernel: ast.FunctionDef) -> set[str]:
    """The last part of the name of everything that a kernel calls."""
    calls = (node.func for node in ast.walk(kernel) if isinstance(node, ast.Call))
    return {ast.unparse(function).rpartition(".")[2] for function in calls}


SOURCES = {str(path.relative_to(jit.PACKAGE)): path.read_text(encoding="utf-8") for path in jit.PACKAGE.rglob("*.py")}
GIVERS = {
    kernel.name for source in SOURCES.values() for kernel, allocates in kernels(source) if answers_an_array(kernel)
}


def leaks(source: str) -> list[str]:
    """The kernels of a file that get hold of new arrays and do not say so."""
    return [k.name for k, allocates in kernels(source) if not allocates and called(k) & (MAKERS | GIVERS)]


@pytest.mark.parametrize("file", [file for file, source in SOURCES.items() if any(kernels(source))])
def test_every_kernel_that_gets_hold_of_a_new_array_is_marked(file: str) -> None:
    assert leaks(SOURCES[file]) == []


def test_a_kernel_that_makes_an_array_unmarked_is_found() -> None:
    assert leaks("@compiled\ndef f(n: int) -> int:\n    return np.empty(n).size") == ["f"]
    assert leaks("@allocating\ndef f(n: int) -> int:\n    return np.empty(n).size") == []


def test_a_kernel_that_is_handed_a_new_array_unmarked_is_found() -> None:
    assert "unplaced" in GIVERS
    assert leaks("@compiled\ndef f(s: Struct) -> int:\n    return unplaced(s, 0)[0]") == ["f"]


@pytest.mark.skipif(jit.interpreted(), reason="it is about compiled code")
def test_numba_refuses_to_make_an_array_in_a_kernel_that_is_not_marked() -> None:
    def kernel(n: int) -> int:
        return int(np.empty(n, np.int64).size)

    with pytest.raises(NumbaError, match="Only accept returning of array"):
        jit.compile_in(None, kernel)(3)
