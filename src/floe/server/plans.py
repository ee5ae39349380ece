"""Plans: what somebody who waits will answer, if the others play this or that.

A line is laid on what its seat sees, and on nothing else: what is hidden is drawn at random among all that agrees with
it. So no line, and no refusal of one, can tell a secret. It is followed when the decision comes back to the seat, and
the seat then sees exactly what the line foresaw; in which order the others got there does not matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from floe.core.game import State
from floe.core.typing import Document
from floe.server.store.rows import PlanRow
from floe.server.tables import events, views
from floe.server.tables.events import Event
from floe.server.tables.refusals import Refusal, Stale
from floe.server.tables.table import Table
from floe.server.trying import Seen
from floe.server.wire import socket
from floe.server.wire.tables import DaysClock, Exchange, PlannedLine, PlannedMove

LINES = 12
"""So many a plan has at most."""
DEPTH = 6
"""So many answers a line has at most."""
_PLAYED = 200
"""Of so many actions that were played as planned it is remembered."""
_sorted = msgspec.json.Encoder(order="sorted")


class Foreseen(Struct, frozen=True):
    """If the seat, when it has to decide, sees what has this digest, it plays that."""

    others: list[PlannedMove]
    seen: str
    mine: list[PlannedMove]

    @property
    def reply(self) -> list[str]:
        return [move.action for move in self.mine]


class Line(Struct, frozen=True):
    number: int
    exchanges: list[Foreseen]


class Plan(Struct, frozen=True):
    """What is stored of a seat's plan."""

    lines: list[Line] = []
    played: list[int] = []
    """The versions of the actions that were played as planned."""
    numbers: int = 0
    """So many lines there have been."""


_decoder: msgspec.json.Decoder[Plan] = msgspec.json.Decoder(Plan)


def read(row: PlanRow | None) -> Plan:
    return Plan() if row is None else _decoder.decode(row.body)


def own(row: PlanRow | None, guest: str) -> Plan:
    """What a guest has planned at a seat: nothing of what somebody had who sat there before them."""
    return read(row if row is not None and row.guest == guest else None)


def row_of(plan: Plan, table_id: str, seat: int, guest: str, version: int) -> PlanRow:
    """A plan that was held against a version of its table, as it is stored."""
    body = msgspec.json.encode(plan).decode()
    return PlanRow(table_id, seat, guest, version if plan.lines else None, body)


def told(plan: Plan, seat: int) -> socket.Plan:
    """A plan as its own guest gets it."""
    lines = [
        PlannedLine(line.number, [Exchange(one.others, one.mine) for one in line.exchanges]) for line in plan.lines
    ]
    return socket.Plan(seat, lines, plan.played)


# Who may plan


def offered(table: Table) -> bool:
    """Whether plans are laid at a table: several people play, and at leisure."""
    slow = table.settings.clock is None or isinstance(table.settings.clock, DaysClock)
    return slow and len(table.persons()) > 1


def planner(table: Table, guest: str, version: int) -> int:
    """The seat that a guest may plan for now."""
    if table.status != "running":
        raise Refusal("not_running", "no game is running here")
    seats = table.seats_of(guest)
    if not seats:
        raise Refusal("no_seat", "you have no seat here")
    if not offered(table) or len(seats) > 1:
        raise Refusal("no_plans", "plans are for slow games between people, each with a seat of their own")
    if table.seats[seats[0]].stand_in:
        raise Refusal("stand_in", "a machine plays for you: come back first")
    if not table.position_version <= version <= table.version:
        raise Stale
    if table.to_move == seats[0]:
        raise Refusal("your_turn", "it is your turn: play")
    return seats[0]


# Laying


def added(plan: Plan, exchanges: list[Foreseen]) -> Plan:
    """A plan with one more line. One that goes on where another ended takes its place."""
    if any(_begins(line.exchanges, exchanges) for line in plan.lines):
        return plan
    lines = [line for line in plan.lines if not _begins(exchanges, line.exchanges)]
    answers = {one.seen: one.reply for line in lines for one in line.exchanges}
    if any(answers.get(one.seen, one.reply) != one.reply for one in exchanges):
        raise Refusal("plan_differs", "another line of yours answers this otherwise; delete that one first")
    if len(lines) >= LINES:
        raise Refusal("plan_full", f"a plan has at most {LINES} lines; delete one first", limit=LINES)
    return replace(plan, lines=[*lines, Line(plan.numbers + 1, exchanges)], numbers=plan.numbers + 1)


