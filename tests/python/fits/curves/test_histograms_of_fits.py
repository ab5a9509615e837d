"""Histogram.fit: formulas that are fitted to contents of bins."""

from __future__ import annotations

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError

pytest.importorskip("iminuit")


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


def test_profiles_are_fitted_with_their_means_and_errors() -> None:
    random = np.random.default_rng(3)
    x = random.uniform(0, 10, 5_000)
    profile = ramet.Profile([*range(9), 10], value_label="y").fill(x, sample=1 + 0.5 * x + random.normal(0, 1, 5_000))
    found = profile.fit("pol1")
    assert found.valid
    assert found.points == 9
    centers, weights = profile.axis(0).centers(), 1 / profile.errors()
    line, covariance = np.polyfit(centers, profile.values(), 1, w=weights, cov="unscaled")
    assert list(found.values.values()) == pytest.approx(line[::-1].tolist(), rel=1e-3)
    assert list(found.errors.values()) == pytest.approx(np.sqrt(np.diag(covariance))[::-1].tolist(), rel=1e-3)
    assert [one.name for one in profile.functions] == ["pol1"]
    assert found.band([4.0]).value[0] == pytest.approx(3, abs=0.1)
    drawn = found.draw().svg()
    assert all(word in drawn for word in ("data", "fit", "pull", ">y<"))
    with pytest.raises(MisuseError, match="a profile has means, which no likelihood is of"):
        profile.fit("pol1", cost="likelihood")


@pytest.mark.parametrize("name", ["gaus", "gausn", "landau", "breitwigner"])
def test_peaks_that_point_downwards_have_a_start(name: str) -> None:
    random = np.random.default_rng(1)
    x = random.uniform(-5, 5, 4_000)
    y = -3 * np.exp(-(((x - 1) / 1.2) ** 2) / 2) + random.normal(0, 0.5, 4_000)
    profile, turned = (ramet.Profile(20, (-5, 5)).fill(x, sample=sign * y) for sign in (1, -1))
    found, expected = profile.fit(name), turned.fit(name)
    assert found.valid
    for place, (one, other) in enumerate(zip(found.parameters, expected.parameters, strict=True)):
        sign = -1 if place == 0 else 1
        assert one.value == pytest.approx(sign * other.value, abs=0.01 * other.error)
    if name == "gaus":
        assert found["Constant"].value == pytest.approx(-3, abs=0.1)


def test_functions_are_fitted_with_their_values_limits_and_fixed_parameters() -> None:
    histogram = ramet.Histogram(60, (0, 10)).fill(np.random.default_rng(1).normal(5, 1, 20_000))
    first = histogram.fit("gaus", limits={"Sigma": (0.1, 1.5)}, fixed={"Mean": 4.9})
    again = histogram.fit(histogram.functions[0])
    assert again["Mean"].is_fixed
    assert (again["Sigma"].low, again["Sigma"].high) == (0.1, 1.5)
    assert list(again.values.values()) == pytest.approx(list(first.values.values()), rel=1e-4)
    free = histogram.fit(histogram.functions[0], Mean=5)
    assert not free["Mean"].is_fixed
    assert free["Mean"].value == pytest.approx(5, abs=0.05)
    with pytest.raises(MisuseError, match="3 is no formula: expected a text, what ramet.formula gives, or a function"):
        histogram.fit(3)  # type: ignore[arg-type]


def test_bins_of_different_widths_are_drawn_as_they_were_fitted() -> None:
    histogram = ramet.Histogram([0, 1, 2, 4, 8]).fill([0.5] * 40 + [1.5] * 41 + [3] * 39 + [5] * 40)
    found = histogram.fit("pol0")
    assert found.band([3.0]).value[0] == pytest.approx(40, abs=0.2)
    data = found.cost.views[0].binned(None)
    assert (data.contents * data.factors).tolist() == [40, 41, 39, 40]
    assert "<svg" in found.draw().svg()


@pytest.mark.parametrize(("shape", "error"), [("gaus", 0.0256), ("gausn", 0.0256), ("breitwigner", 0.0321)])
def test_errors_of_symmetric_contents_are_those_beside_the_symmetry(shape: str, error: float) -> None:
    """The mean of symmetric contents is a rounding error, which says nothing about steps."""
    middles = np.linspace(-3, 3, 41)[:-1] + 0.075
    counts = [int(100 * np.exp(-0.5 * (one / 1.05) ** 2)) for one in middles]
    found = ramet.Histogram(40, (-3, 3)).fill(np.repeat(middles, counts)).fit(shape)
    beside = ramet.Histogram(40, (-2, 4)).fill(np.repeat(middles + 1, counts)).fit(shape)
    assert found.valid
    assert found.parameters[1].error == pytest.approx(error, rel=0.01)  # of the mean
    assert list(found.errors.values()) == pytest.approx(list(beside.errors.values()), rel=1e-2)
    assert found.minimum == pytest.approx(beside.minimum, rel=1e-6)


def test_bins_whose_edges_are_rounded_are_between_the_numbers() -> None:
    histogram = ramet.Histogram(10, (0, 1)).fill(np.random.default_rng(1).uniform(0, 1, 1_000))
    for low in range(9):
        for high in range(low + 1, 10):
            ends = (float(f"0.{low}"), float(f"0.{high}"))
            assert histogram.fit("pol0", within=ends).points == high - low
    assert histogram.fit("pol0", within=(0.11, 0.89)).points == 6


@pytest.mark.parametrize("sigma", [0.5, 0.25, 0.2])
def test_peaks_within_a_bin_or_two_are_integrated(sigma: float) -> None:
    histogram = ramet.Histogram(20, (0, 20)).fill(np.random.default_rng(1).normal(10.3, sigma, 20_000))
    model = fit.mixture([fit.gauss()], yields=["n"], range=(0, 20))
    exact = fit.fit(fit.binned(histogram, model), mean=10.3, sigma=sigma, n=20_000)
    found = histogram.fit("gausn", cost="likelihood")
    for name, other in (("Mean", "mean"), ("Sigma", "sigma")):
        assert found[name].value == pytest.approx(exact[other].value, abs=0.01 * exact[other].error)
        assert found[name].error == pytest.approx(exact[other].error, rel=0.01)


def test_polynomials_far_from_0_begin_without_a_warning() -> None:
    histogram = ramet.Histogram(50, (1e9, 1e9 + 10)).fill(1e9 + np.random.default_rng(1).uniform(0, 10, 5_000))
    assert histogram.fit("pol2").status
    assert histogram.fit("pol1").points == 50
