"""Runs as files in a folder."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import ramet
from ramet.distribute import JobFolder, WorkerLostError
from ramet.distribute.__main__ import main
from ramet.distribute.worker import run_task


def _results(files: list[str], path: Path) -> list[ramet.Result[Any]]:
    frame = ramet.frame(files).filter("x > 20", name="low")
    other = ramet.frame(entries=50_000, seed=2).define("g", "normal()")
    return [frame.sum("w"), frame.report(), frame.snapshot(path, columns=["x", "v"]), other.histo1d("g", 10, (-2, 2))]


def _bits(results: list[ramet.Result[Any]]) -> list[bytes]:
    return [pickle.dumps(results[place].value) for place in (0, 1, 3)]


def test_parts_are_run_in_any_order_and_joined(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    asked = _results(files, tmp_path / "s.root")
    parts = job.split(*asked, parts=4)
    assert parts == len(job) == len(job.missing()) == 4
    assert not asked[0].is_ready
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__file__).parent.parent)}
    command = [sys.executable, "-m", "ramet.distribute", "run", str(tmp_path / "job"), str(parts - 1), "0", "0"]
    subprocess.run(command, env=environment, check=True, timeout=60)
    for number in reversed(job.missing()):
        job.run(number)
    again = _results(files, tmp_path / "s.root")  # as another process would ask
    assert all(report.is_complete for report in job.join(*again))
    alone = _results(files, tmp_path / "alone.root")
    assert _bits(again) == _bits(alone)
    assert again[2].value.take("x").value.tolist() == alone[2].value.take("x").value.tolist()
    job.remove()
    assert not (tmp_path / "job").exists()


def test_what_is_missing_is_told_and_may_be_left_out(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    moved = tmp_path / "moved.root"
    moved.write_bytes(Path(files[0].removesuffix(":Events")).read_bytes())
    total = ramet.frame([f"{moved}:Events", *files[1:]]).count()
    parts = job.split(total)
    (tmp_path / "moved.root").rename(tmp_path / "gone.root")
    assert main(["run", str(tmp_path / "job"), "0"]) == 1
    (tmp_path / "gone.root").rename(moved)
    for number in range(1, parts):
        job.run(number)
    with pytest.raises(WorkerLostError, match=rf"1 of {parts} parts are not done: 0; failed-0: .*moved\.root"):
        job.join(total)
    (report,) = job.join(total, allow_missing=True)
    assert report.was_stopped
    assert total.value == sum(last - first for first, last in report.covered) < 90_000


def test_the_command_says_what_is_missing(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "job")
    JobFolder(folder).split(ramet.frame(files).count(), parts=3)
    assert main(["run", folder, "1", "2"]) == 0
    assert main(["missing", folder]) == 0
    assert capsys.readouterr().out == "0\n"
    assert main(["run", folder, "3", "0"]) == 2  # the other part is done
    told = capsys.readouterr()
    assert "there are 0 to 2" in told.err
    assert JobFolder(folder).missing() == []
    assert main(["run", str(tmp_path / "none"), "0"]) == 1
    assert "there is no job in" in capsys.readouterr().err


def test_parts_of_a_snapshot_outlive_a_join_without_some(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    asked = _results(files, tmp_path / "s.root")
    parts = job.split(*asked, parts=4)
    for number in range(parts - 1):
        job.run(number)
        job.join(*_results(files, tmp_path / "s.root"), allow_missing=True)
        assert ramet.open(f"{tmp_path}/s.root:Events").num_entries > 0
    job.run(parts - 1)
    job.join(*asked)
    alone = _results(files, tmp_path / "alone.root")
    assert _bits(asked) == _bits(alone)
    assert asked[2].value.take("x").value.tolist() == alone[2].value.take("x").value.tolist()
    assert not (tmp_path / "s.root.parts").exists()


def test_a_job_of_files_without_entries_has_no_parts(files: list[str], tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "empty.root") as file:
        file.mktree("Events", {"x": "float64"})
    job = JobFolder(tmp_path / "job")
    none = ramet.frame(f"{tmp_path}/empty.root:Events").sum("x")
    assert job.split(none) == 0
    assert job.missing() == []
    assert job.join(none)[0].is_complete
    assert none.value == 0
    job.remove()
    none, some = ramet.frame(f"{tmp_path}/empty.root:Events").sum("x"), ramet.frame(files).count()
    for number in range(job.split(some, none, parts=2)):
        job.run(number)
    job.join(some, none)
    assert (some.value, none.value) == (90_000, 0)
    job.remove()


def test_misuse_of_jobs_is_told(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    total = ramet.frame(files).count()
    job.split(total)
    with pytest.raises(ramet.MisuseError, match="is there: a job needs one of its own"):
        job.split(total)
    for number in job.missing():
        job.run(number)
    with pytest.raises(ramet.MisuseError, match="the job of other results"):
        job.join(ramet.frame(files).sum("x"))
    (tmp_path / "job" / "part-1").write_bytes((tmp_path / "job" / "part-1").read_bytes()[:-3])
    with pytest.raises(WorkerLostError, match="part 1.*remove it"):
        job.join(total)
    with pytest.raises(ramet.MisuseError, match="without results"):
        JobFolder(tmp_path / "other").split()
    done = ramet.frame(files).count()
    done.run()
    with pytest.raises(ramet.MisuseError, match="nothing to share out"):
        JobFolder(tmp_path / "other").split(done)
    with pytest.raises(ramet.UnsupportedError, match="is a function"):
        JobFolder(tmp_path / "other").split(ramet.frame(files).define("y", lambda x: x).sum("y"))
    assert not (tmp_path / "other").exists()


def test_a_job_is_for_its_owner_alone(tmp_path: Path) -> None:
    total = ramet.frame(entries=50_000).count()
    umask = os.umask(0)
    try:
        JobFolder(tmp_path / "job").split(total)
    finally:
        os.umask(umask)
    assert (tmp_path / "job").stat().st_mode & 0o777 == 0o700  # plans may have passwords


def test_parts_are_kept_where_a_file_system_has_no_links(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError("no links")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    job = JobFolder(tmp_path / "job")
    for number in range(1, job.split(*_results(files, tmp_path / "s.root"), parts=4)):
        job.run(number)
    job.join(*_results(files, tmp_path / "s.root"), allow_missing=True)
    job.run(0)
    results = _results(files, tmp_path / "s.root")
    job.join(*results)
    assert all(one.report.is_complete for one in results)


def test_parts_of_a_job_that_was_replaced_are_not_joined(files: list[str], tmp_path: Path) -> None:
    old, new = ramet.frame(files).filter("x > 20").count(), ramet.frame(files).filter("x > 10").count()
    job = JobFolder(tmp_path / "job")
    for number in range(job.split(old, parts=3)):
        job.run(number)
    late = (tmp_path / "job" / "part-1").read_bytes()
    job.remove()
    job.split(new, parts=3)
    (tmp_path / "job" / "part-1").write_bytes(late)  # a worker of the first job that was not stopped
    assert job.missing() == [0, 1, 2]
    for number in (0, 2):
        job.run(number)
    with pytest.raises(WorkerLostError, match="1 of 3 parts are not done: 1"):
        job.join(new)
    (report,) = job.join(new, allow_missing=True)
    assert report.was_stopped
    job.run(1)
    again = ramet.frame(files).filter("x > 10").count()
    job.join(again)
    assert again.value == ramet.frame(files).filter("x > 10").count().value


def test_a_worker_of_a_job_that_was_replaced_writes_nothing(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = JobFolder(tmp_path / "job")
    job.split(ramet.frame(files).filter("x > 20").count(), parts=3)

    def replaced(task: bytes) -> bytes:
        job.remove()
        job.split(ramet.frame(files).count(), parts=3)
        return run_task(task)

    monkeypatch.setattr("ramet.distribute.jobs.run_task", replaced)
    with pytest.raises(ramet.MisuseError, match="another job is in the folder by now"):
        job.run(0)
    assert job.missing() == [0, 1, 2]
    assert not list((tmp_path / "job").glob("part-*"))


def test_a_snapshot_belongs_to_one_job(files: list[str], tmp_path: Path) -> None:
    first, second = JobFolder(tmp_path / "one"), JobFolder(tmp_path / "two")
    asked = _results(files, tmp_path / "s.root")
    for number in range(first.split(*asked, parts=2)):
        first.run(number)
    told = rf"the job '{tmp_path}/one' writes into '{tmp_path}/s.root', too"
    with pytest.raises(ramet.MisuseError, match=told):
        second.split(*_results(files, tmp_path / "s.root"))
    assert not (tmp_path / "two").exists()
    with ramet.distribute.Processes(1) as workers, pytest.raises(ramet.MisuseError, match=told):
        ramet.run(_results(files, tmp_path / "s.root")[2], on=workers)
    first.join(*asked)
    assert asked[2].value.count().value > 0
    assert not (tmp_path / "s.root.parts").exists()
    second.split(*_results(files, tmp_path / "s.root"))  # the first one is done
    second.remove()
    assert not (tmp_path / "s.root.parts").exists()


def test_what_a_job_left_that_is_gone_is_removed(files: list[str], tmp_path: Path) -> None:
    first, second = JobFolder(tmp_path / "job"), JobFolder(tmp_path / "job")
    for number in range(first.split(*_results(files, tmp_path / "s.root"), parts=2)):
        first.run(number)
    left = list((tmp_path / "s.root.parts").glob("part-*"))
    shutil.rmtree(tmp_path / "job")
    asked = _results(files, tmp_path / "s.root")
    for number in range(second.split(*asked, parts=2)):
        assert not any(file.exists() for file in left)
        second.run(number)
    second.join(*asked)
    assert not (tmp_path / "s.root.parts").exists()


def test_files_that_are_named_otherwise_are_told(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = JobFolder(tmp_path / "job")
    for number in range(job.split(ramet.frame(files).count(), parts=2)):
        job.run(number)
    monkeypatch.chdir(Path(files[0]).parent)
    named = [Path(file).name for file in files]
    with pytest.raises(
        ramet.MisuseError, match=r"named otherwise: '/.*/run0\.root/Events' then, 'run0\.root/Events' now"
    ):
        job.join(ramet.frame(named).count())


def test_parts_whose_snapshots_are_gone_are_missing(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    parts = job.split(*_results(files, tmp_path / "s.root"), parts=4)
    for number in range(parts):
        job.run(number)
    assert job.missing() == []
    next((tmp_path / "s.root.parts").glob("part-*")).unlink()
    (gone,) = job.missing()
    job.join(*_results(files, tmp_path / "s.root"), allow_missing=True)
    assert job.missing() == [gone]  # the others are kept
    job.run(gone)
    asked = _results(files, tmp_path / "s.root")
    job.join(*asked)
    assert _bits(asked) == _bits(_results(files, tmp_path / "alone.root"))
    with pytest.raises(WorkerLostError, match=r"parts are not done.*; some were done .* joined before, or removed"):
        job.join(*_results(files, tmp_path / "s.root"))
