"""Minima and errors of 50 generated problems: ramet.fit beside RooFit, and beside iminuit's costs with numba_stats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ramet import fit

ROOT = pytest.importorskip("ROOT")
iminuit = pytest.importorskip("iminuit")
costs = pytest.importorskip("iminuit.cost")
pytest.importorskip("numba_stats")

RANGE = (0.0, 10.0)
PROBLEMS = 50
MODEL = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=RANGE)


def problem(number: int) -> tuple[dict[str, float], np.ndarray]:
    random = np.random.default_rng(number)
    truth = random.uniform([3, 0.3, 2, 0.25], [7, 0.8, 6, 0.75]).tolist()
    values = dict(zip(MODEL.parameters, truth, strict=True))
    return values, MODEL.sample(1_000, values, seed=number)


def polished(cost: Callable[..., float], values: list[float], errors: list[float]) -> tuple[list[float], list[float]]:
    """The minimum of another cost, twice a logarithm, and the errors there, by Newton's steps with differences of the
    fourth order: MIGRAD and HESSE stop at a part in 1,000 of an error."""
    at, step = np.array(values), 0.02 * np.array(errors)
    count = len(at)

    def moved(*by: tuple[int, float]) -> float:
        point = at.copy()
        for place, steps in by:
            point[place] += steps * step[place]
        return cost(*point)

    for _ in range(3):
        gradient = np.array(
            [8 * (moved((i, 1)) - moved((i, -1))) - moved((i, 2)) + moved((i, -2)) for i in range(count)]
        )
        curvature = np.empty((count, count))
        weights = {1: 8 / 12, -1: -8 / 12, 2: -1 / 12, -2: 1 / 12}
        for i in range(count):
            ends = 16 * (moved((i, 1)) + moved((i, -1))) - moved((i, 2)) - moved((i, -2)) - 30 * moved()
            curvature[i, i] = ends / 12
            for j in range(i):
                pairs = [(a, b) for a in weights for b in weights]
                mixed = sum(weights[a] * weights[b] * moved((i, a), (j, b)) for a, b in pairs)
                curvature[i, j] = curvature[j, i] = mixed
        at = at - step * np.linalg.solve(curvature, gradient / 12)
    return at.tolist(), (step * np.sqrt(np.diag(np.linalg.inv(curvature / 2)))).tolist()


def by_roofit(truth: dict[str, float], events: np.ndarray) -> tuple[list[float], list[float]]:
    x = ROOT.RooRealVar("x", "x", *RANGE)
    limits = {"mean": (0, 10), "sigma": (0.01, 10), "tau": (0.1, 100), "f": (0, 1)}
    own = {name: ROOT.RooRealVar(name, name, truth[name], *limits[name]) for name in truth}
    slope = ROOT.RooFormulaVar("slope", "-1/tau", ROOT.RooArgList(own["tau"]))
    peak = ROOT.RooGaussian("peak", "peak", x, own["mean"], own["sigma"])
    tail = ROOT.RooExponential("tail", "tail", x, slope)
    model = ROOT.RooAddPdf("model", "model", ROOT.RooArgList(peak, tail), ROOT.RooArgList(own["f"]))
    data = ROOT.RooDataSet.from_numpy({"x": events}, [x])
    cost = model.createNLL(data)
    minimizer = ROOT.RooMinimizer(cost)
    minimizer.setPrintLevel(-1)
    minimizer.setEps(1e-3)
    minimizer.migrad()
    minimizer.setStrategy(2)
    minimizer.hesse()

    def value(*values: float) -> float:
        for name, one in zip(truth, values, strict=True):
            own[name].setVal(one)
        return 2 * float(cost.getVal())

    return polished(value, [own[name].getVal() for name in truth], [own[name].getError() for name in truth])


def by_iminuit(truth: dict[str, float], events: np.ndarray) -> tuple[list[float], list[float]]:
    from numba_stats import truncexpon, truncnorm

    def density(at: np.ndarray, mean: float, sigma: float, tau: float, f: float) -> np.ndarray:
        peak = truncnorm.pdf(at, *RANGE, mean, sigma)
        return f * peak + (1 - f) * truncexpon.pdf(at, *RANGE, 0, tau)

    cost = costs.UnbinnedNLL(events, density)
    minuit = iminuit.Minuit(cost, **truth)
    minuit.limits["sigma", "tau"] = (0.01, None)
    minuit.limits["f"] = (0, 1)
    minuit.strategy = 2
    minuit.tol = 1e-4
    minuit.migrad()
    minuit.hesse()
    return polished(cost, list(minuit.values), list(minuit.errors))


@pytest.mark.parametrize("other", [by_roofit, by_iminuit])
def test_minima_and_errors_are_the_same(other: Callable[..., Any]) -> None:
    ROOT.RooMsgService.instance().setGlobalKillBelow(ROOT.RooFit.FATAL)
    values_apart, errors_apart = [], []
    for number in range(PROBLEMS):
        truth, events = problem(number)
        found = fit.fit(fit.unbinned(events, MODEL), truth)
        assert found.valid
        values, errors = other(truth, events)
        ours = np.array([one.error for one in found.parameters])
        values_apart.append(np.abs(np.array(values) - list(found.values.values())) / ours)
        errors_apart.append(np.abs(np.array(errors) / ours - 1))
    print(f"values: {np.median(values_apart):.1e}, at most {np.max(values_apart):.1e} of an error")
    print(f"errors: {np.median(errors_apart):.1e}, at most {np.max(errors_apart):.1e} of an error")
    assert np.max(values_apart) < 1e-4
    assert np.max(errors_apart) < 1e-4
