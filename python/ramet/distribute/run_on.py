"""A run whose tasks workers do: what is given to them, again if it is lost, and taken from them."""

from __future__ import annotations

import json
import queue
import statistics
import time
import warnings
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ramet.errors
from ramet import _core
from ramet.distribute.checkpoints import LEAST_PART, Checkpoint, key_of_run, tasks_of_part
from ramet.distribute.engines.engine import Engine, Future, engine_of, when_done
from ramet.distribute.errors import LeftOutWarning, WorkerLostError
from ramet.distribute.parts import gaps_of, parts_of, size_of_parts
from ramet.distribute.snapshot_files import remove_parts, require_places
from ramet.distribute.stamps import require_same, stamped
from ramet.distribute.tasks import Contents, Failure, Task, answer_of, contents_of, plan_bytes
from ramet.errors import CorruptError, FileIOError, FileMissingError, MisuseError, RametError

__all__ = ["doing_on"]

_TRIES = 3
_LOOK_SECONDS = 0.1  # between two looks at deadlines
_COUNT_SECONDS = 1.0  # between two looks at how many workers there are: those of batch systems come one by one
_WAITING_FOR_WORKER = 2  # tasks, of which one is done
_PARTS_OF_CHECKPOINT = 64  # at least: what a part has done is lost when the process is killed
_LATE = 3  # times the time that half of the parts took, after which a part is begun a second time
_LATE_SECONDS = 1.0  # at least
_SILENT_SECONDS = 60.0  # before any part is done
_MOST_COPIES = 4  # of a part that nobody answers, each after twice as long: workers may be stopped, and not missed
# Another worker may see what one does not.
_TRIED_AGAIN = (FileIOError, FileMissingError)


def doing_on(
    on: Any, *, skips_errors: bool, checkpoint: Checkpoint | None = None, allow_failures: float = 0.0
) -> Callable[[_core.TasksElsewhere], None]:
    """What does the tasks of a run on an engine. Raises MisuseError for what is none."""
    engine = engine_of(on)

    def do(tasks: _core.TasksElsewhere) -> None:
        try:
            require_places(tasks.plan)
            run = _Run(engine, tasks, skips_errors=skips_errors, checkpoint=checkpoint, allow_failures=allow_failures)
            try:
                run.run()
            finally:
                run.end()
        except Exception:
            if checkpoint is None:
                remove_parts(tasks.plan)
            raise
        finally:
            if checkpoint is not None:
                checkpoint.keep_snapshots(tasks.plan)

    return do


@dataclass(eq=False)
class _Part:
    """Tasks that are done together, and what happened to them. Threads: one thread."""

    first: int
    last: int
    losses: list[list[str]] = field(default_factory=list)  # of each try, which a late part's second copy belongs to
    begun: float = 0.0  # when it was given to a worker
    repeated: float = 0.0  # when it was given to one the last time
    copies: int = 0  # of it that workers have
    contents: Contents | None = None  # what the first answer said, if there may be a second one
    is_done: bool = False


