"""Histograms of ramet and of other libraries, graphs and efficiencies, as ramet writes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import without_missing
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.as_value import plain
from ramet.histograms.axis import Floats
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["WritableCore", "axis_between", "axis_of", "counted", "numbers_of", "writable_figure"]

WritableCore = (
    _core.Histogram | _core.SparseHistogram | _core.Graph | _core.Efficiency | _core.Function | _core.StoredFit
)
_WRITABLE = (_core.Histogram, _core.SparseHistogram, _core.Graph, _core.Efficiency, _core.Function)

# Of boost-histogram's storage, in the order of _mean_parts; counts are their own squares.
_WEIGHTED_MEANS = ("sum_of_weights", "sum_of_weights_squared", "value", "_sum_of_weighted_deltas_squared")
_MEANS = ("count", "count", "value", "_sum_of_deltas_squared")
_MOST_PROFILE_AXES = 3
_MOST_AXES = 32  # of a NumPy array: one of NumPy 1 has no more


def axis_between(edges: Floats) -> _core.Axis:
    """Bins between edges that were asked for, which stay what they are, as ROOT keeps them."""
    if edges.shape == (1,):
        raise MisuseError("an axis without bins, expected at least one: ROOT has no such histograms")
    if edges.ndim != 1 or len(edges) < 2:
        raise MisuseError(f"edges of shape {edges.shape}, expected at least 2 in one dimension")
    return _core.Axis.variable(edges)


def axis_of(edges: Floats) -> _core.Axis:
    """Bins between the edges of a histogram that has no other description of its bins; those of equal width but for
    rounding become a regular axis."""
    axis = axis_between(edges)
    even = np.linspace(edges[0], edges[-1], len(edges))
    width = abs(edges[-1] - edges[0]) / (len(edges) - 1)
    if np.allclose(edges, even, rtol=0, atol=1e-9 * width):
        return _core.Axis.regular(len(edges) - 1, float(edges[0]), float(edges[-1]))
    return axis


def writable_figure(value: Any) -> WritableCore | None:
    """The histogram, graph, efficiency or result of a fit that a value is: ramet's, a result of a frame, a histogram
    that speaks UHI, or a tuple of values and edges as NumPy's functions return it; None when it is none.

    Raises:
        UnsupportedError: a figure that ramet does not write, or a histogram for which ROOT has no class.
        MisuseError: values and edges that do not fit together.
    """
    value = plain(value)
    if hasattr(value, "ToRamet"):  # of ramet.rdataframe
        value = value.ToRamet()
    if isinstance(value, StoredFigure):
        if not isinstance(value.core, _WRITABLE):
            raise UnsupportedError(
                f"{value!r} is a {value.classname}: ramet writes histograms, profiles, graphs, efficiencies, functions"
            )
        return value.core
    if hasattr(value, "to_stored"):  # of a fit
        stored: _core.StoredFit = value.to_stored()
        return stored
    if isinstance(value, tuple) and len(value) > 1:
        return _histogram_of_numpy(*value)
    if all(hasattr(value, name) for name in ("kind", "axes", "values", "variances")):
        return _histogram_of_uhi(value)
    return None


# --- NumPy ------------------------------------------------------------------------------------------------------------


def _histogram_of_numpy(counts: Any, *parts: Any) -> _core.Histogram:
    """Of numpy.histogram's (values, edges), histogram2d's (values, x edges, y edges), or histogramdd's (values, [edges
    of each axis])."""
    values = _as_floats(counts)
    is_listed = len(parts) == 1 and isinstance(parts[0], tuple | list) and all(np.ndim(one) == 1 for one in parts[0])
    edges = [_as_floats(one) for one in (parts[0] if is_listed else parts)]
    _require_axes(len(edges))
    if values.ndim != len(edges) or any(len(one) != bins + 1 for one, bins in zip(edges, values.shape, strict=True)):
        have = " and ".join(str(one.size) for one in edges)
        raise MisuseError(f"{have} edges for values of shape {values.shape}, expected one edge more")
    axes = [_core.NamedAxis(axis_of(one), "", {}) for one in edges]
    return counted(axes, np.pad(values, 1), None)


# --- UHI --------------------------------------------------------------------------------------------------------------


def _histogram_of_uhi(value: Any) -> _core.Histogram:
    kind = getattr(value.kind, "value", value.kind)
    if kind not in ("COUNT", "MEAN"):
        raise UnsupportedError(f"a histogram of kind {kind}: ramet writes those of kind COUNT, and profiles, MEAN")
    _require_axes(len(value.axes), is_profile=kind == "MEAN")
    axes = [_named_axis(axis) for axis in value.axes]
    if kind == "MEAN":
        made = _profile_of(value, axes)
    else:
        contents = _with_flow(value.axes, value.values(flow=True), axes)
        variances = value.variances(flow=True)
        squares = None if variances is None else _with_flow(value.axes, variances, axes)
        made = counted(axes, contents, None if squares is None or np.array_equal(contents, squares) else squares)
    name, title, label = (str(getattr(value, one, None) or "") for one in ("name", "title", "label"))
    return made.named(name, title or label, "")


def _require_axes(number: int, *, is_profile: bool = False) -> None:
    most = _MOST_PROFILE_AXES if is_profile else _MOST_AXES
    if not 0 < number <= most:
        what = "profile" if is_profile else "histogram"
        raise UnsupportedError(f"a {what} of {number} axes: ramet writes those of 1 to {most}")


def _named_axis(axis: Any) -> _core.NamedAxis:
    edges = _edges_of(axis)
    names = dict(enumerate(_categories_of(axis, edges) or [], start=1))
    return _core.NamedAxis(axis_of(edges), str(getattr(axis, "label", None) or ""), names)


def _profile_of(value: Any, axes: Sequence[_core.NamedAxis]) -> _core.Histogram:
    """Sums of weights, of weight * height and of weight * height², from means and what they are of."""
    weights, squared_weights, means, deltas = (
        _with_flow(value.axes, np.nan_to_num(part), axes) for part in _mean_parts(value)
    )
    heights = weights * means
    squares = deltas + heights * means
    moments = _moments_of(axes, weights, squared_weights)
    inside = (slice(1, -1),) * len(axes)
    moments.weighted_heights = float(heights[inside].sum())
    moments.weighted_squared_heights = float(squares[inside].sum())
    kept = np.empty(0) if np.array_equal(weights, squared_weights) else _cells_of(squared_weights)
    sums = _core.ProfileSums(_cells_of(weights), kept)
    return _core.Histogram.of_parts(axes, _cells_of(heights), _cells_of(squares), moments, sums)


def _mean_parts(value: Any) -> list[Floats]:
    """Sums of weights, of squared weights, means, and sums of weight * (height - mean)²."""
    view: Any = value.view(flow=True) if hasattr(value, "view") else None
    names = getattr(getattr(view, "dtype", None), "names", None) or ()
    for fields in (_WEIGHTED_MEANS, _MEANS):
        if set(fields) <= set(names):
            return [np.asarray(view[name], dtype=np.float64) for name in fields]
    parts = (value.counts(flow=True), value.values(flow=True), value.variances(flow=True))
    counts, means, errors = (np.asarray(part, dtype=np.float64) for part in parts)
    return [counts, counts, means, counts**2 * errors]  # whose errors are those of the means


def _categories_of(axis: Any, edges: Floats) -> list[str] | None:
    """What the bins of an axis of categories stand for, as hist's StrCategory and IntCategory; None of another one."""
    if not getattr(getattr(axis, "traits", None), "discrete", False):
        return None
    items = [axis[number] for number in range(len(edges) - 1)]
    is_named = any(kind.__name__.endswith("Category") for kind in type(axis).__mro__)
    if is_named or any(isinstance(item, str) for item in items) or not np.array_equal(items, edges[:-1]):
        return [str(item) for item in items]
    return None  # whole numbers, which the edges say


