"""Local files that are not in memory, and the ways to read one."""

from __future__ import annotations

import os
from pathlib import Path

from bench import REPETITIONS, Bench, Run, Suite
from flat_files import flat, make_flat_files
from ratios import Cell, Ratios, table

CODECS = ("none", "lz4", "zstd")
WAYS = {"pread": "pread", "hint": "pread, told ahead", "ring": "io_uring"}
TEMPERATURES = ("warm", "cold")
THREADS = (1, 2)
PLAIN_SIZE = 1_000_000_000


def plain(bench: Bench) -> Path:
    return bench.data / "plain.bin"


def prepare(bench: Bench) -> None:
    make_flat_files(bench)
    if not plain(bench).exists():
        with plain(bench).open("wb") as file:
            for _ in range(PLAIN_SIZE // 1_000_000):
                file.write(os.urandom(1_000_000))


def runs(bench: Bench) -> list[Run]:
    found = [
        Run(bench.ours("local_reads", plain(bench), way, temperature, threads, REPETITIONS), temperature)
        for temperature in TEMPERATURES
        for threads in THREADS
        for way in WAYS
    ]
    for codec in CODECS:
        path = flat(bench, codec)
        commands = [
            bench.ours("flat_read", path, 1, 1),
            bench.ours("flat_read", path, 1, 1, "rows"),
            bench.ours("flat_read", path, 2, 1),
            bench.rival("root_flat_read", "rdataframe", path, 1, 1),
            bench.rival("root_flat_read", "rdataframe", path, 2, 1),
            bench.rival("uproot_flat", "read", path, 1),
        ]
        found += [Run(command, codec, cold=path) for command in commands]
    return found


def pread_over(ratios: Ratios, way: str, threads: int) -> Cell:
    return ratios.of(("pread", threads), (way, threads))


def tables(bench: Bench) -> list[str]:
    bench.check_agreement([*CODECS, *TEMPERATURES])
    ratios = bench.ratios()
    ways = [
        (f"pread / {what}, {threads} thread{'s' if threads > 1 else ''}", pread_over(ratios, way, threads))
        for threads in THREADS
        for way, what in WAYS.items()
        if way != "pread"
    ]
    one, two = ("ramet", 1), ("ramet", 2)
    files = [
        ("RDataFrame / ramet by rows", ratios.of(("root-rdataframe", 1), ("ramet-rows", 1))),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
    ]
    return [*table("pieces", list(TEMPERATURES), ways), "", *table("cold file", list(CODECS), files)]


def words(bench: Bench) -> str:
    return f"""Above: ways to read every fifth piece of 100 kB of a file of 1 GB, in memory (warm) or dropped from it
before (cold): pread(2), the same with posix_fadvise(2) 64 pieces ahead, and io_uring with 64 reads under way. ramet
tells ahead. Below: the flat read of {bench.entries:,} entries, from files whose pages were dropped from memory before
each run. The ratios say what a disk leaves of the differences; this one is virtual, and its host may hold the bytes."""


SUITE = Suite(title="Local files", words=words, table=tables, prepare=prepare, runs=runs)
