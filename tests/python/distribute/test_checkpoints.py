"""Runs that go on where they were killed or stopped."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from engines import Here
from hypothesis import given, settings
from hypothesis import strategies as st
from ramet.distribute import LeftOutWarning, Task, WorkerLostError, run_on
from ramet.distribute.checkpoints import Checkpoint
from ramet.distribute.parts import gaps_of, parts_of

JOB = Path(__file__).parent / "checkpoint_job.py"


def _results(files: list[str]) -> list[ramet.Result[Any]]:
    frame = ramet.frame(files, seed=5).filter("x > 20", name="low").define("y", "x * w + normal()")
    return [frame.sum("y"), frame.histo1d("y", 50, (0, 200)), frame.report(), frame.take("n")]


def _bits(results: list[ramet.Result[Any]]) -> list[bytes]:
    return [pickle.dumps(one.value) for one in results]


def _stopping(after: int) -> Here:
    def spoil(number: int, answer: bytes) -> bytes:
        return answer if number < after else answer[:-1]

    return Here(spoil)


@pytest.mark.parametrize("on", [None, Here()])
def test_a_run_that_failed_goes_on(on: Any, files: list[str], tmp_path: Path) -> None:
    path, first = tmp_path / "run.ckpt", _stopping(2)
    with pytest.raises(WorkerLostError):
        _results(files)[0].run(on=first, checkpoint=path)
    assert path.exists()
    again = _results(files)
    second = Here() if on is None else on
    ramet.run(*again, on=on, checkpoint=path)
    assert _bits(again) == _bits(_results(files))
    assert not path.exists()
    if on is not None:
        assert 0 < len(second.tasks) < len(first.tasks) + 2


def test_a_killed_program_goes_on(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "run.ckpt"
    command = [sys.executable, str(JOB), str(path), *files]
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__file__).parent.parent)}
    killed = subprocess.Popen([*command, "wait"], env=environment, stdout=subprocess.PIPE)
    assert killed.stdout is not None
    with killed, killed.stdout:
        assert killed.stdout.readline() == b"one is done\n"
        os.kill(killed.pid, signal.SIGKILL)
    with Checkpoint(path) as kept:
        assert kept._left() >= 0
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b"part of a record")  # that it did not finish
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    number, total = done.stdout.split()
    assert size > 100
    assert int(number) < 6
    assert float(total) == ramet.frame(files).filter("x > 20").sum("w").value
    assert not path.exists()


def test_another_run_and_a_changed_file_begin_anew(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "run.ckpt"
    copy = tmp_path / "copy.root"
    copy.write_bytes(Path(files[0].removesuffix(":Events")).read_bytes())
    place = [f"{copy}:Events", *files[1:]]
    with pytest.raises(WorkerLostError):
        ramet.frame(place).sum("x").run(on=_stopping(1), checkpoint=path)

    def parts_done(total: ramet.Result[float]) -> int:
        engine = Here()
        total.run(on=engine, checkpoint=path, deadline=1e9)
        return sum(task.last - task.first for task in engine.tasks)

    kept = path.read_bytes()
    every = parts_done(ramet.frame(place).sum("w"))  # another run
    path.write_bytes(kept)
    assert parts_done(ramet.frame(place).sum("x")) == every - 1
    path.write_bytes(kept)
    os.utime(copy, (time.time() + 10, time.time() + 10))
    assert parts_done(ramet.frame(place).sum("x")) == every


def test_snapshots_go_on(files: list[str], tmp_path: Path) -> None:
    path, target = tmp_path / "run.ckpt", tmp_path / "s.root"
    with pytest.raises(WorkerLostError):
        ramet.frame(files).snapshot(target, columns=["x"]).run(on=_stopping(2), checkpoint=path)
    parts = list((tmp_path / "s.root.parts").iterdir())
    parts[0].unlink()  # this one is done again
    made = ramet.frame(files).snapshot(target, columns=["x"])
    assert made.run(on=Here(), checkpoint=path).is_complete
    assert np.array_equal(*(ramet.open_many(place)["x"].array(library="np") for place in (f"{target}:Events", files)))
    assert [one.name for one in tmp_path.iterdir()] == ["s.root"]


def test_a_checkpoint_is_of_one_process_and_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "run.ckpt"
    with Checkpoint(path), pytest.raises(ramet.MisuseError, match="used by another process"):
        Checkpoint(path)
    other = tmp_path / "notes.txt"
    other.write_text("do not lose this")
    with pytest.raises(ramet.MisuseError, match="no checkpoint"):
        Checkpoint(other)
    assert other.read_text() == "do not lose this"
    with pytest.raises(ramet.FileIOError, match="cannot be opened"):
        Checkpoint(tmp_path / "none" / "run.ckpt")


@settings(deadline=None, max_examples=30)
@given(st.lists(st.binary(min_size=30, max_size=60), max_size=4), st.integers(0, 300))
def test_what_was_written_as_a_whole_is_there(parts: list[bytes], cut: int) -> None:
    path = Path(f"cut-{os.getpid()}.ckpt")
    key = bytes(16)
    try:
        with Checkpoint(path) as kept:
            for part in parts:
                kept.add(key, part)
        os.truncate(path, max(0, path.stat().st_size - cut))
        with Checkpoint(path) as kept:
            left = kept.parts(key)
            assert parts[: len(left)] == left
            assert len(left) == len(parts) or cut > 0
            kept.add(key, b"x" * 40)
            assert kept.parts(key) == [*left, b"x" * 40]
    finally:
        path.unlink()


@given(st.integers(0, 50), st.integers(0, 50), st.sets(st.integers(0, 10)))
def test_gaps_are_what_was_not_taken(first: int, count: int, chosen: set[int]) -> None:
    parts = parts_of(first, first + count, 1)
    taken = [part for number, part in enumerate(parts) if number in chosen]
    gaps = gaps_of(first, first + count, taken)
    covered = sorted(task for begin, end in [*gaps, *taken] for task in range(begin, end))
    assert covered == list(range(first, first + count))


def test_failures_may_be_allowed(files: list[str]) -> None:
    bad = Here(lambda _, answer: answer)
    total = ramet.frame(files).count()

    def spoil(_: int, answer: bytes) -> bytes:
        return answer[:-1] if bad.tasks[-1].first == 2 else answer

    bad._spoil = spoil
    with pytest.warns(LeftOutWarning, match=r"tasks 2 to 2, .*tried 3 times"):
        report = total.run(on=bad, allow_failures=0.4)
    assert not report.is_complete
    assert report.was_stopped
    assert total.value == sum(last - first for first, last in report.covered) < 90_000
    bad.tasks.clear()
    with pytest.raises(WorkerLostError, match="tried 3 times"):
        ramet.frame(files).count().run(on=bad, allow_failures=0.01)
    with pytest.raises(ramet.MisuseError, match="from 0 to 1"):
        ramet.frame(files).count().run(on=bad, allow_failures=2)


class _Late(Here):
    """Answers one task only when it is asked a second time. Threads: one thread."""

    def submit(self, task: bytes) -> Future[bytes]:
        if len(self.tasks) == 1:
            self.tasks.append(Task.of_bytes(task))
            return Future()
        return super().submit(task)


def test_a_late_part_is_begun_a_second_time(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_on, "_LATE_SECONDS", 0.1)
    engine = _Late()
    results = _results(files)
    ramet.run(*results, on=engine)
    assert _bits(results) == _bits(_results(files))
    late = engine.tasks[1].first
    assert [task.first for task in engine.tasks].count(late) == 2
    assert engine.cancelled == 1  # nobody waits for the first try


def test_what_left_out_entries_is_no_answer_for_what_does_not(files: list[str], tmp_path: Path) -> None:
    path, checkpoint = tmp_path / "damaged.root", tmp_path / "run.ckpt"
    damaged = bytearray(Path(files[0].removesuffix(":Events")).read_bytes())
    for place in range(len(damaged) // 4, len(damaged) * 3 // 4, 10_000):
        damaged[place : place + 100] = bytes(100)
    path.write_bytes(damaged)
    places = [f"{path}:Events", files[1]]
    with pytest.raises(WorkerLostError):
        ramet.frame(places).sum("x").run(on=_stopping(1), checkpoint=checkpoint, on_error="skip")
    with pytest.raises(ramet.CorruptError, match=r"damaged\.root"):
        ramet.frame(places).sum("x").run(checkpoint=checkpoint)


def _stopped_snapshot(files: list[str], tmp_path: Path) -> Here:
    """Stop a snapshot with a checkpoint after some parts."""
    engine = Here()
    made = ramet.frame(files).filter("x > 40").snapshot(tmp_path / "s.root", columns=["x"])
    report = made.run(
        on=engine,
        checkpoint=tmp_path / "run.ckpt",
        until=lambda so_far: so_far.entries > 30_000,
        until_entries=10_000,
    )
    assert report.was_stopped
    return engine


def test_a_stopped_snapshot_goes_on_from_its_parts(files: list[str], tmp_path: Path) -> None:
    first = _stopped_snapshot(files, tmp_path)
    assert ramet.open(f"{tmp_path}/s.root:Events").num_entries > 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["run.ckpt", "s.root", "s.root.parts"]
    second = Here()
    made = ramet.frame(files).filter("x > 40").snapshot(tmp_path / "s.root", columns=["x"])
    assert made.run(on=second, checkpoint=tmp_path / "run.ckpt").is_complete
    begun = {task.first for task in first.tasks}
    assert second.tasks
    assert not begun & {task.first for task in second.tasks}
    x = ramet.open_many(files)["x"].array(library="np")
    assert np.array_equal(made.value.take("x").value, x[x > 40])
    assert [one.name for one in tmp_path.iterdir()] == ["s.root"]


def test_a_later_run_without_the_checkpoint_leaves_no_parts(files: list[str], tmp_path: Path) -> None:
    _stopped_snapshot(files, tmp_path)
    (tmp_path / "run.ckpt").unlink()
    made = ramet.frame(files).filter("x > 40").snapshot(tmp_path / "s.root", columns=["x"])
    assert made.run(on=Here()).is_complete
    assert [one.name for one in tmp_path.iterdir()] == ["s.root"]


INTERRUPTED = """
import sys, time, ramet
from ramet.distribute import Processes
with Processes(2) as processes:
    ramet.frame(entries=1).count().run(on=processes)
    made = ramet.frame(entries=400_000_000).define("g", "normal()").filter("g > 3").snapshot(sys.argv[1])
    print("begins", flush=True)
    try:
        made.run(on=processes, checkpoint=sys.argv[2] if len(sys.argv) > 2 else None)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize("has_checkpoint", [False, True])
def test_an_interrupted_snapshot_leaves_parts_only_for_a_checkpoint(tmp_path: Path, has_checkpoint: bool) -> None:  # noqa: FBT001
    path = tmp_path / "s.root"
    command = [sys.executable, "-c", INTERRUPTED, str(path), *([str(tmp_path / "run.ckpt")] if has_checkpoint else [])]
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__file__).parent.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begins\n"
        time.sleep(1)
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=60)[0] == "interrupted\n"
    left = {one.name for one in tmp_path.iterdir()}
    if has_checkpoint:
        assert "run.ckpt" in left
    else:
        assert left <= {"s.root"}
