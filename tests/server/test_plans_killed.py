"""A real server is killed while plans are laid and followed: none that it acknowledged is lost or played twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

import floe
from floe.core.game import State
from floe.server import plans
from floe.server.service import _logged
from floe.server.store import EventRow, Store, TableRow
from floe.server.store.rows import PlanRow
from floe.server.tables import events
from floe.server.tables.apply import fold
from tests.server.people import Closed, Message, Person, Socket, new_id
from tests.server.serve_process import PATIENCE_S, ServeProcess
from tests.server.test_tables_plans import after

pytestmark = pytest.mark.anyio
TABLES = 4
MOMENTS = ("plan_line", "foreseen", "drop_line", "foreseen", "play")
"""When the server is killed: as soon as it has acknowledged this, at one of the tables. The others are anywhere."""
BETWEEN = 15
"""So much is acknowledged between one kill and the next."""
KEPT = 200
"""So many actions a plan remembers to have played."""
Exchange = tuple[list[str], list[str]]
"""What the other plays, and what is planned to answer it."""
Line = list[Exchange]


class Killer:
    """Kills a server at the moment that it is told to, and hears of every acknowledgement."""

    def __init__(self, server: ServeProcess) -> None:
        self._server = server
        self._wanted: tuple[str, asyncio.Event] | None = None
        self._before = 0

    async def at(self, moment: str) -> None:
        """Wait until the server has acknowledged this, after some other things, and was killed for it."""
        self._before, self._wanted = BETWEEN, (moment, asyncio.Event())
        async with asyncio.timeout(PATIENCE_S):
            await self._wanted[1].wait()

    def heard(self, moment: str) -> None:
        self._before -= 1
        if self._wanted is not None and self._before <= 0 and moment == self._wanted[0]:
            self._server.kill()
            self._wanted[1].set()
            self._wanted = None


class Steady:
    """A person at a table who comes back whenever the server was away, and asks again what was not answered."""

    def __init__(self, person: Person, table: str) -> None:
        self._person = person
        self._table = table
        self._socket: Socket | None = None
        self._opened = AsyncExitStack()

    async def ask(self, kind: str, **values: Any) -> Message:
        ident = new_id()

        async def asked(socket: Socket) -> Message | None:
            answer = await socket.ask(kind, ident, **values)
            return None if answer.get("key") == "unavailable" else answer

        return await self._again(asked)

    async def until_ply(self, ply: int) -> Message:
        return await self._again(lambda socket: socket.until_ply(ply))

    async def _again(self, wanted: Callable[[Socket], Awaitable[Message | None]]) -> Message:
        while True:
            try:
                if self._socket is None:
                    self._socket = await self._opened.enter_async_context(self._person.at(self._table))
                if (answer := await wanted(self._socket)) is not None:
                    return answer
            except (Closed, OSError, InvalidHandshake, httpx.TransportError, EOFError):
                await self.close()
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        self._socket = None
        await self._opened.aclose()


@dataclass
class Laid:
    """What may be on record of a seat's plan: what was acknowledged, or what was asked for since."""

    seat: int
    ply: int
    """Where its lines begin."""
    before: list[Line] = field(default_factory=list)
    asked: list[Line] = field(default_factory=list)
    until: int | None = None
    """When so many actions were played, nothing of it fits any more: then it may be gone."""

    def may_be(self, since: list[str]) -> list[list[list[list[str]]]]:
        gone: list[list[list[list[str]]]] = [[]] if self.until is not None and len(since) >= self.until else []
        return [left_of(self.before, since), left_of(self.asked, since), *gone]


