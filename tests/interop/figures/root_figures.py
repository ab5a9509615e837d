"""Histograms, graphs and functions of every class, at random, as ROOT makes them."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import ROOT

CONTENTS = "CSILFD"

# How many arrays of numbers a graph of each class is made of.
GRAPH_COLUMNS = {
    "TGraph": 2,
    "TGraphErrors": 4,
    "TGraphAsymmErrors": 6,
    "TGraphBentErrors": 10,
    "TGraphMultiErrors": 6,
    "TGraph2D": 3,
    "TGraph2DErrors": 6,
    "TGraph2DAsymmErrors": 9,
}


def doubles(numbers: Any) -> Any:
    return array.array("d", numbers)


def axis_of(random: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of a constructor for one axis: bins of equal width, or edges."""
    bins = int(random.integers(1, 7))
    if random.random() < 0.5:
        return bins, float(random.uniform(-3, 0)), float(random.uniform(1, 4))
    return bins, doubles(np.sort(random.uniform(-3, 4, bins + 1)))


def _axes(random: np.random.Generator, count: int) -> tuple[Any, ...]:
    """TH3 takes all axes of one kind only."""
    axes = [axis_of(random) for _ in range(count)]
    if count == 3:
        edges = [(axis[0], doubles(np.linspace(-1, 2, axis[0] + 1) ** 3)) for axis in axes]
        axes = edges if random.random() < 0.5 else [(axis[0], -1.0, 2.0) for axis in axes]
    return tuple(part for axis in axes for part in axis)


def decorate(random: np.random.Generator, histogram: Any) -> Any:
    """Titles, names of bins, a shown range, a format of times."""
    axes = [histogram.GetXaxis(), histogram.GetYaxis(), histogram.GetZaxis()]
    for axis, title in zip(axes, ("x [cm]", "y", "z #alpha"), strict=True):
        axis.SetTitle(title)
    if random.random() < 0.3:
        axis = axes[0]
        for number in range(1, axis.GetNbins() + 1):
            if number == 1 or random.random() < 0.8:
                axis.SetBinLabel(number, f"bin {number}")
    if random.random() < 0.3:
        axes[0].SetRange(1, 1)
    if random.random() < 0.3:
        axes[0].SetTimeDisplay(1)
        axes[0].SetTimeFormat("%d/%m")
    return histogram


def histogram(random: np.random.Generator, dimensions: int, content: str, name: str) -> Any:
    made = getattr(ROOT, f"TH{dimensions}{content}")(name, f"title of {name}", *_axes(random, dimensions))
    if random.random() < 0.5:
        made.Sumw2()
    weighted = random.random() < 0.5
    for point in random.normal(0.5, 2, (60, dimensions)):
        made.Fill(*map(float, point), float(random.integers(1, 4)) if weighted else 1)
    return decorate(random, made)


def profile(random: np.random.Generator, dimensions: int, option: str, name: str) -> Any:
    kind = "TProfile" + ("" if dimensions == 1 else f"{dimensions}D")
    if dimensions == 1:
        made = ROOT.TProfile(name, f"title of {name}", *axis_of(random), option)
    else:
        edges = [(4, doubles([-1, 0, 0.5, 2, 3])) for _ in range(dimensions)]
        regular = [(3, -1.0, 2.0)] * dimensions
        axes = regular if dimensions == 2 and random.random() < 0.5 else edges
        made = getattr(ROOT, kind)(name, f"title of {name}", *(part for axis in axes for part in axis), option)
    weighted = random.random() < 0.5
    for point in random.normal(0.5, 1, (80, dimensions)):
        height = float(random.integers(0, 3)) if option == "i" else float(random.normal(2, 1))
        made.Fill(*map(float, point), height, float(random.uniform(0.5, 2)) if weighted else 1)
    return decorate(random, made)


def buffered(random: np.random.Generator, dimensions: int, name: str) -> Any:
    made = getattr(ROOT, f"TH{dimensions}D")(name, "in the buffer", *(4, -1.0, 2.0) * dimensions)
    made.SetBuffer(100)
    for point in random.normal(0.5, 1, (20, dimensions)):
        made.Fill(*map(float, point))
    return made


