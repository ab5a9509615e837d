"""Models of several observables."""

from __future__ import annotations

import json
import math
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError, UnsupportedError

MASSES, TIMES = (0, 10), (0, 20)
TRUTH = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "s": 3000, "b": 2000}
EDGES = [np.linspace(*MASSES, 41), np.array([0, 0.3, 0.7, 1.2, 2, 3, 4.5, 7, 11, 20])]


def signal() -> fit.JointModel:
    return fit.product(mass=fit.gauss("m", "width", range=MASSES), time=fit.exponential("tau", range=TIMES))


def background() -> fit.JointModel:
    return fit.product(time=fit.exponential("short", range=TIMES), mass=fit.uniform(MASSES))


def sample_model() -> fit.JointModel:
    return fit.mixture([signal(), background()], yields=["s", "b"])


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


# --- histograms of several axes -------------------------------------------------------------------------------------


def sample_contents(seed: int = 1, weights: np.ndarray | None = None) -> np.ndarray:
    events = sample_model().sample(values=TRUTH, seed=seed)
    return np.histogram2d(events["mass"], events["time"], EDGES, weights=weights)[0]


def of_iminuit(points: Any, m: float, width: float, tau: float, short: float, s: float, b: float) -> Any:
    """The expected number of events below a point."""
    mass, time = points
    peak = fit.gauss(range=MASSES).cdf(mass, [m, width])
    return s * peak * fit.exponential(range=TIMES).cdf(time, [tau]) + b * mass / 10 * fit.exponential(range=TIMES).cdf(
        time, [short]
    )


def test_a_fit_of_cells_is_that_of_iminuit() -> None:
    iminuit = pytest.importorskip("iminuit")
    from iminuit import cost

    contents = sample_contents()
    found = fit.fit(fit.binned(contents, sample_model(), edges=EDGES), TRUTH)
    minuit = iminuit.Minuit(cost.ExtendedBinnedNLL(contents, EDGES, of_iminuit), **TRUTH)
    minuit.limits["width", "tau", "short", "s", "b"] = (1e-3, None)
    minuit.tol = 1e-5
    minuit.strategy = 2
    minuit.migrad()
    assert found.valid
    assert minuit.valid
    assert found.minimum == pytest.approx(minuit.fval, abs=1e-5)
    assert found.points == contents.size
    for name in TRUTH:
        assert found[name].value == pytest.approx(minuit.values[name], abs=1e-3 * found[name].error)
        assert found[name].error == pytest.approx(minuit.errors[name], rel=3e-3)


def test_a_shape_of_cells_is_that_of_iminuit() -> None:
    iminuit = pytest.importorskip("iminuit")
    from iminuit import cost

    contents = sample_contents()
    model = fit.mixture([signal(), background()], fractions=["f"])
    start = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "f": 0.6}

    def of_shape(points: Any, m: float, width: float, tau: float, short: float, f: float) -> Any:
        return of_iminuit(points, m, width, tau, short, f, 1 - f)

    found = fit.fit(fit.binned(contents, model, edges=EDGES), start)
    minuit = iminuit.Minuit(cost.BinnedNLL(contents, EDGES, of_shape), **start)
    minuit.limits["width", "tau", "short"] = (1e-3, None)
    minuit.limits["f"] = (0, 1)
    minuit.tol = 1e-5
    minuit.migrad()
    assert found.minimum == pytest.approx(minuit.fval, abs=1e-5)
    for name in start:
        assert found[name].value == pytest.approx(minuit.values[name], abs=1e-3 * found[name].error)


def test_three_axes_are_fitted_and_the_minimum_tells_how_well() -> None:
    pytest.importorskip("iminuit")
    angle = fit.chebyshev(["c"], range=(-1, 1))
    peak = fit.product(mass=fit.gauss("m", "w", range=MASSES), time=fit.exponential("t", range=TIMES), angle=angle)
    flat = fit.product(mass=fit.uniform(MASSES), time=fit.exponential("u", range=TIMES), angle=fit.uniform((-1, 1)))
    model = fit.mixture([peak, flat], yields=["s", "b"])
    truth = {"m": 5, "w": 1, "t": 4, "c": 0.6, "u": 2, "s": 20_000, "b": 30_000}
    events = model.sample(values=truth, seed=3)
    edges = [np.linspace(*MASSES, 11), np.linspace(0, 12, 9), np.linspace(-1, 1, 6)]
    contents, _ = np.histogramdd(np.column_stack(list(events.values())), edges)
    found = fit.fit(fit.binned(contents, model, edges=edges), truth)
    assert found.valid
    assert max(abs(found[name].value - value) / found[name].error for name, value in truth.items()) < 4
    freedom = contents.size - len(truth)
    assert abs(found.minimum - freedom) < 5 * math.sqrt(2 * freedom)
    assert "<svg" in found.draw(which=2).svg()


