"""What must hold in the end: the stored logs, held against what people were told, and against the true time."""

from __future__ import annotations

import hashlib
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from floe.server import plans
from floe.server.service import _logged
from floe.server.store.rows import EventRow, PlanRow
from floe.server.tables import events, views
from floe.server.tables.apply import apply
from floe.server.tables.events import Logged
from floe.server.tables.notices import Standing
from floe.server.tables.refusals import Refusal
from floe.server.tables.table import Table
from tests.simulation.witness import Known, digest_of

if TYPE_CHECKING:
    from tests.simulation.world import World

SLACK = 8.0
"""Seconds by which two processes and a slow database may differ about when something happened."""
NOTED = 13.0
"""A time without any sign of life that the server cannot miss."""
FORGIVEN = 21.0
"""Seconds that the network is forgiven at most."""
CLAIMED = 16.0
"""Seconds after which another process lets a machine think whose own was killed, thought and pace included."""
_KINDS = {
    "play": events.Played, "undo": events.Undone, "ask_takeback": events.TakebackAsked | events.TakebackGranted,
    "answer_takeback": events.TakebackGranted | events.TakebackDeclined, "resign": events.Resigned,
    "leave": events.Left, "return": events.Returned, "swap": events.Swapped,
}  # fmt: skip


def check_all(world: World) -> None:
    """Read all that was stored, and compare."""
    logs: dict[str, list[Logged]] = {}
    for table, row_version in world.stored("SELECT id, version FROM tables ORDER BY id"):
        columns = "table_id, version, at, body, guest, client_id"
        rows = world.stored(f"SELECT {columns} FROM events WHERE table_id = ? ORDER BY version", table)  # noqa: S608
        logs[table] = log = _logged([EventRow(*row) for row in rows])
        known = world.witness.tables[table]
        if [one.version for one in log] != list(range(1, row_version + 1)) or len(known.times) != row_version:
            world.witness.objects(f"{table}: the log has gaps, or is not what was committed", table)
        if any(after.at < before.at for before, after in pairwise(log)):
            world.witness.objects(f"{table}: time goes back in the log", table)
        _Replay(world, table, known, log).run()
        _Plans(world, table, known, log).run()
    _check_acknowledged(world, logs)
    _check_called(world, logs)


def _check_called(world: World, logs: dict[str, list[Logged]]) -> None:
    """Nobody is told more often of a turn than play has come to them; a take-back that was granted starts over."""
    told = Counter((url, table) for url, kind, table in world.witness.calls.values() if kind == "turn")
    urls = {f"https://{person.name}.example.org/": person.id for person in world.people}
    for (url, table_id), calls in told.items():
        table, came = Table(table_id, world.witness.tables[table_id].secret), 0
        before = Standing.of(table)
        for logged in logs[table_id]:
            apply(table, logged)
            now = Standing.of(table)
            back = isinstance(logged.event, events.TakebackGranted) and now.actions < before.actions
            came += now.waits_for == urls[url] and (back or now.waits_for != before.waits_for)
            before = now
        if calls > came:
            world.witness.objects(f"{table_id}: {url} was called {calls} times for {came} turns", table_id)