def many_axes(random: np.random.Generator, kind: str, name: str) -> Any:
    dimensions = int(random.integers(1, 5))
    bins = array.array("i", random.integers(1, 6, dimensions).tolist())
    low, high = doubles([-1.0] * dimensions), doubles([2.0] * dimensions)
    sizes = (7,) if kind.startswith("THnSparse") else ()
    made = getattr(ROOT, kind)(name, "many axes", dimensions, bins, low, high, *sizes)
    if random.random() < 0.5:
        made.Sumw2()
    for point in random.normal(0.5, 1, (40, dimensions)):
        made.Fill(doubles(point), float(random.integers(1, 4)))
    return made


def efficiency(random: np.random.Generator, option: int, name: str) -> Any:
    dimensions = int(random.integers(1, 3))
    made = ROOT.TEfficiency(name, "an efficiency;x;y", *(4, -1.0, 2.0) * dimensions)
    made.SetStatisticOption(option)
    made.SetConfidenceLevel(float(random.uniform(0.5, 0.99)))
    if made.UsesBayesianStat():
        made.SetBetaAlpha(1.5)
        made.SetBetaBeta(2.5)
        made.SetStatisticOption(option)
        made.SetPosteriorMode(bool(random.random() < 0.5))
        if random.random() < 0.5:
            made.SetBetaBinParameters(2, 3.5, 1.5)
    for point in random.normal(0.5, 1, (60, dimensions)):
        made.Fill(bool(random.random() < 0.7), *map(float, point))
    return made


def weighted_efficiency(random: np.random.Generator, name: str, *, bayesian: bool) -> Any:
    made = ROOT.TEfficiency(name, "weighted", 4, -1, 2)
    made.SetUseWeightedEvents()
    made.SetStatisticOption(ROOT.TEfficiency.kBUniform if bayesian else ROOT.TEfficiency.kFNormal)
    for point in random.normal(0.5, 1, 60):
        made.FillWeighted(bool(random.random() < 0.7), float(random.uniform(0.5, 2)), float(point))
    return made


def graph(random: np.random.Generator, kind: str, name: str) -> Any:
    points = int(random.integers(1, 8))
    numbers = [doubles(random.uniform(0, 5, points)) for _ in range(GRAPH_COLUMNS[kind])]
    named = (name, "points") if kind == "TGraphMultiErrors" else ()
    made = getattr(ROOT, kind)(*named, points, *numbers)
    if kind == "TGraphMultiErrors":
        made.AddYError(points, doubles(random.uniform(0, 1, points)), doubles(random.uniform(0, 1, points)))
    made.SetName(name)
    if not kind.startswith("TGraph2D") and random.random() < 0.5:
        made.SetTitle("points;abscissa;ordinate")
    return made


def polygons(random: np.random.Generator, name: str) -> Any:
    made = ROOT.TH2Poly(name, "polygons", 0, 10, 0, 10)
    made.AddBin(ROOT.TGraph(5, doubles([1, 3, 3, 1, 1]), doubles([1, 1, 4, 4, 1])))
    made.AddBin(ROOT.TGraph(3, doubles([4, 6, 8]), doubles([1, 5, 1])))
    if random.random() < 0.5:
        made.Sumw2()
    for x, y in random.uniform(-1, 11, (80, 2)):
        made.Fill(float(x), float(y), float(random.integers(1, 3)))
    return made


def function(random: np.random.Generator, name: str) -> Any:
    made = ROOT.TF1(name, "[norm]*exp(-0.5*x)+[1]*x", -1, float(random.uniform(0, 9)))
    made.SetParameters(*map(float, random.uniform(-1, 1, 2)))
    made.SetParError(1, 0.25)
    made.SetParLimits(0, -5, 5)
    made.SetChisquare(12.5)
    made.SetNDF(7)
    return made
