"""From loops to one LLVM module: each loop with its own entry, whose parameters are plain numbers and pointers.

The loops are compiled anew, as parts: what comes from the disk cache is machine code, and what was optimised was
optimised for this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj as numba_arrays
from numba.np import numpy_support

from floe.core import jit
from floe.core.targets.describe import ALIGNMENT, Array, BadTarget, Entry, Parameter, Scalar

types: Any = numba_types  # Numba leaves much of these untyped
arrayobj: Any = numba_arrays

_WORD = ir.IntType(64)
_POINTER = ir.PointerType()
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


class EntryMaker:
    """Writes the entries of loops into a module, around the code that Numba makes of the loops.

    ``word`` is how the target passes sizes and numbers.
    """

    def __init__(self, word: ir.IntType) -> None:
        self.word = word
        self.context = cpu_target.target_context
        self.module = ir.Module("floe")
        self.libraries: list[Any] = []

    def linked(self) -> llvm.ModuleRef:
        """The entries and all that they call, as one module. Nothing in it is optimised yet."""
        module = llvm.parse_assembly(str(self.module))
        with global_compiler_lock:
            for library in self.libraries:
                module.link_in(library._get_module_for_linking(), preserve=True)
        module.verify()
        return module

    def add(self, entry: Entry) -> None:
        """An entry that is called as its description says."""
        kinds = [_POINTER if isinstance(passed, Array) else self.word for passed in entry.passed.values()]
        result = self.word if entry.returns else ir.VoidType()
        function = ir.Function(self.module, ir.FunctionType(result, kinds), entry.name)
        builder = ir.IRBuilder(function.append_basic_block())
        given = {name: self._wide(builder, value) for name, value in zip(entry.passed, function.args, strict=True)}
        found = self.call(builder, entry, given)
        if entry.returns:
            builder.ret(found if self.word == _WORD else builder.trunc(found, self.word))
        else:
            builder.ret_void()

    def _wide(self, builder: ir.IRBuilder, argument: ir.Argument) -> ir.Value:
        if argument.type == _POINTER:
            argument.attributes.align = ALIGNMENT
            return argument
        return argument if self.word == _WORD else builder.sext(argument, _WORD)

    def call(self, builder: ir.IRBuilder, entry: Entry, given: Mapping[str, ir.Value]) -> ir.Value:
        """Call a loop with the sizes, pointers and numbers that are given by name."""
        kinds = tuple(numba_type(parameter) for parameter in entry.parameters.values())
        compiled = compile_part(entry.function, kinds)
        self.libraries.append(compiled.library)
        values = [
            self._value(builder, name, kind, given)
            for (name, kind) in zip(entry.parameters.items(), kinds, strict=True)
        ]
        callee = self.context.declare_function(self.module, compiled.fndesc)
        _, found = self.context.call_conv.call_function(builder, callee, compiled.signature.return_type, kinds, values)
        if entry.returns and compiled.signature.return_type != types.int64:
            raise BadTarget(f"the loop {entry.name} returns {compiled.signature.return_type}, expected int64")
        return found

    def _value(
        self, builder: ir.IRBuilder, named: tuple[str, Parameter], kind: Any, given: Mapping[str, ir.Value]
    ) -> Any:
        name, parameter = named
        if isinstance(parameter, Scalar):
            return given[name]
        if isinstance(parameter, Array):
            data = _POINTER(None) if parameter.absent else given[name]
            return self._array(builder, parameter, kind, data, given)
        arrays = [
            self._array(builder, array, one, given[array.alias or field], given)
            for (field, array), one in zip(parameter.arrays.items(), kind.types, strict=True)
        ]
        return self.context.make_tuple(builder, kind, arrays)

    def _array(
        self, builder: ir.IRBuilder, array: Array, kind: Any, data: ir.Value, given: Mapping[str, ir.Value]
    ) -> ir.Value:
        shape = [given[size] if isinstance(size, str) else _WORD(size) for size in array.shape]
        strides: list[ir.Value] = []
        step = _WORD(array.dtype.itemsize)
        for size in reversed(shape):
            strides.insert(0, step)
            step = builder.mul(step, size)
        made = arrayobj.make_array(kind)(self.context, builder)
        arrayobj.populate_array(made, data, shape, strides, _WORD(array.dtype.itemsize), meminfo=None)
        return made._getvalue()


def numba_type(parameter: Parameter) -> Any:
    """The compiler's type of what is passed."""
    if isinstance(parameter, Scalar):
        return types.int64
    if isinstance(parameter, Array):
        return types.Array(numpy_support.from_dtype(parameter.dtype), len(parameter.shape), "C")
    arrays = [numba_type(array) for array in parameter.arrays.values()]
    if len(set(arrays)) == 1:
        return types.NamedUniTuple(arrays[0], len(arrays), parameter.tuple_type)
    return types.NamedTuple(arrays, parameter.tuple_type)


def compile_part(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Any:
    """A loop as Numba compiles it, from its source and before it is optimised."""
    try:
        from floe.core import numba_parts  # noqa: PLC0415  # not every version of Numba has what it needs
    except ImportError as fault:
        raise BadTarget(f"kernels cannot be compiled for another machine here: {fault}") from None
    if jit.interpreted():
        raise BadTarget("kernels cannot be compiled while NUMBA_DISABLE_JIT is set")
    part = numba_parts.part(function, OPTIONS)
    part.compile(kinds)
    return part.overloads[kinds]