def test_an_axis_with_one_bin_of_a_uniform_model_changes_nothing() -> None:
    pytest.importorskip("iminuit")
    model = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=MASSES)
    wide = fit.mixture(
        [
            fit.product(x=fit.gauss(range=MASSES), y=fit.uniform(TIMES)),
            fit.product(x=fit.exponential(range=MASSES), y=fit.uniform(TIMES)),
        ],
        yields=["s", "b"],
    )
    truth = {"mean": 5, "sigma": 0.5, "tau": 4, "s": 300, "b": 700}
    contents, edges = np.histogram(model.sample(values=truth), 50, MASSES)
    one = fit.fit(fit.binned(contents, model, edges=edges), truth)
    two = fit.fit(fit.binned(contents.reshape(-1, 1), wide, edges=[edges, np.array([0, 20])]), truth)
    assert two.minimum == pytest.approx(one.minimum, rel=1e-12)
    for name in truth:
        assert two[name].value == pytest.approx(one[name].value, abs=1e-6 * one[name].error)
        assert two[name].error == pytest.approx(one[name].error, rel=1e-6)


def histograms_of(events: dict[str, np.ndarray]) -> dict[str, Any]:
    """The same histogram by each library."""
    boost = pytest.importorskip("boost_histogram")
    hist = pytest.importorskip("hist")
    mass, time = events["mass"], events["time"]
    of_boost = boost.Histogram(boost.axis.Regular(20, *MASSES), boost.axis.Regular(10, *TIMES)).fill(mass, time)
    axes = hist.axis.Regular(10, *TIMES, name="time"), hist.axis.Regular(20, *MASSES, name="mass")
    return {
        "ramet": ramet.Histogram((20, 10), (MASSES, TIMES)).fill(mass, time),
        "boost-histogram": of_boost,
        "hist": hist.Hist(*axes).fill(mass=mass, time=time),
        "hist without names": hist.Hist(hist.axis.Regular(20, *MASSES), hist.axis.Regular(10, *TIMES)).fill(mass, time),
    }


def test_histograms_of_all_libraries_are_the_same() -> None:
    events = sample_model().sample(values=TRUTH, seed=1)
    edges = [np.linspace(*MASSES, 21), np.linspace(*TIMES, 11)]
    contents = np.histogram2d(events["mass"], events["time"], edges)[0]
    for make in (fit.binned, fit.chi_square):
        expected = make(contents, sample_model(), edges=edges)(*TRUTH.values())
        for name, histogram in histograms_of(events).items():
            assert make(histogram, sample_model())(*TRUTH.values()) == pytest.approx(expected, rel=1e-13), name


def test_histograms_of_weights_have_their_variances() -> None:
    hist = pytest.importorskip("hist")
    events = sample_model().sample(values=TRUTH, seed=1)
    weights = np.random.default_rng(1).uniform(0.2, 2, len(events["mass"]))
    mine = ramet.Histogram((20, 10), (MASSES, TIMES)).fill(events["mass"], events["time"], weight=weights)
    axes = hist.axis.Regular(10, *TIMES, name="time"), hist.axis.Regular(20, *MASSES, name="mass")
    other = hist.Hist(*axes, storage=hist.storage.Weight()).fill(**events, weight=weights)
    plain = fit.binned(mine.values(), sample_model(), edges=[mine.axis(0).edges(), mine.axis(1).edges()])
    for make in (fit.binned, fit.chi_square):
        cost = make(mine, sample_model())
        assert cost(*TRUTH.values()) == pytest.approx(make(other, sample_model())(*TRUTH.values()), rel=1e-12)
        assert cost(*TRUTH.values()) != plain(*TRUTH.values())
    bins = fit.binned(other, sample_model()).views[1].binned(None)
    assert bins.contents == pytest.approx(mine.values().sum(axis=0))
    assert bins.variances == pytest.approx(mine.variances().sum(axis=0))


