"""One-dimensional histograms, which speak UHI: hist, boost-histogram and mplhep take them as they are."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.session import shared_session

__all__ = ["Axis", "Histogram", "histogram_of"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AxisTraits:
    """What UHI asks of an axis."""

    circular: bool = False
    discrete: bool = False


class Axis(Sequence[tuple[float, float]]):
    """The bins of a histogram: a sequence of (lower edge, upper edge), without underflow and overflow.

    Two axes are equal when all their edges are. Threads: any number.
    """

    def __init__(self, core: _core.Axis, label: str = "") -> None:
        self._core = core
        self._edges = core.edges
        self.label = label

    @property
    def traits(self) -> AxisTraits:
        """What UHI asks of an axis: neither circular nor discrete."""
        return AxisTraits()

    @property
    def edges(self) -> Floats:
        """The lower edge of each bin, and the upper one of the last: a copy of shape (bins + 1,), float64."""
        return self._edges.copy()

    @property
    def centers(self) -> Floats:
        """The middle of each bin: shape (bins,), float64."""
        centers: Floats = (self._edges[:-1] + self._edges[1:]) / 2
        return centers

    @property
    def widths(self) -> Floats:
        """The width of each bin: shape (bins,), float64."""
        return np.diff(self._edges)

    @property
    def is_regular(self) -> bool:
        """Whether the bins have one width, and are stored as their number and two ends."""
        return self._core.is_regular

    def __len__(self) -> int:
        return self._core.bins

    @overload
    def __getitem__(self, index: int) -> tuple[float, float]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[float, float]]: ...
    def __getitem__(self, index: int | slice) -> tuple[float, float] | list[tuple[float, float]]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        bin_number = range(len(self))[index]
        return float(self._edges[bin_number]), float(self._edges[bin_number + 1])

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and np.array_equal(self._edges, other._edges)

    def __hash__(self) -> int:
        return hash(self._edges.tobytes())

    def __repr__(self) -> str:
        return f"<Axis of {len(self)} bins from {self._edges[0]} to {self._edges[-1]}>"


class Histogram:
    """A one-dimensional histogram of sums of weights: what TH1D is to ROOT.

    >>> histogram = Histogram(4, (0, 4))
    >>> histogram.fill([0.5, 1.5, 1.5, 9])
    >>> histogram.values()
    array([1., 2., 0., 0.])

    A bin has its lower edge and is without its upper one; NaN counts as overflow. Any number of threads may fill and
    read it: who reads while others fill sees whole fills.

    Args:
        bins: how many bins of equal width in `bounds`, or all edges, which rise.
        bounds: where the first bin begins and the last one ends.
        name: for other libraries; in a file it is called what `file[name] = histogram` says.
        title: of the histogram.
        label: of the axis, as "mass [GeV]".

    Raises:
        TypeError: bins is a number and bounds are missing.
        MisuseError: no bin, or edges that are not finite or do not rise.
    """

    # What _core holds never changes: filling fills a copy, and puts that in its place, so that who reads meanwhile sees
    # the histogram as it was before.

    def __init__(
        self,
        bins: int | npt.ArrayLike,
        bounds: tuple[float, float] | None = None,
        *,
        name: str = "",
        title: str = "",
        label: str = "",
    ) -> None:
        if isinstance(bins, int):
            if bounds is None:
                raise TypeError("a number of bins needs bounds: Histogram(50, (0, 100))")
            axis = _core.Axis.regular(bins, float(bounds[0]), float(bounds[1]))
        else:
            axis = axis_of(np.ascontiguousarray(bins, dtype=np.float64))
        self._lock = threading.Lock()
        self._core = _core.Histogram(axis).with_labels(name, title, label, "")

    @classmethod
    def from_core(cls, core: _core.Histogram) -> Histogram:
        """The histogram that C++ has made."""
        histogram = cls.__new__(cls)
        histogram._lock = threading.Lock()
        histogram._core = core
        return histogram

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def core(self) -> _core.Histogram:
        """The histogram as C++ has it."""
        return self._core

    @property
    def name(self) -> str:
        """Its name in the file it was read from, or as given."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its title; ROOT shows it above the picture."""
        return self._core.title

    @property
    def kind(self) -> str:
        """What UHI calls a histogram of counts or sums of weights: "COUNT"."""
        return "COUNT"

    @property
    def axes(self) -> tuple[Axis]:
        """The one axis, in a tuple, as UHI wants it."""
        return (self.axis(),)

    def axis(self, number: int = 0) -> Axis:
        """The axis. Raises IndexError for another number than 0 or -1."""
        if number not in (0, -1):
            raise IndexError(f"axis {number} of a histogram that has 1")
        return Axis(self._core.axis, self._core.axis_title)

    @property
    def is_weighted(self) -> bool:
        """Whether sums of squared weights are kept: from the first `fill` with weights on."""
        return self._core.is_weighted

    @property
    def num_entries(self) -> float:
        """How many values were filled, those outside of the range too."""
        return self._core.entries

    @property
    def mean(self) -> float:
        """Weighted mean of the values inside the range, not of the bins' centres. 0 when there are none,
        and from the centres when only contents were given, as in TH1."""
        return self._core.mean

    @property
    def standard_deviation(self) -> float:
        """Weighted standard deviation of the values inside the range, by the same rules as `mean`."""
        return self._core.standard_deviation

    def values(self, *, flow: bool = False) -> Floats:
        """The sum of weights of each bin: shape (bins,), float64; with `flow`, underflow is first and overflow last."""
        return self._core.contents if flow else self._core.contents[1:-1].copy()

    def variances(self, *, flow: bool = False) -> Floats:
        """The square of each bin's error, as `values`: its sum of squared weights, or without these its content."""
        return self._core.variances if flow else self._core.variances[1:-1].copy()

    def errors(self, *, flow: bool = False) -> Floats:
        """The square roots of the variances, as `values`."""
        errors: Floats = np.sqrt(self.variances(flow=flow))
        return errors

    def counts(self, *, flow: bool = False) -> Floats:
        """How many entries without weights would be as precise: values² / variances, 0 where there is none."""
        values, variances = self.values(flow=flow), self.variances(flow=flow)
        return np.divide(values**2, variances, out=np.zeros_like(values), where=variances != 0)

    # --- filling -------------------------------------------------------------------------------------------------

    def fill(self, values: npt.ArrayLike, *, weight: npt.ArrayLike | None = None) -> None:
        """Add numbers, on all cores; the result does not depend, to the last bit, on how many these are.

        Args:
            values: numbers of any type and shape; lists are taken flat.
            weight: one for all, or one for each value.

        Raises:
            TypeError: values or weights are no numbers.
            MisuseError: there are not as many weights as values.
        """
        numbers = _flat(values)
        weights = None if weight is None else np.ascontiguousarray(np.broadcast_to(_flat(weight), numbers.shape))
        with self._lock:
            filled = self._core.copy()
            filled.fill(shared_session(), numbers, weights)
            self._core = filled

    def __iadd__(self, other: Histogram) -> Histogram:
        with self._lock:
            total = self._core.copy()
            total.add(other._core)
            self._core = total
        return self

    def __add__(self, other: Histogram) -> Histogram:
        total = Histogram.from_core(self._core)
        total += other
        return total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self._core == other._core

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        axis = self.axis()
        return f"<Histogram {self.name!r} of {len(axis)} bins from {axis.edges[0]} to {axis.edges[-1]}>"

    # --- as others have it ---------------------------------------------------------------------------------------

    def to_numpy(self, *, flow: bool = False) -> tuple[Floats, Floats]:
        """Values and edges, shapes (bins,) and (bins + 1,), as numpy.histogram's; `flow` adds edges -inf and inf."""
        edges = self.axis().edges
        return self.values(flow=flow), np.concatenate([[-np.inf], edges, [np.inf]]) if flow else edges

    def to_boost(self) -> Any:
        """A boost_histogram.Histogram with the same bins, values and variances; needs boost-histogram."""
        import boost_histogram

        return self._filled(boost_histogram, boost_histogram.Histogram)

    def _to_boost_histogram_(self) -> Any:
        """What boost_histogram.Histogram(...) and hist.Hist(...) ask for."""
        return self.to_boost()

    def to_hist(self) -> Any:
        """A hist.Hist with the same bins, values, variances and labels; needs hist."""
        import boost_histogram
        import hist

        made = hist.Hist(self._filled(boost_histogram, boost_histogram.Histogram))
        made.name, made.label = self.name or None, self.title or None
        made.axes[0].label = self.axis().label
        return made

    def _filled(self, boost: Any, make: Any) -> Any:
        axis = self.axis()
        edges = axis.edges
        bins = boost.axis.Regular(len(axis), edges[0], edges[-1]) if axis.is_regular else boost.axis.Variable(edges)
        made = make(bins, storage=boost.storage.Weight() if self.is_weighted else boost.storage.Double())
        view = made.view(flow=True)
        if self.is_weighted:
            view["value"], view["variance"] = self.values(flow=True), self.variances(flow=True)
        else:
            view[...] = self.values(flow=True)
        return made


