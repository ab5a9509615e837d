"""Random numbers, written into one file by threads and by processes."""

from __future__ import annotations

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import table

VARIANTS = ["zlib", "zstd", "none"]


def runs(bench: Bench) -> list[Run]:
    out, n = bench.data / "together.root", bench.write_entries
    return [
        Run(bench.ours("processes", out, who, number, CODECS[variant], n, REPETITIONS), variant)
        for variant in VARIANTS
        for number in (1, 2)
        for who in ("threads", "processes")
    ]


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    columns = [
        ("1 thread / 1 process", ratios.of(("threads", 1), ("processes", 1))),
        ("2 threads / 2 processes", ratios.of(("threads", 2), ("processes", 2))),
        ("1 / 2 processes", ratios.of(("processes", 1), ("processes", 2))),
    ]
    return table("codec", VARIANTS, columns)


def words(bench: Bench) -> str:
    return f"""Write {bench.write_entries:,} random doubles into one branch of one file, by threads of one process, and
by processes that join (forked when the clock has started, and waited for). Nobody else does the latter, so ramet stands
beside itself."""


SUITE = Suite(title="Several processes, one file", words=words, table=tables, runs=runs)
