"""Parts that two workers do, because the first one is late."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest
import ramet
from engines import Here
from ramet.distribute import Task, WorkerLostError, run_on, run_task
from ramet.distribute.tasks import plan_bytes, plan_text

Copies = list[Future[bytes]]


class _Held(Here):
    """Keeps the answers for the second part until two workers have it, which `end` then ends. Threads: one thread."""

    def __init__(self, end: Callable[[int, Copies, bytes], None]) -> None:
        super().__init__()
        self.rounds = 0
        self._end = end
        self._held: Copies = []

    def submit(self, task: bytes) -> Future[bytes]:
        if Task.of_bytes(task).first != 1:
            return super().submit(task)
        future: Future[bytes] = Future()
        self._held.append(future)
        if len(self._held) == 2:
            self.rounds += 1
            held, self._held = self._held, []
            self._end(self.rounds, held, task)
        return future


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_on, "_LATE_SECONDS", 0.02)
    monkeypatch.setattr(run_on, "_LOOK_SECONDS", 0.01)


class _Silent(Here):
    """Answers none of the first tasks that it is given for some parts, as workers that are stopped. Threads: one."""

    def __init__(self, silent: int, parts: set[int] | None = None, workers: int = 2) -> None:
        super().__init__(workers=workers)
        self.asked: list[int] = []
        self._silent = silent
        self._parts = parts

    def submit(self, task: bytes) -> Future[bytes]:
        first = Task.of_bytes(task).first
        self.asked.append(first)
        if (self._parts is None or first in self._parts) and self.asked.count(first) <= self._silent:
            return Future()
        return super().submit(task)


def _sum(files: list[str]) -> ramet.Result[float]:
    return ramet.frame(files).define("y", "x * 1").sum("y")


def _lost(future: Future[bytes]) -> None:
    future.set_exception(WorkerLostError("killed"))


def test_two_copies_that_fail_are_one_try(files: list[str]) -> None:
    def end(number: int, copies: Copies, task: bytes) -> None:
        for copy in copies:
            _lost(copy) if number < 3 else copy.set_result(run_task(task))

    engine, total = _Held(end), _sum(files)
    assert total.run(on=engine).is_complete
    assert engine.rounds == 3
    assert total.value == _sum(files).value


def test_a_copy_that_fails_leaves_the_other_one(files: list[str]) -> None:
    def end(number: int, copies: Copies, task: bytes) -> None:
        _lost(copies[number % 2])
        copies[1 - number % 2].set_exception(WorkerLostError("late")) if number < 3 else copies[0].set_result(
            run_task(task)
        )

    total = _sum(files)
    assert total.run(on=_Held(end)).is_complete
    assert total.value == _sum(files).value


def test_a_part_that_nobody_answers_is_given_to_others_again_and_again(files: list[str]) -> None:
    engine, total = _Silent(3, {1}), _sum(files)
    assert total.run(on=engine).is_complete
    assert engine.asked.count(1) == 4
    assert engine.asked.count(0) == 1
    assert total.value == _sum(files).value


def test_workers_that_never_answered_anything_are_given_up(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_on, "_SILENT_SECONDS", 0.02)
    engine, total = _Silent(2, workers=1), _sum(files)
    assert total.run(on=engine).is_complete
    assert {engine.asked.count(first) for first in set(engine.asked)} == {3}
    assert total.value == _sum(files).value


def test_the_error_has_all_that_happened(files: list[str]) -> None:
    def end(_: int, copies: Copies, task: bytes) -> None:
        for copy in copies:
            _lost(copy)

    with pytest.raises(WorkerLostError, match="tried 3 times: 1. killed and killed; 2. killed and killed; 3. killed"):
        _sum(files).run(on=_Held(end))


def test_a_worker_that_computes_wrongly_is_named(files: list[str]) -> None:
    def end(_: int, copies: Copies, task: bytes) -> None:
        wanted = Task.of_bytes(task)
        other = Task(plan_bytes(plan_text(wanted.plan).replace("x * 1", "x * 2")), wanted.first, wanted.last)
        copies[0].set_result(run_task(other.to_bytes()))
        copies[1].set_result(run_task(task))

    with pytest.raises(WorkerLostError, match=r"tasks 1 to \d, .* process \w+ gave other results than process \w+"):
        _sum(files).run(on=_Held(end))


@pytest.mark.parametrize("cut", [None, -5])
def test_equal_and_damaged_second_answers_are_left(cut: int | None, files: list[str]) -> None:
    def end(_: int, copies: Copies, task: bytes) -> None:
        copies[1].set_result(run_task(task))
        copies[0].set_result(run_task(task)[:cut])

    total = _sum(files)
    assert total.run(on=_Held(end)).is_complete
    assert total.value == _sum(files).value


def test_a_second_answer_that_is_another_parts_is_left(files: list[str]) -> None:
    def end(_: int, copies: Copies, task: bytes) -> None:
        wanted = Task.of_bytes(task)
        copies[0].set_result(run_task(task))
        copies[1].set_result(run_task(Task(wanted.plan, 0, wanted.first).to_bytes()))

    total = _sum(files)
    assert total.run(on=_Held(end)).is_complete
    assert total.value == _sum(files).value


def test_an_answer_for_another_part_is_refused(files: list[str]) -> None:
    engine = Here()
    first: list[bytes] = []

    def spoil(number: int, answer: bytes) -> bytes:
        first.append(answer)
        return first[0] if number == 1 else answer

    engine._spoil = spoil
    total = _sum(files)
    assert total.run(on=engine).is_complete
    assert total.value == _sum(files).value