def _as_floats(values: Any) -> Floats:
    """Numbers as float64, without loss."""
    have = np.asarray(without_missing(values, "contents or edges"))
    if have.dtype.kind == "c":
        raise MisuseError("complex numbers cannot be contents or edges of a histogram: write .real, or abs() of them")
    floats = np.ascontiguousarray(have, dtype=np.float64)
    if have.dtype.kind in "iu" and have.size:
        largest = max(int(have.max()), -int(have.min()))
        if largest > 2**53 and any(int(one) != int(other) for one, other in zip(have.flat, floats.flat, strict=True)):
            raise MisuseError(f"counts up to {largest} lose digits as float64, which histograms are written in")
    return floats


def _edges_of(axis: Any) -> Floats:
    edges = getattr(axis, "edges", None)
    if edges is None:
        edges = [axis[0][0], *(upper for _, upper in axis)]
    return np.ascontiguousarray(without_missing(edges() if callable(edges) else edges, "edges"), dtype=np.float64)


def _with_flow(theirs: Sequence[Any], cells: Any, axes: Sequence[_core.NamedAxis]) -> Floats:
    """Cells with underflow and overflow, zero where an axis has none."""
    numbers = _as_floats(cells)
    padding = []
    for have, axis, made in zip(numbers.shape, theirs, axes, strict=True):
        cells_wanted = made.bins.bins + 2
        first = int(have < cells_wanted and not getattr(getattr(axis, "traits", None), "underflow", False))
        padding.append((first, cells_wanted - have - first))
    return np.pad(numbers, padding)


