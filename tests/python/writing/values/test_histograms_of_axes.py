"""`file[name] = histogram`, of counts and means, of every library, and graphs; read back by uproot, too."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

hist = pytest.importorskip("hist")
uproot = pytest.importorskip("uproot")

RANDOM = np.random.default_rng(7)
POINTS = RANDOM.normal(1, 1, size=(3, 500))
WEIGHTS = RANDOM.uniform(0.5, 2, 500)
HEIGHTS = RANDOM.normal(5, 2, 500)
AXES = (
    lambda: hist.axis.Regular(4, 0, 2, label="x [cm]"),
    lambda: hist.axis.Variable([0, 0.5, 2], label="y [cm]"),
    lambda: hist.axis.Regular(3, -1, 2, label="z [cm]"),
)


def filled(number: int, storage: Any, *, weighted: bool = False, means: bool = False) -> Any:
    """A histogram with axes of different bins, so that mistaken axes are noticed."""
    made = hist.Hist(*(axis() for axis in AXES[:number]), storage=storage, name="h", label="a title")
    options = ({"weight": WEIGHTS} if weighted else {}) | ({"sample": HEIGHTS} if means else {})
    return made.fill(*POINTS[:number], **options)


def written(tmp_path: Path, value: Any) -> tuple[Any, Any]:
    """The histogram as read by ramet and by uproot."""
    with ramet.recreate(tmp_path / "x.root") as file:
        file["dir/h"] = value
    return ramet.open(tmp_path / "x.root")["dir/h"], uproot.open(tmp_path / "x.root")["dir/h"]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_counts_of_hist_are_a_th(tmp_path: Path, number: int, *, weighted: bool) -> None:
    made = filled(number, hist.storage.Weight() if weighted else hist.storage.Double(), weighted=weighted)
    ours, theirs = written(tmp_path, made)
    assert ours.classname == theirs.classname == f"TH{number}D"
    for read in (ours, theirs):
        assert np.array_equal(read.values(flow=True), made.values(flow=True))
        assert np.allclose(read.variances(flow=True), made.variances(flow=True))
        for axis, wanted in zip(read.axes, made.axes, strict=True):
            assert np.allclose(axis.edges(), wanted.edges)
    assert ours.is_weighted is weighted
    assert [axis.label for axis in ours.axes] == ["x [cm]", "y [cm]", "z [cm]"][:number]
    assert (ours.name, ours.title, theirs.title) == ("h", "a title", "a title")
    assert ramet.check(tmp_path / "x.root").is_sound


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_means_of_hist_are_a_profile(tmp_path: Path, number: int, *, weighted: bool) -> None:
    storage = hist.storage.WeightedMean() if weighted else hist.storage.Mean()
    made = filled(number, storage, weighted=weighted, means=True)
    ours, theirs = written(tmp_path, made)
    assert ours.classname == theirs.classname == ("TProfile", "TProfile2D", "TProfile3D")[number - 1]
    assert isinstance(ours, ramet.Profile)
    for read in (ours, theirs):
        assert np.allclose(read.values(flow=True), np.nan_to_num(made.values(flow=True)))
    some = made.counts() > 1.5
    assert np.allclose(ours.counts()[some], made.counts()[some])
    if number < 3:
        assert np.allclose(ours.errors()[some], theirs.errors()[some])
    view = made.view()
    spread = (view["_sum_of_weighted_deltas_squared" if weighted else "_sum_of_deltas_squared"]) / ours.weights().clip(
        1e-9
    )
    assert np.allclose((ours.variances() * ours.counts())[some], spread[some])
    again = ours.to_hist()
    assert np.allclose(again.view(flow=True)["value"], np.nan_to_num(made.view(flow=True)["value"]))


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("as_tuple", [False, True])
def test_histograms_of_numpy_become_th(tmp_path: Path, number: int, *, as_tuple: bool) -> None:
    values, edges = np.histogramdd(POINTS[:number].T, bins=(4, 3, 2)[:number], range=[(0, 2), (-1, 2), (0, 3)][:number])
    ours, theirs = written(tmp_path, (values, tuple(edges) if as_tuple else list(edges)))
    for read in (ours, theirs):
        assert np.array_equal(read.values(), values)
        for axis, wanted in zip(read.axes, edges, strict=True):
            assert np.allclose(axis.edges(), wanted)
    assert ours.num_entries == values.sum()
    if number == 2:
        flat, x, y = np.histogram2d(*POINTS[:2], bins=(4, 3), range=[(0, 2), (-1, 2)])
        ours, _ = written(tmp_path, (flat, x, y))
        assert [len(axis) for axis in ours.axes] == [4, 3]
        assert np.array_equal(ours.values(), flat)


@pytest.mark.parametrize("weighted", [False, True])
def test_histograms_of_more_axes_are_a_thn(tmp_path: Path, *, weighted: bool) -> None:
    axes = [hist.axis.Regular(2, 0, 2, label="x"), hist.axis.StrCategory(["b", "c"]), hist.axis.Variable([0, 1, 3])]
    made = hist.Hist(*axes, hist.axis.Regular(3, -1, 2), storage=hist.storage.Weight(), name="h", label="a title")
    weights = WEIGHTS if weighted else np.ones(500)
    made.fill(POINTS[0], RANDOM.choice(["b", "c"], 500), *POINTS[1:], weight=weights)
    ours, theirs = written(tmp_path, made)
    assert ours.classname == theirs.classname == "THnT<double>"
    assert (ours.title, ours.axis(0).label, ours.axis(1).labels()) == ("a title", "x", ["b", "c"])
    assert np.array_equal(ours.values(), made.values())
    assert np.allclose(ours.variances(), made.variances())
    assert ours.num_entries == pytest.approx(made.sum(flow=True).value)
    cells = np.asarray(theirs.member("fArray").member("fData")).reshape([len(axis) + 2 for axis in axes] + [5])
    assert np.array_equal(cells, ours.values(flow=True))
    again = ramet.Histogram.from_core(ours.core) * 2
    assert written(tmp_path, again)[0] == again
    assert pickle.loads(pickle.dumps(again)) == again


def test_the_result_of_histogramdd_with_four_axes_is_a_thn(tmp_path: Path) -> None:
    values, edges = np.histogramdd(RANDOM.uniform(0, 1, (300, 4)), bins=(2, 3, 1, 2))
    ours, theirs = written(tmp_path, (values, edges))
    assert theirs.classname == "THnT<double>"
    assert np.array_equal(ours.values(), values)
    assert ours.num_entries == 300


@pytest.mark.parametrize(
    ("options", "classname"),
    [
        ({}, "TGraph"),
        ({"y_errors": [0.5, 1, 2]}, "TGraphErrors"),
        ({"x_errors": [0.5, 1, 2], "y_errors": [[0, 1, 2], [1, 1, 1]]}, "TGraphAsymmErrors"),
        ({"z": [7, 8, 9]}, "TGraph2D"),
        ({"z": [7, 8, 9], "z_errors": [1, 1, 2]}, "TGraph2DErrors"),
    ],
)
def test_graphs_are_written(tmp_path: Path, options: Any, classname: str) -> None:
    made = ramet.Graph([1, 2, 4], [3.5, 1, 2], title="points", labels=("t [s]", "U [V]"), **options)
    ours, theirs = written(tmp_path, made)
    assert made.classname == ours.classname == theirs.classname == classname
    assert (ours.name, ours.title) == ("h", "points")
    for read in (made, ours):
        assert [one.tolist() for one in read.values()] == [
            [1, 2, 4],
            [3.5, 1, 2],
            *([[7, 8, 9]] if "z" in options else []),
        ]
        if made.ndim == 2:
            assert read.labels == ("t [s]", "U [V]")
        if "y_errors" in options:
            low, high = np.broadcast_to(options["y_errors"], (2, 3))
            assert read.errors("low", "y").tolist() == low.tolist()
            assert read.errors("high", "y").tolist() == high.tolist()
    assert theirs.member("fY").tolist() == [3.5, 1, 2]
    assert theirs.member("fTitle") == "points"
    assert written(tmp_path, ours)[0].classname == classname


def test_graphs_whose_numbers_do_not_fit_are_refused() -> None:
    with pytest.raises(ramet.MisuseError, match="2 points, but 1 coordinates"):
        ramet.Graph([1, 2], [1])
    with pytest.raises(ramet.MisuseError, match="2 points, but 1 errors"):
        ramet.Graph([1, 2], [1, 2], y_errors=[1])
    with pytest.raises(ramet.MisuseError, match="2 coordinates, but errors along 3"):
        ramet.Graph([1, 2], [1, 2], z_errors=[1, 2])
    with pytest.raises(ramet.MisuseError, match=r"shape \(1, 2\), expected one dimension"):
        ramet.Graph([[1, 2]], [1, 2])
    with pytest.raises(TypeError, match="not numbers"):
        ramet.Graph(["a"], [1])


def test_moments_are_those_of_the_centres(tmp_path: Path) -> None:
    values = np.array([[1.0, 0, 2], [0, 3, 0]])
    ours, theirs = written(tmp_path, (values, np.array([0.0, 1, 2]), np.array([0.0, 2, 4, 6])))
    x, y = np.array([0.5, 1.5]), np.array([1.0, 3, 5])
    assert ours.means == pytest.approx(((values.sum(1) @ x) / 6, (values.sum(0) @ y) / 6))
    assert theirs.member("fTsumwxy") == pytest.approx(x @ values @ y)
    assert theirs.member("fTsumwy2") == pytest.approx(values.sum(0) @ y**2)


def test_axes_of_categories_keep_their_labels(tmp_path: Path) -> None:
    made = hist.Hist(hist.axis.StrCategory(["b", "c"]), hist.axis.IntCategory([7, 9]), hist.axis.Integer(0, 3))
    made.fill(["b", "b", "d"], [7, 9, 7], [0, 2, 1])
    ours, theirs = written(tmp_path, made)
    assert [axis.labels() for axis in ours.axes] == [["b", "c"], ["7", "9"], None]
    assert np.array_equal(ours.values(), made.values())
    assert np.array_equal(theirs.values(), made.values())
    assert ours.to_hist().sum(flow=True) == made.sum(flow=True)


def test_axes_without_flow_are_padded(tmp_path: Path) -> None:
    x = hist.axis.Regular(2, 0, 2, underflow=False)
    y = hist.axis.Regular(3, 0, 3, flow=False)
    made = hist.Hist(x, y).fill([0.5, 1.5, 5], [0.5, 2.5, 1.5])
    ours, _ = written(tmp_path, made)
    assert ours.values(flow=True).shape == (4, 5)
    assert np.array_equal(ours.values(flow=True)[1:, 1:-1], made.values(flow=True))


@pytest.mark.parametrize("read", [ramet.open, uproot.open])
def test_objects_that_were_read_can_be_written(tmp_path: Path, read: Callable[[Any], Any]) -> None:
    sources = {
        "two": filled(2, hist.storage.Weight(), weighted=True),
        "three": filled(3, hist.storage.Double()),
        "mean": filled(1, hist.storage.Mean(), means=True),
    }
    with ramet.recreate(tmp_path / "first.root") as file:
        file.update(sources)
    with read(tmp_path / "first.root") as first, ramet.recreate(tmp_path / "second.root") as second:
        for name in sources:
            second[name] = first[name]
    with ramet.open(tmp_path / "first.root") as first, ramet.open(tmp_path / "second.root") as second:
        for name in sources:
            assert second[name].classname == first[name].classname
            assert np.allclose(second[name].values(flow=True), first[name].values(flow=True))
            assert np.allclose(second[name].variances(), first[name].variances())


def test_a_histogram_of_roots_stays_of_its_class(tmp_path: Path) -> None:
    with uproot.recreate(tmp_path / "first.root") as file:
        file["h"] = filled(2, hist.storage.Double())
    first = ramet.open(tmp_path / "first.root")["h"]
    ours, _ = written(tmp_path, first)
    assert ours == first
    doubled = written(tmp_path, first * 2)[0]
    assert np.array_equal(doubled.values(flow=True), 2 * first.values(flow=True))
    assert doubled.means == pytest.approx(first.means)


def test_values_that_cannot_be_written_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    four = hist.Hist(*(hist.axis.Regular(2, 0, 1) for _ in range(4)), storage=hist.storage.Mean())
    with ramet.recreate(tmp_path / "x.root") as file:
        with pytest.raises(ramet.UnsupportedError, match="a profile of 4 axes: ramet writes those of 1 to 3"):
            file["h"] = four
        with pytest.raises(
            ramet.MisuseError, match=r"3 and 3 edges for values of shape \(2, 3\), expected one edge more"
        ):
            file["h"] = (np.zeros((2, 3)), np.arange(3.0), np.arange(3.0))
        with pytest.raises(ramet.MisuseError, match="3 edges for values of shape"):
            file["h"] = (np.zeros(3), np.arange(3.0))
        for parts in ((np.array([1j, 2]), np.arange(3.0)), (np.zeros(2), np.array([0, 1, 2j]))):
            with pytest.raises(ramet.MisuseError, match="complex numbers cannot be contents or edges"):
                file["h"] = parts
        with pytest.raises(ramet.MisuseError, match="an axis without bins"):
            file["h"] = hist.Hist(hist.axis.StrCategory([], growth=True))
        assert file.keys() == []


def test_texts_are_written_in_directories(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file["dir/text"] = "grün"
        file["long"] = "x" * 1000
    with ramet.open(tmp_path / "x.root") as file:
        assert (file["dir/text"], len(str(file["long"]))) == ("grün", 1000)
        assert uproot.open(io.BytesIO((tmp_path / "x.root").read_bytes()))["dir/text"] == "grün"
