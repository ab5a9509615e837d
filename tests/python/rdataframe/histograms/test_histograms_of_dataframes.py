"""Histograms and graphs of dataframes with ROOT's names, and what is printed."""

from __future__ import annotations

import array
import math

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.errors import UnsupportedError
from ramet.rdataframe import RDataFrame


def test_titles_and_bins(events: RDataFrame) -> None:
    h = events.Histo1D(("h", "title;x [GeV];events#;all", 4, 0, 40), "MET_pt").GetValue()
    assert (h.GetName(), h.GetTitle(), h.GetEntries()) == ("h", "title", 4)
    assert (h.GetXaxis().GetTitle(), h.GetYaxis().GetTitle()) == ("x [GeV]", "events;all")
    assert [h.GetBinContent(number) for number in range(h.GetNbinsX() + 2)] == [0, 0, 1, 1, 1, 1]
    assert (h.Integral(), h.Integral(0, 5), h.Integral(2, 2), h.GetMaximum(), h.GetMaximumBin()) == (3, 4, 1, 1, 2)
    assert (h.GetBinCenter(1), h.GetBinLowEdge(4), h.GetXaxis().GetBinUpEdge(5), h.FindBin(40)) == (5, 30, 50, 5)
    assert h.GetMean() == pytest.approx(20)
    assert h.values().tolist() == [0, 1, 1, 1]


def test_models(events: RDataFrame) -> None:
    edges = array.array("d", [0, 15, 100])
    models = [
        ("h", "", 2, edges),
        ["h", "", 2, [0, 15, 100]],
        ROOT.RDF.TH1DModel("h", "", 2, edges),
        ROOT.RDF.TH1DModel(ramet.Histogram([0, 15, 100], name="h")),
    ]
    for model in models:
        h = events.Histo1D(model, "MET_pt")
        assert [h.GetBinContent(1), h.GetBinContent(2)] == [1, 3]
        assert h.GetName() == "h"
    plane = events.Histo2D(("p", "t;x;y", 2, edges, 3, 0, 3), "MET_pt", "nJet", "MET_pt")
    assert (plane.GetNbinsY(), plane.GetBinContent(1, 1), plane.GetBinContent(2, 2)) == (3, 10, 20)
    assert plane.GetBinContent(2, 4) == 40
    assert plane.GetBinError(2, 2) == 20
    for wrong in (("h",), ("h", "", 2), ("h", "", 2, 0), ("h", "", 2, 0, 1, 5), 7):
        with pytest.raises((TypeError, ramet.MisuseError)):
            events.Histo1D(wrong, "MET_pt")
    with pytest.raises(ramet.MisuseError):
        events.Histo2D(("h", "", 2, 0, 0, 2, 0, 0), "MET_pt", "nJet")


def test_ranges_are_found(events: RDataFrame) -> None:
    plain = events.Histo1D("nJet")
    assert (plain.GetName(), plain.GetTitle(), plain.GetNbinsX(), plain.GetEntries()) == ("nJet", "nJet", 128, 4)
    assert (plain.GetXaxis().GetTitle(), plain.GetYaxis().GetTitle()) == ("nJet", "count")
    assert plain.GetXaxis().GetXmin() <= 0
    assert plain.GetXaxis().GetXmax() > 3
    weighted = events.Histo1D("MET_pt", "nJet")
    assert weighted.GetName() == "MET_pt_weighted_nJet"
    assert weighted.GetTitle() == "MET_pt, weights: nJet"
    assert weighted.GetYaxis().GetTitle() == "count * nJet"
    assert weighted.GetSumOfWeights() == 6
    named = events.Histo1D(("h", "t;x", 10, 0, 0), "MET_pt")
    assert (named.GetNbinsX(), named.GetXaxis().GetTitle()) == (10, "x")


def test_squares_of_weights_are_kept_if_one_is_not_1(events: RDataFrame) -> None:
    df = events.Define("one", "1.f")
    for model in (("h", "", 4, 0, 50), ("h", "", 4, 0, 0)):
        assert not df.Histo1D(model, "MET_pt", "one").is_weighted
        assert df.Histo1D(model, "MET_pt", "nJet").is_weighted
        assert not df.Histo1D(model, "MET_pt").is_weighted
    profile = ("p", "", 4, 0, 50)
    assert not df.Profile1D(profile, "MET_pt", "nJet", "one").is_weighted
    assert df.Profile1D(profile, "MET_pt", "nJet", "nJet").is_weighted


