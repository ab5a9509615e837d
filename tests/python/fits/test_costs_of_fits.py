"""Costs of ramet.fit: values, derivatives, threads, degenerate input; beside iminuit's own."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

iminuit = pytest.importorskip("iminuit")

MASKED: Any = np.ma.masked_equal([1.0, 2.0, 3.0], 2)
MODEL = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "f": 0.3}


def slope(cost: fit.Cost, at: list[float], place: int) -> float:
    step = 1e-5 * max(1, abs(at[place]))
    above, below = list(at), list(at)
    above[place] += step
    below[place] -= step
    return (cost(*above) - cost(*below)) / (2 * step)


def test_value_is_minus_twice_the_logarithm_of_the_likelihood() -> None:
    events = MODEL.sample(12_345, TRUTH)
    cost = fit.unbinned(events, MODEL)
    assert cost(*TRUTH.values()) == pytest.approx(-2 * math.fsum(np.log(MODEL.pdf(events, TRUTH))), rel=1e-14)
    assert cost.ndata == 12_345
    assert cost.limits == {"mean": None, "sigma": (0, math.inf), "tau": (0, math.inf), "f": (0, 1)}


def test_derivatives_are_those_of_differences() -> None:
    events = MODEL.sample(2_000, TRUTH)
    histogram = ramet.Histogram(50, (0, 10)).fill(events)
    extended = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=(0, 10))
    counts = [5.1, 0.6, 3.5, 700, 1500]
    constraint = fit.constraint({"sigma": 0.5, "tau": 4}, covariance=[[0.1, 0.02], [0.02, 0.3]])
    for cost, at in [
        (fit.unbinned(events, MODEL), [5.1, 0.6, 3.5, 0.4]),
        (fit.unbinned(events, extended), counts),
        (fit.binned(histogram, MODEL), [5.1, 0.6, 3.5, 0.4]),
        (fit.binned(histogram, extended) + constraint, counts),
        (fit.chi_square(histogram, extended), counts),
    ]:
        found = cost.grad(*at)
        for place in range(len(at)):
            assert found[place] == pytest.approx(slope(cost, at, place), rel=1e-5, abs=1e-3)


def test_iminuit_takes_names_limits_and_derivatives() -> None:
    minuit = iminuit.Minuit(fit.unbinned(MODEL.sample(5_000, TRUTH), MODEL), mean=5, sigma=1, tau=3, f=0.5)
    assert minuit.parameters == ("mean", "sigma", "tau", "f")
    assert minuit.limits["f"] == (0, 1)
    minuit.migrad()
    assert minuit.valid
    assert minuit.ngrad > 0
    assert abs(minuit.values["mean"] - 5) < 5 * minuit.errors["mean"]


@pytest.mark.parametrize("number", range(10))
def test_minima_are_those_of_iminuits_costs(number: int) -> None:
    from iminuit.cost import BinnedNLL, ExtendedUnbinnedNLL, UnbinnedNLL

    random = np.random.default_rng(number)
    truth = {
        "mean": random.uniform(3, 7),
        "sigma": random.uniform(0.3, 1),
        "tau": random.uniform(2, 6),
        "f": random.uniform(0.2, 0.8),
    }
    events = MODEL.sample(3_000, truth, seed=number)
    contents, edges = np.histogram(events, 60, (0, 10))
    names = MODEL.parameters

    def density(x: np.ndarray, mean: float, sigma: float, tau: float, f: float) -> np.ndarray:
        return MODEL.pdf(x, [mean, sigma, tau, f])  # type: ignore[return-value]

    def below(x: np.ndarray, mean: float, sigma: float, tau: float, f: float) -> np.ndarray:
        return MODEL.cdf(x, [mean, sigma, tau, f])  # type: ignore[return-value]

    def scaled(x: np.ndarray, mean: float, sigma: float, tau: float, s: float, b: float) -> tuple[float, np.ndarray]:
        return s + b, (s + b) * density(x, mean, sigma, tau, s / (s + b))

    extended = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=(0, 10))
    counts = {**truth, "s": 3_000 * truth["f"], "b": 3_000 * (1 - truth["f"])}
    for ours, theirs, start in [
        (fit.unbinned(events, MODEL), UnbinnedNLL(events, density), truth),
        (fit.binned(contents, MODEL, edges=edges), BinnedNLL(contents, edges, below), truth),
        (fit.unbinned(events, extended), ExtendedUnbinnedNLL(events, scaled), counts),
    ]:
        begin = {name: start[name] for name in ours.parameters}
        found = fit.fit(ours, begin)
        other = iminuit.Minuit(theirs, **begin)
        for name in ours.parameters:
            other.limits[name] = (1e-3, 1 if name == "f" else None)
        other.strategy = 2
        other.tol = 1e-4
        other.migrad()
        other.hesse()
        assert found.valid
        for name in ours.parameters:
            assert found[name].value == pytest.approx(other.values[name], abs=2e-3 * other.errors[name])
            # HESSE takes differences of values, of which each is good to a percent
            assert found[name].error == pytest.approx(other.errors[name], rel=1e-2)
    assert set(names) == set(truth)


def test_any_number_of_threads_gives_the_same_bits() -> None:
    code = """
