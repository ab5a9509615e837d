"""Histograms and profiles of any number of axes: made, filled, sliced and projected as hist does it."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

hist = pytest.importorskip("hist")
RANDOM = np.random.default_rng(11)
POINTS = RANDOM.normal(2, 2, (3, 400))
WEIGHTS = RANDOM.integers(1, 5, 400) / 4
HEIGHTS = RANDOM.integers(0, 9, 400)


def both(axes: int = 2, *, means: bool = False) -> tuple[Any, Any]:
    """The same bins, filled by ramet and by hist."""
    bins, bounds = (8, [0, 0.5, 2, 3], 4)[:axes], ((0, 4), None, (-1, 5))[:axes]
    theirs = hist.Hist(
        *[hist.axis.Regular(8, 0, 4), hist.axis.Variable([0, 0.5, 2, 3]), hist.axis.Regular(4, -1, 5)][:axes],
        storage=hist.storage.WeightedMean() if means else hist.storage.Weight(),
    )
    if means:
        profile = ramet.Profile(bins, bounds, value_label="height")
        theirs.fill(*POINTS[:axes], sample=HEIGHTS, weight=WEIGHTS)
        return profile.fill(*POINTS[:axes], sample=HEIGHTS, weight=WEIGHTS), theirs
    theirs.fill(*POINTS[:axes], weight=WEIGHTS)
    return ramet.Histogram(bins, bounds).fill(*POINTS[:axes], weight=WEIGHTS), theirs


def check(ours: Any, theirs: Any) -> None:
    assert ours.shape == tuple(len(axis) for axis in theirs.axes)
    for axis, wanted in zip(ours.axes, theirs.axes, strict=True):
        assert np.allclose(axis.edges(), wanted.edges)
    assert np.allclose(ours.values(flow=True), np.nan_to_num(theirs.values(flow=True)))
    if ours.kind == "COUNT":
        assert np.allclose(ours.variances(flow=True), theirs.variances(flow=True))
    else:
        assert np.allclose(ours.weights(flow=True), theirs.view(flow=True)["sum_of_weights"])


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("means", [False, True])
def test_fills_are_those_of_hist(tmp_path: Path, axes: int, *, means: bool) -> None:
    ours, theirs = both(axes, means=means)
    check(ours, theirs)
    assert ours.num_entries == 400
    with ramet.recreate(tmp_path / "x.root") as file:
        file["h"] = ours
    again = ramet.open(tmp_path / "x.root")["h"]
    assert again.classname == ("TProfile" if means else "TH") + ("" if means and axes == 1 else f"{axes}D")
    check(again, theirs)
    assert pickle.loads(pickle.dumps(again)) == again == copy.copy(again)


@pytest.mark.parametrize("means", [False, True])
@pytest.mark.parametrize(
    "index",
    [
        np.s_[1j:3j, :],
        np.s_[2:-1, 1:],
        np.s_[1j:3j, sum],
        np.s_[sum, 0.5j:],
        np.s_[1j + 1 : 3j - 1, 0:len:sum],
        np.s_[::sum, :],
        np.s_[:3j:sum, :],
        np.s_[1j::sum, :],
        np.s_[2j, :],
        np.s_[-1, :],
        np.s_[..., 1],
        np.s_[:, ...],
        {0: np.s_[1j:3j]},
        {-1: sum, 0: np.s_[: hist.loc(3)]},
        np.s_[:: hist.rebin(2), :],
        np.s_[1 : 8 : hist.rebin(3), ::3j],
        np.s_[hist.overflow, :],
        np.s_[hist.underflow, :],
        np.s_[hist.loc(-7), :],
        np.s_[-3j:99j, :],
    ],
    ids=str,
)
def test_slices_are_those_of_hist(index: Any, *, means: bool) -> None:
    ours, theirs = both(means=means)
    check(ours[index], theirs[index])


def test_an_index_of_every_axis_is_a_number() -> None:
    ours, theirs = both()
    for index in (np.s_[2j, 1], np.s_[sum, sum], np.s_[1j:3j:sum, 0:len:sum], np.s_[-1, hist.overflow]):
        assert ours[index] == pytest.approx(theirs[index].value)
        assert isinstance(ours[index], float)
    ours, theirs = both(1, means=True)
    assert ours[1.1j] == pytest.approx(theirs[1.1j].value)


@pytest.mark.parametrize("means", [False, True])
@pytest.mark.parametrize("axes", [(0,), (2,), (1, 0), (2, 0, 1), (0, 1)])
def test_projections_are_those_of_hist(axes: tuple[int, ...], *, means: bool) -> None:
    ours, theirs = both(3, means=means)
    check(ours.project(*axes), theirs.project(*axes))
    assert ours.project(*("xyz"[axis] for axis in axes)) == ours.project(*axes)
    assert ours.project(*axes).num_entries == 400


def test_four_axes_are_filled_and_projected() -> None:
    points = RANDOM.uniform(-1, 4, (4, 300))
    ours = ramet.Histogram((3, 2, 4, 5), ((0, 3), (0, 2), (0, 3), (-1, 4)), label=list("abcd")).fill(*points)
    wanted, _ = np.histogramdd(points.T, bins=(3, 2, 4, 5), range=((0, 3), (0, 2), (0, 3), (-1, 4)))
    assert np.array_equal(ours.values(), wanted)
    assert (ours.classname, [axis.label for axis in ours.axes]) == ("THnT<double>", list("abcd"))
    plane = ours[..., sum, 0:len:sum].project(1, 0)
    assert (plane.classname, [axis.label for axis in plane.axes]) == ("TH2D", ["b", "a"])
    assert plane.values(flow=True).sum() == (np.abs(points[3] - 1.5) < 2.5).sum()


def test_a_name_of_a_bin_is_an_index(tmp_path: Path) -> None:
    made = hist.Hist(hist.axis.StrCategory(["b", "c", "light"])).fill(["b", "light", "light"])
    with ramet.recreate(tmp_path / "x.root") as file:
        file["h"] = made
    ours = ramet.open(tmp_path / "x.root")["h"]
    assert (ours["b"], ours["light"]) == (1, 2)
    assert ours["c":].axes[0].labels() == ["c", "light"]  # type: ignore[misc]
    with pytest.raises(ValueError, match="'d'"):
        ours["d"]


def test_the_mean_is_that_of_the_values_while_the_same_ones_are_inside() -> None:
    ours = ramet.Histogram((2, 2), ((0, 2), (0, 2))).fill([0.1, 1.7], [1.2, 0.3])
    assert ours.project("y").mean == pytest.approx(0.75)
    assert ours[:, sum].mean == pytest.approx(0.9)
    assert ours[1j:, sum].mean == 1.5


def test_a_multiple_of_a_profile_has_multiples_of_heights() -> None:
    ours, _ = both(1, means=True)
    double = 2 * ours
    assert np.allclose(double.values(), 2 * ours.values())
    assert np.allclose(double.errors(), 2 * ours.errors())
    assert isinstance(double, ramet.Profile)
    assert (double + ours).num_entries == 800


@pytest.mark.parametrize(
    ("index", "error", "message"),
    [
        (12, IndexError, "bin 12 of an axis with 8 bins"),
        (-9, IndexError, "bin -9 of an axis with 8 bins"),
        (np.s_[5:2], IndexError, "the range 5 to 2 has no bins"),
        (np.s_[1, 2], IndexError, "2 indices for a histogram of 1 axes"),
        ((..., ...), IndexError, "more than one"),
        ({1: 2}, IndexError, "axis 1 of a histogram with 1 axes"),
        (2.5, TypeError, "an index"),
        (True, TypeError, "index True of an axis"),
        (np.s_[::2], TypeError, "the step 2 of an index, expected sum, 2j or hist.rebin"),
        (np.s_[1:3:3j], IndexError, "cannot merge 3 bins: 2 are selected"),
        (np.s_[::0j], IndexError, "cannot merge 0 bins"),
    ],
    ids=str,
)
def test_invalid_indices_are_refused(index: Any, error: type[Exception], message: str) -> None:
    ours, _ = both(1)
    with pytest.raises(error, match=message):
        ours[index]


def test_objects_that_are_not_histograms_are_refused() -> None:
    with pytest.raises(ramet.MisuseError, match="2 bins for 3 axes"):
        ramet.Histogram((4, [0, 1]), ((0, 1), None, None))
    with pytest.raises(ramet.MisuseError, match="3 labels for 2 axes"):
        ramet.Histogram((4, 4), ((0, 1), (0, 1)), label=("x", "y", "z"))
    with pytest.raises(TypeError, match="two bounds"):
        ramet.Histogram((4, 4), ((0, 1), None))
    with pytest.raises(ramet.UnsupportedError, match="4 axes: ROOT has profiles of 1 to 3"):
        ramet.Profile(2, ((0, 1),) * 4)
    plane = ramet.Histogram(2, ((0, 1), (0, 1)))
    for columns in ((), ([1],), ([1], [1, 2]), ([1], [1], [1])):
        with pytest.raises(ramet.MisuseError):
            plane.fill(*columns)
    with pytest.raises(ramet.MisuseError, match="axis 0 twice"):
        plane.project(0, 0)
    with pytest.raises(IndexError, match="axis 2 of a histogram with 2 axes"):
        plane.project("z")
    with pytest.raises(TypeError):
        iter(plane)
    assert plane.num_entries == 0
