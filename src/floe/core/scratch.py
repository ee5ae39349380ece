"""A few bytes of memory inside a kernel, on its stack: a kernel that needs no more than that allocates nothing, and so
can be compiled for machines where nothing can be allocated."""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.jit import interpreted
from floe.core.typing import U8Array


def stack_bytes(n: int) -> U8Array:
    """An array of ``n`` bytes (a constant) with anything in it, gone when the kernel that asked for it returns."""
    return np.empty(n, np.uint8)


if not interpreted():
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np import arrayobj

    # Numba leaves these untyped.
    alloca_once: Any = cgutils.alloca_once
    make_array: Any = arrayobj.make_array
    populate_array: Any = arrayobj.populate_array

    @intrinsic(prefer_literal=True)
    def _stack_bytes(typing_context: Any, n: Any) -> Any:
        kind = types.Array(types.uint8, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = context.get_constant(types.intp, n.literal_value)
            one = context.get_constant(types.intp, 1)
            data = alloca_once(builder, context.get_value_type(types.uint8), size)
            made = make_array(kind)(context, builder)
            populate_array(made, data, [size], [one], one, meminfo=None)
            return made._getvalue()

        return (kind(n), generate) if isinstance(n, types.IntegerLiteral) else None

    stack_bytes = _stack_bytes  # type: ignore[assignment]  # called by kernels alone
