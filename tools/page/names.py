"""The names of a lowered module: none may be missing, and what nobody uses is not imported."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable


class CannotLower(Exception):
    """A construct that has no other words yet."""

    def __init__(self, module: str, node: ast.AST | None, what: str) -> None:
        super().__init__(f"{module}:{getattr(node, 'lineno', '?')}: {what}")


_BUILTINS = set(dir(builtins)) - {"format", "ascii", "vars", "aiter", "anext", "breakpoint", "UnicodeDecodeError"}


def check_names(tree: ast.Module, module: str) -> None:
    """Every name that is used must be defined somewhere in the module, or be built in: a page finds out too late."""
    known = _BUILTINS | {"__name__", "__file__", "__path__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            known.add(node.name)
        elif isinstance(node, ast.arg):
            known.add(node.arg)
        elif isinstance(node, ast.alias):
            known.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            known.add(node.name)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            known.add(node.id)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in known:
            raise CannotLower(module, node, f"{node.id} is not defined in a page")


def drop_unused_imports(tree: ast.Module) -> None:
    """What only type checkers asked for need not be loaded."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exported = {name for node in tree.body for name in _exported(node)}

    def keep(alias: ast.alias) -> bool:
        name = alias.asname or alias.name.partition(".")[0]
        return name in used or name in exported

    for node in ast.walk(tree):
        for body in (getattr(node, "body", None), getattr(node, "orelse", None), getattr(node, "finalbody", None)):
            if isinstance(body, list):
                _prune(body, keep)


def _prune(body: list[ast.stmt], keep: Callable[[ast.alias], bool]) -> None:
    had = bool(body)
    for statement in list(body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            statement.names = [alias for alias in statement.names if keep(alias)]
            if not statement.names:
                body.remove(statement)
    if had and not body:
        body.append(ast.Pass())


def _exported(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names) | ast.Tuple(elts=names)):
            return [one.value for one in names if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return []