def test_pulls_of_binned_fits_have_the_width_1() -> None:
    pytest.importorskip("iminuit")
    pulls = []
    for seed in range(100):
        found = fit.fit(fit.binned(sample_contents(seed), sample_model(), edges=EDGES), TRUTH)
        assert found.valid
        pulls.append([(found[name].value - value) / found[name].error for name, value in TRUTH.items()])
    assert np.std(pulls, axis=0) == pytest.approx(np.ones(len(TRUTH)), abs=0.25)
    assert np.mean(pulls, axis=0) == pytest.approx(np.zeros(len(TRUTH)), abs=0.4)


def test_all_that_takes_a_cost_takes_it() -> None:
    iminuit = pytest.importorskip("iminuit")
    model, contents = sample_model(), sample_contents()
    cost = fit.binned(contents, model, edges=EDGES) + fit.constraint({"tau": 3}, 0.01)
    found = fit.fit(cost, TRUTH)
    assert found["tau"].error < 0.011
    minuit = iminuit.Minuit(cost, **TRUTH)
    minuit.migrad()
    assert minuit.values["s"] == pytest.approx(found["s"].value, abs=0.05 * found["s"].error)
    assert found.minos("s")["s"].valid
    assert found.contour("s", "m", points=6).x.size == 7
    assert found.profile("b", 5).valid.all()
    again = fit.FitResult.from_json(found.to_json(), cost)
    assert again == found
    assert again.band(np.array([5.0])).value[0] > 0
    with pytest.raises(MisuseError, match="has bins"):
        found.sweights()
    with pytest.raises(MisuseError, match="has its bins"):
        found.draw(bins=10)
    assert "<svg" in found.draw(which=0).svg()
    both = fit.fit(cost + fit.unbinned(model.sample(values=TRUTH, seed=9), model), TRUTH)
    assert both["m"].error < 0.8 * found["m"].error


def test_a_projection_expects_what_the_cells_do() -> None:
    """Also where the histogram has a part of the ranges, in which the parts have other shares."""
    edges = [np.linspace(2, 9, 8), np.array([1.0, 2, 4, 12])]
    nested = fit.mixture([fit.mixture([signal(), background()], fractions=["f"]), background()], yields=["s", "b"])
    shape = fit.mixture([signal(), background()], fractions=["f"])
    values = {"m": 5, "width": 0.4, "tau": 3, "short": 0.8, "f": 0.7, "s": 3000, "b": 2000}
    for model in (nested, shape, signal()):
        own = {name: values[name] for name in model.parameters}
        contents = np.arange(1.0, 22).reshape(7, 3)
        cells = np.zeros((7, 3))
        for part, weight in _terms(model, own):
            mass, time = part.projection("mass"), part.projection("time")
            below = [
                np.asarray(one.cdf(ends, {name: own[name] for name in one.parameters}))
                for one, ends in zip((mass, time), edges, strict=True)
            ]
            cells += weight * np.outer(np.diff(below[0]), np.diff(below[1]))
        if not model.is_extended:
            cells *= contents.sum() / cells.sum()
        views = fit.binned(contents, model, edges=edges).views
        for axis, view in enumerate(views):
            assert view.expected(edges[axis], own) == pytest.approx(cells.sum(axis=1 - axis), rel=1e-9)
            assert view.binned(None).contents == pytest.approx(contents.sum(axis=1 - axis))
            fine = np.linspace(edges[axis][0], edges[axis][1], 2001)
            middles = (fine[1:] + fine[:-1]) / 2
            heights = view.heights(middles, own)
            assert heights.sum() * (fine[1] - fine[0]) == pytest.approx(cells.sum(axis=1 - axis)[0], rel=1e-4)
            if parts := view.components(middles, own):
                assert sum(parts.values()) == pytest.approx(heights)


def _terms(model: fit.JointModel, values: dict[str, float], weight: float = 1) -> list[tuple[fit.JointModel, float]]:
    if not model.is_sum:
        return [(model, weight)]
    parts = model.components({name: values[name] for name in model.parameters}).values()
    return [one for factor, part in parts for one in _terms(part, values, weight * factor)]


