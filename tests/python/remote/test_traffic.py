"""What runs say of requests, and requests that are late."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import ramet
from ramet import _core
from ramet import session as shared
from ramet.servers.opening import Opener
from range_server import RangeServer
from remote_columns import check, column


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session in which nothing counts as stalled that is only late."""
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, stall_timeout=50))


def _measured(server: RangeServer) -> None:
    """Have the session see so many answers that it knows when one is late."""
    while len(server.requests) < 60:
        with ramet.open(f"{server.url}/tree.root:Events") as table:
            table.arrays(["c1", "c3", "c5", "c7"], library="np")


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_a_report_has_the_requests_of_its_run(server: RangeServer, name: str) -> None:
    server.become(latency=0.03)
    total = ramet.frame(f"{server.url}/{name}.root:Events").sum("c2")
    opening = len(server.requests)
    total.run()
    assert total.value == pytest.approx(float(column(2).sum(dtype="float64")))
    traffic = total.report.traffic
    assert traffic.requests - traffic.hedges == len(server.requests) - opening > 0
    assert 1 <= traffic.depth <= traffic.requests
    assert traffic.bytes >= column(2).nbytes * 0.5
    assert 0.02 < traffic.round_trip < 1
    assert traffic.retries == 0


def test_a_report_of_a_local_file_has_none(folder: Path) -> None:
    total = ramet.frame(f"{folder}/tree.root:Events").sum("c2")
    total.run()
    assert total.report.traffic.requests == 0


def test_what_python_opens_is_counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsspec = pytest.importorskip("fsspec")
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, opener=Opener()))
    memory = fsspec.filesystem("memory")
    memory.pipe("/traffic/tree.root", (folder / "tree.root").read_bytes())
    total = ramet.frame("memory://traffic/tree.root:Events").sum("c2")
    total.run()
    assert total.report.traffic.requests > 0
    assert total.report.traffic.bytes >= column(2).nbytes * 0.5
    memory.rm("/traffic", recursive=True)


@pytest.mark.usefixtures("patient")
def test_a_late_answer_is_asked_for_once_more(server: RangeServer) -> None:
    _measured(server)
    with ramet.open(f"{server.url}/tree.root:Events") as table:
        server.become(faults=1, late=40)
        begin = time.monotonic()
        check(table.arrays(["c2", "c4"], library="np"), ["c2", "c4"])
        assert time.monotonic() - begin < 20
        ranges = [request.range for request in server.requests]
        assert len(ranges) > len(set(ranges))


@pytest.mark.usefixtures("patient")
def test_opening_is_hedged_too(server: RangeServer) -> None:
    _measured(server)
    server.become(faults=1, late=40)
    begin = time.monotonic()
    with ramet.open(f"{server.url}/tree.root:Events") as table:
        assert time.monotonic() - begin < 20
        check(table.arrays(["c2"], library="np"), ["c2"])


@pytest.mark.usefixtures("patient")
def test_a_hedge_with_another_etag_is_not_taken(server: RangeServer) -> None:
    _measured(server)
    with ramet.open(f"{server.url}/tree.root:Events") as table:
        server.become(late=1, etag='"new"')
        with pytest.raises(OSError, match="it changed while it was read: its ETag was"):
            table.arrays(["c2"], library="np")


def test_a_timeout_is_of_the_files_that_are_opened_with_it(server: RangeServer) -> None:
    server.become(sound=2, late=60)
    with ramet.open(f"{server.url}/tree.root:Events", timeout=0.1) as table:
        begin = time.monotonic()
        with pytest.raises(OSError, match=r"no byte came for 0\.1 s, after 5 tries"):
            table.arrays(["c2"], library="np")
        assert time.monotonic() - begin < 10
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ramet.MisuseError, match="timeout="):
            ramet.open(f"{server.url}/tree.root", timeout=wrong)


@pytest.mark.parametrize(("threads", "expected"), [(0, max(16, len(os.sched_getaffinity(0)))), (3, 3)])
def test_threads_that_wait_for_servers_are_many_unless_their_number_is_chosen(
    server: RangeServer, monkeypatch: pytest.MonkeyPatch, threads: int, expected: int
) -> None:
    monkeypatch.setattr(shared._shared, "_session", _core.Session(threads))
    total = ramet.frame([f"{server.url}/tree.root:Events"] * 3).sum("c2")
    total.run()
    assert total.value == pytest.approx(3 * float(column(2).sum(dtype="float64")))
    assert f"{expected} threads" in str(total.explain())


def test_as_many_threads_as_cores_may_be_chosen(server: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = shared._SharedSession()
    monkeypatch.setattr(shared, "_shared", sessions)
    cores = len(os.sched_getaffinity(0))
    assert sessions.get().threads == cores
    shared.use_threads(cores)
    total = ramet.frame(f"{server.url}/tree.root:Events").sum("c2")
    total.run()
    assert f" on {cores} thread" in str(total.explain())
