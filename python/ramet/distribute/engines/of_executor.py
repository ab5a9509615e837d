"""Executors of concurrent.futures: those of the standard library, of loky, and mpi4py.futures.MPIPoolExecutor."""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future

from ramet.distribute.worker import run_task

__all__ = ["OfExecutor"]


class OfExecutor:
    """Has an executor do tasks; `on=executor` makes it. One of processes must start them anew ("spawn"), because a fork
    lacks the threads of this process. Threads: as of Engine.

    Args:
        executor: of concurrent.futures.
        workers: how many tasks it does at the same time; by default as many as it says, or as there are cores.
    """

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self._executor = executor
        told = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
        self._workers = workers or told or os.cpu_count() or 1
        self._submitted: list[Future[bytes]] = []

    def workers(self) -> int:
        """As of Engine."""
        return self._workers

    def submit(self, task: bytes) -> Future[bytes]:
        """As of Engine."""
        future = self._executor.submit(run_task, task)
        self._submitted = [*(one for one in self._submitted if not one.done()), future]
        return future

    def cancel(self) -> None:
        """As of Engine. A task that has begun goes on to its end; its answer is thrown away."""
        for future in self._submitted:
            future.cancel()
        self._submitted = []