class _Run:
    """Gives parts to an engine until all are done. Threads: that of the run."""

    def __init__(
        self,
        engine: Engine,
        tasks: _core.TasksElsewhere,
        *,
        skips_errors: bool,
        checkpoint: Checkpoint | None,
        allow_failures: float,
    ) -> None:
        self._engine = engine
        self._tasks = tasks
        self._skips_errors = skips_errors
        self._checkpoint = checkpoint
        plan = stamped(tasks.plan)
        self._stamps: dict[str, str] = json.loads(plan)["stamps"]
        self._key = b"" if checkpoint is None else key_of_run(plan, skips_errors=skips_errors)
        self._plan = plan_bytes(plan)
        self._workers = max(1, engine.workers())
        self._counted = self._answered = time.monotonic()
        self._running: list[_Part] = []
        self._seconds: list[float] = []  # that parts took
        # By number: a future that its own callback held would be there, with its answer, until Python looks for cycles.
        self._futures: dict[int, Future] = {}
        self._submitted = 0
        self._done: queue.SimpleQueue[tuple[_Part, int]] = queue.SimpleQueue()
        self._in_flight = 0
        self._entries_to_lose = int(allow_failures * tasks.entries()[-1][1]) if allow_failures else 0
        self._left_out: list[str] = []
        self._waiting = deque(_Part(*part) for part in self._parts())
        self._left = len(self._waiting)

    def _parts(self) -> list[tuple[int, int]]:
        """What has to be done, without what a checkpoint has."""
        first, last = self._tasks.wanted
        if self._checkpoint is None:
            return parts_of(first, last, self._workers)
        taken = []
        for part in self._checkpoint.parts(self._key):
            begin, end = tasks_of_part(part)
            try:
                if first <= begin and end <= last and self._tasks.take(part):
                    taken.append((begin, end))
            except (CorruptError, MisuseError):  # it is done again
                continue
        size = size_of_parts(last - first, max(_PARTS_OF_CHECKPOINT, 8 * self._workers))
        gaps = gaps_of(first, last, taken)
        return [part for gap in gaps for part in parts_of(*gap, self._workers, size=size)]

    def run(self) -> None:
        """Return when all is done, or the run is stopped. Raises what went wrong: FileIOError if a file has changed."""
        while self._left and not self._tasks.is_stopped:
            self._look_at_workers()
            while self._waiting and len(self._running) < _WAITING_FOR_WORKER * self._workers:
                self._submit(self._waiting.popleft())
            try:
                part, number = self._done.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                self._repeat_late()
                continue
            self._take_one(part, number)
        while not self._done.empty():  # second answers, which came together with the last one
            self._take_one(*self._done.get())
        require_same(self._stamps, "since the run began", at_end=True)
        if self._left_out:
            warnings.warn("; ".join(self._left_out), LeftOutWarning, stacklevel=2)
            self._tasks.stop()

    def end(self) -> None:
        """Stop what is still on its way."""
        if self._in_flight:
            self._engine.cancel()
            self._in_flight = 0

    def _look_at_workers(self) -> None:
        """When there are more workers than before, give them something to do."""
        now = time.monotonic()
        if not self._waiting or now - self._counted < _COUNT_SECONDS:
            return
        self._counted = now
        if (workers := self._engine.workers()) <= self._workers:
            return
        self._workers = workers
        whole = [(part.first, part.last) for part in self._waiting if not part.losses]
        size = size_of_parts(sum(last - first for first, last in whole), 8 * workers)
        parts = [_Part(*one) for part in whole for one in parts_of(*part, workers, size=size)]
        if len(parts) > len(whole):
            self._left += len(parts) - len(whole)
            self._waiting = deque([*(part for part in self._waiting if part.losses), *parts])

    def _repeat_late(self) -> None:
        """Give parts that take much longer than others to other workers, too, if nothing else is to be done, or nobody
        has answered for long."""
        now = time.monotonic()
        patience = max(_LATE_SECONDS, _LATE * statistics.median(self._seconds)) if self._seconds else _SILENT_SECONDS
        if self._waiting and now - self._answered < 2 * patience:
            return
        for part in self._running:
            if part.copies < _MOST_COPIES and now - part.repeated > patience * 2 ** (part.copies - 1):
                self._submit(part)

    def _submit(self, part: _Part) -> None:
        task = Task(self._plan, part.first, part.last, self._skips_errors)
        future = self._engine.submit(task.to_bytes())
        self._in_flight += 1
        part.copies += 1
        part.repeated = time.monotonic()
        if part not in self._running:
            part.losses.append([])
            part.begun = part.repeated
            self._running.append(part)
        number = self._submitted
        self._submitted += 1
        self._futures[number] = future
        when_done(future, lambda: self._done.put((part, number)))

    def _take_one(self, part: _Part, number: int) -> None:
        self._in_flight -= 1
        self._answered = time.monotonic()
        part.copies -= 1
        self._take(part, self._futures.pop(number))

    def _take(self, part: _Part, future: Future) -> None:
        try:
            answer = answer_of(future.result())
            del future  # which has the answer a second time
        except Exception as error:
            self._try_again(part, _told(error), WorkerLostError)
            return
        if part.is_done:
            self._compare(part, answer)
            return
        if isinstance(answer, Failure):
            self._take_failure(part, answer)
            return
        try:
            if len(answer) >= LEAST_PART and tasks_of_part(answer) != (part.first, part.last):
                first, last = tasks_of_part(answer)
                raise CorruptError(f"it is of the tasks {first} to {last - 1}")
            self._tasks.take(answer)
        except CorruptError as error:
            self._try_again(part, f"a worker's answer was damaged: {error}", WorkerLostError)
            return
        if self._checkpoint is not None:
            self._checkpoint.add(self._key, answer)
        self._seconds.append(time.monotonic() - part.begun)
        if part.copies:
            part.contents = contents_of(answer, self._plan)
        self._end_part(part)

    def _compare(self, part: _Part, answer: bytes | Failure) -> None:
        """Raise WorkerLostError if a second answer is of other bits: one of two workers counts wrongly."""
        first = part.contents
        if first is None or isinstance(answer, Failure):
            return
        try:
            is_other = len(answer) >= LEAST_PART and tasks_of_part(answer) != (part.first, part.last)
            if is_other or self._tasks.take(answer):
                return
        except CorruptError:
            return
        second = contents_of(answer, self._plan)
        if second.digest == first.digest:
            return
        if self._checkpoint is not None:
            self._checkpoint.forget()
        raise WorkerLostError(
            f"{self._place(part)}: process {second.process:x} gave other results than process {first.process:x}: one "
            "of their machines computes wrongly"
        )

    def _end_part(self, part: _Part) -> None:
        part.is_done = True
        self._running.remove(part)
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
        if part.is_done:
            return
        part.losses[-1].append(loss)
        if part.copies:  # the other one may still do it
            return
        if len(part.losses) < _TRIES:
            self._running.remove(part)
            self._waiting.append(part)
            return
        told = "; ".join(f"{number}. {' and '.join(one)}" for number, one in enumerate(part.losses, 1))
        message = f"{self._place(part)}: tried {_TRIES} times: {told}"
        entries = self._tasks.entries()
        self._entries_to_lose -= entries[part.last - 1][1] - entries[part.first][0]
        if self._entries_to_lose < 0:
            raise kind(message)
        self._left_out.append(message)
        self._end_part(part)

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
