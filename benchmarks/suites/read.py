"""Flat columns, read."""

from __future__ import annotations

from bench import CODECS, MANY, REPETITIONS, Bench, Run, Suite
from flat_files import flat, make_flat_files
from ratios import serial_columns, table


def runs(bench: Bench) -> list[Run]:
    found = []
    for codec in CODECS:
        path, times = flat(bench, codec), REPETITIONS
        commands = [
            bench.ours("flat_read", path, 1, times),
            bench.ours("flat_read", path, 1, times, "rows"),
            bench.ours("unpack_floor", path, "t", times),
            bench.rival("root_flat_read", "bulk", path, 1, times),
            bench.rival("root_flat_read", "rdataframe", path, 1, times),
            bench.rival("uproot_flat", "read", path, times),
            bench.ours("flat_read", path, 2, times),
            bench.ours("flat_read", path, 2, times, "rows"),
            bench.ours("flat_read", path, MANY, times),
            bench.rival("root_flat_read", "rdataframe", path, 2, times),
        ]
        found += [Run(command, codec) for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(list(CODECS))
    ratios = bench.ratios()
    one, two, many = ("ramet", 1), ("ramet", 2), ("ramet", MANY)
    alone = [
        ("RDataFrame / ramet", ratios.of(("root-rdataframe", 1), one)),
        ("RDataFrame / ramet by rows", ratios.of(("root-rdataframe", 1), ("ramet-rows", 1))),
        ("ROOT bulk / ramet", ratios.of(("root-bulk", 1), one)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet / floor", ratios.of(one, ("floor", 1))),
        ("ramet by rows / floor", ratios.of(("ramet-rows", 1), ("floor", 1))),
    ]
    together = [
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
        ("ramet by rows: 1 / 2", ratios.of(("ramet-rows", 1), ("ramet-rows", 2))),
        ("RDataFrame: 1 / 2 threads", ratios.of(("root-rdataframe", 1), ("root-rdataframe", 2))),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
        ("ramet: 2 / 64 threads", ratios.of(two, many)),
        *serial_columns(ratios),
    ]
    return [*table("file, one thread", list(CODECS), alone), "", *table("file, threads", list(CODECS), together)]


def words(bench: Bench) -> str:
    return f"""Sum eight columns (4 float, 2 int, 2 double) of {bench.entries:,} entries that ROOT wrote. RDataFrame:
one Foreach, compiled. ROOT bulk: `GetEntriesSerialized`, swapped and summed with eight sums side by side, as in ramet.
uproot: column by column into NumPy. ramet: column by column too, batches of 8,192 values; by rows: batches of
all eight columns, as RDataFrame goes. Floor: of a compressed file the decompression alone, of blocks that are in memory
already; of the uncompressed one reading it in pieces that fit the cache, swapping and summing
4-byte words. Serial: opening."""


SUITE = Suite(title="Flat read", words=words, table=tables, prepare=make_flat_files, runs=runs)
