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


JOINT_TRUTH = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "s": 600, "b": 400}


def joint_model() -> fit.JointModel:
    signal = fit.product(mass=fit.gauss("m", "width", range=(0, 10)), time=fit.exponential("tau", range=(0, 20)))
    background = fit.product(mass=fit.uniform((0, 10)), time=fit.exponential("short", range=(0, 20)))
    return fit.mixture([signal, background], yields=["s", "b"])


def test_weights_of_several_observables_are_those_of_one() -> None:
    """Where the second observable says nothing."""
    events = MODEL.sample(values=TRUTH, seed=2)
    weights = np.random.default_rng(5).choice([0.2, 1.0, 3.0, -0.1], len(events))
    flat = fit.uniform((0, 1))
    joint = fit.mixture(
        [fit.product(x=fit.gauss(range=(0, 10)), y=flat), fit.product(x=fit.exponential(range=(0, 10)), y=flat)],
        yields=["signal", "background"],
    )
    one = fit.fit(fit.unbinned(events, MODEL, weights=weights), TRUTH)
    two = fit.fit(fit.unbinned({"x": events, "y": np.full(len(events), 0.5)}, joint, weights=weights), TRUTH)
    assert two.covariance_kind == "sandwich"
    for name in TRUTH:
        assert two[name].value == pytest.approx(one[name].value, abs=1e-4 * one[name].error)
        assert two[name].error == pytest.approx(one[name].error, rel=1e-3)


def test_scores_of_several_observables_are_differences_of_logarithms() -> None:
    model = joint_model()
    events = model.sample(50, JOINT_TRUTH, seed=1)
    found = model.scores(events, JOINT_TRUTH)
    assert found.shape == (50, 6)
    for place, (name, value) in enumerate(JOINT_TRUTH.items()):
        step = 1e-5 * value
        above, below = (np.log(model.pdf(events, {**JOINT_TRUTH, name: value + by})) for by in (step, -step))
        assert found[:, place] == pytest.approx((above - below) / (2 * step), rel=1e-5, abs=1e-8)


def test_pulls_of_weighted_fits_of_several_observables_have_the_width_1() -> None:
    model, random, pulls = joint_model(), np.random.default_rng(3), []
    for seed in range(100):
        events = model.sample(None, JOINT_TRUTH, seed=seed)
        weights = random.exponential(1, len(events["mass"]))
        found = fit.fit(fit.unbinned(events, model, weights=weights), JOINT_TRUTH)
        assert found.valid
        pulls.append([(found[name].value - value) / found[name].error for name, value in JOINT_TRUTH.items()])
    assert np.std(pulls, axis=0) == pytest.approx(np.ones(6), abs=0.25)
    assert np.mean(pulls, axis=0) == pytest.approx(np.zeros(6), abs=0.45)


def test_pictures_and_sweights_of_weighted_events_have_the_weights() -> None:
    model = joint_model()
    events = model.sample(None, JOINT_TRUTH, seed=3)
    weights = np.random.default_rng(1).uniform(0.5, 2, len(events["mass"]))
    found = fit.fit(fit.unbinned(events, model, weights=weights), JOINT_TRUTH)
    data = found.cost.views[1].binned(20)
    assert data.contents.sum() == pytest.approx(weights.sum())
    assert data.variances.sum() == pytest.approx((weights**2).sum())
    assert "<svg" in found.draw(which=1).svg()
    parts = found.sweights()
    assert parts["s"] + parts["b"] == pytest.approx(weights, rel=1e-3)
    assert parts["s"].sum() == pytest.approx(found["s"].value, rel=1e-3)
    with pytest.raises(UnsupportedError, match="no intervals"):
        found.minos()
    assert fit.to_hs3(found)["data"][0]["weights"] == weights.tolist()


def test_weights_of_several_observables_that_cannot_be_are_refused() -> None:
    events = {"mass": [1.0, 2.0], "time": [1.0, 2.0]}
    given: list[tuple[list[float], str]] = [
        ([1.0], "2 events have 1 weights"),
        ([], "2 events have 0 weights"),
        ([1.0, math.inf], "the weight of event 1 is inf"),
        ([1.0, -1.0], "add up to 0"),
    ]
    for weights, text in given:
        with pytest.raises(MisuseError, match=text):
            fit.unbinned(events, joint_model(), weights=weights)
    with pytest.raises(MisuseError, match="2 events have 0 weights"):
        fit.unbinned([1.0, 2.0], MODEL, weights=np.empty(0))
