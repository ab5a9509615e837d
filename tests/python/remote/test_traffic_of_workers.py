"""Reports have what the processes of workers fetched of servers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import ramet
from ramet.distribute import Processes
from range_server import RangeServer
from remote_columns import column


@pytest.fixture
def processes() -> Iterator[Processes]:
    """Two worker processes."""
    made = Processes(2, timeout=10)
    yield made
    made.close()


def _expected() -> float:
    return float(column(2).sum(dtype="float64"))


def test_a_report_has_the_bytes_of_worker_processes(server: RangeServer, processes: Processes) -> None:
    total = ramet.frame(f"{server.url}/tree.root:Events").sum("c2")
    before = len(server.requests)
    (report,) = ramet.run(total, on=processes)
    assert total.value == pytest.approx(_expected())
    assert report.traffic.bytes > 0.5 * column(2).nbytes
    assert 0 < report.traffic.requests <= len(server.requests) - before
    assert report.traffic.depth >= 1


def test_what_tasks_in_the_same_process_fetch_is_counted_once(server: RangeServer) -> None:
    total = ramet.frame(f"{server.url}/tree.root:Events").sum("c2")
    before = len(server.requests)
    with ThreadPoolExecutor(2) as executor:
        (report,) = ramet.run(total, on=executor)
    assert total.value == pytest.approx(_expected())
    assert report.traffic.bytes > 0.5 * column(2).nbytes
    assert report.traffic.requests <= len(server.requests) - before
    assert report.traffic.bytes <= sum(request.sent for request in server.requests[before:])


def test_a_report_of_local_files_has_none(folder: Path, processes: Processes) -> None:
    (report,) = ramet.run(ramet.frame(f"{folder}/tree.root:Events").sum("c2"), on=processes)
    assert report.traffic.requests == 0
