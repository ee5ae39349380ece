"""The page of all messages of the protocol, written from their types (``floe.server.wire``)."""

from __future__ import annotations

import re
import types
import typing
from typing import Any

import msgspec
import write_web_types as wire_types
from msgspec import NODEFAULT, Struct

from floe.server import wire

HEAD = f"""# Messages

All messages of [the protocol](protocol.md), written from their types when this site is built. Protocol {wire.PROTOCOL}.
What a client sends holds no other fields than these, and may leave out those with a default.
"""


def page() -> str:
    """The page, module by module in the order of their source."""
    parts = [HEAD]
    for module in wire_types.MODULES:
        parts.append(f"\n## {module.__name__.rpartition('.')[2]}\n\n{_plain(module.__doc__ or '')}\n")
        names = wire_types._aliases(module)
        for name, value in wire_types._defined(module):
            parts.append(_choice(name, value, names) if wire_types._is_choice(value) else _struct(value, names))
    return "".join(parts)


def _choice(name: str, value: Any, names: list[tuple[Any, str]]) -> str:
    others = [(choice, other) for choice, other in names if other != name]
    return f"\n### {name}\n\n`{wire_types._type(value, others, by_server=False)}`\n"


def _struct(struct: type[Struct], names: list[tuple[Any, str]]) -> str:
    notes = wire_types._notes(struct)
    rows = []
    config = struct.__struct_config__
    if config.tag is not None:
        rows.append(f'| `{config.tag_field}` | `"{config.tag}"` | | |')
    hints = typing.get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        written = wire_types._type(hints[field.name], names, by_server=False)
        cells = [f"`{field.encode_name}`", f"`{written}`", _default(field), _note(hints[field.name], notes, field.name)]
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    sender = "Sent by clients. " if config.forbid_unknown_fields else ""
    table = "\n| field | type | default | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n" if rows else ""
    return f"\n### {struct.__name__}\n\n{sender}{_plain(notes.get(None, ''))}\n{table}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is not NODEFAULT:
        return f"`{msgspec.json.encode(field.default).decode()}`"
    return "" if field.default_factory is NODEFAULT else "empty"


def _note(hint: Any, notes: dict[str | None, str], name: str) -> str:
    """What the source says of a field, and what its type demands."""
    demands = []
    if isinstance(hint, types.GenericAlias) or typing.get_origin(hint) is typing.Annotated:
        for meta in getattr(hint, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta):
                limits = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
                demands += [f"{limit} `{getattr(meta, limit)}`" for limit in limits if getattr(meta, limit) is not None]
    said = _plain(notes.get(name, "")).replace("\n", " ")
    return f"{said} {f'({chr(44).join(demands)})' if demands else ''}".strip()


def _plain(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r"``", "`", text)
