"""The one place that compiles kernels.

Numba keeps compiled code on disk, but it does not notice a change in a function that lives in another file, and it
freezes global constants into the code. So Floe gives each *unit* (``core``, one game's folder, any other floor) a
cache folder of its own, named by a hash of every source file that the unit may use. Edit any of them and the name,
hence the cache, is new.

With ``NUMBA_DISABLE_JIT=1`` in the environment everything here steps aside and the kernels run as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba import _dynfunc, types  # type: ignore[attr-defined]  # compiled code, unknown to type checkers
from numba.core import config as numba_config
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba_config  # its settings are made at run time, unknown to type checkers

PACKAGE = Path(__file__).resolve().parent.parent
_UNUSED_DAYS = 14
_one_folder_at_a_time = threading.Lock()


def interpreted() -> bool:
    """Whether the kernels run as plain Python."""
    return bool(config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile a kernel function: no Python objects inside, the GIL released, kept in the unit's cache.

    It makes no arrays, so it need not count who refers to one. To count is an atomic operation whenever a row of an
    array is passed on; a step of a batch had ten of them, and they took half its time.
    """
    return compile_in(unit_of(Path(inspect.getfile(function))), function)


def allocating(function: F) -> F:
    """The same for a function that makes arrays of its own, and lets go of them when it is done."""
    return compile_in(unit_of(Path(inspect.getfile(function))), function, allocates=True)


def compile_in(unit: str, function: F, allocates: bool = False) -> F:
    """The same for a function that belongs to another unit than the file it stands in (see ``core.loops``)."""
    if interpreted():
        return function
    jit: Any = functools.partial(numba.njit, nogil=True, error_model="numpy", _nrt=allocates)
    inside = jit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler)(function)
    folder = cache_folder(unit)
    if folder is None:
        return cast("F", _linked(jit()(function), inside))
    # The decorator reads the folder once, here; the setting is put back so that nobody else's cache moves. It is one
    # for the whole process, and two games may be loaded by two threads.
    with _one_folder_at_a_time:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            return cast("F", _linked(jit(cache=True)(function), inside))
        finally:
            config.CACHE_DIR = before


def _linked(outside: Any, inside: Any) -> Any:
    """A kernel for two kinds of callers: ``outside`` for Python, ``inside`` for other kernels.

    A version for Python needs a wrapper around it that takes Python's objects apart, and is kept on disk. Few kernels
    are ever called from there, and what calls them keeps their code with its own; to do without the wrapper saves a
    third of the time to compile.

    And each kernel is compiled once, not anew for each kind of integer that its callers happen to have. Left to
    itself Numba makes a version for every literal and every width (0, 1, uint8, int64, ...). A parameter annotated
    ``int`` is a 64-bit integer, whatever is passed.
    """
    wide = [annotation == "int" for name, annotation in inside.py_func.__annotations__.items() if name != "return"]

    def call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = tuple(types.int64 if w else a for w, a in zip(wide, args, strict=True))
        return inside.get_call_template(widened, kws)

    outside.get_call_template = call_template
    outside.get_overload = inside.get_overload
    return outside


class _Part(JITCodeLibrary):
    """Code that is only ever part of other kernels: neither optimised nor made machine code by itself.

    What calls it takes its code over, and the outermost kernel is optimised as a whole. Left to itself Numba does all
    this again on every floor of calls, which took half the time to compile a search. Should a version of Numba know
    these methods by other names, they do nothing, and compiling takes longer.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]  # numba leaves it untyped
        self._finalized = True


class _PartCompiler(CompilerBase):
    """Compiles a kernel for other kernels."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        codegen, name = state.targetctx.codegen(), state.func_id.func_qualname
        state.library = _Part(codegen, name)  # type: ignore[no-untyped-call]  # numba leaves these untyped
        state.targetctx = state.targetctx.subtarget(get_executable=_not_executable)
        return [DefaultPassBuilder.define_nopython_pipeline(state)]  # type: ignore[no-untyped-call]


def _not_executable(library: Any, function: Any, environment: Any) -> Any:
    """What Numba keeps for a kernel in place of a function that Python could call: there is no machine code of it."""
    return _dynfunc.make_function(function.lookup_module(), function.qualname, "", 0, environment, (library,))


def rebound(function: Callable[..., Any], namespace: dict[str, Any], name: str) -> Callable[..., Any]:
    """A copy of a plain function that looks its global names up in another namespace."""
    copy = FunctionType(function.__code__, namespace, name)
    copy.__qualname__ = name
    copy.__doc__ = function.__doc__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = str(namespace["__name__"])
    return copy


def unit_of(file: Path) -> str:
    """The unit that a source file belongs to: its floor, or floor and folder for a game."""
    try:
        parts = file.resolve().relative_to(PACKAGE).parts
    except ValueError:
        return "elsewhere"
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


def _sources(unit: str) -> Iterator[Path]:
    """A game uses core and itself. What stands above the games may use all of them and the bots, besides itself."""
    below = ("core",) if unit == "core" or unit.startswith("games/") else ("core", "games", "bots")
    for folder in dict.fromkeys((*below, unit)):
        yield from sorted((PACKAGE / folder).rglob("*.py"))


@functools.cache
def source_key(unit: str) -> str:
    """A hash of every source file that the unit's kernels can depend on, and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in _sources(unit):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    named = os.environ.get("FLOE_CACHE_DIR")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "floe" / "kernels"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "floe" / "kernels"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "floe" / "kernels"


@functools.cache
def cache_folder(unit: str) -> Path | None:
    """Where the unit's compiled code is kept; none where no such folder can be written."""
    try:
        root = _cache_root()
        prefix = unit.replace("/", "-") + "-"
        folder = root / (prefix + source_key(unit))
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            return None
        if new:
            _drop_unused(root, prefix)
    except (OSError, RuntimeError):  # RuntimeError: no home folder can be told
        return None
    return folder


def _drop_unused(root: Path, prefix: str) -> None:
    """Remove what earlier versions of a unit left behind and nobody has used for a while."""
    oldest = time.time() - _UNUSED_DAYS * 86400
    for folder in root.glob(prefix + "*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


class _Teller(event.Listener):
    """Tells the person once, when compiling really begins, why nothing seems to happen."""

    def __init__(self) -> None:
        self.tell: Callable[[], None] | None = _tell_stderr

    def on_start(self, event: Any) -> None:
        module = getattr(event.data["dispatcher"].py_func, "__module__", "")
        if self.tell and module.split(".")[0] == "floe":
            tell, self.tell = self.tell, None
            tell()

    def on_end(self, event: Any) -> None:
        pass


def _tell_stderr() -> None:
    print("Floe is compiling the rules for this machine. This happens once and takes some seconds.", file=sys.stderr)


_teller = _Teller()
event.register("numba:compile", _teller)  # type: ignore[no-untyped-call]  # numba leaves it untyped


@contextlib.contextmanager
def telling(tell: Callable[[], None] | None) -> Iterator[None]:
    """While this lasts, call ``tell`` (or nothing) when compiling begins, instead of writing a line to stderr."""
    before, _teller.tell = _teller.tell, tell
    try:
        yield
    finally:
        _teller.tell = before