def test_many_axes(events: RDataFrame) -> None:
    model = ("n", "t;a;b", 2, [2, 3], [0.0, 0.0], [50.0, 3.0])
    for ask in (events.HistoND, events.HistoNSparseD):
        h = ask(model, ["MET_pt", "nJet", "MET_pt"])
        assert (h.GetNdimensions(), h.GetTitle(), h.GetAxis(1).GetTitle(), h.GetEntries()) == (2, "t", "b", 4)
        assert h.values().sum() == 60
        with pytest.raises(ramet.MisuseError):
            ask(model, ["MET_pt"])
    cube = events.Histo3D(("c", "t;x;y;z", 1, 0, 50, 1, 0, 5, 1, 0, 5), "MET_pt", "nJet", "nJet")
    assert (cube.GetZaxis().GetTitle(), cube.GetBinContent(1, 1, 1)) == ("z", 4)


def test_profiles(events: RDataFrame) -> None:
    p = events.Profile1D(("p", "t;x;y", 2, 0, 50, 1, 9, "s"), "MET_pt", "nJet")
    assert [p.GetBinContent(1), p.GetBinContent(2)] == [1, 2.5]
    assert (p.error_option, p.height_range, p.GetYaxis().GetTitle()) == ("s", (1, 9), "y")
    plane = events.Profile2D(("q", "", 1, 0, 50, 1, 0, 5), "MET_pt", "nJet", "Muon_pt")
    assert plane.GetBinContent(1, 1) == pytest.approx((50 + 20 + 35.5 + 5 + 6 + 7) / 6)
    with pytest.raises(ramet.MisuseError):
        events.Profile1D(("p", "", 2, 0, 0), "MET_pt", "nJet")


def test_arithmetic_and_copies(events: RDataFrame) -> None:
    h = events.Histo1D(("h", "", 1, 0, 50), "MET_pt").GetValue()
    copy = h.Clone("copy")
    copy.Scale(2)
    copy.Add(h, -1)
    assert (copy.GetName(), copy.GetBinContent(1), h.GetBinContent(1)) == ("copy", 4, 4)
    assert isinstance(h.ToRamet(), ramet.Histogram)
    assert h.GetBinError(1) == math.sqrt(4)


def test_drawing(events: RDataFrame) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    events.Histo1D(("h", "", 2, 0, 50), "MET_pt").Draw()
    events.Histo2D(("h", "", 2, 0, 50, 2, 0, 4), "MET_pt", "nJet").Draw("colz")
    events.Graph("nJet", "MET_pt").Draw()


@pytest.fixture(scope="module")
def df() -> ROOT.RDataFrame:
    made = ROOT.RDataFrame(50).Define("x", "double(rdfentry_ * 7 % 50)").Define("y", "x * x / 50")
    return made.Define("w", "1 + rdfentry_ % 3")


def test_shapes_of_histograms(df: ROOT.RDataFrame) -> None:
    h = df.Histo1D(("h", "t", 5, 5, 45), "x", "w").GetValue()
    other = df.Histo1D(("g", "t", 5, 5, 45), "y").GetValue()
    shapes = [h.GetSkewness(), h.GetKurtosis(), h.GetSkewness(11), h.GetKurtosis(11)]
    assert shapes == pytest.approx([0.1771524705981237, -1.29403919935074, 0.4194440892602757, 0.8388881785205514])
    assert h.KolmogorovTest(other) == pytest.approx(0.9835142368507892, rel=1e-12)
    assert h.KolmogorovTest(other, "M") == pytest.approx(0.11352848101265822, rel=1e-12)
    assert other.KolmogorovTest(h, "UO") == pytest.approx(0.09423010523459288, rel=1e-12)
    assert h.KolmogorovTest(h) == 1
    empty = df.Filter("false").Histo1D(("e", "", 5, 5, 45), "x").GetValue()
    assert (empty.GetSkewness(), empty.GetKurtosis(11), empty.KolmogorovTest(h)) == (0, 0, 0)
    with pytest.raises(UnsupportedError, match="with M, U and O: 'X'"):
        h.KolmogorovTest(other, "X")


