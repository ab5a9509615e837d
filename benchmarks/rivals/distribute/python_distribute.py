"""A frame over several files on two workers, and what workers cost.

usage: python_distribute.py make FOLDER ENTRIES      eight files
       python_distribute.py threads FOLDER TIMES     ramet on two threads
       python_distribute.py processes FOLDER TIMES   on Processes(2), which are there; also their start with the job
       python_distribute.py tasks TIMES              ten thousand tasks that do nothing
       python_distribute.py killed FOLDER TIMES      the long job on Processes(2), one of which is killed half way
       python_distribute.py planned FOLDER TIMES     the long job split into ten thousand parts, as files
       python_distribute.py combined TIMES           what parts gave of a thousand histograms is taken
       python_distribute.py memory                   of who asks for a large histogram
       python_distribute.py dask FOLDER TIMES        ramet on a Dask cluster of two processes
       python_distribute.py distrdf FOLDER TIMES     ROOT's RDataFrame on the same
"""

from __future__ import annotations

import itertools
import json
import math
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FILES = 8
LONG = 8  # times as many entries: each file so often
TASKS = 10_000
GRAIN = 32_768  # entries of a task
HISTOGRAMS, BINS, PARTS = 1_000, 100, 32
LARGE, GRAINS = 4_000_000, 64  # bins, and tasks
COLUMNS = {
    "r": "sqrt(x * x + y * y)",
    "phi": "atan2(y, x)",
    "shape": "exp(-r / 20) * pow(r, 1.3) + sin(3 * phi)",
}
CUT = "r > 5 && z < 40"
AXIS = (100, -2.0, 40.0)


