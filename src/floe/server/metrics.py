"""What Prometheus can ask for, at an address of its own. Numbers only: no table, guest or game of anybody is a label.

Each process counts for itself. Where several serve behind one port, ``PROMETHEUS_MULTIPROC_DIR`` names a folder in
which they count together, as prometheus_client describes; ``floe serve`` makes one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics import disable_created_metrics
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from floe.core.errors import FloeError

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
STATUSES = ("gathering", "running", "over", "cancelled")
REQUESTS = ("accepted", "refused", "stale", "repeated", "unavailable")
CHANNELS = ("push", "mail", "webhook")
NOTICES = ("sent", "later", "gone", "refused", "skipped", "dropped")
_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_THOUGHTS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

# When a counter began is a second number for each, and of no use here.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library types only half of itself


class CannotListen(FloeError):
    """Somebody else listens there, or one may not."""


class Metrics:
    """The server's counters. It also observes the store's writer."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.registry = own = registry or CollectorRegistry()
        self.sockets = Gauge("floe_sockets_open", "WebSockets open now.", registry=own, multiprocess_mode="livesum")
        self.requests = Counter(
            "floe_requests", "What players asked for at tables, by what became of it.", ["outcome"], registry=own
        )
        self.answers = Counter(
            "floe_http_answers", "What HTTP requests were answered with, by status.", ["status"], registry=own
        )
        self.answer_seconds = Histogram(
            "floe_http_answer_seconds", "How long the first byte of an answer took.", registry=own, buckets=_LATENCIES
        )
        self.append_seconds = Histogram(
            "floe_append_seconds", "From asking for an append to its being on disk.", registry=own, buckets=_LATENCIES
        )
        self.group_size = Histogram(
            "floe_append_group_size", "Appends that were committed together.", registry=own, buckets=_GROUPS
        )
        self.thought_seconds = Histogram(
            "floe_thought_seconds", "How long machine players thought.", registry=own, buckets=_THOUGHTS
        )
        self.thoughts_waiting = Gauge(
            "floe_thoughts_waiting", "Thoughts that wait for a thread.", registry=own, multiprocess_mode="livesum"
        )
        self.notices = Counter(
            "floe_notices", "Messages to people who are away, by channel and what became of them.",
            ["channel", "outcome"], registry=own,
        )  # fmt: skip
        self.faults = Counter("floe_faults", "Things that went wrong inside, by part.", ["part"], registry=own)
        self.tables = Gauge(
            "floe_tables", "Tables by status.", ["status"], registry=own, multiprocess_mode="mostrecent"
        )
        self.well = Gauge(
            "floe_well", "Whether a part is well, as /health says: 1 or 0.", ["part"], registry=own,
            multiprocess_mode="livemin",
        )  # fmt: skip
        self.requests_by = {outcome: self.requests.labels(outcome) for outcome in REQUESTS}
        """Each there from the start, as 0, and at hand."""
        for channel in CHANNELS:
            for outcome in NOTICES:
                self.notices.labels(channel, outcome)

    # The store's writer tells these

    def group_written(self, size: int) -> None:
        self.group_size.observe(size)

    def append_answered(self, seconds: float) -> None:
        self.append_seconds.observe(seconds)

    def count_tables(self, by_status: Mapping[str, int]) -> None:
        """Put down how many tables there are, as the store counts them."""
        for status in STATUSES:
            self.tables.labels(status).set(by_status.get(status, 0))


class Together(Collector):
    """What all processes have counted that share a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        _forget_dead(Path(self._folder))
        counted: Iterable[Metric] = MultiProcessCollector(None, self._folder).collect()  # type: ignore[no-untyped-call]
        return counted


@contextmanager
def told(place: str | None, registry: CollectorRegistry) -> Iterator[None]:
    """Answer Prometheus at a host and port, if there is one, from a thread of its own."""
    if place is None:
        yield
        return
    host, _, port = place.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as fault:
        raise CannotListen(f"cannot listen at {place} for metrics: {fault.strerror}") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def of_all_processes(folder: str) -> CollectorRegistry:
    """What processes have counted that share a folder."""
    together = CollectorRegistry()
    together.register(Together(folder))
    return together


def _forget_dead(folder: Path) -> None:
    """Take back what processes that are gone, perhaps killed, held open. What they counted stays counted."""
    for pid in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*_*.db")}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # as above
        except PermissionError:  # it lives, and is somebody else's
            pass