def test_cells_of_histograms(df: ROOT.RDataFrame) -> None:
    h = df.Histo1D(("h", "t", 5, 5, 45), "x", "w")
    assert [len(h), *h] == [7, 9, 17, 16, 15, 16, 15, 11]
    assert np.array(h.GetValue()).tolist() == [9, 17, 16, 15, 16, 15, 11]
    assert (h[0], h[1]) == (17, 16)
    plane = df.Histo2D(("h2", "t", 3, 0, 50, 2, 0, 50), "x", "y")
    assert [place for place, content in enumerate(plane) if content] == [5, 9, 13, 14]


def test_means_of_a_profile(df: ROOT.RDataFrame) -> None:
    profile = df.Profile1D(("p", "t;a;b", 5, 0, 50), "x", "y", "w")
    means = profile.ProjectionX("q")
    assert (means.ClassName(), means.GetName(), means.GetYaxis().GetTitle(), means.GetEntries()) == (
        "TH1D",
        "q",
        "b",
        50,
    )
    assert (means.GetBinContent(2), means.GetBinError(2)) == pytest.approx((4.486, 0.5862590553671643))
    assert means.GetMean() == pytest.approx(36.9888923642436)
    assert profile.ProjectionX().GetName() == "p_px"
    with pytest.raises(UnsupportedError, match="the option 'e' only: 'B'"):
        profile.ProjectionX("q", "B")


def test_points_of_graphs(df: ROOT.RDataFrame) -> None:
    plain = df.Range(5).Graph("x", "y")
    assert (plain.GetErrorY(1), plain.GetMean(), plain.GetXaxis().GetTitle()) == (-1, 14, "x")
    assert (plain.GetMean(2), plain.GetRMS(2)) == pytest.approx((5.88, 5.781169431871029))
    plain.GetYaxis().SetTitle("height")
    assert plain.GetYaxis().GetTitle() == "height"
    frame = df.Range(5).Define("e", "0.5").Define("f", "x / 10")
    graph = frame.GraphAsymmErrors("x", "y", "e", "e", "e", "f")
    assert (graph.GetErrorY(1), graph.GetErrorX(2)) == pytest.approx((0.6082762530298219, 0.5))
    assert (graph.GetCorrelationFactor(), graph.GetCovariance()) == pytest.approx((0.9589266029707684, 54.88))


def test_tables_and_reports(df: ROOT.RDataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    wide = df
    for number in range(8):
        wide = wide.Define(f"column_{number}", f"ROOT::RVecD(2, x + 100 * {number} + 10)")
    lines = wide.Display("column.*", 1).AsString().splitlines()
    assert [cell.strip() for cell in lines[1].split("|")[1:-1]] == [
        *("Row", *(f"column_{number}" for number in range(7))),
        "...",
    ]
    assert all(line.endswith("| ... | ") for line in lines[3:5])
    assert df.Define("v" * 120, "1").Display("v+", 1).AsString().count("v") == 120
    report = df.Filter("x > 100", "none").Filter("x > 3", "more").Report()
    report.Print()
    assert [math.isnan(cut.GetEff()) for cut in report] == [False, True]
    assert capsys.readouterr().out.splitlines()[1].endswith("eff=-nan % cumulative eff=0.00 %")


def test_cells_of_many_axes_have_arrays_of_numbers(events: RDataFrame) -> None:
    found = events.HistoND(("n", "", 2, [4, 4], [0.0, 0.0], [40.0, 4.0]), ["MET_pt", "nJet", "MET_pt"]).GetValue()
    place = np.array([2, 1], "int32")
    assert (found.GetBinContent(place), found.GetBinContent([2, 1]), found.GetBinError(place)) == (10, 10, 10)
    with pytest.raises(TypeError, match="3 bin numbers for 2 axes"):
        found.GetBinContent([1, 2, 3])


def test_weights_below_zero_leave_no_deviation(events: RDataFrame) -> None:
    df = events.Define("w", "nJet == 1 ? 1.5 : nJet == 0 ? -1. : 0.")  # as in ROOT: mean 40, and no spread
    found = df.Histo1D(("h", "", 10, 0, 100), "MET_pt", "w").GetValue()
    assert (found.GetMean(), found.GetStdDev(), found.GetMeanError()) == (40, 0, 0)
