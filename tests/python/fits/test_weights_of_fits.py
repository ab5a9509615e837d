"""Weighted events, the sandwich covariance, and sWeights of ramet.fit."""

from __future__ import annotations

import math

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

pytest.importorskip("iminuit")

MODEL = fit.mixture([fit.gauss(), fit.exponential()], yields=["signal", "background"], range=(0, 10))
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "signal": 600.0, "background": 1400.0}


def test_the_sandwich_of_a_decay_is_what_its_formula_says() -> None:
    events = fit.exponential().sample(500, tau=2)
    weights = np.random.default_rng(1).choice([0.2, 1.0, 3.0, -0.1], 500)
    found = fit.fit(fit.unbinned(events, fit.exponential(), weights=weights), tau=1)
    tau = (weights * events).sum() / weights.sum()
    # the root of a sum of weighted scores (x - tau) / tau^2
    error = math.sqrt((weights**2 * (events - tau) ** 2).sum()) / weights.sum()
    assert found["tau"].value == pytest.approx(tau, rel=1e-6)
    assert found["tau"].error == pytest.approx(error, rel=1e-4)
    assert found.covariance_kind == "sandwich"
    assert "sandwich" in str(found)
    assert fit.FitResult.from_json(found.to_json()) == found


@pytest.mark.parametrize("factor", [1e-6, 1.0, 1e4])
def test_a_common_weight_changes_neither_values_nor_errors_of_shapes(factor: float) -> None:
    events = MODEL.sample(values=TRUTH, seed=2)
    shape = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
    start = {"mean": 5, "sigma": 0.6, "tau": 3.5, "f": 0.4}
    plain = fit.fit(fit.unbinned(events, shape), start)
    weighted = fit.fit(fit.unbinned(events, shape, weights=np.full(len(events), factor)), start)
    assert weighted.valid
    for name in start:
        assert weighted[name].value == pytest.approx(plain[name].value, abs=0.01 * plain[name].error)
        assert weighted[name].error == pytest.approx(plain[name].error, rel=0.15)  # both estimate the same


def test_the_yield_of_weighted_events_has_the_error_of_the_squares_of_weights() -> None:
    events = MODEL.sample(values=TRUTH, seed=4)
    weights = np.random.default_rng(2).uniform(0.5, 2, len(events))
    flat = fit.mixture([fit.uniform((0, 10))], yields=["n"])
    found = fit.fit(fit.unbinned(events, flat, weights=weights), n=100)
    assert found["n"].value == pytest.approx(weights.sum(), rel=1e-6)
    assert found["n"].error == pytest.approx(math.sqrt((weights**2).sum()), rel=1e-4)


def test_pulls_of_weighted_fits_have_the_width_1() -> None:
    random, pulls = np.random.default_rng(3), []
    for seed in range(200):
        events = fit.exponential().sample(300, tau=2, seed=seed)
        weights = random.exponential(1, 300)
        found = fit.fit(fit.unbinned(events, fit.exponential(), weights=weights), tau=2)
        pulls.append((found["tau"].value - 2) / found["tau"].error)
    assert np.std(pulls) == pytest.approx(1, abs=0.15)


def test_constraints_and_weights_are_added() -> None:
    events = fit.exponential().sample(200, tau=2)
    cost = fit.unbinned(events, fit.exponential(), weights=np.full(200, 2.0))
    plain = fit.unbinned(events, fit.exponential())
    held = fit.fit(cost + fit.constraint({"tau": 2}, 1e-3), tau=2)
    assert held["tau"].error == pytest.approx(1e-3, rel=0.01)
    both = fit.fit(cost + plain, tau=2)
    alone = fit.fit(plain, tau=2)
    # twice and once the same events: sqrt(4 + 1) / 3 of the error
    assert both["tau"].error == pytest.approx(alone["tau"].error * math.sqrt(5) / 3, rel=0.1)


def test_weights_that_cannot_be_are_refused() -> None:
    for weights, text in [
        ([1.0], "2 events have 1 weights"),
        ([1.0, math.nan], "the weight of event 1 is nan"),
        ([1.0, -1.0], "add up to 0"),
    ]:
        with pytest.raises(MisuseError, match=text):
            fit.unbinned([1.0, 2.0], MODEL, weights=weights)
    found = fit.fit(fit.unbinned([1.0, 2.0], fit.exponential(), weights=[1.0, 2.0]), tau=1)
    with pytest.raises(UnsupportedError, match="no intervals"):
        found.minos()
    with pytest.raises(UnsupportedError, match="no intervals"):
        fit.fit(found.cost + fit.constraint({"a": 1}, 1), tau=1, a=1).contour("tau", "a")
    assert found.profile("tau", 5).valid.all()


def test_weights_without_a_minimum_give_a_result_that_says_so() -> None:
    events = np.concatenate([np.linspace(0, 10, 50), np.full(60, 5.0)])
    weights = np.concatenate([np.full(50, 2.0), np.full(60, -1.5)])  # a hole: no Gauss is the best one
    found = fit.fit(fit.unbinned(events, fit.gauss(range=(0, 10)), weights=weights), mean=5, sigma=2)
    assert found.valid is False or found["sigma"].error > 0
    assert found.status
    assert found.covariance_kind == "sandwich"


def test_sweights_have_the_sums_of_their_authors() -> None:
    events = MODEL.sample(values=TRUTH, seed=5)
    found = fit.fit(fit.unbinned(events, MODEL), TRUTH)
    weights = found.sweights()
    assert set(weights) == {"signal", "background"}
    np.testing.assert_allclose(weights["signal"] + weights["background"], 1, atol=1e-5)
    held = {name: found[name].value for name in ("mean", "sigma", "tau")}
    yields = fit.fit(fit.unbinned(events, MODEL), found.values, fixed=held)
    for name in weights:
        assert weights[name].sum() == pytest.approx(found[name].value, rel=1e-5)
        assert math.sqrt((weights[name] ** 2).sum()) == pytest.approx(yields[name].error, rel=1e-3)
    product = (weights["signal"] * weights["background"]).sum()
    assert product == pytest.approx(yields.covariance[3, 4], rel=1e-3)


def test_sweights_take_components_apart() -> None:
    random = np.random.default_rng(6)
    signal, background = fit.gauss(5, 0.5, range=(0, 10)), fit.uniform((0, 10))
    masses = np.concatenate([signal.sample(2000), background.sample(5000, seed=1)])
    other = np.concatenate([random.normal(1, 0.2, 2000), random.normal(-1, 0.2, 5000)])
    model = fit.mixture([signal, background], yields=["s", "b"], range=(0, 10))
    weights = fit.fit(fit.unbinned(masses, model), s=3000, b=4000).sweights()["s"]
    assert np.average(other, weights=weights) == pytest.approx(1, abs=0.1)


def test_sweights_need_yields_of_different_shapes() -> None:
    with pytest.raises(MisuseError, match="a mixture with yields"):
        fit.sweights([1.0], fit.gauss(), {"mean": 0, "sigma": 1})
    same = fit.mixture([fit.uniform((0, 1)), fit.uniform((0, 1))], yields=["a", "b"])
    with pytest.raises(MisuseError, match="the same shape"):
        fit.sweights([0.5, 0.6], same, {"a": 1, "b": 1})
    histogram = ramet.Histogram(10, (0, 10)).fill(MODEL.sample(values=TRUTH))
    with pytest.raises(MisuseError, match="has bins"):
        fit.fit(fit.binned(histogram, MODEL), TRUTH).sweights()
