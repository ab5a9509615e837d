"""Histogram.fit: formulas that are fitted to contents of bins."""

from __future__ import annotations

import numpy as np
import pytest
import ramet
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
