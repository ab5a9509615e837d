"""Profiles, contours, asymmetric errors, bands and pictures of what ramet.fit found."""

from __future__ import annotations

import math
import pickle
import re
import xml.dom.minidom

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError

iminuit = pytest.importorskip("iminuit")

MODEL = fit.mixture([fit.gauss(), fit.exponential()], yields=["signal", "background"], range=(0, 10))
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "signal": 600.0, "background": 1400.0}


@pytest.fixture(scope="module")
def result() -> fit.FitResult:
    return fit.fit(fit.unbinned(MODEL.sample(values=TRUTH, seed=3), MODEL), TRUTH)


def decay(events: list[float]) -> fit.FitResult:
    return fit.fit(fit.unbinned(events, fit.exponential()), tau=1)


def test_asymmetric_errors_are_where_the_likelihood_of_a_decay_says() -> None:
    found = decay([0.5, 1.0, 1.5, 3.0])  # tau = 1.5
    error = found.minos()["tau"]

    def increase(tau: float) -> float:
        return 8 * (math.log(tau / 1.5) + 1.5 / tau - 1)

    assert error.valid
    assert increase(1.5 + error.low) == pytest.approx(1, rel=0.01)
    assert increase(1.5 + error.high) == pytest.approx(1, rel=0.01)
    wide = found.minos("tau", level=0.9545)["tau"]
    assert increase(1.5 + wide.high) == pytest.approx(4, rel=0.01)
    narrow = found.minos("tau", level=0.3829249)["tau"]  # half a standard deviation
    assert increase(1.5 + narrow.low) == pytest.approx(0.25, rel=0.01)


def test_a_profile_is_that_of_the_likelihood() -> None:
    found = decay([0.5, 1.0, 1.5, 3.0])
    profile = found.profile("tau", 11, within=(1, 2))
    assert profile.valid.all()
    expected = 8 * (np.log(profile.x / 1.5) + 1.5 / profile.x - 1)
    np.testing.assert_allclose(profile.y, expected, atol=1e-9)
    assert profile.draw().svg().startswith("<svg")


def test_profiles_minimise_the_other_parameters(result: fit.FitResult) -> None:
    profile = result.profile("tau", 5)
    assert profile.x[2] == pytest.approx(result["tau"].value)
    assert profile.y[2] == pytest.approx(0, abs=1e-6)
    assert profile.y[[0, -1]] == pytest.approx(4, rel=0.3)
    fixed = fit.fit(result.cost, {**result.values, "tau": float(profile.x[0])}, fixed={"tau": float(profile.x[0])})
    assert fixed.minimum - result.minimum == pytest.approx(profile.y[0], abs=1e-3)


def test_contours_are_at_the_level_of_two_parameters(result: fit.FitResult) -> None:
    contour = result.contour("mean", "sigma", level=0.5, points=8)
    assert (contour.x[0], contour.y[0]) == (contour.x[-1], contour.y[-1])
    for mean, sigma in zip(contour.x[:3], contour.y[:3], strict=True):
        held = fit.fit(result.cost, result.values, fixed={"mean": float(mean), "sigma": float(sigma)})
        assert held.minimum - result.minimum == pytest.approx(-2 * math.log(0.5), rel=0.02)
    assert "50 %" in contour.draw().svg()


def test_bands_are_those_of_the_covariance() -> None:
    found = fit.fit(fit.unbinned(fit.gauss("mean", 1.0).sample(400, mean=0), fit.gauss("mean", 1.0)), mean=0.1)
    band = found.band([found["mean"].value, 1.0])
    density = 400 * fit.gauss("mean", 1.0).pdf(1.0, mean=found["mean"].value)
    assert band.value[1] == pytest.approx(density)
    assert band.error[0] == pytest.approx(0, abs=1e-3)
    slope = density * (1 - found["mean"].value)
    assert band.error[1] == pytest.approx(slope * found["mean"].error, rel=1e-4)
    assert (band.high - band.low)[1] == pytest.approx(2 * band.error[1])
    square = found.propagate(lambda values: values["mean"] ** 2)
    assert square.error == pytest.approx(2 * abs(found["mean"].value) * found["mean"].error, rel=1e-4)


def test_the_sum_of_yields_has_the_error_of_the_number_of_events(result: fit.FitResult) -> None:
    total = result.propagate(lambda values: values["signal"] + values["background"])
    assert total.value == pytest.approx(result.points, rel=1e-6)
    assert total.error == pytest.approx(math.sqrt(result.points), rel=1e-3)


