"""Batches on an NVIDIA GPU: ``floe.batch(..., device="cuda")``.

States, actions, masks, rewards and observations live on the device, as CuPy arrays. Those hand themselves over without
a copy (``torch.from_dlpack(batch.masks())``), and what is passed in may be anything that does. The kernels are PTX,
which is made where Numba is (``floe.core.targets``) and read from a file where it is not.
"""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from floe.core import jit
from floe.core.arrays import copied
from floe.core.batch import Batch, Setup
from floe.core.batch_arrays import Advanced, Seen, compact_of
from floe.core.errors import BadBatch, BadOption, shown
from floe.core.game import NOBODY, Game, State
from floe.core.integers import checked
from floe.core.randomness import check_seed, generators
from floe.core.targets.describe import ALIGNMENT, FORMAT, BadTarget, fields_of, struct_document
from floe.core.typing import States

KERNELS = "FLOE_KERNELS"
"""A variable of the environment: the folder of kernels that were compiled elsewhere."""


class NoDevice(BadTarget):
    """There is no GPU that could be used, or nothing to reach it by."""


class Device(Protocol):
    """Something that runs kernels, with its arrays."""

    arrays: Any
    """A module with the functions of NumPy: CuPy."""
    kernels: dict[str, Any]
    """The description of the kernels."""

    def launch(self, name: str, n: int, arguments: list[Any]) -> None:
        """Run a kernel with ``n`` threads or more."""

    def address(self, array: Any) -> int:
        """Where an array of the device begins."""


