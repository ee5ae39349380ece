"""The tables of one person in one page. It answers what the server answers, in the same words, to the same requests.

It keeps no files and asks no clock: whoever drives it says what time it is, stores the events that it returns, and
brings them back when a table is opened again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

import floe
from floe import games, rulebook
from floe.bots.analysis import concluded, judgements
from floe.bots.analysis.judge import Judged
from floe.bots.registry import known, level_bot
from floe.bots.search_player import settings_for
from floe.bots.swapping import choose_evenly, takes_over
from floe.core.errors import FloeError
from floe.core.fairness import new_secret
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.record import Record
from floe.server import answers, judging, puzzles, trying
from floe.server.tables import commands, dispatch, events, views
from floe.server.tables.apply import apply, fold
from floe.server.tables.events import Event, Logged
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.seat import NAMELESS
from floe.server.tables.table import Table
from floe.server.wire import PROTOCOL, http, practice, socket
from floe.server.wire.tables import TableView

ME = "me"
"""The one guest of a page."""
ANALYSED_BY = 200
"""Simulations for each position of a game that is looked through."""
SLICE = Budget(seconds=0.3)
"""So long a position is looked at before others get their turn; asked again, the search goes on where it was."""
DECISIONS_AT_ONCE = 2
"""So many are judged before others get their turn."""


@dataclass
class _Job:
    """A game that is being looked through."""

    record: Record
    more: Iterator[Judged]
    judged: list[Judged] = field(default_factory=list)
    told: http.Analysis | None = None


class Host:
    """The tables that are open in a page."""

    def __init__(self, games: list[str]) -> None:
        self._games = games
        self._tables: dict[str, Table] = {}
        self._unsaved: dict[str, list[Logged]] = {}
        self._analyses: dict[str, _Job] = {}

    def call(self, text: str) -> str:
        """One of the methods below, named by ``do``, with what it takes: all as JSON, and so is what it returns."""
        asked = msgspec.json.decode(text.encode())
        does = asked.pop("do")
        if does not in _CALLS:
            raise ValueError(f"a host cannot {does!r}")
        return msgspec.json.encode(getattr(self, does)(**asked)).decode()

    # Requests, as over HTTP

    def request(self, method: str, path: str, body: Any, now: int) -> dict[str, Any]:
        """The answer to a request: its status and what it holds, and what is to be stored before it is passed on."""
        status, answer = self._answered(method, path, body, now)
        return {"status": status, "answer": answer, "stored": self._stored()}

    def _answered(self, method: str, path: str, body: Any, now: int) -> tuple[int, Any]:
        place, _, query = path.partition("?")
        parts = place.strip("/").split("/")
        try:
            return 200, self._answer(method, parts[1:], query, body, now)
        except NotFound as fault:
            return 404, _problem(fault)
        except Refusal as fault:
            return 409, _problem(fault)
        except Stale:
            return 409, http.Problem("stale", "the table has changed since; look again")
        except FloeError as fault:
            return 400, answers.problem_of(fault)
        except msgspec.ValidationError as fault:
            return 400, http.Problem("malformed", str(fault))

    def _answer(self, method: str, parts: list[str], query: str, body: Any, now: int) -> Any:
        """Which question it is. Paths are those of the server."""
        known = f"{method} {'/'.join(parts)}"
        if known in _QUESTIONS:
            asked, answer = _QUESTIONS[known]
            return answer(self, msgspec.convert(body, asked), now) if asked else answer(self, now)
        if parts[0] == "games" and parts[2:] == ["rules"]:
            language = _given(query).get("lang", rulebook.ENGLISH)
            return [http.Rule(number, text) for number, text in rulebook.rules(parts[1], language).items()]
        if parts[0] == "puzzles" and 2 <= len(parts) <= 4:
            return self._of_puzzles(method, parts[1:], query, body)
        if parts[0] == "tables" and len(parts) <= 3:
            return self._of_table(parts[1], parts[2] if len(parts) == 3 else "", query, now)
        raise Refusal("not_found", "there is no such thing here")

    def _of_table(self, table_id: str, what: str, query: str, now: int) -> Any:
        table = self._table(table_id)
        if what == "":
            return self._head(table)
        if what == "record":
            return views.record_document(table)
        if what == "position":
            return self._position(table)
        if what == "frames":
            given = _given(query)
            return views.frames(
                views.record(table), views.perspective(table, ME), int(given["first"]), int(given["count"])
            )
        if what == "analysis":
            return self._analysis(table)
        if what == "rematch":
            return self._rematch(table, now)
        raise Refusal("not_found", "there is no such thing here")

    def _of_puzzles(self, method: str, parts: list[str], query: str, body: Any) -> Any:
        game, puzzle, what = [*parts, "", ""][:3]
        if (method, what) == ("POST", "try"):
            return puzzles.tried(game, puzzle, msgspec.convert(body, http.TryPuzzle))
        if (method, what) == ("GET", "solution"):
            return puzzles.solved(game, puzzle)
        if method != "GET" or what:
            raise Refusal("not_found", "there is no such thing here")
        if puzzle == "daily":
            return puzzles.daily(game, _given(query).get("day", ""))
        return puzzles.viewed(game, puzzle) if puzzle else puzzles.listed(game)

    def _server(self, now: int) -> http.ServerInfo:
        return http.ServerInfo(floe.__version__, PROTOCOL, [answers.game_info(floe.game(name)) for name in self._games])

    def _create(self, asked: http.NewTable, now: int) -> TableView:
        begins_at = asked.position
        if asked.record is not None:
            begins_at = answers.position_after(asked.record, asked.ply)
        settings = replace(asked.settings, chat="off", spectators=False, listed=False)  # nobody else is there
        created = commands.create(settings, ME, asked.name or NAMELESS, begins_at)
        return self._head(self._set_up(f"local-{secrets.token_hex(8)}", created, now))

    def _set_up(self, table_id: str, created: events.Created, now: int) -> Table:
        table = Table(table_id, new_secret())
        self._tables[table_id] = table
        self._happens(table, [created], now)
        self._happens(table, commands.start_if_full(table), now)
        return table

    def _rematch(self, old: Table, now: int) -> TableView:
        new = f"local-{commands.rematch_id(old)}"
        if old.rematch is None:
            name = old.seats[old.seats_of(ME)[0]].name or NAMELESS
            self._set_up(new, commands.play_again(old, ME, name), now)
            self._happens(old, [events.Rematch(new, old.seats_of(ME)[0])], now)
        return self._head(self._table(new))

    def _position(self, table: Table) -> dict[str, Any]:
        """The whole position, with all that is hidden in it. It is on this device anyway."""
        if table.state is None or table.status != "running":
            raise Refusal("not_running", "no game is running here")
        document: dict[str, Any] = table.state.to_dict()
        return document

    def _analysis(self, table: Table) -> http.Analysis:
        """A finished game as the machine sees it: a few decisions more each time that it is asked for."""
        if table.status != "over" or table.played is None or not table.played.actions:
            raise Refusal("not_over", "only a finished game is analysed")
        if table.id not in self._analyses:
            record = views.record(table)
            self._analyses[table.id] = _Job(record, judgements(record, ANALYSED_BY))
        job = self._analyses[table.id]
        total = len(job.record)
        for _ in range(DECISIONS_AT_ONCE):
            if len(job.judged) < total:
                job.judged.append(next(job.more))
        if len(job.judged) < total:
            return http.Analysis(len(job.judged), total, [], [])
        if job.told is None:
            job.told = answers.analysed(concluded(job.record, job.judged, ANALYSED_BY, 0), total, table.evenly_played)
        return job.told

    def _hint(self, asked: http.AskHint, now: int) -> http.HintAnswer:
        if asked.table is not None:
            return answers.hinted(answers.own_view(self._table(asked.table), ME))
        return answers.hinted(answers.view_of(asked.position or {}))

    # A table's socket

    def ask(self, table_id: str, message: Any, now: int) -> dict[str, Any]:
        """What a client asks over a table's socket; the answer, and what is to be stored before it is passed on."""
        asked: Any = msgspec.convert(message, socket.FromClient)
        table = self._table(table_id)
        answer: socket.Accepted | socket.Refused | socket.Stale
        try:
            answer = socket.Accepted(asked.id, self._do(table, asked, now))
        except Refusal as fault:
            answer = socket.Refused(asked.id, fault.rule, fault.key, fault.values, fault.words)
        except Stale:
            answer = socket.Stale(asked.id, table.version)
        return {"answer": answer, "stored": self._stored()}

    def _do(self, table: Table, asked: Any, now: int) -> int:
        if isinstance(asked, socket.Why):
            commands.why(table, ME, asked.action)
            raise Refusal("legal", f"{asked.action!r} can be played", action=asked.action)
        if isinstance(asked, socket.PlanLine | socket.DropLine):
            raise Refusal("no_plans", "plans are for games between people on a server")
        if isinstance(asked, socket.Say | socket.SayPhrase):
            raise Refusal("no_chat", "you cannot write here")
        before = table.answers.get((ME, asked.id))
        if before is None:
            self._happens(table, dispatch.decide(table, ME, asked, now, (), 0), now, asked.id)
        return before or table.version

    def state(self, table_id: str, have: int, now: int, log: Any = None) -> socket.StateMessage | None:
        """The table as it stands, with what happened after a version.

        If that is too long ago for the table to remember, it needs the table's whole log; without it, None.
        """
        table = self._table(table_id)
        happened = views.happenings(table, ME, have)
        if happened is None:
            if log is None:
                return None
            happened = views.retold(table.id, table.secret, _logged(log), ME, have)
        return views.state_message(table, ME, happened, now, (), [ME])

    # What happens by itself

    def due(self, table_id: str) -> dict[str, Any]:
        """What happens at a table if nobody does anything: a machine plays, or a clock runs out; and when.

        Whatever the machines at the table judge by (``judged_by``) must be there before one of them plays.
        """
        table = self._table(table_id)
        machine, judged_by = table.machine_to_move, self._judged_by(table)
        if machine is not None:
            return {"machine": machine, "at": table.changed + table.settings.pace, "judged_by": judged_by}
        deadline = None if table.clocks is None else table.clocks.deadline()
        return {"machine": None, "at": deadline, "judged_by": judged_by}

    def _judged_by(self, table: Table) -> list[str]:
        """The ways in which the machines at a table judge positions."""
        game = table.settings.game
        levels = games.manifest(game).levels
        chosen = {known(seat.level, game) for seat in table.seats if seat.level is not None} & set(levels)
        if not chosen or table.played is None:
            return []
        rules = table.played.first.view(None)["rules"]
        return sorted({settings_for(game, rules, levels[level].judge_by)[1] for level in chosen})

    def happen(self, table_id: str, now: int) -> dict[str, Any]:
        """Let it happen; what is to be stored."""
        table = self._table(table_id)
        if commands.may_machine_swap(table) and _swaps(table):
            self._happens(table, commands.machine_swap(table, table.version), now)
        elif table.machine_to_move is not None:
            self._happens(table, commands.machine_play(table, table.version, _chosen(table)), now)
        else:
            self._happens(table, commands.time_out(table, now, ()), now)
        return {"stored": self._stored()}

    # Keeping

    def close(self, table_id: str) -> None:
        """Forget a table."""
        self._tables.pop(table_id, None)
        self._analyses.pop(table_id, None)

    def open(self, table_id: str, secret: str, log: Any) -> None:
        """Bring a table back from what was stored of it."""
        self._tables[table_id] = fold(table_id, secret, _logged(log))

    def _table(self, table_id: str) -> Table:
        if table_id not in self._tables:
            raise NotFound
        return self._tables[table_id]

    def _happens(self, table: Table, decided: list[Event], now: int, client_id: str | None = None) -> None:
        for event in decided:
            logged = Logged(table.version + 1, max(now, table.changed), event, ME, client_id)
            apply(table, logged)
            self._unsaved.setdefault(table.id, []).append(logged)

    def _stored(self) -> list[dict[str, Any]]:
        """What is new at each table: its events, and its head and its view for lists."""
        unsaved, self._unsaved = self._unsaved, {}
        return [
            {
                "table": table_id,
                "secret": self._tables[table_id].secret,
                "events": log,
                "head": self._head(self._tables[table_id]),
                "view": self._shown(self._tables[table_id]),
            }
            for table_id, log in unsaved.items()
        ]

    def _shown(self, table: Table) -> dict[str, Any] | None:
        """What lists draw of a table: what a spectator would see; none before the game begins."""
        return None if table.state is None else views.spectated(table.state)

    def _head(self, table: Table) -> TableView:
        return views.head(views.summary(table), ME, [ME])


