"""Toys that workers make: what is given to them, and taken from them."""

from __future__ import annotations

import json
import queue
import struct
import time
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import ramet.errors
from ramet.distribute.engines.engine import Engine, Future, engine_of, when_done
from ramet.distribute.errors import WorkerLostError
from ramet.distribute.tasks import Failure, Task, answer_of, plan_bytes
from ramet.errors import CorruptError, RametError
from ramet.fit.exchange.plans import described, made_again
from ramet.fit.toys import Maker, Rows, ToysTask
from ramet.session import shared_session

__all__ = ["ToysRunner", "fill_elsewhere"]

_VERSION = 1
_TRIES = 3
_SECONDS_OF_PART = 0.5  # about: Ctrl-C loses the parts that are on their way
_MOST_GROWTH = 4  # of one part to the next
_WAITING_FOR_WORKER = 2  # parts, of which one is done
_HEAD = struct.Struct(">4sHQQI")  # "RMTY", version, first toy, number of toys, CRC-32 of what follows


class ToysRunner:
    """Makes the toys of a plan: what a worker keeps. Threads: one at a time."""

    def __init__(self, plan: Any) -> None:
        members = plan["toys"]
        values = [float(one) for one in made_again(members["values"])]
        self._task = ToysTask(made_again(members["model"]), values, members["size"], members["seed"])
        self._maker = Maker(self._task)

    def run(self, first: int, last: int, *, skip_errors: bool = False) -> bytes:
        """The rows of toys, as bytes; on as many threads as the session has."""
        rows = Rows(self._task, first, last - first)
        self._maker.fill(rows, shared_session().threads)
        content = rows.numbers.astype("<f8").tobytes()
        return _HEAD.pack(b"RMTY", _VERSION, first, last - first, zlib.crc32(content)) + content


def fill_elsewhere(on: Any, task: ToysTask, rows: Rows) -> None:
    """Have the workers of an engine make toys. Raises MisuseError if `on` is none, and WorkerLostError if a part was
    lost three times."""
    _Run(engine_of(on), task, rows).run()


@dataclass(eq=False)
class _Part:
    """Toys that are made together, and what happened to them. Threads: one thread."""

    first: int
    last: int
    losses: list[str] = field(default_factory=list)
    begun: float = 0.0  # when it was given to the engine


class _Run:
    """Gives parts to an engine until all are done. Threads: that of the run."""

    def __init__(self, engine: Engine, task: ToysTask, rows: Rows) -> None:
        self._engine = engine
        self._rows = rows
        members = {"model": task.model, "values": task.start, "size": task.size, "seed": task.seed}
        given = {name: described(one) for name, one in members.items()}
        self._plan = plan_bytes(json.dumps({"plan": _VERSION, "toys": given}))
        self._workers = max(1, engine.workers())
        self._next, self._end = rows.first, rows.first + len(rows)  # toys that were given to nobody
        self._size = 1  # of the next part
        self._lost: deque[_Part] = deque()
        self._done: queue.SimpleQueue[tuple[_Part, Future]] = queue.SimpleQueue()
        self._in_flight = 0

    def run(self) -> None:
        try:
            while self._is_left() or self._in_flight:
                while self._is_left() and self._in_flight < _WAITING_FOR_WORKER * self._workers:
                    self._submit(self._lost.popleft() if self._lost else self._new_part())
                part, future = self._done.get()
                self._in_flight -= 1
                self._take(part, future)
            self._check_all()
        finally:
            if self._in_flight:
                self._engine.cancel()

    def _check_all(self) -> None:
        """Raise WorkerLostError if toys are not there."""
        places, _ = self._rows.finished()
        wanted = len(self._rows)
        if len(places) < wanted:
            first = self._rows.first + np.setdiff1d(np.arange(wanted), places)[0]
            raise WorkerLostError(f"{len(places)} of {wanted} toys came: the first that did not is {first}")

    def _is_left(self) -> bool:
        return bool(self._lost) or self._next < self._end

    def _new_part(self) -> _Part:
        share = -(-(self._end - self._next) // (_WAITING_FOR_WORKER * self._workers))  # so that all end together
        part = _Part(self._next, self._next + min(self._size, share))
        self._next = part.last
        return part

    def _submit(self, part: _Part) -> None:
        part.begun = time.monotonic()
        future = self._engine.submit(Task(self._plan, part.first, part.last).to_bytes())
        self._in_flight += 1
        when_done(future, lambda: self._done.put((part, future)))

    def _take(self, part: _Part, future: Future) -> None:
        try:
            answer = answer_of(future.result())
            if not isinstance(answer, Failure):
                self._rows.put(part.first, _numbers_of(answer, part, self._rows.width))
                toys, seconds = part.last - part.first, time.monotonic() - part.begun
                self._size = max(1, min(_MOST_GROWTH * toys, int(toys * _SECONDS_OF_PART / max(seconds, 1e-6))))
                return
        except Exception as error:
            self._try_again(part, str(error) if isinstance(error, RametError) else f"{type(error).__name__}: {error}")
            return
        kind = getattr(ramet.errors, answer.kind, None)
        if isinstance(kind, type) and issubclass(kind, RametError):
            raise kind(answer.message)
        self._try_again(part, f"{answer.kind}: {answer.message}")

    def _try_again(self, part: _Part, loss: str) -> None:
        part.losses.append(loss)
        if len(part.losses) == _TRIES:
            told = "; ".join(f"{number}. {one}" for number, one in enumerate(part.losses, 1))
            raise WorkerLostError(f"toys {part.first} to {part.last - 1}: tried {_TRIES} times: {told}")
        self._lost.append(part)


def _numbers_of(answer: bytes, part: _Part, width: int) -> Any:
    """The rows of a part. Raises CorruptError for other bytes."""
    content, count = answer[_HEAD.size :], part.last - part.first
    head = _HEAD.pack(b"RMTY", _VERSION, part.first, count, zlib.crc32(content))
    if answer[: _HEAD.size] != head or len(content) != 8 * count * width:
        raise CorruptError(f"a worker's answer of {len(answer)} bytes was damaged: no {count} toys from {part.first}")
    return np.frombuffer(content, "<f8").reshape(count, width)
