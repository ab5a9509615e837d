"""Loops over events as structs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import Cell, Ratios, table

FORMS = {"ttree": "TTree", "rntuple": "RNTuple"}
EVENTS = 500_000
READS = {"single": 2_000, "random": 200_000}


def prepare(bench: Bench) -> None:
    def write(form: str) -> Callable[[Path], list[str]]:
        return lambda path: bench.ours("events", "write", path, form, CODECS["zstd"], EVENTS)

    for form in FORMS:
        bench.file(f"events_{form}.root", write(form))


def runs(bench: Bench) -> list[Run]:
    found = []
    for form in FORMS:
        path = bench.data / f"events_{form}.root"
        found += [Run(bench.ours("events", mode, path, form, REPETITIONS), form) for mode in ("bulk", "loop", *READS)]
        found.append(Run(bench.rival("root_events", path, form, REPETITIONS), form))
    return found


def rate(ratios: Ratios, mode: str) -> Cell:
    """Events a second, of so many reads, over those of bulk reading."""

    def cell(variant: str) -> str:
        own, bulk = (ratios.median((f"ramet-{one}", variant, 1)) for one in (mode, "bulk"))
        return "–" if not own or not bulk else f"{READS[mode] / own / (EVENTS / bulk):.4f}"

    return cell


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(list(FORMS), tuple(f"ramet-{mode}" for mode in READS))
    ratios = bench.ratios()
    columns = [
        ("bulk / loop", ratios.of(("ramet-bulk", 1), ("ramet-loop", 1))),
        ("ROOT / loop", ratios.of(("root", 1), ("ramet-loop", 1))),
        ("random events, rate over bulk", rate(ratios, "random")),
        ("one entry a read, rate over bulk", rate(ratios, "single")),
    ]
    return table("form", list(FORMS), columns)


def words(_: Bench) -> str:
    return f"""Sum all values of {EVENTS:,} events of 325 bytes (zstd), on one thread: by `for_each_batch` (bulk), by an
`EventReader`'s loop over structs, and by ROOT's `TTreeReader` or `RNTupleReader`, entry after entry. Below them the
rates of events in random order by a cursor, and of reads of one entry each."""


SUITE = Suite(title="Events as structs", words=words, table=tables, prepare=prepare, runs=runs)
