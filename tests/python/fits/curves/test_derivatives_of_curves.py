"""Histogram.fit with the derivatives of its formula: errors are those of the second derivatives."""

from __future__ import annotations

import math

import numpy as np
import pytest
import ramet
from ramet import fit

pytest.importorskip("iminuit")


def histogram_of(seed: int, events: int) -> ramet.Histogram:
    random = np.random.default_rng(seed)
    numbers = np.concatenate([random.normal(5, 0.6, events), random.exponential(4, 2 * events)])
    return ramet.Histogram(50, (0, 10)).fill(numbers)


@pytest.mark.parametrize("text", ["gaus", "expo", "pol3", "[N]*exp(-x/[t])+[b]*TMath::Erf(x-[c])"])
@pytest.mark.parametrize("cost", ["likelihood", "chi_square"])
def test_derivatives_are_those_of_differences(text: str, cost: str) -> None:
    start = {"N": 400, "t": 3, "b": 20, "c": 4} if "[N]" in text else {}
    found = histogram_of(1, 1_000).fit(text, cost=cost, **start)
    at = np.array(list(found.values.values())) * 1.01
    slopes = found.cost.grad(*at)
    for place, value in enumerate(at):
        step = np.zeros(len(at))
        step[place] = 1e-6 * abs(value)
        difference = (found.cost(*(at + step)) - found.cost(*(at - step))) / (2 * step[place])
        assert slopes[place] == pytest.approx(difference, rel=1e-4, abs=1e-3 * abs(slopes).max() * 1e-2)


@pytest.mark.parametrize("seed", [0, 7, 8])
@pytest.mark.parametrize("cost", ["likelihood", "chi_square"])
def test_errors_of_polynomials_are_those_of_their_information(seed: int, cost: str) -> None:
    histogram = histogram_of(seed, (100, 1_000, 20_000)[seed % 3])
    found = histogram.fit("pol4", cost=cost)
    assert found.valid
    edges, contents = histogram.axis(0).edges(), histogram.values()
    powers = np.arange(1, 6)
    means = (edges[1:, None] ** powers - edges[:-1, None] ** powers) / powers / np.diff(edges)[:, None]
    expected = means @ np.array(list(found.values.values()))
    is_known = contents > 0
    weights = contents / expected**2 if cost == "likelihood" else is_known / np.where(is_known, contents, 1)
    covariance = np.linalg.inv(means.T @ (means * weights[:, None]))
    np.testing.assert_allclose(list(found.errors.values()), np.sqrt(np.diag(covariance)), rtol=0.01)
    for name, error in found.minos().items():
        assert error.valid
        assert (error.high - error.low) / 2 == pytest.approx(found[name].error, rel=0.05)


def test_formulas_without_known_derivatives_are_fitted_by_values() -> None:
    random = np.random.default_rng(3)
    histogram = ramet.Histogram(60, (0, 30)).fill(random.gamma(3, 2, 5_000))
    found = histogram.fit("landau")
    assert not hasattr(found.cost, "grad")
    assert math.isfinite(found["MPV"].error)
    assert found.gradient_calls == 0
    assert hasattr(histogram.fit("gaus").cost, "grad")


def test_kinks_of_curves_have_errors_of_how_the_cost_rises() -> None:
    model = fit.formula("exp(-abs(x-[c])/[s])", range=(0, 10))
    histogram = ramet.Histogram(40, (0, 10)).fill(model.sample(2_000, c=5, s=0.7, seed=1))
    found = histogram.fit("[N]*exp(-abs(x-[c])/[s])", N=400, c=4.7, s=0.6, cost="likelihood")
    assert found.valid
    assert found["c"].error == pytest.approx(0.7 / math.sqrt(2_000), rel=0.25)
    assert found["s"].error == pytest.approx(0.7 / math.sqrt(2_000), rel=0.1)