# --- what C++ takes ---------------------------------------------------------------------------------------------------


def _cells_of(cells: Floats) -> Floats:
    """Values in ROOT's order: x runs fastest."""
    return np.ascontiguousarray(cells.ravel(order="F"))


def counted(axes: Sequence[_core.NamedAxis], contents: Floats, squares: Floats | None) -> _core.Histogram:
    """A histogram of contents and, if they are kept, sums of squared weights, those beyond the axes included; its
    moments are those of bins."""
    moments = _moments_of(axes, contents, contents if squares is None else squares)
    kept = np.empty(0) if squares is None else _cells_of(squares)
    return _core.Histogram.of_parts(axes, _cells_of(contents), kept, moments, None)


def _moments_of(axes: Sequence[_core.NamedAxis], weights: Floats, squared_weights: Floats) -> _core.Moments:
    """The moments of a histogram filled elsewhere, as if all values were at the centres of its bins."""
    everything = range(len(axes))
    inside = weights[(slice(1, -1),) * len(axes)]
    edges = [axis.bins.edges for axis in axes]
    centers = [(one[:-1] + one[1:]) / 2 for one in edges]

    def along(*kept: int) -> Floats:
        """The sums along all other axes."""
        sums: Floats = inside.sum(axis=tuple(axis for axis in everything if axis not in kept))
        return sums

    moments = _core.Moments()
    moments.entries, moments.weights = float(weights.sum()), float(inside.sum())
    moments.squared_weights = float(squared_weights[(slice(1, -1),) * len(axes)].sum())
    moments.weighted_values = [float((along(axis) * centers[axis]).sum()) for axis in everything]
    moments.weighted_squares = [float((along(axis) * centers[axis] ** 2).sum()) for axis in everything]
    moments.weighted_products = [float(centers[i] @ along(i, j) @ centers[j]) for i, j in combinations(everything, 2)]
    return moments


def numbers_of(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Numbers in one dimension, of their own type if C++ reads it where they are. Masked ones raise MisuseError."""
    unmasked = without_missing(values, "values or weights")
    try:
        array = np.asarray(unmasked)
    except ValueError:
        hint = "awkward.flatten gives the items of lists, awkward.drop_none what is there of missing ones"
        raise TypeError(f"values are lists, or some are missing, expected numbers: {hint}") from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"values of {array.dtype} are not numbers")
    is_read = array.dtype.isnative and array.dtype.itemsize <= 8 and array.dtype != np.float16
    return np.ascontiguousarray(array.ravel(), dtype=array.dtype if is_read else np.float64)
