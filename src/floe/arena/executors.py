"""Where games are played: in this process, in processes on this machine's cores, or on a Ray cluster.

Each executor takes games one by one as it has room for them, so that a run of any length needs little memory, and
yields results as games end, in any order. A game that fails raises ``GameFailed``. Closing the iterator ends the work.
Other work that falls into many parts is done in the same places (``run``): a function that can be imported by name, and
what it is given, part by part. It returns the error of a part that fails.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeAlias, TypeVar

from floe.arena.match import GameFailed, Match, MatchResult, play_or_say_why
from floe.core.errors import BadOption, FloeError, shown
from floe.core.threads import cores, use_at_most

Games: TypeAlias = Generator[MatchResult, None, None]
Part = TypeVar("Part")
Done = TypeVar("Done")


class Executor(Protocol):
    """A place where games are played."""

    def play(self, matches: Iterable[Match]) -> Games:
        """Play games and yield each result as its game ends, in any order."""
        ...


def _done(answer: Done | FloeError) -> Done:
    if isinstance(answer, FloeError):
        raise answer
    return answer


class InProcess:
    """One game after the other, right here: for few games, and for a debugger."""

    def play(self, matches: Iterable[Match]) -> Games:
        return self.run(play_or_say_why, matches)

    def run(self, work: Callable[[Part], Done | FloeError], parts: Iterable[Part]) -> Generator[Done, None, None]:
        return (_done(work(part)) for part in parts)


class LocalProcesses:
    """So many processes on this machine, one game each at a time.

    The cores are shared out: with as many processes as cores each has one to itself, with one process that one has
    them all. So a machine player that would think on every core does not take them from its neighbours.
    """

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = cores() if jobs is None else jobs
        if self.jobs < 1:
            raise BadOption(f"games are played by 1 process or more, not {shown(jobs)}")

    def play(self, matches: Iterable[Match]) -> Games:
        return self.run(play_or_say_why, matches)

    def run(self, work: Callable[[Part], Done | FloeError], parts: Iterable[Part]) -> Generator[Done, None, None]:
        waiting = iter(parts)
        workers: dict[Connection, _Worker] = {}
        try:
            for place, part in enumerate(itertools.islice(waiting, self.jobs)):
                worker = _Worker(place, self.jobs, work)
                workers[worker.line] = worker
                worker.give(part)
            busy = dict(workers)
            while busy:
                for line in wait(list(busy)):
                    worker = workers[line]  # type: ignore[index]  # only Connections were waited for
                    yield worker.answer()
                    following = next(waiting, None)
                    if following is None:
                        del busy[worker.line]
                    else:
                        worker.give(following)
        finally:
            for worker in workers.values():
                worker.end()


class _Worker:
    """A process that works on what it is given, and the line to it."""

    def __init__(self, place: int, jobs: int, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")  # forking a process that has threads is unsafe
        self.line, theirs = context.Pipe()
        self.part: Any = None
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, place, jobs, work), daemon=True)
        with _no_interrupts():
            self.process.start()
        theirs.close()

    def give(self, part: Any) -> None:
        self.part = part
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has died, which answer() will say
            self.line.send(part)

    def answer(self) -> Any:
        """What came of the part that it was given last."""
        try:
            return _done(self.line.recv())
        except (EOFError, ConnectionResetError):
            self.process.join()
            raise GameFailed(self.part, f"its process ended with code {self.process.exitcode}") from None

    def end(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join()
        self.process.close()


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """A process started meanwhile never hears of Ctrl-C, which reaches every process: the first one decides."""
    if threading.current_thread() is not threading.main_thread():  # only that one may say what a signal does
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(line: Connection, place: int, jobs: int, work: Callable[[Any], Any]) -> None:
    """The life of a worker: work on what comes until nothing comes any more."""
    _take_share_of_cores(place, jobs)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            line.send(work(line.recv()))


def _take_share_of_cores(place: int, jobs: int) -> None:
    """Keep this process to its share of the cores, and where the system can bind it to some, to those."""
    each = max(1, cores() // jobs)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, _share_of_cores(place, jobs))
    use_at_most(each)


def _share_of_cores(place: int, jobs: int) -> set[int]:
    """The cores of the worker at a place."""
    every = sorted(os.sched_getaffinity(0))
    each = max(1, len(every) // jobs)
    return {every[(place * each + n) % len(every)] for n in range(each)}


def _work_on_one_core(work: Callable[[Part], Done], part: Part, folder: str) -> Done:
    """Ray gives a task one core, but lets it see all of them. Players are looked for where the run was started."""
    use_at_most(1)
    with contextlib.suppress(OSError):  # on another machine that has no such folder
        os.chdir(folder)
    return work(part)


class RayCluster:
    """The cores of a Ray cluster, one game each. ``address`` is what ``ray.init`` takes; ``local`` starts one here.

    The nodes need Floe of the same version, and the modules and files of players from outside, by the same names.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BadOption("--ray needs Ray; install it with: pip install 'floe-games[ray]'") from None
        self._address = address
        self._jobs = jobs

    def play(self, matches: Iterable[Match]) -> Games:
        return self.run(play_or_say_why, matches)

    def run(self, work: Callable[[Part], Done | FloeError], parts: Iterable[Part]) -> Generator[Done, None, None]:
        ray = self._ray
        try:
            ray.init(address=self._address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as fault:
            raise BadOption(f"there is no Ray cluster at {shown(self._address)}: {fault}") from None
        try:
            yield from self._run(work, parts)
        finally:
            ray.shutdown()

    def _run(self, work: Callable[[Part], Done | FloeError], parts: Iterable[Part]) -> Generator[Done, None, None]:
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=0)(_work_on_one_core)
        room = self._jobs or 2 * int(ray.cluster_resources().get("CPU", 1))  # one plays, one waits beside it
        waiting = iter(parts)
        folder = os.getcwd()
        running = {remote.remote(work, part, folder): part for part in itertools.islice(waiting, room)}
        while running:
            (ended, *_), _ = ray.wait(list(running), num_returns=1)
            part = running.pop(ended)
            try:
                answer = ray.get(ended)
            except ray.exceptions.RayError as fault:
                raise GameFailed(part, f"{type(fault).__name__}: {fault}") from None
            yield _done(answer)
            for following in itertools.islice(waiting, 1):
                running[remote.remote(work, following, folder)] = following
