"""Numbers for Prometheus."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from floe.server.metrics import Metrics

COUNT_AND_PRINT = """
import os, sys
from floe.server.metrics import Metrics
metrics = Metrics()
metrics.sockets.inc(2)
metrics.requests.labels("accepted").inc()
sys.stdout.buffer.write(metrics.text())
os._exit(0)  # as a killed worker would, without a word to anybody
"""


def samples(text: bytes) -> dict[tuple[str, str], float]:
    return {
        (sample.name, ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def test_everything_is_there_from_the_start() -> None:
    read = samples(Metrics().text())
    assert read["floe_sockets_open", ""] == 0
    assert read["floe_requests_total", "outcome=accepted"] == 0
    assert read["floe_append_seconds_count", ""] == 0
    assert read["floe_thought_seconds_count", ""] == 0


def test_what_happens_is_counted() -> None:
    metrics = Metrics()
    metrics.group_written(5)
    metrics.append_answered(0.004)
    metrics.sockets.inc()
    metrics.requests.labels("stale").inc()
    metrics.count_tables({"running": 7, "over": 2})
    metrics.count_tables({"running": 6, "over": 3})
    read = samples(metrics.text())
    assert read["floe_append_group_size_sum", ""] == 5
    assert read["floe_append_seconds_bucket", "le=0.0025"] == 0
    assert read["floe_append_seconds_bucket", "le=0.005"] == 1
    assert read["floe_sockets_open", ""] == 1
    assert read["floe_requests_total", "outcome=stale"] == 1
    assert [read["floe_tables", f"status={one}"] for one in ("gathering", "running", "over")] == [0, 6, 3]


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.sockets.inc()
    assert samples(other.text())["floe_sockets_open", ""] == 0


def test_processes_that_serve_together_count_together(tmp_path: Path) -> None:
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for number in (1, 2):
        done = subprocess.run([sys.executable, "-c", COUNT_AND_PRINT], env=environment, capture_output=True, check=True)
        read = samples(done.stdout)
        assert read["floe_requests_total", "outcome=accepted"] == number
        assert read["floe_sockets_open", ""] == 2  # those of the process before went with it
