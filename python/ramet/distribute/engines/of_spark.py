"""Spark: the executors of a SparkContext."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from ramet.distribute.engines.foreign_future import ForeignFuture
from ramet.distribute.worker import run_task_on_threads
from ramet.errors import MisuseError

__all__ = ["OfSpark"]

_TASKS_OF_WORKER = 2  # as many as a run gives to a worker, of which one waits


def _first_lines(error: Exception) -> str:
    """What happened, without the pages of Java's frames that follow."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(line for line in lines if not line.startswith(("at ", "...")))[:500]


class OfSpark:
    """Has the executors of Spark do tasks, each as a job of its own; `on=session` or `on=context` makes it. Executors
    need ramet and see the files by the same paths. Each task has as many threads as `spark.task.cpus` says. A Python
    process that is killed is replaced by Spark, and its part is given to another one. Threads: as of Engine.

    Args:
        spark: a SparkContext, or a SparkSession that has one, which those of Spark Connect do not.

    Raises:
        MisuseError: a session without a context.
    """

    def __init__(self, spark: Any) -> None:
        try:
            self._context = getattr(spark, "sparkContext", spark)
            self._threads = int(self._context.getConf().get("spark.task.cpus", "1"))
        except Exception as error:
            raise MisuseError(f"on={type(spark).__name__}: expected a Spark with a SparkContext: {error}") from error
        self._group = f"ramet {uuid.uuid4()}"
        # A job is waited for by the thread that asks for it.
        self._waiting = self._new_pool()

    def workers(self) -> int:
        """How many tasks Spark does at the same time."""
        return max(1, int(self._context.defaultParallelism) // self._threads)

    def submit(self, task: bytes) -> ForeignFuture:
        """As of Engine."""
        return ForeignFuture(self._waiting.submit(self._do, task), "Spark", told=_first_lines)

    def cancel(self) -> None:
        """As of Engine: what was begun is ended, and what was not is forgotten."""
        waiting, self._waiting = self._waiting, self._new_pool()
        waiting.shutdown(wait=False, cancel_futures=True)
        self._context.cancelJobGroup(self._group)

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(_TASKS_OF_WORKER * self.workers(), thread_name_prefix="ramet and Spark")

    def _do(self, task: bytes) -> bytes:
        """Have one job done. Its group is a property of the thread."""
        self._context.setJobGroup(self._group, "ramet", interruptOnCancel=False)
        run = partial(run_task_on_threads, threads=self._threads)
        answers: list[bytes] = self._context.parallelize([task], 1).map(run).collect()
        return answers[0]
