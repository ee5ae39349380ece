"""Nothing secret leaves: positions that differ only in what somebody may not know look the same to them, byte by byte.

Two tables are the same but for hidden tiles, hands and tokens. The same things happen at both, as long as the rules
reveal nothing that tells them apart. Whatever the server then says to the one who must not know, it says at both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import floe
from floe.core.game import State
from floe.core.typing import Document
from floe.server.tables import commands, views
from floe.server.tables.refusals import Refusal, Stale
from tests.games.igluiglu.hidden import shuffled
from tests.games.igluiglu.positions import document
from tests.server.bench_table import ADA, BO, CY, Bench, changed_manifest
from tests.server.bench_table import settings as table_settings

GAME = floe.game("igluiglu")
GUESTS = (ADA, BO, CY)
PROBES = (
    "energy 1", "energy 2", "energy 3", "melt c3", "melt a2", "herd", "spear", "pass", "end", "flip a2",
    "harpoon c3 x1", "harpoon a1 bear", "walk a1 n", "flee r a1", "drift a2 n", "step a2 bear n", "nonsense",
)  # fmt: skip
"""Actions that somebody might try or ask about, to learn from the answer what another holds."""


def middle_of_a_game(seed: int, length: int, players: int) -> State:
    rng = random.Random(seed)  # noqa: S311  # for a test
    state: State = GAME.new(players, seed)
    for _ in range(length):
        after: State = state.play(rng.choice(state.legal_actions()))
        if after.over:
            break
        state = after
    return state


def bench(position: Document, viewer: int | None) -> Bench:
    """A table where Ada is the viewer, or only watches."""
    players = len(position["players"])
    seats = ["me" if seat == (0 if viewer is None else viewer) else "open" for seat in range(players)]
    made = Bench(table_settings(*seats, game="igluiglu", undo="turn"), position)
    for guest in GUESTS[1:players]:
        made.sit(guest)
    return made


def reaction(work: Callable[..., object], *given: Any) -> str:
    """How the server would answer something that is asked."""
    try:
        return repr(work(*given))
    except Refusal as refusal:
        return repr((refusal.key, refusal.words, refusal.rule, refusal.values))
    except Stale:
        return "stale"


def streams(table: Bench, guest: str | None, have: int) -> list[str]:
    """All that somebody can learn at a table: its state, its record, its frames, and answers to all they can try."""
    seat = views.perspective(table.table, guest)
    made = views.record(table.table)
    first = max(0, len(made) - 3)
    told = [
        table.sent_to(guest, have).decode(),
        json.dumps(views.record_document(table.table)),
        msgspec.json.encode(views.frames(made, seat, first, 4)).decode(),
        msgspec.json.encode(views.head(views.summary(table.table), guest)).decode(),
    ]
    asks = guest or "nobody"
    version, now = table.table.version, table.now
    for action in PROBES:
        told.append(reaction(commands.why, table.table, guest, action))
        told.append(reaction(commands.play, table.table, asks, version, action, now, []))
    told.append(reaction(commands.undo, table.table, asks, version, now, []))
    told.append(reaction(commands.ask_takeback, table.table, asks, version, now, []))
    return told


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    length=st.integers(4, 160),
    players=st.integers(2, 3),
    watches=st.booleans(),
    board=st.booleans(),
    choices=st.lists(st.integers(0, 1000), min_size=8, max_size=30),
)
def test_tables_that_differ_in_secrets_alone_look_alike(
    seed: int, length: int, players: int, watches: bool, board: bool, choices: list[int]
) -> None:
    """Also where the web app has no board for the game, and everything is told in words and pictures."""
    with changed_manifest("igluiglu", board=board):
        compare(seed, length, players, watches, choices)


def compare(seed: int, length: int, players: int, watches: bool, choices: list[int]) -> None:
    state = middle_of_a_game(seed, length, players)
    viewer = None if watches else seed % players
    one = state.to_dict()
    other = shuffled(one, viewer, random.Random(seed))  # noqa: S311  # for a test
    assert GAME.from_dict(other).view(viewer) == state.view(viewer)

    tables = [bench(one, viewer), bench(other, viewer)]
    guest = None if viewer is None else ADA
    for choice in choices:
        have = tables[0].table.version
        assert streams(tables[0], guest, 0) == streams(tables[1], guest, 0)
        states = [table.state for table in tables]
        shared = [action for action in states[0].legal_actions() if action in states[1].legal_actions()]
        # What the rules reveal to the viewer may differ; such an action would end the comparison.
        alike = [action for action in shared if _alike(states, action, viewer)]
        if not alike or tables[0].table.status != "running":
            return
        action = alike[choice % len(alike)]
        mover = tables[0].table.seats[states[0].to_move or 0].guest
        assert mover is not None
        for table in tables:
            table.play(mover, action)
        assert streams(tables[0], guest, have) == streams(tables[1], guest, have)


def _alike(states: list[State], action: str, viewer: int | None) -> bool:
    after = [state.play(action) for state in states]
    return after[0].over == after[1].over is False and after[0].view(viewer) == after[1].view(viewer)


def test_the_comparison_would_notice() -> None:
    """The one who may know sees the difference."""
    sketch: dict[str, Any] = {"on": {"c3": "r", "d3": "b"}, "phase": "act"}
    one = document("b3=melt c3 c4 d3 e3", hands={"b": "harpoon"}, **sketch)
    other = document("b3=herd c3 c4 d3 e3", hands={"b": "melt"}, **sketch)
    tables = [bench(position, 0) for position in (one, other)]
    assert streams(tables[0], BO, 0) != streams(tables[1], BO, 0)


@pytest.mark.parametrize("asked", ["melt c4", "energy 2", "spear", "herd"])
def test_nobody_learns_from_an_answer_what_another_holds(asked: str) -> None:
    """The player to move holds it at one table and not at the other; to ask about it tells others nothing."""
    sketch: dict[str, Any] = {"on": {"c3": "r", "d3": "b"}, "owner": 1}
    tables = [
        bench(document("b3 c3 c4 d3 e3", hands={"b": hand}, **sketch), 0)
        for hand in ("melt energy2 herd", "harpoon harpoon harpoon")
    ]
    for guest in (ADA, None):
        answers = [reaction(commands.why, table.table, guest, asked) for table in tables]
        assert answers[0] == answers[1]
        assert "not_your_turn" in answers[0]
    answers = [reaction(commands.why, table.table, BO, asked) for table in tables]
    assert "not_your_turn" not in answers[0]
