"""Merging beside hadd, and beside copies of the same bytes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench import REPETITIONS, REPOSITORY, Bench, Run, Suite
from ratios import Cell, Ratios, table

FILES = {"large": 10, "ntuple": 10, "small": 2000, "histograms": 100, "many": 100}
COPIES = ["cat", "copy"]
WAYS = {
    "large": ["ramet", "ramet-zlib", "hadd-ff", "hadd-zlib"],
    "ntuple": ["ramet", "ramet-zlib", "hadd-ff"],
    "small": ["ramet", "ramet-gather", "ramet-plan", "hadd-ff"],
    "histograms": ["ramet", "ramet-plan", "hadd-ff"],
    "many": ["ramet"],  # hadd: about a minute a time, in proportion to "histograms"
}


def prepare(bench: Bench) -> None:
    for kind, files in FILES.items():
        bench.file(
            f"merging_{kind}", lambda path, kind=kind, files=files: bench.rival("generate_merging", path, kind, files)
        )


def hadd() -> Path:
    code = "import ROOT, os; print(os.path.dirname(ROOT.__file__))"
    found = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip().splitlines()[-1]) / "bin" / "hadd"


def runs(bench: Bench) -> list[Run]:
    ramet, other, out = REPOSITORY / "build" / "release" / "cli" / "ramet", hadd(), bench.data / "merged.root"
    return [
        Run(
            bench.rival(
                "merging", way, bench.data / f"merging_{kind}", out, REPETITIONS, ramet if "ramet" in way else other
            ),
            kind,
        )
        for kind, ways in WAYS.items()
        for way in [*ways, *COPIES]
    ]


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(list(FILES), ("cat", "copy", "ramet-plan"))
    ratios = bench.ratios()
    ramet, kinds, of_tables = ("ramet", 2), list(FILES), ["large", "ntuple", "small"]
    merged = [
        ("hadd -ff / ramet", ratios.of(("hadd-ff", 2), ramet)),
        ("the same, CPU", ratios.of(("hadd-ff", 2), ramet, "cpu")),
        ("ramet / cat", ratios.of(ramet, ("cat", 2))),
        ("the same, CPU", ratios.of(ramet, ("cat", 2), "cpu")),
        ("ramet / copy_file_range", ratios.of(ramet, ("copy", 2))),
        ("MB of ramet", memory_of(ratios, "ramet")),
        ("MB of hadd", memory_of(ratios, "hadd-ff")),
    ]
    packed = [
        ("hadd -f101 / ramet --compress zlib:1", ratios.of(("hadd-zlib", 2), ("ramet-zlib", 2))),
        ("the same, CPU", ratios.of(("hadd-zlib", 2), ("ramet-zlib", 2), "cpu")),
        ("MB", memory_of(ratios, "ramet-zlib")),
        ("hadd -ff / ramet --cluster 16MB", ratios.of(("hadd-ff", 2), ("ramet-gather", 2))),
        ("the same, CPU", ratios.of(("hadd-ff", 2), ("ramet-gather", 2), "cpu")),
        ("MB", memory_of(ratios, "ramet-gather")),
        ("hadd -ff / ramet --dry-run", ratios.of(("hadd-ff", 2), ("ramet-plan", 2))),
    ]
    return [
        *table("moved or added", kinds, merged),
        "",
        *table("packed anew, and planned", [*of_tables, "histograms"], packed),
    ]


def memory_of(ratios: Ratios, contender: str) -> Cell:
    def cell(variant: str) -> str:
        memory = ratios.median((contender, variant, 2), "memory")
        return "–" if memory is None else f"{memory:.0f}"

    return cell


def words(_: Bench) -> str:
    return """Merge files, programs from their start to their end, page cache warm: large, 10 trees of 22 float columns
and 20 MB, with zstd; ntuple, the same as ntuples; small, 2,000 trees of 50 columns and 49 kB; histograms, 100 files of
5,000 TH1F of 100 bins, with zlib; many, 100 files of 19,500. ramet on two threads, with `--cluster keep`; packed anew
with `--compress zlib:1`, or joined with `--cluster 16MB`.

What bounds histograms: libdeflate unpacks a record of 370 to 950 bytes in 6.1 to 6.7 µs, which is three quarters of all
CPU; hadd's CPU is about four times that alone. For the same records, ISA-L takes 0.93 of libdeflate's time, zlib 1.5
times as long."""


SUITE = Suite(title="Merging", words=words, table=tables, prepare=prepare, runs=runs)
