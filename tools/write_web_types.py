"""Write the wire's types (``floe.server.wire``) as TypeScript, for the web app.

python tools/write_web_types.py web/src/protocol.ts

A struct that clients send refuses unknown fields, and its fields that have a default may be left out. The server leaves
nothing out: where such a struct is part of what it sends, it is ``Filled``.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import NODEFAULT, Struct

from floe.server import wire
from floe.server.wire import http, notices, practice, socket, tables

MODULES = (tables, http, notices, practice, socket)

HEAD = """\
// Written by tools/write_web_types.py from src/floe/server/wire. Do not edit.

/** What the server sends: nothing is left out, also what a client may leave out. */
export type Filled<T> = T extends (infer Item)[]
  ? Filled<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Filled<T[Name]> }
    : T;

"""

PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """All messages of the wire, module by module in the order of their source."""
    parts = [f"export const PROTOCOL = {wire.PROTOCOL};\n"]
    for module in MODULES:
        names = _aliases(module)
        for name, value in _defined(module):
            parts.append(_alias(name, value, names) if _is_choice(value) else _interface(value, names))
    return HEAD + "\n".join(parts)


def _defined(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The structs, and the names that stand for a choice, which a module defines itself."""
    for name, value in vars(module).items():
        if inspect.isclass(value):
            if issubclass(value, Struct) and value.__module__ == module.__name__ and not name.startswith("_"):
                yield name, value
        elif not name.startswith("_") and _is_choice(value):
            yield name, value


def _is_choice(value: object) -> bool:
    return isinstance(value, types.UnionType) or typing.get_origin(value) in {typing.Union, Literal}


def _aliases(module: types.ModuleType) -> list[tuple[Any, str]]:
    """The choices that have a name, so that it is used where they stand."""
    return [(value, name) for name, value in vars(module).items() if _is_choice(value)]


def _sent_by_clients(struct: type[Struct]) -> bool:
    return struct.__struct_config__.forbid_unknown_fields


def _interface(struct: type[Struct], names: list[tuple[Any, str]]) -> str:
    notes = _notes(struct)
    lines = [_comment(notes.pop(None, ""), ""), f"export interface {struct.__name__} {{\n"]
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};\n")
    hints = typing.get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
        mark = "?" if _sent_by_clients(struct) and not needed else ""
        written = _type(hints[field.name], names, by_server=not _sent_by_clients(struct))
        lines += [_comment(notes.get(field.name, ""), "  "), f"  {field.encode_name}{mark}: {written};\n"]
    return "".join([*lines, "}\n"])


def _alias(name: str, value: Any, names: list[tuple[Any, str]]) -> str:
    others = [(choice, other) for choice, other in names if other != name]
    return f"export type {name} = {_type(value, others, by_server=False)};\n"


def _type(hint: Any, names: list[tuple[Any, str]], *, by_server: bool) -> str:
    """A Python type as TypeScript writes it."""
    for value, name in names:
        if hint == value:
            structs = [part for part in typing.get_args(value) if inspect.isclass(part) and issubclass(part, Struct)]
            return f"Filled<{name}>" if by_server and any(map(_sent_by_clients, structs)) else name
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _type(arguments[0], names, by_server=by_server)
    if origin is Literal:
        return " | ".join(json.dumps(text) for text in arguments)
    if _is_choice(hint):
        return " | ".join(_type(part, names, by_server=by_server) for part in _without_name(hint, names))
    if origin is list:
        inner = _type(arguments[0], names, by_server=by_server)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_type(arguments[1], names, by_server=by_server)}>"
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in {Any, object}:
        return "unknown"
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return f"Filled<{hint.__name__}>" if by_server and _sent_by_clients(hint) else hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


def _without_name(hint: Any, names: list[tuple[Any, str]]) -> list[Any]:
    """The parts of a choice. Python flattens a named choice with null into one: here it gets its name back."""
    parts = list(typing.get_args(hint))
    for value, _ in names:
        inside = typing.get_args(value)
        if typing.get_origin(value) is not Literal and set(inside) < set(parts):
            return [value, *(part for part in parts if part not in inside)]
    return parts


def _notes(struct: type[Struct]) -> dict[str | None, str]:
    """What the source says of the struct (under None) and of its fields."""
    tree = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(tree, ast.ClassDef)  # noqa: S101  # it is the source of a class
    notes: dict[str | None, str] = {None: ast.get_docstring(tree) or ""}
    for before, node in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(before, ast.AnnAssign)
            and isinstance(before.target, ast.Name)
            and isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            notes[before.target.id] = inspect.cleandoc(node.value.value)
    return notes


def _comment(text: str, indent: str) -> str:
    lines = text.replace("``", "`").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}".rstrip() + "\n" for line in lines), f"{indent} */\n"])


def texts() -> dict[str, str]:
    return {"web/src/protocol.ts": typescript()}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
