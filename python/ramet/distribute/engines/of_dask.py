"""Dask: a cluster of any kind that dask.distributed has a client of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ramet.distribute.errors import WorkerLostError
from ramet.distribute.worker import run_task

__all__ = ["OfDask"]


class _DaskFuture:
    """An answer of a worker of Dask. Threads: as Dask's own."""

    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> bytes:
        """As of Future."""
        try:
            answer: bytes = self._future.result()
        except Exception as error:
            raise WorkerLostError(f"a worker of Dask: {type(error).__name__}: {error}") from error
        return answer

    def add_done_callback(self, function: Callable[[Any], object]) -> None:
        """As of Future."""
        self._future.add_done_callback(lambda _: function(self))

    def cancel(self) -> None:
        """Have Dask forget the task."""
        self._future.cancel()


class OfDask:
    """Has the workers of a cluster of Dask do tasks; `on=client` makes it. Workers need ramet and see the files by the
    same paths. A worker of Dask should have one thread: ramet uses all cores of a machine by itself, or as many as the
    environment allows the process. Threads: as of Engine.

    Args:
        client: a dask.distributed.Client.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._submitted: list[_DaskFuture] = []

    def workers(self) -> int:
        """The threads of the cluster's workers."""
        known = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return max(1, sum(int(one["nthreads"]) for one in known))

    def submit(self, task: bytes) -> _DaskFuture:
        """As of Engine."""
        future = _DaskFuture(self._client.submit(run_task, task, pure=False))
        self._submitted = [*(one for one in self._submitted if not one._future.done()), future]
        return future

    def cancel(self) -> None:
        """As of Engine. A task that has begun is not stopped by Dask: its answer is thrown away."""
        for future in self._submitted:
            future.cancel()
        self._submitted = []
