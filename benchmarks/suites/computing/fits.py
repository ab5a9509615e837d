"""Fits of a Gauss over an exponential: unbinned, binned, toys."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from ratios import Cell, table

JOBS = {
    "value": "one value of the cost, 1,000,000 events",
    "unbinned": "fit, 1,000,000 events",
    "binned": "fit, 100 bins",
    "toys": "toy of 10,000 events",
    "processes": "the same, in processes",
}
SHAPES = {
    "voigt": "Voigt",
    "johnson": "Johnson's S_U",
    "convolution": "decay, folded with a Gauss",
    "formula": "formula",
    "weights": "weighted events",
    "observables": "two observables",
    "cells": "their histogram, 100 x 100 cells",
}
NOT_THERE = {"johnson", "formula", "weights"}  # in numba_stats and iminuit


def runs(bench: Bench) -> list[Run]:
    commands = [bench.rival("fits", "ramet", job, threads, REPETITIONS) for job in JOBS for threads in (1, 2)]
    commands += [bench.rival("fits", "roofit", job, 1, REPETITIONS) for job in ("unbinned", "binned", "toys")]
    commands += [bench.rival("fits", "iminuit", job, 1, REPETITIONS) for job in JOBS if job != "processes"]
    commands += [bench.rival("fit_shapes", who, job, REPETITIONS) for job in SHAPES for who in ("ramet", "roofit")]
    commands += [bench.rival("fit_shapes", "iminuit", job, REPETITIONS) for job in SHAPES if job not in NOT_THERE]
    return [Run(command) for command in [*commands, bench.ours("fit_floor", REPETITIONS)]]


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    bench.check_agreement(["unbinned"], within=1e-5)
    bench.check_agreement(list(SHAPES), within=2e-3)

    def milliseconds(contender: str, threads: int) -> Cell:
        def cell(job: str) -> str:
            wall = ratios.median((contender, job, threads))
            return "–" if wall is None else f"{1e3 * wall:.3g}"

        return cell

    columns = [
        ("ramet, 1 thread: ms", milliseconds("ramet", 1)),
        ("2 threads", milliseconds("ramet", 2)),
        ("RooFit", milliseconds("roofit", 1)),
        ("iminuit, numba_stats", milliseconds("iminuit", 1)),
        ("floor", milliseconds("floor", 1)),
        ("RooFit / ramet", ratios.of(("roofit", 1), ("ramet", 1))),
        ("iminuit / ramet", ratios.of(("iminuit", 1), ("ramet", 1))),
        ("ramet: 1 / 2 threads", ratios.of(("ramet", 1), ("ramet", 2))),
    ]
    of_shapes = [columns[place] for place in (0, 2, 3, 5, 6)]
    return [*_table(JOBS, columns), "", *_table(SHAPES, of_shapes)]


def _table(jobs: dict[str, str], columns: list[tuple[str, Cell]]) -> list[str]:
    job_of = {words: job for job, words in jobs.items()}
    named: list[tuple[str, Cell]] = [(name, lambda row, cell=cell: cell(job_of[row])) for name, cell in columns]
    return table("job", list(jobs.values()), named)


def words(_: Bench) -> str:
    return """f Gauss(mean, sigma) + (1 - f) exp(-x / tau), both normalised from 0 to 10; minimum and errors.
ramet is `ramet.fit` with iminuit; RooFit has its default evaluation; iminuit has its own costs with numba_stats. All
find the same parameters, except that RooFit takes the density at the middle of a bin. The floor is a loop by hand,
with the vectors of the system's mathematical library. The second table has fits of 100,000 events, on one thread:
RooFit folds by Fourier transforms of 10,000 bins, numba_stats has a closed form; RooFit has its AsymptoticError."""


SUITE = Suite(title="Fits", words=words, table=tables, runs=runs)
