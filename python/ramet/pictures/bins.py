"""What pictures show of histograms and graphs: bins with contents, points with errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.results import Result
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.graph import Graph
from ramet.histograms.axis import Floats
from ramet.histograms.profile import Profile

__all__ = ["Bins", "Points", "bins_of", "curves_of", "label_of", "points_of"]

_CURVE_POINTS = 400


@dataclass(frozen=True)
class Bins:
    """The contents of bins along one axis, or the cells of two. Threads: immutable."""

    edges: tuple[Floats, ...]
    """Of each axis."""
    values: Floats


@dataclass(frozen=True)
class Points:
    """Points with the ends of their errors. Threads: immutable."""

    x: Floats
    y: Floats
    x_low: Floats
    x_high: Floats
    y_low: Floats
    y_high: Floats


def _value_of(figure: Any) -> Any:
    return figure.value if isinstance(figure, Result) else figure


def curves_of(figure: Any) -> list[tuple[Floats, Floats]]:
    """The curves of the functions that were fitted to a histogram or graph; those without a formula that ramet has are
    left out."""
    curves = []
    for function in getattr(_value_of(figure), "functions", ()):
        if function.ndim != 1:
            continue
        low, high = function.ranges[0]
        x = np.linspace(low, high, _CURVE_POINTS)
        try:
            heights = np.broadcast_to(np.asarray(function(x), np.float64), x.shape)
        except (MisuseError, UnsupportedError):
            continue
        curves.append((x, heights))
    return curves


def bins_of(figure: Any, axes: int = 1) -> Bins:
    """The bins of a histogram of ramet or of another package with UHI, or of what numpy.histogram gives.

    Raises:
        TypeError: it is none of these.
        MisuseError: it has another number of axes.
    """
    figure = _value_of(figure)
    if isinstance(figure, tuple):
        edges = tuple(np.asarray(one, dtype=np.float64) for one in figure[1:])
        values = np.asarray(figure[0], dtype=np.float64)
    elif hasattr(figure, "values") and hasattr(figure, "axes"):
        edges = tuple(_edges_of(axis) for axis in figure.axes)
        values = np.asarray(figure.values(), dtype=np.float64)
    else:
        raise TypeError(f"a {type(figure).__name__} has no bins that could be drawn")
    if len(edges) != axes or values.shape != tuple(len(one) - 1 for one in edges):
        raise MisuseError(f"a histogram with {values.ndim} axes where one with {axes} is drawn")
    return Bins(edges, values)


def _edges_of(axis: Any) -> Floats:
    """Edges; categories are as wide as 1."""
    intervals = [axis[number] for number in range(len(axis))]
    if not all(isinstance(one, tuple) for one in intervals):
        return np.arange(len(intervals) + 1, dtype=np.float64)
    return np.array([*(low for low, _ in intervals), intervals[-1][1]], dtype=np.float64)


def label_of(figure: Any, axis: int = 0) -> str:
    """The label of an axis; empty if it has none."""
    figure = _value_of(figure)
    axes = getattr(figure, "axes", None)
    if axes is not None and axis < len(axes):
        return str(getattr(axes[axis], "label", "") or "")
    labels = getattr(figure, "labels", ())
    return str(labels[axis]) if axis < len(labels) else ""


def points_of(figure: Any) -> Points:
    """The points of a graph, or one for each bin that was filled: of a histogram its content, of a profile the mean, of
    an efficiency its value, with their errors.

    Raises:
        TypeError: it is none of these.
        MisuseError: it has more than one axis, or points in space.
    """
    figure = _value_of(figure)
    if isinstance(figure, Graph):
        if figure.ndim != 2:
            raise MisuseError("points with z are not drawn")
        return _with_errors(figure.x, figure.y, figure.error_bars("x"), figure.error_bars("y"))
    if isinstance(figure, Efficiency):
        edges, filled = bins_of(figure.total).edges[0], figure.total.values() > 0
        values, errors = figure.values(), figure.errors()
    else:
        bins = bins_of(figure)
        edges, values = bins.edges[0], bins.values
        errors = np.stack([_errors_of(figure, values)] * 2)
        filled = figure.weights() > 0 if isinstance(figure, Profile) else (values != 0) | (errors[0] > 0)
    filled &= np.isfinite(values)
    centers, halves = (edges[:-1] + edges[1:]) / 2, (edges[1:] - edges[:-1]) / 2
    return _with_errors(centers[filled], values[filled], np.stack([halves[filled]] * 2), errors[:, filled])


def _errors_of(figure: Any, values: Floats) -> Floats:
    variances = figure.variances() if hasattr(figure, "variances") else None
    errors: Floats = np.sqrt(np.abs(values) if variances is None else np.asarray(variances, dtype=np.float64))
    return errors


def _with_errors(x: Floats, y: Floats, x_bars: Floats | None, y_bars: Floats | None) -> Points:
    none = np.zeros((2, len(x)))
    along_x, along_y = (none if bars is None else bars for bars in (x_bars, y_bars))
    return Points(x, y, x - along_x[0], x + along_x[1], y - along_y[0], y + along_y[1])