def test_pictures_have_data_model_components_and_pulls(result: fit.FitResult) -> None:
    drawn = result.draw(bins=40, title="a peak", x="m [GeV]").svg()
    xml.dom.minidom.parseString(drawn)
    assert all(word in drawn for word in ("a peak", "m [GeV]", "data", "fit", "signal", "background", "pull"))
    histogram = ramet.Histogram([0, 1, 2, 4, 10], name="h").fill(MODEL.sample(values=TRUTH))
    for cost in (fit.binned(histogram, MODEL), fit.chi_square(histogram, MODEL)):
        found = fit.fit(cost, TRUTH, fixed={"mean": 5, "sigma": 0.5})
        xml.dom.minidom.parseString(found.draw(scale="log").svg())
        with pytest.raises(MisuseError, match="has its bins"):
            found.draw(bins=3)
    fitted = ramet.Histogram(40, (0, 10)).fill(np.random.default_rng(1).normal(5, 1, 5_000)).fit("gaus")
    xml.dom.minidom.parseString(fitted.draw().svg())
    assert np.all(fitted.band([5.0]).error > 0)


def test_what_a_picture_expects_is_what_the_cost_expects(result: fit.FitResult) -> None:
    view = result.cost.views[0]
    data = view.binned(50)
    assert data.contents.sum() == result.points
    expected = view.expected(data.edges, result.values)
    middles = (data.edges[1:] + data.edges[:-1]) / 2
    np.testing.assert_allclose(view.heights(middles, result.values) * data.unit, expected, rtol=0.02)
    parts = view.components(middles, result.values)
    np.testing.assert_allclose(sum(parts.values()), view.heights(middles, result.values), rtol=1e-12)
    fraction = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
    parts = fit.unbinned([1.0, 2], fraction).views[0].components(middles, {**TRUTH, "f": 0.2})
    assert list(parts) == ["f", "rest"]


def test_results_of_texts_have_scans_when_they_get_the_cost(result: fit.FitResult) -> None:
    alone = fit.FitResult.from_json(result.to_json())
    for ask in (lambda: alone.profile("mean"), lambda: alone.draw(), lambda: alone.band(1)):
        with pytest.raises(MisuseError, match="read from a text"):
            ask()
    again = fit.FitResult.from_json(result.to_json(), result.cost)
    assert again == result
    assert again.band(5.0).value == result.band(5.0).value
    assert pickle.loads(pickle.dumps(result)) == result


def test_results_are_tables_of_arrow_and_html(result: fit.FitResult) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = result.to_arrow()
    assert isinstance(table, pyarrow.Table)
    assert table["name"].to_pylist() == list(TRUTH)
    assert table["value"].to_pylist() == list(result.values.values())
    assert fit.FitResult.from_json(table.schema.metadata[b"ramet.fit"].decode()) == result
    assert "correlations" in result._repr_html_()


def test_what_cannot_be_scanned_is_refused_with_the_reason(result: fit.FitResult) -> None:
    held = fit.fit(result.cost, TRUTH, fixed={"tau": 4.0})
    with pytest.raises(MisuseError, match="'tau' was fixed"):
        held.minos("tau")
    with pytest.raises(MisuseError, match="give the range"):
        held.profile("tau")
    with pytest.raises(MisuseError, match="'tau' was fixed"):
        held.contour("tau", "mean")
    with pytest.raises(MisuseError, match="and itself"):
        result.contour("mean", "mean")
    with pytest.raises(MisuseError, match="between 0 and 1"):
        result.contour("mean", "tau", level=1)
    with pytest.raises(MisuseError, match="there is no number 1"):
        result.draw(which=1)
    with pytest.raises(MisuseError, match="no parameter 'x'"):
        result.profile("x")


def test_iminuit_minimises_costs_from_any_start() -> None:
    """Not by second derivatives: iminuit takes them by the name `hessian`, and fails where one is negative."""
    model, random = (
        fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10)),
        np.random.default_rng(1),
    )
    for seed in range(20):
        cost = fit.unbinned(model.sample(400, mean=5, sigma=0.5, tau=4, f=0.1, seed=seed), model)
        start = random.uniform([3, 0.1, 1, 0.02], [7, 2, 9, 0.9])
        minuit = iminuit.Minuit(cost, **dict(zip(cost.parameters, start, strict=True)))
        minuit.migrad()
        assert minuit.valid
        assert minuit.ngrad > 0


