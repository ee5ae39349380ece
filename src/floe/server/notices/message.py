"""What a person is told, in their language: nothing that whoever sees the screen may not know."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import floe
from floe.server import links
from floe.server.language import LANGUAGES, Language, count, listed, say
from floe.server.store.rows import NoticeRow
from floe.server.tables.summary import Summary

_HOUR = 3_600_000


@dataclass(frozen=True)
class Message:
    """A message that any channel can carry."""

    id: str
    """The same each time that it is tried."""
    kind: str
    language: Language
    title: str
    text: str
    path: str
    """Where it leads to, on this server."""
    tag: str
    """Messages with the same replace each other where they are shown."""
    game: str = ""
    waiting: int = 0
    """How many games wait for the person."""


def spoken(language: str) -> Language:
    """One of our languages."""
    return next((one for one in LANGUAGES if one == language), LANGUAGES[0])


def about_table(notice: NoticeRow, table: Summary, language: Language, now: int, waiting: int) -> Message:
    """What a notice says of a table."""
    names = links.shown_names(table.seats, language)
    others = listed(
        language, [name for name, seat in zip(names, table.seats, strict=True) if seat.guest != notice.guest]
    )
    game = floe.game(table.settings.game, table.rules_version).title
    text = _text(notice.kind, table, names, others, language, now)
    title = say(language, f"notice.{notice.kind}.title", game=game)
    path = f"/t/{notice.link or notice.table_id}"
    tag, kind, name = notice.table_id, notice.kind, table.settings.game
    return Message(id_of(notice), kind, language, title, text, path, tag, name, waiting)


def _text(kind: str, table: Summary, names: Sequence[str], others: str, language: Language, now: int) -> str:
    if kind == "over":
        won = "" if table.result is None else links.won(table.result, language, names)
        return f"{won[:1].upper()}{won[1:]}."
    if kind == "rematch":
        return say(language, "notice.rematch.text", name=names[table.rematch_by or 0])
    told = say(language, f"notice.{kind}.text", names=others)
    if kind == "takeback" or table.due_by is None or table.due_by <= now:
        return told
    hours = (table.due_by - now) // _HOUR
    left = count(language, "notice.hours", max(1, hours)) if hours < 48 else count(language, "notice.days", hours // 24)
    return f"{told} {left}"


def to_confirm(notice: NoticeRow, language: Language) -> Message:
    """A message that asks whether an address is one's own."""
    title, text = say(language, "notice.confirm.title"), say(language, "notice.confirm.text")
    return Message(id_of(notice), "confirm", language, title, text, "/settings", notice.address)


def id_of(notice: NoticeRow) -> str:
    """What a receiver knows a message by, that tells nothing else."""
    key = f"{notice.address}/{notice.table_id}/{notice.kind}/{notice.turn}/{notice.at}"
    return hashlib.sha256(key.encode()).hexdigest()[:24]
