"""IGLU IGLU as a game of OpenSpiel: sequential, of imperfect information, with explicit chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from floe.core.arrays import copied
from floe.core.randomness import generator
from floe.envs.openspiel.determinize import Script, determinize, imagined_history
from floe.envs.openspiel.igluiglu_observer import IgluIgluObserver, whole_truth
from floe.envs.openspiel.observing import written
from floe.envs.openspiel.position import CHANCE, least_utility
from floe.envs.openspiel.unfolding import GAME, Unfolding
from floe.games.igluiglu import chance
from floe.games.igluiglu.layout import FISH_TOKENS, HERD_STEPS, INUIT, KINDS, POINTS, TILES
from floe.games.igluiglu.options import DEFAULT_MIX, DEFAULT_RULES

GAME_TYPE = pyspiel.GameType(
    short_name="python_floe_igluiglu",
    long_name="IGLU IGLU (Floe)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=GAME.players[-1],
    min_num_players=GAME.players[0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={
        "players": GAME.players[0],
        "variant": DEFAULT_RULES["variant"],
        "centre": DEFAULT_RULES["centre"],
    },
)

MAX_CHANCE_OUTCOMES = len(KINDS) - 1
"""A tile has twelve kinds, a token three values."""

MAX_CHANCE_NODES = (
    len(chance.FIRST_FISH) + TILES + sum(n * DEFAULT_MIX[f"fish{n}"] for n in (1, 2, 3)) + DEFAULT_MIX["glacier"]
)
"""The first fish; the kind of every tile; a value for each fish and each fox that comes up."""


def longest_game(players: int) -> int:
    """A number of actions that no game exceeds.

    A turn flips a tile for good, so there are at most as many turns as tiles. Each has its flip, at most one action a
    point, and ``end``. The rest hangs on tiles of which the mix has so many:

    * an energy tile is an action and gives at most its points' worth of more;
    * a harpoon is an action at most;
    * a melt is an action, and at most every Inuit flees;
    * a herd is an action and three steps, after each of which every player may be asked and every Inuit may flee;
    * a drift is a push, before which at most all fish and one bear are shoved away.
    """
    inuit = INUIT[players] * players
    return (
        inuit
        + TILES * (1 + POINTS + 1)
        + sum((1 + n) * DEFAULT_MIX[f"energy{n}"] for n in (1, 2, 3))
        + DEFAULT_MIX["harpoon"]
        + DEFAULT_MIX["melt"] * (1 + inuit)
        + DEFAULT_MIX["herd"] * (1 + HERD_STEPS * (1 + players + inuit))
        + DEFAULT_MIX["drift"] * (1 + sum(FISH_TOKENS) + 1)
    )


class IgluIgluGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """IGLU IGLU with chosen parameters. ``first`` is a record of its first position, before anything came up."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = GAME_TYPE.parameter_specification | (params or {})
        players = rules.pop("players")
        first = chance.undealt(GAME.new(players, seed=0, rules=rules).array)
        info = pyspiel.GameInfo(
            num_distinct_actions=GAME.n_actions,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=players,
            min_utility=least_utility(players),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(players),
        )
        super().__init__(GAME_TYPE, info, params or {})
        self.first = first

    def new_initial_state(self) -> IgluIgluState:
        return IgluIgluState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MAX_CHANCE_NODES

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> IgluIgluObserver:
        return IgluIgluObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class IgluIgluState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of IGLU IGLU. Actions are Floe's numbers; their strings are Floe's notation."""

    def __init__(self, game: IgluIgluGame) -> None:
        super().__init__(game)
        self.position = Unfolding(copied(game.first))

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.chance_text(action) if player == CHANCE else self.position.text(action)

    def returns(self) -> list[float]:
        return self.position.utilities()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> IgluIgluState:
        """A state that a player cannot tell from this one, with a history that leads to it.

        The sampler gives random numbers from 0 to 1.
        """
        rng = generator(int(sampler() * 2**53), "determinize from infostate")
        determinized = determinize(self.position, player, rng)
        history = imagined_history([(entry.player, entry.action) for entry in self.full_history()], determinized)
        state: IgluIgluState = self.get_game().new_initial_state()
        state.position = Script(history)  # type: ignore[assignment]  # stands in for a moment
        for _, action in history:
            state.apply_action(action)
        state.position = determinized
        return state

    def __str__(self) -> str:
        """All that is decided, on one line."""
        return written(whole_truth(self.position))


pyspiel.register_game(GAME_TYPE, IgluIgluGame)