def axis_of(edges: Floats) -> _core.Axis:
    """Bins between edges; those of equal width but for rounding become a regular axis."""
    if edges.ndim != 1 or len(edges) < 2:
        raise MisuseError(f"edges of shape {edges.shape}, expected at least 2 in one dimension")
    even = np.linspace(edges[0], edges[-1], len(edges))
    width = abs(edges[-1] - edges[0]) / (len(edges) - 1)
    if np.allclose(edges, even, rtol=0, atol=1e-9 * width):
        return _core.Axis.regular(len(edges) - 1, float(edges[0]), float(edges[-1]))
    return _core.Axis.variable(edges)


def histogram_of(value: Any) -> Histogram | None:
    """The histogram that a value is: ramet's, one that speaks UHI, or (values, edges); None when it is none."""
    if isinstance(value, Histogram):
        return value
    if isinstance(value, tuple) and len(value) == 2:
        values, edges = (np.ascontiguousarray(part, dtype=np.float64) for part in value)
        if values.ndim != 1 or len(edges) != len(values) + 1:
            raise MisuseError(f"{len(edges)} edges for values of shape {values.shape}, expected one edge more")
        return _with_contents(edges, np.pad(values, 1), None)
    if all(hasattr(value, name) for name in ("kind", "axes", "values", "variances")):
        return _histogram_of_uhi(value)
    return None


