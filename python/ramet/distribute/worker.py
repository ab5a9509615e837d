"""What a worker does: it makes the graph of a plan, keeps it, and does parts of runs."""

from __future__ import annotations

import atexit
import json
import threading
from collections import OrderedDict
from typing import Any

from ramet import _core
from ramet.distribute.graph import booked_of
from ramet.distribute.stamps import require_same
from ramet.distribute.tasks import Task, failed, plan_text, succeeded
from ramet.places import is_url
from ramet.session import use_threads

__all__ = ["run_task", "run_task_on_threads"]

_KEPT = 4  # plans, with their open files
_LOOKED_AT = 100  # files at most, more often than once: who asked looks at all of them when the run ends
_WHEN = "since the run began"


class _Runner:
    """Does parts of one plan, one at a time. Threads: any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: Any = None
        self._stamps: dict[str, str] = {}

    def run(self, task: Task) -> bytes:
        with self._lock:
            if self._made is not None:
                if len(self._stamps) <= _LOOKED_AT:  # of servers, each answer is compared with the first one
                    require_same({path: one for path, one in self._stamps.items() if not is_url(path)}, _WHEN)
                return self._done(self._made, task)
            plan = json.loads(plan_text(task.plan))
            self._stamps = plan.get("stamps", {})
            require_same(self._stamps, _WHEN)
            made = _runner_of(plan)
            answer = self._done(made, task)
            if len(self._stamps) <= _LOOKED_AT:
                require_same(self._stamps, _WHEN)  # what was opened is what was looked at
            self._made = made
            return answer

    @staticmethod
    def _done(made: Any, task: Task) -> bytes:
        answer: bytes = made.run(task.first, task.last, skip_errors=task.skips_errors)
        return answer


def _runner_of(plan: Any) -> Any:
    """What does parts of a plan: of a frame, or toys of a fit."""
    if "toys" in plan:
        from ramet.fit.exchange.toys_elsewhere import ToysRunner

        return ToysRunner(plan)
    return _core.PartRunner(booked_of(plan))


class _Kept:
    """The plans of this process that were asked for last. Threads: any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runners: OrderedDict[bytes, _Runner] = OrderedDict()

    def of(self, key: bytes) -> _Runner:
        with self._lock:
            runner = self._runners.setdefault(key, _Runner())
            self._runners.move_to_end(key)
            while len(self._runners) > _KEPT:
                self._runners.popitem(last=False)
            return runner

    def forget(self) -> None:
        """Let go of all, with their open files."""
        with self._lock:
            self._runners.clear()


_kept = _Kept()
atexit.register(_kept.forget)


def run_task(task: bytes) -> bytes:
    """Do a task, and return the answer: what a worker of any engine calls. Errors are answers, too.

    Args:
        task: the bytes of a `Task`.

    Returns:
        A part's result or an error, checksummed, for the process that made the task. Any number of threads may call
        it; tasks of one plan are done one at a time, each on all threads of the session.
    """
    try:
        wanted = Task.of_bytes(task)
        return succeeded(_kept.of(wanted.plan_key).run(wanted))
    except Exception as error:
        return failed(error)


def run_task_on_threads(task: bytes, threads: int) -> bytes:
    """The same on so many threads: for engines whose processes share a machine, and do not say so by themselves."""
    use_threads(threads)
    return run_task(task)