_CALLS = ("request", "ask", "state", "due", "happen", "open", "close")
_Answer = Callable[..., Any]
_QUESTIONS: dict[str, tuple[Any, _Answer]] = {
    "GET server": (None, Host._server),
    "POST tables": (http.NewTable, Host._create),
    "POST rules": (http.NewRules, lambda host, asked, now: answers.checked_rules(asked)),
    "POST positions": (http.NewPosition, lambda host, asked, now: answers.first_position(asked)),
    "POST try": (http.Try, lambda host, asked, now: trying.tried(asked)),
    "POST verify": (http.VerifyRecord, lambda host, asked, now: answers.verified(asked)),
    "POST replay": (http.ReplayRecord, lambda host, asked, now: answers.replayed(asked)),
    "POST hint": (http.AskHint, Host._hint),
    "POST judge": (practice.AskJudgement, lambda host, asked, now: judging.judged(asked)),
    "POST lines": (http.AskLines, lambda host, asked, now: answers.lined(trying.seen_by_mover(asked), SLICE)),
}
"""What can be asked that is not of one table: what it is asked with, and who answers."""


def _given(query: str) -> dict[str, str]:
    """What a query gives, by name."""
    return dict(one.split("=", 1) for one in query.split("&") if "=" in one)


def _logged(log: Any) -> list[Logged]:
    return [msgspec.convert(one, Logged) for one in log]


def _problem(fault: Refusal) -> http.Problem:
    return http.Problem(fault.key, fault.words, fault.rule, fault.values)


def _swaps(table: Table) -> bool:
    """Whether the machine at the second seat takes over the first."""
    state, level, game = table.state, table.machine_to_move, table.settings.game
    if state is None or level is None:
        raise Stale
    rng = generator(secrets.randbits(64), "swap")
    return takes_over(level_bot(known(level, game), game), state.view(state.to_move), rng)


def _chosen(table: Table) -> str:
    """What the machine decides whose turn it is."""
    state, level, game = table.state, table.machine_to_move, table.settings.game
    if state is None or level is None:
        raise Stale
    rng = generator(secrets.randbits(64), "machine")
    bot, view, actions = level_bot(known(level, game), game), state.view(state.to_move), state.legal_actions()
    return choose_evenly(bot, view, actions, rng) if table.swap_is_ahead else bot.choose(view, actions, rng)
