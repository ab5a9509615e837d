"""Snapshots that workers write in parts, and that become one file in order."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from engines import Here
from ramet.distribute import JobFolder, Processes, Task, WorkerLostError
from ramet.distribute.tasks import plan_text


def _snapshot(files: list[str], path: Path, **options: Any) -> ramet.Result[Any]:
    frame = ramet.frame(files).filter("x > 40").define("y", "x * w")
    return frame.snapshot(path, "dir/Skim", columns=["x", "y", "n", "v"], **options)


def _same(path: Path, other: Path) -> bool:
    one, two = (ramet.open(f"{at}:dir/Skim").arrays() for at in (path, other))
    return len(one) > 0 and bool(ak.array_equal(one, two))


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_the_file_has_all_entries_in_order(
    format: str, files: list[str], processes: dict[int, Processes], tmp_path: Path
) -> None:
    _snapshot(files, tmp_path / "alone.root", format=format).run()
    for count, workers in processes.items():
        made = _snapshot(files, tmp_path / f"{count}.root", format=format, compression="lz4:4")
        total = ramet.frame(files).count()
        assert made.run(on=workers).is_complete
        assert total.value == 90_000
        assert _same(tmp_path / "alone.root", tmp_path / f"{count}.root")
        assert made.value.count().value == ramet.open(f"{tmp_path}/alone.root:dir/Skim").num_entries
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.root", "2.root", "3.root", "alone.root"]


def test_other_results_come_from_the_same_pass(files: list[str], tmp_path: Path) -> None:
    frame = ramet.frame(files).filter("x > 40", name="high")
    total, report = frame.sum("x"), frame.report()
    first = frame.snapshot(tmp_path / "a.root", columns=["x"])
    second = frame.filter("n > 1").snapshot(tmp_path / "b.root", columns="n|w")
    engine = Here()
    ramet.run(first, second, on=engine)
    assert total.is_ready
    assert first.value.count().value == report["high"].passed
    assert second.value.sum("n").value == frame.filter("n > 1").sum("n").value
    assert len(engine.tasks) == len({task.first for task in engine.tasks})


def _remove(part: Path) -> None:
    part.unlink()


def _cut(part: Path) -> None:
    os.truncate(part, part.stat().st_size // 2)


@pytest.mark.parametrize("damage", [_remove, _cut])
def test_a_part_that_vanishes_before_it_is_taken_is_done_again(
    damage: Callable[[Path], None], files: list[str], tmp_path: Path
) -> None:
    done: list[int] = []

    def spoil(number: int, answer: bytes) -> bytes:
        if number == 1:
            newest = max((tmp_path / "s.root.parts").iterdir(), key=lambda path: path.stat().st_mtime_ns)
            damage(newest)
            done.append(number)
        return answer

    assert _snapshot(files, tmp_path / "s.root").run(on=Here(spoil)).is_complete
    assert done == [1]
    _snapshot(files, tmp_path / "alone.root").run()
    assert _same(tmp_path / "alone.root", tmp_path / "s.root")


def test_a_run_that_fails_leaves_the_file_as_it_was(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "s.root"
    path.write_text("of before")
    with pytest.raises(WorkerLostError):
        _snapshot(files, path).run(on=Here(lambda number, answer: answer if number < 2 else answer[:-1]))
    assert [one.name for one in tmp_path.iterdir()] == ["s.root"]
    assert path.read_text() == "of before"


def test_a_stopped_run_has_what_was_done(files: list[str], tmp_path: Path) -> None:
    made = _snapshot(files, tmp_path / "s.root")
    count = made.run(on=Here(), until=lambda so_far: so_far.entries > 30_000, until_entries=10_000)
    assert count.was_stopped
    entries = count.covered[0][1]
    x = ramet.open_many(files)["x"].array(library="np")[:entries]
    assert np.array_equal(ramet.open(f"{tmp_path}/s.root:dir/Skim")["x"].array(library="np"), x[x > 40])


@pytest.mark.parametrize(
    ("options", "why"),
    [({"update": True}, "a table in an existing file"), ({"along": "*", "columns": ["x"]}, "what is taken along")],
)
def test_what_workers_cannot_write_is_named(
    options: dict[str, Any], why: str, files: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "s.root"
    with ramet.recreate(path) as file:
        file["h"] = ramet.Histogram(2, (0, 1))
    if "along" in options:
        with ramet.recreate(tmp_path / "with.root") as file:
            file["h"] = ramet.Histogram(2, (0, 1))
            file.mktree("t", {"x": "float64"}).extend({"x": np.arange(5.0)})
        made = ramet.frame(f"{tmp_path}/with.root:t").snapshot(path, **options)
    else:
        made = _snapshot(files, path, **options)
    with pytest.raises(ramet.UnsupportedError, match=why):
        made.run(on=Here())
    assert made.run().is_complete


def test_the_plan_says_where_and_how(files: list[str], tmp_path: Path) -> None:
    engine = Here()
    _snapshot(files, tmp_path / "s.root", cluster_entries=500, compression="zstd:3").run(on=engine)
    task: Task = engine.tasks[0]
    (asked,) = json.loads(plan_text(task.plan))["results"]
    assert asked["result"] == {
        "kind": "snapshot",
        "columns": ["x", "y", "n", "v"],
        "file": str(tmp_path / "s.root"),
        "directory": "dir",
        "name": "Skim",
        "format": "ttree",
        "counted": True,
        "compression": 503,
        "cluster_entries": 500,
        "cluster_bytes": 0,
    }


def test_what_others_have_in_the_folder_of_parts_stays(files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "s.root.parts"
    folder.mkdir()
    for name in ("mine.txt", "part-1.root"):
        (folder / name).write_text("mine")
    _snapshot(files, tmp_path / "s.root").run(on=Here())
    assert ramet.open(f"{tmp_path}/s.root:dir/Skim").num_entries > 0
    with pytest.raises(WorkerLostError):
        _snapshot(files, tmp_path / "s.root").run(on=Here(lambda number, answer: answer[:-1] if number else answer))
    assert sorted(path.name for path in folder.iterdir()) == ["mine.txt", "part-1.root"]


def test_two_snapshots_into_one_file_are_refused(files: list[str], tmp_path: Path) -> None:
    frame = ramet.frame(files)
    both = [frame.filter(cut).snapshot(tmp_path / "s.root") for cut in ("x > 40", "x <= 40")]
    engine = Here()
    with pytest.raises(ramet.MisuseError, match=r"two snapshots are written into '.*s\.root'"):
        both[0].run(on=engine)
    assert engine.tasks == []
    other = ramet.frame(files[:1])
    again = [one.snapshot(tmp_path / "s.root") for one in (ramet.frame(files), other)]
    with pytest.raises(ramet.MisuseError, match="two snapshots"):
        JobFolder(tmp_path / "job").split(*again)
    assert list(tmp_path.iterdir()) == []


def test_a_snapshot_into_a_folder_that_is_missing_is_refused(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "none" / "s.root"
    with pytest.raises(ramet.FileIOError, match="none"):
        _snapshot(files, path).run(on=Here())
    with pytest.raises(ramet.FileIOError, match="none"):
        JobFolder(tmp_path / "job").split(_snapshot(files, path))
    assert list(tmp_path.iterdir()) == []


def test_a_job_that_is_removed_takes_its_parts_along(files: list[str], tmp_path: Path) -> None:
    job = JobFolder(tmp_path / "job")
    job.split(_snapshot(files, tmp_path / "s.root"), parts=4)
    job.run(0)
    assert (tmp_path / "s.root.parts").exists()
    job.remove()
    assert list(tmp_path.iterdir()) == []
