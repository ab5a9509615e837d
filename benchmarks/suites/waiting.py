"""What threads wait for, and what memory a writer takes."""

from __future__ import annotations

import shutil
import subprocess

from bench import MANY, Bench, Suite

from suites import many, nano
from suites.flat_files import flat, make_flat_files

ENTRIES = 2_000_000
FILES, SOME = many.FILES, many.FILES // 4
BUDGET_MB = 32


def futex_calls(command: list[str]) -> int:
    """How often the threads of a run asked the kernel to wait or to wake, counted by strace."""
    traced = ["strace", "-f", "-qq", "-c", "-e", "trace=futex", *command]
    finished = subprocess.run(traced, capture_output=True, text=True, check=True)
    return sum(int(line.split()[3]) for line in finished.stderr.splitlines() if line.strip().endswith("futex"))


def prepare(bench: Bench) -> None:
    make_flat_files(bench)
    many.prepare(bench)
    nano.prepare(bench)
    bench.file("many_some", lambda path: bench.rival("generate_many", "files", path, SOME, many.ENTRIES))


def tables(bench: Bench) -> list[str]:
    """Futex calls of runs over n, 4 n and 16 n entries, and the writer's memory against its budget."""
    if shutil.which("strace") is None:
        raise SystemExit("strace counts the waits: apt-get install strace")
    out, path = bench.data / "written.root", flat(bench, "lz4")
    rows = []
    for threads in (2, MANY):
        commands = [
            bench.ours("parallel_write", out, "double", "zlib", threads, n, 1)
            for n in (ENTRIES, 4 * ENTRIES, 16 * ENTRIES)
        ]
        what = f"futex calls, writing n, 4 n and 16 n entries from {threads} contexts"
        rows.append((what, ", ".join(str(futex_calls(command)) for command in commands)))
        once, often = (futex_calls(bench.ours("flat_read", path, threads, times)) for times in (1, 4))
        rows.append((f"futex calls, reading a file once and four times on {threads} threads", f"{once}, {often}"))
    for threads in (2, MANY):
        small, large = bench.data / "many_some", bench.data / "many"
        counts = [futex_calls(bench.ours("many_files", folder, threads, 1)) for folder in (small, large)]
        what = f"futex calls, opening and reading {SOME} and {FILES} small files on {threads} threads"
        rows.append((what, ", ".join(map(str, counts))))
        counts = [futex_calls(bench.ours("nano_read", "all", bench.data / "nano.root", threads, n)) for n in (1, 4)]
        what = f"futex calls, reading all columns of NanoAOD once and four times on {threads} threads"
        rows.append((what, ", ".join(map(str, counts))))
    for contexts in (1, 2, 8):
        command = bench.ours("parallel_write", out, "double", "zlib", contexts, 8 * ENTRIES, 1, BUDGET_MB)
        peak = float(bench.results_of(command)[0]["resident_mb"])
        what = f"resident memory at its peak / budget of {BUDGET_MB} MiB, {contexts} contexts"
        rows.append((what, f"{peak / BUDGET_MB:.2f}"))
    return ["| what | |", "|---|--:|", *(f"| {what} | {value} |" for what, value in rows)]


def words(_: Bench) -> str:
    return """Calls of futex(2), counted by strace, and the memory of a whole process that writes random double, zlib,
with a budget for what the contexts hold."""


SUITE = Suite(title="Waiting and memory", words=words, table=tables, prepare=prepare)
