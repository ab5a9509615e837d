"""Files that several processes filled together, whose owner was killed, too."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import signal
from multiprocessing.connection import Connection

import numpy as np
import pytest
import ramet

PART = 400


def own(path: pathlib.Path, format: str, pipe: Connection, *, checkpoint: bool) -> None:
    writer = ramet.ParallelWriter(path, "dir/Events", {"n": "int64"}, format=format)  # type: ignore[arg-type]
    pipe.send(writer.share())
    pipe.recv()
    if checkpoint:
        writer.checkpoint()
    pipe.send("done")
    pipe.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def fill_and_die(shared: ramet.SharedFile, parts: list[int]) -> None:
    writer = ramet.join(shared)
    for part in parts:
        context = writer.context(part)
        context.extend({"n": np.arange(part * PART, (part + 1) * PART)})
        context.flush()
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("checkpoint", [False, True])
@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_every_committed_cluster_of_every_process_is_found_in_order(
    format: str, tmp_path: pathlib.Path, *, checkpoint: bool
) -> None:
    path, new = tmp_path / "shared.root", tmp_path / "new.root"
    spawned = multiprocessing.get_context("spawn")
    here, there = spawned.Pipe()
    owner = spawned.Process(target=own, args=(path, format, there), kwargs={"checkpoint": checkpoint})
    owner.start()
    shared = here.recv()
    for parts in ([1, 3], [0, 2]):
        worker = spawned.Process(target=fill_and_die, args=(shared, parts))
        worker.start()
        worker.join()
        assert worker.exitcode == -signal.SIGKILL
        if parts == [1, 3]:
            here.send("checkpoint")
            assert here.recv() == "done"
    here.send("die")
    owner.join()
    assert (tmp_path / "shared.root.journals").exists()
    report = ramet.recover(path, new)
    [table] = report.tables
    assert (table.path, table.entries) == ("dir/Events", 4 * PART)
    assert table.saved_entries == (2 * PART if checkpoint else 0)
    assert report.lost == {}
    with ramet.open(f"{new}:dir/Events") as tree:
        assert np.array_equal(tree["n"].array(library="np"), np.arange(4 * PART))
    assert not (tmp_path / "shared.root.journals").exists()


def test_journals_of_a_living_owner_stay(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "shared.root"
    with ramet.ParallelWriter(path, "Events", {"n": "int64"}) as writer:
        writer.share()
        with writer.context() as context:
            context.extend({"n": np.arange(10)})
            context.flush()
            report = ramet.recover(path, tmp_path / "new.root")
        assert report.tables[0].entries == 10
        assert (tmp_path / "shared.root.journals").exists()
