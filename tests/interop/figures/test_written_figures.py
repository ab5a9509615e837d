"""Histograms, profiles, graphs and efficiencies that ramet writes say in ROOT what they said before, and ROOT goes on
with them."""

from __future__ import annotations

import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hist
import numpy as np
import pytest
import ramet
import ROOT
import root_figures
from test_figures import SEEDS, cells, cells_of_efficiency, check_histogram, written

ROOT.TH1.AddDirectory(False)


def again(tmp_path: Path, figure: Any) -> tuple[Any, Any]:
    """As ROOT and as ramet read it from the file that ramet wrote."""
    with ramet.recreate(tmp_path / "again.root") as file:
        file["figure"] = figure
    file = ROOT.TFile(str(tmp_path / "again.root"))
    theirs = file.Get("figure")
    theirs.file = file  # it lives as long as its file
    return theirs, ramet.open(tmp_path / "again.root")["figure"]


def check_copy(tmp_path: Path, make: Callable[[str], Any]) -> tuple[Any, Any]:
    """ROOT reads the copy that ramet made, and the copy has what the first one had."""
    first, read = written(tmp_path, make)
    theirs, ours = again(tmp_path, read)
    check_histogram(theirs, ours)
    for get in ("GetBinContent", "GetBinError"):
        assert np.array_equal(cells(theirs, get, ours.shape), cells(first, get, ours.shape))
    assert theirs.GetEntries() == first.GetEntries()
    assert theirs.GetSumOfWeights() == first.GetSumOfWeights()
    for axis in (first.GetXaxis(), first.GetYaxis(), first.GetZaxis()):
        axis.SetRange(0, 0)  # the covariance of all, as check_histogram has it of the copy
    if len(ours.shape) > 1:
        assert theirs.GetCovariance(1, 2) == pytest.approx(first.GetCovariance(1, 2), abs=1e-9)
    return first, theirs


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("content", root_figures.CONTENTS)
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_histograms_of_every_class(tmp_path: Path, dimensions: int, content: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, theirs = check_copy(tmp_path, lambda name: root_figures.histogram(random, dimensions, content, name))
    assert theirs.ClassName() == (f"TH{dimensions}D" if content == "L" else first.ClassName())
    assert theirs.GetSumw2N() == first.GetSumw2N()
    assert theirs.Add(first)
    assert theirs.GetEntries() == 2 * first.GetEntries()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("option", ["", "s", "i", "g"])
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_profiles_with_errors_of_every_kind(tmp_path: Path, dimensions: int, option: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, theirs = check_copy(tmp_path, lambda name: root_figures.profile(random, dimensions, option, name))
    assert theirs.ClassName() == first.ClassName()
    assert str(theirs.GetErrorOption()) == option
    shape = [axis.GetNbins() for axis in (theirs.GetXaxis(), theirs.GetYaxis(), theirs.GetZaxis())[:dimensions]]
    for get in ("GetBinEntries", "GetBinEffectiveEntries"):
        assert np.array_equal(cells(theirs, get, shape), cells(first, get, shape))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["TH1D", "TH2D", "TH3D", "TProfile", "TProfile2D", "TProfile3D"])
def test_fills_and_projections_are_those_of_root(tmp_path: Path, kind: str, *, weighted: bool) -> None:
    random = np.random.default_rng(3)
    dimensions = int(kind.removeprefix("TH").removeprefix("TProfile")[:1] or 1)
    points = random.uniform(-1, 4, (dimensions, 500))
    heights, weights = random.normal(5, 2, 500), random.uniform(0.5, 2, 500) if weighted else np.ones(500)
    wanted = getattr(ROOT, kind)("wanted", "", *(3, 0.0, 3.0) * dimensions)
    is_profile = kind.startswith("TProfile")
    weight = weights if weighted else None
    if is_profile:
        made = ramet.Profile(3, ((0, 3),) * dimensions).fill(*points, sample=heights, weight=weight)
    else:
        made = ramet.Histogram(3, ((0, 3),) * dimensions).fill(*points, weight=weight)
    if weighted and not is_profile:
        wanted.Sumw2()
    for *point, height, one in zip(*points, heights, weights, strict=True):
        wanted.Fill(*map(float, point), *[float(height)] * is_profile, float(one))
    theirs, ours = again(tmp_path, made)
    assert theirs.ClassName() == kind
    for get in ("GetBinContent", "GetBinError"):
        assert np.array_equal(cells(theirs, get, ours.shape), cells(wanted, get, ours.shape))
    for number in range(1, dimensions + 1):
        assert theirs.GetMean(number) == wanted.GetMean(number)
        assert theirs.GetStdDev(number) == wanted.GetStdDev(number)
    assert theirs.GetEntries() == wanted.GetEntries()
    if dimensions == 2 and not is_profile:
        for axis in "XY":
            projected = getattr(wanted, f"Projection{axis}")(f"projection on {axis}")
            mine = made.project(axis.lower())
            assert mine.values(flow=True) == pytest.approx(cells(projected, "GetBinContent", mine.shape))
            assert mine.errors(flow=True) == pytest.approx(cells(projected, "GetBinError", mine.shape))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["THnD", "THnF"])
