"""Kernels as machine code for the usual machines, in the files that a wheel brings along (``floe.core.precompiled``).

What goes into them is what Python has called: whoever makes the files has every kernel called once before, in the way
it will be called later (``floe.bots.rehearsal``). A file can be made on any machine for any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from floe.core import jit
from floe.core.precompiled import RETURNED, Kernel, calling, file_name, name_of, packed
from floe.core.targets.describe import BadTarget
from floe.core.targets.entries import compile_part
from floe.core.targets.machine import Machine, check_closed, close, moved, name_shortly, optimise

types: Any = numba_types  # Numba leaves much of these untyped

MACHINES = {
    "linux-x86_64": Machine("x86_64-unknown-linux-gnu", "x86-64-v3", "", "static", "large"),
    "linux-aarch64": Machine("aarch64-unknown-linux-gnu", "generic", "", "pic"),
}
"""By the name that a machine gives itself (``precompiled.here``). Code and tables are loaded close together on Arm; on
x86-64 that is not certain, so there the code has to find them anywhere, as what Numba compiles does."""
_NEEDED = {"linux-x86_64": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2")}
"""What not every such machine has; new ones have had it since about 2015."""
_OF_EVERY_LIBRARY = {"memcpy", "memmove", "memset"}
"""What LLVM calls to copy and to clear, of the C library that Python itself needs."""

Version = tuple[Callable[..., Any], tuple[Any, ...]]


def write(folder: Path, home: Path | None = None, machines: Collection[str] = tuple(MACHINES)) -> list[Path]:
    """Write the files of the units whose kernels have been called: all, or those of the package with this home."""
    units: dict[jit.Unit, dict[str, Version]] = {}
    for unit, function, kinds in jit.versions():
        if home in (None, unit.home):
            units.setdefault(unit, {})[name_of(function, kinds)] = function, tuple(map(_writable, kinds))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for unit, versions in units.items():
        module, kernels = linked(versions)
        for machine in machines:
            path = folder / file_name(unit.title, machine)
            code = code_for(MACHINES[machine], module, kernels)
            path.write_bytes(packed(code, jit.sources(unit), _NEEDED.get(machine, ()), kernels))
            written.append(path)
    return written


def linked(versions: Mapping[str, Version]) -> tuple[llvm.ModuleRef, list[Kernel]]:
    """Kernels, by the names that they get, with all that they call, as one module that is for no machine yet."""
    entries, kernels, libraries = ir.Module("floe"), [], []
    for name, (function, kinds) in sorted(versions.items()):
        part = compile_part(function, kinds)
        returns = part.signature.return_type
        if str(returns) not in RETURNED:
            continue
        callee = cpu_target.target_context.declare_function(entries, part.fndesc)
        entry = ir.Function(entries, callee.function_type, name)
        builder = ir.IRBuilder(entry.append_basic_block())
        builder.ret(builder.call(callee, entry.args))
        kernels.append(Kernel(name, calling(returns, kinds), str(returns)))
        libraries.append(part.library)
    module = llvm.parse_assembly(str(entries))
    with global_compiler_lock:
        for library in libraries:
            module.link_in(library._get_module_for_linking(), preserve=True)
    return module, kernels


def code_for(machine: Machine, module: llvm.ModuleRef, kernels: list[Kernel]) -> bytes:
    """An object file. The same kernels give the same bytes."""
    target, names = machine.target(), [kernel.symbol for kernel in kernels]
    module = moved(module, target)
    close(module, names)
    optimise(module, target)
    check_closed(module)
    name_shortly(module, names)
    code: bytes = target.emit_object(module)
    missing = undefined(code) - _OF_EVERY_LIBRARY
    if missing:
        raise BadTarget(f"the compiled kernels still need {', '.join(sorted(missing))} from outside")
    return code


def _writable(kind: Any) -> Any:
    return kind.copy(readonly=False) if isinstance(kind, types.Array) else kind


_SECTIONS_AT, _SECTION, _SYMBOL_TABLE = 40, 64, 2
_SYMBOL = np.dtype([("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("value", "<u8", (2,))])


def undefined(code: bytes) -> set[str]:
    """The symbols that an object file (ELF, 64 bits, little-endian) wants from outside."""
    words = np.frombuffer(code, "<u8", 1, _SECTIONS_AT)
    count = int(np.frombuffer(code, "<u2", 1, 60)[0])
    headers = np.frombuffer(code, "<u4", count * _SECTION // 4, int(words[0])).reshape(count, -1)
    offsets = headers[:, 6].astype(np.uint64) | headers[:, 7].astype(np.uint64) << np.uint64(32)
    found = set()
    for number in np.flatnonzero(headers[:, 1] == _SYMBOL_TABLE):
        size, names = int(headers[number, 8]), int(offsets[headers[number, 10]])
        for symbol in np.frombuffer(code, _SYMBOL, size // _SYMBOL.itemsize, int(offsets[number])):
            if symbol["section"] == 0 and symbol["name"]:
                begin = names + int(symbol["name"])
                found.add(code[begin : code.index(b"\0", begin)].decode())
    return found
