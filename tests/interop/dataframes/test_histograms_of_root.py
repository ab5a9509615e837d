"""Histograms of dataframes do what ROOT's do when scripts change them and compute with them."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import ramet.rdataframe
import ROOT

ROOT.gROOT.SetBatch(True)
ROOT.gErrorIgnoreLevel = 6000
COLUMNS = {
    "x": "(rdfentry_ * 37 % 1009) / 10. - 2",
    "y": "(rdfentry_ * 91 % 613) / 12. - 1",
    "small": "(rdfentry_ * 91 % 613) / 15. + 1",
    "w": "0.5 + (rdfentry_ % 7) * 0.25",
}


class Made:
    """Histograms of the same entries, by ROOT or by ramet."""

    def __init__(self, of: Any) -> None:
        self.of = of
        df = of.RDataFrame(2000)
        for name, text in COLUMNS.items():
            df = df.Define(name, text)
        self.df = df
        self.few = df.Filter("rdfentry_ % 3 == 0")

    def plain(self, df: Any = None) -> Any:
        return (df or self.df).Histo1D(("h", "t;x;n", 12, 0, 90), "x").GetValue()

    def weighted(self) -> Any:
        return self.df.Histo1D(("w", "t;x;n", 12, 0, 90), "x", "w").GetValue()

    def edges(self) -> Any:
        return self.df.Histo1D(("e", "", 4, array("d", [0, 10, 15, 50, 90])), "x", "w").GetValue()

    def plane(self, y: str = "y", weight: str = "w") -> Any:
        model = ("p", "t;x;y;n", 6, 0, 90, 8, 0, 48)
        return self.df.Histo2D(model, "x", y, *([weight] if weight else [])).GetValue()

    def plane_of_all(self, weight: str = "w") -> Any:
        model = ("p", "t;x;y;n", 6, -10, 110, 8, 0, 48)
        return self.df.Histo2D(model, "x", "small", *([weight] if weight else [])).GetValue()


def changed(h: Any, method: str, *arguments: Any) -> Any:
    getattr(h, method)(*arguments)
    return h


def ranged(h: Any, first: float, last: float, method: str = "SetRange", axis: str = "GetXaxis") -> Any:
    getattr(getattr(h, axis)(), method)(first, last)
    return h


def integral_and_error(h: Any, *arguments: Any) -> list[float]:
    error = ctypes.c_double()
    *bins, option = arguments
    return [h.IntegralAndError(*bins, error, option), error.value]


def kept(h: Any, *flags: bool) -> Any:
    return changed(h, "Sumw2", *flags)


HISTOGRAMS: dict[str, Callable[[Made], Any]] = {
    "means of a profile": lambda m: m.df.Profile1D(("p", "t;x;y", 6, 0, 90), "x", "y", "w").GetValue().ProjectionX("q"),
    "means of a plain profile": lambda m: m.plane().ProfileX().ProjectionX(),
    "add": lambda m: changed(m.weighted(), "Add", m.plain()),
    "add minus": lambda m: changed(m.weighted(), "Add", m.plain(), -1),
    "add half": lambda m: changed(m.weighted(), "Add", m.plain(), 0.5),
    "add plain": lambda m: changed(m.plain(), "Add", m.plain(m.few)),
    "add plain minus": lambda m: changed(m.plain(), "Add", m.plain(m.few), -1),
    "add plain twice": lambda m: changed(m.plain(), "Add", m.plain(m.few), 2.0),
    "add weighted to plain": lambda m: changed(m.plain(), "Add", m.weighted()),
    "add two": lambda m: changed(m.plain(), "Add", m.weighted(), m.plain(), 2.0, 0.5),
    "add two minus": lambda m: changed(m.plain(), "Add", m.plain(), m.plain(m.few), 1.0, -1.0),
    "add to itself": lambda m: (lambda h: changed(h, "Add", h))(m.weighted()),
    "divide": lambda m: changed(m.weighted(), "Divide", m.plain()),
    "divide plain": lambda m: changed(m.plain(m.few), "Divide", m.plain()),
    "divide two": lambda m: changed(m.plain(), "Divide", m.weighted(), m.plain(), 2.0, 3.0),
    "divide two plain": lambda m: changed(m.plain(), "Divide", m.plain(m.few), m.plain()),
    "divide kept": lambda m: changed(kept(m.plain(m.few)), "Divide", kept(m.plain())),
    "divide by kept": lambda m: changed(m.plain(m.few), "Divide", kept(m.plain())),
    "multiply kept": lambda m: changed(kept(m.plain()), "Multiply", kept(m.plain(m.few))),
    "kept": lambda m: kept(kept(m.plain())),
    "kept no more": lambda m: kept(m.weighted(), False),
    "kept of a plane": lambda m: kept(m.plane(weight="")),
    "kept of a profile": lambda m: kept(m.plane().ProfileX()),
    "efficiency": lambda m: changed(m.plain(), "Divide", m.plain(m.few), m.plain(), 1, 1, "B"),
    "efficiency by coefficients": lambda m: changed(m.plain(), "Divide", m.plain(m.few), m.plain(), 2, 1, "b"),
    "multiply": lambda m: changed(m.weighted(), "Multiply", m.plain()),
    "multiply plain": lambda m: changed(m.plain(), "Multiply", m.plain(m.few)),
    "multiply two": lambda m: changed(m.plain(), "Multiply", m.weighted(), m.plain(), 2.0, 0.5),
    "scale": lambda m: changed(m.weighted(), "Scale", 2.5),
    "scale plain": lambda m: changed(m.plain(), "Scale", 0.1),
    "scale without squares": lambda m: changed(m.plain(), "Scale", 4.0, "nosw2"),
    "scale weighted without squares": lambda m: changed(m.weighted(), "Scale", 4.0, "nosw2"),
    "scale negative": lambda m: changed(m.plain(), "Scale", -1.0),
    "scale by widths": lambda m: changed(m.edges(), "Scale", 2.0, "width"),
    "scale plain by widths": lambda m: changed(m.plain(), "Scale", 1.0, "width"),
    "scale a plane by widths": lambda m: changed(m.plane(), "Scale", 1.0, "width"),
    "times": lambda m: m.weighted() * 2,
    "times from the left": lambda m: 2 * m.plain(),
    "plus": lambda m: m.weighted() + m.plain(),
    "minus": lambda m: m.weighted() - m.plain(),
    "over": lambda m: m.weighted() / m.plain(),
    "product": lambda m: m.weighted() * m.plain(),
    "rebin": lambda m: m.weighted().Rebin(3),
    "rebin named": lambda m: m.plain().Rebin(4, "new"),
    "rebin with a rest": lambda m: m.weighted().Rebin(5, "new"),
    "rebin edges": lambda m: m.weighted().Rebin(3, "new", array("d", [0, 15, 45, 90])),
    "rebin edges inside": lambda m: m.weighted().Rebin(2, "new", array("d", [15, 45, 60])),
    "rebin edges of other edges": lambda m: m.edges().Rebin(2, "new", array("d", [0, 15, 90])),
    "rebin x": lambda m: m.plane().RebinX(2),
    "rebin y": lambda m: m.plane().RebinY(4, "new"),
    "rebin both": lambda m: m.plane().Rebin2D(3, 2, "new"),
    "rebin of a plane": lambda m: m.plane().Rebin(2, "new"),
    "cumulative": lambda m: m.weighted().GetCumulative(),
    "cumulative backward": lambda m: m.plain().GetCumulative(False),
    "projection x": lambda m: m.plane().ProjectionX(),
    "projection x of all in the range": lambda m: m.plane("small").ProjectionX("p"),
    "projection x of all": lambda m: m.plane_of_all().ProjectionX(),
    "projection y of all": lambda m: m.plane_of_all(weight="").ProjectionY("p"),
    "projection y": lambda m: m.plane().ProjectionY("p"),
    "projection plain": lambda m: m.plane(weight="").ProjectionX("p"),
    "projection plain in the range": lambda m: m.plane("small", "").ProjectionX("p"),
    "projection of bins": lambda m: m.plane().ProjectionX("p", 2, 5),
    "projection of plain bins": lambda m: m.plane(weight="").ProjectionX("p", 2, 5),
    "projection of the bins in the range": lambda m: m.plane().ProjectionX("p", 1, 8),
    "projection from a bin on": lambda m: m.plane().ProjectionX("p", 2),
    "projection from a bin on, y": lambda m: m.plane().ProjectionY("p", 3, -1),
    "projection of too many bins": lambda m: m.plane().ProjectionY("p", 3, 99),
    "projection of last before first": lambda m: m.plane().ProjectionX("p", 5, 2),
    "projection of a range": lambda m: ranged(m.plane(), 2, 5, axis="GetYaxis").ProjectionX("p"),
    "projection of a range of its axis": lambda m: ranged(m.plane(), 2, 4).ProjectionX("p"),
    "projection of a range of its axis, plain": lambda m: ranged(m.plane(weight=""), 2, 4).ProjectionX("p"),
    "projection of a range of its axis, y": lambda m: ranged(m.plane(), 3, 6, axis="GetYaxis").ProjectionY("p", 2, 5),
    "projection of both ranges": lambda m: ranged(ranged(m.plane(), 2, 4), 3, 5, axis="GetYaxis").ProjectionX("p"),
    "projection of a range and all bins": lambda m: ranged(m.plane(), 2, 4).ProjectionX("p", 0, -1, "o"),
    "projection with squares": lambda m: m.plane(weight="").ProjectionX("p", 0, -1, "e"),
    "profile of a range of its axis": lambda m: ranged(m.plane(), 2, 4).ProfileX("p"),
    "profile of a range and all bins": lambda m: ranged(m.plane(), 2, 4).ProfileX("p", 1, -1, "o"),
    "profile x": lambda m: m.plane().ProfileX(),
    "profile y": lambda m: m.plane().ProfileY("p"),
    "profile plain": lambda m: m.plane(weight="").ProfileX("p"),
    "profile of bins": lambda m: m.plane().ProfileX("p", 2, 5),
    "profile of bins with flow": lambda m: m.plane().ProfileX("p", 0, 9),
    "range": lambda m: ranged(m.weighted(), 3, 6),
    "range of values": lambda m: ranged(m.weighted(), 20, 50, "SetRangeUser"),
    "range of edges": lambda m: ranged(m.weighted(), 15, 45, "SetRangeUser"),
    "range of all": lambda m: ranged(m.weighted(), 0, 13),
    "range undone": lambda m: ranged(ranged(m.weighted(), 3, 6), 0, 0),
    "range of a plane": lambda m: ranged(ranged(m.plane(), 2, 4), 3, 5, axis="GetYaxis"),
    "range of a copy": lambda m: ranged(m.weighted(), 3, 6).Clone("c"),
    "contents set": lambda m: changed(changed(m.weighted(), "SetBinContent", 3, 7.0), "SetBinError", 3, 2.0),
    "reset": lambda m: changed(m.weighted(), "Reset"),
}

NUMBERS: dict[str, Callable[[Made], Any]] = {
    "skewness": lambda m: [
        one.GetSkewness(axis) for one in (m.plain(), m.weighted(), ranged(m.weighted(), 3, 9)) for axis in (1, 11)
    ],
    "kurtosis": lambda m: [
        one.GetKurtosis(axis) for one in (m.plain(), m.weighted(), ranged(m.weighted(), 3, 9)) for axis in (1, 11)
    ],
    "skewness of planes": lambda m: [
        value
        for one in (m.plane(), ranged(m.plane(), 2, 4), m.plane().ProfileX())
        for value in (one.GetSkewness(1), one.GetKurtosis(min(2, one.GetDimension())))
    ],
    "tests of Kolmogorov": lambda m: [
        one.KolmogorovTest(other, option)
        for one in (m.plain(), m.weighted(), m.plain(m.few))
        for other in (m.weighted(), m.plain(m.few), m.df.Histo1D(("o", "", 12, 0, 90), "y", "w").GetValue())
        for option in ("", "M", "U", "UO")
    ],
    "cells": lambda m: [
        *m.weighted(),
        *m.plane(),
        *np.array(m.plane()),
        m.weighted()[2],
        m.plane()[1, 2],
        len(m.plane()),
    ],
    "points": lambda m: [
        value
        for graph in (
            m.df.Graph("x", "y").GetValue(),
            m.df.GraphAsymmErrors("x", "y", "w", "w", "w", "small").GetValue(),
        )
        for value in (
            *(graph.GetMean(axis) for axis in (1, 2)),
            *(graph.GetRMS(axis) for axis in (1, 2)),
            graph.GetCovariance(),
            graph.GetCorrelationFactor(),
            *(graph.GetErrorX(number) for number in range(3)),
            *(graph.GetErrorY(number) for number in range(3)),
        )
    ],
    "titles of points": lambda m: [
        str(getattr(m.df.Graph("x", "y").GetValue(), axis)().GetTitle()) == name
        for axis, name in (("GetXaxis", "x"), ("GetYaxis", "y"))
    ],
    "integrals": lambda m: [
        m.weighted().Integral(*bins)
        for bins in ((), (0, -1), (1, -1), (5, 2), (-1, -1), (0, 13), (3, 99), ("width",), (5, 2, "width"))
    ],
    "integrals of planes": lambda m: [
        m.plane().Integral(*bins) for bins in ((), (0, -1, 0, -1), (1, 6, 1, -1), (5, 2, 3, 4), (1, 6, 1, 8, "width"))
    ],
    "integrals of ranges": lambda m: [
        ranged(m.weighted(), 3, 6).Integral(),
        ranged(m.weighted(), 3, 6).Integral(1, 12),
        ranged(m.weighted(), 20, 50, "SetRangeUser").GetSumOfWeights(),
        ranged(m.weighted(), 3, 6).GetEffectiveEntries(),
        ranged(m.weighted(), 3, 6).GetMeanError(),
        ranged(m.plane(), 2, 4).GetCovariance(),
        ranged(m.plane(), 2, 4).GetMean(2),
    ],
    "integrals and errors": lambda m: [
        *integral_and_error(m.weighted(), 2, 5, ""),
        *integral_and_error(m.plain(), 2, -1, ""),
        *integral_and_error(m.edges(), 1, 4, "width"),
        *integral_and_error(m.plane(), 1, 3, 2, -1, ""),
    ],
    "extremes": lambda m: [
        m.weighted().GetMinimumBin(),
        m.weighted().GetMaximumBin(),
        ranged(m.weighted(), 3, 6).GetMaximumBin(),
        ranged(m.weighted(), 3, 6).GetMinimumBin(),
        ranged(m.weighted(), 3, 6).GetMaximum(),
        changed(m.weighted(), "SetMaximum", 3.0).GetMaximum(),
        changed(m.weighted(), "SetMinimum", 3.0).GetMinimum(),
        changed(changed(m.weighted(), "SetMaximum", 3.0), "SetMaximum", -1111).GetMaximum(),
        changed(changed(m.weighted(), "SetMaximum", 3.0), "Scale", 2.0).GetMaximum(),
        m.weighted().GetMaximum(200.0),
        m.weighted().GetMinimum(200.0),
        m.plane().GetMaximumBin(),
        m.plane().GetMinimumBin(),
    ],
    "errors": lambda m: [
        m.weighted().GetBinErrorLow(3),
        m.weighted().GetBinErrorUp(3),
        m.weighted().GetSumw2N(),
        m.plain().GetSumw2N(),
        kept(m.plain()).GetSumw2N(),
        kept(m.weighted(), False).GetSumw2N(),
    ],
    "axes": lambda m: [
        ranged(m.weighted(), 3, 6).GetXaxis().GetFirst(),
        ranged(m.weighted(), 3, 6).GetXaxis().GetLast(),
        ranged(m.weighted(), 15, 45, "SetRangeUser").GetXaxis().GetFirst(),
        ranged(m.weighted(), 15, 45, "SetRangeUser").GetXaxis().GetLast(),
        ranged(m.weighted(), -50, 500, "SetRangeUser").GetXaxis().GetLast(),
        m.weighted().GetXaxis().GetFirst(),
        m.weighted().GetXaxis().GetLast(),
        ranged(m.weighted(), 6, 3).GetXaxis().GetFirst(),
        ranged(m.weighted(), 0, 99).GetXaxis().GetLast(),
        ranged(m.weighted(), 5, 7.0, "SetRangeUser", "GetYaxis").GetMaximum(),
    ],
    "classes": lambda m: [
        made.InheritsFrom(name)
        for made in (m.weighted(), m.plane(), m.plane().ProfileX())
        for name in ("TH1", "TH2", "TH1D", "TH2D", "TProfile", "TNamed", "TObject", "TGraph")
    ],
}


@pytest.fixture(autouse=True)
def nothing_of_other_tests() -> None:
    """ROOT fills the histogram of that name that its directory holds, as long as some test's Python object lives."""
    ROOT.gROOT.cd()
    for left in list(ROOT.gROOT.GetList()):
        left.SetDirectory(ROOT.nullptr)