def test_histograms_of_many_axes(tmp_path: Path, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, read = written(tmp_path, lambda name: root_figures.many_axes(random, kind, name))
    theirs, ours = again(tmp_path, read)
    assert theirs.ClassName() == first.ClassName()
    assert ours.values(flow=True).tolist() == read.values(flow=True).tolist()
    assert theirs.GetEntries() == first.GetEntries()
    assert theirs.GetSumw() == first.GetSumw()
    assert theirs.GetCalculateErrors() == first.GetCalculateErrors()
    assert theirs.GetNbins() == first.GetNbins()
    for cell in np.ndindex(*ours.values(flow=True).shape):
        place = array.array("i", cell)
        assert theirs.GetBinContent(place) == first.GetBinContent(place)
        assert theirs.GetBinError(place) == first.GetBinError(place)
    projected = theirs.Projection(0)
    assert projected.GetSumOfWeights() == first.Projection(0).GetSumOfWeights()
    theirs.Add(first)
    assert theirs.GetEntries() == 2 * first.GetEntries()


@pytest.mark.parametrize("weighted", [False, True])
def test_histograms_of_hist_with_four_axes(tmp_path: Path, *, weighted: bool) -> None:
    random = np.random.default_rng(5)
    storage = hist.storage.Weight() if weighted else hist.storage.Double()
    axes = [hist.axis.Regular(3, 0, 3), hist.axis.Variable([0, 1, 3]), *[hist.axis.Regular(2, 0, 3)] * 2]
    made = hist.Hist(*axes, storage=storage)
    made.fill(*random.uniform(-1, 4, (4, 200)), weight=random.uniform(0.5, 2, 200) if weighted else None)
    theirs, _ = again(tmp_path, made)
    assert theirs.ClassName() == "THnT<double>"
    assert theirs.GetCalculateErrors() == weighted
    cells = made.values(flow=True)
    for place in np.ndindex(*cells.shape):
        assert theirs.GetBinContent(array.array("i", place)) == cells[place]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", root_figures.GRAPH_COLUMNS)
def test_graphs_of_every_class(tmp_path: Path, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, read = written(tmp_path, lambda name: root_figures.graph(random, kind, name))
    theirs, ours = again(tmp_path, read)
    assert theirs.ClassName() == first.ClassName() == ours.classname
    assert theirs.GetTitle() == first.GetTitle()
    assert theirs.GetN() == first.GetN()
    for point in range(first.GetN()):
        for axis in "XYZ"[: ours.ndim]:
            assert getattr(theirs, f"GetPoint{axis}", float)(point) == getattr(first, f"GetPoint{axis}", float)(point)
            if kind != "TGraphMultiErrors":
                assert getattr(theirs, f"GetError{axis}")(point) == getattr(first, f"GetError{axis}")(point)
    for get in ("values", "error_bars"):
        axes = range(ours.ndim)
        assert [np.array_equal(getattr(ours, get)(one), getattr(read, get)(one)) for one in axes] == [True] * ours.ndim
    if ours.ndim == 2:
        for axis in "XY":
            mine, wanted = (getattr(one.GetHistogram(), f"Get{axis}axis")() for one in (theirs, first))
            assert mine.GetTitle() == wanted.GetTitle()
            assert (mine.GetXmin(), mine.GetXmax()) == pytest.approx((wanted.GetXmin(), wanted.GetXmax()))


@pytest.mark.parametrize("option", [0, 1, 2, 3, 5, 6, 7, 8])
def test_efficiencies_of_every_option(tmp_path: Path, option: int) -> None:
    random = np.random.default_rng(option)
    first, read = written(tmp_path, lambda name: root_figures.efficiency(random, option, name))
    theirs, ours = again(tmp_path, read)
    for one in (theirs, first):
        if not one.UsesBayesianStat():
            one.SetStatisticOption(option)  # ROOT forgets on reading how intervals are made, until told again
    assert ours.interval_kind == read.interval_kind
    for one, other in zip(ours.intervals(), read.intervals(), strict=True):
        assert np.array_equal(one, other)
    for get in ("GetEfficiency", "GetEfficiencyErrorLow", "GetEfficiencyErrorUp"):
        shape = [len(axis) for axis in ours.axes]
        assert np.array_equal(cells_of_efficiency(theirs, get, shape), cells_of_efficiency(first, get, shape))
    theirs.Add(first)
    assert theirs.GetTotalHistogram().GetEntries() == 2 * first.GetTotalHistogram().GetEntries()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_means_of_hist_are_what_root_makes_of_the_same_fills(
    tmp_path: Path, dimensions: int, *, weighted: bool
) -> None:
    random = np.random.default_rng(dimensions)
    points, heights = random.uniform(-1, 4, (200, dimensions)), random.normal(5, 2, 200)
    weights = random.uniform(0.5, 2, 200) if weighted else np.ones(200)
    made = hist.Hist(
        *[hist.axis.Regular(3, 0, 3)] * dimensions,
        storage=hist.storage.WeightedMean() if weighted else hist.storage.Mean(),
    )
    made.fill(*points.T, sample=heights, **({"weight": weights} if weighted else {}))
    kind = "TProfile" + ("" if dimensions == 1 else f"{dimensions}D")
    wanted = getattr(ROOT, kind)("wanted", "", *(3, 0.0, 3.0) * dimensions)
    for point, height, weight in zip(points, heights, weights, strict=True):
        wanted.Fill(*map(float, point), float(height), float(weight))
    theirs, ours = again(tmp_path, made)
    assert theirs.ClassName() == kind
    for get in ("GetBinContent", "GetBinError", "GetBinEntries", "GetBinEffectiveEntries"):
        found, expected = cells(theirs, get, ours.shape), cells(wanted, get, ours.shape)
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)
