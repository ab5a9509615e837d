"""Every class from several threads at once, the interpreter lock released, and signals."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet


def run_together(*works: Callable[[], Any]) -> list[Any]:
    """Run each function in a separate thread, all started at once; return the results, or raise the first error."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = works[number]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_one_tree_is_read_by_many_threads(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    tree = file["dir/Events"]
    expected = tree.arrays()
    for read in run_together(*[tree.arrays] * 4, *[lambda: file["dir/Events"].arrays()] * 4):
        assert ak.array_equal(read, expected)


def test_a_file_is_looked_at_by_many_threads(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    looks = [file.keys, file.classnames, lambda: file["spectrum"].values().tolist(), lambda: len(file["dir"])] * 2
    for result, look in zip(run_together(*looks), looks, strict=True):
        assert result == look()


def test_one_branch_and_its_arrays_in_two_threads(mixed_file: Path) -> None:
    branch = ramet.open(mixed_file)["dir/Events/hits"]
    first, second = run_together(branch.array, lambda: branch.array(library="np"))
    assert first.tolist() == [hits.tolist() for hits in second]


def test_one_histogram_is_filled_and_read_by_many_threads() -> None:
    histogram = ramet.Histogram(10, (0, 1))
    values = np.random.default_rng(1).random(100_000)

    def fill(*, weight: float | None = None) -> None:
        for _ in range(10):
            histogram.fill(values, weight=weight)

    def look() -> None:
        for _ in range(100):
            assert histogram.values().sum() % 100_000 == 0
            assert len(histogram.variances(flow=True)) == 12

    run_together(fill, fill, lambda: fill(weight=2), look, look)
    assert histogram.values().sum() == 4_000_000
    assert histogram.num_entries == 3_000_000


def test_files_are_written_side_by_side(tmp_path: Path) -> None:
    def write(number: int) -> None:
        with ramet.recreate(tmp_path / f"{number}.root") as file:
            file["t"] = {"x": np.full(1000, number)}
            file["h"] = np.histogram([number], bins=3)

    run_together(*[lambda number=number: write(number) for number in range(4)])
    for number in range(4):
        assert set(ramet.open(tmp_path / f"{number}.root")["t/x"].array().tolist()) == {number}


def test_python_runs_on_while_cpp_works(tmp_path: Path) -> None:
    """Another thread counts while this one compresses: it could not if the interpreter lock were held."""
    batch = {"x": np.random.default_rng(1).normal(size=1_000_000)}
    with ramet.ParallelWriter(tmp_path / "x.root", "t", {"x": "float64"}, compression="lzma:6") as writer:
        context = writer.context()
        longest = 0.0
        done = threading.Event()

        def watch() -> None:
            nonlocal longest
            last = time.perf_counter()
            while not done.is_set():
                time.sleep(0.001)
                now = time.perf_counter()
                longest, last = max(longest, now - last), now

        watcher = threading.Thread(target=watch)
        watcher.start()
        begin = time.perf_counter()
        context.extend(batch)
        context.close()
        took = time.perf_counter() - begin
        done.set()
        watcher.join()
    assert longest < took / 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_reads_by_itself(mixed_file: Path) -> None:
    ramet.open(mixed_file)["dir/Events"].arrays()
    child = os.fork()
    if child == 0:
        try:
            good = ramet.open(mixed_file)["dir/Events/number"].array(library="np")[-1] == 999
        except BaseException:
            good = False
        os._exit(0 if good else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


INTERRUPTED = textwrap.dedent(
    """
    import os, signal, sys, threading, time
    import numpy as np
    import ramet

    path, what = sys.argv[1:]
    batch = {"x": np.random.default_rng(1).normal(size=8_000_000)}

    def interrupt():
        os.kill(os.getpid(), signal.SIGINT)

    def interrupt_soon():
        timer = threading.Timer(0.3, interrupt)
        timer.daemon = True
        timer.start()

    def interrupt_when_written(size):
        def watch():
            while os.path.getsize(path) < size:
                time.sleep(0.005)
            interrupt()

        threading.Thread(target=watch, daemon=True).start()

    try:
        if what == "write":
            options = dict(compression="lzma:9", cluster_size="200 kB")
            with ramet.ParallelWriter(path, "t", {"x": "float64"}, **options) as writer:
                with writer.context() as context:
                    interrupt_when_written(1_000_000)  # five clusters of 320
                    context.extend(batch)
        else:
            with ramet.recreate(path, compression="lzma:1") as file:
                file.mktree("t", {"x": "float64"}, cluster_size="200 kB").extend({"x": batch["x"][:500_000]})
            tree = ramet.open(path)["t"]
            interrupt_soon()
            work = {
                "read": lambda: tree.arrays(library="np"),
                "select": lambda: tree.arrays("x * 2", "x > 0", library="np"),
                "draw": lambda: tree.draw("sqrt(abs(x))"),
                "scan": lambda: tree.scan("x", "x > 0"),
            }[what]
            while True:
                work()
    except KeyboardInterrupt:
        print("interrupted")
    """
)


@pytest.mark.parametrize("what", ["write", "read", "select", "draw", "scan"])
def test_ctrl_c_stops_long_work_and_leaves_a_valid_file(tmp_path: Path, what: str) -> None:
    path = tmp_path / "long.root"
    command = [sys.executable, "-c", INTERRUPTED, str(path), what]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert finished.stdout.startswith("interrupted"), finished.stderr
    tree = ramet.open(path)["t"]
    if what == "write":
        assert 100_000 < tree.num_entries < 4_000_000  # what was written when it was stopped, which was early
        expected = np.random.default_rng(1).normal(size=8_000_000)[: tree.num_entries]
        assert np.array_equal(tree["x"].array(library="np"), expected)