def _histogram_of_uhi(value: Any) -> Histogram:
    kind = getattr(value.kind, "value", value.kind)
    if len(value.axes) != 1 or kind != "COUNT":
        raise UnsupportedError(f"a histogram of kind {kind} and {len(value.axes)} axes: ramet writes counts on 1 axis")
    axis = value.axes[0]
    edges = _edges_of(axis)
    values = _with_flow(axis, value.values(flow=True), len(edges) - 1)
    variances = value.variances(flow=True)
    squared = None if variances is None else _with_flow(axis, variances, len(edges) - 1)
    made = _with_contents(edges, values, None if squared is None or np.array_equal(values, squared) else squared)
    labels = [getattr(value, "name", None), getattr(value, "label", None), getattr(axis, "label", None)]
    name, title, axis_title = (str(label or "") for label in labels)
    return Histogram.from_core(made.core.with_labels(name, title, axis_title, ""))


def _edges_of(axis: Any) -> Floats:
    edges = getattr(axis, "edges", None)
    if edges is None:
        edges = [axis[0][0], *(upper for _, upper in axis)]
    return np.ascontiguousarray(edges() if callable(edges) else edges, dtype=np.float64)


def _with_flow(axis: Any, cells: Any, bins: int) -> Floats:
    """Cells with underflow and overflow, zero where the axis has none."""
    numbers = np.ascontiguousarray(cells, dtype=np.float64)
    traits = getattr(axis, "traits", None)
    missing_first = len(numbers) < bins + 2 and not getattr(traits, "underflow", False)
    missing_last = bins + 2 - len(numbers) - missing_first
    return np.pad(numbers, (int(missing_first), int(missing_last)))


def _with_contents(edges: Floats, cells: Floats, squared_weights: Floats | None) -> Histogram:
    """A histogram that was filled elsewhere: the statistics are those of the bins' centres."""
    inside, centers = cells[1:-1], (edges[:-1] + edges[1:]) / 2
    squares = cells if squared_weights is None else squared_weights
    statistics = [
        float(cells.sum()),
        float(inside.sum()),
        float(squares[1:-1].sum()),
        float((inside * centers).sum()),
        float((inside * centers**2).sum()),
    ]
    kept = np.empty(0) if squared_weights is None else squared_weights
    return Histogram.from_core(_core.Histogram.with_contents(axis_of(edges), cells, kept, statistics))


def _flat(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Numbers in one dimension, of their own type if C++ reads it where they are."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"values of {array.dtype} are no numbers")
    is_read = array.dtype.isnative and array.dtype.itemsize <= 8 and array.dtype != np.float16
    return np.ascontiguousarray(array.ravel(), dtype=array.dtype if is_read else np.float64)
