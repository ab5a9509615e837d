"""Formulas with kinks, whose second derivatives do not tell how a cost rises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ramet import fit

pytest.importorskip("iminuit")

KINKED = [
    ("exp(-abs(x-[c])/[s])", {"c": 5, "s": 0.7}, {"c": 4.6, "s": 1}),
    ("x<[c] ? exp((x-[c])/[a]) : exp(-(x-[c])/[b])", {"c": 4, "a": 1, "b": 2}, {"c": 4.5, "a": 1.5, "b": 1.5}),
    ("0.05+min(1,max(0,(x-[c])/[w]))", {"c": 3, "w": 2}, {"c": 2.5, "w": 3}),
]


def rise(cost: fit.Cost, found: fit.FitResult, name: str) -> float:
    """How much the cost rises at one error of a parameter, with the others moved as they depend on it."""
    place, values = cost.parameters.index(name), np.array(list(found.values.values()))
    way = found.covariance[place] / found[name].error
    rises = [cost(*(values + sign * way)) - found.minimum for sign in (-1, 1)]
    return float(np.mean(rises))


@pytest.mark.parametrize("size", [2_000, 20_000])
@pytest.mark.parametrize(("text", "truth", "start"), KINKED, ids=["laplace", "two sides", "turn-on"])
def test_the_cost_rises_by_one_at_an_error(
    text: str, truth: dict[str, float], start: dict[str, float], size: int
) -> None:
    model = fit.formula(text, range=(0.001, 10))
    for seed in range(3):
        cost = fit.unbinned(model.sample(size, truth, seed=seed), model)
        found = fit.fit(cost, start)
        assert found.valid
        for name, value in truth.items():
            assert 0.6 < rise(cost, found, name) < 1.6
            assert abs(found[name].value - value) < 5 * found[name].error


def test_place_of_a_kink_is_the_median_with_its_error() -> None:
    model = fit.formula("exp(-abs(x-[c])/[s])", range=(-20, 30))
    for seed in range(5):
        events = np.random.default_rng(seed).laplace(5, 0.7, 400)
        found = fit.fit(fit.unbinned(events, model), c=4.6, s=1)
        assert found.valid
        low, high = np.sort(events)[199:201]
        assert low - 0.001 < found["c"].value < high + 0.001
        assert found["c"].error == pytest.approx(0.7 / math.sqrt(400), rel=0.4)
        assert found["s"].error == pytest.approx(found["s"].value / math.sqrt(400), rel=0.03)


def test_minos_begins_where_kinks_keep_migrad_from_the_minimum() -> None:
    text, truth, start = KINKED[0]
    model = fit.formula(text, range=(0.001, 10))
    for seed in range(3):
        found = fit.fit(fit.unbinned(model.sample(100, truth, seed=seed), model), start)
        errors = found.minos()["s"]
        assert (errors.high - errors.low) / 2 == pytest.approx(found["s"].error, rel=0.1)


def test_weighted_events_and_parameters_at_limits_and_fixed_ones() -> None:
    text, truth, start = KINKED[1]
    model = fit.formula(text, range=(0.001, 10))
    events = model.sample(2_000, truth, seed=1)
    plain = fit.fit(fit.unbinned(events, model), start)
    weighted = fit.fit(fit.unbinned(events, model, weights=np.full(len(events), 0.5)), start)
    assert weighted.valid
    assert weighted.covariance_kind == "sandwich"
    for name in truth:
        assert weighted[name].value == pytest.approx(plain[name].value, abs=0.02 * plain[name].error)
        assert weighted[name].error == pytest.approx(plain[name].error, rel=0.35)
    kept = fit.fit(fit.unbinned(events, model), start, fixed={"c": plain["c"].value})
    assert kept.valid
    assert kept["c"].error == 0
    limited = fit.fit(fit.unbinned(events, model), start, limits={"a": (1.2, 3)})
    assert limited.valid
    assert limited["a"].is_at_limit


def test_smooth_costs_of_formulas_that_may_have_kinks_keep_their_second_derivatives() -> None:
    model = fit.formula("1+[B]*abs(x-4)", range=(0, 10))
    smooth = fit.formula("1+[B]*sqrt((x-4)^2)", range=(0, 10))
    events = model.sample(300, B=0.9, seed=4)
    found, expected = (fit.fit(fit.unbinned(events, one), B=0.8) for one in (model, smooth))
    assert found["B"].error == pytest.approx(expected["B"].error, rel=1e-9)


def test_scans_of_kinked_costs() -> None:
    text, truth, start = KINKED[0]
    model = fit.formula(text, range=(0.001, 10))
    events = model.sample(800, truth, seed=1)
    found = fit.fit(fit.unbinned(events, model), start)
    line = found.contour("c", "s", points=12)
    assert line.x.min() < found["c"].value < line.x.max()
    weighted = fit.fit(fit.unbinned(events, model, weights=np.full(len(events), 0.5)), start)
    one = weighted["c"]
    scan = weighted.profile("c", 3, within=(one.value - one.error, one.value + one.error))
    assert scan.y[1] == pytest.approx(0, abs=0.01)
    assert (scan.y[0] + scan.y[2]) / 2 == pytest.approx(1, abs=0.01)
