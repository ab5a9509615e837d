"""Histograms with ROOT's names are computed with and looked at in parts. Numbers are those of ROOT 6.40."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT


@pytest.fixture
def df() -> ROOT.RDataFrame:
    df = (
        ROOT.RDataFrame(2000).Define("x", "(rdfentry_ * 37 % 1009) / 10. - 2").Define("w", "0.5 + (rdfentry_ % 7) / 4.")
    )
    return df.Define("y", "(rdfentry_ * 91 % 613) / 12. - 1")


@pytest.fixture
def plain(df: ROOT.RDataFrame) -> Any:
    return df.Histo1D(("h", "t;x;n", 12, 0, 90), "x").GetValue()


@pytest.fixture
def weighted(df: ROOT.RDataFrame) -> Any:
    return df.Histo1D(("w", "t;x;n", 12, 0, 90), "x", "w").GetValue()


@pytest.fixture
def plane(df: ROOT.RDataFrame) -> Any:
    return df.Histo2D(("p", "t;x;y;n", 6, 0, 90, 8, 0, 48), "x", "y", "w").GetValue()


def test_integrals_up_to_the_bin_behind_the_range(weighted: Any, plane: Any) -> None:
    bins = [(), (0, -1), (1, -1), (5, 2), (-1, -1), (0, 13), (3, 99), (5, 2, "width")]
    assert [weighted.Integral(*one) for one in bins] == [
        2226,
        2498.75,
        2447,
        1699.25,
        2498.75,
        2498.75,
        2076,
        12744.375,
    ]
    assert [plane.Integral(*one) for one in ((0, -1, 0, -1), (1, 6, 1, -1), (5, 2, 3, 4))] == [2498.75, 2182.75, 215.75]
    error = ctypes.c_double()
    assert weighted.IntegralAndError(2, 5, error) == 744
    assert error.value == pytest.approx(32.77575323314477)
    with pytest.raises(TypeError, match="c_double"):
        weighted.IntegralAndError(2, 5)


def test_projections_up_to_the_bin_behind_the_range(plane: Any) -> None:
    assert plane.ProjectionX("p", 2).Integral(0, -1) == pytest.approx(2157.75)
    assert plane.ProjectionY("p", 3, -1).Integral(0, -1) == pytest.approx(1699.25)
    assert plane.ProjectionX("p", 5, 2).Integral(0, -1) == 0
    whole = plane.ProjectionX()
    assert (whole.GetName(), whole.GetEntries()) == ("p_px", pytest.approx(1536.5767888983642))
    plane.GetYaxis().SetRange(2, 5)
    assert plane.ProjectionX("p").GetEntries() == pytest.approx(721.0065827847679)
    with pytest.raises(ramet.UnsupportedError):
        plane.ProjectionX("p", 0, -1, "[cut]")


def test_sums_have_the_entries_of_root(plain: Any, weighted: Any) -> None:
    added = weighted + plain
    assert (added.GetEntries(), added.GetName()) == (4000, "w")
    less = weighted - plain
    assert less.GetEntries() == pytest.approx(44.249541386402804)
    assert (less.GetMean(), less.GetStdDev()) == (pytest.approx(44.9321, rel=1e-5), pytest.approx(25.6429, rel=1e-5))
    half = weighted.Clone()
    half.Add(plain, 0.5)
    assert half.GetEntries() == pytest.approx(2970.051179012814)
    assert (weighted / plain).GetEntries() == pytest.approx(805.1536655141228)
    assert (weighted * plain).GetEntries() == pytest.approx(913.6258810832996)
    assert (2 * plain).GetBinContent(1) == (np.float64(2) * plain).GetBinContent(1) == 300
    assert (plain / 2).GetBinContent(1) == 75
    assert (plain.GetEntries(), plain.GetBinContent(1)) == (2000, 150)
    with pytest.raises(TypeError):
        _ = plain + 1
    other = ROOT.TH1D("o", "", 7, 0, 90)
    for wrong in (lambda: plain.Add(other), lambda: plain.Divide(other), lambda: plain.Multiply(other)):
        with pytest.raises(ramet.UnsupportedError, match="different bins"):
            wrong()


def test_efficiencies(df: ROOT.RDataFrame, plain: Any) -> None:
    passed = df.Filter("rdfentry_ % 3 == 0").Histo1D(("h", "", 12, 0, 90), "x")
    made = plain.Clone()
    assert made.Divide(passed, plain, 1, 1, "B")
    assert made.GetBinContent(1) == pytest.approx(0.34)
    assert made.GetBinError(1) == pytest.approx(np.sqrt(0.34 * 0.66 / 150))
    assert made.GetEntries() == 2000
    with pytest.raises(ramet.UnsupportedError, match="option 'pois'"):
        made.Divide(passed, plain, 1, 1, "pois")


def test_scales_by_widths_and_other_edges(df: ROOT.RDataFrame) -> None:
    h = df.Histo1D(("e", "", 4, [0, 10, 15, 50, 90]), "x", "w").GetValue()
    assert not h.Rebin(2, "even", [0, 15, 30]).ToRamet().axis().is_regular  # as ROOT keeps edges
    merged = h.Rebin(2, "new", [0, 15, 90])
    assert (merged.GetName(), merged.GetEntries(), merged.GetMean()) == ("new", 2000, h.GetMean())
    assert merged.values().tolist() == [371, 1855]
    h.Scale(2.0, "width")
    assert [h.GetBinContent(one) for one in (0, 1, 4)] == pytest.approx([4.6, 49.4, 49.25])
    assert h.GetEntries() == pytest.approx(919.1525635772571)
    with pytest.raises(ramet.MisuseError, match="name"):
        h.Rebin(2, "", [0, 15, 90])
    with pytest.raises(ramet.UnsupportedError, match="'surface'"):
        h.Scale(1, "surface")


def test_bins_of_planes_are_merged_and_changed(plane: Any) -> None:
    assert plane.RebinX(2, "a").ToRamet().shape == plane.Rebin(2, "b").ToRamet().shape == (3, 8)
    assert plane.RebinY(4, "c").ToRamet().shape == (6, 2)
    assert plane.Rebin2D(3, 2).ToRamet().shape == (2, 4)
    plane.SetBinContent(1, 2, 17)
    assert plane.GetBinContent(1, 2) == 17


def test_profiles_of_planes(plane: Any) -> None:
    profile = plane.ProfileX()
    assert (profile.GetName(), profile.ClassName(), profile.GetEntries()) == (
        "p_pfx",
        "TProfile",
        pytest.approx(1441.837374383525),
    )
    assert [profile.GetBinContent(1), profile.GetBinError(1)] == pytest.approx([25.0986, 0.8604], rel=1e-4)
    assert plane.ProfileY("q", 2, 3).GetYaxis().GetTitle() == ""
    with pytest.raises(ramet.UnsupportedError):
        plane.ProfileX("p", 1, -1, "s")


def test_profiles_are_added(df: ROOT.RDataFrame) -> None:
    profile = df.Profile1D(("p", "", 6, 0, 90), "x", "y").GetValue()
    entries, height = profile.GetEntries(), profile.GetBinContent(2)
    profile.Add(profile)
    assert (profile.GetEntries(), profile.GetBinContent(2)) == (2 * entries, height)
    with pytest.raises(ramet.UnsupportedError, match="no factors"):
        profile.Add(profile, 2)


def test_bins_that_are_looked_at(weighted: Any, plane: Any) -> None:
    axis = weighted.GetXaxis()
    axis.SetRangeUser(15, 45)
    assert (axis.GetFirst(), axis.GetLast()) == (3, 6)
    assert (weighted.Integral(), weighted.Integral(1, 12), weighted.GetSumOfWeights()) == (745, 2226, 2226)
    assert (weighted.GetMean(), weighted.GetStdDev()) == pytest.approx((29.9295, 8.3962), rel=1e-4)
    assert weighted.GetEffectiveEntries() == pytest.approx(514.865491651206)
    assert (weighted.GetMaximumBin(), weighted.GetMinimumBin(), weighted.GetMaximum()) == (4, 5, 188.5)
    assert weighted.Clone().GetXaxis().GetFirst() == 3
    axis.SetRange(0, 99)
    assert (axis.GetFirst(), axis.GetLast()) == (0, 13)
    axis.UnZoom()
    assert weighted.GetMaximumBin() == 10
    plane.GetXaxis().SetRange(2, 4)
    assert plane.GetCovariance() == pytest.approx(2.0397261011444243)


def test_edges_are_those_of_root() -> None:
    axis = ROOT.TH1D("h", "", 100, 0, 10).GetXaxis()
    assert {axis.GetBinWidth(number) for number in range(102)} == {0.1}
    assert (axis.GetBinLowEdge(4), axis.GetBinUpEdge(3), axis.GetBinCenter(3)) == (3 * 0.1, 3 * 0.1, 0.25)
    variable = ROOT.TH1D("v", "", 4, [0, 0.1, 0.3, 1, 5.5]).GetXaxis()
    assert [variable.GetBinWidth(number) for number in (0, 1, 4, 5)] == [1.375, 0.1, 4.5, 1.375]
    assert [variable.GetBinCenter(number) for number in (0, 4, 5)] == [-0.6875, 3.25, 6.1875]
    assert [variable.FindBin(value) for value in (-1, 0, 0.3, 5.5)] == [0, 1, 3, 5]
    evenly = ROOT.TH1D("e", "", 100, 0, 10)
    for value in range(1000):
        evenly.Fill(value % 100 / 10 + 0.05)
    evenly.Scale(1 / evenly.Integral())
    evenly.Scale(1, "width")
    assert evenly.GetMaximumBin() == 1


def test_limits_of_contents(weighted: Any) -> None:
    weighted.SetMaximum(3)
    weighted.SetMinimum(1)
    assert (weighted.GetMaximum(), weighted.GetMinimum()) == (3, 1)
    weighted.Scale(2)
    assert (weighted.GetMaximum(), weighted.GetMinimum()) == (378, 362)
    assert weighted.GetMaximum(370) == 369.5
    weighted.GetYaxis().SetRangeUser(5, 7)
    assert weighted.GetMaximum() == 7


def test_what_is_drawn_is_what_is_looked_at(weighted: Any) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.figure()
    weighted.GetXaxis().SetRange(3, 6)
    weighted.SetMaximum(500)
    weighted.Draw()
    axes = pyplot.gca()
    assert axes.get_xlim() == (15, 45)
    assert axes.get_ylim()[1] == 500


def test_classes_and_what_there_is_not(weighted: Any, plane: Any) -> None:
    assert [weighted.InheritsFrom(name) for name in ("TH1", "TH1D", "TNamed", "TH2")] == [True, True, True, False]
    assert plane.InheritsFrom("TH1")
    assert plane.ProfileX().InheritsFrom("TH1D")
    assert weighted.GetBinErrorLow(3) == weighted.GetBinErrorUp(3) == weighted.GetBinError(3)
    with pytest.raises(ramet.UnsupportedError, match="Efficiency"):
        weighted.SetBinErrorOption(1)
    assert not hasattr(weighted, "FFT")
    with pytest.raises(ramet.UnsupportedError, match="no 'FFT'"):
        weighted.FFT()


def test_errors_of_quotients_and_products_of_kept_squares() -> None:
    n, d = ROOT.TH1D("n", "", 1, 0, 1), ROOT.TH1D("d", "", 1, 0, 1)
    for h, count in ((n, 50), (d, 100)):
        for _ in range(count):
            h.Fill(0.5)
        h.Sumw2()
    n.Divide(d)
    assert n.GetBinError(1) == pytest.approx(0.5 * np.sqrt(1 / 50 + 1 / 100))


def test_squares_are_kept_from_sumw2_on(plain: Any, weighted: Any) -> None:
    moments = plain.GetEntries(), plain.GetMean(), plain.GetStdDev()
    assert plain.GetSumw2N() == 0
    plain.Sumw2()
    plain.Sumw2()
    assert (plain.GetSumw2N(), plain.GetBinError(3)) == (14, pytest.approx(np.sqrt(plain.GetBinContent(3))))
    assert (plain.GetEntries(), plain.GetMean(), plain.GetStdDev()) == moments
    square = plain * plain
    assert square.GetBinError(3) == pytest.approx(np.sqrt(2) * plain.GetBinContent(3) ** 1.5)
    weighted.Sumw2(False)
    assert (weighted.GetSumw2N(), weighted.GetBinError(3)) == (0, pytest.approx(np.sqrt(weighted.GetBinContent(3))))


def test_histograms_with_other_edges_are_not_combined() -> None:
    one, other = ROOT.TH1D("one", "", 4, 0, 4), ROOT.TH1D("other", "", 4, 0, 40)
    for combine in (one.Add, one.Divide, one.Multiply):
        with pytest.raises(ramet.UnsupportedError, match="axis 0: 'one' has them from 0 to 4, 'other' from 0 to 40"):
            combine(other)
    between = ROOT.RDataFrame(1).Define("x", "1.").Histo1D(("b", "", 4, [0.0, 1, 2, 3.5, 4]), "x").GetValue()
    with pytest.raises(ramet.UnsupportedError, match="from 0 to 4, 'b' from 0 to 4, with other edges between"):
        one.Add(between)
    assert one.Divide(ROOT.TH1D("near", "", 4, 1e-14, 4))


def test_scales_without_squares_have_errors_of_the_new_contents(plain: Any, weighted: Any) -> None:
    count = plain.GetBinContent(3)
    plain.Scale(4, "nosw2")
    assert (plain.GetSumw2N(), plain.GetBinError(3), plain.GetEntries()) == (0, np.sqrt(4 * count), 2000)
    plain.Scale(-1, "nosw2")
    assert plain.GetBinError(3) == np.sqrt(4 * count)
    error = weighted.GetBinError(3)
    weighted.Scale(4, "nosw2")
    assert weighted.GetBinError(3) == pytest.approx(4 * error)


def test_bins_that_are_not_there_are_not_set(plane: Any) -> None:
    line = ROOT.TH1D("line", "", 4, 0, 4)
    for number in (-1, 6, 9):
        line.SetBinContent(number, 7)
        line.SetBinError(number, 7)
    assert [line.GetBinContent(number) for number in range(6)] == [0] * 6
    total = plane.Integral(0, -1, 0, -1)
    plane.SetBinContent(-1, 3, 1e6)
    plane.SetBinContent(3, 10, 1e6)
    plane.SetBinContent(80, 1e6)
    assert plane.Integral(0, -1, 0, -1) == total


def test_moments_of_no_fills_and_of_no_axis(plane: Any) -> None:
    plane.Reset()
    assert (plane.GetCovariance(), plane.GetCorrelationFactor()) == (0, 0)
    with pytest.raises(ramet.UnsupportedError, match="along axis 3 of 'p_pfx': its axes are 1 to 1"):
        plane.ProfileX().GetMean(3)
    assert plane.ProfileX().GetMean(2) == 0


def test_projections_have_the_bins_of_the_range_of_their_axis(plane: Any) -> None:
    whole = plane.ProjectionX("whole")
    plane.GetXaxis().SetRange(2, 4)
    part, padded = plane.ProjectionX("part"), plane.ProjectionX("padded", 0, -1, "o")
    assert [part.GetXaxis().GetBinLowEdge(number) for number in range(1, 5)] == [15, 30, 45, 60]
    expected = [0, *(whole.GetBinContent(number) for number in (2, 3, 4)), 0]
    assert [part.GetBinContent(number) for number in range(5)] == expected
    assert [padded.GetBinContent(number) for number in range(8)] == [0, *expected, 0, 0]
    profile = plane.ProfileX()
    assert (profile.GetNbinsX(), profile.GetXaxis().GetBinLowEdge(1)) == (3, 15)
