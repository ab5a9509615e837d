"""Limits of parameters: where fits begin, and the errors of what ends beside or at them."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError

pytest.importorskip("iminuit")

PEAK = fit.gauss(5, 0.3, range=(0, 10))
DECAY = fit.exponential("tau", range=(0, 10))
MODEL = fit.mixture([PEAK, DECAY], yields=["s", "b"], range=(0, 10))


def events_of(background: int, signal: int, seed: int) -> np.ndarray:
    return np.concatenate([DECAY.sample(background, tau=4, seed=seed), PEAK.sample(signal, seed=1000 + seed)])


def problem(kind: str, seed: int) -> tuple[fit.Cost, dict[str, float], dict[str, tuple[float, float]]]:
    """A fit whose minimum is beside or at a limit."""
    background = (100, 1_000, 5_000)[seed % 3]
    events = events_of(background, seed % 6, seed)
    if kind == "slope":
        slopes = fit.chebyshev(["c1", "c2"], range=(0, 10))
        sample = slopes.sample(background, c1=0.95, c2=0, seed=seed)
        return fit.unbinned(sample, slopes), {"c1": 0.5, "c2": 0}, {"c1": (-1, 0.88 + 0.02 * (seed % 6))}
    start = {"s": 10.0, "b": background, "tau": 4.0}
    if kind == "yield":
        return fit.unbinned(events, MODEL), start, {}
    if kind == "binned":
        return fit.binned(ramet.Histogram(40, (0, 10)).fill(events), MODEL), start, {}
    mixed = fit.mixture([PEAK, DECAY], fractions=["s"], range=(0, 10))
    return fit.unbinned(events, mixed), {"s": 0.1, "tau": 4}, {}


def deviation_of(cost: fit.Cost, found: fit.FitResult, name: str) -> float:
    """The standard deviation by second derivatives of all parameters."""
    curvature = cost.second_derivatives(*found.values.values()) / 2
    return float(np.sqrt(np.linalg.inv(curvature)[(list(found.values).index(name),) * 2]))


@pytest.mark.parametrize("kind", ["yield", "fraction", "slope", "binned"])
def test_errors_beside_limits_are_those_of_the_cost(kind: str) -> None:
    at_limits = 0
    for seed in range(12):
        cost, start, limits = problem(kind, seed)
        found = fit.fit(cost, start, limits=limits)
        name = "c1" if kind == "slope" else "s"
        one = found[name]
        assert found.valid
        assert found.calls + found.gradient_calls < 60
        deviation = deviation_of(cost, found, name)
        if min(one.value - one.low, one.high - one.value) > 1e-4 * deviation:
            assert one.error == pytest.approx(deviation, rel=2e-3)
        else:
            at_limits += 1
            assert one.is_at_limit
            scan, is_low = found.minos(name)[name], one.value - one.low < one.high - one.value
            assert not scan.valid
            assert scan.is_high_found if is_low else scan.is_low_found
            assert one.error == pytest.approx(scan.high if is_low else -scan.low, rel=0.1)
    assert at_limits > 1


def test_others_have_the_errors_that_they_have_with_one_fixed_at_its_limit() -> None:
    cost, start, _ = problem("yield", 3)
    found = fit.fit(cost, start)
    held = fit.fit(cost, {**start, "s": found["s"].value}, fixed={"s": found["s"].value})
    assert found["s"].is_at_limit
    for name in ("tau", "b"):
        assert found[name].value == pytest.approx(held[name].value, abs=1e-4 * held[name].error)
        assert found[name].error == pytest.approx(held[name].error, rel=1e-4)
    assert found.correlation[0] == pytest.approx(held.correlation[0], abs=1e-4)


def test_formulas_and_weights_have_errors_at_limits() -> None:
    events = events_of(1_000, 0, 3)
    histogram = ramet.Histogram(50, (0, 10)).fill(events)
    slope = histogram.fit("expo", limits={"Slope": (-0.255, 0)})["Slope"]
    assert slope.value == pytest.approx(-0.255, abs=1e-4)
    free = histogram.fit("expo")["Slope"]
    beyond = (-0.255 - free.value) / free.error
    assert slope.error / free.error == pytest.approx(math.sqrt(beyond**2 + 1) - beyond, rel=0.1)
    weights = np.full(len(events), 0.25)
    limited = {"tau": (0.0, 3.5)}
    plain = fit.fit(fit.unbinned(events, DECAY), tau=3, limits=limited)["tau"]
    weighted = fit.fit(fit.unbinned(events, DECAY, weights=weights), tau=3, limits=limited)
    assert weighted.valid
    # The cost rises by about a quarter as much at one standard deviation as at that of unweighted events.
    assert weighted["tau"].is_at_limit
    assert weighted["tau"].error == pytest.approx(plain.error, rel=0.15)


def test_starts_outside_of_limits_are_told_and_moved_inside() -> None:
    cost = fit.unbinned(DECAY.sample(500, tau=4), DECAY)
    with pytest.warns(
        fit.StartWarning, match="start of 'tau' is 1, outside of its limits 3 and 9: the fit begins at 6"
    ):
        found = fit.fit(cost, tau=1, limits={"tau": (3, 9)})
    assert found.valid
    with pytest.warns(fit.StartWarning, match=r"outside of its limits 3 and inf: the fit begins at 5"):
        fit.fit(cost, tau=1, limits={"tau": (3, math.inf)})
    with pytest.raises(MisuseError, match="'tau' is fixed at 1, outside of its limits 3 and 9"):
        fit.fit(cost, fixed={"tau": 1}, limits={"tau": (3, 9)})


def test_starts_that_nobody_gave_are_inside_of_limits() -> None:
    histogram = ramet.Histogram(50, (0, 10)).fill(np.random.default_rng(1).normal(5, 1, 2_000))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = histogram.fit("gaus", limits={"Mean": (5.5, 8)})
        assert found["Mean"].is_at_limit
        graph = ramet.Graph([1, 2, 3, 4], [2.0, 4.1, 5.9, 8.0], y_errors=[0.1] * 4)
        assert graph.fit("pol1", limits={"p1": (2.5, 4)})["p1"].is_at_limit
    with pytest.warns(fit.StartWarning, match="'Mean' is 5, outside"):
        histogram.fit("gaus", Mean=5, limits={"Mean": (5.5, 8)})


def test_a_start_at_a_limit_is_left() -> None:
    truth = {"s": 0.0, "b": 300.0, "tau": 4.0}
    for stream in (19, 48, 56, 134):
        cost = fit.unbinned(MODEL.sample(values=truth, stream=stream), MODEL)
        found, other = fit.fit(cost, truth), fit.fit(cost, {**truth, "s": 1})
        assert found.valid
        assert found["s"].value > 0.1
        assert list(found.values.values()) == pytest.approx(list(other.values.values()), rel=1e-3)
        assert list(found.errors.values()) == pytest.approx(list(other.errors.values()), rel=1e-3)
    free = fit.mixture([fit.gauss("m", 0.3), fit.exponential()], yields=["s", "b"], range=(0, 10))
    toys = fit.toys(free, 40, {**truth, "m": 5}, seed=1)
    assert toys.valid.mean() > 0.8  # the mean has no slope where there is no signal


def test_starts_without_a_value_are_moved_inside_first() -> None:
    data = np.random.default_rng(5).normal(0, 0.5, 500)
    with pytest.warns(fit.StartWarning, match="outside of its limits 0.01 and 1"):
        found = fit.fit(fit.unbinned(data, fit.gauss("m", "s")), {"m": 0, "s": -1}, limits={"s": (0.01, 1)})
    assert found.valid
    for wrong in ((None, math.nan), ("5", "3")):
        with pytest.raises(ramet.MisuseError, match="the limits of 's' are"):
            fit.fit(fit.unbinned(data, fit.gauss("m", "s")), {"m": 0, "s": 1}, limits={"s": wrong})


def test_starts_at_limits_leave_them_by_a_step_of_their_scale() -> None:
    x = np.linspace(1e-9, 4e-8, 40)
    y = 5 * np.exp(-0.5 * ((x - 1.1e-8) / 2e-9) ** 2)
    graph = ramet.Graph(x, y, y_errors=np.full(40, 0.1))
    found = graph.fit("[A]*exp(-0.5*((x-[m])/[s])^2)", start={"A": 5, "m": 9e-9, "s": 2e-9}, limits={"m": (9e-9, None)})
    assert found.valid
    assert found.values["m"] == pytest.approx(1.1e-8, rel=1e-3)


@pytest.mark.parametrize("cost", ["likelihood", "chi_square"])
def test_what_is_at_a_limit_has_no_covariance_with_others(cost: str) -> None:
    histogram = ramet.Histogram(50, (0, 10)).fill(np.random.default_rng(3).normal(5, 1, 1_000))
    found = histogram.fit("gaus", cost=cost, limits={"Sigma": (0.1, 0.9)})
    kept = histogram.fit("gaus", cost=cost, fixed={"Sigma": 0.9})
    assert found.correlation[2].tolist() == [0, 0, 1]
    np.testing.assert_allclose(found.errors["Mean"], kept.errors["Mean"], rtol=1e-3)
    np.testing.assert_allclose(found.errors["Constant"], kept.errors["Constant"], rtol=1e-3)


def test_limits_that_are_wider_than_the_models_are_told_and_narrowed() -> None:
    events = events_of(500, 0, 3)
    events = events[(np.abs(events - 5) > 0.5) | (np.arange(len(events)) % 2 == 0)]
    cost = fit.unbinned(events, MODEL)
    with pytest.warns(
        fit.LimitsWarning, match="'s' are -500 and 500, those of the model 0 and inf: the fit keeps to 0"
    ):
        found = fit.fit(cost, tau=3, s=0, b=400, limits={"s": (-500, 500)})
    assert found.valid
    assert (found["s"].low, found["s"].high) == (0, 500)
    assert found["s"].is_at_limit
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # an infinite end asks for nothing
        assert fit.fit(cost, tau=3, s=1, b=400, limits={"s": (-math.inf, 500)})["s"].low == 0
    with pytest.raises(MisuseError, match="nothing is inside of both"):
        fit.fit(cost, tau=3, s=1, b=400, limits={"s": (-5, -1)})


def test_a_number_of_events_may_be_negative_in_a_formula() -> None:
    events = DECAY.sample(2_000, tau=4, seed=3)
    events = events[(np.abs(events - 5) > 0.5) | (np.arange(len(events)) % 2 == 0)]
    text = "[s]*exp(-((x-5)/0.3)^2/2)/(0.3*sqrt(2*pi)) + [b]*exp(-x/[tau])/([tau]*(1-exp(-10/[tau])))"
    model = fit.formula(text, range=(0, 10), extended=True)
    found = fit.fit(fit.unbinned(events, model), s=0, b=2_000, tau=4)
    assert found.valid
    assert -300 < found["s"].value < -3 * found["s"].error
    assert found["s"].value + found["b"].value == pytest.approx(len(events), rel=1e-6)
