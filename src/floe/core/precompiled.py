"""Kernels that come with a package as machine code, so that the first game on a new machine need not wait for them.

A wheel holds a file for each unit of a game and each usual kind of machine, made by ``floe.core.targets.native``: one
line of JSON, then an object file. Where it was made from the very sources that are here, it is loaded, and what Numba
is asked to compile in place of a kernel is a function that calls the one in the file. So Python calls a kernel in the
same way wherever it comes from, and compiled here is no more than what takes Python's objects apart.

Whatever does not fit is left alone, and the kernel is compiled as if there were no file. ``FLOE_PRECOMPILED=0`` leaves
all files alone; any other value of it is the folder to look in.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import logging
import os
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils, config
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from floe.core.numba_parts import KernelCompiler

types: Any = numba_types  # Numba leaves much of these untyped
builders: Any = cgutils
settings: Any = config
_log = logging.getLogger(__name__)

FORMAT = 1
VARIABLE = "FLOE_PRECOMPILED"
RETURNED = {str(kind): kind for kind in (types.none, types.int64, types.uint64, types.float64, types.boolean)}
"""What a kernel in a file may return."""

_engines: list[Any] = []
"""What holds loaded code, for good: there is no telling who still calls it."""


class Unfit(Exception):
    """Why the file of a unit is not used."""


class Kernel(NamedTuple):
    """One kernel of a file, for arguments of certain types."""

    symbol: str
    passed: str
    """How it is called, see ``calling``."""
    returns: str


@dataclass(frozen=True)
class Kernels:
    """The kernels of a file."""

    key: str
    """Which are these: a hash of the file."""
    by_name: dict[str, Kernel]

    def stands_in(self, function: Callable[..., Any], kinds: tuple[Any, ...]) -> Kernel | None:
        """The kernel of the file for a function and types of arguments, if it is there and called as Numba calls."""
        found = self.by_name.get(name_of(function, kinds))
        if found is None or found.passed != calling(RETURNED[found.returns], kinds):
            return None
        return found

    @functools.cached_property
    def compiler(self) -> type[KernelCompiler]:
        """What compiles the kernels of the unit."""
        return type("LinkingCompiler", (_LinkingCompiler,), {"kernels": self})


class _LinkingCompiler(KernelCompiler):
    """Compiles a call of a kernel that is in a file, and the kernel itself where it is not."""

    kernels: Kernels

    def compile_extra(self, function: Any) -> Any:
        found = self.kernels.stands_in(function, self.state.args)
        if found is not None:
            function = _caller(found, function)
            self.state.typingctx.refresh()  # it has never seen that call
        return super().compile_extra(function)  # type: ignore[no-untyped-call]  # numba leaves it untyped


def _caller(kernel: Kernel, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that passes its arguments on to a kernel. It is written as text because it has a fixed number of
    them, another one for each kernel."""
    returns = RETURNED[kernel.returns]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.call_conv.get_function_type(returns, signature.args)
        callee = builders.get_or_insert_function(builder.module, kind, kernel.symbol)
        status, found = context.call_conv.call_function(builder, callee, returns, signature.args, args)
        with builders.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return context.get_dummy_value() if returns == types.none else found

    names = ", ".join(f"given{n}" for n in range(len(inspect.signature(function).parameters)))
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "intrinsic": intrinsic,
        "typed": lambda *kinds: (returns(*kinds), generate),
    }
    text = (
        f"@intrinsic\ndef call(context, {names}):\n    return typed({names})\n\n"
        f"def kernel({names}):\n    return call({names})\n"
    )
    exec(text, scope)  # noqa: S102  # the text is above
    return cast("Callable[..., Any]", scope["kernel"])


def name_of(function: Callable[..., Any], kinds: Iterable[Any]) -> str:
    """The name in a file of a kernel for arguments of these types. Whether an array may be written to makes no
    difference: a kernel that was compiled for one that may be does not write more."""
    told = f"{function.__module__} {' '.join(_spelled(kind) for kind in kinds)}"
    return f"{function.__qualname__}_{hashlib.sha256(told.encode()).hexdigest()[:12]}"


