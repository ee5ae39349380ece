"""The one place that compiles kernels.

Numba keeps compiled code on disk, but it does not notice a change in a function that lives in another file, and it
freezes global constants into the code. So Floe gives each *unit* (``core``, one game's folder, any other floor, a
package from outside) a cache folder of its own, named by a hash of every source file that the unit may use. Edit any
of them and the name, hence the cache, is new.

A wheel brings the kernels of its games along (``precompiled``); where those fit, all that is compiled and kept here is
what calls them.

With ``NUMBA_DISABLE_JIT=1`` in the environment, or where there is no Numba, everything here steps aside and the
kernels run as plain Python.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import inspect
import logging
import os
import shutil
import sys
import threading
import time
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, TypeVar, cast

try:
    import numba
    from numba.core import config as numba_config
    from numba.core import event
except ModuleNotFoundError:  # a machine that only runs kernels which were compiled elsewhere (see ``targets``)
    numba = numba_config = None  # type: ignore[assignment]
try:
    from floe.core import numba_parts, precompiled
except ImportError as fault:  # another version of Numba has these parts elsewhere
    numba_parts = precompiled = None  # type: ignore[assignment]  # then kernels are compiled the plain way
    logging.getLogger(__name__).info("compiling with plain Numba: %s", fault)

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba_config  # its settings are made at run time, unknown to type checkers

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = "precompiled"
"""The folder of a package that holds compiled kernels."""
_UNUSED_DAYS = 14
_one_folder_at_a_time = threading.Lock()
_modules: set[str] = set()
"""Those with kernels of Floe's games, wherever these come from."""
_kernels: weakref.WeakKeyDictionary[Any, Unit] = weakref.WeakKeyDictionary()
"""Every kernel that could come with a package, and its unit."""


def interpreted() -> bool:
    """Whether the kernels run as plain Python."""
    return numba is None or bool(config.DISABLE_JIT)


@dataclasses.dataclass(frozen=True)
class Unit:
    """Kernels whose compiled code is kept together, and the folders that hold every source they may depend on."""

    name: str
    folders: tuple[Path, ...]
    home: Path | None = None
    """Where kernels that come with the package lie; none where nobody makes them."""
    title: str = ""
    """What their files are called: the name, but the same wherever the package lies."""

    def above(self, *floors: str) -> Unit:
        """A unit of kernels on these floors that are compiled together with those of this unit."""
        folders = dict.fromkeys((*self.folders, *(PACKAGE / floor for floor in floors)))
        return Unit("-".join((*floors, self.name)), tuple(folders), self.home, "-".join((*floors, self.title)))


def compiled(function: F) -> F:
    """Compile a kernel function: no Python objects inside, the GIL released, kept in the unit's cache.

    It makes no arrays, so it need not count who refers to one. To count is an atomic operation whenever a row of an
    array is passed on; a step of a batch had ten of them, and they took half its time.
    """
    return compile_in(unit_of(inspect.getfile(function)), function)


def allocating(function: F) -> F:
    """The same for a function that makes arrays of its own, and lets go of them when it is done."""
    return compile_in(unit_of(inspect.getfile(function)), function, allocates=True)


def inlined(function: F) -> F:
    """The same for a small function, or one with few callers: its code is put into theirs.

    To be called takes a kernel some nanoseconds, more than many of them work for: an array is passed as eight words.
    """
    return compile_in(unit_of(inspect.getfile(function)), function, inline=True)


def compile_in(unit: Unit | None, function: F, allocates: bool = False, inline: bool = False) -> F:
    """The same for a function that belongs to another unit than the file it stands in; without one nothing is kept."""
    if interpreted():
        return function
    _modules.add(function.__module__)
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    if numba_parts is not None:
        there = None if unit is None else shipped(unit).kernels
        compiler = numba_parts.KernelCompiler if there is None else there.compiler
        options |= {"_nrt": allocates, "pipeline_class": compiler}
    folder = None if unit is None else cache_folder(unit)
    if folder is None:
        made = numba.njit(**options)(function)
    else:
        # The decorator reads the folder once, here; the setting is put back so that nobody else's cache moves. It is
        # one for the whole process, and two games may be loaded by two threads.
        with _one_folder_at_a_time:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(folder)
            try:
                made = numba.njit(cache=True, **options)(function)
            finally:
                config.CACHE_DIR = before
    if unit is not None and unit.home is not None and not allocates:
        _kernels[made] = unit
    return cast(
        "F", made if numba_parts is None else numba_parts.linked(made, function, options | {"forceinline": inline})
    )


class Shipped(NamedTuple):
    """The kernels that came with a package, or why they are not used."""

    kernels: precompiled.Kernels | None
    why_not: str


@functools.cache
def shipped(unit: Unit) -> Shipped:
    """The kernels of a unit that came with its package, if they can be used."""
    if precompiled is None or unit.home is None:
        return Shipped(None, "kernels are compiled here")
    try:
        return Shipped(precompiled.load(unit.home, unit.title, sources(unit)), "")
    except precompiled.Unfit as fault:
        return Shipped(None, str(fault))


def versions() -> Iterator[tuple[Unit, Callable[..., Any], tuple[Any, ...]]]:
    """Every kernel that Python has called so far and that could come with a package: its unit, what it was made of,
    and the types of the arguments, for each of its versions."""
    for kernel, unit in list(_kernels.items()):
        for kinds in kernel.overloads:
            yield unit, kernel.py_func, kinds


