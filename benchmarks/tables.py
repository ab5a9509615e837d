"""The page that benchmarks/run.py writes: tables of ratios of medians."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

CODECS = {"none": 0, "zstd": 505, "lz4": 404, "zlib": 101}
WRITE_VARIANTS = [f"{kind}/{codec}" for codec in ("zlib", "zstd", "lz4", "none") for kind in ("int", "double")]

OPENED = ["flat_small", "flat_zstd"]  # files of 8 baskets and of some 1,900

Key = tuple[str, str, int]  # contender, variant, threads
Samples = defaultdict[Key, list[dict[str, float]]]
Cell = Callable[[str], str]  # of a row's variant


class Ratios:
    """Cells of a table: each gives, for a variant, the ratio of two contenders' medians."""

    def __init__(self, samples: Samples) -> None:
        self.samples = samples

    def median(self, key: Key, what: str = "wall") -> float | None:
        values = self.samples.get(key)
        return statistics.median(value[what] for value in values) if values else None

    def of(self, above: tuple[str, int], below: tuple[str, int], what: str = "wall") -> Cell:
        """A contender and its threads over another one's."""

        def cell(variant: str) -> str:
            a = self.median((above[0], variant, above[1]), what)
            b = self.median((below[0], variant, below[1]), what)
            return "–" if a is None or not b else f"{a / b:.2f}"

        return cell

    def serial(self, threads: int | None) -> Cell:
        """The part of one thread's time that others could not share; or the speed-up that it allows."""

        def cell(variant: str) -> str:
            wall, serial = (self.median(("ramet", variant, 1), what) for what in ("wall", "serial"))
            if not wall or serial is None:
                return "–"
            fraction = serial / wall
            return f"{100 * fraction:.2f} %" if threads is None else f"{1 / (fraction + (1 - fraction) / threads):.1f}"

        return cell


def table(head: str, rows: list[str], columns: list[tuple[str, Cell]]) -> list[str]:
    lines = [f"| {head} | " + " | ".join(name for name, _ in columns) + " |", "|---|" + "--:|" * len(columns)]
    return lines + [f"| {row} | " + " | ".join(cell(row) for _, cell in columns) + " |" for row in rows]


def reading(ratios: Ratios) -> list[str]:
    one, two, many = ("ramet", 1), ("ramet", 2), ("ramet", 64)
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


def serial_columns(ratios: Ratios) -> list[tuple[str, Cell]]:
    predicted = [(f"allows with {threads}", ratios.serial(threads)) for threads in (16, 64, 256)]
    return [("serial", ratios.serial(None)), *predicted]


def writing(ratios: Ratios) -> list[str]:
    one, two, many = ("ramet", 1), ("ramet", 2), ("ramet", 64)
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
    return [
        *table("branch, one thread", WRITE_VARIANTS, alone),
        "",
        *table("branch, contexts", WRITE_VARIANTS, together),
    ]


def opening(ratios: Ratios) -> list[str]:
    files = {"ramet": 1000, "root": 200, "uproot": 20}
    rows = [f"{name}: {state}" for name in OPENED for state in ("first of its schema", "next of its schema")]

    def per_file(contender: str, variant: str) -> float | None:
        wall = ratios.median((contender, variant, 1))
        return None if wall is None else wall / files[contender]

    def over(above: str) -> Cell:
        def cell(variant: str) -> str:
            a, b = per_file(above, f"{variant.split(':')[0]}: open"), per_file("ramet", variant)
            return "–" if a is None or not b else f"{a / b:.1f}"

        return cell

    def of_aim(variant: str) -> str:
        wall = per_file("ramet", variant)
        return "–" if wall is None else f"{wall / 60e-6:.2f}"

    columns = [
        ("ROOT / ramet", over("root")),
        ("uproot / ramet", over("uproot")),
        ("ramet / 60 µs", of_aim),
    ]
    return table("file", [*rows, f"{OPENED[0]}: session"], columns)


READING = """Sum eight columns (4 float, 2 int, 2 double) of {entries:,} entries that ROOT wrote. RDataFrame: one
Foreach, compiled. ROOT bulk: `GetEntriesSerialized`, swapped and summed with eight sums side by side, as in ramet.
uproot: column by column into NumPy. ramet: column by column too, batches of 8,192 values; by rows: batches of
all eight columns, as RDataFrame goes. Floor: of a compressed file the decompression alone, of blocks that are in memory
already; of the uncompressed one reading it in pieces that fit the cache, swapping and summing. Serial: opening."""

WRITING = """Write {write_entries:,} random numbers into one branch, entry by entry (uproot: arrays of a million).
Floor: drawing the numbers and compressing them with the codec's own library at the level asked for, in blocks of
a basket's size; uncompressed, drawing, swapping and writing them. Random int do not compress; of random double only
the exponent does. Serial: creating, committing clusters, and closing."""

OPENING = """Open a file with one tree of eight branches (`flat_small`: a basket each, `flat_zstd`: some 1,900 in all),
warm, look at its entries, and close it: with a session that has seen other files only, and with one that has seen
such. Last row: making a session, which a program does once."""

WAITING = """Calls of futex(2), counted by strace, and the memory of a whole process that writes random double, zlib,
{budget_note}."""


def results_text(samples: Samples, waiting_rows: list[tuple[str, str]], options: argparse.Namespace) -> str:
    ratios = Ratios(samples)
    text = [
        "# Results",
        "",
        f"Made by `make bench` ({options.passes} passes, contenders interleaved, medians of warm repetitions, wall"
        f" time, page cache warm for all) on {os.cpu_count()} cores, {platform.machine()}. Ratios of times: above 1 the"
        " second one named is faster. ramet is built for any x86-64; what links ROOT, and the loops over the values,"
        " for the machine they run on.",
        *(["", options.remark] if options.remark else []),
    ]
    sections = [
        ("Flat read", READING.format(entries=options.entries), reading(ratios)),
        ("Parallel write", WRITING.format(write_entries=options.write_entries), writing(ratios)),
        ("Opening", OPENING, opening(ratios)),
    ]
    for title, words, lines in sections:
        text += ["", f"## {title}", "", words, "", *lines]
    if waiting_rows:
        words = WAITING.format(budget_note="with a budget for what the contexts hold")
        text += ["", "## Waiting and memory", "", words, "", "| what | |", "|---|--:|"]
        text += [f"| {what} | {value} |" for what, value in waiting_rows]
    notes = Path(__file__).with_name("NOTES.md")
    if notes.exists():
        text += ["", notes.read_text().rstrip()]
    return "\n".join(text) + "\n"
