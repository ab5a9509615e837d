"""What an engine is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from ramet.errors import MisuseError

__all__ = ["Engine", "Future", "engine_of", "when_done"]


class Future(Protocol):
    """What a worker will answer, as of concurrent.futures and of Dask."""

    def result(self) -> bytes:
        """What `ramet.distribute.run_task` returned. Raises WorkerLostError, or anything else, if there is no answer:
        the task is given to another worker."""

    def add_done_callback(self, function: Callable[[Any], object]) -> None:
        """Have a function called with this when it is done, on any thread."""


@runtime_checkable
class Engine(Protocol):
    """Has workers do tasks. A task is bytes, for which a worker calls `ramet.distribute.run_task`; tasks may be done in
    any order, more than once, and by any process that sees the same files. Threads: called by one at a time."""

    def workers(self) -> int:
        """How many tasks are done at the same time."""

    def submit(self, task: bytes) -> Future:
        """Have a task done."""

    def cancel(self) -> None:
        """Stop what was submitted: nobody waits for it any longer."""


def engine_of(on: Any) -> Engine:
    """The engine that `on=` means: one, a client of Dask, the module ray, a session or context of Spark, or an executor
    of concurrent.futures.

    Raises:
        MisuseError: it is none of these.
    """
    if isinstance(on, type):
        raise MisuseError(f"on={on.__name__}: expected one of them, as {on.__name__}(), not the class")
    if isinstance(on, Engine):
        return on
    if (engine := _engine_of_package(on)) is not None:
        return engine
    if isinstance(on, Executor):
        from ramet.distribute.engines.of_executor import OfExecutor

        return OfExecutor(on)
    raise MisuseError(
        f"on={on!r}: expected ramet.distribute.Processes, a client of dask.distributed, the module ray, a "
        "SparkSession, an executor of concurrent.futures, or an object with the methods workers, submit and cancel"
    )


def when_done(future: Future, call: Callable[[], object]) -> None:
    """Have a function called when a future is done, on any thread: once, though some engines tell twice."""
    is_told = threading.Lock()  # taken by the first call

    def told(_: Any) -> None:
        if is_told.acquire(blocking=False):
            call()

    future.add_done_callback(told)


def _engine_of_package(on: Any) -> Engine | None:
    """The engine of what another package has, which is not imported to find out."""
    package = type(on).__module__.partition(".")[0]
    if package == "distributed" and hasattr(on, "submit"):
        from ramet.distribute.engines.of_dask import OfDask

        return OfDask(on)
    if isinstance(on, ModuleType) and on.__name__ == "ray":
        from ramet.distribute.engines.of_ray import OfRay

        return OfRay(on)
    if package == "pyspark" and type(on).__name__ in ("SparkSession", "SparkContext"):
        from ramet.distribute.engines.of_spark import OfSpark

        return OfSpark(on)
    return None
