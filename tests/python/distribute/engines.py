"""Engines of tests: they do tasks in this process, and spoil answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future

from ramet.distribute import Task, run_task

Spoil = Callable[[int, bytes], bytes]


class Here:
    """Does tasks when they are submitted, and may change the answer: `spoil(number, answer)`. Threads: one thread."""

    def __init__(self, spoil: Spoil | None = None, workers: int = 2) -> None:
        self.tasks: list[Task] = []
        self.cancelled = 0
        self._spoil = spoil or (lambda _, answer: answer)
        self._workers = workers

    def workers(self) -> int:
        return self._workers

    def submit(self, task: bytes) -> Future[bytes]:
        number = len(self.tasks)
        self.tasks.append(Task.of_bytes(task))
        future: Future[bytes] = Future()
        try:
            future.set_result(self._spoil(number, run_task(task)))
        except Exception as error:
            future.set_exception(error)
        return future

    def cancel(self) -> None:
        self.cancelled += 1


def flipped(answer: bytes, seed: int) -> bytes:
    """An answer with one bit changed."""
    place = random.Random(seed).randrange(8 * len(answer))
    changed = bytearray(answer)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def cut(answer: bytes, seed: int) -> bytes:
    """The beginning of an answer."""
    return answer[: random.Random(seed).randrange(len(answer))]
