"""What a game's ``legal_list`` can be given in place of a list, to do at once what the list was wanted for.

A list does not fit into the registers of a GPU's thread, and other memory is far away. So an action is looked for, and
a mask is filled, while the actions are found. All that a sink must know is how an item is set. (To draw an action takes
the list: to find all of them twice, first to count them, takes longer.)
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from numba import extending, types
from numba.core import cgutils

from floe.core import loops
from floe.core.typing import I32Array, Struct, U8Array

numba: Any = extending  # Numba leaves much of it untyped
create_struct_proxy: Any = cgutils.create_struct_proxy
legal_list: Any = loops.legal_list  # here it is given no list


class Seek(NamedTuple):
    """Sets buffer[0] to 1 if it meets an action."""

    action: int
    buffer: I32Array


class Mark(NamedTuple):
    """Sets mask[action] to 1 for each action."""

    mask: U8Array


class SinkType(types.Type):
    """One of these in compiled code, closed: nothing can be done to it but to set an item."""

    def __init__(self, inside: Any) -> None:
        self.inside = inside
        super().__init__(name=f"Sink({inside})")


@numba.register_model(SinkType)
class _SinkModel(extending.models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("inside", kind.inside)])  # type: ignore[no-untyped-call]


@numba.intrinsic  # type: ignore[untyped-decorator]
def closed(typing_context: Any, inside: Any) -> Any:
    """A sink, closed."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = create_struct_proxy(signature.return_type)(context, builder)
        made.inside = args[0]
        return made._getvalue()

    return SinkType(inside)(inside), generate


@numba.intrinsic  # type: ignore[untyped-decorator]
def opened(typing_context: Any, sink: Any) -> Any:
    """What it was before."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return create_struct_proxy(signature.args[0])(context, builder, args[0]).inside

    return sink.inside(sink), generate


def _seek(sink: Any, place: Any, action: Any) -> None:
    if action == opened(sink).action:
        opened(sink).buffer[0] = 1


def _mark(sink: Any, place: Any, action: Any) -> None:
    opened(sink).mask[action] = 1


_SET: dict[type[tuple[Any, ...]], Callable[..., None]] = {Seek: _seek, Mark: _mark}
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}


@numba.overload(operator.setitem, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _set_item(sink: Any, place: Any, action: Any) -> Callable[..., None] | None:
    return _SET[sink.inside.instance_class] if isinstance(sink, SinkType) else None


# The functions of ``floe.core.loops`` that work on a list, without one. They are bound to a game in the same way.


def is_legal(s: Struct, action: int, buffer: I32Array) -> bool:
    """Whether an action, or any other number, is legal."""
    buffer[0] = 0
    legal_list(s, closed(Seek(action, buffer)))
    return bool(buffer[0] != 0)


def fill_mask(s: Struct, mask: U8Array, buffer: I32Array) -> int:
    """Set mask[action] to 1 for each legal action in a row of zeros; answer how many are legal."""
    return int(legal_list(s, closed(Mark(mask))))


LISTLESS = (is_legal, fill_mask)
NAMES: dict[str, Any] = {"Seek": Seek, "Mark": Mark, "closed": closed}
"""What they need in their namespace beside those of a kernel."""