import os, sys
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
from ramet import fit
model = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
cost = fit.unbinned(model.sample(100_000, mean=5, sigma=0.5, tau=4, f=0.3), model)
print(cost(5.1, 0.6, 3.9, 0.3).hex(), [one.hex() for one in cost.grad(5.1, 0.6, 3.9, 0.3)])
"""
    answers = {
        subprocess.run([sys.executable, "-c", code, str(threads)], capture_output=True, text=True, check=True).stdout
        for threads in range(1, len(os.sched_getaffinity(0)) + 1)
    }
    assert len(answers) == 1


def test_threads_may_use_one_cost() -> None:
    cost = fit.unbinned(MODEL.sample(50_000, TRUTH), MODEL)
    expected, found = cost.grad(5, 0.5, 4, 0.3).tolist(), []
    threads = [threading.Thread(target=lambda: found.append(cost.grad(5, 0.5, 4, 0.3).tolist())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_events_come_from_trees_and_frames(tmp_path: object) -> None:
    path = f"{tmp_path}/events.root"
    with ramet.recreate(path) as file:
        file.mktree("Events", {"mass": MODEL.sample(1000, TRUTH).astype(np.float32)})
    at = list(TRUTH.values())
    with ramet.open(f"{path}:Events") as tree:
        expected = fit.unbinned(tree["mass"].array(library="np"), MODEL)(*at)
        assert fit.unbinned(tree["mass"], MODEL)(*at) == expected
    assert fit.unbinned(ramet.frame(f"{path}:Events").take("mass"), MODEL)(*at) == expected


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: fit.unbinned([], MODEL), "there are no events"),
        (lambda: fit.unbinned([1, math.nan], MODEL), "1 of 2 events are outside .* the first is nan, at row 1"),
        (lambda: fit.unbinned([[1.0]], MODEL), "2-dimensional"),
        (lambda: fit.unbinned(["a"], MODEL), "expected a list of numbers"),
        (lambda: fit.binned([1, 2], MODEL), "without edges"),
        (lambda: fit.binned([1, -2], MODEL, edges=[0, 1, 2]), "bin 1 has the content -2"),
        (lambda: fit.binned([0, 0], MODEL, edges=[0, 1, 2]), "all 2 bins are empty"),
        (lambda: fit.binned([1, 2], MODEL, edges=[0, 1, 12]), "not in the model's range"),
        (lambda: fit.chi_square([1, 2], MODEL, edges=[0, 1, 2]), "the model needs yields"),
        (lambda: fit.constraint({"a": 1}), "either errors or a covariance"),
        (lambda: fit.constraint({"a": 1}, 0), "an error of a constraint is 0, expected one above 0"),
        (lambda: fit.constraint({"a": 1}, math.nan), "not positive"),
        (lambda: fit.constraint({"a": 1}, covariance=[[0]]), "not positive"),
        (lambda: fit.constraint({"a": 1, "b": 2}, [0.1, -2]), "an error of a constraint is -2"),
        (lambda: fit.unbinned(np.ma.masked_greater([1.0, 2.0, 3.0], 1), MODEL), "2 of 3 events or weights are masked"),
        (lambda: fit.unbinned([1, 2], MODEL, weights=np.ma.masked_less([0.0, 1.0], 1)), "1 of 2 events or weights"),
        (lambda: fit.binned(MASKED, MODEL, edges=[0, 1, 2, 3]), "1 of 3 contents are masked"),
        (lambda: fit.binned([1, 2], MODEL, edges=MASKED), "1 of 3 edges are masked"),
        (lambda: fit.template((MASKED, [0, 1, 2, 3])), "1 of 3 contents are masked"),
        (lambda: fit.template(([1, 2], MASKED)), "1 of 3 edges are masked"),
        (lambda: fit.constraint({"a": 1, "b": 2, "c": 3}, MASKED), "1 of 3 errors are masked"),
        (lambda: fit.unbinned(ak.Array([[1.0], [2.0, 3.0]]), MODEL), "events are no list of numbers"),
        (lambda: fit.unbinned(ak.Array([1.0, None]), MODEL), "events are no list of numbers"),
        (lambda: fit.unbinned([1], MODEL)(1, 2), "2 values for the 4 parameters"),
    ],
)
def test_what_cannot_be_fitted_is_refused_with_the_reason(make: object, text: str) -> None:
    with pytest.raises(MisuseError, match=text):
        make()  # type: ignore[operator]


def test_histograms_with_several_axes_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="2 axes"):
        fit.binned(ramet.Histogram((2, 2), ((0, 1), (0, 1))), MODEL)


def test_no_density_is_infinite_and_missing_ones_are_counted() -> None:
    cost = fit.unbinned([1.0, 9.0], fit.chebyshev(["c"], range=(0, 10)))
    assert cost.absent(2) == 1
    assert fit.unbinned([1.0], MODEL)(5, 0, 4, 0.3) == math.inf
    assert fit.unbinned([1.0], MODEL)(5, math.nan, 4, 0.3) == math.inf


def test_costs_are_summed() -> None:
    costs = [fit.unbinned([0.0, 2.0], fit.gauss()), fit.constraint({"mean": 1}, 0.5)]
    total = sum(costs)
    assert isinstance(total, fit.Cost)
    assert total(1.5, 1) == pytest.approx(costs[0](1.5, 1) + costs[1](1.5))
    with pytest.raises(TypeError):
        1 + costs[0]  # type: ignore[operator]


def test_profiles_have_no_density_and_numpy_tuples_have_edges() -> None:
    random = np.random.default_rng(1)
    x = random.uniform(0, 10, 200)
    profile = ramet.Profile(5, (0, 10)).fill(x, sample=x)
    model = fit.mixture([fit.uniform((0, 10)), fit.exponential()], yields=["n", "e"], range=(0, 10))
    for make in (fit.binned, fit.chi_square, lambda means, _: fit.template(means)):
        with pytest.raises(MisuseError, match="a profile has means, which no density is of"):
            make(profile, model)
    contents, edges = np.histogram(x, 5, (0, 10))
    of_tuple, of_edges = fit.binned((contents, edges), model), fit.binned(contents, model, edges=edges)
    assert of_tuple(3, 150, 50) == of_edges(3, 150, 50)


def test_rounded_edges_are_in_a_range() -> None:
    contents, edges = ramet.Histogram(10, (0, 1)).fill(np.random.default_rng(1).uniform(0, 1, 300)).to_numpy()
    model = fit.exponential(range=(0.3, 0.7))
    cost = fit.binned(contents[3:7], model, edges=edges[3:8])
    assert cost(0.5) == pytest.approx(fit.binned(contents[3:7], model, edges=[0.3, 0.4, 0.5, 0.6, 0.7])(0.5))
    with pytest.raises(MisuseError, match="are not in the model's range"):
        fit.binned(contents[3:8], model, edges=edges[3:9])
