"""The loops of a game that a page needs, compiled."""

import kernels


class Loops:
    unit = next_order = None

    def __init__(self, game, kernel):
        self.max_legal = kernel["MAX_LEGAL"]
        self.kernel = kernel
        self._legal = kernels.entry(game, "legal")
        self._play = kernels.entry(game, "play")

    def legal(self, states, at, buffer):
        return self._legal(1, states, at, buffer)

    def play(self, states, at, action):
        self._play(1, states, at, action)


def compile_loops(kernel):
    return Loops(kernel["__name__"].split(".")[-2], kernel)
