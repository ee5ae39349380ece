"""Moving structs about as the plain bytes that they are. (NumPy alone would copy a structured array field by field.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.typing import States


def plain(structs: States) -> dict[str, Any]:
    """The fields of one struct as Python's own numbers and lists: each is then there at once, where asking NumPy for it
    takes as long as dozens of steps of Python."""
    values = zip(structs.dtype.names or (), structs.tolist()[0], strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def copied(structs: States) -> States:
    """A copy of an array of structs, to be written to."""
    return np.ndarray(structs.shape, structs.dtype, bytearray(structs.tobytes()))


def repeated(structs: States, n: int) -> States:
    """A struct n times over."""
    states = np.empty(n, structs.dtype)
    put(states, slice(None), structs)
    return states


def put(states: States, where: Any, structs: States) -> None:
    """Write structs to the places that an index or a mask picks out of ``states``."""
    whole = np.dtype((np.void, states.dtype.itemsize))
    states.view(whole)[where] = structs.view(whole)
