"""Kernels for NVIDIA GPUs: PTX text, in which every state of a batch is in the hands of a thread of its own.

A thread calls the loop for its state alone, with a buffer for legal actions on its own stack. All is inlined, so that
the compiler sees where every pointer comes from: it lies in global memory, and it is aligned.
"""

from __future__ import annotations

from collections.abc import Sequence

import llvmlite.binding as llvm
from llvmlite import ir

from floe.core.targets.describe import ALIGNMENT, Array, BadTarget, Entry, Scalar
from floe.core.targets.entries import EntryMaker
from floe.core.targets.machine import NVPTX64, check_closed, close, moved, optimise

BLOCK = 128
"""Threads in a block: no more, so that each has as many registers as there are."""

_WORD, _HALF = ir.IntType(64), ir.IntType(32)
_SIZE = "n"


def ptx(entries: Sequence[Entry]) -> str:
    """PTX with a kernel for each entry. The same loops give the same text."""
    maker = KernelMaker(_WORD)
    for entry in entries:
        maker.add(entry)
    target = NVPTX64.target()
    module = moved(maker.linked(), target)
    close(module, [entry.name for entry in entries], inline=True)
    optimise(module, target)
    check_closed(module)
    _name_shortly(module, [entry.name for entry in entries])
    return str(target.emit_assembly(module))


def passed(entry: Entry) -> list[str]:
    """What a kernel is called with: no ends of a slice, and no buffer that means nothing afterwards."""
    return [name for name, given in entry.passed.items() if not _own(given)]


def _own(given: object) -> bool:
    return (isinstance(given, Array) and given.scratch) or (isinstance(given, Scalar) and given.bound is not None)


class KernelMaker(EntryMaker):
    """Writes entries that are kernels."""

    def add(self, entry: Entry) -> None:
        names = passed(entry)
        if _SIZE not in names or not any(isinstance(one, Scalar) and one.bound for one in entry.parameters.values()):
            raise BadTarget(f"the loop {entry.name} does not go over a slice of states, so threads cannot share it")
        pointer = ir.PointerType()
        kinds = [pointer if isinstance(entry.passed[name], Array) else _WORD for name in names]
        function = ir.Function(self.module, ir.FunctionType(ir.VoidType(), kinds), entry.name)
        function.calling_convention = "ptx_kernel"
        builder = ir.IRBuilder(function.append_basic_block())
        given: dict[str, ir.Value] = {}
        for name, argument in zip(names, function.args, strict=True):
            if argument.type == pointer:
                argument.attributes.align = ALIGNMENT
                argument.add_attribute("noalias")
            given[name] = argument
        for name, one in entry.passed.items():
            if isinstance(one, Array) and one.scratch:
                given[name] = builder.alloca(ir.IntType(8 * one.dtype.itemsize), _WORD(one.shape[0]))
        index = self._thread(builder)
        with builder.if_then(builder.icmp_signed("<", index, given[_SIZE])):
            ends = {"low": index, "high": builder.add(index, _WORD(1))}
            given |= {
                name: ends[scalar.bound]
                for name, scalar in entry.parameters.items()
                if isinstance(scalar, Scalar) and scalar.bound
            }
            self.call(builder, entry, given)
        builder.ret_void()

    def _thread(self, builder: ir.IRBuilder) -> ir.Value:
        block, size, place = (builder.call(self._register(name), []) for name in ("ctaid", "ntid", "tid"))
        whole = builder.mul(builder.zext(block, _WORD), builder.zext(size, _WORD))
        return builder.add(whole, builder.zext(place, _WORD))

    def _register(self, name: str) -> ir.Function:
        full = f"llvm.nvvm.read.ptx.sreg.{name}.x"
        found = self.module.globals.get(full)
        return found or ir.Function(self.module, ir.FunctionType(_HALF, []), full)


def _name_shortly(module: llvm.ModuleRef, entries: Sequence[str]) -> None:
    """Names that do not depend on what else was compiled before."""
    for number, function in enumerate(f for f in module.functions if not f.is_declaration and f.name not in entries):
        function.name = f"part{number}"
    for number, variable in enumerate(module.global_variables):
        variable.name = f"table{number}"
