"""What scripts of PyROOT use around dataframes: stacks and legends, vectors of names, chains with friends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.rdataframe.beside.drawn import plain_text


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = tmp_path / "ev.root"
    with ramet.recreate(path) as file:
        file.mktree("Events", {"x": "float64", "i": "int32"}).extend(
            {"x": np.arange(100) * 0.5, "i": np.arange(100) % 7}
        )
    return str(path)


@pytest.fixture
def df(path: str) -> ROOT.RDataFrame:
    return ROOT.RDataFrame("Events", path)


def test_stacks_legends_and_texts(df: ROOT.RDataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    low, high = (df.Filter(cut).Histo1D((cut, "", 5, 0, 50), "x") for cut in ("x < 20", "x > 10"))
    canvas = ROOT.TCanvas("c", "", 400, 300)
    canvas.Divide(2, 1)
    canvas.cd(1)
    stack = ROOT.THStack("s", "of two;#mu [GeV];n")
    for one in (low, high):
        one.SetFillColor(ROOT.kBlue + 2)
        stack.Add(one)
    stack.Draw("hist")
    stack.SetMaximum(80)
    stack.GetYaxis().SetTitle("N_{events}")
    assert stack.GetMaximum() == 39
    assert stack.GetStack()[1].GetBinContent(2) == 39
    legend = ROOT.TLegend(0.6, 0.6, 0.9, 0.9)
    legend.AddEntry(low, "low x", "f")
    legend.Draw()
    canvas.cd(2)
    text = ROOT.TLatex()
    text.DrawLatexNDC(0.2, 0.8, "#bf{CMS} #sqrt{s} = 13 TeV")
    ROOT.TLine(0, 0, 1, 1).Draw()
    pad = ROOT.TPad("p", "", 0, 0, 1, 0.3)
    pad.Draw()
    pad.cd()
    pad.SetLogy()
    assert high.DrawClone("hist").GetEntries() == 79
    canvas.SaveAs(str(tmp_path / "c.png"))
    assert (tmp_path / "c.png").stat().st_size > 5000


def test_texts_of_latex() -> None:
    assert plain_text("MET [GeV]") == "MET [GeV]"
    assert plain_text("m_{#mu#mu} (GeV)") == r"$m_{\mu\mu}\ (GeV)$"
    assert plain_text("#bf{CMS} data") == "CMS data"


def test_vectors_of_names_and_what_does_nothing(df: ROOT.RDataFrame, tmp_path: Path) -> None:
    names = ROOT.std.vector("string")()
    names.push_back("x")
    names.push_back("i")
    assert (names.size(), names.at(1), ROOT.vector["std::string"](["i"])[0]) == (2, "i", "i")
    snapshot = df.Snapshot("T", str(tmp_path / "s.root"), names)
    assert list(snapshot.GetColumnNames()) == ["i", "x"]
    ROOT.gROOT.SetStyle("ATLAS")
    ROOT.EnableThreadSafety()
    ROOT.SetOwnership(snapshot, False)
    assert ROOT.kRed + 2 == 634
    h = df.Histo1D(("h", "t", 10, 0, 50), "x")
    h.SetNameTitle("a", "b")
    assert (h.GetName(), h.GetTitle()) == ("a", "b")
    graph = df.Define("down", "-x").Graph("down", "x")
    graph.Sort()
    assert graph.GetPointX(0) == -49.5


def test_seeds_change_what_expressions_draw() -> None:
    def drawn(seed: int) -> float:
        ROOT.gRandom.SetSeed(seed)
        return float(ROOT.RDataFrame(3).Define("r", "gRandom->Gaus()").Sum("r").GetValue())

    try:
        assert drawn(1) == drawn(1) != drawn(2)
    finally:
        ROOT.gRandom.SetSeed(0)


def test_chains_with_friends(path: str, tmp_path: Path) -> None:
    other = str(tmp_path / "friend.root")
    with ramet.recreate(other) as file:
        file.mktree("More", {"i": "int32", "y": "float64"}).extend(
            {"i": np.arange(7, dtype="i4"), "y": np.arange(7) * 10.0}
        )
    chain = ROOT.TChain("Events")
    chain.Add(path)
    more = ROOT.TChain()
    more.Add(f"{other}?#More")
    more.BuildIndex("i")
    chain.AddFriend(more, "m")
    df = ROOT.RDataFrame(chain).Define("d", "m.y - 10 * i")
    assert (df.Count().GetValue(), df.Max("d").GetValue(), df.Sum("m.y").GetValue()) == (100, 0, 2950)
    same = ROOT.TChain("Events")
    same.Add(path)
    same.AddFriend("Events", path)
    assert ROOT.RDataFrame(same).Filter("Events.x == x").Count().GetValue() == 100


def test_trivial_dataframes_and_short_descriptions(capsys: pytest.CaptureFixture[str]) -> None:
    made = ROOT.RDF.MakeTrivialDataFrame(6)
    assert made.Sum("col0").GetValue() == 15
    made.Describe().Print(shortFormat=True)
    assert capsys.readouterr().out.count("\n") == 1


def test_statistics_are_printed_as_by_root(capsys: pytest.CaptureFixture[str]) -> None:
    df = ROOT.RDataFrame(256).Define("v", "rdfentry_").Define("w", "return 1./(v+1)")
    df.Stats("v", "w").Print()
    printed = " OBJ: TStatistic\t  \t Mean = 40.8 +- 12.86 \t RMS = 60.318 \t Count = 256 \t Min = 0 \t Max = 255\n"
    assert capsys.readouterr().out == printed


def test_tables_of_pandas_have_no_index() -> None:
    pandas = pytest.importorskip("pandas")
    df = ROOT.RDF.FromPandas(pandas.DataFrame({"x": [1, 2, 3], "s": ["a", "b", "c"]}))
    assert list(df.GetColumnNames()) == ["s", "x"]
    assert df.Filter('s == "b"').Sum("x").GetValue() == 2


def test_limits_of_types() -> None:
    limits = ROOT.std.numeric_limits
    assert (limits[int].min(), limits["unsigned char"].max(), limits["float"].lowest()) == (
        -(2**31),
        255,
        -3.4028234663852886e38,
    )


def test_messages_name_another_way(df: ROOT.RDataFrame) -> None:
    with pytest.raises(AttributeError, match=r"no 'TF2': ramet.formula\(text\) computes"):
        _ = ROOT.TF2
    with pytest.raises(AttributeError, match=r"no 'FillRandom': ramet.random"):
        df.Histo1D(("h", "", 10, 0, 50), "x").FillRandom("gaus")
