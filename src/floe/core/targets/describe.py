"""What a loop is given, described once: from this its entry is compiled, and its callers in other languages are made.

An array's sizes are numbers, or names where the caller decides (``"n"`` states). Such a size is passed to the entry,
before the pointers and the numbers. Every pointer is a multiple of ``ALIGNMENT``.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from floe.core.compact import stand_in
from floe.core.errors import FloeError
from floe.core.game import Game

FORMAT = 2
"""Of descriptions."""
ALIGNMENT = 16
"""Of every buffer, in bytes."""


class BadTarget(FloeError):
    """Something that cannot be compiled for a target, or a tool that is missing for it."""


@dataclass(frozen=True)
class Array:
    """A C-contiguous array."""

    dtype: np.dtype[Any]
    shape: tuple[int | str, ...]
    struct: str | None = None
    """What its elements are called, where they are structs."""
    scratch: bool = False
    """Whether what it holds means nothing before and after: a target may bring its own."""
    alias: str | None = None
    """Another array of the group whose memory this one is a view of."""
    fetched: bool = False
    """Whether a block of threads may fetch its rows into memory of its own before the loop, and work there."""
    stored: bool = False
    """Whether it is to store the rows from there after the loop."""
    copied: str | None = None
    """Another array whose rows the loop, where threads share it, finds copied into these: there, or in one place with
    them, so that what is read of the one after the other was changed is lost."""
    cleared: bool = False
    """Whether the loop, where threads share it, finds zeros in the rows."""

    @property
    def absent(self) -> bool:
        """Whether it never holds anything: then nobody passes it, and the loop is compiled without what needs it."""
        return 0 in self.shape

    @property
    def row(self) -> int | None:
        """Bytes of a row, where there is one for each state."""
        if not self.shape or self.shape[0] != "n":
            return None
        return self.dtype.itemsize * math.prod(size for size in self.shape[1:] if isinstance(size, int))

    def document(self) -> dict[str, Any]:
        return {"type": self.struct or self.dtype.str.lstrip("|<"), "shape": list(self.shape)}


@dataclass(frozen=True)
class Scalar:
    """A whole number."""

    bound: str | None = None
    """For the ends of a slice: which end (``"low"`` or ``"high"``) of the size ``"n"`` it is."""

    def document(self) -> dict[str, Any]:
        return {"type": "int"}


@dataclass(frozen=True)
class Size:
    """A size of arrays, where the caller decides it."""

    def document(self) -> dict[str, Any]:
        return {"type": "size"}


@dataclass(frozen=True)
class Group:
    """A named tuple of arrays, such as the workspace of a search."""

    tuple_type: type[tuple[Any, ...]]
    arrays: Mapping[str, Array]


Parameter: TypeAlias = Array | Scalar | Group


@dataclass(frozen=True)
class Entry:
    """A loop to be compiled as one function of an artefact."""

    name: str
    function: Callable[..., Any]
    parameters: Mapping[str, Parameter]
    returns: bool

    @property
    def arrays(self) -> dict[str, Array]:
        """All arrays, those of groups among them, in the order of their pointers."""
        found: dict[str, Array] = {}
        for name, parameter in self.parameters.items():
            if isinstance(parameter, Array):
                found[name] = parameter
            elif isinstance(parameter, Group):
                found |= parameter.arrays
        return found

    @property
    def sizes(self) -> list[str]:
        """The sizes that the caller decides, in the order of their first use."""
        named = (size for array in self.arrays.values() for size in array.shape if isinstance(size, str))
        return list(dict.fromkeys(named))

    @property
    def passed(self) -> dict[str, Array | Scalar | Size]:
        """What the entry is called with, by name: sizes first, then one pointer or number for each parameter."""
        found: dict[str, Array | Scalar | Size] = {name: Size() for name in self.sizes}
        for name, parameter in self.parameters.items():
            if isinstance(parameter, Group):
                found |= {field: array for field, array in parameter.arrays.items() if not array.alias}
            elif not (isinstance(parameter, Array) and parameter.absent):
                found[name] = parameter
        return found

    def document(self) -> dict[str, Any]:
        """As it is written for callers."""
        about = (inspect.getdoc(self.function) or "").partition("\n\n")[0].replace("\n", " ")
        parameters = {name: passed.document() for name, passed in self.passed.items()}
        return {"about": about, "parameters": parameters, "returns": self.returns}


def entry(
    loop: Callable[..., Any], meaning: Mapping[str, Parameter], name: str | None = None, **own: Parameter
) -> Entry:
    """The entry of a loop. ``meaning`` says for each parameter's name what is passed, ``own`` where it differs here."""
    meaning = {**meaning, **own}
    function = getattr(loop, "py_func", loop)
    signature = inspect.signature(function)
    unknown = [parameter for parameter in signature.parameters if parameter not in meaning]
    if unknown:
        raise BadTarget(f"nobody says what the loop {function.__name__} is given as {', '.join(unknown)}")
    chosen = {parameter: meaning[parameter] for parameter in signature.parameters}
    returns = signature.return_annotation not in ("None", None)
    return Entry(name or function.__name__, function, chosen, returns)


