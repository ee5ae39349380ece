"""Follow games at random and print what is reached. Run as a program, it shows what another Python does."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import floe
from floe.core.jit import interpreted, telling
from floe.core.randomness import generator


def trace(name: str) -> Iterator[str]:
    """A line for every fifth position, with its bytes and its legal actions, and the last document in full."""
    game = floe.game(name)
    for players in game.players:
        one = game.new(players=players, seed="both ways").mutable()
        for _ in range(40):
            one.playout(generator(one.array.tobytes().hex()), 5)
            reached = game.state(one.array.copy())
            yield f"{players} {hashlib.sha256(one.array.tobytes()).hexdigest()} {reached.legal_actions()}"
        yield str(reached.to_dict())


if __name__ == "__main__":
    with telling(None):
        print(interpreted(), *trace(sys.argv[1]), sep="\n")
