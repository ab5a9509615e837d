"""A run whose tasks workers do: what is given to them, again if it is lost, and taken from them."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ramet.errors
from ramet import _core
from ramet.distribute.engines.engine import Engine, Future, engine_of
from ramet.distribute.errors import WorkerLostError
from ramet.distribute.parts import parts_of
from ramet.distribute.tasks import Failure, Task, answer_of, plan_bytes
from ramet.errors import CorruptError, FileIOError, FileMissingError, RametError

__all__ = ["doing_on"]

_TRIES = 3
_LOOK_SECONDS = 0.1  # between two looks at deadlines
_WAITING_FOR_WORKER = 2  # tasks, of which one is done
# Another worker may see what one does not.
_TRIED_AGAIN = (FileIOError, FileMissingError)


def doing_on(on: Any, *, skips_errors: bool) -> Callable[[_core.TasksElsewhere], None]:
    """What does the tasks of a run on an engine. Raises MisuseError for what is none."""
    engine = engine_of(on)

    def do(tasks: _core.TasksElsewhere) -> None:
        run = _Run(engine, tasks, skips_errors=skips_errors)
        try:
            run.run()
        finally:
            run.end()

    return do


@dataclass
class _Part:
    """Tasks that are done together, and what happened to them. Threads: one thread."""

    first: int
    last: int
    losses: list[str] = field(default_factory=list)


class _Run:
    """Gives parts to an engine until all are done. Threads: that of the run."""

    def __init__(self, engine: Engine, tasks: _core.TasksElsewhere, *, skips_errors: bool) -> None:
        self._engine = engine
        self._tasks = tasks
        self._skips_errors = skips_errors
        self._plan = plan_bytes(tasks.plan)
        self._workers = max(1, engine.workers())
        self._waiting = deque(_Part(*part) for part in parts_of(*tasks.wanted, self._workers))
        self._left = len(self._waiting)
        self._done: queue.SimpleQueue[tuple[_Part, Future]] = queue.SimpleQueue()
        self._in_flight = 0

    def run(self) -> None:
        """Return when all is done, or the run is stopped. Raises what went wrong."""
        while self._left and not self._tasks.is_stopped:
            while self._waiting and self._in_flight < _WAITING_FOR_WORKER * self._workers:
                self._submit(self._waiting.popleft())
            try:
                part, future = self._done.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                continue
            self._in_flight -= 1
            self._take(part, future)

    def end(self) -> None:
        """Stop what is still on its way."""
        if self._in_flight:
            self._engine.cancel()

    def _submit(self, part: _Part) -> None:
        task = Task(self._plan, part.first, part.last, self._skips_errors)
        future = self._engine.submit(task.to_bytes())
        self._in_flight += 1
        future.add_done_callback(lambda _: self._done.put((part, future)))

    def _take(self, part: _Part, future: Future) -> None:
        try:
            answer = answer_of(future.result())
        except Exception as error:
            self._try_again(part, _told(error), WorkerLostError)
            return
        if isinstance(answer, Failure):
            self._take_failure(part, answer)
            return
        try:
            self._tasks.take(answer)
        except CorruptError as error:
            self._try_again(part, f"a worker's answer was damaged: {error}", WorkerLostError)
            return
        self._left -= 1

    def _take_failure(self, part: _Part, failure: Failure) -> None:
        kind = getattr(ramet.errors, failure.kind, None)
        if not (isinstance(kind, type) and issubclass(kind, RametError)):
            self._try_again(part, f"{failure.kind}: {failure.message}", WorkerLostError)
        elif issubclass(kind, _TRIED_AGAIN):
            self._try_again(part, failure.message, kind)
        else:
            raise kind(failure.message)

    def _try_again(self, part: _Part, loss: str, kind: type[RametError]) -> None:
        part.losses.append(loss)
        if len(part.losses) < _TRIES:
            self._waiting.append(part)
            return
        told = "; ".join(f"{number}. {one}" for number, one in enumerate(part.losses, 1))
        raise kind(f"{self._place(part)}: tried {_TRIES} times: {told}")

    def _place(self, part: _Part) -> str:
        """What a part is, for messages."""
        entries = self._tasks.entries()
        file = self._tasks.file_of(part.first, part.last)
        first, last = entries[part.first][0], entries[part.last - 1][1]
        return (
            f"tasks {part.first} to {part.last - 1}, entries {first} to {last - 1}{f' from {file} on' if file else ''}"
        )


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, RametError) else f"{type(error).__name__}: {error}"