def _spelled(kind: Any) -> str:
    """A type, in words of our own: Numba's change with its version."""
    if isinstance(kind, types.Array):
        return f"{_spelled(kind.dtype)}[{kind.ndim}{kind.layout}]"
    if isinstance(kind, types.Record):
        return f"{{{','.join(kind.fields)};{kind.size}}}"
    if isinstance(kind, types.BaseTuple):
        return f"({','.join(_spelled(part) for part in kind)})"
    return str(kind)


def calling(returns: Any, kinds: tuple[Any, ...]) -> str:
    """How this version of Numba passes arguments of these types: they are taken apart to pointers and numbers."""
    kind = cpu_target.target_context.call_conv.get_function_type(returns, kinds)
    parts = (kind.return_type, *kind.args)
    return " ".join("ptr" if isinstance(part, ir.PointerType) else str(part) for part in parts)


def here() -> str:
    """The kind of this machine, in the names of files."""
    return f"{sys.platform}-{platform.machine()}"


def file_name(unit: str, machine: str) -> str:
    """What the file of a unit is called."""
    return f"{unit}.{machine}.kernels"


def packed(code: bytes, sources: str, needs: Iterable[str], kernels: Iterable[Kernel]) -> bytes:
    """A file: code with all that must be known to use it."""
    told = {
        "format": FORMAT,
        "sources": sources,
        "code": hashlib.sha256(code).hexdigest(),
        "needs": list(needs),
        "kernels": {kernel.symbol: [kernel.passed, kernel.returns] for kernel in kernels},
    }
    return json.dumps(told).encode() + b"\n" + code


def load(home: Path, unit: str, sources: str) -> Kernels:
    """The kernels of a unit, from the folder where it is at home or the one that is named, ready to be called.

    ``sources`` is the hash of what they must have been made from.
    """
    named = os.environ.get(VARIABLE)
    if named == "0":
        raise Unfit(f"switched off by {VARIABLE}")
    if settings.BOUNDSCHECK:
        raise Unfit("NUMBA_BOUNDSCHECK is set")
    path = (Path(named) if named else home) / file_name(unit, here())
    try:
        head, _, code = path.read_bytes().partition(b"\n")
    except OSError:
        raise Unfit(f"there is no {path}") from None
    try:
        kernels = _read(head, code, sources)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        _log.warning("%s is damaged and not used: %s", path, fault)
        raise Unfit(f"{path} is damaged") from None
    except Unfit as fault:
        _log.info("%s is not used: %s", path, fault)
        raise Unfit(f"{path} {fault}") from None
    key = hashlib.sha256(head).hexdigest()[:16]
    return Kernels(key, _linked(code, key, kernels))


def _read(head: bytes, code: bytes, sources: str) -> list[Kernel]:
    told = json.loads(head)
    if told["format"] != FORMAT:
        raise Unfit(f"has format {told['format']}, this version reads {FORMAT}")
    if told["sources"] != sources:
        raise Unfit("was made from other sources")
    if told["code"] != hashlib.sha256(code).hexdigest():
        raise ValueError("the code is not what it was")
    features = llvm.get_host_cpu_features() if told["needs"] else {}
    missing = [feature for feature in told["needs"] if not features.get(feature)]
    if missing:
        raise Unfit(f"needs a processor with {' and '.join(missing)}")
    kernels = [Kernel(symbol, passed, returns) for symbol, (passed, returns) in told["kernels"].items()]
    return [kernel for kernel in kernels if kernel.returns in RETURNED]


def _linked(code: bytes, key: str, kernels: list[Kernel]) -> dict[str, Kernel]:
    """Load code and make its kernels known to whatever is compiled later, by names that nobody else has."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    found = {}
    for kernel in kernels:
        symbol = f"floe_{key}_{kernel.symbol}"
        llvm.add_symbol(symbol, engine.get_function_address(kernel.symbol))
        found[kernel.symbol] = kernel._replace(symbol=symbol)
    return found
