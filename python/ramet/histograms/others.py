"""Histograms of other libraries, as ramet writes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.histograms.axis import Floats
from ramet.histograms.binned import Binned

__all__ = ["axis_of", "histogram_of", "numbers_of"]


def axis_of(edges: Floats) -> _core.Axis:
    """Bins between edges; those of equal width but for rounding become a regular axis."""
    if edges.ndim != 1 or len(edges) < 2:
        raise MisuseError(f"edges of shape {edges.shape}, expected at least 2 in one dimension")
    even = np.linspace(edges[0], edges[-1], len(edges))
    width = abs(edges[-1] - edges[0]) / (len(edges) - 1)
    if np.allclose(edges, even, rtol=0, atol=1e-9 * width):
        return _core.Axis.regular(len(edges) - 1, float(edges[0]), float(edges[-1]))
    return _core.Axis.variable(edges)


def histogram_of(value: Any) -> _core.Histogram | None:
    """The histogram that a value is: ramet's, one that speaks UHI, or (values, edges); None when it is none."""
    if isinstance(value, Binned):
        return value.core
    if isinstance(value, tuple) and len(value) == 2:
        values, edges = (_as_floats(part) for part in value)
        if values.ndim != 1 or len(edges) != len(values) + 1:
            raise MisuseError(f"{len(edges)} edges for values of shape {values.shape}, expected one edge more")
        return _with_contents(edges, np.pad(values, 1), None)
    if all(hasattr(value, name) for name in ("kind", "axes", "values", "variances")):
        return _histogram_of_uhi(value)
    return None


def _histogram_of_uhi(value: Any) -> _core.Histogram:
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
    categories = _categories_of(axis, edges)
    if categories is not None:
        made = made.with_bin_labels(categories)
    return made.with_labels(name, title, axis_title, "")


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
    have = np.asarray(values)
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
    return np.ascontiguousarray(edges() if callable(edges) else edges, dtype=np.float64)


def _with_flow(axis: Any, cells: Any, bins: int) -> Floats:
    """Cells with underflow and overflow, zero where the axis has none."""
    numbers = _as_floats(cells)
    traits = getattr(axis, "traits", None)
    missing_first = len(numbers) < bins + 2 and not getattr(traits, "underflow", False)
    missing_last = bins + 2 - len(numbers) - missing_first
    return np.pad(numbers, (int(missing_first), int(missing_last)))


def _with_contents(edges: Floats, cells: Floats, squared_weights: Floats | None) -> _core.Histogram:
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
    return _core.Histogram.with_contents(axis_of(edges), cells, kept, statistics)


def numbers_of(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Numbers in one dimension, of their own type if C++ reads it where they are."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"values of {array.dtype} are no numbers")
    is_read = array.dtype.isnative and array.dtype.itemsize <= 8 and array.dtype != np.float16
    return np.ascontiguousarray(array.ravel(), dtype=array.dtype if is_read else np.float64)