def tell(contender: str, variant: str, number: int, wall: float, check: float, **more: float) -> None:
    resident = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    line = {"contender": contender, "variant": variant, "threads": 2, "time": number, "wall": wall, "cpu": 0.0}
    print(json.dumps({**line, "bytes": 0, "resident_mb": resident // 1024, "check": check, **more}), flush=True)


def repeat(contender: str, variant: str, times: int, job: Callable[[], float]) -> None:
    for number in range(times):
        begin = time.perf_counter()
        check = job()
        tell(contender, variant, number, time.perf_counter() - begin, check)


def make(folder: Path, entries: int) -> None:
    import numpy as np
    import ramet

    folder.mkdir(parents=True, exist_ok=True)
    for number in range(FILES):
        random = np.random.default_rng(number)
        with ramet.recreate(folder / f"part{number}.root", compression=ramet.ZSTD(5)) as file:
            tree = file.mktree("Events", dict.fromkeys("xyz", "float32"))
            for _ in range(max(1, entries // FILES // 250_000)):
                tree.extend({name: np.round(random.normal(20, 15, 250_000), 2).astype("float32") for name in "xyz"})


def job(folder: Path, on: Any, copies: int = 1) -> float:
    import ramet

    frame = ramet.frame([f"{path}:Events" for path in sorted(folder.glob("part*.root"))] * copies)
    for name, text in COLUMNS.items():
        frame = frame.define(name, text)
    kept = frame.filter(CUT)
    spectrum, total, count = kept.histo1d("shape", AXIS[0], AXIS[1:]), kept.sum("shape"), kept.count()
    spectrum.run(on=on)
    return float(spectrum.values(flow=True).sum() + count.value + 1e-3 * total.value)


def threads(folder: Path, times: int) -> None:
    from ramet.session import use_threads

    use_threads(2)
    repeat("ramet", "job", times, lambda: job(folder, None))
    repeat("ramet", "long job", 2, lambda: job(folder, None, LONG))


def processes(folder: Path, times: int) -> None:
    from ramet.distribute import Processes

    def with_start() -> float:
        with Processes(2) as workers:
            return job(folder, workers)

    def start() -> float:
        import ramet

        with Processes(2) as workers:
            ramet.frame(entries=1).count().run(on=workers)
        return 0

    with Processes(2) as workers:
        repeat("processes", "job", times, lambda: job(folder, workers))
        repeat("processes", "long job", 2, lambda: job(folder, workers, LONG))
    repeat("processes", "job, started for it", times, with_start)
    repeat("processes", "start", times, start)


def tasks(times: int) -> None:
    import queue

    import ramet
    from ramet.distribute import Processes, Task
    from ramet.distribute.tasks import answer_of, plan_bytes

    def job(workers: Processes) -> float:
        count = ramet.frame(entries=TASKS * GRAIN).count()

        def do(wanted: Any) -> None:
            plan = plan_bytes(wanted.plan)
            done: queue.SimpleQueue[Any] = queue.SimpleQueue()
            for first in range(*wanted.wanted):
                workers.submit(Task(plan, first, first + 1).to_bytes()).add_done_callback(done.put)
            for _ in range(*wanted.wanted):
                wanted.take(answer_of(done.get().result()))

        count.booked.run(elsewhere=do)
        return float(count.value)

    with Processes(2) as workers:
        repeat("processes", "tasks", times + 1, lambda: job(workers))


def killed(folder: Path, times: int) -> None:
    from ramet.distribute import Processes

    with Processes(2) as workers:
        job(folder, workers)
        for number in range(times):
            begin = time.perf_counter()
            job(folder, workers, LONG)
            whole = time.perf_counter() - begin
            timer = threading.Timer(whole / 2, lambda: os.kill(workers.pids[0], signal.SIGKILL))
            timer.start()
            begin = time.perf_counter()
            check = job(folder, workers, LONG)
            wall = time.perf_counter() - begin
            timer.join()
            tell("processes", "killed", number, wall, check, more=wall - whole)


def planned(folder: Path, times: int) -> None:
    import ramet
    from ramet.distribute import JobFolder

    files = [f"{path}:Events" for path in sorted(folder.glob("part*.root"))]
    entries = ramet.frame(files).count().value

    def split() -> float:
        copies = math.ceil(2 * TASKS * GRAIN / entries)  # as a part is 2**n tasks, there are no fewer
        total = ramet.frame(files * copies).sum("x")
        with tempfile.TemporaryDirectory() as empty:
            return JobFolder(Path(empty) / "job").split(total, parts=TASKS)

    repeat("ramet", "planned", times, split)


def answers_of(result: Any, count: int) -> list[bytes]:
    """What so many parts of a run give, done by this process."""
    from ramet import _core
    from ramet.distribute import Task, run_task
    from ramet.distribute.tasks import answer_of, plan_bytes

    plan, tasks = _core.parts_of_run(result.booked)
    bounds = range(0, len(tasks) + 1, len(tasks) // count)
    given = plan_bytes(plan)
    return [answer_of(run_task(Task(given, *part).to_bytes())) for part in itertools.pairwise(bounds)]


def combined(times: int) -> None:
    import ramet

    def asked() -> list[Any]:
        frame = ramet.frame(entries=PARTS * GRAIN).define("x", "uniform()").define("w", "x * x")
        return [frame.histo1d("x", BINS, (0, 1), weight="w") for _ in range(HISTOGRAMS)]

    first, *others = asked()
    answers = answers_of(first, PARTS)
    del others  # what nobody holds is not computed
    size = sum(map(len, answers))

    for number in range(times):
        first, *others = asked()

        def take(wanted: Any, number: int = number) -> None:
            begin, used = time.perf_counter(), time.process_time()
            for answer in answers:
                wanted.take(answer)
            wall = time.perf_counter() - begin
            more = {"rate": size / wall / 1e6, "cpu": time.process_time() - used}
            tell("ramet", "combined", number, wall, 0, **more)

        first.booked.run(elsewhere=take)
        del others


def memory() -> None:
    import ramet
    from ramet.distribute import Processes

    def peak() -> int:
        status = Path("/proc/self/status").read_text()
        return 1024 * int(status.partition("VmHWM:")[2].split()[0])

    frame = ramet.frame(entries=GRAINS * GRAIN).define("x", "uniform()").define("w", "x * x")
    spectrum = frame.histo1d("x", LARGE, (0, 1), weight="w")
    with Processes(2) as workers:
        small = ramet.frame(entries=GRAINS * GRAIN).define("x", "uniform()").histo1d("x", 10, (0, 1))
        small.run(on=workers)
        before = peak()
        begin = time.perf_counter()
        spectrum.run(on=workers)
        wall = time.perf_counter() - begin
        size = 2 * 8 * (LARGE + 2)  # contents and squares
        results = (peak() - before) / size
        tell("ramet", "memory", 0, wall, 0, results=results, bar=math.log2(GRAINS) + 2)


def cluster() -> Any:
    from distributed import Client, LocalCluster

    return Client(LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None))


def dask(folder: Path, times: int) -> None:
    with cluster() as client:
        repeat("dask", "first job on Dask", 1, lambda: job(folder, client))
        repeat("dask", "job on Dask", times, lambda: job(folder, client))


def distrdf(folder: Path, times: int) -> None:
    import ROOT

    with cluster() as client:

        def root() -> float:
            paths = [str(path) for path in sorted(folder.glob("part*.root"))]
            frame = ROOT.RDataFrame("Events", paths, executor=client)
            for name, text in COLUMNS.items():
                frame = frame.Define(name, text)
            kept = frame.Filter(CUT)
            spectrum = kept.Histo1D(("h", "", AXIS[0], AXIS[1], AXIS[2]), "shape")
            total, count = kept.Sum("shape"), kept.Count()
            inside = spectrum.GetValue().Integral(0, AXIS[0] + 1)
            return float(inside + count.GetValue() + 1e-3 * total.GetValue())

        repeat("distrdf", "first job on Dask", 1, root)
        repeat("distrdf", "job on Dask", times, root)


def main(what: str, *rest: str) -> None:
    of_times = {"tasks": tasks, "combined": combined}
    of_folder = {"make": make, "threads": threads, "processes": processes, "dask": dask, "distrdf": distrdf}
    of_folder |= {"killed": killed, "planned": planned}
    if what == "memory":
        memory()
    elif what in of_times:
        of_times[what](int(rest[0]))
    else:
        of_folder[what](Path(rest[0]), int(rest[1]))


if __name__ == "__main__":
    main(*sys.argv[1:])
