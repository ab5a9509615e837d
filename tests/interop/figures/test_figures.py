"""Histograms, graphs, efficiencies and functions of every class say in ramet what they say in ROOT."""

from __future__ import annotations

import array
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import root_figures

ROOT.TH1.AddDirectory(False)

SEEDS = range(4)


def written(tmp_path: Path, make: Any) -> tuple[Any, Any]:
    """As ROOT and as ramet read it from a file."""
    path = str(tmp_path / "figure.root")
    made = make("figure")
    file = ROOT.TFile(path, "RECREATE")
    file.WriteTObject(made, "figure")
    file.Close()
    file = ROOT.TFile(path)
    theirs = file.Get("figure")
    theirs.file = file  # it lives as long as its file
    return theirs, ramet.open(path)["figure"]


def cells(theirs: Any, get: str, shape: Iterable[int]) -> Any:
    """What a getter says for every cell."""
    places = itertools.product(*(range(bins + 2) for bins in shape))
    numbers = [getattr(theirs, get)(theirs.GetBin(*place)) for place in places]
    return np.reshape(numbers, [bins + 2 for bins in shape])


def check_axis(theirs: Any, ours: Any) -> None:
    bins = theirs.GetNbins()
    assert len(ours) == bins
    assert ours.edges() == pytest.approx([theirs.GetBinLowEdge(number) for number in range(1, bins + 2)], rel=1e-14)
    assert ours.label == str(theirs.GetTitle())
    labels = [str(theirs.GetBinLabel(number)) for number in range(1, bins + 1)]
    assert ours.labels() == (labels if any(labels) else None)
    assert (ours.time_format == str(theirs.GetTimeFormat())) == bool(theirs.GetTimeDisplay())
    assert (ours.shown or (0, bins)) == (theirs.GetFirst() - 1, theirs.GetLast())


def check_histogram(theirs: Any, ours: Any) -> None:
    shape = ours.shape
    assert ours.classname == theirs.ClassName()
    assert (ours.name, ours.title) == (str(theirs.GetName()), str(theirs.GetTitle()))
    for number, axis in enumerate((theirs.GetXaxis(), theirs.GetYaxis(), theirs.GetZaxis())[: len(shape)]):
        check_axis(axis, ours.axis(number))
    assert np.array_equal(ours.values(flow=True), cells(theirs, "GetBinContent", shape))
    assert ours.errors(flow=True) == pytest.approx(cells(theirs, "GetBinError", shape), rel=1e-12)
    assert ours.num_entries == theirs.GetEntries()
    for axis in (theirs.GetXaxis(), theirs.GetYaxis(), theirs.GetZaxis()):
        axis.SetRange(0, 0)  # the mean of all
    for number in range(len(shape)):
        assert ours.means[number] == pytest.approx(theirs.GetMean(number + 1), rel=1e-12)
        assert ours.standard_deviations[number] == pytest.approx(theirs.GetStdDev(number + 1), rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("content", root_figures.CONTENTS)
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_histograms_of_every_class(tmp_path: Path, dimensions: int, content: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.histogram(random, dimensions, content, name))
    check_histogram(theirs, ours)
    assert ours.is_weighted == (theirs.GetSumw2N() > 0)
    made = ours.to_hist()
    if not any(axis.is_discrete for axis in ours.axes):
        assert np.array_equal(made.values(flow=True), ours.values(flow=True))
        assert np.array_equal(made.variances(flow=True), ours.variances(flow=True))
    assert made.values(flow=True).sum() == pytest.approx(ours.values(flow=True).sum())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("option", ["", "s", "i", "g"])
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_profiles_with_errors_of_every_kind(tmp_path: Path, dimensions: int, option: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.profile(random, dimensions, option, name))
    check_histogram(theirs, ours)
    assert ours.kind == "MEAN"
    assert ours.error_option == option
    assert np.array_equal(ours.weights(flow=True), cells(theirs, "GetBinEntries", ours.shape))
    assert ours.counts(flow=True) == pytest.approx(cells(theirs, "GetBinEffectiveEntries", ours.shape), rel=1e-12)
    if not any(axis.is_discrete for axis in ours.axes):
        assert ours.to_hist().values(flow=True) == pytest.approx(ours.values(flow=True))


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_what_waits_in_a_buffer_is_filled(tmp_path: Path, dimensions: int) -> None:
    random = np.random.default_rng(dimensions)
    theirs, ours = written(tmp_path, lambda name: root_figures.buffered(random, dimensions, name))
    theirs.BufferEmpty(1)
    check_histogram(theirs, ours)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["THnF", "THnD", "THnI", "THnC", "THnL", "THnSparseF", "THnSparseD", "THnSparseS"])
