"""Workers that come while a run goes on, as those of batch systems do."""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import ramet
from ramet.distribute import OfDask, run_task


class Growing:
    """An engine of one worker, and of eight after a while. Threads: any."""

    def __init__(self) -> None:
        self.most = 0
        self.submitted = 0
        self._looks = 0
        self._now = 0
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(8)

    def workers(self) -> int:
        self._looks += 1
        return 1 if self._looks == 1 else 8

    def submit(self, task: bytes) -> Future[bytes]:
        self.submitted += 1
        return self._pool.submit(self._done, task)

    def cancel(self) -> None:
        self._pool.shutdown()

    def _done(self, task: bytes) -> bytes:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.2)
        answer = run_task(task)
        with self._lock:
            self._now -= 1
        return answer


def _asked() -> list[ramet.Result[float]]:
    frame = ramet.frame(entries=2_000_000, seed=3).define("x", "normal()")
    return [frame.sum("x"), frame.filter("x > 1").mean("x")]


def test_workers_that_come_later_get_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ramet.distribute.run_on._COUNT_SECONDS", 0.3)
    engine = Growing()
    spread, alone = _asked(), _asked()
    ramet.run(spread, on=engine)
    assert engine.most > 2  # which is what one worker gets at a time
    assert engine.submitted > 16  # about eight for the first one
    assert [one.value for one in spread] == [one.value for one in alone]


@pytest.mark.parametrize(
    ("threads", "cluster", "workers"),
    [
        ([], None, 1),
        ([2, 2], None, 4),
        ([1], SimpleNamespace(worker_spec={0: {}, 1: {}, 2: {}}), 3),
        ([4], SimpleNamespace(worker_spec={0: {}}), 4),
        ([], SimpleNamespace(worker_spec={}, _adaptive=SimpleNamespace(maximum=40)), 40),
        ([], SimpleNamespace(worker_spec={}, _adaptive=SimpleNamespace(maximum=math.inf)), 256),
        ([1], SimpleNamespace(worker_spec={}, _adaptive=None), 1),
    ],
)
def test_workers_of_dask_that_were_asked_for_count(threads: list[int], cluster: object, workers: int) -> None:
    known = {str(number): {"nthreads": one} for number, one in enumerate(threads)}
    client = SimpleNamespace(scheduler_info=lambda n_workers: {"workers": known}, cluster=cluster)
    assert OfDask(client).workers() == workers
