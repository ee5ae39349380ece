"""Write the facts of each game that the web app has a board for as TypeScript, from what the game declares.

python tools/write_fact_types.py web/src/games
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
from floe.core.game import Game
from floe.puzzling.trying import vocabulary as refuting

HEAD = "// Written by tools/write_fact_types.py from the vocabulary of the game. Do not edit.\n"
SECTIONS = {
    "told": "What an action of {title} did.",
    "due": "What is due in {title}.",
    "outlook": "What a position of {title} holds.",
    "reasons": "Why a machine would play a move of {title}.",
    "refutations": "What is wrong with a try at a puzzle of {title}, besides reasons.",
}
PLAIN = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}


def typescript() -> dict[str, str]:
    """The files, by their place in the folder of the games: what can be told of each game that has a board."""
    games = [floe.game(name) for name, manifest in floe.games.found().manifests.items() if manifest.board]
    return {f"{game.name}/facts.ts": _facts(game) for game in games}


def _facts(game: Game[Any]) -> str:
    terms = {**game.vocabulary._asdict(), "reasons": vocabulary(game.name), "refutations": refuting(game.name)}
    parts = [
        _interface(section.capitalize(), note.format(title=game.title), terms[section])
        for section, note in SECTIONS.items()
    ]
    return "\n".join([HEAD, *parts])


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


def texts() -> dict[str, str]:
    return {f"web/src/games/{place}": text for place, text in typescript().items()}


if __name__ == "__main__":
    for place, text in typescript().items():
        path = Path(sys.argv[1]) / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
