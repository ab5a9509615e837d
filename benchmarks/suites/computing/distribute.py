"""Frames on worker processes, beside threads and ROOT's distributed RDataFrame."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from ratios import table

TASKS, LONG = 10_000, 8  # of rivals/distribute/python_distribute.py
HISTOGRAMS, BINS = 1_000, 100


def prepare(bench: Bench) -> None:
    bench.file("distribute", lambda path: bench.rival("python_distribute", "make", path, 2 * bench.entries))


def runs(bench: Bench) -> list[Run]:
    folder = bench.data / "distribute"
    commands = [bench.rival("python_distribute", how, folder, REPETITIONS) for how in ("threads", "processes", "dask")]
    commands.append(bench.rival("python_distribute", "tasks", REPETITIONS))
    commands.append(bench.rival("python_distribute", "killed", folder, REPETITIONS))
    commands.append(bench.rival("python_distribute", "planned", folder, REPETITIONS))
    commands.append(bench.rival("python_distribute", "combined", REPETITIONS))
    commands.append(bench.rival("python_distribute", "memory"))
    commands.append(bench.rival("python_distribute", "distrdf", folder, REPETITIONS))
    return [Run(command) for command in commands]


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()

    def told(contender: str, variant: str, what: str) -> str:
        value = ratios.median((contender, variant, 2), what)
        return "–" if value is None else f"{value:.3g}"

    def seconds(contender: str, variant: str, scale: float = 1) -> str:
        wall = ratios.median((contender, variant, 2))
        return "–" if wall is None else f"{scale * wall:.3g}"

    rows = {
        "2 threads: s": seconds("ramet", "job"),
        "2 processes: s": seconds("processes", "job"),
        f"2 threads, {LONG} times as many entries: s": seconds("ramet", "long job"),
        "2 processes, the same: s": seconds("processes", "long job"),
        "2 processes, started for it: s": seconds("processes", "job, started for it"),
        "start and end of 2 processes: s": seconds("processes", "start"),
        f"of {TASKS:,} tasks that do nothing, one: ms": seconds("processes", "tasks", 1000 / TASKS),
        f"{TASKS:,} parts planned, as files: s": seconds("ramet", "planned"),
        "2 processes, the long job, one of them killed half way: s": seconds("processes", "killed"),
        "what that takes more: s": told("processes", "killed", "more"),
        f"{HISTOGRAMS:,} histograms of {BINS} bins, parts taken: MB/s": told("ramet", "combined", "rate"),
        "memory of who asks, in times of the result": told("ramet", "memory", "results"),
        "the same, as log2 of the tasks, + 2": told("ramet", "memory", "bar"),
        "Dask, first job: s": seconds("dask", "first job on Dask"),
        "Dask: s": seconds("dask", "job on Dask"),
        "DistRDF on Dask, first job: s": seconds("distrdf", "first job on Dask"),
        "DistRDF on Dask: s": seconds("distrdf", "job on Dask"),
    }
    return table("two workers", list(rows), [("", lambda row: rows[row])])


def words(bench: Bench) -> str:
    return f"""A histogram, a sum and a count of a function of three columns behind a filter, of {2 * bench.entries:,}
entries in eight files, zstd, from text; two workers each, on one machine. *Processes* and the workers of Dask are there
before the job, unless the row says otherwise. Parts of histograms have weights: contents and squares."""


SUITE = Suite(title="Frames on worker processes", words=words, table=tables, prepare=prepare, runs=runs, is_python=True)