class _Plans:
    """The plans at a table: each is played exactly when it fits, at most once, and by nobody's hand."""

    def __init__(self, world: World, table: str, known: Known, log: list[Logged]) -> None:
        self._witness = world.witness
        self._log = log
        self._table = Table(table, known.secret)
        self._laid = [one for one in world.witness.laid if one.table == table]
        self._stored = {
            PlanRow(*row) for row in
            world.stored("SELECT table_id, seat, guest, version, body FROM plans WHERE table_id = ?", table)
        }  # fmt: skip
        self._rows: dict[str, PlanRow] = {}
        """What is known to be planned, by guest."""
        self._asked: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
        """All answers that were ever asked for, by guest: to what is seen, and what is played."""

    def run(self) -> None:
        self._check_stored()
        for logged in self._log:
            self._check_fits(logged)
            for guest, row in self._rows.items():
                self._check_followed(guest, row, logged)
            apply(self._table, logged)
            if self._table.status == "running":
                self._lay()

    def _objects(self, words: str) -> None:
        self._witness.objects(f"{self._table.id}: {words}", self._table.id)

    def _check_stored(self) -> None:
        """Nothing is behind, and what was played as planned is just what nobody's hand has played."""
        by_plan = {version for row in self._stored for version in plans.read(row).played}
        hands = {one.version for one in self._log if isinstance(one.event, events.Played) and one.client_id is None}
        if by_plan != {one.version for one in self._log if one.version in hands and one.guest is not None}:
            self._objects("what was played as planned is not what no hand has played")
        self._witness.count["planned"] += len(by_plan)
        for row in self._stored:
            played = plans.read(row).played
            if row.version not in (None, self._log[-1].version):
                self._objects("a plan was forgotten")
            for one in (self._log[version - 1] for version in played):
                event = one.event
                if one.guest != row.guest or not isinstance(event, events.Played) or event.took:
                    self._objects(f"{one} is no action of a plan")

    def _check_fits(self, logged: Logged) -> None:
        """What is played as planned was asked for, in answer to what is seen."""
        event, state = logged.event, self._table.state
        if not isinstance(event, events.Played) or logged.client_id or logged.guest is None or state is None:
            return
        before = self._log[logged.version - 2]
        if isinstance(before.event, events.Played) and before.guest == logged.guest and before.client_id is None:
            return  # the answer has begun before
        seen = plans.digest(state.view(event.seat))
        if not any(one == seen and reply[0] == event.action for one, reply in self._asked.get(logged.guest, ())):
            self._objects(f"version {logged.version} was played as planned, and does not fit")

    def _check_followed(self, guest: str, row: PlanRow, logged: Logged) -> None:
        """What fits is played, unless its guest was faster or something else has ended it."""
        wanted, left = plans.follow(self._table, row)
        self._rows[guest] = left
        if not wanted:
            return
        self._rows[guest] = plans.row_of(plans.Plan(), row.table_id, row.seat, guest, 0)
        event = logged.event
        if isinstance(event, events.Played) and event.seat == row.seat:
            if logged.client_id is None and event != wanted[0]:
                self._objects(f"version {logged.version} is not what was planned: {wanted[0]}")
        elif isinstance(event, events.Played):
            self._objects(f"version {logged.version} came before what was planned")

    def _lay(self) -> None:
        """What was asked for at this version."""
        table = self._table
        for one in self._laid:
            seats = table.seats_of(one.guest)
            if one.body["type"] != "plan_line" or not seats or table.state is None:
                continue
            asked_here = one.body["version"] == table.version
            laid_here = self._witness.laid_at.get(one.client_id) == table.version and not self._in_doubt(one.guest)
            if not asked_here and not laid_here:
                continue
            try:
                line = plans.foreseen(table.state.view(seats[0]), seats[0], one.body["actions"])
            except Refusal:
                if asked_here:
                    continue
                raise
            if asked_here:
                self._asked.setdefault(one.guest, set()).update((part.seen, tuple(part.reply)) for part in line)
            if laid_here:
                row = self._rows.get(one.guest)
                with suppress(Refusal):
                    plan = plans.added(plans.read(row), line)
                    self._rows[one.guest] = plans.row_of(plan, table.id, seats[0], one.guest, table.version)

    def _in_doubt(self, guest: str) -> bool:
        """Whether it is not known what somebody plans: something was not answered, or a line was deleted."""
        own = [one for one in self._laid if one.guest == guest]
        return any(one.body["type"] == "drop_line" or one.client_id not in self._witness.laid_at for one in own)


def _check_acknowledged(world: World, logs: dict[str, list[Logged]]) -> None:
    witness = world.witness
    by_id = {(table, one.guest, one.client_id): one for table, log in logs.items() for one in log if one.client_id}
    for one in witness.acknowledged:
        stored = by_id.get((one.table, one.guest, one.client_id))
        if one.done and (stored is None or stored.version != one.version):
            # What changed nothing, such as entropy that was given before, leaves no trace; nothing over a socket is so.
            witness.objects(
                f"{one.table}: {one.client_id} was acknowledged as {one.version}, stored is {stored}", one.table
            )
        elif one.done and stored is not None and not isinstance(stored.event, _KINDS[one.kind]):
            witness.objects(f"{one.table}: {one.client_id} became {stored.event}", one.table)
        elif not one.done and stored is not None:
            witness.objects(f"{one.table}: {one.client_id} was refused and is stored as {stored.version}", one.table)
        if stored is not None and isinstance(stored.event, events.Played) and stored.event.action != one.body["action"]:
            witness.objects(f"{one.table}: {one.client_id} played {stored.event.action}, not {one.body}", one.table)
    lines = {(table, number): (guest, text) for table, number, guest, text in
             world.stored("SELECT table_id, number, guest, text FROM chat")}  # fmt: skip
    for table, number, guest, text in witness.said:
        if lines.get((table, number)) != (guest, text):
            witness.objects(f"{table}: line {number} was acknowledged and is not stored", table)
    spoken = [(table, text) for (table, _), (_, text) in lines.items()]
    if len(spoken) != len(set(spoken)):
        witness.objects("a line of a chat is stored twice")
    for table, guest in witness.sat:
        if not any(isinstance(one.event, events.Sat) and one.event.guest == guest for one in logs[table]):
            witness.objects(f"{table}: somebody was told to have a seat, and it is not stored", table)