def meanings(game: Game[Any]) -> dict[str, Parameter]:
    """What the names of parameters mean in every loop of a game."""
    u1, u8, i4, i8, f4 = (np.dtype(kind) for kind in ("u1", "u8", "i4", "i8", "f4"))
    seats, most = game.players[-1], game.loops.max_legal
    compact = stand_in(game.dtype) if game.compact is None else game.compact.dtype
    of_each: dict[str, Array] = {
        "states": Array(game.dtype, ("n",), "state"),
        "actions": Array(i8, ("n",)),
        "answers": Array(u1, ("n",)),
        "seats": Array(i8, ("n",)),
        "where": Array(u1, ("n",)),
        "rngs": Array(u8, ("n", 1)),
        "deals": Array(u8, ("n" if game.chance else 0, 1)),
        "done": Array(u1, ("n",)),
        "to_move": Array(np.dtype("i1"), ("n",)),
        "masks": Array(u1, ("n", game.n_actions), stored=True, cleared=True),
        "rewards": Array(f4, ("n", seats)),
        "observations": Array(f4, ("n", game.observation_size), stored=True, cleared=True),
        "compact": Array(compact, ("n",), "compact", stored=True),
        "blank": Array(compact, (1,), "compact"),
    }
    return {
        **of_each,
        "first": Array(game.dtype, (1,), "state"),
        "rng": Array(u8, (1,)),
        "buffer": Array(i4, (most,), scratch=True),
        "legal": Array(i4, (most,)),
        "mask": Array(u1, (game.n_actions,)),
        "observation": Array(f4, (game.observation_size,)),
        "low": Scalar("low"),
        "high": Scalar("high"),
        **dict.fromkeys(("index", "action", "seat", "limit", "steps", "max_turns", "number"), Scalar()),
    }


def without_rows(array: Parameter) -> Array:
    """The same array, of which there is nothing."""
    if not isinstance(array, Array):
        raise BadTarget(f"only an array can be left out, not {array}")
    return replace(array, shape=(0, *array.shape[1:]))


def fields_of(dtype: np.dtype[Any]) -> Mapping[str, tuple[Any, ...]]:
    """A struct's fields: type and offset by name."""
    return {} if dtype.fields is None else dtype.fields


def struct_document(dtype: np.dtype[Any]) -> dict[str, Any]:
    """A struct's size and fields: type, offset, shape."""
    fields = {}
    for name in dtype.names or ():
        field, offset = fields_of(dtype)[name][:2]
        fields[name] = {"type": field.base.str.lstrip("|<"), "offset": offset, "shape": list(field.shape)}
    return {"size": dtype.itemsize, "fields": fields}


def document(entries: Iterable[Entry], sizes: Mapping[str, int]) -> dict[str, Any]:
    """The description of an artefact: its structs, its entries, and the sizes that are fixed."""
    entries = list(entries)
    arrays = [array for one in entries for array in one.arrays.values()]
    structs = {array.struct: struct_document(array.dtype) for array in arrays if array.struct}
    return {
        "alignment": ALIGNMENT,
        "sizes": dict(sizes),
        "structs": structs,
        "entries": {one.name: one.document() for one in entries},
    }
