"""Expressions: in memory beside a loop written by hand, awkward and NumExpr; from a file beside ROOT."""

from __future__ import annotations

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import Ratios, table

NUMBERS = ["flat", "sqrt", "exp", "log", "sin", "two numbers", "a trigger", "a distance"]
MUONS = ["two muons", "charges", "any muon"]
JETS = ["count of jets", "sum of jets", "first jet"]
IN_MEMORY = ["flat", "jagged", *NUMBERS[1:], *MUONS, *JETS, "mass", "pairs"]
OF_FILE = ["flat", "jagged", "two numbers", "two muons", "sum of jets", "pairs"]
COMPILED = ["flat", "jagged", "two muons", "sum of jets"]
DRAWN = ["flat", "jagged", "two numbers"]
ENTRIES, ROUNDS = 16384, 64  # what fits into the second-level cache, in batches of 4,096


def prepare(bench: Bench) -> None:
    bench.file("nano.root", lambda path: bench.rival("generate_nano", path, CODECS["zstd"], bench.entries // 10))


def runs(bench: Bench) -> list[Run]:
    path, times = bench.data / "nano.root", REPETITIONS
    rounds = {name: 8 if name == "pairs" else ROUNDS for name in IN_MEMORY}
    commands = [bench.ours("expressions", name, path, ENTRIES, rounds[name], times) for name in IN_MEMORY]
    commands += [
        bench.rival("python_expressions", "awkward", name, path, ENTRIES, rounds[name], times)
        for name in IN_MEMORY
        if name != "mass"
    ]
    commands += [bench.rival("python_expressions", "numexpr", name, path, ENTRIES, ROUNDS, times) for name in NUMBERS]
    commands += [bench.ours("expressions", "compile", path, 0, 1000, times)]
    commands += [
        bench.ours("expressions_of_file", name, path, threads, times) for name in OF_FILE for threads in (1, 2)
    ]
    commands += [bench.rival("root_expressions", "rdf", name, path, times) for name in OF_FILE]
    commands += [bench.rival("root_expressions", "compiled", name, path, times) for name in COMPILED]
    commands += [bench.rival("root_expressions", "draw", name, path, times) for name in DRAWN]
    return [Run(command) for command in commands]


def compiling(ratios: Ratios) -> str:
    wall = ratios.median(("ramet", "compile", 1))
    return "" if wall is None else f"Compiling the expression of twenty operations takes {1000 * wall:.0f} µs."


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    in_memory = [
        ("ramet / loop by hand", ratios.of(("ramet", 1), ("floor", 1))),
        ("awkward / ramet", ratios.of(("awkward", 1), ("ramet", 1))),
        ("NumExpr / ramet", ratios.of(("numexpr", 1), ("ramet", 1))),
    ]
    of_file = [
        ("RDataFrame, text, cold / ramet", ratios.of(("root-rdf-cold", 1), ("ramet-file", 1))),
        ("text, warm", ratios.of(("root-rdf-warm", 1), ("ramet-file", 1))),
        ("compiled", ratios.of(("root-compiled", 1), ("ramet-file", 1))),
        ("TTree::Draw", ratios.of(("root-draw", 1), ("ramet-file", 1))),
        ("ramet: 1 / 2 threads", ratios.of(("ramet-file", 1), ("ramet-file", 2))),
    ]
    return [
        *table("in memory, one thread", IN_MEMORY, in_memory),
        "",
        *table("from the file, one thread", OF_FILE, of_file),
        "",
        compiling(ratios),
    ]


def words(_: Bench) -> str:
    return """Expressions of columns of the NanoAOD-like tree: twenty operations of numbers and of lists (*flat*,
*jagged*), functions, ten selections, the masses of pairs of muons; `scenario/expressions/texts.hpp` has the texts. In
memory each is computed again and again for 16,384 entries; the loop by hand is compiled for this machine, awkward and
NumExpr have the same columns. From the file all read what the expression needs and sum the values, or count them."""


SUITE = Suite(title="Expressions", words=words, table=tables, prepare=prepare, runs=runs)
