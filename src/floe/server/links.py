"""What a link to a table or a study tells whoever is sent it, in words and as a picture.

It is made for a stranger: exactly what a spectator without a seat may see. Of a table that strangers may not watch, the
link tells nothing but that it leads to Floe.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import floe
from floe.core.errors import FloeError
from floe.core.game import State
from floe.core.record import Player
from floe.pictures.card import Card, png
from floe.pictures.seats import Seat as SeatShown
from floe.server import studies
from floe.server.language import Language, count, listed, maybe, say
from floe.server.tables import views
from floe.server.tables.game_log import GameLog
from floe.server.tables.seat import NAMELESS, Seat
from floe.server.tables.table import Table
from floe.server.wire.tables import Clock, DaysClock, LiveClock, Result

SITE = "Floe"
Kind = Literal["table", "replay"]


@dataclass(frozen=True)
class Link:
    """What a link tells."""

    title: str
    facts: tuple[str, ...]
    card: Card
    position: Callable[[], State] | None = None
    """Plays the position that is shown; to be called on a thread."""
    version: int | None = None
    """Of the table; none where the link tells nothing of one."""
    ply: int | None = None
    """The position that a link names, if it names one."""
    study: str | None = None
    """What a link to the analysis board holds."""

    @property
    def text(self) -> str:
        """All facts, in one line."""
        return _capital(" · ".join(self.facts))

    def png(self) -> bytes:
        """The picture."""
        return png(self.card, None if self.position is None else self.position().picture(None))


def to_site(language: Language) -> Link:
    """What a link to no table tells, or to one that is not to be seen."""
    facts = (say(language, "site.text"),)
    return Link(SITE, facts, Card(SITE, facts))


def to_study(text: str, language: Language) -> Link:
    """What a link to the analysis board tells, at the position that it leads to."""
    try:
        study = studies.read(text)
        game = floe.game(study.game).title
    except FloeError:
        return to_site(language)
    title = say(language, "title.study", game=game)
    if study.names:
        title = say(language, "title.study_of", game=game, names=listed(language, study.names))
    facts = [count(language, "after", len(study.actions))] if study.actions else []
    facts += [say(language, "players", n=len(study.names))] if study.names else []
    shown = tuple(facts) or (say(language, "site.text"),)
    return Link(title, shown, Card(game, (_capital(shown[0]), *shown[1:])), study.state, study=text)


def to_table(table: Table, language: Language, kind: Kind = "table", ply: int | None = None) -> Link:
    """What a link to a table tells, or one to its game's replay, or to one position there."""
    if not table.may_watch(None) or table.status == "cancelled":
        return to_site(language)
    names = shown_names(table.seats, language)
    if table.played is None:
        return _gathering(table, language, names)
    if kind == "replay" and ply is not None:
        early = table.swapped is not None and ply < table.swapped
        then = shown_names(table.as_dealt(), language) if early else names
        return _position(table, table.played, language, then, min(ply, len(table.played.actions)))
    game, everybody, result = table.game.title, listed(language, names), views.result(table)
    players = say(language, "players", n=len(names))
    if result is None:
        said, clock = say(language, "running"), _clock(table.settings.clock, language)
        notes = {seat: say(language, "note.to_move") for seat in [table.to_move] if seat is not None}
        waits = [say(language, "to_move", name=names[seat]) for seat in notes]
        title = say(language, "title.running", game=game, names=everybody)
        facts, shown = [said, *waits, players, *clock], [said, players, *clock]
    else:
        gone = [] if result.resigned is None else [say(language, result.reason, name=names[result.resigned])]
        notes = {seat: say(language, "note.won") for seat in result.winners}
        title = won(result, language, names, "title.", game=game)
        facts, shown = [everybody, *gone, players], [*gone, players]
        if kind == "replay":
            facts[0] = won(result, language, names)
    if kind == "replay":
        title = say(language, "title.replay", game=game, names=everybody)
    card = _card(table, language, names, shown, notes)
    return Link(title, tuple(facts), card, functools.partial(_now, table.played.state), table.version)


def _now(state: State) -> State:
    return state