def test_other_programs_get_what_they_take() -> None:
    contents, model = sample_contents(), sample_model()
    cost = fit.binned(contents, model, edges=EDGES)
    document = fit.to_hs3(cost, TRUTH)
    (data,) = document["data"]
    assert json.loads(json.dumps(data)) == data
    assert [axis["name"] for axis in data["axes"]] == ["mass", "time"]
    assert data["axes"][1]["edges"] == EDGES[1].tolist()
    assert np.array(data["contents"]).reshape(40, 9).tolist() == contents.tolist()
    assert document["likelihoods"][0]["distributions"] == ["model"]
    with pytest.raises(UnsupportedError, match="no chi square"):
        fit.to_hs3(fit.chi_square(contents, model, edges=EDGES), TRUTH)
    weighted = ramet.Histogram((2, 2), (MASSES, TIMES)).fill([1.0, 6], [2.0, 3], weight=[2.0, 0.5])
    with pytest.raises(UnsupportedError, match="histogram of weights"):
        fit.to_hs3(fit.binned(weighted, model), TRUTH)
    part = fit.template((np.array([1.0, 2]), np.array([0.0, 1, 2])))
    templates = fit.mixture([fit.product(x=part, y=part)], yields=["n"])
    of_templates = fit.binned(np.ones((2, 2)), templates, edges=[np.arange(3.0)] * 2)
    with pytest.raises(UnsupportedError, match="templates have one axis: this histogram has 2"):
        fit.to_pyhf(of_templates)


def test_histograms_that_do_not_fit_the_model_are_refused() -> None:
    model, contents = sample_model(), sample_contents()

    def refused(text: str, *given: Any, **named: Any) -> None:
        with pytest.raises(MisuseError, match=text):
            fit.binned(*given, **named)

    refused("observables are mass, time, but the number of axes is 1", [1.0], model, edges=[[0.0, 1]])
    refused("the number of axes is 3", ramet.Histogram((2, 2, 2), ((0, 1),) * 3), model)
    refused(r"the shape \(9, 40\) have edges of the shape \(40, 9\)", contents.T, model, edges=EDGES)
    refused("contents are given without edges", contents, model)
    refused("of axis 1 are not in the model's range", contents, model, edges=[EDGES[0], EDGES[1] + 1])
    refused("edges of axis 1 have the shape", contents, model, edges=[EDGES[0], 5.0])
    refused("contents have the shape", contents, fit.gauss(), edges=EDGES[0])
    refused("edges are no list of numbers", contents[:, 0], fit.gauss(), edges=EDGES)
    refused("do not ascend", contents, model, edges=[EDGES[0], EDGES[1][::-1]])
    refused(
        r"cell \(39, 8\) has the content", np.where(np.arange(360).reshape(40, 9) == 359, -1, 1), model, edges=EDGES
    )
    refused("all 360 bins are empty", 0 * contents, model, edges=EDGES)
    with pytest.raises(MisuseError, match="needs yields"):
        fit.chi_square(contents, signal(), edges=EDGES)
    with pytest.raises(UnsupportedError, match="has 1 axis: this histogram has 2 axes"):
        fit.binned(ramet.Histogram((2, 2), (MASSES, TIMES)), fit.gauss())
    measured = fit.template((np.ones(2), np.array([0.0, 5, 10])), errors=True)
    with pytest.raises(UnsupportedError, match="a template with errors, of axis 0"):
        fit.binned(np.ones((2, 2)), fit.product(x=measured, y=measured), edges=[[0, 5, 10]] * 2)


def test_axes_with_other_names_are_refused() -> None:
    hist = pytest.importorskip("hist")
    model = sample_model()
    other = hist.Hist(hist.axis.Regular(2, *MASSES, name="time"), hist.axis.Regular(2, *TIMES, name="x"))
    with pytest.raises(MisuseError, match="axes are called 'time', 'x', the observables mass, time"):
        fit.binned(other, model)
    unknown = hist.Hist(hist.axis.Regular(2, *MASSES, name="a"), hist.axis.Regular(2, *TIMES, name="b")).fill([1], [2])
    assert fit.binned(unknown, model).ndata == 4


def test_rounded_edges_of_cells_are_in_the_ranges() -> None:
    edges = np.arange(10) * 0.1  # 0.30000000000000004, 0.7000000000000001
    decay = fit.exponential(range=(0.3, 0.7))
    model = fit.product(x=decay, y=fit.uniform((0.3, 0.7)))
    contents = np.random.default_rng(1).poisson(20, (4, 4)).astype(float)
    rounded = fit.binned(contents, model, edges=[edges[3:8], edges[3:8]])
    assert rounded(0.5) == pytest.approx(fit.binned(contents, model, edges=[[0.3, 0.4, 0.5, 0.6, 0.7]] * 2)(0.5))
    with pytest.raises(MisuseError, match="range"):
        fit.binned(contents, model, edges=[edges[4:9], edges[3:8]])
