"""Convolutions and kernel estimates."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from ramet import fit
from ramet.errors import MisuseError


def test_a_convolution_is_the_distribution_of_a_sum() -> None:
    true = fit.exponential().sample(20_000, tau=1.5, seed=1)
    measured = true + fit.gauss(0, "r").sample(20_000, r=0.4, seed=2)
    model = fit.convolution(fit.exponential(), fit.gauss(0, "r"), range=(-3, 20))
    below = np.sort(measured)
    distance = np.abs(model.cdf(below, tau=1.5, r=0.4) - (np.arange(20_000) + 0.5) / 20_000).max()
    assert distance < 1.63 / np.sqrt(20_000)  # Kolmogorov's test at 1 %
    again = pickle.loads(pickle.dumps(model))
    assert again.pdf(1.0, tau=1, r=1) == model.pdf(1.0, tau=1, r=1)


def test_a_fit_of_a_convolution_is_that_of_a_voigt() -> None:
    pytest.importorskip("iminuit")
    voigt = fit.voigt("m", "s", "g", range=(60, 120))
    folded = fit.convolution(fit.breit_wigner("m", "g"), fit.gauss(0, "s"), range=(60, 120))
    events = voigt.sample(5_000, m=91.2, s=1.5, g=2.5)
    exact = fit.fit(fit.unbinned(events, voigt), m=91, s=1, g=3)
    found = fit.fit(fit.unbinned(events, folded), m=91, s=1, g=3)
    assert found.valid
    for name, value in exact.values.items():
        assert found[name].value == pytest.approx(value, abs=1e-4 * exact[name].error)
        assert found[name].error == pytest.approx(exact[name].error, rel=1e-4)


def test_convolutions_are_parts_of_mixtures_and_binned_fits() -> None:
    pytest.importorskip("iminuit")
    template = fit.template((np.array([1.0, 5.0, 3.0, 2.0]), np.linspace(0, 8, 5)))
    smeared = fit.convolution(template, fit.gauss("shift", 0.5), range=(-2, 10))
    model = fit.mixture([smeared, fit.uniform((-2, 10))], yields=["s", "b"])
    events = model.sample(values={"shift": 0.3, "s": 4000, "b": 1000})
    contents, edges = np.histogram(events, 48, (-2, 10))
    found = fit.fit(fit.binned(contents, model, edges=edges), shift=0, s=3000, b=2000)
    assert found.valid
    assert abs(found["shift"].value - 0.3) < 4 * found["shift"].error


def test_a_kernel_estimate_is_near_the_density() -> None:
    events = fit.gauss(5, 1, range=(0, 10)).sample(20_000)
    model = fit.kernel_estimate(events, range=(0, 10))
    x = np.linspace(2, 8, 13)
    expected = fit.gauss(5, 1, range=(0, 10)).pdf(x)
    assert np.abs(model.pdf(x) - expected).max() < 0.02
    assert model.integral(0, 10) == pytest.approx(1)
    edge = fit.uniform((0, 1)).sample(20_000)
    assert fit.kernel_estimate(edge, range=(0, 1)).pdf(0.0) == pytest.approx(1, abs=0.1)
    assert fit.kernel_estimate(edge, range=(0, 1), mirror=False).pdf(0.0) == pytest.approx(0.5, abs=0.1)
    again = pickle.loads(pickle.dumps(model))
    assert again.pdf(4.0) == model.pdf(4.0)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(MisuseError, match="finite"):
        fit.convolution(fit.gauss(), fit.gauss(0, 1), range=(0, float("inf")))
    with pytest.raises(MisuseError, match="yields"):
        fit.convolution(fit.mixture([fit.gauss()], yields=["n"]), fit.gauss(0, 1), range=(0, 1))
    with pytest.raises(MisuseError, match="2 are needed"):
        fit.kernel_estimate([1.0], range=(0, 2))
    with pytest.raises(MisuseError, match="event 1"):
        fit.kernel_estimate([1.0, 3.0], range=(0, 2), width=0.1)
    with pytest.raises(MisuseError, match="width"):
        fit.kernel_estimate([1.0, 1.0], range=(0, 2))