def direct(kernel: F, *arguments: Any) -> F:
    """A kernel's code for arguments like these, without the look that Numba takes at them each time it is called.

    That look takes longer than a step of a game. Nothing else may be passed: nobody would notice.
    """
    if interpreted():
        return kernel
    dispatcher: Any = kernel
    types = tuple(numba.typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
    dispatcher.compile(types)
    return cast("F", dispatcher.overloads[types].entry_point)


def bind(
    unit: Unit | None,
    functions: Iterable[Callable[..., Any]],
    scope: dict[str, Any],
    suffix: str = "",
    allocating: Collection[Callable[..., Any]] = (),
    inlined: Collection[Callable[..., Any]] = (),
) -> None:
    """Copy functions into a namespace and compile them there, so that the names they call mean that namespace's own.

    The compiler sees a plain call of a plain function. The suffix tells versions of one function apart on disk.
    """
    for function in functions:
        copy = rebound(function, scope, function.__name__ + suffix)
        scope[function.__name__] = compile_in(unit, copy, function in allocating, function in inlined)


def rebound(function: Callable[..., Any], namespace: dict[str, Any], name: str) -> Callable[..., Any]:
    """A copy of a plain function that looks its global names up in another namespace."""
    copy = FunctionType(function.__code__, namespace, name)
    copy.__qualname__ = name
    copy.__doc__ = function.__doc__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = str(namespace["__name__"])
    return copy


@functools.cache
def unit_of(file: str) -> Unit | None:
    """The unit that a source file belongs to: its floor, or its folder for a game, or the package from outside.

    None for a file that is in no package, such as a script: nobody could tell which other files it depends on.
    """
    path = Path(file).resolve()
    core = PACKAGE / "core"
    if path.is_relative_to(PACKAGE):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "games" and len(parts) > 2:
            name = f"games-{parts[1]}"
            return Unit(name, (core, PACKAGE / "games" / parts[1]), PACKAGE / SHIPPED, name)
        if parts[0] == "core":
            return Unit("core", (core,), PACKAGE / SHIPPED, "core")
        floors = ("core", "games", "bots", parts[0])
        return Unit(parts[0], tuple(dict.fromkeys(PACKAGE / floor for floor in floors)))
    top = None
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    if top is None:
        return None
    place = hashlib.sha256(str(top).encode()).hexdigest()[:8]
    return Unit(f"{top.name}-{place}", (core, top), top / SHIPPED, top.name)


@functools.cache
def sources(unit: Unit) -> str:
    """A hash of every source file that the unit's kernels can depend on. It is the same on every machine."""
    digest = hashlib.sha256()
    for folder in unit.folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


@functools.cache
def source_key(unit: Unit) -> str:
    """What compiled code depends on, as a hash: the sources, what compiles them, and the kernels it calls."""
    called = shipped(unit).kernels
    told = f"{numba.__version__} {sys.version} {sources(unit)} {called.key if called else ''}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def processor() -> str:
    """What Numba compiles for here: code that was kept on another kind of processor is compiled anew."""
    if interpreted():
        return ""
    from llvmlite import binding  # noqa: PLC0415  # Numba's own; there is none without it

    return str(binding.get_host_cpu_name())


def _cache_root() -> Path:
    named = os.environ.get("FLOE_CACHE_DIR")
    if named:
        return Path(named)
    from floe.core import places  # noqa: PLC0415  # a package that a borrowed machine may not have

    return places.cache() / "kernels"


@functools.cache
def cache_folder(unit: Unit) -> Path | None:
    """Where the unit's compiled code is kept; none where no such folder can be written."""
    try:
        root = _cache_root()
        prefix = unit.name + "-"
        folder = root / (prefix + source_key(unit))
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            return None
        if new:
            _drop_unused(root, prefix)
    except (ImportError, OSError, RuntimeError):  # RuntimeError: no home folder can be told
        return None
    return folder


def _drop_unused(root: Path, prefix: str) -> None:
    """Remove what earlier versions of a unit left behind and nobody has used for a while."""
    oldest = time.time() - _UNUSED_DAYS * 86400
    for folder in root.glob(prefix + "*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


class _Teller(event.Listener if numba is not None else object):  # type: ignore[misc]  # one of two bases
    """Tells the person once, when compiling really begins, why nothing seems to happen."""

    def __init__(self) -> None:
        self.tell: Callable[[], None] | None = _tell_stderr

    def on_start(self, event: Any) -> None:
        kernel = event.data["dispatcher"]
        module = getattr(kernel.py_func, "__module__", "")
        if self.tell and module in _modules and not _is_shipped(kernel, event.data["args"]):
            tell, self.tell = self.tell, None
            tell()

    def on_end(self, event: Any) -> None:
        pass


def _is_shipped(kernel: Any, kinds: tuple[Any, ...]) -> bool:
    """Whether all that is compiled of a kernel is a call of one that came with the package: that takes a moment."""
    unit = _kernels.get(kernel)
    there = None if unit is None else shipped(unit).kernels
    return there is not None and there.stands_in(kernel.py_func, kinds) is not None


def _tell_stderr() -> None:
    print("Floe is compiling the rules for this machine. This happens once and takes some seconds.", file=sys.stderr)


_teller = _Teller()
if numba is not None:
    event.register("numba:compile", _teller)  # type: ignore[no-untyped-call]  # numba leaves it untyped


@contextlib.contextmanager
def telling(tell: Callable[[], None] | None) -> Iterator[None]:
    """While this lasts, call ``tell`` (or nothing) when compiling begins, instead of writing a line to stderr."""
    before, _teller.tell = _teller.tell, tell
    try:
        yield
    finally:
        _teller.tell = before
