"""Numbers for Prometheus."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from floe.server.metrics import FOLDER, CannotListen, Metrics, of_all_processes, told
from tests.server.live import PATIENCE_S, Live, serving
from tests.server.services import free_port

COUNT = """
import os
from floe.server.metrics import Metrics
metrics = Metrics()
metrics.sockets.inc(2)
metrics.requests.labels("accepted").inc()
os._exit(0)  # as a killed worker would, without a word to anybody
"""


def samples(registry: CollectorRegistry) -> dict[tuple[str, str], float]:
    return {
        (sample.name, ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
        for family in registry.collect()
        for sample in family.samples
    }


def test_everything_is_there_from_the_start() -> None:
    read = samples(Metrics().registry)
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
    read = samples(metrics.registry)
    assert read["floe_append_group_size_sum", ""] == 5
    assert read["floe_append_seconds_bucket", "le=0.0025"] == 0
    assert read["floe_append_seconds_bucket", "le=0.005"] == 1
    assert read["floe_sockets_open", ""] == 1
    assert read["floe_requests_total", "outcome=stale"] == 1
    assert [read["floe_tables", f"status={one}"] for one in ("gathering", "running", "over")] == [0, 6, 3]


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.sockets.inc()
    assert samples(other.registry)["floe_sockets_open", ""] == 0


def test_processes_that_serve_together_count_together(tmp_path: Path) -> None:
    for number in (1, 2):
        subprocess.run([sys.executable, "-c", COUNT], env=os.environ | {FOLDER: str(tmp_path)}, check=True)
        read = samples(of_all_processes(str(tmp_path)))
        assert read["floe_requests_total", "outcome=accepted"] == number
        assert ("floe_sockets_open", "") not in read  # those of the process went with it


# Where they are told


@pytest.mark.anyio
async def test_numbers_are_told_at_an_address_of_their_own(tmp_path: Path) -> None:
    place = f"127.0.0.1:{free_port()}"
    async with (
        serving(str(tmp_path / "floe.sqlite"), metrics=place) as live,
        httpx.AsyncClient(timeout=PATIENCE_S) as prometheus,
    ):
        await (await live.person("Ada")).new_table("me", "open")
        live.worker.scheduler._said_again = 0
        await live.worker.scheduler.beat()
        answer = await prometheus.get(f"http://{place}/metrics")
        names = {family.name for family in text_string_to_metric_families(answer.text)}
        assert {"floe_sockets_open", "floe_http_answers", "floe_http_answer_seconds"} <= names
        assert 'floe_tables{status="gathering"} 1.0' in answer.text
        assert 'floe_http_answers_total{status="201"} 1.0' in answer.text


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "/metrics%2f", "//metrics"])
async def test_players_are_told_no_numbers(live: Live, path: str) -> None:
    async with live.anonymous() as browser:
        assert "floe_sockets_open" not in (await browser.get(path)).text


def test_a_place_that_is_taken_is_refused_in_one_line() -> None:
    place = f"127.0.0.1:{free_port()}"
    one, other = told(place, CollectorRegistry()), told(place, CollectorRegistry())
    with one, pytest.raises(CannotListen, match=place), other:
        pass