def test_iminuit_finds_the_errors_of_fits() -> None:
    cost = fit.unbinned(MODEL.sample(values=TRUTH), MODEL)
    minuit = iminuit.Minuit(cost, **TRUTH)
    minuit.fixed["tau"] = True
    minuit.migrad()
    minuit.hesse()
    assert minuit.valid
    found = fit.fit(cost, TRUTH, fixed={"tau": 4.0})
    assert minuit.errors["mean"] == pytest.approx(found["mean"].error, rel=1e-3)
    errors = np.sqrt(np.diag(2 * np.linalg.inv(cost.second_derivatives(*TRUTH.values()))))
    assert errors == pytest.approx([fit.fit(cost, TRUTH)[name].error for name in TRUTH], rel=0.2)


def small_peak(seed: int) -> fit.FitResult:
    """A peak of about 40 events on 360 others."""
    model = fit.mixture([fit.gauss("m", "s"), fit.exponential("t")], fractions=["f"], range=(0, 10))
    truth = {"m": 5, "s": 0.5, "t": 4, "f": 0.1}
    return fit.fit(fit.unbinned(model.sample(400, truth, seed=seed), model), truth)


@pytest.mark.filterwarnings("ignore:MIGRAD fails to converge for s=0.0")  # where there is no density
def test_profiles_of_small_peaks_have_minima() -> None:
    for seed in range(10):
        found = small_peak(seed)
        for name in found.values:
            assert found.profile(name, 9).valid[1:].all(), (seed, name)


def test_contours_have_all_points_or_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(10):
        try:
            assert len(small_peak(seed).contour("s", "f", points=12).x) == 13
        except MisuseError as error:  # for which seeds is iminuit's affair
            assert re.match(r"the contour of 's' and 'f' was not found: \d+ of 12 points", str(error))  # noqa: PT017
    monkeypatch.setattr(iminuit.Minuit, "mncontour", lambda *_, **__: [(0.5, 0.1)] * 5)
    with pytest.raises(MisuseError, match=r"the contour of 's' and 'f' was not found: 5 of 12 points"):
        small_peak(0).contour("s", "f", points=12)


@pytest.mark.parametrize("weight", [0.1, 1.0, 30.0])
def test_profiles_of_weighted_events_are_1_at_one_standard_deviation(weight: float) -> None:
    events = MODEL.sample(values=TRUTH, seed=3)
    found = fit.fit(fit.unbinned(events, MODEL, weights=np.full(len(events), weight)), TRUTH, limits={"tau": (1, 20)})
    for name in ("mean", "tau"):
        one = found[name]
        profile = found.profile(name, 3, within=(one.value - one.error, one.value + one.error))
        assert profile.y == pytest.approx([1, 0, 1], abs=0.15)


def test_profiles_of_points_without_errors_are_1_at_one_standard_deviation() -> None:
    x = np.arange(10.0)
    found = ramet.Graph(x, 1 + 2 * x + 0.3 * np.cos(5 * x)).fit("pol1")
    for one in found.parameters:
        profile = found.profile(one.name, 3, within=(one.value - one.error, one.value + one.error))
        assert profile.y == pytest.approx([1, 0, 1], abs=1e-3)


def test_profiles_of_models_that_may_be_negative_go_around_where_they_are() -> None:
    model = fit.chebyshev(["c1", "c2"], range=(0, 10))
    found = fit.fit(fit.unbinned(model.sample(400, c1=-0.9, c2=0.1, seed=0), model), c1=-0.5, c2=0)
    for name, within in (("c1", (-1.4, 0.0)), ("c2", (-0.5, 0.75))):
        scan = found.profile(name, points=8, within=within)
        assert scan.valid.all()
        for x, y in zip(scan.x, scan.y, strict=True):
            others = np.linspace(-1.5, 1.5, 3_001)
            costs = [found.cost(x, one) if name == "c1" else found.cost(one, x) for one in others]
            assert y == pytest.approx(min(costs) - found.minimum, abs=0.01, rel=1e-3)
    far = found.profile("c1", points=3, within=(-3, -0.9))
    assert far.valid.tolist() == [False, False, True]
    assert np.isnan(far.y[0])
