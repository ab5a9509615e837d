"""Frames: analyses, fills, many histograms, variations and a skim beside RDataFrame and Python's packages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import Cell, Ratios, table

QUERIES = [f"query {number}" for number in range(1, 9)]
COMPILED = [query for query in QUERIES if query != "query 8"]
COLUMNS = ["nMuon", "Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass", "Muon_charge", "Jet_pt"]  # of the dimuon analysis
DIMUON = ["dimuon, zstd", "dimuon, none"]
MANY, FEW, LARGE = (10_000, 100, 100), (1_000, 10, 100), (1_000, 0, 20_000)  # histograms, filters, bins
ROOT_LARGE = (100, 0, 20_000)
VARIED = [f"{of}, {how}" for of in ("jets", "number") for how in ("nominal", "varied")]
FILLS = 100_000_000
LONG = 2  # repetitions of what takes long


def name_of(many: tuple[int, int, int]) -> str:
    return f"{many[0]} behind {many[1]}, {many[2]} bins"


def prepare(bench: Bench) -> None:
    def made(codec: str, entries: int) -> Callable[[Path], list[str]]:
        return lambda path: bench.rival("generate_nano", path, CODECS[codec], entries)

    bench.file("nano.root", made("zstd", bench.entries // 10))
    bench.file("nano_none.root", made("none", bench.entries // 10))
    bench.file("nano_small.root", made("zstd", bench.entries // 100))


def dimuon_runs(bench: Bench) -> list[Run]:
    found = []
    for variant, name in zip(DIMUON, ("nano.root", "nano_none.root"), strict=True):
        path, times = bench.data / name, REPETITIONS
        commands = [bench.ours("analyses", "dimuon", path, threads, times) for threads in (1, 2)]
        commands += [bench.rival("root_frames", "compiled", "dimuon", path, threads, times) for threads in (1, 2)]
        commands += [bench.rival("root_frames", "text", "dimuon", path, threads, times) for threads in (1, 2)]
        commands += [bench.rival("python_frames", "dimuon", path, times)]
        commands += [bench.ours("unpack_floor", path, "Events", times, *COLUMNS)]
        commands += [bench.ours("dimuon_floor", path, times)]
        found += [Run(command, variant) for command in commands]
    return found


def query_runs(bench: Bench) -> list[Run]:
    found = []
    for query in QUERIES:
        path = path_of(bench, query)
        commands = [bench.ours("analyses", query, path, threads, LONG) for threads in (1, 2)]
        commands += [bench.rival("root_frames", "text", query, path, 1, LONG)]
        if query in COMPILED:
            commands += [bench.rival("root_frames", "compiled", query, path, 1, LONG)]
        found += [Run(command, query) for command in commands]
    return found


def path_of(bench: Bench, query: str) -> Path:
    """Queries with a loop over triples take a minute on the large file."""
    return bench.data / ("nano_small.root" if query in ("query 6", "query 8") else "nano.root")


def fill_runs(bench: Bench) -> list[Run]:
    commands = [bench.ours("fills", "ramet", threads, REPETITIONS, FILLS) for threads in (1, 2)]
    commands += [bench.ours("fills", "floor", 1, REPETITIONS, FILLS)]
    commands += [bench.rival("root_histograms", how, 1, REPETITIONS, FILLS) for how in ("frame", "fill", "filln")]
    commands += [bench.rival("root_histograms", "frame", 2, REPETITIONS, FILLS)]
    commands += [bench.rival("python_frames", "fills", threads, REPETITIONS, FILLS) for threads in (1, 2)]
    return [Run(command, "fills") for command in commands]


def histogram_runs(bench: Bench) -> list[Run]:
    path, large = bench.data / "nano_small.root", bench.data / "nano.root"
    commands = [bench.ours("histograms", *MANY, path, threads, LONG) for threads in (1, 2, 16)]
    commands += [bench.ours("histograms", *FEW, path, 1, LONG)]
    commands += [bench.rival("root_histograms", how, *FEW, path, 1, LONG) for how in ("typed", "text")]
    commands += [bench.rival("root_histograms", "typed", *FEW, path, 2, LONG)]
    commands += [bench.ours("histograms", *LARGE, large, threads, LONG) for threads in (1, 16)]
    commands += [bench.rival("root_histograms", "typed", *ROOT_LARGE, large, threads, LONG) for threads in (1, 16)]
    return [Run(command, command_variant(command)) for command in commands]


def command_variant(command: list[str]) -> str:
    """The name of many histograms, of the numbers in a command."""
    numbers = [int(word) for word in command if word.isdigit()]
    return name_of((numbers[0], numbers[1], numbers[2]))


def other_runs(bench: Bench) -> list[Run]:
    path, small = bench.data / "nano.root", bench.data / "nano_small.root"
    found = []
    for variant in VARIED:
        words = variant.split(", ")
        commands = [bench.ours("variations", *words, small, threads, REPETITIONS) for threads in (1, 2)]
        commands += [bench.rival("root_variations", *words, small, 1, LONG)]
        found += [Run(command, variant) for command in commands]
    output = bench.data / "skim.root"
    for threads in (1, 2):
        found.append(Run(bench.ours("skim", path, output, threads, REPETITIONS), "skim"))
        found.append(Run(bench.rival("root_variations", "skim", path, output, threads, REPETITIONS), "skim"))
    for how in ("ramet", "root", "uproot"):
        found.append(Run(bench.rival("python_frames", "first", how, small, REPETITIONS), "first result"))
    return found


def runs(bench: Bench) -> list[Run]:
    return [
        *dimuon_runs(bench),
        *query_runs(bench),
        *fill_runs(bench),
        *histogram_runs(bench),
        *other_runs(bench),
    ]


def first_runs(bench: Bench) -> None:
    """Of texts, the first run of a process, which compiles them: one for each pass."""
    paths = {DIMUON[0]: bench.data / "nano.root", DIMUON[1]: bench.data / "nano_none.root"}
    paths |= {query: path_of(bench, query) for query in QUERIES}
    for variant, path in paths.items():
        analysis = variant.split(",")[0]
        for result in bench.results_of(bench.rival("root_frames", "text", analysis, path, 1, 1)):
            bench.samples[("root-text-first", variant, 1)].append({"wall": float(result["wall"])})
        for result in bench.results_of(bench.ours("analyses", analysis, path, 1, 1)):
            bench.samples[("ramet-first", variant, 1)].append({"wall": float(result["wall"])})


def analysis_table(ratios: Ratios) -> list[str]:
    ramet = ("ramet", 1)
    columns = [
        ("RDataFrame compiled / ramet", ratios.of(("root-compiled", 1), ramet)),
        ("text, warm", ratios.of(("root-text", 1), ramet)),
        ("text, first run of a process", ratios.of(("root-text-first", 1), ("ramet-first", 1))),
        ("uproot, awkward", ratios.of(("awkward", 1), ramet)),
        ("ramet / unpacking", ratios.of(ramet, ("floor", 1))),
        ("ramet / loop by hand", ratios.of(ramet, ("loop", 1))),
        ("ramet: 1 / 2 threads", ratios.of(ramet, ("ramet", 2))),
    ]
    return table("analyses, one thread", [*DIMUON, *QUERIES], columns)


def fill_table(ratios: Ratios) -> list[str]:
    ramet = ("ramet", 1)
    columns = [
        ("RDataFrame / ramet", ratios.of(("root-frame", 1), ramet)),
        ("TH1D::Fill", ratios.of(("root-fill", 1), ramet)),
        ("TH1D::FillN", ratios.of(("root-filln", 1), ramet)),
        ("boost-histogram", ratios.of(("boost", 1), ramet)),
        ("boost-histogram, 2 threads both", ratios.of(("boost", 2), ("ramet", 2))),
        ("ramet / plain loop", ratios.of(ramet, ("floor", 1))),
        ("ramet: 1 / 2 threads", ratios.of(ramet, ("ramet", 2))),
    ]
    return table("numbers in memory", ["fills"], columns)


def megabytes(ratios: Ratios, contender: str, threads: int) -> Cell:
    def cell(variant: str) -> str:
        found = ratios.median((contender, variant, threads), "resident_mb")
        return "–" if found is None else f"{found:.0f}"

    return cell


def microseconds(ratios: Ratios, contender: str, threads: int) -> Cell:
    """For a histogram."""

    def cell(variant: str) -> str:
        wall = ratios.median((contender, variant, threads))
        return "–" if wall is None else f"{1e6 * wall / int(variant.split()[0]):.0f}"

    return cell


def histogram_table(ratios: Ratios) -> list[str]:
    contenders = [("ramet", 1), ("ramet", 2), ("ramet", 16), ("root-typed", 1), ("root-typed", 16), ("root-text", 1)]
    columns = [(f"{name}, {threads}: µs", microseconds(ratios, name, threads)) for name, threads in contenders]
    columns += [(f"{name}, {threads}: MB", megabytes(ratios, name, threads)) for name, threads in contenders]
    return table("histograms", [name_of(of) for of in (MANY, FEW, LARGE, ROOT_LARGE)], columns)


def other_table(ratios: Ratios) -> list[str]:
    ramet = ("ramet", 1)
    columns = [
        ("RDataFrame / ramet", ratios.of(("root", 1), ramet)),
        ("uproot / ramet", ratios.of(("uproot", 1), ramet)),
        ("ramet: 1 / 2 threads", ratios.of(ramet, ("ramet", 2))),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root", 2), ("ramet", 2))),
        ("ramet: MB", megabytes(ratios, "ramet", 1)),
        ("RDataFrame: MB", megabytes(ratios, "root", 1)),
    ]
    return table("other jobs", [*VARIED, "skim", "first result"], columns)


def in_words(ratios: Ratios) -> str:
    said = []
    for of in ("jets", "number"):
        for contender, name in (("ramet", "ramet"), ("root", "RDataFrame")):
            nominal, varied = (ratios.median((contender, f"{of}, {how}", 1)) for how in ("nominal", "varied"))
            if nominal and varied:
                said.append(f"{name} {varied / nominal:.1f} ({of})")
    first = ratios.median(("ramet", "first result", 1))
    words = f"A hundred variations, in times of the nominal result alone: {', '.join(said)}."
    if first is not None:
        words += f" The first result is there after {first:.2f} s."
    return f"{words} {bounds_in_words(ratios)}".strip()


def bounds_in_words(ratios: Ratios) -> str:
    """How fast the dimuon analysis could be, beside compiled RDataFrame."""
    unpacking, loop = (
        ratios.of(("root-compiled", 1), (below, 1))(of) for below, of in zip(("floor", "loop"), DIMUON, strict=True)
    )
    return (
        f"Beside compiled RDataFrame on the dimuon analysis, unpacking alone is {unpacking} times as fast (zstd), and "
        f"a loop by hand over the same bytes {loop} times (none): its bounds on one thread."
    )


def tables(bench: Bench) -> list[str]:
    for _ in range(bench.passes):
        first_runs(bench)
    variants = [*DIMUON, *QUERIES, "fills", "skim", "first result", *VARIED]
    variants += [name_of(of) for of in (MANY, FEW, LARGE, ROOT_LARGE)]
    bench.check_agreement(variants, ("floor", "boost", "root-text-first", "ramet-first"), within=1e-6)
    ratios = bench.ratios()
    parts = [analysis_table(ratios), fill_table(ratios), histogram_table(ratios), other_table(ratios)]
    return [*(line for part in parts for line in [*part, ""]), in_words(ratios)]


def words(bench: Bench) -> str:
    large, small = f"{bench.entries // 10:,}", f"{bench.entries // 100:,}"
    return f"""Jobs of a dataframe, on {large} events of the NanoAOD-like tree. *Dimuon*: the mass of two muons of
