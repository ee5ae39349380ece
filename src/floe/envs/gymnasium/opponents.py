"""Who sits at the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from floe import games
from floe.bots.bot import Bot
from floe.bots.registry import bot
from floe.core.batch import Responding
from floe.core.errors import BadOption, shown
from floe.core.manifest import load
from floe.core.randomness import generator
from floe.core.typing import U64Array
from floe.envs.episode import Episode

Opponent: TypeAlias = "str | Bot"
"""Whatever ``floe.bots.registry.bot`` takes: a level, ``module:Class``, a file; or an object that is a player."""

RANDOM = "random"


def opponents(given: Opponent | Sequence[Opponent], game: str, number: int) -> list[Opponent]:
    """One for each other seat, in playing order after the learner's: the one for all, or those of a list."""
    one_for_all = isinstance(given, str) or hasattr(given, "choose")
    chosen: list[Opponent] = [given] * number if one_for_all else list(given)  # type: ignore[list-item, arg-type]  # just asked
    if len(chosen) != number:
        raise BadOption(f"there are {number} other seats, not {len(chosen)}: {shown(given)}")
    for each in chosen:
        if isinstance(each, str):
            bot(each, game)  # refuses what there is not
        elif not hasattr(each, "choose"):
            raise BadOption(f"an opponent is the name of a level or has a method choose, unlike {shown(each)}")
    return chosen


def responding(given: str | Responding, game: str) -> Responding | None:
    """The opponents of many games at once, who play in compiled code; none: at random (see ``Batch.respond``)."""
    if callable(given):
        return given
    if given == RANDOM:
        return None
    offered = games.manifest(game).opponents
    if given in offered:
        made: Responding = load(offered[given])()
        return made
    bot(given, game)  # refuses what there is not
    told = 'others play in gymnasium.make_vec(..., vectorization_mode="sync") or "async"'
    raise BadOption(f"in compiled code there is {', '.join([RANDOM, *offered])}, but not {shown(given)}; {told}")


class Company:
    """The machine players of one game, each with a generator of its own. A level is a new player in each game."""

    def __init__(self, chosen: Sequence[Opponent], episode: Episode, seat: int, seed: int) -> None:
        self._episode = episode
        self._seat = seat
        self._rngs: dict[int, U64Array] = {}
        self._bots: dict[int, Bot] = {}
        self._rng = generator(seed, "company")
        self._all_random = all(each == RANDOM for each in chosen)
        for k, each in enumerate(chosen, 1):
            other = (seat + k) % episode.players
            self._bots[other] = bot(each, episode.game.name) if isinstance(each, str) else each
            self._rngs[other] = generator(f"{seed}/{other}", "company")

    def respond(self) -> None:
        """Play on until the learner must decide, the game is over or the turns are."""
        if self._all_random:
            self._episode.respond(self._seat, self._rng)  # the same chances, without leaving the compiled rules
            return
        while True:
            seat = self._episode.to_move
            if seat is None or seat == self._seat or self._episode.out_of_turns:
                return
            state = self._episode.state
            action = self._bots[seat].choose(state.view(seat), state.legal_actions(), self._rngs[seat])
            self._episode.play(state.action_number(action))
