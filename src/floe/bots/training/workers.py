"""Where self-play runs: on this machine's cores, or on a Ray cluster. And what a core does there."""

from __future__ import annotations

import importlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

import floe
from floe.bots.search.heuristics import heuristics_of, training_start
from floe.bots.search.network import Weights, blank
from floe.bots.search.results import SearchSettings
from floe.bots.search.workspace import NO_NODE, Workspace, make_workspace
from floe.bots.training.learning import as_arrays
from floe.bots.training.selfplay import compile_selfplay, make_samples
from floe.core.errors import BadOption, shown
from floe.core.levels import BY_ESTIMATE, BY_NETWORK
from floe.core.randomness import Deal, generator
from floe.core.threads import cores
from floe.core.typing import States

T = TypeVar("T")
R = TypeVar("R")

_VARIED = 24
_SIDES = (0b0101, 0b1010)  # every other seat
_EVERY_SEAT = 0b1111
_LONGEST_GAME = 600  # samples that a game may need
_A_SECOND = 6000  # samples that a core makes, at most
_AT_TABLES = SearchSettings.variety  # of networks that learn nothing: they play no line by heart, as at every table


@dataclass(frozen=True)
class SelfPlay:
    """So many seconds of games of one side against itself. Without weights it judges by the hand-made estimate.

    In a game against another network it has one seat, drawn for each game.
    """

    game: str
    weights: Weights | None
    simulations: int
    seconds: float
    seed: int
    players: tuple[int, ...]
    """One of these numbers of players is drawn for each game."""
    usual: bool = False
    """Whether the games begin as usual, not as games to learn from."""
    against: Weights | None = None
    """The network that all games are played against."""
    league: tuple[Weights, ...] = ()
    """Networks of which one, drawn, is played against in every other game."""


@dataclass(frozen=True)
class GateMatch:
    """Pairs of games, the second with changed seats: a network against another, or against the estimate.

    They are games of each number of players in turns; the sides have every other seat.
    """

    game: str
    weights: Weights
    against: Weights | None
    simulations: int
    pairs: int
    seed: int
    seconds: float = math.inf
    """After so long no further pair is begun."""
    players: tuple[int, ...] = (2, 4)
    usual: bool = False
    """Whether the games begin as usual, not as games to learn from."""


def play_games(task: SelfPlay) -> dict[str, Any]:
    """What one core does in self-play; return the samples and the number of games."""
    game, heuristics = floe.game(task.game), heuristics_of(task.game)
    way, attacks = _way(task.weights), task.against is not None
    rivals = task.league if task.against is None else (task.against,)
    play = compile_selfplay(heuristics, way, BY_NETWORK if rivals else way)["play_game"]
    first, second = _workspaces(task.game, task.simulations)
    one = _ready(first, task.weights, heuristics, task.seed)
    others = [_ready(second, rival, heuristics, task.seed + 1, _AT_TABLES) for rival in rivals or (None,)]
    deal, games = Deal(task.seed, "self-play"), 0
    samples = make_samples(heuristics, max(2 * _LONGEST_GAME, int(task.seconds * _A_SECOND)))
    deadline = time.monotonic() + task.seconds
    while samples.used[0] < len(samples.players) - _LONGEST_GAME and (games == 0 or time.monotonic() < deadline):
        players = task.players[deal.below(len(task.players))]
        start = _start(game, deal, players, usual=task.usual)
        other, side = others[0], _EVERY_SEAT
        if attacks or (task.league and games % 2 == 1):
            other, side = others[deal.below(len(others))], 1 << deal.below(players)
        play(one, other, start, side, task.simulations, _VARIED, samples)
        games += 1
    return as_arrays(samples) | {"games": games}


def play_match(task: GateMatch) -> float:
    """The share of the games that the first side wins."""
    game, heuristics = floe.game(task.game), heuristics_of(task.game)
    play = compile_selfplay(heuristics, BY_NETWORK, _way(task.against))["play_match"]
    first, second = _workspaces(task.game, task.simulations)
    one = _ready(first, task.weights, heuristics, task.seed)
    other = _ready(second, task.against, heuristics, task.seed + 1, _AT_TABLES if task.usual else 0.0)
    deal, won, played, begun = Deal(task.seed, "match"), 0.0, 0, time.monotonic()
    while played < task.pairs and (played == 0 or time.monotonic() - begun < task.seconds):
        players = task.players[played % len(task.players)]
        start = _start(game, deal, players, usual=task.usual)
        won += sum(play(one, other, start, side & ((1 << players) - 1), task.simulations) for side in _SIDES)
        played += 1
    return won / (2 * played)


def _start(game: Any, deal: Deal, players: int, *, usual: bool) -> States:
    """A first position: as at every table, or one of those that there is something to learn from."""
    begin = training_start if usual else heuristics_of(game.name).training_start
    first: States = begin(game, deal, players)
    return first


def _way(weights: Weights | None) -> str:
    return BY_ESTIMATE if weights is None else BY_NETWORK


_here = threading.local()


def _workspaces(game: str, simulations: int) -> tuple[Workspace, Workspace]:
    """This thread's workspaces, kept so that memory is taken once."""
    kept: dict[tuple[str, int], tuple[Workspace, Workspace]] = _here.__dict__.setdefault("workspaces", {})
    if (game, simulations) not in kept:
        heuristics, nodes = heuristics_of(game), 40 * simulations + 1000
        first, second = (make_workspace(heuristics, nodes, nodes * 40, blank(heuristics)) for _ in range(2))
        kept[game, simulations] = first, second
    return kept[game, simulations]


def _ready(
    workspace: Workspace, weights: Weights | None, heuristics: Any, seed: int, variety: float = 0.0
) -> Workspace:
    buffers: Any = workspace.buffers[0]
    buffers["exploration"], buffers["fpu"], buffers["variety"] = heuristics.EXPLORATION, 0.1, variety
    buffers["root"] = NO_NODE
    workspace.rng[0] = generator(seed, "training")[0]
    return workspace if weights is None else workspace._replace(net=weights)


class Workers(Protocol):
    """A place where tasks run."""

    size: int
    """How many at a time."""

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """Do all tasks; return their results in the same order."""
        ...


class LocalThreads:
    """So many threads on this machine. The kernels release the GIL, so these are enough."""

    def __init__(self, threads: int | None = None) -> None:
        self.size = threads or cores()
        self._pool = ThreadPoolExecutor(self.size, thread_name_prefix="floe-train")

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        return list(self._pool.map(work, tasks))


class RayCluster:
    """The cores of a Ray cluster, one task each. ``address`` is what ``ray.init`` takes; ``local`` starts one here.

    The nodes need Floe of the same version.
    """

    def __init__(self, address: str, most: int | None = None) -> None:
        self._ray = _ray()
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True)
        except (ConnectionError, RuntimeError, ValueError) as fault:
            raise BadOption(f"there is no Ray cluster at {shown(address)}: {fault}") from None
        there = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.size = min(there, most) if most else there

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        remote = self._ray.remote(num_cpus=1)(work)  # a task that is lost with its node is done again elsewhere
        return list(self._ray.get([remote.remote(task) for task in tasks]))


@cache
def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise BadOption("--ray needs Ray; install it with: pip install 'floe-games[ray]'") from None
