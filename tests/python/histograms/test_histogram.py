"""Histograms: filled, written, read, and converted to other libraries."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import awkward as ak
import boost_histogram
import hist
import numpy as np
import pytest
import ramet
import uproot
from uhi.numpy_plottable import ensure_plottable_histogram
from uhi.typing.plottable import PlottableHistogram


def written_and_read(tmp_path: Path, value: Any) -> tuple[ramet.Histogram, Any]:
    """The histogram as read by ramet and by uproot."""
    with ramet.recreate(tmp_path / "h.root") as file:
        file["dir/h"] = value
    return ramet.open(tmp_path / "h.root")["dir/h"], uproot.open(tmp_path / "h.root")["dir/h"]


def test_it_counts_as_numpy_does() -> None:
    values = np.random.default_rng(1).normal(size=100_000)
    histogram = ramet.Histogram(40, (-2, 2), name="h", title="numbers", label="x")
    histogram.fill(values)
    expected, edges = np.histogram(values, bins=40, range=(-2, 2))
    counts, our_edges = histogram.to_numpy()
    assert np.array_equal(counts, expected)
    assert np.allclose(our_edges, edges)
    assert histogram.values(flow=True).sum() == histogram.num_entries == 100_000
    inside = values[(values >= -2) & (values < 2)]
    assert histogram.mean == pytest.approx(inside.mean())
    assert histogram.standard_deviation == pytest.approx(inside.std())
    assert (histogram.name, histogram.title, histogram.axis().label) == ("h", "numbers", "x")


@pytest.mark.parametrize("dtype", ["bool", "i1", "u2", "i4", "u8", "f2", "f4", "f8", ">f4", "longdouble"])
def test_numbers_of_any_type_are_counted(dtype: str) -> None:
    histogram = ramet.Histogram(4, (0, 4))
    histogram.fill(np.array([[0, 1], [1, 1]], dtype=dtype), weight=np.array(2, dtype=dtype))
    weight = float(np.array(2, dtype=dtype))
    assert histogram.values().tolist() == [weight, 3 * weight, 0, 0]
    with pytest.raises(TypeError, match="not numbers"):
        histogram.fill(["a"])


def test_weights_have_variances() -> None:
    histogram = ramet.Histogram([0, 1, 4, 9])
    histogram.fill([0.5, 2, 2, 20], weight=[1, 2, 3, 4])
    assert histogram.values(flow=True).tolist() == [0, 1, 5, 0, 4]
    assert histogram.variances().tolist() == [1, 13, 0]
    assert histogram.counts() == pytest.approx([1, 25 / 13, 0])
    assert histogram.is_weighted
    assert not histogram.axis().is_regular
    assert (histogram + histogram).values().tolist() == [2, 10, 0]


def test_edges_that_were_asked_for_stay_edges() -> None:
    assert not ramet.Histogram([0, 5, 10]).axis().is_regular
    regular = ramet.Histogram(2, (0, 10)).fill([1])
    assert regular.axis().is_regular
    both = ramet.Histogram([0, 5, 10]).fill([7]) + regular
    assert both.values().tolist() == [1, 1]
    assert (regular + both).axis().is_regular


def test_it_speaks_uhi() -> None:
    histogram = ramet.Histogram(2, (0, 2))
    histogram.fill([0.5, 0.5, 1.5])
    assert histogram.kind == "COUNT"
    (axis,) = histogram.axes
    assert list(axis) == [(0, 1), (1, 2)]
    assert axis[-1] == (1, 2)
    assert axis[0:1] == [(0, 1)]
    assert (axis.traits.circular, axis.traits.discrete) == (False, False)
    assert len(axis) == 2
    with pytest.raises(IndexError):
        axis[2]


def test_others_take_it_as_it_is() -> None:
    histogram = ramet.Histogram(2, (0, 2))
    histogram.fill([0.5, 0.5, 1.5], weight=2)
    assert isinstance(histogram, PlottableHistogram)
    assert ensure_plottable_histogram(histogram) is histogram
    assert hist.Hist(histogram).variances().tolist() == [8, 4]
    assert boost_histogram.Histogram(histogram).values().tolist() == [4, 2]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("bins", [(5, (0.0, 10.0)), ([0.0, 1.0, 5.0, 10.0],)])
def test_hist_takes_it_and_gives_it_back(tmp_path: Path, bins: Any, weighted: bool) -> None:  # noqa: FBT001
    histogram = ramet.Histogram(*bins, title="t", label="x")
    values = np.linspace(-1, 12, 100)
    histogram.fill(values, weight=values if weighted else None)
    for made in (histogram.to_hist(), histogram.to_boost()):
        assert np.array_equal(made.values(flow=True), histogram.values(flow=True))
        assert np.array_equal(made.variances(flow=True), histogram.variances(flow=True))
        assert np.allclose(made.axes[0].edges, histogram.axis().edges())
        read, _ = written_and_read(tmp_path, made)
        assert np.array_equal(read.values(flow=True), histogram.values(flow=True))
        assert np.array_equal(read.variances(flow=True), histogram.variances(flow=True))
        assert read.axis() == histogram.axis()
    assert histogram.to_hist().axes[0].label == "x"


def test_uproot_reads_the_written_values(tmp_path: Path) -> None:
    histogram = ramet.Histogram(10, (0, 5), title="a title", label="energy [GeV]")
    histogram.fill(np.random.default_rng(2).exponential(size=1000), weight=0.5)
    ours, theirs = written_and_read(tmp_path, histogram)
    assert ours.values(flow=True).tolist() == histogram.values(flow=True).tolist()
    assert theirs.classname == "TH1D"
    assert np.array_equal(theirs.values(flow=True), ours.values(flow=True))
    assert np.array_equal(theirs.variances(flow=True), ours.variances(flow=True))
    assert np.array_equal(theirs.axis().edges(), ours.axis().edges())
    assert (theirs.name, theirs.title) == ("h", "a title")
    assert theirs.member("fXaxis").member("fTitle") == "energy [GeV]"
    assert theirs.member("fEntries") == 1000
    assert (ours.mean, ours.standard_deviation) == (histogram.mean, histogram.standard_deviation)


def test_a_tuple_of_numpy_becomes_one(tmp_path: Path) -> None:
    ours, theirs = written_and_read(tmp_path, np.histogram([1, 2, 2, 3], bins=3, range=(0, 6)))
    assert ours.values().tolist() == theirs.values().tolist() == [1, 3, 0]
    assert ours.axis().is_regular
    ours, _ = written_and_read(tmp_path, ([1, 2], [0, 1, 5]))
    assert ours.axis().edges().tolist() == [0, 1, 5]


def test_axes_without_flow_and_growing_ones_are_padded(tmp_path: Path) -> None:
    made = boost_histogram.Histogram(
        boost_histogram.axis.Regular(3, 0, 3, underflow=False), storage=boost_histogram.storage.Int64()
    )
    made.fill([0.5, 1.5, 1.5, 7])
    assert written_and_read(tmp_path, made)[0].values(flow=True).tolist() == [0, 1, 2, 0, 1]
    made = boost_histogram.Histogram(boost_histogram.axis.Variable([0, 1, 3], overflow=False))
    made.fill([-5, 0.5])
    assert written_and_read(tmp_path, made)[0].values(flow=True).tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("axis", "labels"),
    [
        (hist.axis.StrCategory(["b", "c", "light ü"]), ["b", "c", "light ü"]),
        (hist.axis.StrCategory(["b", "c"], growth=True), ["b", "c"]),
        (hist.axis.IntCategory([13, -11, 211]), ["13", "-11", "211"]),
        (hist.axis.IntCategory([0, 1, 2]), ["0", "1", "2"]),
        (hist.axis.Integer(2, 5), None),
        (hist.axis.Regular(3, 0, 1), None),
    ],
)
def test_categories_become_labels_of_bins(tmp_path: Path, axis: Any, labels: list[str] | None) -> None:
    made = hist.Hist(axis)
    made.fill([axis.centers[1] if isinstance(axis, hist.axis.Regular) else axis[1]] * 2)
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        file["h"] = made
    read = ramet.open(path)["h"]
    assert read.axes[0].labels() == labels
    assert read.values().tolist() == made.values().tolist()
    assert ramet.open(path).object_of("h").fXaxis.fBits2 == (0 if labels is None else 3)  # ROOT merges by what they say
    with uproot.open(path) as peer:
        assert peer["h"].axis().labels() == labels
        assert peer["h"].to_hist().values().tolist() == made.values().tolist()
    with ramet.recreate(tmp_path / "copy.root") as file:
        file["h"] = read
    assert ramet.open(tmp_path / "copy.root")["h"].axes[0].labels() == labels
    with uproot.recreate(tmp_path / "peer.root") as peer:
        peer["h"] = made
    assert ramet.open(tmp_path / "peer.root")["h"].axes[0].labels() == labels


def test_counts_that_float64_cannot_hold_are_refused(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises(ramet.MisuseError, match=f"counts up to {2**53 + 1} lose digits"):
            file["h"] = (np.array([2**53 + 1, 1]), np.arange(3))
        file["h"] = (np.array([2**54, 1]), np.arange(3))
    assert ramet.open(tmp_path / "new.root")["h"].values().tolist() == [2**54, 1]


def test_filling_gives_the_histogram_back() -> None:
    assert ramet.Histogram(2, (0, 1)).fill([0.1]).fill([0.7, 0.8]).values().tolist() == [1, 2]


def test_values_written_by_uproot_are_read(tmp_path: Path) -> None:
    made = hist.Hist.new.Reg(4, 0, 4, name="x").Weight()
    made.fill([0.5, 1.5, 9], weight=[1, 2, 3])
    with uproot.recreate(tmp_path / "u.root") as file:
        file["h"] = made
    read = ramet.open(tmp_path / "u.root")["h"]
    assert read.values(flow=True).tolist() == [0, 1, 2, 0, 0, 3]
    assert read.variances(flow=True).tolist() == [0, 1, 4, 0, 0, 9]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ramet.Histogram(3),
        lambda: ramet.Histogram(0, (0, 1)),
        lambda: ramet.Histogram(3, (1, 1)),
        lambda: ramet.Histogram([2, 1]),
        lambda: ramet.Histogram(3, (0, 1)).fill([1, 2], weight=[1, 2, 3]),
        lambda: ramet.Histogram(3, (0, 1)) + ramet.Histogram(4, (0, 1)),
    ],
)
def test_invalid_histograms_are_refused(make: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        make()


def test_histograms_of_other_kinds_are_not_written(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "h.root") as file:
        with pytest.raises(ramet.UnsupportedError, match="a profile of 4 axes: ramet writes those of 1 to 3"):
            file["h"] = hist.Hist(*[hist.axis.Regular(2, 0, 1)] * 4, storage=hist.storage.Mean())
        with pytest.raises(ramet.UnsupportedError, match="of kind EFFICIENCY: ramet writes those of kind COUNT"):
            file["h"] = SimpleNamespace(kind="EFFICIENCY", axes=[range(2)], values=list, variances=list)


def test_masked_values_are_refused_instead_of_filled() -> None:
    histogram = ramet.Histogram(4, (0, 4))
    masked = np.ma.masked_less([0.5, 1.5, 2.5], 1)
    with pytest.raises(ramet.MisuseError, match=r"1 of 3 values or weights are masked: give compressed\(\)"):
        histogram.fill(masked)
    with pytest.raises(ramet.MisuseError, match="masked"):
        histogram.fill([1, 2, 3], weight=masked)
    edges = np.ma.masked_equal([1.0, 2.0, 3.0], 2)
    for bins in (edges, [edges, [0, 1]]):
        for make in (ramet.Histogram, ramet.Profile):
            with pytest.raises(ramet.MisuseError, match="1 of 3 edges are masked"):
                make(bins)  # type: ignore[arg-type]
    with pytest.raises(ramet.MisuseError, match="1 of 3 edges are masked"):
        ramet.Histogram((4, edges), ((0, 1), None))
    assert ramet.Histogram(np.ma.array([1.0, 3.0])).axis().edges().tolist() == [1, 3]
    assert histogram.fill(masked.compressed()).fill(np.ma.array([0.5])).values().tolist() == [1, 1, 1, 0]


def test_masked_contents_and_edges_are_not_written(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "h.root") as file:
        with pytest.raises(ramet.MisuseError, match="1 of 2 contents or edges are masked"):
            file["h"] = np.ma.masked_equal([1.0, 2.0], 2), [0, 1, 2]
        with pytest.raises(ramet.MisuseError, match="1 of 3 contents or edges are masked"):
            file["h"] = [1.0, 2.0], np.ma.masked_equal([0.0, 1.0, 2.0], 2)
    assert ramet.open(tmp_path / "h.root").keys() == []


def test_values_that_are_not_numbers_say_how_they_become_some() -> None:
    histogram = ramet.Histogram(4, (0, 4))
    for values in ([[1, 2], [3]], ak.Array([[1, 2], [], [3]]), ak.Array([1, None])):
        with pytest.raises(TypeError, match=r"values are lists, or some are missing.*awkward\.flatten"):
            histogram.fill(values)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="values are lists"):
            histogram.fill([1.0], weight=values)  # type: ignore[arg-type]
    with pytest.raises(ramet.MisuseError, match="3 weights for 2 values, expected one for each, or one for all"):
        histogram.fill([1, 2], weight=[1, 2, 3])
    with pytest.raises(ramet.MisuseError, match="0 weights for 2 values"):
        histogram.fill([1, 2], weight=[])
    assert histogram.fill(ak.flatten(ak.Array([[1, 2], [3]]))).values().tolist() == [0, 1, 1, 1]
    assert histogram.fill([0.5, 1.5], weight=[2]).values().tolist() == [2, 3, 1, 1]
