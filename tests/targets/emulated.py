"""A stand-in for a GPU: the same kernels, compiled for this machine. Of each stage, one thread after the other.

What is tried here is all but the last step from LLVM to PTX and the GPU itself; ``benchmarks/gpu.py`` tries that.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir

import floe
from floe.core.game import Game
from floe.core.targets.artefacts import describe, launching
from floe.core.targets.describe import Entry
from floe.core.targets.loops import batch_entries
from floe.core.targets.machine import close, moved, optimise
from floe.core.targets.ptx import KernelMaker

REGISTERS = ("ctaid", "tid")


class StageMaker(KernelMaker):
    """Leaves the stages of a kernel to whoever launches it."""

    def join(self, entry: Entry) -> None:
        pass


class Emulated:
    """As ``floe.core.targets.cuda.Device`` describes it, with arrays of NumPy."""

    arrays: Any = np

    def __init__(self, game: Game[Any]) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        entries = batch_entries(game)
        self.kernels = describe(game, entries, **launching(entries))
        maker = StageMaker(ir.IntType(64))
        for entry in entries:
            maker.add(entry)
        target = llvm.Target.from_default_triple().create_target_machine(opt=2)
        self._stages = {name: [stage.name for stage in stages] for name, stages in maker.stages.items()}
        text = str(maker.linked())
        for name in REGISTERS:
            full = f"llvm.nvvm.read.ptx.sreg.{name}.x"
            lines = [line for line in text.splitlines() if not (line.startswith("declare") and full in line)]
            text = "\n".join(lines).replace(f"@{full}", f"@read_{name}")
            text += f"\n@{name} = global i32 0\n"
            text += f"define i32 @read_{name}() {{\n %v = load i32, ptr @{name}\n ret i32 %v\n}}\n"
        module = moved(llvm.parse_assembly(text), target)
        close(module, [*REGISTERS, *(stage for stages in self._stages.values() for stage in stages)])
        optimise(module, target)
        self._engine = llvm.create_mcjit_compiler(module, target)
        self._engine.finalize_object()
        self._places = [ctypes.c_int32.from_address(self._engine.get_global_value_address(name)) for name in REGISTERS]

    def launch(self, name: str, n: int, arguments: list[Any]) -> None:
        kinds = [ctypes.c_void_p if isinstance(argument, np.ndarray) else ctypes.c_int64 for argument in arguments]
        values = [a.ctypes.data if isinstance(a, np.ndarray) else int(a) for a in arguments]
        kind = ctypes.CFUNCTYPE(None, *kinds)
        stages = [kind(self._engine.get_function_address(stage)) for stage in self._stages[name]]
        states, threads = self.kernels["blocks"][name]
        block, thread = self._places
        for block.value in range(-(-n // states)):
            for stage in stages:
                for thread.value in range(threads):
                    stage(*values)

    def address(self, array: Any) -> int:
        return 0  # NumPy does not promise more than eight bytes; only this machine minds less


@functools.cache
def device(name: str) -> Emulated:
    return Emulated(floe.game(name))
