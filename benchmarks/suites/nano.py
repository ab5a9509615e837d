"""Columns of a tree like NanoAOD: some, and all."""

from __future__ import annotations

from bench import CODECS, MANY, REPETITIONS, Bench, Run, Suite
from ratios import serial_columns, table

VARIANTS = ["selected", "all"]


def prepare(bench: Bench) -> None:
    bench.file("nano.root", lambda path: bench.rival("generate_nano", path, CODECS["zstd"], bench.entries // 10))


def runs(bench: Bench) -> list[Run]:
    path, times = bench.data / "nano.root", REPETITIONS
    found = []
    for variant, rival in zip(VARIANTS, ("rdataframe", "getentry"), strict=True):
        commands = [
            bench.ours("nano_read", variant, path, 1, times),
            bench.rival("root_nano", rival, path, 1, times),
            bench.ours("nano_read", variant, path, 2, times),
            bench.rival("root_nano", rival, path, 2, times),
            bench.ours("nano_read", variant, path, MANY, times),
        ]
        if variant == "all":
            commands.append(bench.ours("unpack_floor", path, "Events", times))
        found += [Run(command, variant) for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(VARIANTS)
    ratios = bench.ratios()
    one, two = ("ramet", 1), ("ramet", 2)
    columns = [
        ("RDataFrame / ramet", ratios.of(("root-rdataframe", 1), one)),
        ("GetEntry / ramet", ratios.of(("root-getentry", 1), one)),
        ("ramet / floor", ratios.of(one, ("floor", 1))),
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
        ("GetEntry / ramet, 2 threads", ratios.of(("root-getentry", 2), two)),
        ("ramet: 2 / 64 threads", ratios.of(two, ("ramet", MANY))),
        *serial_columns(ratios),
    ]
    return table("columns", VARIANTS, columns)


def words(bench: Bench) -> str:
    return f"""{bench.entries // 10:,} events of 40 numbers, four counters and 29 arrays of these lengths, zstd.
Selected: the mass of two muons and the sum of the jets' momenta, from five columns; RDataFrame by
compiled functions. All: every column decoded; ROOT's GetEntry, on two threads with its implicit
multi-threading. Floor: decompressing all baskets, which are in memory already. Serial: opening."""


SUITE = Suite(title="Columns of NanoAOD", words=words, table=tables, prepare=prepare, runs=runs)
