"""A set of puzzles as one JSON document, made small: what positions have in common is written once, and of each only
what differs.

``common`` is a position in which every field, and every entry of a field, is the one that most positions have. A
position is then ``{field: value, field: {entry: value}}``, a value being its place in the list ``values``, or null
where there is none. This module runs in pages too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from floe import games
from floe.core.errors import BadDocument, shown
from floe.core.puzzles import Found
from floe.core.typing import Document
from floe.puzzling.puzzle import Puzzle

FORMAT = "floe puzzles"
VERSION = 1
ID, TASK, THEMES, PLAYERS, POSITION, SOLUTION, RATING, SOLVED = range(8)
"""The columns of a puzzle. Tasks, themes and levels are places in the lists of that name."""
DIGEST_LENGTH = 16


class BadPuzzles(BadDocument):
    """A document that is no set of puzzles for the game as it is played here."""

    kind = "set of puzzles"


def packed(puzzles: Sequence[Puzzle]) -> Document:
    """The document. Puzzles of one game, of which every level has tried each as often as any other."""
    first = puzzles[0]
    common = _common([puzzle.position for puzzle in puzzles])
    levels = list(games.manifest(first.game).levels)
    times = {level: count for puzzle in puzzles for level, (_, count) in puzzle.tries.items()}
    tasks, themes = (sorted({key for puzzle in puzzles for key in part(puzzle)}) for part in (_task, _themes))
    values: dict[str, int] = {}
    rows = []
    for puzzle in puzzles:
        tries = [puzzle.tries[level] for level in levels[: len(puzzle.tries)]]
        if any(tried != times[level] for level, (_, tried) in zip(levels, tries, strict=False)):
            raise BadPuzzles(puzzle.id, "its levels did not try it as often as others")
        rows.append([
            puzzle.id,
            tasks.index(puzzle.task),
            [themes.index(theme) for theme in puzzle.found.themes],
            puzzle.players,
            _difference(common, puzzle.position, values),
            [list(part) for part in puzzle.solution],
            puzzle.rating,
            [solved for solved, _ in tries],
        ])  # fmt: skip
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": first.game,
        "rules_version": first.rules_version,
        "tasks": tasks,
        "themes": themes,
        "levels": {level: times[level] for level in levels if level in times},
        "common": common,
        "values": [json.loads(value) for value in values],
        "puzzles": rows,
    }
    return {**document, "digest": digest(document)}


def _task(puzzle: Puzzle) -> tuple[str, ...]:
    return (puzzle.task,)


def _themes(puzzle: Puzzle) -> tuple[str, ...]:
    return puzzle.found.themes


def digest(document: Document) -> str:
    """A digest of all but itself, so that a set that was damaged is noticed."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    text = json.dumps(rest, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def _common(positions: list[Document]) -> Document:
    """The position that is nearest to all of these, field by field."""
    made: Document = {}
    for name in dict.fromkeys(key for position in positions for key in position):
        there = [position[name] for position in positions if name in position]
        made[name] = _common(there) if all(isinstance(value, dict) for value in there) else _most_common(there)
    absent = {name for name in made if 2 * sum(name not in position for position in positions) > len(positions)}
    return {name: value for name, value in made.items() if name not in absent}


def _most_common(values: list[Any]) -> Any:
    """The value that is there most often; the first of several."""
    counts: dict[str, int] = {}
    for value in values:
        text = _text(value)
        counts[text] = counts.get(text, 0) + 1
    return json.loads(max(counts, key=lambda text: counts[text]))


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _difference(common: Document, position: Document, values: dict[str, int]) -> Document:
    made: Document = {}
    for name in {**common, **position}:
        usual, value = common.get(name), position.get(name)
        if isinstance(usual, dict) and isinstance(value, dict):
            entries = _changes(usual, value, values)
            if entries:
                made[name] = entries
        else:
            made.update(_changes({name: usual} if name in common else {}, _only(position, name), values))
    return made


def _only(position: Document, name: str) -> Document:
    return {name: position[name]} if name in position else {}


def _changes(old: Document, new: Document, values: dict[str, int]) -> dict[str, int | None]:
    """Which entries are others now, by the places of their values, or None if they are gone."""
    made: dict[str, int | None] = {}
    for name in {**old, **new}:
        if name not in new:
            made[name] = None
        elif name not in old or _text(old[name]) != _text(new[name]):
            made[name] = values.setdefault(_text(new[name]), len(values))
    return made


# Reading


def checked(document: Any, game: str, rules_version: int) -> Document:
    """The document, if it is a whole set of puzzles for these rules."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadPuzzles("format", f"expected {FORMAT!r}")
    if document.get("version") != VERSION:
        raise BadPuzzles("version", f"expected {VERSION}, found {shown(document.get('version'))}")
    if document.get("game") != game:
        raise BadPuzzles("game", f"expected {game!r}, found {shown(document.get('game'))}")
    if document.get("rules_version") != rules_version:
        found = shown(document.get("rules_version"))
        raise BadPuzzles("rules_version", f"made for version {found} of the rules, and {rules_version} is played here")
    if document.get("digest") != digest(document):
        raise BadPuzzles("digest", "the set is damaged, or was changed by hand")
    return document


def unpacked(document: Document, row: list[Any]) -> Puzzle:
    """The puzzle in a row."""
    themes = tuple(document["themes"][theme] for theme in row[THEMES])
    found = Found(document["tasks"][row[TASK]], themes, tuple(tuple(part) for part in row[SOLUTION]))
    times = document["levels"]
    levels = [level for level in games.manifest(document["game"]).levels if level in times]
    tries = {level: (solved, times[level]) for level, solved in zip(levels, row[SOLVED], strict=False)}
    position = _position(document["common"], row[POSITION], document["values"])
    return Puzzle(document["game"], document["rules_version"], position, found, row[RATING], tries)


def _position(common: Document, difference: Document, values: list[Any]) -> Document:
    made: Document = _copied(common)
    for name, change in difference.items():
        if isinstance(change, dict):
            _change(made[name], change.items(), values)
        else:
            _change(made, [(name, change)], values)
    return made


def _change(fields: Document, changes: Iterable[tuple[str, int | None]], values: list[Any]) -> None:
    for name, place in changes:
        if place is None:
            del fields[name]
        else:
            fields[name] = _copied(values[place])


def _copied(value: Any) -> Any:
    """A value that shares nothing with any other, so that it can be changed alone."""
    if isinstance(value, dict):
        return {name: _copied(one) for name, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def written(document: Document) -> str:
    """The document as text, a puzzle on each line."""
    head = [f"{_text(key)}:{_text(value)}" for key, value in document.items() if key != "puzzles"]
    rows = ",\n".join(_text(row) for row in document["puzzles"])
    return "{" + ",\n".join([*head, f'"puzzles":[\n{rows}\n]']) + "}\n"
