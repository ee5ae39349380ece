"""Moving records about as the plain bytes that they are. (NumPy alone would copy a structured array field by field.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.typing import States


def copied(records: States) -> States:
    """A copy of an array of records, to be written to."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def repeated(records: States, n: int) -> States:
    """A record n times over."""
    states = np.empty(n, records.dtype)
    put(states, slice(None), records)
    return states


def put(states: States, where: Any, records: States) -> None:
    """Write records to the places that an index or a mask picks out of ``states``."""
    whole = np.dtype((np.void, states.dtype.itemsize))
    states.view(whole)[where] = records.view(whole)
