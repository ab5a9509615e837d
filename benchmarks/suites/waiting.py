"""Waits of threads, and the memory of a writer."""

from __future__ import annotations

import os
import shutil
import subprocess

from bench import MANY, Bench, Suite
from flat_files import flat, make_flat_files

from suites import conditions, many, nano, ntuple

ENTRIES = 2_000_000
FILES, SOME = many.FILES, many.FILES // 4
BUDGET_MB = 32
FUTEX_CALLS = "syscalls:sys_enter_futex"
TIMES = 4  # how often a file is read, of which the first is not warm
PARTS = (4, 1)  # a quarter of the entries and all of them, to see whether waits grow


def futex_calls(command: list[str]) -> int:
    """How often the threads of a run asked the kernel to wait or to wake. perf counts without stopping them: strace,
    which stops a thread that holds a lock, makes others wait and counts that."""
    counted = ["perf", "stat", "-x", ",", "-e", FUTEX_CALLS, *command]
    finished = subprocess.run(counted, capture_output=True, text=True, check=True)
    return sum(int(line.split(",")[0]) for line in finished.stderr.splitlines() if FUTEX_CALLS in line)


def reads(bench: Bench, threads: int, times: int, parts: int) -> dict[str, list[str]]:
    """A read of each kind of file, by so many threads and so often; of so many parts of the entries, the first."""
    one_cluster, tracks = (ntuple.path_of(bench, name) for name in ("one cluster/zstd", "tracks/zstd"))
    files = bench.data / ("many" if parts == 1 else "many_some")
    payload = conditions.path_of(bench, "objectwise")
    return {
        "flat tree": bench.ours("flat_read", flat(bench, "lz4"), threads, times, "columns", parts),
        "all columns of NanoAOD": bench.ours("nano_read", "all", bench.data / "nano.root", threads, times, parts),
        "many files": bench.ours("many_files", files, threads, times),
        "RNTuple of one cluster": bench.ours("ntuple_read", one_cluster, "flat", threads, times, "columns", parts),
        "the same by rows": bench.ours("ntuple_read", one_cluster, "flat", threads, times, "rows", parts),
        "RNTuple of tracks": bench.ours("ntuple_read", tracks, "tracks", threads, times, "columns", parts),
        "conditions": bench.ours("conditions", payload, "trigger", "buffer", threads, times * 4 // parts),
    }


def seconds_of(bench: Bench, command: list[str]) -> float:
    """The fastest warm repetition of a run, for each byte where the work grows with the threads and is told."""
    results = [result for _ in range(bench.passes) for result in bench.results_of(command)[1:]]
    return min(float(result["wall"]) / max(float(result["bytes"]), 1) for result in results)


def contention(bench: Bench) -> list[str]:
    """For each kind of read: is it slower with more threads than cores, and do waits grow with the amount read?"""
    cores = len(os.sched_getaffinity(0))
    rows = [
        f"| read | {cores} / {MANY} threads | futex calls, 2 threads | futex calls, {MANY} threads |",
        "|---|--:|--:|--:|",
    ]
    few, many_threads = (reads(bench, threads, TIMES, 1) for threads in (cores, MANY))
    for kind in few:
        ratio = seconds_of(bench, few[kind]) / seconds_of(bench, many_threads[kind])
        counts = [
            ", ".join(str(futex_calls(reads(bench, threads, 1, parts)[kind])) for parts in PARTS)
            for threads in (2, MANY)
        ]
        rows.append(f"| {kind} | {ratio:.2f} | {counts[0]} | {counts[1]} |")
    return rows


def prepare(bench: Bench) -> None:
    make_flat_files(bench)
    many.prepare(bench)
    nano.prepare(bench)
    ntuple.prepare(bench)
    conditions.prepare(bench)
    bench.file("many_some", lambda path: bench.rival("generate_many", "files", path, SOME, many.ENTRIES))


def tables(bench: Bench) -> list[str]:
    """Futex calls of runs over n, 4 n and 16 n entries, the writer's memory against its budget, and all reads."""
    if shutil.which("perf") is None:
        raise SystemExit("perf counts the waits: apt-get install linux-perf")
    out = bench.data / "written.root"
    rows = []
    for threads in (2, MANY):
        commands = [
            bench.ours("parallel_write", out, "ttree", "double", "zlib", threads, n, 1)
            for n in (ENTRIES, 4 * ENTRIES, 16 * ENTRIES)
        ]
        what = f"futex calls, writing n, 4 n and 16 n entries from {threads} contexts"
        rows.append((what, ", ".join(str(futex_calls(command)) for command in commands)))
    for contexts in (1, 2, 8):
        command = bench.ours("parallel_write", out, "ttree", "double", "zlib", contexts, 8 * ENTRIES, 1, BUDGET_MB)
        peak = float(bench.results_of(command)[0]["resident_mb"])
        what = f"resident memory at its peak / budget of {BUDGET_MB} MiB, {contexts} contexts"
        rows.append((what, f"{peak / BUDGET_MB:.2f}"))
    written = ["| what | |", "|---|--:|", *(f"| {what} | {value} |" for what, value in rows)]
    return [*contention(bench), "", *written]


def words(_: Bench) -> str:
    return f"""Each kind of read by as many threads as there are cores and by {MANY}: the ratio of the times, of
conditions for each byte, since there every thread reads all; 1 and above says that threads do not get in
each other's way. Calls of futex(2), counted by perf, reading a quarter of the entries (files, times) and all: some are
taken by putting a job's threads to work and to sleep. Below: the same of writing, and the memory of a whole process
that writes random double, zlib, with a budget for what the contexts hold."""


SUITE = Suite(title="Waiting and memory", words=words, table=tables, prepare=prepare)
