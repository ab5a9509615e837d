"""Parameters in any unit: results do not depend on it."""

from __future__ import annotations

import numpy as np
import pytest
import ramet
from ramet import fit

pytest.importorskip("iminuit")

EVENTS = {
    place: fit.mixture([fit.gauss("m", "s"), fit.uniform((-10, 10))], fractions=["f"], range=(-10, 10)).sample(
        5_000, m=place, s=0.5, f=0.3, seed=8
    )
    for place in (0, 5)
}
WEIGHTS = np.random.default_rng(1).uniform(0.5, 1.5, 5_000)


def fitted(place: float, unit: float, weights: np.ndarray | None) -> fit.FitResult:
    shapes = [fit.gauss("m", "s"), fit.uniform((-10 * unit, 10 * unit))]
    model = fit.mixture(shapes, fractions=["f"], range=(-10 * unit, 10 * unit))
    cost = fit.unbinned(EVENTS[int(place)] * unit, model, weights=weights)
    return fit.fit(cost, m=place * unit, s=0.6 * unit, f=0.5)


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("unit", [1e-12, 1e-6, 1e6, 1e12])
@pytest.mark.parametrize("place", [0, 5])
def test_the_unit_of_x_changes_nothing(place: float, unit: float, is_weighted: bool) -> None:  # noqa: FBT001
    weights = WEIGHTS if is_weighted else None
    plain, found = fitted(place, 1, weights), fitted(place, unit, weights)
    assert found.valid
    for name, scale in (("m", unit), ("s", unit), ("f", 1)):
        assert found[name].value / scale == pytest.approx(plain[name].value, abs=1e-4 * plain[name].error)
        assert found[name].error / scale == pytest.approx(plain[name].error, rel=5e-4)


def test_errors_of_parameters_of_very_different_scales() -> None:
    model = fit.mixture([fit.gauss("m", "s"), fit.exponential("tau")], yields=["a", "b"], range=(0, 1e-9))
    contents = np.round(1e9 * np.diff(model.cdf(np.linspace(0, 1e-9, 101), m=5e-10, s=5e-11, tau=4e-10, a=0.3, b=0.7)))
    found = fit.fit(
        fit.binned(contents, model, edges=np.linspace(0, 1e-9, 101)), m=4.5e-10, s=6e-11, tau=3e-10, a=5e8, b=5e8
    )
    assert found.valid
    assert found["a"].value == pytest.approx(3e8, abs=0.1 * found["a"].error)
    unit = fit.mixture([fit.gauss("m", "s"), fit.exponential("tau")], yields=["a", "b"], range=(0, 10))
    same = fit.fit(fit.binned(contents, unit, edges=np.linspace(0, 10, 101)), m=4.5, s=0.6, tau=3, a=5e8, b=5e8)
    for name, scale in (("m", 1e-10), ("s", 1e-10), ("tau", 1e-10), ("a", 1), ("b", 1)):
        assert found[name].error == pytest.approx(scale * same[name].error, rel=1e-4)


def test_constraints_of_parameters_of_very_different_scales() -> None:
    covariance = np.diag([1e12, 1.0, 1e-12]) + np.array([[0, 5e5, 0], [5e5, 0, 0], [0, 0, 0]])
    cost = fit.constraint({"a": 1e9, "b": 1, "c": 1e-9}, covariance=covariance)
    found = fit.fit(cost, a=9e8, b=0.9, c=2e-9)
    assert found.valid
    np.testing.assert_allclose(list(found.errors.values()), [1e6, 1, 1e-6], rtol=1e-6)
    assert found.correlation[0, 1] == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("text", ["pol3", "pol5"])
def test_errors_of_costs_without_derivatives_do_not_depend_on_how_much_parameters_do(text: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    x = np.linspace(1, 9, 15)
    y = 2 + 0.5 * x + random.normal(0, 0.3, 15)
    plain = ramet.Graph(x, y, y_errors=np.full(15, 0.3)).fit(text)
    powers = x[:, None] ** np.arange(len(plain.parameters))
    covariance = np.linalg.inv(powers.T @ powers) * 0.3**2
    np.testing.assert_allclose(list(plain.errors.values()), np.sqrt(np.diag(covariance)), rtol=1e-3)
    found = ramet.Graph(x, y, y_errors=np.full(15, 0.3), x_errors=np.full(15, 0.2)).fit(text)
    ways = np.linalg.cholesky(found.covariance)
    values, step = np.array(list(found.values.values())), 0.05
    for way in ways.T:
        rises = [found.cost(*(values + sign * step * way)) - found.minimum for sign in (-1, 1)]
        assert np.mean(rises) == pytest.approx(step**2, rel=0.02)
