"""Ray: a cluster that the module `ray` was initialised with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ramet.arguments import whole_number
from ramet.distribute.errors import WorkerLostError
from ramet.distribute.worker import run_task_on_threads
from ramet.errors import MisuseError

__all__ = ["OfRay"]


class _RayFuture:
    """An answer of a worker of Ray. Threads: as those of concurrent.futures."""

    def __init__(self, ray: Any, reference: Any) -> None:
        self._ray = ray
        self._reference = reference
        self._future = reference.future()

    def result(self) -> bytes:
        """As of Future."""
        try:
            answer: bytes = self._future.result()
        except Exception as error:
            raise WorkerLostError(f"a worker of Ray: {type(error).__name__}: {error}") from error
        return answer

    def add_done_callback(self, function: Callable[[Any], object]) -> None:
        """As of Future."""
        self._future.add_done_callback(lambda _: function(self))

    def is_done(self) -> bool:
        """Whether there is an answer, or none will come."""
        return bool(self._future.done())

    def cancel(self) -> None:
        """Have Ray end the process that does it."""
        self._ray.cancel(self._reference, force=True)


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
        self._submitted: list[_RayFuture] = []

    def workers(self) -> int:
        """How many fit on the cores of the cluster."""
        cores = float(self._ray.cluster_resources().get("CPU", 1))
        return max(1, int(cores / self._threads))

    def submit(self, task: bytes) -> _RayFuture:
        """As of Engine."""
        future = _RayFuture(self._ray, self._run.remote(task, self._threads))
        self._submitted = [*(one for one in self._submitted if not one.is_done()), future]
        return future

    def cancel(self) -> None:
        """As of Engine: processes that work are ended."""
        for future in self._submitted:
            if not future.is_done():
                future.cancel()
        self._submitted = []
