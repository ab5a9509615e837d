"""ramet.fit.fit and Histogram.fit."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import CorruptError, MisuseError

pytest.importorskip("iminuit")

MODEL = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "f": 0.3}


def test_result_has_text_table_and_json() -> None:
    found = fit.fit(fit.unbinned(MODEL.sample(5_000, TRUTH), MODEL), TRUTH, fixed={"tau": 4})
    assert found.valid
    assert found.status == "valid"
    assert found["tau"].is_fixed
    assert found.errors["tau"] == 0
    assert found.covariance.shape == (4, 4)
    assert found.correlation[0, 0] == pytest.approx(1)
    assert "mean" in str(found)
    assert "fixed" in found._repr_html_()
    assert fit.FitResult.from_json(found.to_json()) == found
    with pytest.raises(CorruptError, match="no result of a fit"):
        fit.FitResult.from_json("{}")
    with pytest.raises(MisuseError, match="no parameter 'x'"):
        found["x"]


def test_gradients_leave_few_calls() -> None:
    found = fit.fit(fit.unbinned(MODEL.sample(20_000, TRUTH), MODEL), mean=5.1, sigma=0.6, tau=3.5, f=0.35)
    assert found.valid
    assert found.calls + found.gradient_calls <= 80


def closed_form(events: np.ndarray, at: np.ndarray) -> float:
    """Minus twice the logarithm of the likelihood, by the formulas of the shapes."""
    mean, sigma, tau, f = at
    below = [0.5 * (1 + math.erf((edge - mean) / sigma / math.sqrt(2))) for edge in (0, 10)]
    peak = np.exp(-0.5 * ((events - mean) / sigma) ** 2) / (sigma * math.sqrt(2 * math.pi) * (below[1] - below[0]))
    slope = np.exp(-events / tau) / (-tau * math.expm1(-10 / tau))
    return -2 * math.fsum(np.log(f * peak + (1 - f) * slope))


def test_minima_of_50_problems_are_within_a_ten_thousandth_of_the_error() -> None:
    random = np.random.default_rng(1)
    for number in range(50):
        truth = dict(zip(MODEL.parameters, random.uniform([3, 0.3, 2, 0.3], [7, 0.8, 6, 0.7]).tolist(), strict=True))
        events = MODEL.sample(2_000, truth, seed=number)
        found = fit.fit(fit.unbinned(events, MODEL), truth)
        assert found.valid
        values, errors = np.array(list(found.values.values())), np.array(list(found.errors.values()))
        slopes = [
            (closed_form(events, values + step) - closed_form(events, values - step)) / (2 * step.max())
            for step in np.diag(1e-3 * errors)
        ]
        assert np.all(np.abs(found.covariance @ slopes / 2) < 1e-4 * errors)


def test_starts_are_needed_and_have_to_have_a_value() -> None:
    cost = fit.unbinned(MODEL.sample(100, TRUTH), MODEL)
    with pytest.raises(MisuseError, match="no start of the parameter 'tau'"):
        fit.fit(cost, mean=5, sigma=1, f=0.5)
    with pytest.raises(MisuseError, match="no parameter 'x'"):
        fit.fit(cost, TRUTH, x=1)
    with pytest.raises(MisuseError, match="no value at the start"):
        fit.fit(cost, {**TRUTH, "sigma": 0})


def test_starts_are_numbers_and_a_cost_has_parameters() -> None:
    cost = fit.unbinned([1.0, 2.0], fit.gauss())
    with pytest.raises(TypeError, match="the start of 'mean' is None of type NoneType, expected a number"):
        fit.fit(cost, mean=None, sigma=1)  # type: ignore[arg-type]
    with pytest.raises(MisuseError, match="the cost has no parameters"):
        fit.fit(fit.unbinned([1.0, 2.0], fit.formula("exp(-x)", range=(0, 5))))


def test_values_are_given_by_name_and_are_no_truths() -> None:
    cost = fit.unbinned([1.0, 2.0], fit.gauss())
    histogram = ramet.Histogram(5, (0, 5)).fill([1, 2, 2, 3, 3, 3, 4])
    with pytest.raises(MisuseError, match=r"start is \[1, 1\], expected a mapping from the names of parameters"):
        fit.fit(cost, [1, 1])  # type: ignore[arg-type]
    with pytest.raises(MisuseError, match="start is 'R', expected a mapping"):
        histogram.fit("gaus", "R")  # type: ignore[arg-type]
    with pytest.raises(MisuseError, match="fixed is .* expected a mapping"):
        histogram.fit("gaus", fixed=["Mean"])  # type: ignore[arg-type]
    with pytest.raises(MisuseError, match="the value of 'sigma' is True, expected a number, at which `fixed` keeps it"):
        fit.fit(cost, mean=1, sigma=2, fixed={"sigma": True})
    with pytest.raises(MisuseError, match="the limits of 'sigma' are '01', expected two numbers"):
        fit.fit(cost, mean=1, sigma=1, limits={"sigma": "01"})  # type: ignore[dict-item]
    with pytest.raises(MisuseError, match="the range is 5, expected its two ends"):
        histogram.fit("gaus", within=5)  # type: ignore[arg-type]


def test_parameters_at_limits_are_said() -> None:
    with pytest.warns(fit.StartWarning, match="the start of 'f' is 0.1, outside of its limits 0.2 and 1: .* at 0.6"):
        found = fit.fit(
            fit.unbinned(fit.exponential().within(0, 10).sample(2_000, tau=4), MODEL),
            {**TRUTH, "f": 0.1},
            fixed={"mean": 5.0, "sigma": 0.5},
            limits={"f": (0.2, 1)},
        )
    assert found["f"].is_at_limit
    assert "at it" in str(found)


def test_simultaneous_fits_share_parameters_and_take_constraints() -> None:
    first = fit.gauss("m", "s1", range=(0, 10)).sample(1000, m=5, s1=1, seed=1)
    second = fit.gauss("m", "s2", range=(0, 10)).sample(1000, m=5, s2=0.2, seed=2)
    cost = fit.unbinned(first, fit.gauss("m", "s1", range=(0, 10))) + fit.unbinned(
        second, fit.gauss("m", "s2", range=(0, 10))
    )
    free = fit.fit(cost, m=4.9, s1=1, s2=0.3)
    held = fit.fit(cost + fit.constraint({"m": 5}, 1e-4), m=4.9, s1=1, s2=0.3)
    assert free["m"].error == pytest.approx(0.2 / math.sqrt(1000), rel=0.1)
    assert held["m"].error == pytest.approx(1e-4, rel=0.01)


def test_what_is_no_model_limit_or_range_is_told() -> None:
    cost = fit.unbinned([1.0, 2.0], fit.gauss())
    for limits, text in [
        ((1000, 100), "the limits of 'sigma' are 1000 and 100: the lower one comes first"),
        (5, "the limits of 'sigma' are 5, expected two numbers"),
        (("a", 1), "the limits of 'sigma' are .* expected two numbers"),
    ]:
        with pytest.raises(MisuseError, match=text):
            fit.fit(cost, mean=1, sigma=1, limits={"sigma": limits})  # type: ignore[dict-item]
    assert fit.fit(cost, mean=1, sigma=1, limits={"sigma": (0.1, None)}).valid  # type: ignore[dict-item]
    no_models: list[Callable[[], object]] = [
        lambda: fit.unbinned([1.0], "gauss"),  # type: ignore[arg-type]
        lambda: fit.binned([1.0], None, edges=[0, 1]),  # type: ignore[arg-type]
        lambda: fit.toys(fit.gauss, 2, size=3),  # type: ignore[arg-type]
        lambda: fit.mixture([fit.gauss(), "flat"], yields=["a", "b"]),  # type: ignore[list-item]
        lambda: fit.convolution(fit.gauss(), None, range=(0, 1)),  # type: ignore[arg-type]
    ]
    for make in no_models:
        with pytest.raises(MisuseError, match="expected one of ramet.fit"):
            make()
    for within in (None, 5, (1, 2, 3)):
        with pytest.raises(MisuseError, match="expected its two ends"):
            fit.gauss(range=within)  # type: ignore[arg-type]


def test_a_parameter_without_an_error_at_its_limit_is_at_it() -> None:
    for value, is_at_it in ((0.0, True), (10.0, True), (0.5, False)):
        assert fit.FittedParameter("n", value, 0.0, 0.0, 10.0, is_fixed=False).is_at_limit is is_at_it
    assert not fit.FittedParameter("n", 0.0, 0.0, 0.0, 10.0, is_fixed=True).is_at_limit


STAMP = 1.6e9  # seconds


@pytest.mark.parametrize("begin", [0.0, STAMP])
@pytest.mark.parametrize("of", ["range", "everywhere", "binned", "curve", "likelihood", "points"])
def test_time_stamps_are_fitted_as_small_numbers_are(of: str, begin: float) -> None:
    window = (begin, begin + 100)
    times = begin + fit.gauss(range=(0, 100)).sample(2_000, mean=50, sigma=10, seed=1)
    histogram = ramet.Histogram(50, window).fill(times)
    start = {"mean": begin + 30, "sigma": 8}
    if of in ("range", "everywhere"):
        model = fit.gauss(range=window) if of == "range" else fit.gauss()
        found = fit.fit(fit.unbinned(times, model), start)
    elif of == "binned":
        found = fit.fit(fit.binned(histogram, fit.gauss(range=window)), start, limits={"mean": window})
    elif of == "points":
        x = histogram.axis(0).centers()
        found = ramet.Graph(x, histogram.values(), y_errors=np.sqrt(histogram.values() + 1)).fit("gaus")
    else:
        found = histogram.fit("gaus", cost="likelihood" if of == "likelihood" else "chi_square")
    assert found.valid
    mean, width = (one for one in found.parameters if one.name.lower() in ("mean", "sigma"))
    assert mean.error == pytest.approx(0.225, rel=0.05)
    assert abs(mean.value - begin - 50) < 4 * mean.error
    assert abs(width.value - 10) < 4 * width.error
    profile = found.profile(mean.name, 3, within=(mean.value - mean.error, mean.value + mean.error))
    assert profile.y == pytest.approx([1, 0, 1], abs=0.02)
    if of == "range":
        assert found.minos(mean.name)[mean.name].high == pytest.approx(mean.error, rel=0.02)
        contour = found.contour("mean", "sigma", points=12)
        assert np.all(np.abs(contour.x - mean.value) < 3 * mean.error)
