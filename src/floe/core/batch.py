"""Many positions of one game, stepped together: an array of records, worked on by all cores."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from floe.core.arrays import copied, put, repeated
from floe.core.batch_arrays import Advanced, RandomSteps, Room, Seen, compact_of, filled, told
from floe.core.errors import BadBatch, shown
from floe.core.game import NOBODY, Game, State
from floe.core.integers import checked, whole
from floe.core.loops import GAME_OVER, NOT_LEGAL, OK
from floe.core.randomness import check_seed, generators
from floe.core.threads import cores, each_slice
from floe.core.typing import F32Array, F64Array, I32Array, I64Array, States, U8Array, U64Array

__all__ = ["GAME_OVER", "NOT_LEGAL", "OK", "Advanced", "Batch", "RandomSteps", "Responding", "Setup"]

# A thread is worth waking for so many states: a step takes some tens of nanoseconds, an
# observation or a deal about a microsecond, a whole game some tens of them.
_LEAST_STEPS = 2048
_LEAST_SIGHTS = 128
_LEAST_GAMES = 16

_NO_DEALS = np.empty((0, 1), np.uint64)


Responding: TypeAlias = Callable[[States, I64Array, U64Array, int, I32Array, int, int], None]
"""A way to play for everybody but one seat, in place of ``loops.respond_slice`` and called as it is."""


@dataclass(frozen=True)
class Setup:
    """How the games of a batch are set up: what ``Game.new`` takes."""

    players: int | None = None
    seed: int | str | None = None
    rules: Mapping[str, Any] | None = None
    colours: Sequence[str] | None = None


class Batch:
    """``n`` positions of one game, changed in place. ``states`` is the array of their records.

    What a method answers for state i depends on that state (and, where it takes one, on the seed and i): never on how
    many threads there are.
    """

    def __init__(
        self, game: Game[Any], states: States, first: States, deals: U64Array | None = None, threads: int | None = None
    ) -> None:
        self.game = game
        self.states = states
        self.threads = (
            cores() if threads is None else checked(threads, 1, None, "threads are 1 or more, or None for all cores")
        )
        self._first = first
        self._room: Room | None = None  # where the last ``advance`` wrote
        self._deals = deals  # a generator for each state, where there is something to deal

    @classmethod
    def of(cls, state: State, n: int, threads: int | None = None) -> Batch:
        """``n`` times the same position, which ``reset`` goes back to."""
        return cls(state.game, repeated(state.array, _size(n)), state.array, None, threads)

    @classmethod
    def new(cls, game: Game[Any], n: int, setup: Setup | None = None, threads: int | None = None) -> Batch:
        """``n`` new games. Where chance has a part, each has deals of its own, which depend on the seed and on i."""
        n, setup = _size(n), setup or Setup()
        seed = secrets.randbits(64) if setup.seed is None else check_seed(setup.seed)
        first = game.new(setup.players, 0, setup.rules, setup.colours).array  # its deal is never seen
        deals = generators(seed, n, "batch deals") if game.chance else None
        batch = cls(game, repeated(first, n), first, deals, threads)
        batch.reset()
        return batch

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, index: int) -> State:
        """One of the positions, as it is now."""
        at = self._index(index)
        state: State = self.game.state(copied(self.states[at : at + 1]))
        return state

    def __iter__(self) -> Iterator[State]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<{self.game.title}: batch of {len(self)}, {int(self.over.sum())} over>"

    def copy(self) -> Batch:
        """The same positions once more."""
        deals = None if self._deals is None else self._deals.copy()
        return Batch(self.game, copied(self.states), self._first, deals, self.threads)

    # What can be asked.

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        ended: npt.NDArray[np.bool_] = self.states["to_move"] == NOBODY
        return ended

    @property
    def to_move(self) -> npt.NDArray[np.int16]:
        """The seat that must decide in each game; -1 where it is over."""
        seats = self.states["to_move"].astype(np.int16)
        seats[seats == NOBODY] = -1
        return seats

    def shares(self) -> F64Array:
        """Each seat's part of the win, a row a game; zeros while it runs, and beyond its seats."""
        seats = np.arange(self.game.players[-1], dtype=np.uint8)
        won = (self.states["winners"][:, None] >> seats & 1) * self.over[:, None]
        parts: F64Array = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        return parts

    def rewards(self) -> F64Array:
        """Each seat's reward, a row a game, as in ``Outcome.rewards``; zeros while it runs, and beyond its seats."""
        players = self.states["players"][:, None].astype(np.float64)
        there = (np.arange(self.game.players[-1]) < players) & self.over[:, None]
        rewards: F64Array = np.where(there, (self.shares() * players - 1) / (players - 1), 0.0)
        return rewards

    def observe(self, seats: npt.ArrayLike | None = None, out: F32Array | None = None) -> F32Array:
        """A row for each state: what its seat sees (``State.observe``); zeros where the seat is -1.

        Without ``seats`` each row is that of the seat to move. ``out`` is filled where it is given.
        """
        chosen = self._seats(self.to_move if seats is None else seats)
        observed = filled((len(self), self.game.observation_size), np.float32, out)
        loop = self.game.loops.observe_slice
        self._share(lambda _, low, high: loop(self.states, chosen, observed, low, high), _LEAST_SIGHTS)
        return observed

    def observe_compact(self, seats: npt.ArrayLike | None = None, out: U8Array | None = None) -> U8Array:
        """A row of bytes for each state: the same in the compact form, which ``game.compact`` decodes."""
        compact = compact_of(self.game)
        chosen = self._seats(self.to_move if seats is None else seats)
        rows: U8Array = filled((len(self), compact.size), np.uint8, out)
        loop, structs = self.game.loops.observe_compact_slice, compact.structs(rows)
        self._share(lambda _, low, high: loop(self.states, chosen, structs, compact.blank, low, high), _LEAST_STEPS)
        return rows

    def legal(self, index: int) -> I32Array:
        """The legal actions of one state, in ascending order."""
        buffer = np.empty(self.game.loops.max_legal, np.int32)
        return buffer[: self.game.loops.legal(self.states, self._index(index), buffer)]

    def masks(self, out: U8Array | None = None) -> U8Array:
        """A row for each state: 1 for each legal action, 0 for every other. ``out`` is filled where it is given."""
        masks: U8Array = filled((len(self), self.game.n_actions), np.uint8, out)
        loop = self.game.loops.mask_slice
        self._share(lambda buffer, low, high: loop(self.states, masks, buffer, low, high), _LEAST_STEPS)
        return masks

    def random_actions(self, seed: int | str | U64Array) -> I64Array:
        """A legal action for each state, all equally likely; -1 where the game is over.

        In place of a seed this takes the states' generators (``floe.core.randomness.generators``) and moves them on.
        """
        actions = np.empty(len(self), np.int64)
        rngs = self._generators(seed)
        loop = self.game.loops.random_slice
        self._share(lambda buffer, low, high: loop(self.states, rngs, actions, buffer, low, high), _LEAST_STEPS)
        return actions

    # What changes the states.

    def step(self, actions: npt.ArrayLike) -> U8Array:
        """Play an action in each state. Answers for each OK, NOT_LEGAL or GAME_OVER; only where OK it changed."""
        numbers = self._actions(actions)
        answers = np.empty(len(self), np.uint8)
        loop = self.game.loops.step_slice
        self._share(lambda buffer, low, high: loop(self.states, numbers, answers, buffer, low, high), _LEAST_STEPS)
        return answers

    def advance(
        self,
        actions: npt.ArrayLike,
        observations: Seen | None = None,
        out: Advanced | None = None,
    ) -> Advanced:
        """A step in each state, and all that a learner needs next, in one pass: finished games begin again at once.

        The same as ``step``, ``rewards``, ``over``, ``reset(over)``, ``to_move``, ``masks`` and, if asked for,
        ``observe`` or ``observe_compact``, one after the other. ``out`` is what an earlier call with the same
        ``observations`` returned, to be written over.
        """
        numbers = self._actions(actions)
        room = self._room
        if room is None or out is not room.made or observations != room.observations:
            room = self._room = Room(self.game, len(self), observations, out)
        deals = _NO_DEALS if self._deals is None else self._deals
        taken = (self.states, self._first, deals, numbers, *room.rows)
        loop = self.game.loops.advance_slice
        self._share(
            lambda buffer, low, high: loop(*taken, buffer, low, high),
            _LEAST_SIGHTS if observations == "float32" else _LEAST_STEPS,
        )
        return room.made

    def random_steps(self, seed: int | str | U64Array, steps: int = 1, out: RandomSteps | None = None) -> RandomSteps:
        """Play random actions in each game, all legal ones equally likely; finished games begin again before the next.

        All in one pass, for those who want random play with all that a learner would record, as fast as it goes.
        ``out`` is the answer to an earlier call, to be written over. In place of a seed this too takes generators.
        """
        steps = checked(steps, 1, None, "steps are 1 or more")
        n, rngs = len(self), self._generators(seed)
        masks, actions, rewards = out or (None, None, None)
        made = RandomSteps(
            filled((n, steps, self.game.n_actions), np.uint8, masks),
            filled((n, steps), np.int64, actions),
            filled((n, steps, self.game.players[-1]), np.float64, rewards),
        )
        deals = _NO_DEALS if self._deals is None else self._deals
        loop = self.game.loops.random_steps_slice
        self._share(
            lambda buffer, low, high: loop(self.states, self._first, deals, rngs, *made, buffer, low, high),
            -(-_LEAST_STEPS // steps),
        )
        return made

    def playout(self, seed: int | str | U64Array, limit: int = 1_000_000) -> I64Array:
        """Play every game on at random, to its end or ``limit`` actions far. Answers how many were played in each.

        In place of a seed this too takes the states' generators.
        """
        limit = checked(limit, 0, 2**63 - 1, "the limit is a number of actions")
        played = np.empty(len(self), np.int64)
        rngs = self._generators(seed)
        loop = self.game.loops.playout_slice
        self._share(lambda buffer, low, high: loop(self.states, rngs, played, limit, buffer, low, high), _LEAST_GAMES)
        return played

    def respond(
        self,
        seats: npt.ArrayLike,
        seed: int | str | U64Array,
        max_turns: int = 2**32,
        players: Responding | None = None,
    ) -> None:
        """Play for everybody but one seat in each game, until that seat must decide or the game is over.

        It stops as well where ``max_turns`` turns were ended. The others play at random, or as ``players`` does. In
        place of a seed this too takes generators.
        """
        max_turns = checked(max_turns, 0, 2**32, "the limit is a number of turns")
        chosen, rngs = self._seats(seats), self._generators(seed)
        loop = players or self.game.loops.respond_slice
        self._share(
            lambda buffer, low, high: loop(self.states, chosen, rngs, max_turns, buffer, low, high), _LEAST_GAMES
        )

    def reset(self, where: npt.ArrayLike | None = None, seed: int | str | None = None) -> None:
        """Begin again where the mask says so (``batch.reset(batch.over)``), or everywhere.

        With a seed, those games have the deals that they would have in a new batch of that seed.
        """
        mask = np.ones(len(self), np.bool_) if where is None else np.array(where, order="C")
        if mask.dtype != np.bool_ or mask.shape != (len(self),):
            raise BadBatch(f"where to begin again is told by {len(self)} bools, not by {told(mask)}")
        deals = self._deals
        if deals is None:
            put(self.states, mask, repeated(self._first, int(mask.sum())))
            return
        if seed is not None:
            deals[mask] = generators(seed, len(self), "batch deals")[mask]
        loop, asked = self.game.loops.begin_slice, mask.view(np.uint8)
        self._share(lambda _, low, high: loop(self.states, self._first, asked, deals, low, high), _LEAST_SIGHTS)

    def _share(self, work: Callable[[I32Array, int, int], None], least: int) -> None:
        """Have the states worked on in slices; each gets a buffer of its own for the legal actions of one state."""
        size = self.game.loops.max_legal
        each_slice(lambda low, high: work(np.empty(size, np.int32), low, high), len(self), self.threads, least)

    def _actions(self, actions: npt.ArrayLike) -> I64Array:
        try:
            array = np.asarray(actions)
        except ValueError:  # lists of different lengths
            raise BadBatch(f"actions are {len(self)} whole numbers, not {shown(actions)}") from None
        if array.dtype.kind not in "iu" or array.shape != (len(self),):
            raise BadBatch(f"actions are {len(self)} whole numbers, one a state, not {told(array)}")
        if array.dtype == np.uint64 and array.max() >= 2**63:
            raise BadBatch(f"actions are numbers from 0 to {self.game.n_actions - 1}, not {array.max()}")
        return np.ascontiguousarray(array, np.int64)

    def _seats(self, seats: npt.ArrayLike) -> I64Array:
        array = np.asarray(seats)
        if array.dtype.kind not in "iu" or array.shape not in ((), (len(self),)):
            raise BadBatch(f"seats are whole numbers, one a state or one for all, not {told(array)}")
        if array.size and ((array < -1) | (array >= self.states["players"])).any():
            raise BadBatch(f"seats are counted from 0, and -1 is nobody's; not every game has seat {array.max()}")
        return np.ascontiguousarray(np.broadcast_to(array, len(self)), np.int64)

    def _generators(self, seed: int | str | U64Array) -> U64Array:
        if not isinstance(seed, np.ndarray):
            return generators(seed, len(self))
        if seed.dtype != np.uint64 or seed.shape != (len(self), 1) or not seed.flags.writeable:
            raise BadBatch(f"the generators are a writable column of {len(self)} uint64, not {told(seed)}")
        return seed

    def _index(self, index: int) -> int:
        number = whole(index)
        if number is None or not -len(self) <= number < len(self):
            raise BadBatch(f"the states are numbered from 0 to {len(self) - 1}, there is no {shown(index)}")
        return number % len(self)


def _size(n: object) -> int:
    return checked(n, 1, None, "a batch has 1 state or more")
