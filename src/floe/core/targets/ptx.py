"""Kernels for NVIDIA GPUs: PTX text, in which every state of a batch is in the hands of a thread of its own.

A thread calls the loop for its state alone, with a buffer on its own stack. All is inlined, so that the compiler sees
where every pointer comes from, and that it is aligned. Loops are not unrolled: that code is large as it is, and threads
would wait for instructions more than for anything else.

Before that the threads of a block fetch the rows of their states together into the block's own memory, and clear what
the loop expects to be zeros; after it they store together what is to be kept (``together.py``). Rows for which there is
no room there are read and written in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from llvmlite import ir

from floe.core.targets import together
from floe.core.targets.describe import ALIGNMENT, Array, BadTarget, Entry, Parameter, Scalar
from floe.core.targets.entries import EntryMaker
from floe.core.targets.machine import NVPTX64, check_closed, close, moved, name_shortly, optimise

BLOCKS = {64: 32 << 10, 32: 48 << 10}
"""States of a block, and the bytes that they may have of its own memory: the first number for which that is enough.

Several blocks share the memory of a processor; large blocks would leave much of it unused."""

COPYING = 4
"""Threads for each state where a kernel copies much and plays little: otherwise one."""

_WORD, _HALF, _BYTE = ir.IntType(64), ir.IntType(32), ir.IntType(8)
_POINTER = ir.PointerType()
_SIZE = "n"
_SHARED = 3
"""The address space of a block's own memory."""
_BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"


def ptx(entries: Sequence[Entry]) -> str:
    """PTX with a kernel for each entry. The same loops give the same text."""
    maker = KernelMaker(_WORD)
    for entry in entries:
        maker.add(entry)
    target = NVPTX64.target()
    module = moved(maker.linked(), target)
    close(module, [entry.name for entry in entries], inline=True)
    optimise(module, target, unrolled=False)
    check_closed(module)
    name_shortly(module, [entry.name for entry in entries])
    return str(target.emit_assembly(module))


def passed(entry: Entry) -> list[str]:
    """What a kernel is called with: no ends of a slice, and no buffer that means nothing afterwards."""
    return [name for name, given in entry.passed.items() if not _own(given)]


def _own(given: object) -> bool:
    return (isinstance(given, Array) and given.scratch) or (isinstance(given, Scalar) and given.bound is not None)


@dataclass(frozen=True)
class Plan:
    """How the threads of a block share the rows of a kernel's arrays."""

    rows: int
    """How many states it has, and so many threads that play."""
    threads: int
    """How many threads it has: more where they do little else than copy."""
    here: dict[str, int]
    """The arrays whose rows are in the block's own memory, and how many bytes they are apart there."""
    changed: dict[str, str]
    """The arrays whose rows are made there of another's: they begin as copies, so they lie where those lie."""

    @classmethod
    def of(cls, entry: Entry) -> Plan:
        rows = {name: array.row or 0 for name, array in entry.arrays.items() if array.fetched or array.stored}
        copies = {name: array.copied for name, array in entry.arrays.items() if array.copied}
        for copy, original in copies.items():
            rows[original] = max(rows[original], rows.pop(copy))
        here = {name: _apart(row) for name, row in rows.items() if row}
        while True:
            for rows_here, room in BLOCKS.items():
                if sum(here.values()) * rows_here <= room:
                    changed = {copy: one for copy, one in copies.items() if one in here}
                    return cls(rows_here, rows_here * (COPYING if changed else 1), here, changed)
            del here[max(here, key=lambda name: here[name])]


def _apart(row: int) -> int:
    """An odd number of 64-bit words where it can be: so the same word of neighbouring rows is in different banks."""
    return row if row % 8 else row // 8 * 8 + (8 if row // 8 % 2 == 0 else 0)


