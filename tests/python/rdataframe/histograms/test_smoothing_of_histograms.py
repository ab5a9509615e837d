"""Smooth histograms, asymmetries, and tests of scaled histograms, as ROOT 6.40 has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import ramet
import ramet.rdataframe as ROOT

ONE = [0, 1, 5, 3, 14, 20, 31, 29, 44, 44, 44, 30, 16, 9, 2, 0]
OTHER = [1, 3, 4, 6, 10, 24, 30, 34, 40, 44, 46, 26, 19, 11, 1, 2]


def of_contents(contents: Sequence[float], name: str = "h") -> Any:
    h = ROOT.TH1D(name, "title", len(contents), 0, len(contents))
    for number, content in enumerate(contents):
        for _ in range(int(content)):
            h.Fill(number + 0.25)
    return h


def contents_of(h: Any) -> list[float]:
    return [h.GetBinContent(number) for number in range(1, h.GetNbinsX() + 1)]


# of ROOT
SMOOTH = [
    0.0,
    1.25,
    3.0,
    6.75,
    13.1875,
    20.8125,
    27.5625,
    34.0625,
    42.208333333,
    46.541666667,
    41.708333333,
    30.0,
    17.75,
    9.0,
    3.25,
    0.0,
]
SMOOTH_THRICE = [13.265604655, 20.339784975, 27.568793403, 35.226041064]
SMOOTH_OF_RANGE = [3.0, 12.75, 20.75, 27.25, 33.75, 40.75, 44.0]
ASYMMETRY_ERRORS = [0.0, 0.433012702, 0.33126933]
ASYMMETRY_WITH_FACTOR = (0.428571429, 0.285714286)
CHI_SQUARES = {
    "UU": 0.999938046653,
    "UU CHI2": 1.30684580802,
    "UU CHI2/NDF": 0.108903817335,
    "UU NORM": 0.934116313214,
    "UU NORM CHI2": 7.73093126848,
    "UW NORM CHI2": 7.67940201749,
}


def test_smooth_is_353qh_twice() -> None:
    h = of_contents(ONE)
    before = (h.GetEntries(), h.GetMean(), h.GetBinError(5))
    h.Smooth()
    assert contents_of(h) == pytest.approx(SMOOTH)
    assert (h.GetEntries(), h.GetMean()) == before[:2]
    h = of_contents(ONE)
    h.Smooth(3)
    assert contents_of(h)[4:8] == pytest.approx(SMOOTH_THRICE)


def test_smooth_of_a_range() -> None:
    h = of_contents(ONE)
    h.GetXaxis().SetRange(4, 10)
    h.Smooth(1, "R")
    assert contents_of(h)[:3] == ONE[:3]
    assert contents_of(h)[3:10] == pytest.approx(SMOOTH_OF_RANGE)
    assert contents_of(h)[10:] == ONE[10:]


def test_smooth_of_others_is_refused() -> None:
    with pytest.raises(ramet.UnsupportedError, match="one axis"):
        ROOT.TH2D("p", "", 4, 0, 4, 4, 0, 4).Smooth()
    with pytest.raises(ramet.UnsupportedError, match="2 bins"):
        ROOT.TH1D("h", "", 2, 0, 4).Smooth()


def test_asymmetries() -> None:
    made = of_contents(ONE, "a").GetAsymmetry(of_contents(OTHER, "b"))
    assert (made.GetName(), made.GetTitle()) == ("Asymmetry_a-b", "(a - b)/(a+b)")
    assert contents_of(made)[:3] == pytest.approx([-1, -0.5, 1 / 9])
    assert [made.GetBinError(number) for number in (1, 2, 3)] == pytest.approx(ASYMMETRY_ERRORS)
    made = of_contents(ONE, "a").GetAsymmetry(of_contents(OTHER, "b"), 0.5, 0.1)
    assert (made.GetBinContent(3), made.GetBinError(3)) == pytest.approx(ASYMMETRY_WITH_FACTOR)


@pytest.mark.parametrize("option", ["UU", "UU CHI2", "UU CHI2/NDF", "UU NORM", "UU NORM CHI2", "UW NORM CHI2"])
def test_chi_squares_of_scaled_histograms(option: str) -> None:
    one, other = of_contents(ONE), of_contents(OTHER)
    one.Sumw2()
    other.Sumw2()
    one.Scale(1.0 if "UW" in option else 0.5)
    other.Scale(0.25)
    assert one.Chi2Test(other, option) == pytest.approx(CHI_SQUARES[option], rel=1e-9)
