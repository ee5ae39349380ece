"""Fit what the traits of IGLU IGLU count (``floe.games.igluiglu.estimate`` and ``priors``).

    python tools/fit_igluiglu.py --minutes 10           # plays, fits, lets the new weights play against the old
    python tools/fit_igluiglu.py --minutes 10 --write   # and puts them into the sources if they won

Needs PyTorch (the extra ``train``). The search plays against itself on all cores. The estimate is fitted to how the
games ended: half to who won, half to the scores, which tell more. The appeal of actions is fitted to what long searches
looked at. To begin with all weights at 0 is possible, too; then it takes a few runs.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import re
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.heuristics import Heuristics, heuristics_of
from floe.bots.search.results import SearchSettings
from floe.core.jit import compile_in, rebound
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.threads import cores
from floe.games.igluiglu import estimate as igluiglu_estimate
from floe.games.igluiglu import priors as igluiglu_priors

GAME = floe.game("igluiglu")
SHORT, LONG = 300, 2500
"""Simulations of most decisions, and of those from which the appeal is learnt."""
MATCH = 500
SOFTNESS = 6.0
"""So many points of difference make one e times as likely to win, where scores are learnt from."""
SHARPNESS = 1.5
"""The appeal is to be as the visits to this power: nearer to the best than to what was looked at in vain."""

Samples = dict[str, Any]


def play_games(task: tuple[float, int]) -> Samples:
    """Games of the search against itself: positions with results, and some with what was looked at."""
    seconds, seed = task
    searcher, manner = (
        Searcher("igluiglu", 1, 20_000),
        SearchSettings(exploration=heuristics_of("igluiglu").EXPLORATION),
    )
    dice = random.Random(seed)  # noqa: S311  # play, not secrets
    kept: Samples = {name: [] for name in ("states", "scores", "shares", "game", "long", "actions", "visits", "count")}
    deadline, number = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        players = dice.choice((2, 2, 3, 4))
        state, rng = GAME.new(players, f"{seed}/{number}").mutable(), generator(f"{seed}/{number}")
        first = len(kept["states"])
        while not state.over:
            legal, seat = state.legal(), int(state.array[0]["to_move"])
            if len(legal) == 1:
                state.step(int(legal[0]))
                continue
            at = dice.random()
            long = at < 0.12
            budget = Budget(simulations=LONG if long else SHORT if at < 0.9 else SHORT // 6)
            result = searcher.search(state.array, seat, budget, rng, manner)
            if long or at < 0.35:
                kept["states"].append(state.array[0].copy())
                kept["long"].append(long)
            if long:
                kept["actions"] += [found.action for found in result.actions]
                kept["visits"] += [found.visits for found in result.actions]
                kept["count"].append(len(result.actions))
            drawn = dice.choices(result.actions, [found.visits for found in result.actions])[0]
            state.step(drawn.action if dice.random() < 0.05 else result.best(seat).action)
        ended = GAME.state(state.array)
        scores = [score["total"] for score in ended.to_dict()["scores"].values()]
        for _ in range(first, len(kept["states"])):
            kept["scores"].append(scores + [0] * (4 - players))
            kept["shares"].append([*ended.outcome.shares, *[0] * (4 - players)])
            kept["game"].append(f"{seed}/{number}")
        number += 1
    return kept | {"games": number}


@numba.njit
def standings_of(states: Any, out: Any) -> None:
    """[state, seat, weight]: what each single weight contributes to how a seat stands."""
    traits, parts = out.shape[2] // 2, 2
    values = np.zeros(4, np.float32)
    for weight in range(traits * parts):
        weights = np.zeros((traits, parts), np.float32)
        weights[weight // parts, weight % parts] = 1
        for i in range(len(states)):
            igluiglu_estimate.standings(states[i], weights, values)
            out[i, :, weight] = values


@numba.njit
def appeals_of(states: Any, actions: Any, count: Any, out: Any) -> None:
    """[action, trait]: which traits each action has."""
    logits = np.zeros(512, np.float32)
    for trait in range(out.shape[1]):
        weights = np.zeros(out.shape[1], np.float32)
        weights[trait] = 1
        at = 0
        for i in range(len(states)):
            n = count[i]
            igluiglu_priors.appeals(states[i], actions[at : at + n], n, weights, logits)
            out[at : at + n, trait] = logits[:n]
            at += n


def fit_estimate(t: Any, kept: Samples) -> Any:
    """The weights with which the chances come nearest to how the games ended."""
    states = np.array(kept["states"], GAME.dtype)
    placed = states["phase"] != 0
    x = np.zeros((len(states), 4, 2 * igluiglu_estimate.N_TRAITS), np.float32)
    standings_of(states, x)
    seats = t.tensor(np.arange(4)[None] < states["players"][:, None])[placed]
    scores = t.tensor(np.array(kept["scores"], np.float32))[placed]
    shares = t.tensor(np.array(kept["shares"], np.float32))[placed]
    wanted = (shares + t.softmax((scores / SOFTNESS).masked_fill(~seats, -1e9), 1)) / 2
    features = t.tensor(x)[placed]

    def loss(weights: Any) -> Any:
        chances = t.log_softmax((features @ weights).masked_fill(~seats, -1e9), 1)
        return -(wanted * chances).sum(1)

    return _fitted(t, loss, features.reshape(-1, features.shape[2]).std(0), _tested(t, kept["game"])[placed])


def fit_appeal(t: Any, kept: Samples) -> Any:
    """The weights with which the appeal comes nearest to what long searches looked at."""
    long = np.array(kept["long"])
    states, count = np.array(kept["states"], GAME.dtype)[long], np.array(kept["count"])
    x = np.zeros((count.sum(), igluiglu_priors.N_TRAITS), np.float32)
    appeals_of(states, np.array(kept["actions"], np.int32), count, x)
    features, of = t.tensor(x), t.tensor(np.repeat(np.arange(len(count)), count))
    power = t.tensor(np.array(kept["visits"], np.float64) ** SHARPNESS).float()
    wanted = power / t.zeros(len(count)).index_add_(0, of, power)[of]

    def loss(weights: Any) -> Any:
        logits = features @ weights
        most = t.full((len(count),), -1e9).scatter_reduce(0, of, logits.detach(), "amax")
        total = t.log(t.zeros(len(count)).index_add(0, of, t.exp(logits - most[of]))) + most
        return t.zeros(len(count)).index_add(0, of, wanted * (total[of] - logits))

    games = [game for game, is_long in zip(kept["game"], long, strict=True) if is_long]
    return _fitted(t, loss, t.ones(x.shape[1]), _tested(t, games))


def _tested(t: Any, games: list[str]) -> Any:
    """Which rows are not learnt from: those of every seventh game."""
    return t.tensor([int(hashlib.sha256(game.encode()).hexdigest(), 16) % 7 == 0 for game in games])


def _fitted(t: Any, loss: Any, scale: Any, tested: Any) -> Any:
    """Weights of the least loss, with a little pull towards 0."""
    weights = t.zeros(len(scale), requires_grad=True)
    scale = scale + 1e-6
    optimiser = t.optim.LBFGS([weights], max_iter=60, line_search_fn="strong_wolfe")

    def step() -> Any:
        optimiser.zero_grad()
        total = loss(weights / scale)[~tested].mean() + 1e-4 * (weights**2).sum()
        total.backward()
        return total

    optimiser.step(step)
    with t.no_grad():
        losses = loss(weights / scale)
    print(f"  loss {losses[~tested].mean():.4f}, on games not learnt from {losses[tested].mean():.4f}")
    return (weights.detach() / scale).numpy()


def heuristics_with(estimate: Any, appeal: Any) -> Heuristics:
    """The game's heuristics with other weights. What is compiled for them is not kept on disk."""
    own = heuristics_of("igluiglu")
    scope = dict(own.scope)
    for name, module, weights in (("estimate", igluiglu_estimate, estimate), ("appeal", igluiglu_priors, appeal)):
        plain = getattr(module, name)
        copy = rebound(getattr(plain, "py_func", plain), vars(module) | {"WEIGHTS": weights}, name)
        scope[name] = compile_in(None, copy)
    return Heuristics(scope, None, by_playouts=own.by_playouts, learns=own.learns)


