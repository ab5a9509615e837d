"""Histograms and profiles that ramet writes say in ROOT what they said before, and ROOT goes on with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hist
import numpy as np
import pytest
import ramet
import ROOT
import root_figures
from test_figures import SEEDS, cells, check_histogram, written

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
