"""The arrays that a batch hands out: what they hold, and those of the caller's that are to be written over."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from floe.core.compact import Compact, stand_in
from floe.core.errors import BadBatch, BadOption, shown
from floe.core.game import Game
from floe.core.typing import F32Array, F64Array, I64Array, U8Array

# In place of rows that a loop is to do without.
_NO_VALUES = np.empty((0, 0), np.float32)


class RandomSteps(NamedTuple):
    """What happened in steps of random play: in each game, in each step."""

    masks: U8Array
    """What was legal: [game, step, action]."""
    actions: I64Array
    """What was played: [game, step]."""
    rewards: F64Array
    """What it brought each seat: [game, step, seat]. Zeros, but where it ended the game."""


class Advanced(NamedTuple):
    """What a step brought in each game, and where it stands after those that ended began again."""

    answers: U8Array
    """OK, NOT_LEGAL or GAME_OVER."""
    rewards: F32Array
    """What the step brought each seat: [game, seat]. Zeros, but where the game has ended."""
    done: npt.NDArray[np.bool_]
    """Which games have ended, and therefore began again."""
    to_move: npt.NDArray[np.int8]
    """The seat that must decide now."""
    masks: U8Array
    """What is legal now: [game, action]."""
    observations: F32Array | U8Array | None
    """What that seat sees: [game, value], or [game, byte] in the compact form; None if it was not asked for."""


Seen: TypeAlias = Literal["float32", "compact"]
"""The forms in which what a seat sees can be had."""


class Room:
    """The arrays that ``Batch.advance`` writes to: as the caller has them, and as the loop takes them."""

    def __init__(self, game: Game[Any], n: int, observations: Seen | None, out: Advanced | None) -> None:
        self.observations = observations
        given: Any = out or (None,) * len(Advanced._fields)
        answers = filled((n,), np.uint8, given[0])
        rewards = filled((n, game.players[-1]), np.float32, given[1])
        done = filled((n,), np.bool_, given[2])
        to_move = filled((n,), np.int8, given[3])
        masks = filled((n, game.n_actions), np.uint8, given[4])
        seen, values = None, _NO_VALUES
        blank = np.zeros(1, stand_in(game.dtype)) if game.compact is None else game.compact.blank
        structs = blank[:0]
        if observations == "float32":
            seen = values = filled((n, game.observation_size), np.float32, given[5])
        elif observations == "compact":
            seen = filled((n, compact_of(game).size), np.uint8, given[5])
            structs = compact_of(game).structs(seen)
        elif observations is not None:
            raise BadOption(f"observations are 'float32', 'compact' or None, not {shown(observations)}")
        self.made = Advanced(answers, rewards, done, to_move, masks, seen)
        self.rows = (answers, rewards, done.view(np.uint8), to_move, masks, values, structs, blank)


def compact_of(game: Game[Any]) -> Compact:
    """The game's compact form, where it has one."""
    if game.compact is None:
        raise BadOption(f"{game.title} has no compact observations")
    return game.compact


def filled(shape: tuple[int, ...], kind: type[np.generic], out: np.ndarray[Any, Any] | None) -> np.ndarray[Any, Any]:
    """The array to be filled: the one given, if it can, or a new one."""
    if out is None:
        return np.empty(shape, kind)
    if out.shape != shape or out.dtype != kind or not (out.flags.c_contiguous and out.flags.writeable):
        wanted = f"a writable C array of {np.dtype(kind)} and shape {shape}"
        raise BadBatch(f"the rows go into {wanted}, not {told(out)}")
    return out


def told(array: Any) -> str:
    """An array that is none of what was expected, as a message shows it."""
    return f"{array.dtype} of shape {array.shape}"
