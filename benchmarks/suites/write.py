"""Random numbers, written by one and by several contexts."""

from __future__ import annotations

from bench import CODECS, MANY, REPETITIONS, Bench, Run, Suite
from ratios import serial_columns, table

VARIANTS = [f"{kind}/{codec}" for codec in ("zlib", "zstd", "lz4", "none") for kind in ("int", "double")]


def runs(bench: Bench) -> list[Run]:
    found = []
    out, n, times = bench.data / "written.root", bench.write_entries, REPETITIONS
    for variant in VARIANTS:
        kind, codec = variant.split("/")
        number = CODECS[codec]
        commands = [
            bench.ours("parallel_write", out, kind, number, 1, n, times),
            bench.ours("parallel_write_floor", out, kind, number, n, times),
            bench.rival("root_parallel_write", "tbuffermerger", out, kind, number, 1, n, times),
            bench.rival("root_parallel_write", "rntuple", out, kind, number, 1, n, times),
            bench.ours("parallel_write", out, kind, number, 2, n, times),
            bench.ours("parallel_write", out, kind, number, MANY, n, times),
            bench.rival("root_parallel_write", "tbuffermerger", out, kind, number, 2, n, times),
            bench.rival("root_parallel_write", "rntuple", out, kind, number, 2, n, times),
        ]
        if codec == "zlib":
            commands.append(bench.rival("uproot_flat", "write", out, kind, n, times))
        found += [Run(command, variant) for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    one, two, many = ("ramet", 1), ("ramet", 2), ("ramet", MANY)
    merger, ntuple = "root-tbuffermerger", "root-rntuple"
    alone = [
        ("TBufferMerger / ramet", ratios.of((merger, 1), one)),
        ("RNTupleParallelWriter / ramet", ratios.of((ntuple, 1), one)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet / floor", ratios.of(one, ("floor", 1))),
        ("size: TBufferMerger / ramet", ratios.of((merger, 1), one, "check")),
        ("size: RNTuple / ramet", ratios.of((ntuple, 1), one, "check")),
    ]
    together = [
        ("ramet: 1 / 2 contexts", ratios.of(one, two)),
        ("TBufferMerger / ramet, 2", ratios.of((merger, 2), two)),
        ("RNTuple / ramet, 2", ratios.of((ntuple, 2), two)),
        ("ramet: 2 / 64 contexts", ratios.of(two, many)),
        *serial_columns(ratios),
    ]
    return [*table("branch, one thread", VARIANTS, alone), "", *table("branch, contexts", VARIANTS, together)]


def words(bench: Bench) -> str:
    return f"""Write {bench.write_entries:,} random numbers into one branch, entry by entry (uproot: arrays of a
million). Floor: drawing the numbers and compressing them with the codec's own library at the level asked for, in
blocks of a basket's size; uncompressed, drawing, swapping and writing them. Random int do not compress; of random
double only the exponent does. Serial: creating, committing clusters, and closing."""


SUITE = Suite(title="Parallel write", words=words, table=tables, runs=runs)
