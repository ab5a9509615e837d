"""Workers that are killed, stop, or answer nonsense."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest
import ramet
from engines import Here, cut, flipped
from ramet.distribute import Processes, WorkerLostError


def _sum(files: list[str]) -> ramet.Result[float]:
    return ramet.frame(files).define("y", "sqrt(x * x + w) * w").filter("n > 0").sum("y")


class Hurt(Processes):
    """Does something to a process as soon as it has one of the first tasks. Threads: as Processes."""

    def __init__(self, number: int, times: int = 1, timeout: float = 10.0) -> None:
        super().__init__(2, timeout=timeout)
        self._signal = number
        self._times = times

    def submit(self, task: bytes) -> Future[bytes]:
        future = super().submit(task)
        if self._times > 0:
            self._times -= 1
            while not self.pids:
                time.sleep(0.01)
            os.kill(self.pids[0], self._signal)
        return future


@pytest.mark.parametrize("times", [1, 3])
def test_the_parts_of_a_killed_worker_are_done_again(times: int, files: list[str]) -> None:
    with Hurt(signal.SIGKILL, times) as processes:
        result = _sum(files)
        assert result.run(on=processes).is_complete
        assert result.value == _sum(files).value


def test_a_stopped_worker_is_given_up(files: list[str]) -> None:
    with Hurt(signal.SIGSTOP, timeout=0.7) as processes:
        result = _sum(files)
        assert result.run(on=processes).is_complete
        assert result.value == _sum(files).value


@pytest.mark.parametrize("spoil", [cut, flipped])
def test_damaged_answers_are_refused_and_asked_for_again(spoil: object, files: list[str]) -> None:
    assert callable(spoil)
    engine = Here(lambda number, answer: spoil(answer, number) if number % 3 == 0 else answer)
    result = _sum(files)
    assert result.run(on=engine).is_complete
    assert result.value == _sum(files).value
    assert len(engine.tasks) > len({task.first for task in engine.tasks})


def test_after_three_tries_the_error_says_what_happened(files: list[str]) -> None:
    engine = Here(lambda _, answer: answer[:-1])
    with pytest.raises(WorkerLostError) as caught:
        _sum(files).run(on=engine)
    text = str(caught.value)
    assert text.startswith("tasks 0 to 0, entries 0 to ")
    assert "run0.root" in text
    assert "tried 3 times: 1. a worker's answer was damaged: the checksum of" in text
    assert "3. a worker's answer was damaged" in text


def test_what_a_worker_could_not_start_is_told(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Processes(1) as processes, pytest.raises(WorkerLostError, match="ended while it started"):
        _sum(files).run(on=processes)


def test_errors_of_data_are_raised_at_once(files: list[str], tmp_path: Path) -> None:
    whole = Path(files[0].removesuffix(":Events")).read_bytes()
    damaged = bytearray(whole)
    for place in range(len(whole) // 4, len(whole) * 3 // 4, 10_000):
        damaged[place : place + 100] = bytes(100)
    (tmp_path / "damaged.root").write_bytes(damaged)
    engine = Here()
    with pytest.raises(ramet.RametError, match=r"damaged\.root") as caught:
        ramet.frame(f"{tmp_path}/damaged.root:Events").sum("x").run(on=engine)
    assert not isinstance(caught.value, WorkerLostError)
    assert len({task.first for task in engine.tasks}) == len(engine.tasks)
    spread, alone = (ramet.frame(f"{tmp_path}/damaged.root:Events").sum("x") for _ in range(2))
    report, own = spread.run(on=engine, on_error="skip"), alone.run(on_error="skip")
    assert spread.value == alone.value
    assert [(one.first, one.last) for one in report.lost] == [(one.first, one.last) for one in own.lost]


def test_a_file_that_is_gone_is_named(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "gone.root"
    path.write_bytes(Path(files[0].removesuffix(":Events")).read_bytes())
    total = ramet.frame(f"{path}:Events").sum("x")
    path.unlink()
    with Processes(1) as processes, pytest.raises(ramet.RametError, match=r"gone\.root"):
        total.run(on=processes)


def test_processes_end_with_the_pool_and_with_an_interrupt(files: list[str]) -> None:
    with Processes(2) as processes:
        ramet.frame(files).count().run(on=processes)
        pids = processes.pids
        assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    with pytest.raises(ramet.MisuseError, match="the processes were closed"):
        ramet.frame(files).count().run(on=processes)


LONG = """
import signal, sys, time, ramet
from ramet.distribute import Processes
with Processes(2) as processes:
    frame = ramet.frame(entries=400_000_000).define("g", "normal()")
    while len(processes.pids) < 2:
        time.sleep(0.01)
    print(*processes.pids, flush=True)
    try:
        frame.sum("g").run(on=processes)
    except KeyboardInterrupt:
        print("interrupted", *processes.pids, flush=True)
"""


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _wait_for_end(pids: list[int]) -> None:
    deadline = time.monotonic() + 30
    while any(map(_is_alive, pids)):
        assert time.monotonic() < deadline, "workers are left"
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_is_left_behind(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        pids = [int(one) for one in program.stdout.readline().split()]
        time.sleep(0.5)
        program.send_signal(number)
        rest = program.stdout.read()
        assert program.wait(10) == (0 if number == signal.SIGINT else -number)
    assert rest.startswith("interrupted") == (number == signal.SIGINT)
    _wait_for_end(pids)


def test_a_deadline_stops_workers() -> None:
    with Processes(2) as processes:
        total = ramet.frame(entries=400_000_000).define("g", "normal()").filter("g < 10").count()
        begin = time.monotonic()
        report = total.run(on=processes, deadline=1.0)
        assert time.monotonic() - begin < 8
        assert report.was_stopped
        assert sum(last - first for first, last in report.covered) == total.value


def test_progress_and_looks_are_told(files: list[str]) -> None:
    told: list[float] = []
    looks: list[int] = []
    total = ramet.frame(files).sum("x")
    total.run(on=Here(), progress=lambda one: told.append(one.part), live=lambda one: looks.append(one.entries))
    assert told[-1] == 1
    assert looks[-1] == 90_000


def test_a_condition_ends_the_run_at_the_same_entry(files: list[str]) -> None:
    def ended(on: object) -> tuple[int, float]:
        total = ramet.frame(files).sum("x")
        total.run(on=on, until=lambda so_far: so_far.entries > 30_000, until_entries=10_000)
        return total.report.covered[0][1], total.value

    assert ended(None) == ended(Here())


def test_any_thread_may_run_on_processes(files: list[str]) -> None:
    with Processes(1) as processes:
        result = _sum(files)
        thread = threading.Thread(target=lambda: result.run(on=processes))
        thread.start()
        thread.join()
    assert result.is_ready
