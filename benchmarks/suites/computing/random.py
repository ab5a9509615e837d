"""Random numbers of six distributions, in batches, as columns are made."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from ratios import Cell, table

DISTRIBUTIONS = ["uniform", "normal", "exponential", "landau", "poisson(3)", "poisson(100)"]
COLUMNS = ["column uniform()", "column normal()", "column exponential(1)", "column poisson(3)"]
OF_NUMPY = [name for name in DISTRIBUTIONS if name != "landau"]
GENERATORS = ["TRandom3", "TRandomMixMax"]


def runs(bench: Bench) -> list[Run]:
    commands = [
        bench.ours("random_numbers", name, threads, REPETITIONS)
        for name in [*DISTRIBUTIONS, *COLUMNS]
        for threads in (1, 2)
    ]
    commands += [
        bench.rival("root_random", name, generator, REPETITIONS) for name in DISTRIBUTIONS for generator in GENERATORS
    ]
    commands += [bench.rival("numpy_random", name, REPETITIONS) for name in OF_NUMPY]
    return [Run(command) for command in commands]


def tables(bench: Bench) -> list[str]:
    """Nanoseconds a number: contenders draw unlike many, which is what their check values count."""
    ratios = bench.ratios()

    def nanoseconds(contender: str, threads: int) -> Cell:
        def cell(variant: str) -> str:
            key = (contender, variant, threads)
            wall, numbers = ratios.median(key), ratios.median(key, "check")
            return "–" if wall is None or not numbers else f"{1e9 * wall / numbers:.1f}"

        return cell

    columns = [
        ("ramet, 1 thread", nanoseconds("ramet", 1)),
        ("2 threads", nanoseconds("ramet", 2)),
        ("NumPy", nanoseconds("numpy", 1)),
        *((generator, nanoseconds(f"root-{generator}", 1)) for generator in GENERATORS),
        ("ramet: 1 / 2 threads", ratios.of(("ramet", 1), ("ramet", 2))),
    ]
    own = [columns[0], columns[1], columns[-1]]
    return [*table("distribution", DISTRIBUTIONS, columns), "", *table("in an expression", COLUMNS, own)]


def words(_: Bench) -> str:
    return """Nanoseconds a number, drawn into arrays of 4,096. ramet computes each from its entry with Philox; NumPy is
`default_rng` (PCG64); ROOT's generators fill an array with uniform numbers, and draw the others one by one. Columns are
those of expressions, in batches of 4,096 entries."""


SUITE = Suite(title="Random numbers", words=words, table=tables, runs=runs)
