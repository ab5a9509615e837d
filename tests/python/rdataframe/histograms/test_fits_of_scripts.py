"""Functions with ROOT's names, and their fits, give what ROOT 6.40 gives."""

from __future__ import annotations

import math
from typing import Any

import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.errors import MisuseError

pytest.importorskip("iminuit")

CONTENTS = [2, 3, 9, 21, 32, 46, 55, 47, 36, 17, 8, 4, 0, 1]
# of ROOT: values, errors, chi square, degrees of freedom
FITS = {
    "Q": ([52.45, -0.26, 1.065], [4.0, 0.065, 0.054], 2.1806, 10),
    "QL": ([52.31, -0.2659, 1.073], [3.9, 0.065, 0.047], 5.1303, 11),
    "QI": ([52.94, -0.26, 1.056], [4.1, 0.065, 0.054], 2.18186, 10),
}


@pytest.fixture
def peak() -> Any:
    h = ROOT.TH1D("h", "", len(CONTENTS), -3.5, 3.5)
    for number, content in enumerate(CONTENTS):
        for _ in range(content):
            h.Fill(-3.25 + number / 2)
    return h


def found(curve: Any) -> Any:
    numbers = range(curve.GetNpar())
    values = [float(f"{curve.GetParameter(n):.4g}") for n in numbers]
    return values, [float(f"{curve.GetParError(n):.2g}") for n in numbers], curve.GetChisquare(), curve.GetNDF()


def test_values_of_functions() -> None:
    f = ROOT.TF1("f", "[0]*exp(-x/[1])+[2]", 0, 10)
    f.SetParameters(10, 2, 1)
    f.SetParName(1, "tau")
    assert f.Eval(3) == f(3) == pytest.approx(10 * math.exp(-1.5) + 1)
    assert f.Integral(0, 5) == pytest.approx(20 * (1 - math.exp(-2.5)) + 5, rel=1e-12)
    assert (f.GetMaximumX(), f.GetMinimumX()) == (0, 10)
    assert f.Derivative(2) == pytest.approx(-5 * math.exp(-1), rel=1e-9)
    assert f.GetX(5) == pytest.approx(-2 * math.log(0.4))
    assert (f.GetParameter("tau"), f.GetParName(0), f.GetNpar(), f.GetXmax()) == (2, "p0", 3, 10)
    assert ROOT.TF1("s", "sin(x)/x", 0.1, 20).GetMinimumX() == pytest.approx(4.49340946)
    assert ROOT.TF1("n", "ROOT::Math::normal_cdf(x, [0], 1)", -5, 5).EvalPar([1.0], [2.0]) == 0.5
    with pytest.raises(ramet.MisuseError, match="no parameter 'b'"):
        f.SetParameter("b", 1)
    with pytest.raises(ramet.UnsupportedError, match="2 variables"):
        ROOT.TF1("p", "x*y", 0, 1)


def test_integrals_end_whatever_the_function() -> None:
    assert ROOT.TF1("s", "sin(x)", -4, 4).Integral(-math.pi, math.pi) == pytest.approx(0, abs=1e-14)
    assert ROOT.TF1("j", "x > 0.3", 0, 1).Integral(0, 1) == pytest.approx(0.7, rel=1e-12)
    assert ROOT.TF1("n", "1e10 + sin(x) - 1e10", 0, 3).Integral(0, math.pi) == pytest.approx(2, rel=1e-5)
    assert ROOT.TF1("g", "gaus", -5, 5).Integral(-5, 5) == 0
    peak = ROOT.TF1("p", lambda x: math.exp(-0.5 * ((x[0] - 3) / 0.05) ** 2), 0, 10)
    assert peak.Integral(0, 10) == pytest.approx(0.05 * math.sqrt(2 * math.pi), rel=1e-10)


@pytest.mark.parametrize("option", ["Q", "QL", "QI"])
def test_peaks_are_fitted(peak: Any, option: str) -> None:
    result = peak.Fit("gaus", f"S{option}")
    values, errors, squares, degrees = FITS[option]
    assert found(peak.GetFunction("gaus")) == (
        pytest.approx(values, rel=2e-3, abs=1e-3),
        pytest.approx(errors, rel=0.05),
        pytest.approx(squares, rel=1e-4),
        degrees,
    )
    assert (int(result), result.IsValid(), result.Ndf()) == (0, True, degrees)
    assert result.Parameter(1) == peak.GetFunction("gaus").GetParameter(1)
    assert peak.GetFunction("expo") is None