def test_histograms_of_many_axes(tmp_path: Path, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.many_axes(random, kind, name))
    shape = ours.shape
    for number in range(len(shape)):
        check_axis(theirs.GetAxis(number), ours.axis(number))
    values, errors = ours.values(flow=True), ours.errors(flow=True)
    bins = array.array("i", [0] * len(shape))
    for place in itertools.product(*(range(size + 2) for size in shape)):
        bins[:] = array.array("i", place)
        assert values[place] == theirs.GetBinContent(bins)
        assert errors[place] == pytest.approx(theirs.GetBinError(bins))
    assert ours.num_entries == theirs.GetEntries()
    assert ours.is_weighted == bool(theirs.GetCalculateErrors())


def check_efficiency(theirs: Any, ours: Any, tolerance: float) -> None:
    shape = tuple(len(axis) for axis in ours.axes)
    assert ours.values(flow=True) == pytest.approx(cells_of_efficiency(theirs, "GetEfficiency", shape))
    below, above = ours.errors(flow=True)
    assert below == pytest.approx(cells_of_efficiency(theirs, "GetEfficiencyErrorLow", shape), abs=tolerance)
    assert above == pytest.approx(cells_of_efficiency(theirs, "GetEfficiencyErrorUp", shape), abs=tolerance)
    assert ours.confidence_level == theirs.GetConfidenceLevel()


def cells_of_efficiency(theirs: Any, get: str, shape: Iterable[int]) -> Any:
    places = itertools.product(*(range(bins + 2) for bins in shape))
    numbers = [getattr(theirs, get)(theirs.GetGlobalBin(*place)) for place in places]
    return np.reshape(numbers, [bins + 2 for bins in shape])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("option", [0, 1, 2, 3, 5, 6, 7, 8])
def test_efficiencies_with_intervals_of_every_kind(tmp_path: Path, option: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.efficiency(random, option, name))
    if not theirs.UsesBayesianStat():
        theirs.SetStatisticOption(option)  # ROOT forgets on reading how intervals are made, until told again
    # ROOT looks for the shortest interval, and for that of mid-P, in steps until it is about that close
    check_efficiency(theirs, ours, 1e-5 if theirs.UsesShortestInterval() else 1e-8)


