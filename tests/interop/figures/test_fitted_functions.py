"""Functions of fitted histograms: ROOT reads those of ramet, and ramet makes models of those of ROOT."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import ramet
from ramet import fit

ROOT = pytest.importorskip("ROOT")
pytest.importorskip("iminuit")

FORMULAS = {
    "gaus": {},
    "gausn": {},
    "expo": {},
    "pol0": {},
    "pol2": {},
    "landau": {},
    "gaus(0)+pol1(3)": {"p0": 100, "p1": 5, "p2": 1, "p3": 10, "p4": 1},
    "[A]*exp(-0.5*((x-[m])/[s])^2)+[B]": {"A": 100, "B": 1, "m": 5, "s": 1},
    "[0]*exp(-0.5*((x-[1])/[2])^2)+expo(3)": {"p0": 100, "p1": 5, "p2": 1, "p3": 1, "p4": -0.1},
    "[height]*exp(-0.5*(x-[center])^2)": {"height": 100, "center": 5},
}


def peak() -> ramet.Histogram:
    random = np.random.default_rng(1)
    events = np.concatenate([random.normal(5, 1, 4_000), random.uniform(0, 10, 1_000)])
    return ramet.Histogram(40, (0, 10), name="h").fill(events)


@pytest.mark.parametrize("text", FORMULAS)
def test_root_reads_the_function_of_a_fitted_histogram(text: str, tmp_path: pathlib.Path) -> None:
    histogram = peak()
    fixed = {"B": 25} if "[B]" in text else {}
    found = histogram.fit(text, FORMULAS[text], fixed=fixed)
    with ramet.recreate(tmp_path / "f.root") as file:
        file["h"] = histogram
        file["alone"] = histogram.functions[0]
    file = ROOT.TFile.Open(str(tmp_path / "f.root"))
    stored = file.Get("h")
    function = stored.GetFunction(text)
    assert function
    alone = file.Get("alone")
    for one in (function, alone):
        assert one.GetNpar() == len(found.parameters)
        for number, parameter in enumerate(found.parameters):
            assert one.GetParName(number) == parameter.name
            assert one.GetParameter(number) == parameter.value
            assert one.GetParError(number) == (0 if parameter.is_fixed else parameter.error)
        assert one.GetChisquare() == found.minimum
        assert pytest.approx(found.points - len(found.parameters) + len(fixed)) == one.GetNDF()
        for x in (1.0, 4.5, 9.0):
            assert one.Eval(x) == pytest.approx(ramet.formula(text)(x, parameters=found.values), rel=1e-12)
    stored.Fit(function, "Q0")  # ROOT goes on with it
    canvas = ROOT.TCanvas()
    stored.Draw()
    canvas.SaveAs(str(tmp_path / "f.svg"))
    assert (tmp_path / "f.svg").stat().st_size > 1000
    file.Close()


def test_a_function_of_root_is_a_model(tmp_path: pathlib.Path) -> None:
    file = ROOT.TFile(str(tmp_path / "f.root"), "RECREATE")
    histogram = ROOT.TH1D("h", "", 40, 0, 10)
    for event in np.random.default_rng(1).normal(5, 1, 5_000):
        histogram.Fill(event)
    function = ROOT.TF1("mine", "[A]*exp(-0.5*((x-[m])/[s])^2)", 1, 9)
    function.SetParameters(300, 5, 1)
    function.FixParameter(1, 5)
    histogram.Fit(function, "Q0R")
    histogram.Write()
    file.Close()
    with ramet.open(tmp_path / "f.root") as read:
        (stored,) = read["h"].functions
        contents = read["h"]
        model = fit.formula(stored, extended=True)
        with ramet.recreate(tmp_path / "g.root") as written:
            written["h"] = contents
    assert model.parameters == ("A", "s")
    assert model.range == (1, 9)
    x = np.linspace(1, 9, 5)
    values = {one.name: one.value for one in stored.parameters if one.name != "m"}
    assert model.pdf(x, values) == pytest.approx([function.Eval(one) for one in x], rel=1e-12)
    again = ROOT.TFile.Open(str(tmp_path / "g.root"))
    kept = again.Get("h").GetFunction("mine")
    assert kept.GetParError(0) == function.GetParError(0)
    assert kept.GetChisquare() == function.GetChisquare()
    assert kept.GetNDF() == function.GetNDF()
    assert kept.Eval(4.0) == pytest.approx(function.Eval(4.0))
    again.Close()
