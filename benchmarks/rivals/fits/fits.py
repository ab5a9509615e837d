"""Fit a Gauss over a falling exponential, by ramet, RooFit, or iminuit's costs with numba_stats.

usage: fits.py CONTENDER JOB THREADS TIMES; jobs: value, unbinned, binned, toys, processes. A line of JSON for each
time: the wall time is that of a value, a fit, or a toy; the check value is the mean of the Gauss.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

EVENTS, BINS, TOYS, TOY_EVENTS = 1_000_000, 100, 100, 10_000
START = {"mean": 5.1, "sigma": 0.6, "tau": 3.5, "signal": 0.35}
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "signal": 0.3}
BINNED_FITS = 50  # in a row: one takes a millisecond
Job = Callable[[], float]


def events() -> Any:
    """The same for all: numbers from 0 to 10."""
    random = np.random.default_rng(1)
    peak = random.normal(TRUTH["mean"], TRUTH["sigma"], int(EVENTS * TRUTH["signal"]))
    slope = random.exponential(TRUTH["tau"], 2 * EVENTS)
    numbers = np.concatenate([peak, slope[slope < 10][: EVENTS - len(peak)]])
    random.shuffle(numbers)
    return numbers


def last_of_many(fitted: Job) -> Job:
    """Binned fits, and what the last one gives."""

    def fits() -> float:
        for _ in range(BINNED_FITS - 1):
            fitted()
        return fitted()

    return fits


def ramet_jobs() -> dict[str, tuple[Job, int]]:
    from ramet import fit

    model = fit.mixture([fit.gauss(), fit.exponential()], fractions=["signal"], range=(0, 10))
    numbers = events()
    contents, edges = np.histogram(numbers, BINS, (0, 10))
    unbinned, binned = fit.unbinned(numbers, model), fit.binned(contents, model, edges=edges)

    def value() -> float:
        for step in range(40):
            unbinned(5, 0.5 + 1e-6 * step, 4, 0.3)
        return 0.0

    def toys() -> float:
        return float(fit.toys(model, TOYS, TRUTH, size=TOY_EVENTS, seed=1).values[:, 0].mean())

    return {
        "value": (value, 40),
        "unbinned": (lambda: fit.fit(unbinned, START)["mean"].value, 1),
        "binned": (last_of_many(lambda: fit.fit(binned, START)["mean"].value), BINNED_FITS),
        "toys": (toys, TOYS),
        "processes": (in_processes(model), TOYS),
    }


def in_processes(model: Any) -> Job:
    """Toys on as many processes as there are cores, which are there already."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from ramet import fit

    pool = ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("spawn"))

    def toys() -> float:
        found = fit.toys(model, TOYS, TRUTH, size=TOY_EVENTS, seed=1, on=pool)
        return float(found.values[:, 0].mean())

    return toys


def roofit_jobs() -> dict[str, tuple[Job, int]]:
    import ROOT

    ROOT.RooMsgService.instance().setGlobalKillBelow(ROOT.RooFit.ERROR)
    ROOT.RooRandom.randomGenerator().SetSeed(1)
    x = ROOT.RooRealVar("x", "x", 0, 10)
    x.setBins(BINS)
    mean = ROOT.RooRealVar("mean", "mean", START["mean"], 0, 10)
    sigma = ROOT.RooRealVar("sigma", "sigma", START["sigma"], 0.01, 10)
    slope = ROOT.RooRealVar("slope", "slope", -1 / START["tau"], -10, 0)
    signal = ROOT.RooRealVar("signal", "signal", START["signal"], 0, 1)
    peak = ROOT.RooGaussian("peak", "peak", x, mean, sigma)
    fall = ROOT.RooExponential("fall", "fall", x, slope)
    model = ROOT.RooAddPdf("model", "model", [peak, fall], [signal])
    numbers = events()
    unbinned = ROOT.RooDataSet.from_numpy({"x": numbers}, [x])
    binned = ROOT.RooDataHist("binned", "binned", [x], unbinned)

    def begin(values: dict[str, float]) -> None:
        mean.setVal(values["mean"])
        sigma.setVal(values["sigma"])
        slope.setVal(-1 / values["tau"])
        signal.setVal(values["signal"])

    def fitted(data: Any, values: dict[str, float], _kept: Any = (peak, fall)) -> float:
        begin(values)
        model.fitTo(data, Save=True, PrintLevel=-1)
        return float(mean.getVal())

    def toys() -> float:
        sum_of_means = 0.0
        for _ in range(TOYS // 5):
            begin(TRUTH)
            sum_of_means += fitted(model.generate([x], TOY_EVENTS), TRUTH)
        return sum_of_means / (TOYS // 5)

    return {
        "unbinned": (lambda: fitted(unbinned, START), 1),
        "binned": (last_of_many(lambda: fitted(binned, START)), BINNED_FITS),
        "toys": (toys, TOYS // 5),
    }


def iminuit_jobs() -> dict[str, tuple[Job, int]]:
    from iminuit import Minuit
    from iminuit.cost import BinnedNLL, UnbinnedNLL
    from numba_stats import truncexpon, truncnorm

    def density(x: Any, mean: float, sigma: float, tau: float, signal: float) -> Any:
        peak, fall = truncnorm.pdf(x, 0, 10, mean, sigma), truncexpon.pdf(x, 0, 10, 0, tau)
        return signal * peak + (1 - signal) * fall

    def below(x: Any, mean: float, sigma: float, tau: float, signal: float) -> Any:
        peak, fall = truncnorm.cdf(x, 0, 10, mean, sigma), truncexpon.cdf(x, 0, 10, 0, tau)
        return signal * peak + (1 - signal) * fall

    numbers = events()
    unbinned = UnbinnedNLL(numbers, density)
    binned = BinnedNLL(*np.histogram(numbers, BINS, (0, 10)), below)

    def fitted(cost: Any) -> float:
        minuit = Minuit(cost, **START)
        minuit.limits["sigma", "tau"] = (0.01, None)
        minuit.limits["signal"] = (0, 1)
        minuit.migrad()
        minuit.hesse()
        return float(minuit.values["mean"])

    def value() -> float:
        unbinned(5, 0.5, 4, 0.3)
        return 0.0

    def toys() -> float:
        random = np.random.default_rng(2)
        return sum(fitted(UnbinnedNLL(random.choice(numbers, TOY_EVENTS), density)) for _ in range(TOYS // 10))

    return {
        "value": (value, 1),
        "unbinned": (lambda: fitted(unbinned), 1),
        "binned": (last_of_many(lambda: fitted(binned)), BINNED_FITS),
        "toys": (toys, TOYS // 10),
    }


def main(contender: str, job: str, threads: int, times: int) -> None:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    jobs = {"ramet": ramet_jobs, "roofit": roofit_jobs, "iminuit": iminuit_jobs}[contender]()
    work, parts = jobs[job]
    if job == "processes":  # which begin, and import
        work()
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        check = work()
        line = {
            "contender": contender,
            "variant": job,
            "threads": threads,
            "time": number,
            "wall": (time.perf_counter() - wall) / parts,
            "cpu": (time.process_time() - cpu) / parts,
            "bytes": 0,
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "check": check,
        }
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