class KernelMaker(EntryMaker):
    """Writes entries that are kernels.

    A kernel is a few stages. Each is a function of what the kernel is given, and no thread begins one before all
    threads of its block have ended the one before.
    """

    def __init__(self, word: ir.IntType) -> None:
        super().__init__(word)
        self.stages: dict[str, list[ir.Function]] = {}

    def add(self, entry: Entry) -> None:
        names = passed(entry)
        if _SIZE not in names or not any(isinstance(one, Scalar) and one.bound for one in entry.parameters.values()):
            raise BadTarget(f"the loop {entry.name} does not go over a slice of states, so threads cannot share it")
        plan = Plan.of(entry)
        room = {name: self._room(f"{entry.name}.{name}", apart * plan.rows) for name, apart in plan.here.items()}
        room |= {name: room[original] for name, original in plan.changed.items()}
        own = _Stages(self, entry, plan, room)
        steps = {"prepare": own.prepare, "play": own.play, "store": own.store}
        self.stages[entry.name] = []
        for step, write in steps.items():
            function = self._function(entry, f"{entry.name}.{step}")
            builder = ir.IRBuilder(function.append_basic_block())
            write(builder, dict(zip(names, function.args, strict=True)))
            builder.ret_void()
            self.stages[entry.name].append(function)
        self.join(entry)

    def join(self, entry: Entry) -> None:
        """The kernel: its stages, and between them all threads of the block wait for each other."""
        function = self._function(entry, entry.name)
        function.calling_convention = "ptx_kernel"
        for argument in function.args:
            if argument.type == _POINTER:
                argument.add_attribute("noalias")
        builder = ir.IRBuilder(function.append_basic_block())
        for number, stage in enumerate(self.stages[entry.name]):
            if number:
                builder.call(self.declared(_BARRIER, ir.VoidType(), _HALF), [_HALF(0)])
            builder.call(stage, function.args)
        builder.ret_void()

    def _function(self, entry: Entry, name: str) -> ir.Function:
        kinds = [_POINTER if isinstance(entry.passed[given], Array) else _WORD for given in passed(entry)]
        function = ir.Function(self.module, ir.FunctionType(ir.VoidType(), kinds), name)
        for argument in function.args:
            if argument.type == _POINTER:
                argument.attributes.align = ALIGNMENT
        return function

    def _room(self, name: str, size: int) -> ir.GlobalVariable:
        kind = ir.ArrayType(_BYTE, size)
        room = ir.GlobalVariable(self.module, kind, name, addrspace=_SHARED)
        room.linkage, room.initializer, room.align = "internal", ir.Constant(kind, ir.Undefined), ALIGNMENT
        return room

    def register(self, builder: ir.IRBuilder, name: str) -> ir.Value:
        """One of the numbers that tell a thread which one it is."""
        return builder.zext(builder.call(self.declared(f"llvm.nvvm.read.ptx.sreg.{name}.x", _HALF), []), _WORD)

    def declared(self, name: str, result: ir.Type, *kinds: ir.Type) -> ir.Function:
        """A function that the machine brings."""
        return self.module.globals.get(name) or ir.Function(self.module, ir.FunctionType(result, kinds), name)


@dataclass(frozen=True)
class _Rows:
    """Where the rows of an array are: all of them in the device's memory, or the block's in its own."""

    data: ir.Value
    apart: int
    """How many bytes it is from one to the next."""
    here: bool


