"""What is asked of a game's heuristics outside of the compiled search: it was known when the page was built."""

from floe.page_build import HEURISTICS

import floe


class _Heuristics:
    def __init__(self, game):
        self._game = floe.game(game)
        for name in HEURISTICS[game]:
            setattr(self, name, HEURISTICS[game][name])

    def determinize(self, states, index, seat, rng):
        made = self._game.state(states).determinize(seat, rng)
        states[index] = made.array[0]


def heuristics_of(game):
    return _Heuristics(game)
