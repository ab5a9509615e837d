"""Several processes that fill one file."""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import os
import pickle
import signal
from pathlib import Path

import numpy as np
import pytest
import ramet

PART = 500
SCHEMA = {"n": "int64", "hits": "var * int32"}


def batch_of(part: int) -> dict[str, object]:
    numbers = np.arange(part * PART, (part + 1) * PART)
    counts = numbers % 3
    offsets = np.concatenate([[0], np.cumsum(counts)])
    return {"n": numbers, "hits": (offsets, np.repeat(numbers, counts).astype(np.int32))}


def fill_parts(shared: ramet.SharedFile, parts: list[int]) -> int:
    with ramet.join(shared) as writer:
        for part in parts:
            with writer.context(part) as context:
                context.extend(batch_of(part))
        return writer.number


def fill_and_die(shared: ramet.SharedFile, part: int) -> None:
    writer = ramet.join(shared)
    context = writer.context(part)
    context.extend(batch_of(part))
    context.flush()
    context.extend(batch_of(part + 1))  # held, and never written
    os.kill(os.getpid(), signal.SIGKILL)


def fill_traced(shared: ramet.SharedFile, part: int, trace: Path) -> None:
    with ramet.join(shared) as writer:
        assert writer.trace(trace).spans == 0
        with writer.context(part) as context:
            context.extend(batch_of(part))
            context.flush()


def check(path: Path, parts: int) -> None:
    with ramet.open(f"{path}:Events") as tree:
        assert np.array_equal(tree["n"].array(library="np"), np.arange(parts * PART))
        assert tree["hits"].array()[2 * PART - 1].tolist() == [2 * PART - 1] * ((2 * PART - 1) % 3)


@pytest.mark.parametrize("start", ["spawn", "fork", "forkserver"])
@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_a_pool_of_processes_fills_one_tree_in_order_of_its_parts(tmp_path: Path, start: str, format: str) -> None:
    path = tmp_path / "shared.root"
    with ramet.ParallelWriter(path, "Events", SCHEMA, format=format) as writer:  # type: ignore[arg-type]
        shared = writer.share()
        with multiprocessing.get_context(start).Pool(2) as pool:
            numbers = pool.starmap(fill_parts, [(shared, [part, part + 4]) for part in range(4)])
        assert sorted(numbers) == [0, 1, 2, 3]
        assert [one.state for one in writer.processes()] == ["left"] * 4
        assert sum(one.entries for one in writer.processes()) == 8 * PART
    check(path, 8)
    assert not (tmp_path / "shared.root.journals").exists()
    assert writer.report().entries == 8 * PART


def test_the_owner_fills_side_by_side_with_processes_of_an_executor(tmp_path: Path) -> None:
    path = tmp_path / "shared.root"
    with ramet.ParallelWriter(path, "dir/Events", SCHEMA) as writer:
        shared = writer.share()
        spawned = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawned) as executor:
            others = executor.submit(fill_parts, shared, [1, 3])
            for part in (0, 2):
                with writer.context(part) as context:
                    context.extend(batch_of(part))
                writer.checkpoint()
            others.result()
    with ramet.open(f"{path}:dir/Events") as tree:
        assert np.array_equal(tree["n"].array(library="np"), np.arange(4 * PART))


def test_each_process_saves_a_trace_of_its_own(tmp_path: Path) -> None:
    with ramet.ParallelWriter(tmp_path / "shared.root", "Events", SCHEMA) as writer:
        shared = writer.share()
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            list(pool.map(fill_traced, [shared] * 2, range(2), [tmp_path / f"{part}.json" for part in range(2)]))
    check(tmp_path / "shared.root", 2)
    for part in range(2):
        events = json.loads((tmp_path / f"{part}.json").read_text())["traceEvents"]
        assert {"encode", "write"} <= {event["cat"] for event in events if event["ph"] == "X"}


def test_a_killed_process_loses_only_unwritten_entries(tmp_path: Path) -> None:
    path = tmp_path / "shared.root"
    writer = ramet.ParallelWriter(path, "Events", SCHEMA)
    shared = writer.share()
    with writer.context(1) as context:
        context.extend(batch_of(1))
    process = multiprocessing.get_context("spawn").Process(target=fill_and_die, args=(shared, 0))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    (report,) = writer.processes()
    assert (report.state, report.pid, report.entries, report.open_sequences) == ("died", process.pid, PART, [0])
    with pytest.raises(ramet.FileIOError, match=f"process {process.pid} died while it filled parts 0"):
        writer.close()
    check(path, 2)
    writer.close()


def test_a_handle_can_be_pickled_and_is_checked() -> None:
    shared = pickle.loads(pickle.dumps(ramet.SharedFile(b"nonsense")))
    assert shared == ramet.SharedFile(b"nonsense")
    with pytest.raises(ramet.CorruptError, match="not a handle"):
        ramet.join(shared)


def test_misuse_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shared.root"
    writer = ramet.ParallelWriter(path, "Events", SCHEMA)
    shared = writer.share()
    joined = ramet.join(shared)
    assert joined.keys() == ["Events"]
    with pytest.raises(ramet.KeyInFileError, match="Events"):
        joined.context(tree="Evens")
    context = joined.context()
    with pytest.raises(ramet.MisuseError, match="has joined and not left; it has 1 open fill contexts"):
        writer.close()
    with pytest.raises(ramet.MisuseError, match="1 fill contexts"):
        joined.close()
    context.close()
    joined.close()
    assert joined.closed
    with pytest.raises(ramet.MisuseError, match="is closed"):
        joined.context()
    writer.close()
    with pytest.raises(ramet.MisuseError, match="not shared any more"):
        ramet.join(shared)
    with pytest.raises(ramet.MisuseError, match="is closed"):
        writer.share()


class LocalCounters:
    """Counters that are not a mapped file, like those of ramet.mpi."""

    def __init__(self) -> None:
        self.numbers = [0] * 6

    def __len__(self) -> int:
        return len(self.numbers)

    def add(self, counter: int, amount: int) -> int:
        before = self.numbers[counter]
        self.numbers[counter] += amount
        return before

    def raise_to(self, counter: int, least: int) -> int:
        before = self.numbers[counter]
        self.numbers[counter] = max(before, least)
        return before

    def load(self, counter: int) -> int:
        return self.numbers[counter]


def test_counters_may_be_the_callers(tmp_path: Path) -> None:
    path = tmp_path / "shared.root"
    counters = LocalCounters()
    with ramet.ParallelWriter(path, "Events", SCHEMA) as writer:
        shared = writer.share(counters=counters)
        with pytest.raises(ramet.MisuseError, match="counters of the program"):
            ramet.join(shared)
        with ramet.join(shared, counters=counters) as joined:
            for one, part in ((writer, 0), (joined, 1)):
                with one.context(part) as context:
                    context.extend(batch_of(part))
    check(path, 2)
    assert counters.numbers[0] > 1000
