"""A toy game, so that tests of core need no real one: take one or two stones; who takes the last one wins.

It also shows all that a game has to supply. Its kernels are never compiled.
"""

from __future__ import annotations

from typing import Any
from unittest import mock

import numpy as np

from floe.core import jit
from floe.core.documents import Field
from floe.core.encoding import Encoding
from floe.core.errors import BadOption, BadPosition, IllegalAction
from floe.core.game import NOBODY, Game, State
from floe.core.loops import compile_loops
from floe.core.randomness import Deal
from floe.core.typing import Document, F32Array, I32Array, States, Struct

MAX_LEGAL = 2
ACTIONS = ("one", "two")
FIELDS = ("phase", "to_move", "turn", "winners", "players", "stones")
STATE = np.dtype((np.record, [(name, "u1") for name in FIELDS]))
ENCODING = Encoding(("stones", (1,)), ("own turn", (1,)))


def is_over(s: Struct) -> bool:
    return bool(s.to_move == NOBODY)


def legal_list(s: Struct, out: I32Array) -> int:
    n = 0 if is_over(s) else min(int(s.stones), 2)
    for action in range(n):
        out[action] = action
    return n


def apply(s: Struct, action: int) -> None:
    s.stones -= action + 1
    s.turn += 1
    if s.stones:
        s.to_move = (s.to_move + 1) % s.players
    else:
        s.winners = 1 << s.to_move
        s.to_move = NOBODY
        s.phase = 1


def observe(s: Struct, seat: int, out: F32Array) -> None:
    out[0] = s.stones / 255
    out[1] = s.to_move == seat


with mock.patch.object(jit, "interpreted", return_value=True):
    LOOPS = compile_loops("toy", globals())


class ToyState(State):
    """So many stones."""


class Toy(Game[ToyState]):
    """The seed decides how many stones there are; ``rules={"stones": n}`` does too."""

    name = "toy"
    title = "TOY"
    rules_version = 1
    phases = ("take", "over")
    players = range(2, 4)
    n_actions = 2
    dtype = STATE
    loops = LOOPS
    encoding = ENCODING
    state_type = ToyState

    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        if colours is not None:
            raise BadOption("stones have no colours")
        records = np.zeros(1, STATE)
        records["players"] = players
        records["stones"] = rules.get("stones", 5 + Deal(seed, "toy").below(20))
        return records

    def colours(self, records: States) -> list[str]:
        return list("wxyz"[: int(records["players"][0])])

    def action_texts(self, records: States, numbers: list[int]) -> list[str]:
        return [ACTIONS[number] for number in numbers]

    def malformed(self, records: States, text: str) -> str | None:
        return None if text in ACTIONS else "expected one or two"

    def refusal(self, records: States, text: str) -> IllegalAction:
        return IllegalAction(text, "T-1", "too_few", {"left": 1}, "there is one stone left")

    def document(self, records: States) -> Document:
        return {"game": "toy", "players": int(records["players"][0]), "stones": int(records["stones"][0])}

    def from_document(self, document: Document) -> States:
        field = Field(document, BadPosition)
        field.keys(("game", "players", "stones"))
        stones = field.child("stones").integer(1, 200)
        return self.setup(field.child("players").integer(2, 3), 0, {"stones": stones}, None)

    def view(self, records: States, seat: int | None) -> Document:
        return self.document(records) | {"seat": seat}

    def draw(self, records: States, seat: int | None) -> str:
        return f"{'o' * int(records['stones'][0])} seen by {seat}"

    def ending(self, records: States) -> tuple[str, str]:
        return "T-2", "last_stone"


TOY = Toy()


def stones(n: int, players: int = 2) -> ToyState:
    return TOY.new(players=players, rules={"stones": n})
