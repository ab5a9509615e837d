"""What scripts of PyROOT do beside dataframes: files, histograms that change, chains, samples, functions of numba. The
numbers are those of ROOT 6.40 for the same statements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import ramet
import ramet.rdataframe as ROOT


@pytest.fixture
def df(path: str) -> ROOT.RDataFrame:
    return ROOT.RDataFrame("Events", path)


@pytest.fixture
def h(df: ROOT.RDataFrame) -> Any:
    return df.Histo1D(("h", "t;xx;yy", 10, 0, 50), "x")


def test_errors_of_moments(h: Any) -> None:
    assert h.GetMeanError() == pytest.approx(1.443304, abs=1e-6)
    assert h.GetStdDevError() == pytest.approx(1.02057, abs=1e-5)
    assert h.GetEffectiveEntries() == 100


def test_sums_with_widths_and_bins(h: Any) -> None:
    assert (h.Integral(), h.Integral(1, 5), h.Integral("width")) == (100, 50, 500)
    assert (h.GetBinContent(0), h.GetBinContent(11), h.GetBinContent(99)) == (0, 0, 0)
    assert h.GetCumulative().GetBinContent(4) == 40
    assert h.GetCumulative(False).GetBinContent(4) == 70


def test_histograms_change(h: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert h.Rebin(2).GetNbinsX() == 5
    assert h.GetBinError(3) == pytest.approx(4.47213595)
    h.Print()
    assert capsys.readouterr().out == "TH1.Print Name  = h, Entries= 100, Total sum= 100\n"
    h.Scale(2.0)
    h.SetLineColor(2)
    h.GetXaxis().SetTitleOffset(1.2)
    h.SetTitle("new;ax")
    h.SetName("hh")
    h.GetYaxis().SetTitle("q")
    assert (h.GetTitle(), h.GetName(), h.GetXaxis().GetTitle(), h.GetYaxis().GetTitle()) == ("new", "hh", "ax", "q")
    h.SetBinContent(1, 5.0)
    h.SetBinError(1, 2.0)
    assert (h.GetBinContent(1), h.GetBinError(1), h.GetBinError(2)) == (5, 2, pytest.approx(80**0.5))
    h.Fill(3.0)
    assert h.GetBinContent(1) == 6
    other = h.Clone("other")
    assert other.Divide(h)
    assert other.GetBinContent(2) == 1
    assert other.GetBinError(2) == pytest.approx((2 * 80 / 1600) ** 0.5)
    other.Multiply(h)
    assert other.GetBinContent(2) == 40
    other.Reset()
    assert (other.GetEntries(), other.Integral()) == (0, 0)
    assert h.GetEntries() == 102
    with pytest.raises(AttributeError, match="no 'FFT'"):
        h.FFT()


def test_two_axes(df: ROOT.RDataFrame) -> None:
    h = df.Histo2D(("h2", "", 5, 0, 50, 7, 0, 7), "x", "i")
    assert h.ProjectionX().GetBinContent(2) == 20
    assert h.ProjectionX().GetName() == "h2_px"
    assert h.ProjectionY("py", 1, 2).GetBinContent(2) == 6
    assert (h.GetBin(1, 1), h.GetBinContent(1, 1)) == (8, 3)
    assert h.GetCorrelationFactor() == pytest.approx(0.025399, abs=1e-6)
    profile = df.Profile1D(("p", "", 5, 0, 50), "x", "i")
    assert (profile.GetBinEntries(2), profile.GetBinContent(2)) == (20, pytest.approx(2.9))
    assert (profile.GetBinEffectiveEntries(2), profile.GetBinEffectiveEntries(0)) == (20, 0)
    assert df.Graph("x", "i").Eval(1.2) == pytest.approx(2.4)


def test_files(df: ROOT.RDataFrame, h: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "out.root")
    file = ROOT.TFile(path, "RECREATE")
    h.Write()
    df.Graph("x", "i").Write("g")
    file.WriteObject(df.Profile1D(("p", "", 5, 0, 50), "x", "i"), "p")
    file.Close()
    with pytest.raises(ramet.MisuseError, match="no file is open"):
        h.Write()
    found = ROOT.TFile.Open(path)
    assert sorted(key.GetName() for key in found.GetListOfKeys()) == ["g", "h", "p"]
    assert found.Get("h").GetEntries() == 100
    assert (found["h"].GetMean(), found["g"].GetN()) == (24.75, 100)
    assert not found.IsZombie()
    with pytest.raises(ramet.MisuseError, match="open for reading"):
        found.WriteObject(h, "again")
    with pytest.raises(ramet.MisuseError, match="there are READ"):
        ROOT.TFile(path, "NOTHING")


def test_what_dataframes_are_made_of(path: str) -> None:
    chain = ROOT.TChain("Events")
    chain.Add(path)
    chain.Add(path)
    assert ROOT.RDataFrame(chain).Count().GetValue() == 200 == chain.GetEntries()
    assert ROOT.RDataFrame(ROOT.TFile.Open(path).Get("Events")).Count().GetValue() == 100
    spec = ROOT.RDF.Experimental.RDatasetSpec()
    for name, weight in (("a", 1.0), ("b", 2.0)):
        meta = ROOT.RDF.Experimental.RMetaData()
        meta.Add("w", weight)
        assert (meta.GetD("w"), meta.GetI("k", 3), meta.GetS("name", "none")) == (weight, 3, "none")
        spec.AddSample(ROOT.RDF.Experimental.RSample(name, ["Events"], [path], meta))
    df = ROOT.RDataFrame(spec)
    assert df.DefinePerSample("w", 'rdfsampleinfo_.GetD("w")').Sum("w").GetValue() == 300
    plain = ROOT.RDF.Experimental.RDatasetSpec().AddSample(("a", "Events", path))
    assert ROOT.RDataFrame(plain).Count().GetValue() == 100
    assert ROOT.ROOT.RDataFrame(3).Count().GetValue() == 3


def test_histograms_of_the_script_are_filled(df: ROOT.RDataFrame) -> None:
    model = ROOT.TH1D("q", "", 10, 0, 10)
    model.Fill(1.0)
    assert df.Histo1D(model, "x").GetEntries() == 100
    assert df.Fill(model, ["x"]).GetEntries() == 101
    assert df.Fill(ROOT.TH2D("q2", "", 2, 0, 50, 2, 0, 7), ["x", "i", "i"]).Integral() == df.Sum("i").GetValue()
    with pytest.raises(ramet.MisuseError, match="takes 1 columns"):
        df.Fill(model, ["x", "i", "pt"])


def test_functions_of_slots(df: ROOT.RDataFrame) -> None:
    assert df.DefineSlotEntry("e", lambda slot, entry: entry).Max("e").GetValue() == 99
    assert df.DefineSlot("s", lambda slot, x: x + 1, ["x"]).Sum("s").GetValue() == 2575


def test_functions_of_numba(df: ROOT.RDataFrame) -> None:
    numba = pytest.importorskip("numba")

    @ROOT.Numba.Declare(["float", "int"], "double")
    def power(x: Any, y: Any) -> Any:
        return x**y

    @ROOT.Numba.Declare(["RVec<float>", "float"], "RVec<float>")
    def above(pt: Any, cut: Any) -> Any:
        return pt[pt > cut]

    assert power(2.0, 3) == 8
    made = df.Define("z", "Numba::power(x, 2) + 1").Define("hard", "Numba::above(pt, 20.f)")
    assert made.Sum("z").GetValue() == 82087.5 + 100
    assert made.Define("s", "Sum(hard)").Sum("s").GetValue() == sum(range(21, 150))
    assert made.GetDefinedColumnNames() == ["z", "hard"]
    assert df.Filter("Numba::power(Numba::power(x, 1), 2) > 100").Count().GetValue() == 79
    assert df.Define("y", numba.njit(lambda x: 2 * x), ["x"]).Sum("y").GetValue() == 4950
    assert df.Filter(numba.njit(lambda x: x > 10), ["x"], "cut").Count().GetValue() == 79
    with pytest.raises(ramet.MisuseError, match="was not declared"):
        df.Define("n", "Numba::nothing(x)")
    with pytest.raises(ramet.MisuseError, match="neither a number nor a list"):
        ROOT.Numba.Declare(["std::map<int, int>"], "int")


def test_texts_are_those_of_root(df: ROOT.RDataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    filtered = df.Filter("x > 1", "one").Filter("i > 2").Filter("i > 3", "three")
    filtered.Report().Print()
    assert capsys.readouterr().out == (
        "one                 : pass=97         all=100        -- eff=97.00 % cumulative eff=97.00 %\n"
        "three               : pass=42         all=56         -- eff=75.00 % cumulative eff=42.00 %\n"
    )
    df.Display(["x"], 1).Print()
    assert capsys.readouterr().out.endswith("+-----+----------+\n")
    described = df.Define("b", "pt * 2").Describe().AsString()
    assert "Column  Type                            Origin\n" in described
    assert "b       ROOT::VecOps::RVec<float>       Define\n" in described


def test_clocks_styles_and_what_is_missing(df: ROOT.RDataFrame) -> None:
    ROOT.gStyle.SetOptStat(0)
    clock = ROOT.TStopwatch()
    clock.Stop()
    assert clock.RealTime() >= 0
    with pytest.raises(AttributeError, match="has no 'TTree': ramet.recreate"):
        _ = ROOT.TTree


def test_canvases(df: ROOT.RDataFrame, h: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    canvas = ROOT.TCanvas("c", "c", 400, 300)
    h.Draw("HIST")
    canvas.SetLogy()
    canvas.SaveAs(str(tmp_path / "c.svg"))
    assert "<svg" in (tmp_path / "c.svg").read_text()
    with pytest.raises(ramet.UnsupportedError, match="ramet.Picture"):
        canvas.DrawFrame(0, 0, 1, 1)
    with pytest.raises(ramet.UnsupportedError, match="no part 2"):
        canvas.cd(2)


def test_trees_of_files(path: str, tmp_path: Path) -> None:
    other = str(tmp_path / "friend.root")
    ROOT.RDataFrame(100).Define("y", "2.0 * rdfentry_").Snapshot("dir/More", other, ["y"])
    file = ROOT.TFile.Open(path)
    tree = file.Events
    assert (tree.GetName(), tree.GetEntries()) == ("Events", 100)
    assert ROOT.RDataFrame("Events", file).Count().GetValue() == 100
    assert ROOT.RDataFrame(tree).Sum("x").GetValue() == 2475 == tree["x"].array(library="np").sum()
    assert [event.i for event in tree] == [entry % 7 for entry in range(100)]
    assert sum(event.x for event in tree) == 2475
    with pytest.raises(AttributeError, match="nothing"):
        _ = next(iter(tree)).nothing
    with pytest.raises(AttributeError, match="no 'Nothing'"):
        _ = file.Nothing
    tree.AddFriend("m=dir/More", other)
    assert ROOT.RDataFrame(tree).Define("d", "m.y + x").Sum("d").GetValue() == 9900 + 2475
    assert sum(event.y for event in tree) == 9900
    joined = file.Get("Events")
    joined.AddFriend(ROOT.TFile.Open(other).Get("dir/More"))
    assert ROOT.RDataFrame(joined).Max("More.y").GetValue() == 198
    chain = ROOT.TChain()
    chain.Add(f"{other}/dir/More")
    assert ROOT.RDataFrame(chain).Count().GetValue() == len(list(chain)) == 100
