"""An event loop in which time is a number: it jumps to whatever is next, and nothing in it asks the real machine.

Several *processes* of the server share the loop. What a process does carries it in its context, so that it can be
killed as by SIGKILL: from then on nothing of it runs, at whatever await it stood; no ``finally``, no callback.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import itertools
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

Answer = TypeVar("Answer")
Given = TypeVarTuple("Given")


class Process:
    """One process of the server, for as long as it lives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self._context = contextvars.Context()
        self._context.run(_process.set, self)

    @property
    def context(self) -> contextvars.Context:
        """For what is begun in this process from outside."""
        return self._context.copy()


_process: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
OUTSIDE = contextvars.Context()
"""The context of all that belongs to no process: people, the network, the machine that everything runs on."""


def current() -> Process | None:
    """The process that runs just now; none outside of all."""
    return _process.get()


class _Task(asyncio.Task[Any]):
    """Sets of tasks are gone through in an order that depends on hashes, and those must not depend on memory."""

    _numbers = itertools.count()

    def __init__(self, *given: Any, **named: Any) -> None:
        self._number = next(_Task._numbers)
        super().__init__(*given, **named)

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class Stuck(Exception):
    """Nothing is left that could ever happen."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is ready; then time jumps to the next timer."""

    _ready: Any

    def __init__(self, pause: Callable[[], float]) -> None:
        """``pause`` says how long a piece of work takes that is handed to a thread."""
        super().__init__()
        self._now = 0.0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        """By time, and of one time in the order in which they were set; so they are compared as plain numbers."""
        self._timer_numbers = itertools.count()
        self._pause = pause
        self._dead: list[object] = []
        self._alive: dict[Process, set[asyncio.Task[Any]]] = {}
        self.set_task_factory(self._new_task)  # type: ignore[arg-type]  # its protocol names no keywords
        self.set_exception_handler(lambda _, told: self.failed(str(told.get("message")), told.get("exception")))
        self.failed: Callable[[str, BaseException | None], None] = lambda words, fault: None
        """Told of whatever nobody caught."""

    def time(self) -> float:
        return self._now

    def skip_to(self, when: float) -> None:
        """Leave out a time in which nothing happens that matters. Timers that were due in it are due now."""
        self._now = max(self._now, when)

    def next_outside(self) -> float | None:
        """When something is due that belongs to no process; now, if anything is ready to run."""
        if self._ready:
            return self._now
        waiting = (when for when, _, one in self._timers if not one.cancelled() and _process_of(one) is None)
        return min(waiting, default=None)

    def call_later(
        self,
        delay: float,
        callback: Callable[[*Given], object],
        *args: *Given,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Given], object],
        *args: *Given,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._timer_numbers), timer))
        return timer

    def spawn(self, process: Process | None, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Begin something in a process, or outside."""
        return self.create_task(work, context=OUTSIDE.copy() if process is None else process.context)

    def later(self, seconds: float, work: Callable[..., object], *given: object) -> asyncio.TimerHandle:
        """Do something outside of all processes."""
        return self.call_later(seconds, work, *given, context=OUTSIDE)

    def kill(self, process: Process) -> None:
        """End a process at once. What it was about to do is kept, so that nothing of it is run by being cleared up."""
        process.alive = False
        self._dead.append(self._alive.pop(process, None))

    def run_in_executor(  # type: ignore[override]  # there are no threads here
        self, executor: Executor | None, func: Callable[..., Answer], *args: Any
    ) -> asyncio.Future[Answer]:
        """Work for a thread is done here, some time later; and some time after that the answer is there."""
        future: asyncio.Future[Answer] = self.create_future()
        self.call_later(self._pause(), self._work, future, func, args)
        return future

    def _work(self, future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if future.cancelled():
            return
        try:
            answer = func(*args)
        except Exception as fault:
            self.call_later(self._pause(), fail, future, fault)
        else:
            self.call_later(self._pause(), resolve, future, answer)

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **named: Any
    ) -> asyncio.Task[Any]:
        task = _Task(work, loop=loop, **named)
        context = named.get("context")
        process = _process.get() if context is None else context.get(_process)
        if process is not None:
            living = self._alive.setdefault(process, set())
            living.add(task)
            task.add_done_callback(living.discard)
        return task

    def _run_once(self) -> None:
        ready, timers = self._ready, self._timers
        while timers and timers[0][2].cancelled():
            heapq.heappop(timers)
        if not ready:
            if not timers:
                raise Stuck
            self._now = max(self._now, timers[0][0])
        while timers and timers[0][0] <= self._now:
            ready.append(heapq.heappop(timers)[2])
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle.cancelled():
                continue
            process = _process_of(handle)
            if process is not None and not process.alive:
                self._dead.append(handle)
            else:
                handle._run()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """They are passed over when their time comes."""

    def _process_events(self, event_list: object) -> None:
        """There is no real network."""

    def _write_to_self(self) -> None:
        """There are no threads that could wake it."""


def _process_of(handle: asyncio.Handle) -> Process | None:
    context: contextvars.Context = handle._context  # type: ignore[attr-defined]
    return context.get(_process)


def resolve(future: asyncio.Future[Any], answer: object) -> None:
    if not future.done():
        future.set_result(answer)


def fail(future: asyncio.Future[Any], fault: BaseException) -> None:
    if not future.done():
        future.set_exception(fault)
