"""Fits in the formats of other programs: HS3 and pyhf."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

RANGE = (0.0, 10.0)
EDGES = np.array([0.0, 1, 2, 4, 8])
SIGNAL, BACKGROUND, DATA = [30.0, 80, 20, 3], [50.0, 40, 30, 20], [110.0, 170, 80, 40]


def peak() -> fit.Model:
    return fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=RANGE)


def templates(*, errors: bool = False) -> fit.Model:
    hist = pytest.importorskip("hist")

    def filled(contents: list[float]) -> Any:
        histogram = hist.Hist(hist.axis.Variable(EDGES))
        histogram.fill(np.repeat((EDGES[1:] + EDGES[:-1]) / 2, np.array(contents, int)))
        return histogram

    parts = [fit.template(filled(contents), errors=errors) for contents in (SIGNAL, BACKGROUND)]
    return fit.mixture(parts, yields=["s", "b"])


def test_hs3_has_the_model_its_data_and_a_likelihood() -> None:
    model = peak()
    events = model.sample(None, mean=5, sigma=1, tau=3, s=300, b=700)
    cost = fit.unbinned(events, model) + fit.constraint({"mean": 5.1}, 0.2)
    document = fit.to_hs3(cost, mean=5, sigma=1, tau=3, s=300, b=700, observable="mass")
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert [one["type"] for one in document["distributions"]] == [
        "gaussian_dist",
        "exponential_dist",
        "mixture_dist",
        "gaussian_dist",
    ]
    assert document["functions"] == [{"name": "rate_of_tau", "type": "generic_function", "expression": "1/tau"}]
    assert document["data"][0]["axes"] == [{"name": "mass", "min": 0.0, "max": 10.0}]
    assert np.array_equal(np.ravel(document["data"][0]["entries"]), events)
    assert document["likelihoods"][0] == {
        "name": "likelihood",
        "distributions": ["model"],
        "data": ["model_data"],
        "aux_distributions": ["constraint_of_mean"],
    }
    limits = {one["name"]: one.get("min") for one in document["domains"][0]["axes"]}
    assert (limits["sigma"], limits["mass"]) == (0, 0)
    assert {"name": "constraint_of_mean_mean", "value": 5.1, "const": True} in document["parameter_points"][0][
        "parameters"
    ]


def test_hs3_of_a_result_has_its_values_and_what_was_fixed() -> None:
    model = fit.mixture([fit.gauss("m", 0.5), fit.uniform(RANGE)], fractions=["f"], range=RANGE)
    result = fit.fit(fit.unbinned(model.sample(500, m=4, f=0.4), model), m=4, fixed={"f": 0.4})
    document = fit.to_hs3(result)
    points = {one["name"]: one for one in document["parameter_points"][0]["parameters"]}
    assert points["m"] == {"name": "m", "value": result["m"].value}
    assert points["f"]["const"]
    assert points["model_0_sigma"] == {"name": "model_0_sigma", "value": 0.5, "const": True}
    with pytest.raises(MisuseError, match="no others are given"):
        fit.to_hs3(result, m=4)
    with pytest.raises(MisuseError, match="has no model"):
        fit.to_hs3(fit.FitResult.from_json(result.to_json()))


def test_hs3_gives_ranges_names_of_their_own() -> None:
    two = fit.unbinned([1.0, 2], fit.gauss(range=RANGE)) + fit.unbinned([1.0], fit.gauss(range=(0, 2)))
    document = fit.to_hs3(two + fit.unbinned([3.0], fit.uniform(RANGE)), mean=1, sigma=1)
    assert [one["x"] for one in document["distributions"]] == ["x", "x1", "x"]
    assert document["likelihoods"][0]["data"] == ["model0_data", "model1_data", "model2_data"]


def test_hs3_of_a_product_names_each_observable() -> None:
    shape = fit.gauss(range=RANGE)
    document = fit.to_hs3(fit.product(a=shape, b=shape), mean=5, sigma=1)
    assert [(one["name"], one.get("x", one.get("factors"))) for one in document["distributions"]] == [
        ("model_a", "a"),
        ("model_b", "b"),
        ("model", ["model_a", "model_b"]),
    ]


def test_what_hs3_cannot_say_is_refused_by_name() -> None:
    values = {"mean": 5, "sigma": 1, "gamma": 1}
    for model, given, said in [
        (fit.voigt(), values, "a voigt"),
        (fit.convolution(fit.gauss("a", 1), fit.gauss(0, "b"), range=RANGE), {"a": 5, "b": 1}, "a convolution"),
        (fit.kernel_estimate([1.0, 2, 3], range=RANGE), {}, "a kernel estimate"),
        (fit.formula("gaus(0)", range=RANGE, Constant=1), {"Mean": 5, "Sigma": 1}, "the formula 'gaus"),
        (fit.formula("[A]*x", range=RANGE, extended=True), {"A": 1}, "the formula"),
        (fit.gauss("m in GeV", 1), {"m in GeV": 5}, "no name as 'm in GeV'"),
    ]:
        with pytest.raises(UnsupportedError, match=said.replace("(", r"\(")):
            fit.to_hs3(model, given)
    counts = fit.chi_square(DATA, templates(), edges=EDGES)
    with pytest.raises(UnsupportedError, match="no chi square"):
        fit.to_hs3(counts, s=1, b=1)
    with pytest.raises(UnsupportedError, match="a template with errors"):
        fit.to_hs3(templates(errors=True), s=1, b=1)
    with pytest.raises(MisuseError, match="parameter 'sigma' has no value"):
        fit.to_hs3(fit.gauss(), mean=1)
    with pytest.raises(MisuseError, match="parameter 'mean' is inf"):
        fit.to_hs3(fit.gauss(), mean=np.inf, sigma=1)
    with pytest.raises(MisuseError, match="are called 'mean'"):
        fit.to_hs3(fit.gauss(), mean=1, sigma=1, observable="mean")


def test_pyhf_takes_several_channels_and_fixed_yields() -> None:
    fixed = fit.mixture([fit.template((np.array(SIGNAL), EDGES))], yields=[266.0])
    cost = fit.binned(DATA, templates(), edges=EDGES) + fit.binned(DATA, fixed, edges=EDGES)
    workspace = fit.to_pyhf(cost, channels=["a", "b"])
    assert [one["name"] for one in workspace["observations"]] == ["a", "b"]
    assert workspace["channels"][1]["samples"] == [
        {"name": "sample0", "data": [2 * one for one in SIGNAL], "modifiers": []}
    ]
    assert workspace["measurements"][0]["config"]["poi"] == "s"


def test_what_pyhf_does_not_take_is_refused_by_name() -> None:
    counts = fit.binned(DATA, templates(), edges=EDGES)
    other = (np.array([1.0, 1]), np.array([0.0, 4, 8]))
    for cost, said in [
        (fit.unbinned([1.0, 2], peak()), "of events"),
        (counts + fit.constraint({"s": 5}, 1), "a constraint"),
        (fit.binned(DATA, peak(), edges=EDGES), "part 0 of channel0 is a gauss"),
        (fit.binned(DATA, fit.mixture([fit.template(other)], yields=["s"]), edges=EDGES), "other bins"),
        (fit.binned(DATA, fit.template((np.array(SIGNAL), EDGES)), edges=EDGES), "mixtures of templates"),
    ]:
        with pytest.raises(UnsupportedError, match=said):
            fit.to_pyhf(cost)
    with pytest.raises(MisuseError, match="no yield 'x', but s, b"):
        fit.to_pyhf(counts, parameter_of_interest="x")
    with pytest.raises(MisuseError, match="2 names are given for 1"):
        fit.to_pyhf(counts, channels=["a", "b"])


def test_edges_and_weights_of_hists_histograms_count() -> None:
    hist = pytest.importorskip("hist")
    histogram = hist.Hist(hist.axis.Regular(20, 0, 10), storage=hist.storage.Weight())
    histogram.fill(np.random.default_rng(1).normal(5, 1, 2000), weight=np.full(2000, 3.0))
    model = fit.mixture([fit.gauss(range=RANGE)], yields=["n"])
    result = fit.fit(fit.binned(histogram, model), mean=5, sigma=1, n=6000)
    assert result["n"].error == pytest.approx(3 * np.sqrt(2000), rel=1e-3)
    assert fit.template(histogram).range == RANGE
