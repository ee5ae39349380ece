"""A table without a server: events are decided and applied in memory, at times that the test chooses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import floe
from floe.core.game import State
from floe.server.tables import commands, events, views
from floe.server.tables.apply import apply
from floe.server.tables.clocks import Outage
from floe.server.tables.events import Event, Logged
from floe.server.tables.refusals import Refusal
from floe.server.tables.table import Table
from floe.server.wire import socket
from floe.server.wire.tables import SeatPlan, TableSettings

ADA, BO, CY = "guest-ada", "guest-bo", "guest-cy"
SECRET = "5ec2e700" * 8
SHORT = {"path_length": 1}
"""Rules with which a game of ICE CULT is over soon."""


def plan(who: str) -> SeatPlan:
    """``me``, ``open``, or the level of a machine."""
    return SeatPlan(who) if who in {"me", "open"} else SeatPlan("machine", who)  # type: ignore[arg-type]  # one of them


def settings(*seats: str, game: str = "icecult", **chosen: Any) -> TableSettings:
    """A table's settings in short: the game is quick, and machines are too."""
    usual: dict[str, Any] = {"rules": SHORT if game == "icecult" else {}, "pace": 0, "undo": "turn"}
    return TableSettings(game, [plan(who) for who in seats], **(usual | chosen))


@contextmanager
def changed_manifest(game: str, **changes: Any) -> Iterator[None]:
    """As if a game had a manifest with these changes."""
    with pytest.MonkeyPatch.context() as patch:
        engine = type(floe.game(game))
        patch.setattr(engine, "manifest", replace(engine.manifest, **changes))
        yield


def refusal(work: Callable[..., object], *given: Any) -> str:
    """The key with which something is refused."""
    with pytest.raises(Refusal) as caught:
        work(*given)
    assert caught.value.words
    return caught.value.key


class Bench:
    """One table, its log, and a clock that only moves when it is told to."""

    def __init__(
        self,
        chosen: TableSettings | events.Created,
        position: dict[str, Any] | None = None,
        table_id: str = "table-1",
        entropy: str | None = "aa",
    ) -> None:
        """A table of Ada's, or any that is to be created. The game begins if no seat is open, unless it waits for the
        host's entropy."""
        self.now = 1_000_000
        self.outages: list[Outage] = []
        self.log: list[Logged] = []
        self.table = Table(table_id, SECRET)
        if isinstance(chosen, TableSettings):
            chosen = commands.create(chosen, ADA, ADA.title(), position, adds_entropy=True)
        self.happen([chosen], chosen.host)
        if entropy is not None and chosen.adds_entropy and self.table.seats_of(chosen.host):
            self.add_entropy(chosen.host, entropy)
        else:
            self.happen(commands.start_if_full(self.table))

    def happen(self, decided: Sequence[Event], guest: str | None = None, client_id: str | None = None) -> None:
        """Let events happen now. Each goes through its stored form, as it would on a server."""
        for event in decided:
            stored = events.decode(events.encode(event))
            ident = client_id if event is decided[-1] else None
            logged = Logged(self.table.version + 1, self.now, stored, guest, ident)
            apply(self.table, logged)
            self.log.append(logged)

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    def status(self) -> str:
        return self.table.status

    @property
    def state(self) -> State:
        assert self.table.played is not None
        return self.table.played.state

    @property
    def actions(self) -> list[str]:
        assert self.table.played is not None
        return self.table.played.actions

    # What people and machines do

    def sit(self, guest: str, seat: int | None = None, entropy: str = "bb") -> None:
        self.happen(commands.sit(self.table, guest, seat, guest.title(), entropy), guest)

    def add_entropy(self, guest: str, entropy: str) -> None:
        self.happen(commands.add_entropy(self.table, guest, entropy), guest)

    def stand(self, guest: str) -> None:
        self.happen(commands.stand(self.table, guest), guest)

    def start(self, guest: str = ADA, level: str = "random") -> None:
        self.happen(commands.start(self.table, guest, level), guest)

    def play(self, guest: str, action: str | None = None, version: int | None = None, allowance: int = 0) -> str:
        """Play an action, or the first legal one."""
        chosen = self.state.legal_actions()[0] if action is None else action
        seen = self.table.version if version is None else version
        self.happen(commands.play(self.table, guest, seen, chosen, self.now, self.outages, allowance), guest)
        return chosen

    def machine_plays(self, action: str | None = None) -> None:
        chosen = self.state.legal_actions()[0] if action is None else action
        self.happen(commands.machine_play(self.table, self.table.version, chosen))

    def undo(self, guest: str) -> None:
        self.happen(commands.undo(self.table, guest, self.table.version, self.now, self.outages), guest)

    def ask_takeback(self, guest: str) -> None:
        self.happen(commands.ask_takeback(self.table, guest, self.table.version, self.now, self.outages), guest)

    def answer_takeback(self, guest: str, grant: bool) -> None:
        self.happen(commands.answer_takeback(self.table, guest, grant, self.now, self.outages), guest)

    def resign(self, guest: str, seat: int) -> None:
        self.happen(commands.resign(self.table, guest, seat), guest)

    def leave(self, guest: str) -> None:
        self.happen(commands.leave(self.table, guest, self.now, self.outages), guest)

    def come_back(self, guest: str) -> None:
        self.happen(commands.come_back(self.table, guest), guest)

    def time_out(self, allowance: int = 0) -> None:
        self.happen(commands.time_out(self.table, self.now, self.outages, allowance))

    def end_turn(self, guest: str) -> None:
        """Play until another seat has to decide or the game is over, and end the turn where that is possible."""
        seat = self.table.to_move
        while self.table.to_move == seat is not None:
            legal = self.state.legal_actions()
            self.play(guest, "end" if "end" in legal else legal[0])

    def play_out(self, seed: int = 1, at_most: int = 1000) -> None:
        """Let everybody play at random until the game is over."""
        rng = random.Random(seed)  # noqa: S311  # for a test
        while self.table.to_move is not None and at_most:
            at_most -= 1
            seat = self.table.seats[self.table.to_move]
            action = rng.choice(self.state.legal_actions())
            if seat.level or seat.guest is None:
                self.machine_plays(action)
            else:
                self.play(seat.guest, action)

    # What people see

    def left(self, seat: int) -> int:
        """What a clock shows now."""
        assert self.table.clocks is not None
        return self.table.clocks.faces(self.now, self.outages)[seat].left

    def seen_by(self, guest: str | None, have: int | None = None) -> socket.StateMessage:
        """The state message for somebody."""
        known = self.table.version if have is None else have
        happened = views.happenings(self.table, guest, known)
        assert happened is not None
        return views.state_message(self.table, guest, happened, self.now, self.outages)

    def sent_to(self, guest: str | None, have: int | None = None) -> bytes:
        """The same as bytes."""
        return msgspec.json.encode(self.seen_by(guest, have))