def without(plan: Plan, number: int) -> Plan:
    """A plan without one of its lines; the same if it has gone before."""
    return replace(plan, lines=[line for line in plan.lines if line.number != number])


def _begins(whole: list[Foreseen], part: list[Foreseen]) -> bool:
    """Whether one line is the beginning of another, or all of it."""
    mine = [(one.seen, one.reply) for one in whole[: len(part)]]
    return mine == [(one.seen, one.reply) for one in part]


def foreseen(view: Document, seat: int, actions: Sequence[str]) -> list[Foreseen]:
    """A line from what a seat sees now, or why it cannot be one."""
    here = Seen(view, seat)
    exchanges: list[Foreseen] = []
    others: list[PlannedMove] = []
    mine: list[PlannedMove] = []
    seen = ""
    for number, action in enumerate(actions, 1):
        worlds = here.worlds()
        able = [world for world in worlds if action in world.legal_actions()]
        if not able:
            raise Refusal.of(worlds[0].why_not(action))
        world, after = able[0], [one.play(action) for one in able]
        ours = world.to_move == seat
        if not ours and mine:
            exchanges.append(Foreseen(others, seen, mine))
            others, mine = [], []
        unknown = any(one.reveals(action) for one in able) or len({digest(one.seen(seat)) for one in after}) > 1
        if unknown and not (ours and number == len(actions)):
            words = f"nobody knows what {action!r} brings up: a line ends there, with an action of yours"
            raise Refusal("plan_reveals", words, action=action)
        if ours and not mine:
            seen = digest(here.view)
        facts, words_of = ([], None) if unknown else views.told_of(world, action, seat)
        (mine if ours else others).append(PlannedMove(world.to_move or 0, action, facts, words_of, unknown))
        here.go_on(after[0])
    if not mine:
        raise Refusal("plan_open", "a line ends with what you play")
    exchanges.append(Foreseen(others, seen, mine))
    if len(exchanges) > DEPTH:
        raise Refusal("plan_deep", f"a line has at most {DEPTH} answers", limit=DEPTH)
    return exchanges


def digest(view: Document) -> str:
    """What tells one view from another."""
    return hashlib.sha256(_sorted.encode(view)).hexdigest()


# Following


def follow(table: Table, row: PlanRow) -> tuple[list[Event], PlanRow]:
    """What a plan has its seat play now, if anything, and what is left of it after that."""
    plan, seat, state = read(row), row.seat, table.state
    played: list[Event] = []
    if state is None or not _goes_on(table, row):
        plan = replace(plan, lines=[])
    elif table.to_move == seat:
        now = digest(state.seen(seat))
        fits = [line.exchanges for line in plan.lines if line.exchanges[0].seen == now]
        reply = fits[0][0].reply if fits else []
        played, after = _replies(state, seat, reply)
        goes_on = len(played) == len(reply) and not after.over
        left = [replace(line, exchanges=line.exchanges[1:]) for line in plan.lines if line.exchanges in fits]
        lines = [line for line in left if line.exchanges] if goes_on else []
        versions = range(table.version + 1, table.version + 1 + len(played))
        plan = replace(plan, lines=lines, played=[*plan.played, *versions][-_PLAYED:])
    return played, row_of(plan, row.table_id, seat, row.guest, table.version + len(played))


def _replies(state: State, seat: int, actions: Sequence[str]) -> tuple[list[Event], State]:
    """The actions as far as they can be played: as if at once, so no clock is charged."""
    made: list[Event] = []
    for action in actions:
        if state.to_move != seat or action not in state.legal_actions():
            break
        made.append(events.Played(seat, action))
        state = state.play(action)
    return made, state


def _goes_on(table: Table, row: PlanRow) -> bool:
    """Whether nothing has happened that ends a plan: the seat played by hand, a machine has it, something was taken
    back, the game is over."""
    seat = table.seats[row.seat]
    if table.status != "running" or row.version is None or seat.guest != row.guest or seat.level is not None:
        return False
    for version in range(row.version + 1, table.version + 1):
        happened, before = table.recent.get(version), table.recent.get(version - 1)
        if happened is None or before is None:
            return False
        match happened.logged.event:
            case events.TakebackGranted():
                if happened.ply < before.ply:
                    return False
            case events.Played(seat=who) | events.Undone(seat=who) | events.TimedOut(seat=who):
                if who == row.seat:
                    return False
            case events.Left(seats=who_left):
                if row.seat in who_left:
                    return False
            case _:
                pass
    return True
