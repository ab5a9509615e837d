"""Minima and errors of 100 generated problems: ramet.fit beside RooFit, and beside iminuit's costs with numba_stats.

Half of them is done by each: peaks of four shapes on backgrounds, unbinned and in bins, with fractions and with yields,
and with weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import ramet
from ramet import fit

ROOT = pytest.importorskip("ROOT")
iminuit = pytest.importorskip("iminuit")
costs = pytest.importorskip("iminuit.cost")
numba_stats = pytest.importorskip("numba_stats")

RANGE = (0.0, 10.0)
LOW, HIGH = RANGE
BINS = 40
Found = tuple[list[float], list[float]]  # values and errors
Cost = Callable[..., float]


@dataclass(frozen=True)
class Problem:
    """What is fitted to what."""

    model: fit.Model
    truth: dict[str, float]
    events: np.ndarray
    weights: np.ndarray | None = None
    is_binned: bool = False

    @property
    def histogram(self) -> ramet.Histogram:
        return ramet.Histogram(BINS, RANGE).fill(self.events, weight=self.weights)

    def cost(self) -> fit.Cost:
        if self.is_binned:
            return fit.binned(self.histogram, self.model)
        return fit.unbinned(self.events, self.model, weights=self.weights)


FLAT = fit.uniform(RANGE)
GAUSS = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=RANGE)
TAIL = fit.mixture(
    [fit.crystal_ball("mean", "sigma", 1.2, 3.0), fit.chebyshev(["c"], range=RANGE)], yields=["s", "b"], range=RANGE
)
RESONANCE = fit.mixture([fit.breit_wigner(range=RANGE), FLAT], yields=["s", "b"])
SKEWED = fit.johnson_su(range=RANGE)
GAUSS_OF_BINS = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=RANGE)

# the model; the lowest and highest truth of each parameter
SHAPES: dict[str, tuple[fit.Model, list[float], list[float]]] = {
    "gauss": (GAUSS, [3, 0.3, 2, 0.25], [7, 0.8, 6, 0.75]),
    "tail": (TAIL, [5, 0.4, -0.4, 500, 500], [7, 0.8, 0.4, 900, 900]),
    "resonance": (RESONANCE, [4, 0.5, 400, 400], [6, 1.5, 900, 900]),
    "skewed": (SKEWED, [4, 0.8, -0.6, 1], [6, 1.4, 0.6, 1.6]),
    "weighted events": (GAUSS, [3, 0.3, 2, 0.25], [7, 0.8, 6, 0.75]),
    "weighted bins": (GAUSS_OF_BINS, [3, 0.3, 3, 400, 900], [7, 0.8, 6, 800, 1800]),
}


def problem(of: str, number: int) -> Problem:
    model, low, high = SHAPES[of]
    random = np.random.default_rng(number)
    truth = dict(zip(model.parameters, random.uniform(low, high).tolist(), strict=True))
    events = model.sample(None if model.is_extended else 1_000, truth, seed=number)
    weights = random.uniform(0.5, 2, len(events)) if of.startswith("weighted") else None
    return Problem(model, truth, events, weights, is_binned=of in ("resonance", "weighted bins"))


def polished(cost: Cost, values: list[float], errors: list[float]) -> Found:
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


_LIMITS = {
    "mean": (-5, 15), "sigma": (0.01, 10), "tau": (0.1, 100), "f": (0, 1), "c": (-1, 1), "gamma": (-10, 10),
    "width": (0.01, 20), "delta": (0.1, 20), "s": (0, 1e5), "b": (0, 1e5),
}  # fmt: skip


class OfRooFit:
    """The same models of RooFit, which live as long as this."""

    def __init__(self, of: str, truth: dict[str, float]) -> None:
        self.x = ROOT.RooRealVar("x", "x", *RANGE)
        self.own = {name: ROOT.RooRealVar(name, name, value, *_LIMITS[name]) for name, value in truth.items()}
        self.parts = {"resonance": self._resonance, "tail": self._tail, "skewed": self._skewed}.get(of, self._gauss)()
        weights = [self.own[name] for name in ("s", "b", "f") if name in self.own]
        self.model = self.parts[0]
        if weights:
            self.model = ROOT.RooAddPdf("model", "", ROOT.RooArgList(*self.parts[:2]), ROOT.RooArgList(*weights))

    def _gauss(self) -> list[Any]:
        slope = ROOT.RooFormulaVar("slope", "-1/tau", ROOT.RooArgList(self.own["tau"]))
        peak = ROOT.RooGaussian("peak", "", self.x, self.own["mean"], self.own["sigma"])
        return [peak, ROOT.RooExponential("rest", "", self.x, slope), slope]

    def _tail(self) -> list[Any]:
        begin, power = ROOT.RooConstVar("alpha", "", 1.2), ROOT.RooConstVar("n", "", 3)
        peak = ROOT.RooCBShape("peak", "", self.x, self.own["mean"], self.own["sigma"], begin, power)
        return [peak, ROOT.RooChebychev("rest", "", self.x, ROOT.RooArgList(self.own["c"])), begin, power]

    def _resonance(self) -> list[Any]:
        peak = ROOT.RooBreitWigner("peak", "", self.x, self.own["mean"], self.own["gamma"])
        return [peak, ROOT.RooUniform("rest", "", ROOT.RooArgSet(self.x))]

    def _skewed(self) -> list[Any]:
        names = ("mean", "width", "gamma", "delta")
        return [ROOT.RooJohnson("peak", "", self.x, *(self.own[name] for name in names))]

    def data(self, given: Problem) -> Any:
        if given.is_binned:
            self.x.setBins(BINS)
            return ROOT.RooDataHist.from_numpy(given.histogram.values(), [self.x], bins=[BINS], ranges=[RANGE])
        if given.weights is None:
            return ROOT.RooDataSet.from_numpy({"x": given.events}, [self.x])
        columns = {"x": given.events, "w": given.weights}
        return ROOT.RooDataSet.from_numpy(columns, [self.x], weight_name="w")

    def sandwich(self, given: Problem, cost: Cost, values: list[float], errors: list[float]) -> list[float]:
        """Errors that count the squares of weights, of densities that are RooFit's. Those of its AsymptoticError(True)
        are others: 2.2 times as large for the fraction of the first problem."""
        step, observables = 1e-2 * np.array(errors), ROOT.RooArgSet(self.x)

        def logarithms(at: np.ndarray) -> np.ndarray:
            cost(*at)  # sets the parameters
            found = []
            for one in given.events.tolist():
                self.x.setVal(one)
                found.append(math.log(self.model.getVal(observables)))
            return np.array(found)

        scores = np.array([logarithms(values + by) - logarithms(values - by) for by in np.diag(step)]) / 2  # of a step
        curvature = np.empty((len(values), len(values)))
        for i, first in enumerate(np.diag(step)):
            for j, other in enumerate(np.diag(step)):
                ends = [cost(*(values + a * first + b * other)) * a * b for a in (1, -1) for b in (1, -1)]
                curvature[i, j] = sum(ends) / 8
        inverse, weighted = np.linalg.inv(curvature), scores * given.weights
        return (step * np.sqrt(np.diag(inverse @ weighted @ weighted.T @ inverse))).tolist()


def by_roofit(of: str, given: Problem) -> Found:
    its = OfRooFit(of, given.truth)
    data = its.data(given)
    options = [ROOT.RooFit.Extended(given.model.is_extended)]
    if given.is_binned:
        options.append(ROOT.RooFit.IntegrateBins(1e-9))
    cost = its.model.createNLL(data, *options)
    minimizer = ROOT.RooMinimizer(cost)
    minimizer.setPrintLevel(-1)
    minimizer.setEps(1e-3)
    minimizer.migrad()
    minimizer.hesse()

    def value(*values: float) -> float:
        for one, number in zip(its.own.values(), values, strict=True):
            one.setVal(number)
        return 2 * float(cost.getVal())

    at = [one.getVal() for one in its.own.values()]
    values, errors = polished(value, at, [one.getError() for one in its.own.values()])
    return values, errors if given.weights is None else its.sandwich(given, value, values, errors)


def normal_below(z: Any) -> Any:
    from numba_stats import norm

    return norm.cdf(np.atleast_1d(z), 0, 1)


def density_of_gauss(at: np.ndarray, mean: float, sigma: float, tau: float, f: float) -> np.ndarray:
    from numba_stats import truncexpon, truncnorm

    return f * truncnorm.pdf(at, *RANGE, mean, sigma) + (1 - f) * truncexpon.pdf(at, *RANGE, 0, tau)


def density_of_tail(
    at: np.ndarray, mean: float, sigma: float, c: float, s: float, b: float
) -> tuple[float, np.ndarray]:
    from numba_stats import crystalball

    ends = crystalball.cdf(np.array(RANGE), 1.2, 3.0, mean, sigma)
    peak = crystalball.pdf(at, 1.2, 3.0, mean, sigma) / (ends[1] - ends[0])
    return s + b, s * peak + b * (1 + c * (at / 5 - 1)) / 10


def density_of_skewed(at: np.ndarray, mean: float, width: float, gamma: float, delta: float) -> np.ndarray:
    z = gamma + delta * np.arcsinh((at - mean) / width)
    ends = normal_below(gamma + delta * np.arcsinh((np.array(RANGE) - mean) / width))
    slope = delta / np.hypot(width, at - mean)
    return slope * np.exp(-0.5 * z * z) / (math.sqrt(2 * math.pi) * (ends[1] - ends[0]))


def below_of_resonance(at: np.ndarray, mean: float, gamma: float, s: float, b: float) -> np.ndarray:
    angles = np.arctan((at - mean) / (gamma / 2))
    all_of_it = math.atan((HIGH - mean) / (gamma / 2)) - math.atan((LOW - mean) / (gamma / 2))
    return s * angles / all_of_it + b * at / 10


def below_of_gauss(at: np.ndarray, mean: float, sigma: float, tau: float, s: float, b: float) -> np.ndarray:
    from numba_stats import truncexpon, truncnorm

    return s * truncnorm.cdf(at, *RANGE, mean, sigma) + b * truncexpon.cdf(at, *RANGE, 0, tau)


def by_iminuit(of: str, given: Problem) -> Found:
    edges = np.linspace(*RANGE, BINS + 1)
    histogram = given.histogram
    if of == "resonance":
        cost = costs.ExtendedBinnedNLL(histogram.values(), edges, below_of_resonance)
    elif of == "weighted bins":
        both = np.stack([histogram.values(), histogram.variances()], axis=-1)
        cost = costs.ExtendedBinnedNLL(both, edges, below_of_gauss)
    elif of == "tail":
        cost = costs.ExtendedUnbinnedNLL(given.events, density_of_tail)
    else:
        cost = costs.UnbinnedNLL(given.events, density_of_gauss if of == "gauss" else density_of_skewed)
    minuit = iminuit.Minuit(cost, **given.truth)
    for name in set(given.truth) & {"sigma", "tau", "width", "delta", "s", "b"}:
        minuit.limits[name] = (0.01, None)
    if "f" in given.truth:
        minuit.limits["f"] = (0, 1)
    minuit.strategy = 2
    minuit.tol = 1e-4
    minuit.migrad()
    minuit.hesse()
    return polished(cost, list(minuit.values), list(minuit.errors))


OF_BOTH = {"gauss": 11, "tail": 10, "resonance": 10, "skewed": 10}  # how many problems
CASES = [
    *((by_roofit, of, count) for of, count in {**OF_BOTH, "weighted events": 9}.items()),
    *((by_iminuit, of, count) for of, count in {**OF_BOTH, "weighted bins": 9}.items()),
]


@pytest.mark.parametrize(("other", "of", "count"), CASES)
def test_minima_and_errors_are_the_same(other: Callable[[str, Problem], Found], of: str, count: int) -> None:
    ROOT.RooMsgService.instance().setGlobalKillBelow(ROOT.RooFit.FATAL)
    values_apart, errors_apart = [], []
    for number in range(count):
        given = problem(of, number)
        found = fit.fit(given.cost(), given.truth)
        assert found.valid
        values, errors = other(of, given)
        ours = np.array([one.error for one in found.parameters])
        values_apart.append(np.abs(np.array(values) - list(found.values.values())) / ours)
        errors_apart.append(np.abs(np.array(errors) / ours - 1))
    print(f"values: {np.median(values_apart):.1e}, at most {np.max(values_apart):.1e} of an error")
    print(f"errors: {np.median(errors_apart):.1e}, at most {np.max(errors_apart):.1e} of an error")
    # a Crystal Ball's second derivatives jump at each event that goes over into the tail
    assert np.max(values_apart) < 1e-4
    assert np.max(errors_apart) < (5e-3 if of == "tail" else 1e-4)
