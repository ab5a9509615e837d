"""What histograms with ROOT's names tell beyond their bins. The numbers are those of ROOT 6.40 for the same fills."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest
import ramet
import ramet.rdataframe as ROOT

X = np.arange(200) % 17 * 0.61
SMALL = X[:120]


def of_axis(name: str, values: Any, weights: Any = None) -> Any:
    made = ROOT.TH1D(name, name, 6, 0, 9)
    for place, value in enumerate(values):
        made.Fill(value, *([] if weights is None else [weights[place]]))
    return made


@pytest.fixture
def h() -> Any:
    return of_axis("h", X)


@pytest.fixture
def small() -> Any:
    return of_axis("small", SMALL)


def test_values_between_bins(h: Any) -> None:
    assert [round(h.Interpolate(x), 6) for x in (-1, 0.7, 2, 4.5, 8.4, 20)] == [36, 36, 26, 30, 22, 22]
    plane = ROOT.TH2D("p", "", 2, 0, 2, 2, 0, 2)
    for x, y, weight in ((0.5, 0.5, 1), (1.5, 0.5, 2), (0.5, 1.5, 3), (1.5, 1.5, 8)):
        plane.Fill(x, y, weight)
    assert plane.Interpolate(0.75, 1.25) == 3.5
    assert plane.Interpolate(0.1, 0.5) == pytest.approx(1)
    assert plane.Interpolate(3, 1) == 0
    assert plane.FindBin(1.5, 0.5) == plane.FindFixBin(1.5, 0.5) == 6
    assert (plane.GetSize(), plane.IsBinOverflow(7), plane.IsBinUnderflow(7)) == (16, True, False)
    assert (plane.IsBinUnderflow(4), plane.IsBinUnderflow(4, 2), plane.IsBinOverflow(6)) == (True, False, False)
    with pytest.raises(ramet.UnsupportedError, match="Interpolate at 1 values"):
        plane.Interpolate(1)


def test_shares_and_quantiles(h: Any) -> None:
    assert h.ComputeIntegral() == 1
    assert h.GetIntegral()[:3] == pytest.approx([0, 0.202247191, 0.337078652])
    found = array("d", [0, 0, 0])
    assert h.GetQuantiles(3, found, array("d", [0, 0.5, 1])) == 3
    assert list(found) == pytest.approx([0, 4.2083333, 9])
    with pytest.raises(ramet.UnsupportedError, match="takes the shares"):
        h.GetQuantiles(3, found)


def test_sums_of_moments(h: Any) -> None:
    sums = array("d", [0] * 20)
    h.GetStats(sums)
    assert list(sums[:4]) == pytest.approx([178, 178, 752.13, 4396.3615], rel=1e-6)


def test_pearsons_test(h: Any, small: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert h.Chi2Test(small, "CHI2") == h.Chi2Test(small, "UU CHI2") == pytest.approx(0.0656833993)
    assert h.Chi2Test(small) == pytest.approx(0.999942547)
    assert h.Chi2Test(small, "CHI2/NDF") == pytest.approx(h.Chi2Test(small, "CHI2") / 5)
    weighted = of_axis("w", SMALL, 0.5 + SMALL / 10)
    other = of_axis("o", X, 0.5 + X / 10)
    assert h.Chi2Test(weighted, "UW CHI2") == pytest.approx(6.40474332)
    assert h.Chi2Test(weighted, "CHI2") == h.Chi2Test(weighted, "UU CHI2") == pytest.approx(5.36527179)
    tripled = of_axis("t", SMALL, np.full(120, 3.0))
    assert h.Chi2Test(tripled, "CHI2") == h.Chi2Test(tripled, "UW CHI2") == pytest.approx(0.0647893816)
    assert h.Chi2Test(weighted, "UW OF CHI2") == pytest.approx(9.05604521)
    assert other.Chi2Test(weighted, "WW") == pytest.approx(0.999950315)
    assert other.Chi2Test(weighted, "WW OF UF CHI2") == pytest.approx(0.0979269039)
    h.Chi2Test(small, "UU P")
    assert capsys.readouterr().out.startswith("Chi2 = ")
    with pytest.raises(ramet.UnsupportedError, match="Chi2Test is of histograms"):
        h.Chi2Test(small, "other")
    with pytest.raises(ramet.MisuseError, match="same bins"):
        h.Chi2Test(ROOT.TH1D("d", "", 2, 0, 1))
    assert h.Chi2Test(ROOT.TH1D("none", "", 6, 0, 9)) == 0
    with pytest.raises(ramet.MisuseError, match="weighted one"):
        tripled.Chi2Test(small, "CHI2")


def test_profiles_forget_their_fills(tmp_path: Any) -> None:
    frame = ROOT.RDataFrame(20).Define("x", "rdfentry_ % 4 * 1.").Define("y", "rdfentry_ * 1.")
    profile = frame.Profile1D(("p", "t", 4, 0, 4), "x", "y").GetValue()
    profile.Reset()
    assert (profile.GetEntries(), profile.GetBinContent(2), profile.GetBinError(2), profile.GetName()) == (0, 0, 0, "p")
    spread = frame.Profile1D(("p", "t", 4, 0, 4, "s"), "x", "y").GetValue()
    with pytest.raises(ramet.UnsupportedError, match="error option 's'"):
        spread.Reset()
