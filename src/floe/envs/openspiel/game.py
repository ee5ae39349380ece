"""Any game of Floe as a game of OpenSpiel, made from its manifest and its tree (``floe.core.tree``)."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar

import pyspiel

import floe
from floe.core.errors import BadOption
from floe.core.game import Game
from floe.core.manifest import Manifest
from floe.core.randomness import generator
from floe.core.tree import CHANCE, TERMINAL, History, Node
from floe.envs.openspiel.observing import Observer, written


def node_type(manifest: Manifest) -> type[Node] | None:
    """How a game's tree is walked; None if it has chance or hidden information and does not say."""
    own: type[Node] | None = manifest.part("openspiel")
    game = floe.game(manifest.name)
    return own or (None if game.chance or game.hidden else Node)


def game_type(game: Game[Any]) -> pyspiel.GameType:
    """What OpenSpiel has to know of a game. Its parameters are the players and every option with a choice."""
    kinds = pyspiel.GameType
    parameters = {"players": game.players[0]}
    parameters |= {option.name: option.default for option in game.options if len(option.choices) != 1}
    return kinds(
        short_name=f"python_floe_{game.name}",
        long_name=f"{game.title} (Floe)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=game.hidden,
        parameter_specification=parameters,
    )


class FloeGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with chosen parameters. ``first`` is where it begins. Each game has a subclass (``game_class``)."""

    kind: ClassVar[pyspiel.GameType]
    node: ClassVar[type[Node]]
    floe: ClassVar[Game[Any]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.kind.parameter_specification | (params or {})
        players = rules.pop("players")
        first = self.node.first(self.floe, players, rules)  # refuses what is no such game
        info = pyspiel.GameInfo(
            num_distinct_actions=self.floe.n_actions,
            max_chance_outcomes=self.node.max_chance_outcomes,
            num_players=players,
            min_utility=-1 / (players - 1),  # see Outcome.rewards
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.node.longest_game(players, rules),
        )
        super().__init__(self.kind, info, params or {})
        self.first = first

    def new_initial_state(self) -> FloeState:
        return FloeState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.first.max_chance_nodes

    def information_state_tensor_size(self) -> int:
        raise no_information_tensor(self.first)

    def information_state_tensor_shape(self) -> list[int]:
        raise no_information_tensor(self.first)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What OpenSpiel asks for observations: of a state, or of all that a seat has seen."""
        return Observer(self.first, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _loaded(name: str) -> Any:
    """The game with its parameters. (To find this, pickle imports the package, which registers the games.)"""
    return pyspiel.load_game(name)


def game_class(game: Game[Any], node: type[Node]) -> type[FloeGame]:
    """The class that makes a game with chosen parameters."""
    return type(f"{type(game).__name__}Game", (FloeGame,), {"kind": game_type(game), "node": node, "floe": game})


class FloeState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state. Actions are Floe's numbers; their strings are Floe's notation. ``position`` is the node of the tree.

    OpenSpiel clones a state by a deep copy of its attributes and saves it by pickling them.
    """

    def __init__(self, game: FloeGame) -> None:
        super().__init__(game)
        self.position = deepcopy(game.first)

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

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """A tensor of perfect recall would have to hold the whole game; OpenSpiel would give an empty one."""
        raise no_information_tensor(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> FloeState:
        """A state that a player cannot tell from this one, with a history that leads to it.

        It is drawn by the chances of the deal, given all that the player saw, as if the others' choices told nothing
        of what they hide: what they would have done with other tiles is not weighed. In a game without hidden
        information it is this state. The sampler gives random numbers from 0 to 1, and is asked for one.
        """
        rng = generator(int(sampler() * 2**53), "determinize from infostate")
        real = [(entry.player, entry.action) for entry in self.full_history()]
        other, history = self.position.resampled(player, rng, real)
        state: FloeState = self.get_game().new_initial_state()
        state.position = _Script(history)  # type: ignore[assignment]  # stands in for a moment
        for _, action in history:
            state.apply_action(action)
        state.position = other
        return state

    def __str__(self) -> str:
        """All that is decided, on one line."""
        return written(self.position.document())


class _Script:
    """Stands in for a position while OpenSpiel writes a history down: it only knows who acts next."""

    def __init__(self, history: History) -> None:
        self._players = iter([player for player, _ in history])
        self.player = next(self._players, TERMINAL)

    def apply(self, action: int) -> None:
        self.player = next(self._players, TERMINAL)


def no_information_tensor(position: Node) -> BadOption:
    instead = "ask for information_state_string, or for observation_tensor, which remembers nothing"
    return BadOption(f"{position.game.title} has no information_state_tensor, for games are too long for it; {instead}")