def play_match(task: tuple[Any, Any, float, int]) -> tuple[float, int]:
    """New weights against those in the sources, in pairs of games of two; what the new ones won, and of how many."""
    estimate, appeal, seconds, seed = task
    sides = [Searcher("igluiglu", 1, 20_000, heuristics_with(estimate, appeal)), Searcher("igluiglu", 1, 20_000)]
    manner = SearchSettings(exploration=heuristics_of("igluiglu").EXPLORATION)
    won, games, deadline = 0.0, 0, time.monotonic() + seconds
    while games % 2 or time.monotonic() < deadline:
        state, rng = GAME.new(2, f"match {seed}/{games // 2}").mutable(), generator(f"{seed}/{games}")
        while not state.over:
            seat = int(state.array[0]["to_move"])
            side = sides[(seat + games) % 2]
            found = side.search(state.array, seat, Budget(simulations=MATCH), rng, manner)
            state.step(found.best(seat).action)
        won += GAME.state(state.array).outcome.shares[games % 2]
        games += 1
    return won, games


def literal(values: Any, digits: int) -> str:
    """Numbers as they stand in the sources."""
    rows = [f"({', '.join(f'{v:.{digits}f}' for v in row)})" if np.ndim(row) else f"{row:.{digits}f}" for row in values]
    lines, line = [], "   "
    for row in rows:
        if len(line) + len(row) > 115:
            lines.append(line)
            line = "   "
        line += f" {row},"
    return "\n".join(["WEIGHTS = np.array((", *lines, line, "), np.float32)  # fmt: skip"])


