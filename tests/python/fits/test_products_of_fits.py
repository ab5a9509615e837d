"""Models of several observables."""

from __future__ import annotations

import math
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

TRUTH = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "s": 3000, "b": 2000}


def sample_model() -> fit.JointModel:
    signal = fit.product(mass=fit.gauss("m", "width", range=(0, 10)), time=fit.exponential("tau", range=(0, 20)))
    background = fit.product(time=fit.exponential("short", range=(0, 20)), mass=fit.uniform((0, 10)))
    return fit.mixture([signal, background], yields=["s", "b"])


def test_a_product_is_the_product_of_densities() -> None:
    model = fit.product({"x": fit.gauss("a", 1), "y": fit.gauss("b", 2)})
    events = {"x": np.array([0.0, 1.0]), "y": np.array([2.0, -1.0])}
    expected = fit.gauss().pdf(events["x"], mean=0, sigma=1) * fit.gauss().pdf(events["y"], mean=1, sigma=2)
    assert model.pdf(events, a=0, b=1) == pytest.approx(expected)
    assert model.parameters == ("a", "b")
    assert model.ranges["x"] == (-math.inf, math.inf)
    assert model.projection("y").parameters == ("b",)
    assert not model.is_sum


def test_a_fit_finds_what_it_was_made_of_with_smaller_errors_than_of_one_observable() -> None:
    pytest.importorskip("iminuit")
    model = sample_model()
    events = model.sample(values=TRUTH, seed=1)
    assert list(events) == ["mass", "time"]
    found = fit.fit(fit.unbinned(events, model), TRUTH)
    assert found.valid
    assert len(model.parameters) == 6
    pulls = [(found[name].value - value) / found[name].error for name, value in TRUTH.items()]
    assert np.abs(pulls).max() < 4
    mass = fit.fit(fit.unbinned(events["mass"], model.projection("mass")), m=5, width=0.4, s=3000, b=2000)
    assert found["s"].error < 0.99 * mass["s"].error
    assert "time" in repr(model)


def test_pictures_and_weights_are_of_each_observable() -> None:
    pytest.importorskip("iminuit")
    model = sample_model()
    events = model.sample(values=TRUTH, seed=1)
    found = fit.fit(fit.unbinned(events, model), TRUTH)
    assert "<svg" in found.draw(which=1, bins=30).svg()
    weights = found.sweights()
    assert sum(weights["s"]) == pytest.approx(found["s"].value, rel=1e-3)
    assert np.abs(weights["s"] + weights["b"] - 1).max() < 1e-3


def test_toys_of_products_are_the_same_in_other_processes() -> None:
    pytest.importorskip("iminuit")
    model = sample_model()
    again = pickle.loads(pickle.dumps(model))
    assert again.parameters == model.parameters
    here = fit.toys(model, 6, TRUTH, seed=3)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        there = fit.toys(again, 6, TRUTH, seed=3, on=pool)
    assert here.values.tolist() == there.values.tolist()
    assert here.valid.all()


def test_columns_come_from_records() -> None:
    model = fit.product(x=fit.gauss("a", 1), y=fit.gauss("b", 1))
    records = np.array([(1.0, 2.0), (3.0, 4.0)], dtype=[("y", float), ("x", float)])
    assert fit.unbinned(records, model)(3, 2) == pytest.approx(fit.unbinned({"x": [2, 4], "y": [1, 3]}, model)(3, 2))


def test_what_does_not_fit_together_is_said() -> None:
    model = fit.product(x=fit.gauss("a", 1), y=fit.gauss("b", 1))
    other = fit.product(x=fit.gauss("a", 1), z=fit.gauss("b", 1))
    with pytest.raises(MisuseError, match="no column 'y'"):
        fit.unbinned({"x": [1.0]}, model)
    with pytest.raises(MisuseError, match="events"):
        fit.unbinned({"x": [1.0], "y": [1.0, 2.0]}, model)
    with pytest.raises(UnsupportedError, match="weights"):
        fit.unbinned({"x": [1.0], "y": [1.0]}, model, weights=[1.0])
    with pytest.raises(MisuseError, match="are added"):
        fit.mixture([model, other], fractions=["f"])
    with pytest.raises(MisuseError, match="products are added to products"):
        fit.mixture([model, fit.gauss()], fractions=["f"])  # type: ignore[list-item]
    with pytest.raises(MisuseError, match="fractions or yields"):
        fit.mixture([model, model])
    with pytest.raises(MisuseError, match="expected one of ramet"):
        fit.product(x="gauss")  # type: ignore[arg-type]
    with pytest.raises(MisuseError, match="no observable"):
        model.projection("z")
