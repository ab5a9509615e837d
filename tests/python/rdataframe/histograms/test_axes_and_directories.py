"""Axes of histograms with titles and names of bins, moments of profiles, directories of files. The answers are those of
ROOT 6.40."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet
import ramet.rdataframe as ROOT


@pytest.fixture
def df() -> ROOT.RDataFrame:
    return ROOT.RDataFrame(30).Define("x", "rdfentry_ % 3 + 0.").Define("y", "rdfentry_ * 1.")


def test_titles_change_no_errors(df: ROOT.RDataFrame) -> None:
    plain = df.Histo1D(("h", "", 3, 0, 3), "x").GetValue()
    plain.GetXaxis().SetTitle("x")
    plain.SetBinContent(2, 4)
    assert (plain.GetSumw2N(), plain.GetBinError(2)) == (0, 2)


@pytest.mark.parametrize("option", ["s", "i", "g"])
def test_titles_keep_what_profiles_are(df: ROOT.RDataFrame, option: str) -> None:
    profile = df.Profile1D(("p", "", 3, 0, 3, 2, 20, option), "x", "y", "y").GetValue()
    before = profile.GetBinError(2)
    profile.GetXaxis().SetTitle("x")
    profile.SetTitle("t;a;b")
    assert profile.GetBinError(2) == before
    assert profile.ToRamet().error_option == option
    assert profile.ToRamet().height_range == (2, 20)
    assert (profile.GetXaxis().GetTitle(), profile.GetYaxis().GetTitle()) == ("a", "b")
    profile.SetTitle("#;;c")
    assert (profile.GetTitle(), profile.GetXaxis().GetTitle(), profile.GetYaxis().GetTitle()) == (";", "c", "b")


def test_names_of_bins(df: ROOT.RDataFrame, tmp_path: Path) -> None:
    cuts = ROOT.TH1D("cuts", "t;cut;n", 3, 0, 3)
    axis = cuts.GetXaxis()
    for number, name in enumerate(["all", "trigger"], 1):
        axis.SetBinLabel(number, name)
        cuts.SetBinContent(number, 10 - number)
    axis.SetBinLabel(3, "x")
    axis.SetBinLabel(3, "")
    assert [axis.GetBinLabel(number) for number in range(5)] == ["", "all", "trigger", "", ""]
    assert cuts.GetBinError(2) == pytest.approx(8**0.5)
    with pytest.raises(ramet.MisuseError, match="no bin 4"):
        axis.SetBinLabel(4, "more")
    with ROOT.TFile(str(tmp_path / "o.root"), "RECREATE"):
        cuts.Write()
    with ROOT.TFile(str(tmp_path / "o.root")) as file:
        read = file.Get("cuts").GetXaxis()
        assert (read.GetBinLabel(2), read.GetTitle()) == ("trigger", "cut")


def test_heights_of_profiles(df: ROOT.RDataFrame) -> None:
    profile = df.Profile1D(("p", "", 3, 0, 3), "x", "y").GetValue()
    assert profile.GetMean(2) == 14.5
    assert profile.GetStdDev(2) == pytest.approx(8.65544144839919)
    profile.GetXaxis().SetRange(1, 2)
    assert profile.GetMean(2) == 14
    flat = df.Profile2D(("q", "", 3, 0, 3, 2, 0, 30), "x", "y", "y").GetValue()
    assert (flat.GetMean(3), flat.GetMean(2)) == (14.5, 14.5)
    with pytest.raises(ramet.UnsupportedError, match="its axes are 1 to 2"):
        flat.GetMean(4)


def test_bins_above_a_threshold(df: ROOT.RDataFrame) -> None:
    h = df.Filter("x > 0.5").Histo1D(("h", "", 5, -1, 4), "x", "y").GetValue()
    assert (h.FindFirstBinAbove(), h.FindLastBinAbove(), h.FindFirstBinAbove(1e9)) == (3, 4, -1)
    assert (h.FindFirstBinAbove(-1, 1, 0), h.FindLastBinAbove(-1, 1, 0, 99)) == (1, 5)
    assert h.FindLastBinAbove(0, 1, 1, 3) == 3
    plane = df.Histo2D(("m", "", 3, 0, 3, 5, 0, 50), "x", "y").GetValue()
    assert (plane.FindFirstBinAbove(0, 2), plane.FindLastBinAbove(0, 2)) == (1, 3)
    assert df.Profile1D(("p", "", 3, 0, 3, "s"), "x", "y").GetErrorOption() == "s"
    with pytest.raises(ramet.UnsupportedError, match="GetErrorOption of a TH2D"):
        plane.GetErrorOption()


def test_directories(df: ROOT.RDataFrame, tmp_path: Path) -> None:
    path = str(tmp_path / "o.root")
    h = df.Histo1D(("h", "", 3, 0, 3), "x")
    with ROOT.TFile(path, "RECREATE") as file:
        first = file.mkdir("a")
        first.cd()
        h.Write()
        inner = file.mkdir("b").mkdir("c")
        inner.cd()
        h.Write("h2")
        file.cd()
        h.Write("top")
        file.cd("a")
        h.Write("again")
        first.WriteObject(h, "w")
        first.Write()
        assert (first.GetName(), inner.GetName(), inner.GetPath()) == ("a", "c", f"{path}:/b/c")
    with ROOT.TFile(path) as file:
        names = ("a/h", "b/c/h2", "top", "a/again", "a/w")
        assert [file.Get(name).GetEntries() for name in names] == [30] * 5
        folder = file.GetDirectory("a")
        assert sorted(key.GetName() for key in folder.GetListOfKeys()) == ["again", "h", "w"]
        assert (folder.Get("h").GetEntries(), file.Get("b").GetDirectory("c").Get("h2").GetEntries()) == (30, 30)
        assert "h" in folder.keys(cycle=False)  # the names of ramet
        with pytest.raises(ramet.MisuseError, match="open for reading"):
            file.mkdir("d")
