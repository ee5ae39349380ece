"""Records as documents and files: reading with every fault named by its place, and writing so that nothing is lost."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from floe.core.documents import Field, parse_json
from floe.core.errors import BadDocument, BadOption, BadRecord, FloeError, shown
from floe.core.fairness import METHOD, OLD, SealedDeal
from floe.core.game import Game, State
from floe.core.options import defaults
from floe.core.typing import Document

FORMAT = 1
"""The version of the document's shape, raised when a field changes its meaning."""

MAX_TIME = 2**53
"""Milliseconds; the last whole number that every reader of JSON keeps exactly."""

# fmt: off
KEYS = (
    "format", "game", "rules_version", "rules", "players", "seed", "start", "actions", "times", "result",
)
# fmt: on
OPTIONAL_KEYS = ("deal", "swapped")
DEAL_KEYS = ("table", "commitment", "entropy", "secret")
_WIDTH = 110  # columns of a written record, so that a change shows as a small difference of text


class Replayed(Protocol):
    """What reading needs of a record."""

    def play(self, action: str, at: int | None) -> State: ...

    def swap(self) -> None: ...

    def resign(self, seat: int) -> None: ...

    def to_dict(self) -> Document: ...

    def __len__(self) -> int: ...


Made = TypeVar("Made", bound=Replayed)
Begin: TypeAlias = Callable[[State, int | str | None, list[tuple[str, str]], SealedDeal | None], Made]
"""A record without actions, from its first position, seed, players and deal."""


def read(begin: Begin[Made], document: object, game: Game[Any]) -> Made:
    """The record of a document, replayed from its first action to its result."""
    field = Field(document, BadRecord)
    _check_versions(field, game)
    field.keys(KEYS, OPTIONAL_KEYS)
    deal = _deal(field.child("deal")) if "deal" in field.value else None
    first = _first_position(field, game)
    _check_rules(field.child("rules"), game, first.to_dict()["rules"])
    players = field.child("players")
    _must_equal(players, _with_colours(players, game.colours(first.array)), "the colours of the first position")
    who = [(player["name"], player["kind"]) for player in players.value]
    if "swapped" in field.value:  # they are named as they sat afterwards
        who = exchanged(who)
    try:
        record = begin(first, field.value["seed"], who, deal)
    except BadOption as fault:
        raise players.fail(str(fault)) from None
    _replay(field, record)
    _check_result(field.child("result"), record, first.players)
    return record


def first_position(document: object, game: Game[Any]) -> State:
    """Where a record begins, whatever is wrong with what follows."""
    field = Field(document, BadRecord)
    if not isinstance(document, dict):
        raise field.fail("a record is an object")
    for key in ("players", "seed", "start", "rules"):
        if key not in document:
            raise field.fail(f"{key!r} is missing")
    return _first_position(field, game)


def _check_versions(field: Field, game: Game[Any]) -> None:
    """What cannot be understood here is refused as such, before anything else in it is judged."""
    if isinstance(field.value, dict) and "format" in field.value:
        number = field.child("format").integer(1, MAX_TIME)
        if number > FORMAT:
            raise field.child("format").fail(f"{number} is newer than {FORMAT}, the newest that this Floe can read")
    field.keys(("format", "game", "rules_version"), (*KEYS, *OPTIONAL_KEYS))
    field.child("game").must_be(game.name, "to be read as a record of this game")
    version = field.child("rules_version")
    if version.integer(1, MAX_TIME) != game.rules_version:
        age = "newer" if version.value > game.rules_version else "older"
        raise version.fail(
            f"played by version {version.value} of the rules, {age} than the {game.rules_version} of this Floe, "
            "which could lead to other positions"
        )


def _deal(field: Field) -> SealedDeal:
    """How a server came to the seed. Whether it all fits together, ``floe verify`` checks."""
    field.keys(DEAL_KEYS, ("method",))
    secret = field.child("secret")
    if secret.value is None:
        raise secret.fail("the game was still running, so its deal is sealed; download the record when it is over")
    entropy = tuple(item.text() for item in field.child("entropy").items())
    method = field.child("method").integer(OLD, METHOD) if "method" in field.value else OLD
    return SealedDeal(field.child("table").text(), field.child("commitment").text(), entropy, secret.text(), method)


