"""Histograms of dataframes with ROOT's names."""

from __future__ import annotations

import array
import math

import pytest
import ramet
import ramet.rdataframe as ROOT
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