@dataclass(frozen=True)
class _Stages:
    """Writes what a thread does in each stage of a kernel."""

    maker: KernelMaker
    entry: Entry
    plan: Plan
    room: dict[str, ir.GlobalVariable]

    def prepare(self, builder: ir.IRBuilder, given: dict[str, ir.Value]) -> None:
        """Fetch, copy and clear rows, all threads together."""
        for name, array in self.entry.arrays.items():
            if array.fetched and name in self.room:
                self._copy(builder, given, array.row or 0, self._there(given, name), self._near(builder, name))
            elif array.copied and name not in self.room:
                original = self._there(given, array.copied)
                self._copy(builder, given, original.apart, original, self._there(given, name))
            elif array.cleared and not array.absent:
                self._wipe(builder, given, name)

    def store(self, builder: ir.IRBuilder, given: dict[str, ir.Value]) -> None:
        """Store rows, all threads together."""
        for name, array in self.entry.arrays.items():
            if array.stored and name in self.room:
                self._copy(builder, given, array.row or 0, self._near(builder, name), self._there(given, name))

    def play(self, builder: ir.IRBuilder, given: dict[str, ir.Value]) -> None:
        """Call the loop for the thread's own rows."""
        given = dict(given)
        for name, one in self.entry.passed.items():
            if isinstance(one, Array) and one.scratch:
                given[name] = builder.alloca(ir.IntType(8 * one.dtype.itemsize), _WORD(one.shape[0]))
        thread = self.maker.register(builder, "tid")
        index = builder.add(self._first(builder), thread)
        plays = builder.icmp_signed("<", index, given[_SIZE])
        if self.plan.threads > self.plan.rows:
            plays = builder.and_(plays, builder.icmp_signed("<", thread, _WORD(self.plan.rows)))
        with builder.if_then(plays):
            for name, array in self.entry.arrays.items():
                if name in self.room:
                    given[name] = self._row_here(builder, name, thread)
                elif array.row is not None:
                    given[name] = self._at(builder, given[name], index, array.row)
            ends = {"low": _WORD(0), "high": _WORD(1)}
            given |= {
                name: ends[scalar.bound]
                for name, scalar in self.entry.parameters.items()
                if isinstance(scalar, Scalar) and scalar.bound
            }
            self.maker.call(builder, self.entry, given)

    def _copy(self, builder: ir.IRBuilder, given: dict[str, ir.Value], row: int, source: _Rows, target: _Rows) -> None:
        """Copy so many bytes of each of the block's rows."""
        word = np.dtype("u1" if row % 8 or source.apart % 8 or target.apart % 8 else "u8")
        width = _WORD(row // word.itemsize)
        first = self._first(builder)
        rows = self._rows(builder, given, first)
        from_row, to_row = (_WORD(0) if one.here else first for one in (source, target))
        values = {"source": source.data, "target": target.data}
        if row == source.apart == target.apart:
            values["from_word"], values["to_word"] = builder.mul(from_row, width), builder.mul(to_row, width)
            values["words"] = builder.mul(rows, width)
            self._together(
                builder, given, together.copy, dict.fromkeys(("source", "target"), Array(word, (_SIZE,))), values
            )
        else:
            values |= {"from_row": from_row, "to_row": to_row, "rows": rows, "width": width}
            apart = {"source": source.apart, "target": target.apart}
            arrays = {name: Array(word, (_SIZE, size // word.itemsize)) for name, size in apart.items()}
            self._together(builder, given, together.copy_rows, arrays, values)

    def _there(self, given: dict[str, ir.Value], name: str) -> _Rows:
        return _Rows(given[name], self.entry.arrays[name].row or 0, here=False)

    def _near(self, builder: ir.IRBuilder, name: str) -> _Rows:
        return _Rows(self._here(builder, name), self._apart(name), here=True)

    def _wipe(self, builder: ir.IRBuilder, given: dict[str, ir.Value], name: str) -> None:
        row = self.entry.arrays[name].row or 0
        if name in self.room:
            memory, first, size = self._here(builder, name), _WORD(0), _WORD(self.plan.here[name] * self.plan.rows)
        else:
            rows_first = self._first(builder)
            memory, first = given[name], builder.mul(rows_first, _WORD(row))
            size = builder.mul(self._rows(builder, given, rows_first), _WORD(row))
        arrays = {"words": Array(np.dtype("u8"), (_SIZE,)), "octets": Array(np.dtype("u1"), (_SIZE,))}
        values = {"words": memory, "octets": memory, "first": first, "size": size}
        self._together(builder, given, together.wipe, arrays, values)

    def _together(
        self,
        builder: ir.IRBuilder,
        given: dict[str, ir.Value],
        how: Any,
        arrays: dict[str, Array],
        values: dict[str, ir.Value],
    ) -> None:
        numbers = dict.fromkeys((*(name for name in values if name not in arrays), "thread", "threads"), Scalar())
        values |= {
            _SIZE: given[_SIZE],
            "thread": self.maker.register(builder, "tid"),
            "threads": _WORD(self.plan.threads),
        }
        parameters: dict[str, Parameter] = {**arrays, **numbers}
        self.maker.call(builder, Entry(how.__name__, how, parameters, returns=False), values)

    def _first(self, builder: ir.IRBuilder) -> ir.Value:
        """The first state of the block."""
        return builder.mul(self.maker.register(builder, "ctaid"), _WORD(self.plan.rows))

    def _rows(self, builder: ir.IRBuilder, given: dict[str, ir.Value], first: ir.Value) -> ir.Value:
        """How many states the block has."""
        left, block = builder.sub(given[_SIZE], first), _WORD(self.plan.rows)
        return builder.select(builder.icmp_signed("<", left, block), left, block)

    def _apart(self, name: str) -> int:
        return self.plan.here[self.plan.changed.get(name, name)]

    def _here(self, builder: ir.IRBuilder, name: str) -> ir.Value:
        return builder.addrspacecast(self.room[name], _POINTER)

    def _row_here(self, builder: ir.IRBuilder, name: str, thread: ir.Value) -> ir.Value:
        """The thread's row in the block's own memory. That it is aligned must be said: a cast hides it."""
        apart = self._apart(name)
        row = builder.addrspacecast(self._at(builder, self.room[name], thread, apart), _POINTER)
        if apart % 8 == 0:
            rest = builder.and_(builder.ptrtoint(row, _WORD), _WORD(7))
            builder.assume(builder.icmp_unsigned("==", rest, _WORD(0)))
        return row

    def _at(self, builder: ir.IRBuilder, data: ir.Value, index: ir.Value, size: int) -> ir.Value:
        return builder.gep(data, [builder.mul(index, _WORD(size))], source_etype=_BYTE)