def test_feldman_cousins_intervals_are_refused(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    theirs, ours = written(tmp_path, lambda name: root_figures.efficiency(random, 4, name))
    assert ours.interval_kind == "feldman_cousins"
    assert ours.values()[1] == pytest.approx(theirs.GetEfficiency(2)) or ours.values().ndim == 2
    with pytest.raises(ramet.UnsupportedError, match="Feldman-Cousins"):
        ours.intervals()


@pytest.mark.parametrize("bayesian", [False, True])
def test_weighted_efficiencies(tmp_path: Path, bayesian: bool) -> None:  # noqa: FBT001
    random = np.random.default_rng(5)
    theirs, ours = written(tmp_path, lambda name: root_figures.weighted_efficiency(random, name, bayesian=bayesian))
    check_efficiency(theirs, ours, 1e-8)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", root_figures.GRAPH_COLUMNS)
def test_graphs_of_every_class(tmp_path: Path, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.graph(random, kind, name))
    assert ours.classname == kind
    assert (ours.name, ours.title) == (str(theirs.GetName()), str(theirs.GetTitle()))
    points = range(theirs.GetN())
    coordinates = "xyz"[: ours.ndim]
    for axis in coordinates:
        assert getattr(ours, axis).tolist() == [getattr(theirs, f"Get{axis.upper()}")()[point] for point in points]
        assert ours.values(axis).tolist() == getattr(ours, axis).tolist()
    assert np.array_equal(ours.values("both"), [ours.values(number) for number in range(ours.ndim)])
    assert ours.values(-1).tolist() == ours.values(coordinates[-1]).tolist()
    for wrong in ("w", "xy", ours.ndim, -ours.ndim - 1):
        with pytest.raises(ValueError, match="is not one of"):
            ours.values(wrong)
    if kind in ("TGraph", "TGraph2D"):
        assert ours.error_bars() is ours.errors("low") is None
        return
    for axis in coordinates:
        below, above = ours.error_bars(axis)
        assert ours.errors("mean", axis).tolist() == ((below + above) / 2).tolist()
        name = axis.upper()
        symmetric = kind in ("TGraphErrors", "TGraph2DErrors")
        lower, upper = [f"GetE{name}"] * 2 if symmetric else [f"GetE{name}low", f"GetE{name}high"]
        if kind == "TGraphMultiErrors" and axis == "y":
            assert ours.num_error_kinds == 2
            for error_kind in range(2):
                below, above = ours.error_bars("y", kind=error_kind)
                assert below.tolist() == [theirs.GetErrorYlow(point, error_kind) for point in points]
                assert above.tolist() == [theirs.GetErrorYhigh(point, error_kind) for point in points]
            continue
        assert below.tolist() == [getattr(theirs, lower)()[point] for point in points]
        assert above.tolist() == [getattr(theirs, upper)()[point] for point in points]
    if kind == "TGraphBentErrors":
        assert ours.bends("y")[0].tolist() == [theirs.GetEYlowd()[point] for point in points]
    if theirs.GetTitle() == "points" and kind == "TGraphErrors" and any(ours.labels):
        assert ours.labels == ("abscissa", "ordinate")


@pytest.mark.parametrize("seed", SEEDS)
def test_histograms_whose_bins_are_polygons(tmp_path: Path, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.polygons(random, name))
    bins = range(1, theirs.GetNumberOfBins() + 1)
    assert ours.values().tolist() == [theirs.GetBinContent(number) for number in bins]
    assert ours.errors() == pytest.approx([theirs.GetBinError(number) for number in bins])
    assert ours.overflow.ravel().tolist() == [theirs.GetBinContent(-number) for number in range(1, 10)]
    assert ours.polygons[1][0].tolist()[:3] == [[4, 1], [6, 5], [8, 1]]
    assert ours.num_entries == theirs.GetEntries()


@pytest.mark.parametrize("seed", SEEDS)
def test_functions(tmp_path: Path, seed: int) -> None:
    random = np.random.default_rng(seed)
    theirs, ours = written(tmp_path, lambda name: root_figures.function(random, name))
    assert ours.formula == str(theirs.GetExpFormula())
    assert ours.ranges == ((theirs.GetXmin(), theirs.GetXmax()),)
    assert [one.value for one in ours.parameters] == [theirs.GetParameter(number) for number in range(theirs.GetNpar())]
    assert [one.error for one in ours.parameters] == [theirs.GetParError(number) for number in range(theirs.GetNpar())]
    assert ours.parameters[0].name in ("norm", str(theirs.GetParName(0)))
    assert (ours.chi_square, ours.degrees_of_freedom) == (12.5, 7)


def test_fitted_functions_and_groups(tmp_path: Path) -> None:
    path = str(tmp_path / "groups.root")
    random = np.random.default_rng(3)
    file = ROOT.TFile(path, "RECREATE")
    together = ROOT.TMultiGraph("together", "several")
    stack = ROOT.THStack("stack", "stacked")
    kept = [root_figures.graph(random, kind, kind) for kind in ("TGraph", "TGraphErrors")]
    kept += [root_figures.histogram(random, 1, "F", f"h{number}") for number in range(3)]
    for one in kept:
        ROOT.SetOwnership(one, False)
        (together if one.ClassName().startswith("TGraph") else stack).Add(one)
    fitted = root_figures.histogram(random, 1, "D", "fitted")
    fitted.Fit("gaus", "Q0")
    for one in (together, stack, fitted):
        file.WriteTObject(one, one.GetName())
    values = [[one.GetBinContent(number) for number in range(one.GetNbinsX() + 2)] for one in kept[2:]]
    file.Close()
    ours = ramet.open(path)
    assert [graph.classname for graph in ours["together"]] == ["TGraph", "TGraphErrors"]
    assert [one.values(flow=True).tolist() for one in ours["stack"]] == values
    [gaus] = ours["fitted"].functions
    assert gaus.name == "gaus"
    assert [one.name for one in gaus.parameters] == ["Constant", "Mean", "Sigma"]
    assert gaus.parameters[1].value == fitted.GetFunction("gaus").GetParameter(1)
