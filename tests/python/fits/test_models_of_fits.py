"""Models of ramet.fit: values, names, refusals."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from ramet import fit
from ramet.errors import MisuseError


def test_density_and_integral_agree_with_closed_forms() -> None:
    model = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
    values = {"mean": 5, "sigma": 0.5, "tau": 4, "f": 0.3}
    x = np.linspace(0, 10, 1001)
    peak = np.exp(-0.5 * ((x - 5) / 0.5) ** 2) / (0.5 * math.sqrt(2 * math.pi)) / math.erf(10 / math.sqrt(2))
    slope = np.exp(-x / 4) / (4 * -math.expm1(-2.5))
    np.testing.assert_allclose(model.pdf(x, values), 0.3 * peak + 0.7 * slope, rtol=1e-13)
    assert model.integral(0, 10, **values) == pytest.approx(1, rel=1e-14)
    assert model.cdf([-1, 10, 20], values).tolist() == pytest.approx([0, 1, 1])
    assert model.pdf(11, **values) == 0


def test_parameters_are_named_limited_and_shared() -> None:
    model = fit.mixture([fit.gauss("m", "s"), fit.breit_wigner("m", 2.5)], yields=["a", "b"], range=(0, 200))
    assert model.parameters == ("m", "s", "a", "b")
    assert model.limits["s"] == (0, math.inf)
    assert model.is_extended
    assert model.within(50, 100).range == (50, 100)
    assert repr(model) == "<Model of m, s, a, b in 0..200>"


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: fit.gauss(range=(1, 1)), "does not ascend"),
        (lambda: fit.chebyshev(["c"], range=(0, math.inf)), "no integral"),
        (lambda: fit.mixture([fit.gauss(), fit.gauss()], fractions=["f"], yields=["n"]), "either fractions or yields"),
        (lambda: fit.mixture([fit.gauss(), fit.gauss()], fractions=[]), "0 fractions of 2 models"),
        (lambda: fit.gauss().pdf(0, mean=0, sigma=0), "no density"),
        (lambda: fit.gauss().pdf(0, mean=0, sigma=-1), "parameter 'sigma' is -1"),
        (lambda: fit.gauss().pdf(0, mean=0), "parameter 'sigma' has no value"),
        (lambda: fit.gauss().pdf(0, mean=0, sigma=1, tau=2), "no parameter 'tau'"),
        (lambda: fit.gauss().sample(mean=0, sigma=1), "no yields"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(make: object, text: str) -> None:
    with pytest.raises(MisuseError, match=text):
        make()  # type: ignore[operator]


def test_samples_are_a_function_of_seed_stream_and_place() -> None:
    model = fit.crystal_ball(range=(0, 10))
    values = {"mean": 5, "sigma": 0.5, "alpha": 1, "n": 2}
    first = model.sample(1000, values, seed=1)
    assert np.array_equal(first[:10], model.sample(10, values, seed=1))
    assert not np.array_equal(first, model.sample(1000, values, seed=1, stream=1))
    assert first.min() >= 0
    assert first.max() <= 10


def test_the_density_at_nan_is_nan() -> None:
    model = fit.gauss(range=(-5, 5))
    assert math.isnan(model.pdf(math.nan, mean=0, sigma=1))
    assert np.isnan(model.pdf([0, math.nan, 9], mean=0, sigma=1)).tolist() == [False, True, False]
    assert np.isnan(model.cdf([-9, math.nan, math.inf], mean=0, sigma=1)).tolist() == [False, True, False]


def test_masked_points_are_refused() -> None:
    model, points = fit.gauss(range=(-5, 5)), np.ma.masked_equal([0.0, 1.0, 2.0], 1)
    for asked in (model.pdf, model.cdf, model.scores):
        with pytest.raises(MisuseError, match="1 of 3 points are masked"):
            asked(points, mean=0, sigma=1)
    assert model.pdf(np.ma.array([1.0]), mean=0, sigma=1) == model.pdf([1.0], mean=0, sigma=1)


@pytest.mark.parametrize("make", [fit.chebyshev, fit.bernstein])
def test_coefficients_are_a_list(make: Callable[..., fit.Model]) -> None:
    for given in (2, "c1", np.array(1.0)):
        with pytest.raises(MisuseError, match=re.escape(f"the coefficients are {given!r}, expected a list")):
            make(given, range=(0, 1))


def test_a_fraction_is_no_parameter_of_a_shape() -> None:
    flat, peak = fit.uniform((0, 10)), fit.gauss()
    with pytest.raises(MisuseError, match="'mean' is a fraction or yield, and a parameter of <Model of mean, sigma"):
        fit.mixture([peak, flat], fractions=["mean"], range=(0, 10))
    with pytest.raises(MisuseError, match="'tau' is a fraction or yield"):
        fit.mixture([peak, fit.exponential()], yields=["s", "tau"], range=(0, 10))
    inner = fit.mixture([peak, flat], fractions=["f"], range=(0, 10))
    with pytest.raises(MisuseError, match="'sigma' is a fraction or yield"):
        fit.mixture([inner, flat], fractions=["sigma"])
    with pytest.raises(MisuseError, match="'mean' is a fraction or yield"):
        fit.mixture([fit.product(x=inner, y=flat), fit.product(x=flat, y=flat)], fractions=["mean"])
    assert fit.mixture([inner, flat], fractions=["f"]).parameters == ("mean", "sigma", "f")
    assert fit.mixture([inner.within(1, 9), flat.within(1, 9)], yields=["n", "n"]).parameters[-1] == "n"
