"""Dask: a cluster of any kind that dask.distributed has a client of."""

from __future__ import annotations

from typing import Any

from ramet.arguments import real_number
from ramet.distribute.engines.foreign_future import ForeignFuture
from ramet.distribute.worker import run_task
from ramet.errors import MisuseError

__all__ = ["OfDask"]

_MOST_ASKED = 256  # workers of an adaptive cluster, which may have no limit


class OfDask:
    """Has the workers of a cluster of Dask do tasks; `on=client` makes it. Workers need ramet and see the files by the
    same paths. A worker of Dask should have one thread: ramet uses all cores of a machine by itself, or as many as the
    environment allows the process. Threads: as of Engine.

    Args:
        client: a dask.distributed.Client.
        timeout: seconds for the answer of a task that is done to come from its worker, after which another one does
            the task again: Dask waits long for a worker that is stopped.

    Raises:
        MisuseError: no time.
    """

    def __init__(self, client: Any, *, timeout: float = 60.0) -> None:
        self._client = client
        self._timeout = real_number(timeout, "timeout")
        if not self._timeout > 0:
            raise MisuseError(f"timeout={timeout}: expected more than 0 s")
        self._submitted: list[ForeignFuture] = []

    def workers(self) -> int:
        """The threads of the cluster's workers, or how many workers were asked for, if more: those of a batch system
        come later, and an adaptive cluster starts them when tasks wait."""
        known = self._client.scheduler_info(n_workers=-1)["workers"].values()
        cluster = getattr(self._client, "cluster", None)
        asked = len(getattr(cluster, "worker_spec", None) or ())
        most = getattr(getattr(cluster, "_adaptive", None), "maximum", 0) or 0
        return max(1, sum(int(one["nthreads"]) for one in known), asked, int(min(most, _MOST_ASKED)))

    def submit(self, task: bytes) -> ForeignFuture:
        """As of Engine."""
        future = ForeignFuture(self._client.submit(run_task, task, pure=False), "Dask", timeout=self._timeout)
        self._submitted = [*(one for one in self._submitted if not one.is_done()), future]
        return future

    def cancel(self) -> None:
        """As of Engine. A task that has begun is not stopped by Dask: its answer is thrown away."""
        for future in self._submitted:
            future.cancel()
        self._submitted = []
