"""Histograms of several axes, profiles and categories of other writers, and in other libraries."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import boost_histogram
import hist
import numpy as np
import pytest
import ramet
import uproot
from uhi.typing.plottable import PlottableHistogram
from uproot.writing import identify


def read_again(tmp_path: Path, value: Any) -> Any:
    with uproot.recreate(tmp_path / "h.root") as file:
        file["h"] = value
    return ramet.open(tmp_path / "h.root")["h"]


def axes_of(bins: int) -> list[Any]:
    unused = [identify.to_TAxis(name, "", 1, 0.0, 1.0) for name in ("yaxis", "zaxis")]
    return [identify.to_TAxis("xaxis", "energy", bins, 0.0, float(bins)), *unused]


def profile(squared_weights: list[float], option: int = 0) -> Any:
    """Heights 1 and 3 in the first of two bins, 2 in the underflow."""
    heights, squares, weights = ([2, 4, 0, 0], [4, 10, 0, 0], [1, 2, 0, 0])
    sums = [np.array(numbers, dtype=float) for numbers in (heights, squares, weights, squared_weights)]
    statistics = (3.0, 2.0, 2.0, 1.0, 0.5, 4.0, 10.0)
    return identify.to_TProfile(None, "means", sums[0], *statistics, *sums[1:], *axes_of(2), fErrorMode=option)


def test_two_and_three_axes_are_indexed_by_x_first(tmp_path: Path) -> None:
    made = hist.Hist.new.Reg(2, 0, 2, label="x").Var([0, 1, 3, 7], label="y").Weight()
    made.fill([0.5, 1.5, 1.5, 9], [0.5, 5, 5, 2], weight=[1, 2, 3, 4])
    plane = read_again(tmp_path, made)
    assert isinstance(plane, ramet.Histogram)
    assert isinstance(plane, PlottableHistogram)
    assert plane.shape == (2, 3)
    assert plane.values().tolist() == [[1, 0, 0], [0, 0, 5]]
    assert plane.variances().tolist() == [[1, 0, 0], [0, 0, 13]]
    assert plane.values(flow=True)[3, 2] == 4
    assert [len(edges) for edges in plane.to_numpy()[1:]] == [3, 4]
    assert [len(edges) for edges in plane.to_numpy(flow=True)[1:]] == [5, 6]
    assert np.array_equal(plane.to_hist().values(flow=True), made.values(flow=True))
    assert np.array_equal(hist.Hist(plane).variances(flow=True), made.variances(flow=True))
    cube = hist.Hist.new.Reg(1, 0, 1).Reg(2, 0, 2).Reg(3, 0, 3).Double()
    cube.fill([0.5], [1.5], [2.5])
    assert read_again(tmp_path, cube).values()[0, 1, 2] == 1


def test_they_are_added_compared_and_filled(tmp_path: Path) -> None:
    made = hist.Hist.new.Reg(2, 0, 2).Reg(2, 0, 2).Double()
    made.fill([0.5], [1.5])
    plane = read_again(tmp_path, made)
    assert (plane + plane).values().tolist() == [[0, 2], [0, 0]]
    assert plane + plane != plane
    assert plane.fill([1.5, 1.5], [0.5, 0.5]).values().tolist() == [[0, 1], [2, 0]]
    with pytest.raises(ramet.MisuseError, match="1 columns to fill, expected 2"):
        plane.fill([1])


@pytest.mark.parametrize(("option", "name", "variance"), [(0, "", 0.5), (1, "s", 1.0), (2, "i", 0.5), (3, "g", 0.5)])
def test_profiles_have_means_and_the_errors_of_their_option(
    tmp_path: Path, option: int, name: str, variance: float
) -> None:
    means = read_again(tmp_path, profile([1, 2, 0, 0], option))
    assert isinstance(means, ramet.Profile)
    assert isinstance(means, PlottableHistogram)
    assert (means.kind, means.error_option, means.height_range) == ("MEAN", name, None)
    assert means.values(flow=True).tolist() == [2, 2, 0, 0]
    assert means.contents(flow=True).tolist() == [2, 4, 0, 0]
    assert means.weights().tolist() == [2, 0]
    assert means.counts().tolist() == [2, 0]
    assert means.variances().tolist() == [variance, 0]
    assert means.axis().label == "energy"
    assert repr(means) == "<Profile 'h' of 2 bins from 0.0 to 2.0>"


def test_profiles_become_means_of_boost_histogram(tmp_path: Path) -> None:
    weighted = read_again(tmp_path, profile([1, 4, 0, 0])).to_boost()
    assert isinstance(weighted.storage_type(), boost_histogram.storage.WeightedMean)
    assert weighted.values(flow=True).tolist() == [2, 2, 0, 0]
    assert weighted.view()["sum_of_weights"].tolist() == [2, 0]
    assert weighted.view()["sum_of_weights_squared"].tolist() == [4, 0]
    plain = read_again(tmp_path, profile([])).to_hist()
    assert isinstance(plain.storage_type(), boost_histogram.storage.Mean)
    assert plain.counts().tolist() == [2, 0]
    assert plain.view()["_sum_of_deltas_squared"].tolist() == [2, 0]


def test_names_of_bins_make_categories(tmp_path: Path) -> None:
    made = hist.Hist.new.StrCat(["all", "passed"], label="cut").Double()
    made.fill(["all", "all", "passed", "elsewhere"])
    cuts = read_again(tmp_path, made)
    axis = cuts.axis()
    assert axis.labels() == ["all", "passed"]
    assert axis.traits.discrete
    assert list(axis) == ["all", "passed"]
    again = cuts.to_hist()
    assert list(again.axes[0]) == ["all", "passed"]
    assert again.values().tolist() == [2, 1]
    assert again.sum(flow=True) == cuts.values(flow=True).sum()


def test_axes_without_names_are_not_discrete(tmp_path: Path) -> None:
    plain = read_again(tmp_path, hist.Hist.new.Reg(2, 0, 2).Double())
    assert plain.axis().labels() is None
    assert plain.axis().time_format is None
    assert plain.axis().shown is None
    assert not plain.axis().is_discrete
    with pytest.raises(IndexError):
        plain.axis(1)


def test_mplhep_draws_them(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it and matplotlib deprecate of each other
        mplhep = pytest.importorskip("mplhep")
        import matplotlib.pyplot as plt

        line = read_again(tmp_path, hist.Hist.new.Reg(3, 0, 3).Weight().fill([0.5, 1.5, 1.5], weight=[1, 2, 2]))
        plane = read_again(tmp_path, hist.Hist.new.Reg(2, 0, 2).Reg(2, 0, 2).Double().fill([0.5], [1.5]))
        steps = mplhep.histplot(line, yerr=True)
        assert steps[0].stairs.get_data().values.tolist() == [1, 4, 0]
        mesh = mplhep.hist2dplot(plane)
        assert mesh.pcolormesh.get_array().tolist() == [[0, 0], [1, 0]]
        plt.close("all")


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "float32", "float64"])
def test_a_copy_is_of_the_same_class_while_that_holds_its_contents(tmp_path: Path, kind: str) -> None:
    class_name = {"int8": "TH1C", "int16": "TH1S", "int32": "TH1I", "float32": "TH1F", "float64": "TH1D"}[kind]
    contents = np.array([0, 3, 100, 1], dtype=kind)
    statistics = (4.0, 4.0, 4.0, 6.0, 10.0, np.array([]))
    read = read_again(tmp_path, identify.to_TH1x(None, "t", contents, *statistics, *axes_of(2)))
    assert read.classname == class_name
    with ramet.recreate(tmp_path / "copy.root") as file:
        file["same"] = read
        read.fill([0.5], weight=0.1)
        file["filled"] = read
    with uproot.open(tmp_path / "copy.root") as file:
        assert file.classnames(cycle=False) == {"same": class_name, "filled": "TH1D"}
        assert file["same"].values(flow=True).dtype == np.dtype(kind)
        assert file["same"].values(flow=True).tolist() == contents.tolist()
        assert file["filled"].values()[0] == 3.1
