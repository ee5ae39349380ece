"""Names for the arrays that travel between Python and the kernels."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

States: TypeAlias = np.ndarray[Any, Any]
"""An array of structs, one per state; which fields they have is the game's own business."""

Struct: TypeAlias = Any
"""One struct of such an array, inside a kernel: a reference, so writing to its fields changes the array."""

U64Array: TypeAlias = npt.NDArray[np.uint64]
U8Array: TypeAlias = npt.NDArray[np.uint8]
I32Array: TypeAlias = npt.NDArray[np.int32]
I64Array: TypeAlias = npt.NDArray[np.int64]
F64Array: TypeAlias = npt.NDArray[np.float64]
F32Array: TypeAlias = npt.NDArray[np.float32]
Document: TypeAlias = dict[str, Any]
