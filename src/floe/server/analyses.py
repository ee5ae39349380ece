"""Finished games looked through by the machine, one after the other, on a thread of its own. What was found is kept."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from floe.bots.analysis import Analysis, analyse
from floe.core.record import Record
from floe.server import answers
from floe.server.logs import Log
from floe.server.tables.refusals import Refusal
from floe.server.wire import http

SIMULATIONS = 200
_KEPT = 200
_WAITING = 20
journal = Log("analyses")


@dataclass
class _Job:
    """A game that is being looked through. ``found`` is set when all of it is."""

    total: int
    done: int = 0
    found: Analysis | None = None
    failed: bool = False


class Analyses:
    """The analyses of this worker."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="floe-analysis")
        self._jobs: OrderedDict[str, _Job] = OrderedDict()

    def of(self, table_id: str, record: Record, unjudged: int = 0) -> http.Analysis:
        """How far the analysis of a game is; the first to ask begins it."""
        job = self._jobs.get(table_id)
        if job is None:
            job = self._begin(table_id, record)
        self._jobs.move_to_end(table_id)
        if job.failed:
            raise Refusal("no_analysis", "this game could not be analysed")
        if job.found is None:
            return http.Analysis(min(job.done, job.total - 1), job.total, [], [])
        return answers.analysed(job.found, job.total, unjudged)

    def _begin(self, table_id: str, record: Record) -> _Job:
        if sum(job.found is None and not job.failed for job in self._jobs.values()) >= _WAITING:
            raise Refusal("too_many", "many games wait to be analysed; try again later")
        job = self._jobs[table_id] = _Job(max(1, len(record)))
        if len(self._jobs) > _KEPT:
            self._jobs.popitem(last=False)
        self._thread.submit(self._work, job, record)
        return job

    def _work(self, job: _Job, record: Record) -> None:
        def progress(done: int, _: int) -> None:
            job.done = done

        try:
            job.found = analyse(record, SIMULATIONS, threads=1, progress=progress)
        except Exception as fault:
            job.failed = True
            journal.error("analysis_failed", fault)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
