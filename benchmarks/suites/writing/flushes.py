"""Many branches that are handed over after every few entries."""

from __future__ import annotations

from bench import CODECS, MANY, Bench, Run, Suite
from ratios import Cell, Ratios, table

# what is filled, branches, entries that are handed over together, entries
JOBS = [
    ("floats", 1000, 50, 20_000),
    ("floats", 1000, 500, 20_000),
    ("floats", 10_000, 50, 2_000),
    ("record", 1000, 50, 2_000),
]
TIMES = 2  # of which the first is not warm
THREADS = (1, 2)


def name_of(job: tuple[str, int, int, int]) -> str:
    kind, branches, flush, _ = job
    return f"{kind}, {branches:,} branches, {flush} entries"


def runs(bench: Bench) -> list[Run]:
    found = []
    out, codec = bench.data / "written.root", CODECS["zlib"]
    for job in JOBS:
        kind, branches, flush, entries = job
        for threads in (*THREADS, MANY):
            for form in ("ttree", "rntuple"):
                command = bench.ours("many_branches", out, form, kind, branches, flush, codec, threads, entries, TIMES)
                found.append(Run(command, name_of(job)))
            if threads == MANY:
                continue
            for peer in ("tbuffermerger", "rntuple"):
                command = bench.rival(
                    "root_many_branches", peer, out, kind, branches, flush, codec, threads, entries, TIMES
                )
                found.append(Run(command, name_of(job)))
    return found


def columns_of(ratios: Ratios, ours: str, peer: str) -> list[tuple[str, Cell]]:
    one, two, many = ((ours, threads) for threads in (*THREADS, MANY))
    return [
        ("ROOT / ramet, 1", ratios.of((peer, 1), one)),
        ("ROOT / ramet, 2", ratios.of((peer, 2), two)),
        ("ramet: 1 / 2 contexts", ratios.of(one, two)),
        (f"ramet: 2 / {MANY} contexts", ratios.of(two, many)),
        ("size: ROOT / ramet", ratios.of((peer, 1), one, "check")),
    ]


def tables(bench: Bench) -> list[str]:
    ratios, rows = bench.ratios(), [name_of(job) for job in JOBS]
    return [
        *table("TTree and TBufferMerger", rows, columns_of(ratios, "ramet-ttree", "root-tbuffermerger")),
        "",
        *table("RNTuple and RNTupleParallelWriter", rows, columns_of(ratios, "ramet-rntuple", "root-rntuple")),
    ]


def words(_: Bench) -> str:
    return """Branches of a float with 24 random bits each, or of 0 to 9 of them as a generator's record has, filled
entry by entry and handed over after every few, zlib at level 1. ramet gathers them into clusters,
and its contexts may wait for memory; ROOT writes each."""


SUITE = Suite(title="Many branches, few entries a flush", words=words, table=tables, runs=runs)