@pytest.fixture(scope="module")
def made() -> tuple[Made, Made]:
    return Made(ramet.rdataframe), Made(ROOT)


def cells(h: Any, method: str) -> list[float]:
    counts = [h.GetNbinsX()] + ([h.GetNbinsY()] if h.GetDimension() == 2 else [])
    return [float(getattr(h, method)(*(int(one) for one in place))) for place in np.ndindex(*(n + 2 for n in counts))]


def told(h: Any) -> dict[str, Any]:
    axes = [h.GetXaxis(), h.GetYaxis()][: h.GetDimension()]
    errors = cells(h, "GetBinError")
    if len(axes) == 2:
        errors[0] = 0  # of the corner, which ROOT's Rebin of planes forgets
    return {
        "edges": [[axis.GetBinLowEdge(bin) for bin in range(1, axis.GetNbins() + 2)] for axis in axes],
        "shown": [(axis.GetFirst(), axis.GetLast()) for axis in axes],
        "contents": cells(h, "GetBinContent"),
        "errors": errors,
        "entries": h.GetEntries(),
        "effective entries": h.GetEffectiveEntries(),
        "means": [h.GetMean(axis + 1) for axis in range(len(axes))],
        "deviations": [h.GetStdDev(axis + 1) for axis in range(len(axes))],
        "texts": [h.GetName(), h.GetTitle(), h.GetXaxis().GetTitle(), h.GetYaxis().GetTitle()],
        "class": h.ClassName(),
    }


@pytest.mark.parametrize("name", HISTOGRAMS)
def test_a_histogram_is_changed_as_by_root(made: tuple[Made, Made], name: str) -> None:
    ours, roots = (told(HISTOGRAMS[name](one)) for one in made)
    for what, value in roots.items():
        is_text = what in ("texts", "class")
        for mine, wanted in zip(ours[what], value, strict=True) if isinstance(value, list) else [(ours[what], value)]:
            assert (mine == wanted) if is_text else (mine == pytest.approx(wanted, rel=1e-9, abs=1e-9)), what


@pytest.mark.parametrize("name", NUMBERS)
def test_a_histogram_tells_what_that_of_root_does(made: tuple[Made, Made], name: str) -> None:
    ours, roots = (NUMBERS[name](one) for one in made)
    assert ours == pytest.approx(roots, rel=1e-9)
