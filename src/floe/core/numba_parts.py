"""The parts of Numba that Floe goes beneath to compile faster: each kernel once, without wrappers it does not need.

They are Numba's own business and move from version to version. Where a version has them elsewhere this module cannot be
imported, and ``jit`` compiles with plain ``njit``: the same results after a longer first start.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

import numba
from numba import _dynfunc, types  # type: ignore[attr-defined]  # compiled code, unknown to type checkers
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
from numba.core.errors import NumbaError
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.types.functions import BaseFunction
from numba.core.untyped_passes import DeadBranchPrune, FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode

TRIED = ((0, 61), (0, 68))
"""From the first to the last version of Numba with which this was tried."""

_version = tuple(int(part) for part in numba.__version__.split(".")[:2])
if not TRIED[0] <= _version <= TRIED[1]:
    raise ImportError(f"Numba {numba.__version__} was not tried yet")


def linked(outside: Any, function: Any, options: dict[str, Any]) -> Any:
    """A kernel for two kinds of callers: ``outside`` for Python, ``inside`` for other kernels.

    A version for Python needs a wrapper around it that takes Python's objects apart, and is kept on disk. Few kernels
    are ever called from there, and what calls them keeps their code with its own; to do without the wrapper saves a
    third of the time to compile.

    And each kernel is compiled once, not anew for each kind of integer that its callers happen to have. Left to
    itself Numba makes a version for every literal and every width (0, 1, uint8, int64, ...). A parameter annotated
    ``int`` is a 64-bit integer, whatever is passed.
    """
    inside = part(function, options)
    wide = [annotation in ("int", int) for name, annotation in function.__annotations__.items() if name != "return"]

    def call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = tuple(types.int64 if w else a for w, a in zip(wide, args, strict=True))
        return inside.get_call_template(widened, kws)

    outside.get_call_template = call_template
    outside.get_overload = inside.get_overload
    return outside


def part(function: Any, options: dict[str, Any]) -> Any:
    """A kernel for other kernels alone: it cannot be called from Python."""
    parts: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _PartCompiler}
    return numba.njit(**options | parts)(function)


class _Part(JITCodeLibrary):
    """Code that is only ever part of other kernels: neither optimised nor made machine code by itself.

    What calls it takes its code over, and the outermost kernel is optimised as a whole. Left to itself Numba does all
    this again on every floor of calls, which took half the time to compile a search.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]  # numba leaves it untyped
        self._finalized = True


class KernelCompiler(Compiler):
    """Compiles a kernel for Python, and whatever it calls."""

    def _compile_core(self) -> Any:
        with _in_a_hurry():
            return super()._compile_core()  # type: ignore[no-untyped-call]  # numba leaves it untyped


class _PartCompiler(CompilerBase):
    """Compiles a kernel for other kernels: with few passes, or with all where that fails or arrays are made."""

    def _compile_core(self) -> Any:
        state = self.state
        self._few = not state.flags.nrt
        if self._few:
            try:
                return super()._compile_core()  # type: ignore[no-untyped-call]
            except NumbaError:
                self._few, state.func_ir, state.status.fail_reason = False, None, None
        return super()._compile_core()  # type: ignore[no-untyped-call]

    def define_pipelines(self) -> list[Any]:
        state = self.state
        codegen, name = state.targetctx.codegen(), state.func_id.func_qualname
        state.library = _Part(codegen, name)  # type: ignore[no-untyped-call]  # numba leaves these untyped
        state.targetctx = state.targetctx.subtarget(get_executable=_not_executable)
        return [_few_passes() if self._few else DefaultPassBuilder.define_nopython_pipeline(state)]  # type: ignore[no-untyped-call]


def _few_passes() -> Any:
    """What a plain kernel needs: no closures, comprehensions, array expressions, tuples of several types or literals.

    All passes take a tenth of the time to compile a search, and find nothing to do in most kernels.
    """
    manager: Any = PassManager("few passes")  # type: ignore[no-untyped-call]  # numba leaves these untyped
    for each in (
        TranslateByteCode,
        FixupArgs,
        IRProcessing,
        DeadBranchPrune,
        ReconstructSSA,
        NopythonTypeInference,
        PreLowerStripPhis,
        IRLegalization,
        AnnotateTypes,
        NativeLowering,
        NoPythonBackend,
    ):
        manager.add_pass(each, each.__name__)
    manager.finalize()
    return manager


@contextlib.contextmanager
def _in_a_hurry() -> Iterator[None]:
    """While this lasts, operators are looked up once, and no garbage is collected: a fifth of the time to compile.

    Numba compiles one function at a time, under a lock, so nobody else meets this.
    """
    collecting, look_up = gc.isenabled(), _functions.get_call_type
    gc.disable()
    _functions.get_call_type = _remembered
    try:
        yield
    finally:
        _functions.get_call_type = look_up
        if collecting:
            gc.enable()


_functions: Any = BaseFunction
_look_up = _functions.get_call_type
_signatures: dict[tuple[Any, ...], Any] = {}


def _remembered(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """``get_call_type``: the signature of a function of Numba's own, such as ``+``, for arguments of these types.

    To find it Numba tries dozens of candidates, for each place where the function is called. One that is written in
    Python is not kept: it is compiled with the options of its caller.
    """
    key = function, context, args
    found = None if kws else _signatures.get(key)
    if found is None:
        found = _look_up(function, context, args, kws)
        if not kws and function._impl_keys[found.args] is function.typing_key:
            _signatures[key] = found
    return found


def _not_executable(library: Any, function: Any, environment: Any) -> Any:
    """What Numba keeps for a kernel in place of a function that Python could call: there is no machine code of it."""
    return _dynfunc.make_function(function.lookup_module(), function.qualname, "", 0, environment, (library,))