class Couple:
    """Two people at a table. The one who waits makes a plan, and the other plays what it foresees: so the whole game is
    known before any of it is played."""

    def __init__(self, people: list[Person], table: str, seed: int, killer: Killer) -> None:
        self.table = table
        self.whole: list[str] = []
        """What the game has to become."""
        self.sure = 0
        """So many actions were acknowledged, or seen."""
        self.laid = Laid(0, 0)
        self.planned: dict[int, list[int]] = {0: [], 1: []}
        """By seat: the actions in the whole that a plan plays."""
        self.stopped = False
        self._people = [Steady(person, table) for person in people]
        self._numbers = [0, 0]
        self._rng = random.Random(seed)  # noqa: S311  # for a test
        self._killer = killer

    async def play(self) -> None:
        """Until told to stop; a plan that is laid by then is still followed to its end."""
        first = await self._people[0].until_ply(0)
        state: State = floe.game("icecult").from_dict(first["position"]["view"])
        while not (self.stopped or state.over):
            state = await self._round(state)
        for person in self._people:
            await person.close()

    async def _round(self, state: State) -> State:
        """Lay a line of some depth, and play it; or delete it again, and answer by hand."""
        mover = state.to_move or 0
        waits = 1 - mover
        ply = len(self.whole)
        lines = self._lines(state) if self._rng.random() < 0.8 else []
        self.laid = Laid(waits, ply)
        version = (await self._people[waits].until_ply(ply))["version"]
        for number in range(len(lines)):
            await self._ask(waits, lines[: number + 1], "plan_line", version=version, actions=_played(lines[number]))
            self._numbers[waits] += 1
        line = lines[0] if lines else []
        if line and self._rng.random() < 0.3:
            await self._ask(waits, lines[1:], "drop_line", number=self._numbers[waits] - len(lines) + 1)
            theirs = line[0][0]
            mine = self._turn(after(state, theirs), other_than=line[0][1][0])
            self.laid.until = len(theirs)
            self.whole += theirs + mine
            await self._by_hand(mover, theirs, "play")
            await self._by_hand(waits, mine, "play")
            await self._ask(waits, [], "drop_line", number=self._numbers[waits])
        elif line:
            for theirs, mine in line:
                answered = len(self.whole) + len(theirs)
                self.planned[waits] += range(answered, answered + len(mine))
                self.whole += theirs + mine
            for theirs, mine in line:
                await self._by_hand(mover, theirs, "foreseen")
                await self._people[mover].until_ply(self.sure + len(mine))
                self.sure += len(mine)
        else:
            self.whole += self._turn(state)
            await self._by_hand(mover, self.whole[ply:], "play")
        return after(state, self.whole[ply:])

    async def _ask(self, seat: int, lines: list[Line], kind: str, **values: Any) -> None:
        """Change a plan, which then has these lines."""
        self.laid.asked = lines
        answer = await self._people[seat].ask(kind, **values)
        assert answer["type"] == "accepted", answer
        self.laid.before = lines
        self._killer.heard(kind)

    async def _by_hand(self, seat: int, actions: list[str], at_last: str) -> None:
        for number, action in enumerate(actions, 1):
            version = (await self._people[seat].until_ply(self.sure))["version"]
            answer = await self._people[seat].ask("play", version=version, action=action)
            assert answer["type"] == "accepted", answer
            self.sure += 1
            self._killer.heard(at_last if number == len(actions) else "play")

    def _lines(self, state: State) -> list[Line]:
        """One line that will be played, and one for what the other might have done instead."""
        line: Line = []
        there = state
        for _ in range(self._rng.randint(1, 3)):
            theirs = self._turn(there)
            if after(there, theirs).over:
                break
            mine = self._turn(after(there, theirs))
            line.append((theirs, mine))
            there = after(there, theirs + mine)
            if there.over:
                break
        if not line:
            return []
        instead = self._turn(state, other_than=line[0][0][0])
        elsewhere = after(state, instead)
        if elsewhere.over or elsewhere.to_dict() == after(state, line[0][0]).to_dict():
            return [line]
        return [line, [(instead, self._turn(elsewhere))]]

    def _turn(self, state: State, other_than: str | None = None) -> list[str]:
        """A turn at random, that does not begin with this."""
        seat, actions = state.to_move, list[str]()
        while state.to_move == seat:
            chosen = self._rng.choice([one for one in state.legal_actions() if actions or one != other_than])
            actions.append(chosen)
            state = state.play(chosen)
        return actions


