"""ramet.fit.fit, toys and Histogram.fit."""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

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


def test_parameters_at_limits_are_said() -> None:
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


def test_toys_do_not_depend_on_threads_and_go_on() -> None:
    whole = fit.toys(MODEL, 12, TRUTH, size=1000, seed=3, threads=1)
    many = fit.toys(MODEL, 12, TRUTH, size=1000, seed=3, threads=4)
    rest = fit.toys(MODEL, 4, TRUTH, size=1000, seed=3, first=8)
    assert np.array_equal(whole.values, many.values)
    assert np.array_equal(whole.errors, many.errors)
    assert np.array_equal(whole.values[8:], rest.values)
    assert "12 toys" in str(whole)
    with pytest.raises(MisuseError, match="how many events"):
        fit.toys(MODEL, 1, TRUTH)


def test_toys_beside_a_limit_are_fitted_by_iminuit() -> None:
    rare = {**TRUTH, "f": 0.002}
    made = fit.toys(MODEL, 8, rare, size=300, seed=5)
    again = fit.toys(MODEL, 8, rare, size=300, seed=5, threads=1)
    assert made.values.tolist() == again.values.tolist()
    limited = int(np.argmin(made.values[:, MODEL.parameters.index("f")]))
    events = MODEL.sample(300, rare, seed=5, stream=limited)
    by_itself = fit.fit(fit.unbinned(events, MODEL), rare)
    assert made.values[limited].tolist() == list(by_itself.values.values())
    assert made.errors[limited].tolist() == list(by_itself.errors.values())
    assert made.minimum[limited] == by_itself.minimum


def test_toys_of_other_processes_are_the_same() -> None:
    here = fit.toys(MODEL, 9, TRUTH, size=500, seed=3, first=2)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        there = fit.toys(MODEL, 9, TRUTH, size=500, seed=3, first=2, on=pool)
        assert len(fit.toys(MODEL, 0, TRUTH, size=500, on=pool)) == 0
    assert np.array_equal(here.values, there.values)
    assert np.array_equal(here.errors, there.errors)
    assert there.first == 2


def test_pulls_have_the_width_1() -> None:
    extended = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=(0, 10))
    found = fit.toys(extended, 400, mean=5, sigma=0.5, tau=4, s=600, b=1400)
    assert found.valid.mean() > 0.98
    assert len(set(found.events.tolist())) > 100
    pulls = found.pulls()
    assert np.all(np.abs(pulls.mean(axis=0)) < 0.2)
    assert np.all(np.abs(pulls.std(axis=0) - 1) < 0.15)
    assert all(0.6 < part < 0.76 for part in found.coverage().values())


def test_histograms_are_fitted_with_formulas() -> None:
    histogram = ramet.Histogram(60, (0, 10)).fill(np.random.default_rng(1).normal(5, 1, 20_000))
    found = histogram.fit("gaus")
    assert found.valid
    assert found["Mean"].value == pytest.approx(5, abs=5 * found["Mean"].error)
    assert found["Sigma"].value == pytest.approx(1, abs=5 * found["Sigma"].error)
    other = histogram.fit("gaus", cost="likelihood", within=(3, 7))
    assert other["Mean"].value == pytest.approx(5, abs=5 * other["Mean"].error)
    assert other.points < found.points + 60
    falling = ramet.Histogram(20, (0, 10)).fill(np.random.default_rng(1).exponential(4, 10_000))
    assert falling.fit("expo")["Slope"].value == pytest.approx(-0.25, abs=0.02)
    assert falling.fit("[A]*exp(-x/[t])", A=1000, t=3)["t"].value == pytest.approx(4, abs=0.3)
    assert falling.fit("pol2").valid
    with pytest.raises(MisuseError, match="no start of the parameter"):
        falling.fit("[A]*exp(-x/[t])", A=1)
    with pytest.raises(MisuseError, match="expected 'chi_square'"):
        falling.fit("expo", cost="chi")
    with pytest.raises(MisuseError, match="do not determine"):
        falling.fit("gaus", within=(0, 1))


@pytest.mark.parametrize("factor", [1e-3, 0.1, 1e3])
def test_the_scale_of_a_histogram_changes_no_shape_that_a_likelihood_finds(factor: float) -> None:
    events = np.random.default_rng(4).normal(5, 1, 60)
    plain = ramet.Histogram(40, (0, 10)).fill(events).fit("gaus", cost="likelihood")
    scaled = ramet.Histogram(40, (0, 10)).fill(events, weight=factor).fit("gaus", cost="likelihood")
    assert scaled.valid
    assert scaled.minimum == pytest.approx(plain.minimum, rel=1e-6)
    for name in ("Mean", "Sigma"):
        assert scaled[name].value == pytest.approx(plain[name].value, abs=1e-3 * plain[name].error)
        assert scaled[name].error == pytest.approx(plain[name].error, rel=1e-2)
    assert scaled["Constant"].value == pytest.approx(factor * plain["Constant"].value, rel=1e-3)


def test_a_likelihood_of_negative_contents_is_refused() -> None:
    histogram = ramet.Histogram(3, (0, 3)).fill([0.5, 1.5, 2.5], weight=[5, -1, 2])
    with pytest.raises(MisuseError, match="bin 1 has the content -1: a likelihood has no negative contents"):
        histogram.fit("pol0", cost="likelihood")
    assert histogram.fit("pol0", cost="likelihood", within=(2, 3)).points == 1