class _Replay:
    """One table, event by event."""

    def __init__(self, world: World, table_id: str, known: Known, log: list[Logged]) -> None:
        self._world = world
        self._witness = world.witness
        self._known = known
        self._log = log
        self._table = Table(table_id, known.secret)
        self._since = 0.0
        """When the running clock was started, in true time."""

    def run(self) -> None:
        table, times = self._table, self._known.times
        for logged in self._log:
            if table.version:
                self._check_times(logged, times[logged.version - 1])
            clock = self._clock()
            apply(table, logged)
            if self._clock() != clock:
                self._since = times[logged.version - 1]
            self._check_views()
        now = self._world.loop.time()
        if table.clocks is not None and table.status == "running" and table.clocks.running is not None:
            left = table.clocks.left[table.clocks.running] + table.clocks.held
            self._check_late(left / 1000, now, "has no time and is not timed out")
        self._check_machine(times[-1], now, "was forgotten")  # it may still be at a turn that it plays for a person

    def _clock(self) -> tuple[Any, ...]:
        clocks = self._table.clocks
        return () if clocks is None else (clocks.running, clocks.since)

    def _check_machine(self, since: float, at: float, otherwise: str) -> None:
        """A machine that has to decide does so soon, and whoever claimed that is given some time to die."""
        if self._table.machine_to_move is not None:
            kills = sum(since - 12 < one < at for one in self._world.nemesis.kills)
            if self._clear(since, at) > CLAIMED * (kills + 1) + 15:
                self._witness.objects(f"{self._table.id}: a machine {otherwise}", self._table.id)

    def _check_times(self, logged: Logged, at: float) -> None:
        """Nobody is charged time that was not, nor timed out with time left; and no machine is late."""
        table, clocks, event = self._table, self._table.clocks, logged.event
        before = self._known.times[logged.version - 2]
        self._check_machine(before, at, f"took {at - before:.0f} s for version {logged.version}")
        if clocks is None or clocks.running is None:
            return
        took = getattr(event, "took", 0) / 1000
        # Whoever starts after the clock was set back takes a time without signs of life for that much shorter.
        back = sum(-seconds for when, seconds in self._world.nemesis.steps if when < at and seconds < 0)
        elapsed = self._witness.without_gaps(self._since, at, NOTED + back)
        if took > elapsed + SLACK:
            self._witness.objects(f"{table.id}: charged {took} s instead of {elapsed:.1f}: {logged}", table.id)
        if isinstance(event, events.TimedOut):
            left = clocks.left[clocks.running] / 1000
            if elapsed < left - SLACK:
                words = f"timed out after {elapsed:.1f} s with {left} s on the clock"
                self._witness.objects(f"{table.id}: {words} in version {logged.version}", table.id)
            self._check_late(left + clocks.held / 1000, at, f"was timed out too late, in version {logged.version}")
            self._witness.count["time-outs"] += 1

    def _check_late(self, left: float, at: float, words: str) -> None:
        steps = sum(self._since < one < at for one, _ in self._world.nemesis.steps)
        if self._clear(self._since, at) > left + FORGIVEN + SLACK + 15 * steps:
            self._witness.objects(f"{self._table.id}: somebody {words}", self._table.id)

    def _clear(self, began: float, ended: float) -> float:
        """Seconds between two times in which the server was up and well, and had been for a while."""
        down = sum(max(0.0, min(ended, to + 15) - max(began, since - 15)) for since, to in self._world.nemesis.trouble)
        return self._witness.without_gaps(began, ended, 0) - down

    def _check_views(self) -> None:
        """What people were shown of this version is what follows from the events alone."""
        table = self._table
        guests = [guest for version, guest in self._shown_at(table.version) if version == table.version]
        for guest in guests:
            happened = views.happenings(table, guest, table.version - 1) or []
            message = msgspec.json.decode(msgspec.json.encode(views.state_message(table, guest, happened, 0, (), ())))
            if digest_of(message) != self._known.views[table.version, guest]:
                self._witness.objects(f"{table.id}: version {table.version} looks otherwise when replayed", table.id)
            for one in message["happened"]:
                told = self._known.told.get((one["version"], guest))
                if told is not None and told != hashlib.sha256(_sorted.encode(one)).hexdigest():
                    self._witness.objects(f"{table.id}: version {table.version} was told otherwise", table.id)

    def _shown_at(self, version: int) -> list[tuple[int, str | None]]:
        guests = [*sorted(self._known.guests), None]
        return [(version, guest) for guest in guests if (version, guest) in self._known.views]


_sorted = msgspec.json.Encoder(order="sorted")
