"""ICE CULT as a game of OpenSpiel: sequential, deterministic, of perfect information."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import floe
from floe.core.arrays import copied
from floe.envs.openspiel.observing import Tensors, check_no_params, written
from floe.envs.openspiel.position import Position, least_utility
from floe.games.icecult.layout import COLOURS, PAWNS_PER_COLOUR, SLOTS
from floe.games.icecult.options import DEFAULT_RULES

_GAME = floe.game("icecult")

GAME_TYPE = pyspiel.GameType(
    short_name="python_floe_icecult",
    long_name="ICE CULT (Floe)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_GAME.players[-1],
    min_num_players=_GAME.players[0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": _GAME.players[0],
        "circles": DEFAULT_RULES["circles"],
        "path_length": DEFAULT_RULES["path_length"],
        "stall_limit": DEFAULT_RULES["stall_limit"],
    },
)


def longest_game(path_length: int, stall_limit: int) -> int:
    """A number of actions that no game exceeds.

    Every step brings at least one pawn one space on, and a pawn makes at most path_length + 1 steps (IC-2). So there
    are at most s = 20 * (path_length + 1) steps. Fewer than stall_limit turns without a step lie before each turn with
    one, and at most stall_limit after the last (IC-22). So there are at most (s + 1) * stall_limit turns. Besides its
    steps, a turn has two tilts, a turn of a cube for each of at most four arcs (IC-18), and ``end``.
    """
    steps = len(COLOURS) * PAWNS_PER_COLOUR * (path_length + 1)
    turns = (steps + 1) * stall_limit
    return steps + turns * (2 + len(SLOTS) + 1)


class IceCultGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """ICE CULT with chosen parameters. ``first`` is its first position, as Floe's own state."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = GAME_TYPE.parameter_specification | (params or {})
        players = rules.pop("players")
        first = _GAME.new(players, rules=rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=_GAME.n_actions,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=least_utility(players),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(rules["path_length"], rules["stall_limit"]),
        )
        super().__init__(GAME_TYPE, info, params or {})
        self.first = first

    def new_initial_state(self) -> IceCultState:
        return IceCultState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """The board; or, with perfect recall, all actions so far; nothing private, for nothing is."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class IceCultState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of ICE CULT. Actions are Floe's numbers; their strings are Floe's notation."""

    def __init__(self, game: IceCultGame) -> None:
        super().__init__(game)
        self.position = Position(_GAME, copied(game.first.array))

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.text(action)

    def returns(self) -> list[float]:
        return self.position.utilities()

    def __str__(self) -> str:
        """The position document, on one line."""
        return written(_GAME.document(self.position.array))


class BoardObserver(Tensors):
    """All that is on the episode: the same for all, but the values of the tensor are told from the player's side."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        check_no_params(params)
        super().__init__(_GAME, [part.name for part in _GAME.encoding])

    def set_from(self, state: IceCultState, player: int) -> None:
        self.observe(state.position.array, player)

    def string_from(self, state: IceCultState, player: int) -> str:
        return str(state)


pyspiel.register_game(GAME_TYPE, IceCultGame)
