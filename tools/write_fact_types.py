"""Write the facts of the games that the web app has boards for as TypeScript, from what the games declare.

python tools/write_fact_types.py web/src/facts.ts
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import floe
from floe.bots.explanations import vocabulary
from floe.core.facts import Term

HEAD = """\
// Written by tools/write_fact_types.py from the vocabularies of the games. Do not edit.

/** Facts that have one of these keys, each with its own values. */
export type FactOf<Terms> = { [Key in keyof Terms]: { key: Key; values: Terms[Key] } }[keyof Terms];
"""
SECTIONS = {
    "told": "What an action of {title} did.",
    "due": "What is due in {title}.",
    "outlook": "What a position of {title} holds.",
    "reasons": "Why a machine would play a move of {title}.",
}
PLAIN = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The facts of all games with a board, each by its key."""
    games = [floe.game(name) for name, manifest in floe.games.found().manifests.items() if manifest.board]
    parts = [HEAD]
    for game in games:
        name = game.name.capitalize()
        terms = {**game.vocabulary._asdict(), "reasons": vocabulary(game.name)}
        parts += [
            _interface(f"{name}{section.capitalize()}", note.format(title=game.title), terms[section])
            for section, note in SECTIONS.items()
        ]
        parts += [
            f"export type {name}Fact = FactOf<{name}Told & {name}Due & {name}Outlook>;\n",
            f"export type {name}Reason = FactOf<{name}Reasons>;\n",
        ]
    return "\n".join(parts)


def _interface(name: str, note: str, terms: Mapping[str, Term]) -> str:
    lines = [f"/** {note} */\n", f"export interface {name} {{\n"]
    for key, term in terms.items():
        values = _object({value: kind.schema for value, kind in term.values.items()})
        lines += [f"  /** {term.meaning} */\n", f"  {key}: {values};\n"]
    return "".join([*lines, "}\n"])


def _type(schema: Mapping[str, Any]) -> str:
    """A JSON Schema, as far as ``floe.core.facts`` uses it, as a type."""
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(text) for text in schema["enum"])
    if schema["type"] == "array":
        inner = _type(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema["type"] == "object":
        if schema["additionalProperties"] is False:
            return _object(schema["properties"])
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return PLAIN[schema["type"]]


def _object(parts: Mapping[str, Mapping[str, Any]]) -> str:
    inner = "; ".join(f"{name}: {_type(schema)}" for name, schema in parts.items())
    return f"{{ {inner} }}" if inner else "Record<string, never>"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