class Gpu:
    """The current GPU of this process, with the kernels of a game."""

    def __init__(self, path: Path) -> None:
        self.arrays = _cupy()
        self.kernels: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        self._module = self.arrays.RawModule(path=str(path))

    def launch(self, name: str, n: int, arguments: list[Any]) -> None:
        states, threads = self.kernels["blocks"][name]
        self._module.get_function(name)((-(-n // states),), (threads,), tuple(arguments))

    def address(self, array: Any) -> int:
        return int(array.data.ptr)


def _cupy() -> Any:
    try:
        import cupy  # noqa: PLC0415  # few have it, and fewer need it
    except ImportError as fault:
        raise NoDevice(
            f"device 'cuda' needs CuPy: pip install cupy-cuda13x, or the one for your CUDA ({fault})"
        ) from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as fault:
        raise NoDevice(f"device 'cuda' needs an NVIDIA GPU and its driver, and none was found: {fault}") from None
    if not found:
        raise NoDevice("device 'cuda' needs an NVIDIA GPU, and none was found")
    return cupy


def gpu_for(game: Game[Any]) -> Gpu:
    """The GPU with the kernels of a game."""
    _cupy()  # whether there is one is told before anything is compiled for it
    return Gpu(kernels_file(game))


def kernels_file(game: Game[Any]) -> Path:
    """The PTX of a game: from the folder that ``FLOE_KERNELS`` names, or compiled here once and kept."""
    named = os.environ.get(KERNELS)
    if named:
        path = Path(named) / f"{game.name}.ptx"
        if not path.is_file():
            raise BadTarget(f"there is no {path}, where {KERNELS} says the compiled kernels are")
        return path
    folder = None if jit.interpreted() or game.loops.unit is None else jit.cache_folder(game.loops.unit)
    if folder is None:
        raise BadTarget(f"kernels for a GPU cannot be compiled here; set {KERNELS} to a folder that holds them")
    path = folder / f"{game.name}.ptx"
    if not path.is_file():
        from floe.core.targets.artefacts import batch_for_gpu  # noqa: PLC0415  # it needs Numba

        batch_for_gpu(game).write(folder)
    return path


class CudaBatch:
    """``n`` positions of one game on a device, changed in place. What ``Batch`` does, this does to the same bytes.

    ``states`` is the array of their structs, as bytes: uint8[n, size].
    """

    def __init__(self, game: Game[Any], device: Device, first: States, n: int, deals: Any = None) -> None:
        _check(game, device.kernels)
        self.game, self.device = game, device
        xp = device.arrays
        self._first = xp.asarray(np.frombuffer(first.tobytes(), np.uint8)[None])
        self.states = xp.empty((n, game.dtype.itemsize), np.uint8)
        self._deals = None if deals is None else xp.asarray(deals)
        self._blank = xp.zeros((1, game.dtype.itemsize if game.compact is None else game.compact.size), np.uint8)
        self.states[:] = self._first

    @classmethod
    def new(cls, game: Game[Any], n: int, setup: Setup | None = None, device: Device | None = None) -> CudaBatch:
        """``n`` new games: the same as those of ``Batch.new`` with the same setup."""
        n = checked(n, 1, None, "a batch has 1 state or more")
        setup = setup or Setup()
        seed = secrets.randbits(64) if setup.seed is None else check_seed(setup.seed)
        first = game.new(setup.players, 0, setup.rules, setup.colours).array
        deals = generators(seed, n, "batch deals") if game.chance else None
        batch = cls(game, device or gpu_for(game), first, n, deals)
        batch.reset()
        return batch

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<{self.game.title}: batch of {len(self)} on a GPU>"

    def __getitem__(self, index: int) -> State:
        """One of the positions, as it is now."""
        at = range(len(self))[index]
        state: State = self.game.state(copied(self._host(self.states[at : at + 1])))
        return state

    def to_host(self) -> Batch:
        """The same positions in a batch for the CPU."""
        deals = None if self._deals is None else _numpy(self._deals)
        return Batch(self.game, copied(self._host(self.states)), copied(self._host(self._first)), deals)

    # What can be asked.

    @property
    def over(self) -> Any:
        """Which games have ended."""
        return self._byte("to_move") == NOBODY

    @property
    def to_move(self) -> Any:
        """The seat that must decide in each game; -1 where it is over."""
        seats = self._byte("to_move").astype(np.int16)
        seats[seats == NOBODY] = -1
        return seats

    def masks(self, out: Any = None) -> Any:
        """A row for each state: 1 for each legal action, 0 for every other."""
        return self._run("mask_slice", "masks", masks=out)

    def rewards(self, out: Any = None) -> Any:
        """Each seat's reward, a row for each game: float32, zeros while it runs and beyond its seats."""
        return self._run("reward_slice", "rewards", rewards=out)

    def observe(self, seats: Any = None, out: Any = None) -> Any:
        """A row for each state: what its seat sees; zeros where the seat is -1. By default that of the seat to move."""
        return self._run("observe_slice", "out", seats=self._seats(seats), out=out)

    def observe_compact(self, seats: Any = None, out: Any = None) -> Any:
        """The same in the game's compact form, as bytes; ``game.compact.decode`` makes the values of them."""
        compact_of(self.game)
        return self._run("observe_compact_slice", "out", seats=self._seats(seats), out=out)

    def generators(self, seed: int | str | np.integer[Any]) -> Any:
        """A generator for each state, for the methods that draw; they move them on."""
        return self.device.arrays.asarray(generators(seed if isinstance(seed, str) else int(seed), len(self)))

    def random_actions(self, seed: Any, out: Any = None) -> Any:
        """A legal action for each state, all equally likely; -1 where the game is over. Takes a seed or generators."""
        return self._run("random_slice", "actions", rngs=self._rngs(seed), actions=out)

    # What changes the states.

    def step(self, actions: Any, out: Any = None) -> Any:
        """Play an action in each state; returns for each OK, NOT_LEGAL or GAME_OVER."""
        return self._run("step_slice", "answers", actions=self._actions(actions), answers=out)

    def advance(self, actions: Any, observations: Seen | None = None, out: Advanced | None = None) -> Advanced:
        """A step in each state, and all that a learner needs next, in one launch; see ``Batch.advance``."""
        if observations == "compact":
            compact_of(self.game)
        elif observations not in (None, "float32"):
            raise BadOption(f"observations are 'float32', 'compact' or None, not {shown(observations)}")
        kernel = "advance_slice" if observations is None else f"advance_slice_{observations}"
        seen = {None: None, "float32": "observations", "compact": "compact"}[observations]
        given = {} if out is None else out._asdict()
        if out is not None:
            given["done"] = out.done.view(np.uint8)
            given |= {} if seen is None else {seen: out.observations}
        names = ("answers", "rewards", "done", "to_move", "masks", *((seen,) if seen else ()))
        given["actions"] = self._actions(actions)
        answers, rewards, done, to_move, masks, *rows = self._run(kernel, names, **given)
        return Advanced(answers, rewards, done.view(np.bool_), to_move, masks, rows[0] if rows else None)

    def random_play(self, seed: Any, steps: int) -> None:
        """Play random actions in each game, all legal ones equally likely; finished games begin again."""
        steps = checked(steps, 1, None, "steps are 1 or more")
        self._run("random_play_slice", (), rngs=self._rngs(seed), steps=steps)

    def reset(self, where: Any = None, seed: int | str | None = None) -> None:
        """Begin again where the mask says so, or everywhere; with a seed, as a new batch of that seed does."""
        xp = self.device.arrays
        asked = xp.ones(len(self), np.bool_) if where is None else self._taken(where)
        if asked.dtype != np.bool_ or asked.shape != (len(self),):
            raise BadBatch(f"where to begin again is told by {len(self)} bools, not by {asked.dtype} of {asked.shape}")
        if self._deals is None:
            self.states[:] = xp.where(asked[:, None], self._first, self.states)
            return
        if seed is not None:
            new = xp.asarray(generators(seed, len(self), "batch deals"))
            self._deals[:] = xp.where(asked[:, None], new, self._deals)
        self._run("begin_slice", (), where=xp.ascontiguousarray(asked).view(np.uint8), rngs=self._deals)

    def _run(self, kernel: str, wanted: str | tuple[str, ...], **given: Any) -> Any:
        """Run a kernel on all states; arrays that are not given are made. Returns those that are wanted."""
        told = self.device.kernels["entries"][kernel]["parameters"]
        own = {"states": self.states, "first": self._first, "deals": self._deals, "blank": self._blank}
        arguments: list[Any] = []
        arrays: dict[str, Any] = {}
        for name in self.device.kernels["kernels"][kernel]:
            if told[name]["type"] == "size":
                arguments.append(np.int64(len(self)))
            elif "shape" not in told[name]:
                arguments.append(np.int64(given[name]))
            elif name in own:
                arguments.append(own[name])
            else:
                shape = tuple(len(self) if size == "n" else size for size in told[name]["shape"])
                struct = self.device.kernels["structs"].get(told[name]["type"])
                kind = np.dtype(np.uint8 if struct else told[name]["type"])
                arrays[name] = self._array(name, given.get(name), (*shape, struct["size"]) if struct else shape, kind)
                arguments.append(arrays[name])
        self.device.launch(kernel, len(self), arguments)
        return arrays[wanted] if isinstance(wanted, str) else tuple(arrays[name] for name in wanted)

    def _array(self, name: str, given: Any, shape: tuple[int, ...], kind: np.dtype[Any]) -> Any:
        if given is None:
            return self.device.arrays.empty(shape, kind)
        array = self._taken(given)
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
            raise BadBatch(f"{name} is a C array of {kind} and shape {shape}, not {array.dtype} of {array.shape}")
        if self.device.address(array) % ALIGNMENT:
            raise BadBatch(f"{name} begins at an address that is no multiple of {ALIGNMENT}")
        return array

    def _taken(self, given: Any) -> Any:
        """An array of the device for whatever is given; without a copy where it is there already."""
        xp = self.device.arrays
        if isinstance(given, xp.ndarray) or not hasattr(given, "__dlpack__") or isinstance(given, np.ndarray):
            return xp.asarray(given)
        return xp.from_dlpack(given)

    def _seats(self, seats: Any) -> Any:
        xp = self.device.arrays
        chosen = self.to_move if seats is None else self._taken(seats)
        return xp.ascontiguousarray(xp.broadcast_to(chosen, (len(self),)), np.int64)

    def _actions(self, actions: Any) -> Any:
        array = self._taken(actions)
        if array.dtype.kind not in "iu" or array.shape != (len(self),):
            raise BadBatch(
                f"actions are {len(self)} whole numbers, one for each state, not {array.dtype} of {array.shape}"
            )
        return self.device.arrays.ascontiguousarray(array, np.int64)

    def _rngs(self, seed: Any) -> Any:
        return self.generators(seed) if isinstance(seed, (int, str, np.integer)) else seed

    def _byte(self, field: str) -> Any:
        return self.states[:, fields_of(self.game.dtype)[field][1]]

    def _host(self, states: Any) -> States:
        return _numpy(states).reshape(-1).view(self.game.dtype)


def _numpy(array: Any) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(array.get() if hasattr(array, "get") else array)


def _check(game: Game[Any], kernels: dict[str, Any]) -> None:
    """The kernels must be those of this very game."""
    if kernels.get("format") != FORMAT:
        raise BadTarget(f"kernels of format {shown(kernels.get('format'))}, expected {FORMAT}")
    told = (kernels["game"], kernels["rules_version"], kernels["structs"]["state"])
    if told != (game.name, game.rules_version, struct_document(game.dtype)):
        raise BadTarget(f"these are kernels of {told[0]} by version {told[1]} of its rules, not of this {game.name}")


def batch_on(device: str, game: Game[Any], n: int, setup: Setup) -> CudaBatch:
    """A batch on a device by its name."""
    if device != "cuda":
        raise BadOption(f"a device is 'cpu' or 'cuda', not {shown(device)}")
    return CudaBatch.new(game, n, setup)
