"""Fit other shapes, weights, several observables and their histogram: by ramet, RooFit, or iminuit's costs with
numba_stats.

usage: fit_shapes.py CONTENDER JOB TIMES; jobs: voigt, johnson, convolution, formula, weights, observables, cells. A
line of JSON for each time: the wall time of a fit with its errors, on one thread; the check value is a parameter.
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

EVENTS = 100_000
RANGES = {"voigt": (60.0, 120.0), "johnson": (0.0, 10.0), "convolution": (-2.0, 12.0), "formula": (0.0, 10.0)}
RANGES |= {"weights": (0.0, 10.0), "observables": (0.0, 10.0), "cells": (0.0, 10.0)}
EDGES = np.linspace(0.0, 10.0, 101)  # of both axes
START: dict[str, dict[str, float]] = {
    "voigt": {"mean": 91.0, "sigma": 1.2, "gamma": 2.8},
    "johnson": {"mean": 5.2, "width": 1.2, "gamma": -0.3, "delta": 1.6},
    "convolution": {"tau": 1.8, "sigma": 0.35},
    "formula": {"tau": 2.5, "a": 0.4},
    "weights": {"mean": 5.1, "sigma": 0.6, "tau": 3.5, "signal": 0.35},
    "observables": {"mean": 5.1, "sigma": 0.6, "tau": 3.5, "short": 1.2, "signal": 0.35},
}
START["cells"] = START["observables"]
Fit = Callable[[], float]


def inside(numbers: Any, job: str) -> Any:
    low, high = RANGES[job]
    return numbers[(numbers >= low) & (numbers < high)][:EVENTS]


def columns(job: str) -> list[Any]:
    """The same for all."""
    random = np.random.default_rng(1)
    many = 2 * EVENTS
    if job == "voigt":
        return [inside(91.2 + 1.25 * random.standard_cauchy(many) + random.normal(0, 1.5, many), job)]
    if job == "johnson":
        return [inside(5 + np.sinh((random.normal(0, 1, many) + 0.4) / 1.5), job)]
    if job == "convolution":
        return [inside(random.exponential(1.5, many) + random.normal(0, 0.4, many), job)]
    if job == "formula":
        return [inside(random.exponential(2.0, many) + random.exponential(2.0, many), job)]
    peak = int(0.3 * EVENTS)
    mass = np.concatenate([random.normal(5, 0.5, peak), inside(random.exponential(4, 2 * many), job)[: EVENTS - peak]])
    if job == "weights":
        return [mass, random.uniform(0.5, 1.5, EVENTS)]
    time_of = np.concatenate([random.exponential(1.5, 2 * peak), random.exponential(0.8, many)])
    early = time_of[time_of < 10]
    return [mass, np.concatenate([early[:peak], early[-(EVENTS - peak) :]])]


def by_ramet(job: str) -> Fit:
    from ramet import fit

    of, bounds = columns(job), RANGES[job]
    models: dict[str, Callable[[], Any]] = {
        "voigt": lambda: fit.voigt(range=bounds),
        "johnson": lambda: fit.johnson_su(range=bounds),
        "convolution": lambda: fit.convolution(fit.exponential(), fit.gauss(0, "sigma"), range=bounds),
        "formula": lambda: fit.formula("exp(-x/[tau])*(1+[a]*x^2)", range=bounds),
        "weights": lambda: fit.mixture([fit.gauss(), fit.exponential()], fractions=["signal"], range=bounds),
    }
    if job in ("observables", "cells"):
        signal = fit.product(mass=fit.gauss(range=bounds), time=fit.exponential("short", range=bounds))
        rest = fit.product(mass=fit.exponential(range=bounds), time=fit.exponential(0.8, range=bounds))
        both = fit.mixture([signal, rest], fractions=["signal"])
        cost = fit.unbinned({"mass": of[0], "time": of[1]}, both)
        if job == "cells":
            cost = fit.binned(np.histogram2d(*of, EDGES)[0], both, edges=[EDGES, EDGES])
    else:
        cost = fit.unbinned(of[0], models[job](), weights=of[1] if job == "weights" else None)
    first = next(iter(START[job]))
    return lambda: fit.fit(cost, START[job])[first].value


def by_roofit(job: str) -> Fit:
    import ROOT

    ROOT.RooMsgService.instance().setGlobalKillBelow(ROOT.RooFit.ERROR)
    of, bounds, start = columns(job), RANGES[job], START[job]
    x, y = ROOT.RooRealVar("x", "x", *bounds), ROOT.RooRealVar("y", "y", 0, 10)  # of 100 bins
    limits = {"mean": bounds, "gamma": (-10 if job == "johnson" else 0.01, 10), "a": (0, 100), "signal": (0, 1)}
    own = {name: ROOT.RooRealVar(name, name, one, *limits.get(name, (0.01, 100))) for name, one in start.items()}
    kept: list[Any] = [x, y, own]

    def keep(made: Any) -> Any:
        kept.append(made)
        return made

    def slope(name: str) -> Any:
        return keep(ROOT.RooFormulaVar(f"slope_{name}", f"-1/{name}", ROOT.RooArgList(own[name])))

    def exponential(of_x: Any, by: Any) -> Any:
        return keep(ROOT.RooExponential(f"exp{len(kept)}", "", of_x, by))

    weight = keep(ROOT.RooRealVar("weight", "weight", 1, 0, 2))
    data = ROOT.RooDataSet.from_numpy({"x": of[0]}, [x])
    options: dict[str, Any] = {}
    if job == "voigt":
        model = ROOT.RooVoigtian("model", "", x, own["mean"], own["gamma"], own["sigma"])
    elif job == "johnson":
        model = ROOT.RooJohnson("model", "", x, own["mean"], own["width"], own["gamma"], own["delta"])
    elif job == "convolution":
        x.setBins(10_000, "cache")
        step = keep(ROOT.RooGenericPdf("step", "(x>0)*exp(-x/tau)", ROOT.RooArgList(x, own["tau"])))
        zero = keep(ROOT.RooConstVar("zero", "", 0))
        model = ROOT.RooFFTConvPdf("model", "", x, step, keep(ROOT.RooGaussian("r", "", x, zero, own["sigma"])))
        model.setBufferFraction(0.3)
    elif job == "formula":
        model = ROOT.RooGenericPdf("model", "exp(-x/tau)*(1+a*x*x)", ROOT.RooArgList(x, own["tau"], own["a"]))
    else:
        peak = keep(ROOT.RooGaussian("peak", "", x, own["mean"], own["sigma"]))
        fall = exponential(x, slope("tau"))
        if job in ("observables", "cells"):
            data = ROOT.RooDataSet.from_numpy({"x": of[0], "y": of[1]}, [x, y])
            if job == "cells":
                data = keep(ROOT.RooDataHist("cells", "", ROOT.RooArgSet(x, y), keep(data)))
            peak = keep(ROOT.RooProdPdf("p", "", [peak, exponential(y, slope("short"))]))
            fall = keep(ROOT.RooProdPdf("q", "", [fall, exponential(y, keep(ROOT.RooConstVar("c", "", -1 / 0.8)))]))
        else:
            data = ROOT.RooDataSet.from_numpy({"x": of[0], "weight": of[1]}, [x, weight], weight_name="weight")
            options["AsymptoticError"] = True
        model = ROOT.RooAddPdf("model", "", [peak, fall], [own["signal"]])
    kept.append(model)

    def fitted(_kept: Any = kept) -> float:
        for name, value in start.items():
            own[name].setVal(value)
        model.fitTo(data, Save=True, PrintLevel=-1, **options)
        return float(own[next(iter(start))].getVal())

    return fitted


def by_iminuit(job: str) -> Fit:
    from iminuit.cost import BinnedNLL, UnbinnedNLL
    from numba_stats import truncexpon, truncexponnorm, truncnorm, voigt

    bounds = RANGES[job]

    def of_voigt(x: Any, mean: float, sigma: float, gamma: float) -> Any:
        fine = np.linspace(*bounds, 1001)  # numba_stats' has no integral
        return voigt.pdf(x, gamma / 2, mean, sigma) / np.trapezoid(voigt.pdf(fine, gamma / 2, mean, sigma), fine)

    def of_decay(x: Any, tau: float, sigma: float) -> Any:
        return truncexponnorm.pdf(x, *bounds, tau / sigma, 0, sigma)

    def of_both(x: Any, mean: float, sigma: float, tau: float, short: float, signal: float) -> Any:
        peak = truncnorm.pdf(x[0], *bounds, mean, sigma) * truncexpon.pdf(x[1], *bounds, 0, short)
        return signal * peak + (1 - signal) * truncexpon.pdf(x[0], *bounds, 0, tau) * truncexpon.pdf(
            x[1], *bounds, 0, 0.8
        )

    def below(x: Any, mean: float, sigma: float, tau: float, short: float, signal: float) -> Any:
        peak = truncnorm.cdf(x[0], *bounds, mean, sigma) * truncexpon.cdf(x[1], *bounds, 0, short)
        rest = truncexpon.cdf(x[0], *bounds, 0, tau) * truncexpon.cdf(x[1], *bounds, 0, 0.8)
        return signal * peak + (1 - signal) * rest

    of = columns(job)
    if job == "cells":
        return _fit_of(BinnedNLL(np.histogram2d(*of, EDGES)[0], (EDGES, EDGES), below), job)
    density = {"voigt": of_voigt, "convolution": of_decay, "observables": of_both}[job]
    return _fit_of(UnbinnedNLL(np.array(of) if len(of) > 1 else of[0], density), job)


def _fit_of(cost: Any, job: str) -> Fit:
    from iminuit import Minuit

    def fitted() -> float:
        minuit = Minuit(cost, **START[job])
        for name in START[job]:
            minuit.limits[name] = (0, 1) if name == "signal" else (0.01, None)
        minuit.migrad()
        minuit.hesse()
        return float(minuit.values[0])

    return fitted


def main(contender: str, job: str, times: int) -> None:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    work = {"ramet": by_ramet, "roofit": by_roofit, "iminuit": by_iminuit}[contender](job)
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        check = work()
        line = {
            "contender": contender,
            "variant": job,
            "threads": 1,
            "time": number,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
            "bytes": 0,
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "check": check,
        }
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