def _gathering(table: Table, language: Language, names: Sequence[str]) -> Link:
    """An invitation. Nothing is dealt yet: unless a position was given, the board is one of many first positions."""
    game, settings = table.game.title, table.settings
    vacant = sum(seat.kind == "open" for seat in table.seats)
    host = next((n for n, seat in enumerate(table.seats) if seat.guest == table.host and _named(seat)), None)
    if not vacant:
        title = say(language, "title.begins", game=game)
    elif host is None:
        title = say(language, "title.invited", game=game)
    else:
        title = say(language, "title.invites", name=names[host], game=game)
    facts = [say(language, "players", n=len(names)), *([count(language, "open", vacant)] if vacant else [])]
    facts += _clock(settings.clock, language)
    facts += [say(language, "swap")] if settings.swap else []
    facts += [say(language, "handicap")] if settings.handicap is not None else []
    facts += [say(language, "set_up")] if table.position is not None else []
    card = _card(table, language, names, facts, {})
    return Link(title, tuple(facts), card, functools.partial(table.first_position, ""), table.version)


def _position(table: Table, played: GameLog, language: Language, names: Sequence[str], ply: int) -> Link:
    title = say(language, "title.position", game=table.game.title, names=listed(language, names))
    facts = [say(language, "at", ply=ply, last=len(played.actions)), say(language, "players", n=len(names))]
    first, actions = played.first, tuple(played.actions[:ply])
    mover = played.seats[ply] if ply < len(played.seats) else table.to_move
    notes = {} if mover is None else {mover: say(language, "note.to_move")}
    card = _card(table, language, names, facts, notes)
    return Link(title, tuple(facts), card, lambda: _replayed(first, actions), table.version, ply)


def _replayed(state: State, actions: Sequence[str]) -> State:
    for action in actions:
        state = state.play(action)
    return state


def _card(table: Table, language: Language, names: Sequence[str], facts: Sequence[str], notes: dict[int, str]) -> Card:
    seats = tuple(
        SeatShown(
            colour=seat.colour,
            name=names[number] if seat.kind != "open" else say(language, "seat.open"),
            instead=say(language, f"colour.{seat.colour}"),
            note=notes.get(number, ""),
            taken=seat.kind != "open",
        )
        for number, seat in enumerate(table.seats)
    )
    return Card(table.game.title, (_capital(facts[0]), *facts[1:]), seats)


# Words


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def shown_names(seats: Sequence[Seat], language: Language) -> list[str]:
    """How those at a table are called."""
    return _numbered([_name(seat, language) for seat in seats])


def recorded_names(players: Sequence[Player], language: Language) -> list[str]:
    """How those in a record are called. A machine may have been called by its level alone."""
    return _numbered(
        [(maybe(language, f"level.{one.kind}") if one.name == one.kind else None) or one.name for one in players]
    )


def _numbered(names: Sequence[str]) -> list[str]:
    """Who would be called alike is numbered, as in the web app."""
    return [
        f"{name} {names[: number + 1].count(name)}" if names.count(name) > 1 else name
        for number, name in enumerate(names)
    ]


def _named(seat: Seat) -> bool:
    return seat.name is not None and seat.name != NAMELESS


def _name(seat: Seat, language: Language) -> str:
    if seat.kind == "machine" and seat.level:
        return maybe(language, f"level.{seat.level}") or seat.level
    return seat.name if seat.name is not None and _named(seat) else say(language, "guest")


def won(result: Result, language: Language, names: Sequence[str], prefix: str = "", **values: str) -> str:
    """Who has won, or why nobody has."""
    if result.reason == "closed":
        return say(language, f"{prefix}closed", **values)
    if len(result.winners) == len(names):
        return say(language, f"{prefix}draw", **values)
    winners = listed(language, [names[seat] for seat in result.winners])
    return say(language, prefix + ("won" if len(result.winners) == 1 else "shared"), names=winners, **values)


def _clock(clock: Clock | None, language: Language) -> list[str]:
    match clock:
        case LiveClock(seconds=seconds, increment=0):
            return [say(language, "clock.live", time=_time(seconds))]
        case LiveClock(seconds=seconds, increment=increment):
            return [say(language, "clock.increment", time=_time(seconds), seconds=increment)]
        case DaysClock(days=days):
            return [count(language, "clock.days", days)]
        case _:
            return []


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes}:{rest:02} min" if rest else f"{minutes} min"
