"""Workers that die, are late, answer twice, in any order, or with damaged bytes: many schedules of fixed seeds."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
import ramet
from engines import cut, flipped
from ramet.distribute import Task, WorkerLostError, run_on, run_task

SCHEDULES = 200


class _Twice(Future[bytes]):
    """A future that tells that it is done twice. Threads: any."""

    def add_done_callback(self, fn: Callable[[Future[bytes]], object]) -> None:
        super().add_done_callback(fn)
        super().add_done_callback(fn)


class _Chaos:
    """An engine whose workers do what a seed says. Threads: any.

    Args:
        seed: of the schedule.
        answers: of tasks that were done before, by any schedule.
    """

    def __init__(self, seed: int, answers: dict[bytes, bytes]) -> None:
        self._random = random.Random(seed)
        self._answers = answers
        self._workers = self._random.randrange(1, 4)
        self._wrong = self._random.choice([0.0, 0.2, 0.4])
        self._timers: list[threading.Timer] = []

    def workers(self) -> int:
        return self._workers

    def submit(self, task: bytes) -> Future[bytes]:
        key = bytes(task)
        answer = self._answers.get(key) or self._answers.setdefault(key, run_task(task))
        future: Future[bytes] = self._random.choice([Future, _Twice])()
        end = self._end_of(future, answer)
        if self._random.random() < 0.5:
            end()
        else:
            self._timers.append(threading.Timer(self._random.uniform(0, 0.03), end))
            self._timers[-1].start()
        return future

    def _end_of(self, future: Future[bytes], answer: bytes) -> Callable[[], None]:
        if self._random.random() >= self._wrong:
            return lambda: future.set_result(answer)
        number = self._random.randrange(1 << 30)
        how = self._random.choice(["killed", "cut", "flipped", "other"])
        if how == "killed":
            return lambda: future.set_exception(WorkerLostError("a worker was killed"))
        if how == "other":
            other = self._random.choice(list(self._answers.values()))
            return lambda: future.set_result(other)
        wrong = cut(answer, number) if how == "cut" else flipped(answer, number)
        return lambda: future.set_result(wrong)

    def cancel(self) -> None:
        for timer in self._timers:
            timer.cancel()

    def close(self) -> None:
        """Wait until nothing is under way."""
        for timer in self._timers:
            timer.cancel()
            timer.join()


def _results(files: list[str]) -> list[ramet.Result[Any]]:
    frame = ramet.frame(files, seed=3).filter("x > 30", name="hard").define("y", "x * w + normal()")
    return [frame.sum("y"), frame.histo1d("y", 20, (0, 200), weight="w"), frame.take("n"), frame.report()]


def _bits(results: list[ramet.Result[Any]]) -> list[bytes]:
    return [pickle.dumps(one.value) for one in results]


def _lost(work: Callable[[], object]) -> str:
    """What is told of lost workers; empty if none are."""
    try:
        work()
    except WorkerLostError as error:
        return str(error)
    return ""


def test_every_schedule_gives_the_bits_of_one_process_or_says_why_not(
    files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_on, "_LATE_SECONDS", 0.005)
    monkeypatch.setattr(run_on, "_LOOK_SECONDS", 0.002)
    alone = _results(files)
    expected = _bits(alone)
    answers: dict[bytes, bytes] = {}
    complete = 0
    for seed in range(SCHEDULES):
        engine, results = _Chaos(seed, answers), _results(files)
        lost = _lost(lambda results=results, engine=engine: ramet.run(*results, on=engine))
        engine.close()
        assert not lost or "tried 3 times" in lost, seed
        if not lost:
            assert all(one.report.is_complete for one in results), seed
            assert _bits(results) == expected, seed
            complete += 1
    assert complete > 0
    assert len({Task.of_bytes(task).plan_key for task in answers}) == 1
