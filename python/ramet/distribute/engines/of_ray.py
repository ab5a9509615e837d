"""Ray: a cluster that the module `ray` was initialised with."""

from __future__ import annotations

from typing import Any

from ramet.arguments import whole_number
from ramet.distribute.engines.foreign_future import ForeignFuture
from ramet.distribute.worker import run_task_on_threads
from ramet.errors import MisuseError

__all__ = ["OfRay"]


class OfRay:
    """Has the workers of a cluster of Ray do tasks; `on=ray` makes it. Workers need ramet and see the files by the same
    paths. A worker that is killed is replaced by Ray, and its part is given to another one. Threads: as of Engine.

    Args:
        ray: the module, after `ray.init()`.
        threads: of each worker, for which Ray reserves as many cores.

    Raises:
        MisuseError: `ray.init()` was not called, or no threads.
    """

    def __init__(self, ray: Any, *, threads: int = 1) -> None:
        if not ray.is_initialized():
            raise MisuseError("on=ray: expected a Ray that was started: call ray.init() before")
        self._ray = ray
        self._threads = whole_number(threads, "threads", 1)
        # Retries are ours: an error says what happened in each of them.
        self._run = ray.remote(num_cpus=self._threads, max_retries=0)(run_task_on_threads)
        self._submitted: list[ForeignFuture] = []

    def workers(self) -> int:
        """How many fit on the cores of the cluster."""
        cores = float(self._ray.cluster_resources().get("CPU", 1))
        return max(1, int(cores / self._threads))

    def submit(self, task: bytes) -> ForeignFuture:
        """As of Engine."""
        reference = self._run.remote(task, self._threads)
        # Ray ends the process that does it.
        future = ForeignFuture(reference.future(), "Ray", cancel=lambda: self._ray.cancel(reference, force=True))
        self._submitted = [*(one for one in self._submitted if not one.is_done()), future]
        return future

    def cancel(self) -> None:
        """As of Engine: processes that work are ended."""
        for future in self._submitted:
            if not future.is_done():
                future.cancel()
        self._submitted = []
