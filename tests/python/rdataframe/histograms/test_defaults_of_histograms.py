"""What scripts say before their dataframes: which sums histograms keep, levels of messages, versions. The answers are
those of ROOT 6.40."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import ramet
import ramet.rdataframe as ROOT
from ramet.rdataframe.results.defaults import keeps_squares, set_keeps_squares


@pytest.fixture
def squares() -> Iterator[None]:
    ROOT.TH1.SetDefaultSumw2()
    yield
    set_keeps_squares(False)


@pytest.fixture
def df() -> ROOT.RDataFrame:
    return ROOT.RDataFrame(100).Define("x", "rdfentry_ * 0.1").Define("y", "x * x")


@pytest.mark.usefixtures("squares")
def test_squares_of_weights_from_here_on(df: ROOT.RDataFrame) -> None:
    assert keeps_squares()
    assert ROOT.TH2.GetDefaultSumw2()
    all_ = df.Histo1D(("a", "", 5, 0, 10), "x")
    part = df.Filter("rdfentry_ % 4 > 0").Histo1D(("b", "", 5, 0, 10), "x")
    plane = df.Histo2D(("d", "", 3, 0, 10, 3, 0, 100), "x", "y")
    cells = df.HistoND(("n", "", 1, [2], [0], [10]), ["x"])
    ratio = part.GetValue().Clone("r")
    ratio.Divide(all_.GetValue())
    assert ratio.GetBinError(1) == pytest.approx(0.2561737690985959)
    assert (all_.GetSumw2N(), plane.GetSumw2N(), df.Histo1D("y").GetSumw2N(), cells.GetSumw2N()) == (7, 25, 130, 0)
    made = ROOT.TH1D("h", "", 3, 0, 3)
    made.Fill(1)
    made.Fill(1, 2.5)
    assert made.GetBinError(2) == pytest.approx(7.25**0.5)
    ROOT.TH1.SetDefaultSumw2(False)
    assert df.Histo1D(("e", "", 5, 0, 10), "x").GetSumw2N() == 0
    assert all_.GetSumw2N() == 7


def test_what_scripts_set_before() -> None:
    ROOT.PyConfig.IgnoreCommandLineOptions = True
    ROOT.TH1.AddDirectory(False)
    assert not ROOT.TH1.AddDirectoryStatus()
    assert (ROOT.kWarning, ROOT.kFatal, ROOT.kBird, ROOT.gErrorIgnoreLevel) == (2000, 6000, 57, -1)
    assert ROOT.gROOT.GetVersion().startswith("6.")
    assert ROOT.gROOT.GetVersionInt() > 62000


def test_functions_of_tmath() -> None:
    assert (ROOT.TMath.Abs(-3), ROOT.TMath.Max(2, 3)) == (3, 3)
    assert ROOT.TMath.Pi() == pytest.approx(3.141592653589793)
    assert ROOT.TMath.Prob(10, 5) == pytest.approx(0.07523524614651217)
    assert not hasattr(ROOT.TMath, "_nothing")
    with pytest.raises(ramet.MisuseError, match="Nothing"):
        ROOT.TMath.Nothing(1)