def write(module: Any, text: str) -> None:
    path = Path(module.__file__)
    source = path.read_text(encoding="utf-8")
    found = re.sub(r"WEIGHTS = np\.array\(\(.*?np\.float32\)  # fmt: skip", text, source, flags=re.DOTALL)
    path.write_text(found, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit what the traits of IGLU IGLU count.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the weights into the sources if they win")
    chosen = parser.parse_args()
    import torch  # noqa: PLC0415  # heavy, and the players in other processes need none

    jobs = cores()
    play_match((igluiglu_estimate.WEIGHTS, igluiglu_priors.WEIGHTS, 0, 0))  # compiles, once for all
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        tasks = [(chosen.minutes * 60, chosen.seed * 1000 + n) for n in range(jobs)]
        parts = pool.map(play_games, tasks, chunksize=1)
        kept = {name: sum((part[name] for part in parts), type(parts[0][name])()) for name in parts[0]}
        print(f"{kept['games']} games, {len(kept['states'])} positions, {len(kept['count'])} of them searched long")
        estimate = fit_estimate(torch, kept).reshape(-1, 2).astype(np.float32)
        appeal = fit_appeal(torch, kept).astype(np.float32)
        texts = {igluiglu_estimate: literal(estimate, 3), igluiglu_priors: literal(appeal, 2)}
        for module, text in texts.items():
            print(f"{module.__name__}\n{text}")
        matches = [(estimate, appeal, chosen.minutes * 20, n) for n in range(jobs)]
        results = pool.map(play_match, matches, chunksize=1)
    won, games = sum(result[0] for result in results), sum(result[1] for result in results)
    print(f"The new weights won {won / games:.1%} of {games} games against the old ones.")
    if chosen.write and won > games / 2:
        for module, text in texts.items():
            write(module, text)


if __name__ == "__main__":
    main()
