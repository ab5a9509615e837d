"""TTree::Draw: histograms of expressions, from the file."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from flat_files import flat, make_flat_files
from ratios import table

DRAWINGS = ["bins", "automatic", "computed", "cut", "weight", "plane"]


def runs(bench: Bench) -> list[Run]:
    path, times = flat(bench, "zstd"), REPETITIONS
    commands = [bench.ours("draw", name, path, threads, times) for name in DRAWINGS for threads in (1, 2)]
    commands += [bench.rival("root_draw", name, path, times) for name in DRAWINGS]
    return [Run(command) for command in commands]


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(DRAWINGS)
    ratios = bench.ratios()
    columns = [
        ("TTree::Draw / ramet", ratios.of(("root", 1), ("ramet", 1))),
        ("ramet: 1 / 2 threads", ratios.of(("ramet", 1), ("ramet", 2))),
    ]
    return table("what is drawn", DRAWINGS, columns)


def words(_: Bench) -> str:
    return """Histograms of expressions of the flat tree (zstd), read, computed and filled: a column with bins that are
given or chosen, two columns computed together, a cut of three conditions, a weight, and two axes.
`scenario/drawing/texts.hpp` has the texts. ROOT's TTree::Draw runs on one thread."""


SUITE = Suite(title="TTree::Draw", words=words, table=tables, prepare=make_flat_files, runs=runs)
