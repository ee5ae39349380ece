"""Whole turns of ICE CULT, proposed at random and described by a few values, for a player to choose among.

A turn is two tilts and then steps and turns of cubes, some seven actions in all, and what a tilt is good for shows only
at the end. So this looks at turns, not at actions: ``propose`` plays many random turns from each of many positions, in
compiled code, and tells of each where it leads to. It knows nothing of good play: who chooses must find that out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import floe
from floe.core.batch import Batch
from floe.core.randomness import generators
from floe.core.typing import F32Array, States, U64Array

GAME = floe.game("icecult")
PATH_LENGTH = 5

Bools = npt.NDArray[np.bool_]
Seats = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Looking:
    """How closely to look at a position."""

    turns: int
    """How many random turns are tried."""
    kept: int
    """How many of them are proposed: those that win first, then different ones."""
    replies: int
    """How many random turns are tried after each proposal, to see who could win then."""


@dataclass(frozen=True)
class Proposals:
    """For each position ``kept`` turns: [position, proposal, ...]."""

    ends: States
    """Where they lead to."""
    values: F32Array
    """What is told of them: ``VALUES`` numbers each."""
    mask: Bools
    """False where a turn leads to the same position as one before it."""
    rngs: U64Array
    """The generators that drew them: from the same position, each leads to the same turn again."""


def propose(states: States, looking: Looking, seed: int) -> Proposals:
    """Turns for the player to move in each position of a running game of two."""
    seats = states["to_move"].astype(np.int64)
    tried = Batch(GAME, np.repeat(states, looking.turns), states[:1])
    drawn = generators(seed, len(tried))
    tried.respond(np.repeat(1 - seats, looking.turns), drawn.copy())  # the others to the opponent: that is, the player
    shape = (len(states), looking.turns)
    won = wins(tried.states, np.repeat(seats, looking.turns)).reshape(shape)
    again = seen_before(tried.states.view(np.uint64).reshape(*shape, -1))
    order = np.argsort(again * 1 - won * 2, axis=1, kind="stable")[:, : looking.kept]
    kept = (order + np.arange(len(states))[:, None] * looking.turns).reshape(-1)
    ends, of = tried.states[kept], np.repeat(seats, looking.kept)
    values = described(Batch(GAME, ends, states[:1]), of, looking.replies, seed + 1)
    shape = (len(states), looking.kept)
    mask = ~np.take_along_axis(again, order, axis=1)
    return Proposals(ends.reshape(shape), values.reshape(*shape, -1), mask, drawn[kept].reshape(*shape, 1))


def wins(states: States, seats: Seats) -> Bools:
    """Where a seat has won, alone."""
    won: Bools = states["winners"] == 1 << seats  # one bit for each winner, none while the game runs
    return won


def seen_before(words: U64Array) -> Bools:
    """Which positions of a row stand in it before. ``words`` are their records: [row, position, word]."""
    digests = words @ (np.random.default_rng(0).integers(2**63, size=words.shape[-1], dtype=np.uint64) | np.uint64(1))
    order = np.argsort(digests, axis=1, kind="stable")
    ordered = np.take_along_axis(digests, order, axis=1)
    again = np.zeros(digests.shape, np.bool_)
    np.put_along_axis(again, order[:, 1:], ordered[:, 1:] == ordered[:, :-1], axis=1)
    return again


def described(batch: Batch, seats: Seats, replies: int, seed: int) -> F32Array:
    """What there is to know of positions after a seat's turn, a row each.

    Where all pawns are; whether the seat, or its opponent, can still build a tower (IC-21: not with pawns on two paths
    or one at home); how the game stands if it is over; and how often a random turn wins: one of the opponent's, and one
    of the seat's own if the opponent did nothing.
    """
    seen = batch.observe(seats)
    paths = GAME.encoding.part(seen, "paths")[:, :, :PATH_LENGTH]  # game, path, space, colour: the own one first
    home, start = GAME.encoding.part(seen, "home"), GAME.encoding.part(seen, "start")
    tower = ((paths.sum(axis=2) > 0).sum(axis=1) <= 1) & (home == 0)
    over = np.stack([wins(batch.states, seats), wins(batch.states, 1 - seats)], axis=1)
    danger = shown(chance_to_win(batch.states, 1 - seats, replies, seed))
    hope = shown(chance_to_win(batch.states, seats, replies, seed + 1))
    parts = (paths.reshape(len(batch), -1), home, start, tower[:, :2], over, danger, hope)
    return np.concatenate(parts, axis=1, dtype=np.float32)


def chance_to_win(states: States, seats: Seats, replies: int, seed: int) -> npt.NDArray[np.float64]:
    """How large a part of random turns of a seat wins at once, as if it were its turn now."""
    trials = Batch(GAME, np.repeat(states, replies), states[:1])
    trials.states["to_move"][~trials.over] = np.repeat(seats, replies)[~trials.over]
    trials.respond(np.repeat(1 - seats, replies), seed)
    won = wins(trials.states, np.repeat(seats, replies))
    part: npt.NDArray[np.float64] = won.reshape(-1, replies).mean(axis=1)
    return part


def shown(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A small chance as several values: whoever looks for a win will find it, be it one turn in fifty."""
    return np.stack([chances, chances > 0, np.minimum(1, 10 * chances), np.minimum(1, 50 * chances)], axis=1)


def actions_of(state: States, rng: U64Array) -> list[int]:
    """The actions of a proposed turn, drawn once more by its generator."""
    batch, turn, actions = Batch(GAME, state.copy(), state), state["turn"][0], []
    while not batch.over[0] and batch.states["turn"][0] == turn:
        actions.append(int(batch.random_actions(rng)[0]))
        batch.step(actions[-1:])
    return actions


VALUES = described(floe.batch("icecult", 1), np.zeros(1, np.int64), 1, 0).shape[1]
"""How many values tell of a proposal."""
