"""Events that are parts of a job, each with a number."""

from __future__ import annotations

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import Cell, Ratios, table

PARTS = {"1 entry": 1, "10 entries": 10, "1,000 entries": 1000}
LARGEST = "1,000 entries"
CONTEXTS = (1, 2, 20)
ENTRIES = 400_000
BUDGET_MB = 256
FORMS = {"TTree": "ttree", "RNTuple": "rntuple"}


def runs(bench: Bench) -> list[Run]:
    out, codec = bench.data / "written.root", CODECS["zlib"]
    return [
        Run(bench.ours("parts", out, form, codec, contexts, ENTRIES, entries, REPETITIONS, BUDGET_MB), name)
        for contexts in CONTEXTS
        for name, entries in PARTS.items()
        for form in FORMS.values()
    ]


def to_largest(ratios: Ratios, contender: str, contexts: int) -> Cell:
    """A part's time over that of the largest ones."""

    def cell(variant: str) -> str:
        own, largest = (ratios.median((contender, one, contexts)) for one in (variant, LARGEST))
        return "–" if own is None or not largest else f"{own / largest:.2f}"

    return cell


def resident(ratios: Ratios, contender: str, contexts: int) -> Cell:
    """The whole process's memory at its peak over the budget."""

    def cell(variant: str) -> str:
        peak = ratios.median((contender, variant, contexts), "resident_mb")
        return "–" if peak is None else f"{peak / BUDGET_MB:.2f}"

    return cell


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    columns = [
        (f"{name}, {contexts} context{'s' if contexts > 1 else ''}", to_largest(ratios, f"ramet-{form}", contexts))
        for name, form in FORMS.items()
        for contexts in CONTEXTS
    ]
    columns.append((f"memory / budget, {CONTEXTS[-1]} contexts", resident(ratios, "ramet-ttree", CONTEXTS[-1])))
    return table("part", list(PARTS), columns)


def words(_: Bench) -> str:
    return f"""{ENTRIES:,} events of 325 bytes, zlib at level 1: each context takes the job's next number and begins a
part of so many entries with it. The time over that of parts of 1,000 entries, and the memory of the whole process, at
its peak, over a budget of {BUDGET_MB} MiB. Nobody else keeps the order of parts, so ramet stands beside itself."""


SUITE = Suite(title="Small parts", words=words, table=tables, runs=runs)