def _first_position(field: Field, game: Game[Any]) -> State:
    """From the seed and the options, or from the position document that the game began at."""
    seed, start = field.child("seed"), field.child("start")
    colours = [_player(player) for player in field.child("players").items()]
    state: State
    if seed.value is None:
        try:
            state = game.from_dict(start.value)
        except BadDocument as fault:
            raise BadRecord(_below("start", fault.where), fault.problem) from None
        return state
    start.null("because there is a seed")
    try:
        state = game.new(len(colours), seed.value, field.value["rules"], colours)
    except BadDocument as fault:
        raise BadRecord(_below("rules", fault.where), fault.problem) from None
    except BadOption as fault:
        raise field.fail(str(fault)) from None
    return state


def _check_rules(field: Field, game: Game[Any], rules: Document) -> None:
    """Those of the first position; an option that is left out has its default there."""
    usual = defaults(game.options)
    field.keys((), usual)
    if _canonical(usual | field.value) != _canonical(usual | rules):
        raise field.fail(f"must be {_canonical(rules)}, as in the first position, found {shown(field.value)}")


def _player(field: Field) -> str:
    """Check one entry of ``players`` and answer its colour."""
    field.keys(("colour", "name", "kind"))
    field.child("name").text()
    field.child("kind").text()
    return field.child("colour").text()


def _with_colours(players: Field, colours: list[str]) -> list[dict[str, str]]:
    """The entries of ``players`` as they must be."""
    items = players.items(len(colours))
    return [{**item.value, "colour": colour} for item, colour in zip(items, colours, strict=True)]


def _replay(field: Field, record: Replayed) -> None:
    actions, times = field.child("actions"), field.child("times")
    played = actions.items()
    when = [None] * len(played) if times.value is None else [t.integer(0, MAX_TIME) for t in times.items(len(played))]
    swapped = field.child("swapped") if "swapped" in field.value else None
    swapped_at = None if swapped is None else swapped.integer(1, len(played))
    for i, (action, at) in enumerate(zip(played, when, strict=True)):
        if at is not None and i and at < times.value[i - 1]:
            raise times.child(i).fail(f"{at} is before the action before it ({times.value[i - 1]})")
        try:
            record.play(action.text(), at)
        except BadDocument:
            raise
        except FloeError as fault:
            raise action.fail(str(fault)) from None
        if swapped is not None and swapped_at == i + 1:
            try:
                record.swap()
            except BadOption as fault:
                raise swapped.fail(str(fault)) from None


def _check_result(field: Field, record: Replayed, players: int) -> None:
    if field.value is not None:
        field.keys(("winners", "rule", "reason", "resigned"))
        resigned = field.child("resigned")
        if resigned.value is not None:
            resigned.integer(0, players - 1)
            try:
                record.resign(resigned.value)
            except BadOption as fault:
                raise resigned.fail(str(fault)) from None
    _must_equal(field, record.to_dict()["result"], f"after {len(record)} actions")


def exchanged(seats: Sequence[Any]) -> list[Any]:
    """The same with the first two in each other's place."""
    return [seats[1], seats[0], *seats[2:]]


def _must_equal(field: Field, value: Any, why: str) -> None:
    """Equal as JSON: 1, 1.0 and true are three different values there."""
    if _canonical(field.value) != _canonical(value):
        raise field.fail(f"must be {_canonical(value)} ({why}), found {shown(field.value)}")


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _below(parent: str, where: str) -> str:
    return f"{parent}.{where}" if where else parent


# Files


def text_of(document: Document) -> str:
    """The document as text: a line a field, long lists wrapped."""
    fields = []
    for key, value in document.items():
        if key in ("actions", "times") and value:
            written = "[\n" + ",\n".join(f"  {line}" for line in _lines(value)) + "\n ]"
        elif key == "players":
            written = "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
        else:
            written = json.dumps(value, ensure_ascii=False)
        fields.append(f" {json.dumps(key)}: {written}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _lines(items: list[Any]) -> Iterator[str]:
    line = ""
    for item in items:
        text = json.dumps(item)
        if line and len(line) + len(text) > _WIDTH:
            yield line
            line = ""
        line += f", {text}" if line else text
    yield line


def write_file(document: Document, path: Path) -> None:
    """Write to a new file beside the old one and put it in its place: a reader sees the one or the other, whole."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text_of(document))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def parse_file(path: Path) -> Any:
    """The JSON value in a file."""
    return parse_json(path.read_bytes(), BadRecord)
