"""Kernels for WebAssembly: one module that imports nothing and exports an entry for each loop, and its memory."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from llvmlite import ir

from floe.core.targets.describe import BadTarget, Entry
from floe.core.targets.entries import EntryMaker
from floe.core.targets.machine import WASM32, check_closed, close, moved, optimise

_STACK = 64 * 1024


def wasm(entries: Sequence[Entry]) -> bytes:
    """A module with these entries. ``__heap_base`` tells where its memory is free."""
    maker = EntryMaker(ir.IntType(32))
    for entry in entries:
        maker.add(entry)
    target = WASM32.target()
    module = moved(maker.linked(), target)
    names = [entry.name for entry in entries]
    close(module, names)
    optimise(module, target)
    check_closed(module)
    return _link(target.emit_object(module), names)


def _link(compiled: bytes, names: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(compiled)
        exports = [f"--export={name}" for name in (*names, "__heap_base")]
        flags = ["--no-entry", "--strip-all", "-O2", "-z", f"stack-size={_STACK}", "--stack-first"]
        command = [*linker(), *flags, *exports, "-o", str(made), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # a linker
        if done.returncode:
            raise BadTarget(f"{' '.join(linker())} could not link the kernels: {done.stderr.strip()}")
        return made.read_bytes()


def linker() -> list[str]:
    """The command of a linker for WebAssembly: that of LLVM, or the one in the PyPI package ziglang."""
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 13, -1))):
        found = shutil.which(name)
        if found:
            return [found]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise BadTarget("no linker for WebAssembly was found: install wasm-ld (Debian: lld), or pip install ziglang")
