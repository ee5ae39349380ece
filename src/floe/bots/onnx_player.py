"""A machine player that is a network in an ONNX file: it sees an observation and plays by its policy.

The file has one input ``observation``, float32 of the shape (N or 1, ``game.observation_size``), and an output
``policy`` of the shape (N or 1, ``game.n_actions``): a logit for each numbered action. Illegal ones are masked here.
Other outputs, such as a value, may be there and are not asked for.
"""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import floe
from floe.bots.bot import BadPlayer
from floe.bots.search_player import determinized
from floe.core.randomness import draw32
from floe.core.threads import cores
from floe.core.typing import Document, U64Array

INPUT, POLICY = "observation", "policy"
SAMPLED = "sampled"


class OnnxPlayer:
    """Plays the action that the policy finds likeliest; ``sampled``, as often as the policy says."""

    def __init__(self, game: str, path: str, how: str | None = None) -> None:
        if how not in {None, SAMPLED}:
            raise BadPlayer(f"{path} is played as it is or @{SAMPLED}, not @{how}")
        self.game = floe.game(game)
        self._path = path
        self._sampled = how == SAMPLED
        self._session = _checked(path, game)

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        """Return one of the legal actions."""
        if len(actions) == 1:
            return actions[0]
        seat: int = view["to_move"]
        state = determinized(view, seat, rng)  # what a seat observes is the same in all of them
        numbers = state.numbered_actions()
        (policy,) = self._session.run([POLICY], {INPUT: state.observe(seat)[None]})
        logits = np.asarray(policy, np.float64).reshape(-1)[[numbers[action] for action in actions]]
        if np.isnan(logits).any() or logits.max() == -np.inf:
            raise BadPlayer(f"{self._path} gives no policy here: its logits of the legal actions are {logits.tolist()}")
        return actions[_drawn(logits, rng) if self._sampled else int(logits.argmax())]


def _drawn(logits: npt.NDArray[np.float64], rng: U64Array) -> int:
    chances = np.exp(logits - logits.max()).cumsum()
    return int(np.searchsorted(chances, draw32(rng) / 2**32 * chances[-1], side="right"))


def _checked(path: str, game: str) -> Any:
    """The network of a file, if it is one for this game."""
    try:
        at = os.stat(path)
    except OSError as fault:
        raise BadPlayer(f"{path} cannot be read: {fault.strerror}") from None
    session = _session(os.path.abspath(path), at.st_mtime_ns, at.st_size, cores())
    made = floe.game(game)
    inputs, outputs = ({part.name: part for part in parts} for parts in (session.get_inputs(), session.get_outputs()))
    if list(inputs) != [INPUT]:
        raise BadPlayer(f"{path} has the inputs {', '.join(inputs)}; expected is one, {INPUT}")
    if POLICY not in outputs:
        raise BadPlayer(f"{path} has the outputs {', '.join(outputs)}; expected is {POLICY}")
    for part, size in ((inputs[INPUT], made.observation_size), (outputs[POLICY], made.n_actions)):
        if part.type != "tensor(float)":
            raise BadPlayer(f"{path}: {part.name} is a {part.type}; expected is a tensor(float)")
        shape = list(part.shape)
        fits = len(shape) == 2 and shape[0] in {1, None, *(n for n in shape[:1] if isinstance(n, str))}
        if not fits or (isinstance(shape[1], int) and shape[1] != size):
            raise BadPlayer(f"{path}: {part.name} has the shape {shape}; {made.title} needs [N, {size}] or [1, {size}]")
    return session


@functools.lru_cache(maxsize=8)
def _session(path: str, changed: int, size: int, threads: int) -> Any:
    """The file's network, read once for all players until it changes."""
    try:
        onnxruntime = importlib.import_module("onnxruntime")
    except ImportError:
        raise BadPlayer("ONNX files need ONNX Runtime; install it with: pip install 'floe-games[onnx]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4  # what is wrong with a file is said below
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as fault:  # ONNX Runtime has an error for everything
        raise BadPlayer(f"{path} is no network that ONNX Runtime can read: {fault}") from None
