"""Frames computed by several processes, of this machine or of a cluster, with the bits that one process gives.

>>> import ramet
>>> from ramet.distribute import Processes
>>> with Processes(2) as processes:  # doctest: +SKIP
...     ramet.frame("events.root:Events").histo1d("pt", 50, (0, 100)).run(on=processes)
"""

from __future__ import annotations

from ramet.distribute.engines.engine import Engine, Future
from ramet.distribute.engines.of_dask import OfDask
from ramet.distribute.engines.of_executor import OfExecutor
from ramet.distribute.engines.of_ray import OfRay
from ramet.distribute.engines.of_spark import OfSpark
from ramet.distribute.engines.processes import Processes
from ramet.distribute.errors import LeftOutWarning, WorkerLostError
from ramet.distribute.jobs import JobFolder
from ramet.distribute.tasks import Task
from ramet.distribute.worker import run_task

__all__ = [
    "Engine",
    "Future",
    "JobFolder",
    "LeftOutWarning",
    "OfDask",
    "OfExecutor",
    "OfRay",
    "OfSpark",
    "Processes",
    "Task",
    "WorkerLostError",
    "run_task",
]