def _played(line: Line) -> list[str]:
    return [action for theirs, mine in line for action in theirs + mine]


def left_of(lines: list[Line], since: list[str]) -> list[list[list[str]]]:
    """The answers that lines still have, when this was played since they were laid."""
    left = []
    for line in lines:
        ends = [len(_played(line[: number + 1])) for number in range(len(line))]
        answers = [mine for (_, mine), end in zip(line, ends, strict=True) if end > len(since)]
        if _played(line)[: len(since)] == since[: len(_played(line))] or not _answered(lines, since):
            left += [answers] if answers else []
    return left


def _answered(lines: list[Line], since: list[str]) -> bool:
    """Whether any of these lines has had its first answer."""
    return any(since[: len(_played(line[:1]))] == _played(line[:1]) for line in lines)


def compare(couple: Couple, row: TableRow, rows: list[EventRow], kept: list[PlanRow]) -> None:
    """What is on record of a table, with what was acknowledged there."""
    log = _logged(rows)
    assert [one.version for one in rows] == list(range(1, row.version + 1))
    played = [(one.version, one.event, one.client_id) for one in log if isinstance(one.event, events.Played)]
    actions = [event.action for _, event, _ in played]
    whole = fold(row.id, row.secret, log)
    assert whole.played is not None
    assert whole.played.actions == actions
    assert actions == couple.whole[: len(actions)], "something was played that nobody asked for, twice or out of order"
    assert len(actions) >= couple.sure, "what was acknowledged is gone"
    for seat in (0, 1):
        planned = [ply for ply in couple.planned[seat] if ply < len(actions)]
        assert all(played[ply][1].seat == seat and played[ply][2] is None for ply in planned)
        plan = plans.read(next((one for one in kept if one.seat == seat), None))
        assert plan.played == [played[ply][0] for ply in planned][-KEPT:]
        lines = [[one.reply for one in line.exchanges] for line in plan.lines]
        since = actions[couple.laid.ply :]
        may_be = couple.laid.may_be(since) if seat == couple.laid.seat else [[]]
        assert lines in may_be, "a plan is not as it was acknowledged"


async def check(database: str, couples: list[Couple]) -> None:
    store = await Store.open(database)

    async def read(table: str) -> tuple[TableRow, list[EventRow], list[PlanRow]]:
        row, rows = await store.table(table), await store.events(table)
        kept = [plan for seat in (0, 1) if (plan := await store.plan(table, seat)) is not None]
        assert row is not None
        return row, rows, kept

    try:
        for couple in couples:
            found = await read(couple.table)
            while found != (again := await read(couple.table)):  # what was on its way to PostgreSQL may arrive
                found = again
            compare(couple, *found)
    finally:
        await store.close()


@pytest.mark.parametrize(("kind", "moments"), [("sqlite", MOMENTS), ("postgresql", MOMENTS[:2])])
async def test_plans_outlive_a_killed_server_and_are_played_once_and_in_order(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, moments: tuple[str, ...]
) -> None:
    database = str(tmp_path / "floe.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    async with ServeProcess(tmp_path, database=database) as server:
        killer = Killer(server)
        couples = []
        for seed in range(TABLES):
            ada, bo = await Person.come(server.address, "Ada"), await Person.come(server.address, "Bo")
            table = await ada.new_table("me", "open", rules={}, clock={"type": "days", "days": 3})
            await bo.sit(table)
            couples.append(Couple([ada, bo], table, seed, killer))
        playing = [asyncio.create_task(couple.play()) for couple in couples]
        for moment in moments:
            await killer.at(moment)
            await check(database, couples)
            await server.start()
        for couple in couples:
            couple.stopped = True
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*playing)  # every plan that was laid is followed to its end
        assert "Traceback" not in server.said()
        server.kill()
        await check(database, couples)
        assert all(couple.sure == len(couple.whole) for couple in couples)
        assert any(couple.planned[seat] for couple in couples for seat in (0, 1))