def test_functions_of_ones_own(peak: Any) -> None:
    curve = ROOT.TF1("k", "[A]*exp(-0.5*((x-[mu])/[s])^2)+[b]", -2, 2)
    curve.SetParameters(50, 0, 0, 1)  # in the order of the names
    peak.Fit(curve, "QR")
    assert curve.GetNDF() == 4
    curve.FixParameter(1, 0.0)
    peak.Fit(curve, "Q")
    fixed = found(curve)
    assert (curve.GetParameter("b"), curve.GetParError("b"), curve.GetNDF()) == (0, 0, 10)
    assert fixed[2] == pytest.approx(FITS["Q"][2], rel=1e-4)
    curve.SetParLimits(1, 0, 5)
    peak.Fit(curve, "Q")
    assert curve.GetParameter("b") >= 0

    def shape(x: Any, p: Any) -> float:
        return float(p[0] * math.exp(-0.5 * ((x[0] - p[1]) / p[2]) ** 2))

    python = ROOT.TF1("python", shape, -3.5, 3.5, 3)
    python.SetParameters(50, 0, 1)
    peak.Fit(python, "Q")
    assert python.GetChisquare() == pytest.approx(FITS["Q"][2], rel=1e-4)


def test_graphs_and_profiles() -> None:
    graph = ROOT.TGraphErrors(5, [1, 2, 3, 4, 5], [2.1, 3.9, 6.2, 7.8, 10.1], [0] * 5, [0.1, 0.2, 0.2, 0.3, 0.2])
    graph.Fit("pol1", "Q")
    assert found(graph.GetFunction("pol1"))[:2] == ([0.08743, 1.991], [0.13, 0.051])
    profile = ROOT.TProfile("p", "", 3, 0, 3)
    for x, height in ((0.5, 1), (0.5, 2), (1.5, 3), (1.5, 4), (2.5, 5), (2.5, 7)):
        profile.Fill(x, height)
    profile.Fit("pol1", "Q")
    curve: Any = profile.GetFunction("pol1")
    assert curve.GetParameter(1) == pytest.approx(13 / 6, abs=1e-3)


def test_what_is_refused(peak: Any) -> None:
    for option in ("W", "WL", "P", "U"):
        with pytest.raises(ramet.UnsupportedError, match=f"option '{option}'"):
            peak.Fit("gaus", option)
    peak.Scale(0.5)
    with pytest.raises(ramet.UnsupportedError, match="without weights"):
        peak.Fit("gaus", "QL")
    with pytest.raises(ramet.MisuseError, match="no bin with contents"):
        ROOT.TH1D("none", "", 5, 0, 1).Fit("gaus", "Q")
    with pytest.raises(ramet.UnsupportedError, match="one axis"):
        ROOT.TH2D("p", "", 4, 0, 4, 4, 0, 4).Fit("pol1")


def test_points_are_set() -> None:
    graph = ROOT.TGraph()
    graph.SetPoint(0, 1, 2)
    graph.AddPoint(3, 4)
    assert (graph.GetN(), graph.GetPointX(1), graph.Eval(2)) == (2, 3, 3)
    graph = ROOT.TGraphAsymmErrors()
    graph.SetPoint(1, 1, 2)
    graph.SetPointError(1, 0.1, 0.2, 0.3, 0.4)
    graph.SetPointY(1, 5)
    assert (graph.GetN(), graph.GetErrorYhigh(1), graph.GetErrorXlow(1), graph.GetPointY(1)) == (2, 0.4, 0.1, 5)
    with pytest.raises(ramet.UnsupportedError, match="SetPointError"):
        ROOT.TGraph(1, [1], [2]).SetPointError(0, 1, 1)


def test_names_of_functions_are_no_formulas(peak: Any) -> None:
    with pytest.raises(MisuseError, match=r"a TF1 of that name is given itself: Fit\(bump\), not its name"):
        peak.Fit("bump", "R")
