"""RooFit reads models and likelihoods that ramet writes in HS3, and finds the same."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from ramet import fit

ROOT = pytest.importorskip("ROOT")
pytest.importorskip("iminuit")

RANGE = (0.0, 10.0)
MODELS = {
    "gauss": (fit.gauss(range=RANGE), {"mean": 5, "sigma": 1}),
    "without a range": (fit.gauss("m", 2.0), {"m": 5}),
    "exponential": (fit.exponential(range=RANGE), {"tau": 3}),
    "uniform": (fit.uniform(RANGE), {}),
    "breit_wigner": (fit.breit_wigner(range=RANGE), {"mean": 5, "gamma": 1}),
    "crystal_ball": (fit.crystal_ball(range=RANGE), {"mean": 5, "sigma": 1, "alpha": 1.2, "n": 3}),
    "two_sided_crystal_ball": (
        fit.two_sided_crystal_ball(range=RANGE),
        {"mean": 5, "sigma": 1, "alpha_low": 1.2, "n_low": 3, "alpha_high": 1.5, "n_high": 2.5},
    ),
    "argus": (fit.argus(range=(0, 9.5)), {"end": 9.5, "slope": -3}),
    "chebyshev": (fit.chebyshev(["a", "b"], range=RANGE), {"a": 0.1, "b": 0.2}),
    "bernstein": (fit.bernstein([1.0, "b1", "b2"], range=RANGE), {"b1": 0.4, "b2": 0.7}),
    "johnson_su": (fit.johnson_su(range=RANGE), {"mean": 5, "width": 1, "gamma": 0.2, "delta": 1.3}),
    "landau": (fit.landau(range=RANGE), {"mpv": 2, "sigma": 0.4}),
    "template": (fit.template((np.array([1.0, 3, 2]), np.array([0.0, 2, 5, 10]))), {}),
    "regular template": (fit.template((np.array([1.0, 3]), np.array([0.0, 5, 10]))), {}),
    "formula": (fit.formula("exp(-x/[tau])*(2+sin([w]*x))", range=RANGE), {"tau": 4, "w": 2}),
    "numbered formula": (fit.formula("exp(-x[0]/[0])+0.1", range=RANGE, p0="life"), {"life": 4}),
    "fractions": (
        fit.mixture([fit.gauss(), fit.exponential(), fit.uniform(RANGE)], fractions=["f", 0.3], range=RANGE),
        {"mean": 5, "sigma": 1, "tau": 3, "f": 0.3},
    ),
    "within": (fit.mixture([fit.gauss("m", 1), fit.chebyshev(["a"], range=RANGE)], fractions=["f"], range=(2, 8)),
               {"m": 5, "a": 0.3, "f": 0.4}),
}  # fmt: skip
PEAK = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=RANGE)
TRUTH = {"mean": 5, "sigma": 1, "tau": 3, "s": 300, "b": 700}


@pytest.fixture(autouse=True)
def quiet() -> Any:
    messages = ROOT.RooMsgService.instance()
    before = messages.globalKillBelow()
    messages.setGlobalKillBelow(ROOT.RooFit.ERROR)
    yield
    messages.setGlobalKillBelow(before)


def read(document: dict[str, Any]) -> Any:
    workspace = ROOT.RooWorkspace("w")
    assert ROOT.RooJSONFactoryWSTool(workspace).importJSONfromString(json.dumps(document))
    return workspace


@pytest.mark.parametrize("name", MODELS)
def test_densities_are_the_same(name: str) -> None:
    model, values = MODELS[name]
    workspace = read(fit.to_hs3(model, values))
    x = workspace.var("x")
    observables = ROOT.RooArgSet(x)
    points = np.linspace(2.1, 7.9, 13)
    found = []
    for point in points:
        x.setVal(point)
        found.append(workspace.pdf("model").getVal(observables))
    # RooFit integrates the expressions numerically, to about 1e-7.
    assert found == pytest.approx(np.asarray(model.pdf(points, values)).tolist(), rel=2e-7)


def joint() -> fit.JointModel:
    signal = fit.product(mass=fit.gauss(range=RANGE), time=fit.exponential("t", range=RANGE))
    background = fit.product(mass=fit.uniform(RANGE), time=fit.exponential("u", range=RANGE))
    return fit.mixture([signal, background], yields=["s", "b"])


def of_events() -> tuple[fit.Cost, dict[str, float]]:
    return fit.unbinned(PEAK.sample(None, TRUTH), PEAK), TRUTH


def of_bins() -> tuple[fit.Cost, dict[str, float]]:
    contents, edges = np.histogram(PEAK.sample(None, TRUTH), 50, RANGE)
    return fit.binned(contents.astype(float), PEAK, edges=edges), TRUTH


def with_constraints() -> tuple[fit.Cost, dict[str, float]]:
    covariance = [[0.01, 0.002], [0.002, 0.02]]
    both = fit.constraint({"mean": 5.1, "sigma": 1.1}, covariance=covariance)
    return of_events()[0] + both + fit.constraint({"tau": 3.2}, 0.1), TRUTH


def of_two_observables() -> tuple[fit.Cost, dict[str, float]]:
    values = {"mean": 5, "sigma": 1, "t": 2, "u": 0.5, "s": 300, "b": 500}
    return fit.unbinned(joint().sample(None, values), joint()), values


@pytest.mark.parametrize("problem", [of_events, of_bins, with_constraints, of_two_observables])
def test_minima_are_the_same(problem: Any) -> None:
    cost, values = problem()
    result = fit.fit(cost, **values)
    document = fit.to_hs3(cost, values)
    workspace = read(document)
    pdf = workspace.genobj("analysis").GetPdf()
    options = [ROOT.RooFit.Save(True), ROOT.RooFit.PrintLevel(-1)]
    if problem is of_bins:
        options.append(ROOT.RooFit.IntegrateBins(1e-6))
    constraints = ROOT.RooArgSet()
    for name in document["likelihoods"][0].get("aux_distributions", []):
        constraints.add(workspace.pdf(name))
    if len(constraints):
        options.append(ROOT.RooFit.ExternalConstraints(constraints))
    found = pdf.fitTo(workspace.data("model_data"), *options)  # owns its parameters
    for one in result.parameters:
        other = found.floatParsFinal().find(one.name)
        assert abs(other.getVal() - one.value) < 0.05 * one.error, one.name  # where MIGRAD stops
        assert other.getError() == pytest.approx(one.error, rel=0.01), one.name


def test_likelihoods_of_two_samples_change_alike() -> None:
    side = fit.mixture([fit.gauss("mean", 0.5), fit.uniform((2, 8))], fractions=["f"], range=(2, 8))
    cost = fit.unbinned(PEAK.sample(None, TRUTH), PEAK) + fit.unbinned(side.sample(400, mean=5, f=0.4), side)
    workspace = read(fit.to_hs3(cost, {**TRUTH, "f": 0.4}))
    costs = [workspace.pdf(f"model{k}").createNLL(workspace.data(f"model{k}_data")) for k in (0, 1)]

    def both(mean: float) -> tuple[float, float]:
        workspace.var("mean").setVal(mean)
        ordered = [{**TRUTH, "f": 0.4, "mean": mean}[name] for name in cost.parameters]
        return 2 * sum(one.getVal() for one in costs), cost(*ordered)

    (before, ours), (after, ours_after) = both(5.0), both(5.2)
    assert after - before == pytest.approx(ours_after - ours, rel=1e-9)


def test_cells_of_two_observables_have_their_places() -> None:
    edges = [np.linspace(*RANGE, 6), np.array([0.0, 1, 3, 10])]
    contents = np.arange(1.0, 16).reshape(5, 3)
    cost = fit.binned(contents, joint(), edges=edges)
    workspace = read(fit.to_hs3(cost, mean=5, sigma=1, t=2, u=0.5, s=300, b=500))
    data = workspace.data("model_data")
    assert data.numEntries() == contents.size
    found = np.zeros_like(contents)
    for number in range(contents.size):
        row = data.get(number)
        places = [
            int(np.searchsorted(ends, row.getRealValue(name))) - 1
            for name, ends in zip(("mass", "time"), edges, strict=True)
        ]
        found[tuple(places)] += data.weight(number)
    assert found.tolist() == contents.tolist()


def test_weights_of_two_observables_are_kept() -> None:
    values = {"mean": 5, "sigma": 1, "t": 2, "u": 0.5, "s": 300, "b": 500}
    events = joint().sample(None, values)
    weights = np.random.default_rng(1).uniform(0.5, 2, len(events["mass"]))
    workspace = read(fit.to_hs3(fit.unbinned(events, joint(), weights=weights), values))
    data = workspace.data("model_data")
    assert data.isWeighted()
    assert data.sumEntries() == pytest.approx(weights.sum())
