"""The TypeScript face of an artefact's entries. It is the same for every game: only sizes and structs differ, and those
are read from the description at run time."""

from __future__ import annotations

from typing import Any


def interface(name: str, description: dict[str, Any]) -> str:
    """An interface with a method for each entry. Arrays are passed by their address, all else is a whole number."""
    lines = [f"export interface {name} {{"]
    for entry, told in description["entries"].items():
        given = ", ".join(f"{parameter}: {_type(kind)}" for parameter, kind in told["parameters"].items())
        lines += [f"  {entry}({given}): {'number' if told['returns'] else 'void'};"]
    return "\n".join((*lines, "}", ""))


def _type(parameter: dict[str, Any]) -> str:
    return "Address" if "shape" in parameter else "number"
