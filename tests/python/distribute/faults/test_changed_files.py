"""Files that are replaced between runs, or while one goes on: the new contents are read, or an error names the file."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from engines import Here
from ramet import _core
from ramet.distribute import JobFolder, Processes, WorkerLostError
from ramet.distribute.stamps import files_of, require_same, stamps_of
from ramet.session import shared_session
from range_server import RangeServer

ENTRIES = 80_000
ENTRIES_OF_TASK = 20_000


def _write(path: Path, seed: int, *, in_place: bool = False) -> None:
    """Write a file of its own contents, whose tasks are those of all others."""
    made = path.with_name("new.root")
    with ramet.recreate(made) as file:
        tree = file.mktree("Events", {"x": "float64"}, cluster_size=8 * ENTRIES_OF_TASK)
        tree.extend({"x": np.random.default_rng(seed).normal(50, 20, ENTRIES)})
    if in_place:
        shutil.copyfile(made, path)
        made.unlink()
    else:
        made.replace(path)


def _sum(place: Path | str) -> ramet.Result[float]:
    return ramet.frame(f"{place}:Events").sum("x")


def _value(place: Path | str) -> float:
    return float(_sum(place).value)


@pytest.mark.parametrize("how", ["renamed", "in place"])
def test_workers_read_a_file_that_replaced_another(how: str, tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    with Processes(2, timeout=60) as processes:
        for seed in (1, 2):
            _write(path, seed, in_place=how == "in place")
            total = _sum(path)
            total.run(on=processes)
            assert total.value == _value(path)


def test_workers_read_a_file_of_a_server_that_replaced_another(tmp_path: Path) -> None:
    with RangeServer(tmp_path) as server:
        for seed in (1, 2):
            _write(tmp_path / "a.root", seed)
            total = _sum(f"{server.url}/a.root")
            total.run(on=Here())
            assert total.value == _value(tmp_path / "a.root")


def test_a_file_of_many_is_replaced(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    for seed in (1, 2):
        _write(path, seed)
        places = [files[0], f"{path}:Events"]
        total = ramet.frame(places).sum("x")
        total.run(on=Here())
        assert total.value == ramet.frame(places).sum("x").value


@pytest.mark.parametrize("how", ["completed", "stopped"])
def test_a_checkpoint_is_of_the_contents(how: str, tmp_path: Path) -> None:
    path, checkpoint = tmp_path / "a.root", tmp_path / "run.ckpt"
    _write(path, 1)
    if how == "stopped":
        with pytest.raises(WorkerLostError):
            _sum(path).run(on=Here(lambda number, answer: answer[:-1] if number else answer), checkpoint=checkpoint)
        assert checkpoint.exists()
    else:
        _sum(path).run(checkpoint=checkpoint)
    _write(path, 2)
    total = _sum(path)
    total.run(checkpoint=checkpoint)
    assert total.value == _value(path)


def test_a_checkpoint_of_a_file_of_a_server_is_of_its_contents(tmp_path: Path) -> None:
    path, checkpoint = tmp_path / "a.root", tmp_path / "run.ckpt"
    _write(path, 1)
    with RangeServer(tmp_path) as server:
        place = f"{server.url}/a.root"
        with pytest.raises(WorkerLostError):
            _sum(place).run(on=Here(lambda number, answer: answer[:-1] if number else answer), checkpoint=checkpoint)
        _write(path, 2)
        total = _sum(place)
        total.run(checkpoint=checkpoint)
        assert total.value == _value(path)


def test_a_job_of_a_file_that_was_replaced_is_not_joined(tmp_path: Path) -> None:
    path, job = tmp_path / "a.root", JobFolder(tmp_path / "job")
    _write(path, 1)
    parts = job.split(_sum(path), parts=4)
    job.run(0)
    _write(path, 2)
    with pytest.raises(WorkerLostError, match=r"FileIOError: the file '.*a\.root' has changed since the run began"):
        job.run(1)
    assert job.missing() == list(range(1, parts))
    for allow_missing in (False, True):
        with pytest.raises(ramet.RametError, match=r"a\.root' has changed since"):
            job.join(_sum(path), allow_missing=allow_missing)


def test_a_job_is_joined_by_what_the_file_was_when_it_was_split(tmp_path: Path) -> None:
    path, job = tmp_path / "a.root", JobFolder(tmp_path / "job")
    _write(path, 1)
    for number in range(job.split(_sum(path), parts=4)):
        job.run(number)
    total = _sum(path)
    path.unlink()  # it is needed no longer
    job.join(total)
    _write(path, 2)
    with pytest.raises(ramet.MisuseError, match=r"a\.root' has changed since the job '.*job' was split"):
        job.join(_sum(path))


def test_a_file_that_was_replaced_after_it_was_opened_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    _write(path, 1)
    total = _sum(path)
    _write(path, 2)
    with pytest.raises(ramet.FileIOError, match=r"a\.root' has changed since it was opened: it had the stamp '\d+ b"):
        total.run(on=Here())


def test_a_file_that_is_replaced_while_it_is_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    _write(path, 1)

    def replace(number: int, answer: bytes) -> bytes:
        if number == 1:
            _write(path, 2)
        return answer

    with pytest.raises(ramet.FileIOError, match=r"a\.root' has changed since the run began"):
        _sum(path).run(on=Here(replace))


def test_a_file_that_is_removed_when_all_was_read_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    _write(path, 1)
    expected, total = _value(path), _sum(path)
    _, tasks = _core.parts_of_run(total.booked)

    def remove(_: int, answer: bytes) -> bytes:
        if engine.tasks[-1].last == len(tasks):
            path.unlink()
        return answer

    engine = Here(remove)
    total.run(on=engine)
    assert total.value == expected


def test_stamps_tell_contents_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.root"
    _write(path, 1)
    (stamp,) = stamps_of([str(path)]).values()
    assert stamp == shared_session().open(path).stamp  # as C++ has it
    facts = path.stat()
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1000))
    with pytest.raises(ramet.FileIOError, match="has changed since then"):
        require_same({str(path): stamp}, "since then")
    whole = facts.st_mtime_ns - facts.st_mtime_ns % 1_000_000_000
    os.utime(path, ns=(whole, whole))  # as a file system that keeps seconds tells it
    require_same({str(path): stamp}, "since then")
    os.utime(path, ns=(whole - 1_000_000_000, whole - 1_000_000_000))
    with pytest.raises(ramet.FileIOError):
        require_same({str(path): stamp}, "since then")
    path.unlink()
    with pytest.raises(ramet.FileMissingError, match=r"a\.root' is gone"):
        stamps_of([str(path)])
    assert stamps_of([str(path)], gone=True) == {}


def test_stamps_of_servers_are_theirs(tmp_path: Path) -> None:
    _write(tmp_path / "a.root", 1)
    with RangeServer(tmp_path) as server:
        url = f"{server.url.replace('http://', 'http://me:secret@')}/a.root?token=secret"
        (stamp,) = stamps_of([url]).values()
        facts = (tmp_path / "a.root").stat()
        assert stamp.startswith(f'"{facts.st_mtime_ns:x}-{facts.st_size:x}" ')
        assert stamp.endswith(f" {facts.st_size} bytes")
        assert "secret" not in stamp
        _write(tmp_path / "a.root", 2)
        assert stamps_of([url]) != {url: stamp}
        with pytest.raises(ramet.FileIOError) as caught:
            require_same({url: stamp}, "since then")
        assert "secret" not in str(caught.value)


def test_stamps_of_other_servers_are_what_they_tell(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory: Any = fsspec.filesystem("memory")
    stamps = []
    for seed in (1, 2):
        _write(tmp_path / "a.root", seed)
        memory.pipe_file("/a.root", (tmp_path / "a.root").read_bytes())
        stamps += stamps_of(["memory://a.root"]).values()
    assert stamps[0] != stamps[1]
    assert stamps[0].endswith(" bytes")


def test_plans_name_the_files_of_friends(files: list[str]) -> None:
    joined = ramet.open_many(files[:1]).add_friend(files[1:2], "other")
    engine = Here()
    ramet.frame(joined).sum("other.x").run(on=engine)
    plan = json.loads(engine.tasks[0].plan[14:-16])
    paths = [place.removesuffix(":Events") for place in files[:2]]
    assert list(files_of(plan["source"])) == paths
    assert plan["stamps"] == stamps_of(paths)