opposite charge, the sum of the jets' momenta and the count of all events in one pass. *Queries*: the analysis
benchmarks of IRIS-HEP, with f20 for the missing momentum, which the tree lacks; those with loops over triples and
pairs, 6 and 8, of {small} events. ramet computes them from text, RDataFrame from text and as compiled functions.
*Fills*: {FILLS // 1_000_000} million numbers in memory into a histogram of 100 bins; boost-histogram fills without
statistics. *Histograms*: many in one pass, {small} events, or all behind no filter; for each its time, and the memory
of all; RDataFrame with fewer of them.
*Other jobs*: ten histograms of these events with a hundred variations of the jets or of a number, from
text in both; a skim of the events with two muons, with all columns of muons and jets, zstd; and a process of Python
from its start to the sum of a defined column as a NumPy array. Unpacking: decompressing the columns' baskets and
nothing more.

What bounds the rest: decompression takes 0.6 to 0.9 of the dimuon analysis. Four-vectors are computed by the system's
libm, as ROOT's are, so that both have the same bits: of query 6 it takes a sixth. Nested loops over short lists move
indices more than they compute (query 7), and what follows from the best pair so far is computed run by run (query 8).
Of the skim, libzstd's compression takes nine tenths."""


SUITE = Suite(title="Frames", words=words, table=tables, prepare=prepare, runs=runs)
