"""Closed shapes, histograms and formulas as models of ramet.fit."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

RANGE = (0.0, 10.0)
SHAPES = {
    "voigt": (fit.voigt(range=RANGE), {"mean": 5, "sigma": 0.4, "gamma": 0.8}),
    "argus": (fit.argus(range=RANGE), {"end": 9, "slope": -3}),
    "johnson_su": (fit.johnson_su(range=RANGE), {"mean": 5, "width": 1, "gamma": 0.3, "delta": 1.5}),
    "bernstein": (fit.bernstein([1.0, "b1", "b2"], range=RANGE), {"b1": 0.3, "b2": 2}),
    "landau": (fit.landau(range=RANGE), {"mpv": 2.5, "sigma": 0.4}),
    "template": (fit.template((np.array([1.0, 4, 2]), np.array([0.0, 2, 5, 10]))), {}),
    "formula": (fit.formula("exp(-x/[tau])*(2+sin([w]*x))", range=RANGE), {"tau": 4, "w": 3}),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_normalised_and_its_events_follow_it(name: str) -> None:
    stats = pytest.importorskip("scipy.stats")
    model, values = SHAPES[name]
    x = np.linspace(0, 10, 20001)
    middles = (x[1:] + x[:-1]) / 2
    assert np.sum(model.pdf(middles, values)) * (x[1] - x[0]) == pytest.approx(1, abs=1e-5)
    assert model.integral(0, 10, values) == pytest.approx(1, rel=1e-9)
    events = model.sample(20_000, values, seed=3)
    assert stats.kstest(events, lambda at: model.cdf(at, values)).pvalue > 1e-3


@pytest.mark.parametrize("name", [name for name, (_, values) in SHAPES.items() if values])
def test_a_shape_is_fitted_to_its_events(name: str) -> None:
    pytest.importorskip("iminuit")
    model, values = SHAPES[name]
    found = fit.fit(fit.unbinned(model.sample(10_000, values, seed=4), model), values)
    assert found.valid
    for one, truth in values.items():
        assert abs(found[one].value - truth) < 5 * found[one].error


@pytest.mark.parametrize("name", SHAPES)
def test_a_model_goes_to_other_processes(name: str) -> None:
    model, values = SHAPES[name]
    whole = fit.mixture([model.within(1, 9), fit.uniform((1, 9))], fractions=["fraction"])
    again = pickle.loads(pickle.dumps(whole))
    assert again.parameters == whole.parameters
    assert again.pdf(3.0, {**values, "fraction": 0.5}) == whole.pdf(3.0, {**values, "fraction": 0.5})
    assert list(again.components({**values, "fraction": 0.5})) == ["fraction", "rest"]


def test_densities_are_those_of_scipy() -> None:
    stats, special = pytest.importorskip("scipy.stats"), pytest.importorskip("scipy.special")
    x = np.linspace(-30, 40, 141)
    voigt = fit.voigt().pdf(x, mean=2, sigma=0.5, gamma=0.8)
    np.testing.assert_allclose(voigt, special.voigt_profile(x - 2, 0.5, 0.4), rtol=1e-12)
    johnson = fit.johnson_su().pdf(x, mean=2, width=0.5, gamma=0.3, delta=1.2)
    np.testing.assert_allclose(johnson, stats.johnsonsu(0.3, 1.2, 2, 0.5).pdf(x), rtol=1e-12)
    inside = np.linspace(0.1, 4.9, 20)
    argus = fit.argus(range=(0, 5)).pdf(inside, end=5, slope=-2)
    np.testing.assert_allclose(argus, stats.argus(2.0, 0, 5).pdf(inside), rtol=1e-12)


def test_formulas_are_the_shapes_that_they_write() -> None:
    pytest.importorskip("iminuit")
    written = fit.formula("[f]*exp(-0.5*((x-[m])/[s])^2)+exp(-x/[t])", range=RANGE)
    values = {"f": 2, "m": 5, "s": 0.5, "t": 4}
    assert written.integral_error(values) < 1e-9
    assert fit.gauss().integral_error(mean=0, sigma=1) == 0
    cost = fit.unbinned(written.sample(3000, values), written)
    at = [values[name] for name in written.parameters]
    step = 1e-4
    for place, slope in enumerate(cost.grad(*at)):
        above, below = list(at), list(at)
        above[place] += step
        below[place] -= step
        assert slope == pytest.approx((cost(*above) - cost(*below)) / (2 * step), rel=1e-4, abs=1e-2)


def test_a_formula_of_events_is_fitted_as_a_function_of_root_is() -> None:
    pytest.importorskip("iminuit")
    model = fit.formula("gaus(0)+pol1(3)", range=RANGE, extended=True, p4=-2.0)
    truth = {"p0": 200, "p1": 5, "p2": 0.5, "p3": 60}
    assert model.parameters == tuple(truth)
    expected = model.integral(0, 10, truth)
    assert expected == pytest.approx(200 * 0.5 * math.sqrt(2 * math.pi) + 600 - 100, rel=1e-6)
    events = model.sample(values=truth, seed=1)
    found = fit.fit(fit.unbinned(events, model), truth)
    assert found.valid
    assert model.integral(0, 10, found.values) == pytest.approx(len(events), rel=0.02)
    histogram = ramet.Histogram(100, RANGE).fill(events)
    binned = fit.fit(fit.binned(histogram, model), truth)
    curve = histogram.fit("gaus(0)+pol1(3)", {**truth, "p0": 20, "p3": 6}, fixed={"p4": -0.2}, cost="likelihood")
    for name in ("p1", "p2"):
        assert binned[name].value == pytest.approx(found[name].value, abs=0.2 * found[name].error)
        assert curve[name].value == pytest.approx(binned[name].value, abs=0.02 * binned[name].error)


def test_what_is_no_formula_of_a_density_is_refused() -> None:
    for make, text in [
        (lambda: fit.formula("x*y", range=RANGE), "2 variables"),
        (lambda: fit.formula("x*[a]", range=(0, math.inf)), "expected a finite one"),
        (lambda: fit.formula("x*[a]", range=RANGE, b="c"), "no parameter 'b', but a"),
        (lambda: fit.formula("x-20", range=RANGE).pdf(1), "no density"),
        (lambda: fit.bernstein(["b"], range=(0, math.inf)), "no integral"),
        (lambda: fit.template((np.array([0.0]), np.array([0.0, 1]))), "are empty"),
        (lambda: fit.argus().pdf(1, end=0, slope=1), "no density"),
    ]:
        with pytest.raises(MisuseError, match=text):
            make()
    with pytest.raises(UnsupportedError, match="has 2"):
        fit.template(ramet.Histogram((2, 2), ((0, 1), (0, 1))))


def test_templates_with_errors_widen_the_errors_of_yields() -> None:
    pytest.importorskip("iminuit")
    random = np.random.default_rng(5)
    peak, slope = random.normal(5, 1, 300), random.exponential(4, 400)
    histograms = [ramet.Histogram(20, RANGE).fill(one[(one > 0) & (one < 10)]) for one in (peak, slope)]
    data = ramet.Histogram(20, RANGE).fill(random.normal(5, 1, 500)).fill(random.exponential(4, 1500))

    def fitted(*, errors: bool) -> fit.FitResult:
        parts = [fit.template(one, errors=errors) for one in histograms]
        model = fit.mixture(parts, yields=["peak", "slope"], range=RANGE)
        return fit.fit(fit.binned(data, model), peak=400, slope=1000)

    known, measured = fitted(errors=False), fitted(errors=True)
    assert known.valid
    assert measured.valid
    assert measured["peak"].error > 1.2 * known["peak"].error
    assert measured.minimum < known.minimum
    assert abs(measured["peak"].value - 500) < 4 * measured["peak"].error
    with pytest.raises(MisuseError, match="without yields"):
        fit.binned(data, fit.template(histograms[0], errors=True))


def test_events_beyond_the_end_of_a_shape_are_counted_as_absent() -> None:
    pytest.importorskip("iminuit")
    model = fit.argus(range=(0, 6))
    cost = fit.unbinned([1.0, 2.0, 5.5], model)
    assert cost.absent(5, -1) == 1
    assert math.isfinite(cost(5, -1))
    found = fit.fit(cost, end=5, slope=-1, fixed={"end": 5})
    assert found.absent == 1
    assert "1 without density" in str(found)
    assert fit.unbinned([1.0], model)(0, -1) == math.inf  # no density at all


def test_a_formula_that_is_no_number_has_an_infinite_cost() -> None:
    cost = fit.unbinned([1.0, 2.0], fit.formula("sqrt([a])*x", range=RANGE))
    assert cost(-1) == math.inf
    assert math.isfinite(cost(1))
    half = fit.unbinned([1.0, 7.0], fit.formula("x < 5 ? 1 : 0*[a]", range=RANGE))
    assert half.absent(1) == 1
