"""Curves: formulas that are fitted to the points of a graph, as `graph.fit("pol1")` does."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.curves.functions import asked_of
from ramet.fit.curves.histograms import Bins, start_of
from ramet.fit.minimum import fit, minimise
from ramet.fit.models import Range, range_of
from ramet.fit.result import FitResult
from ramet.fit.search.limits import inside_of
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function

if TYPE_CHECKING:
    from ramet.graphs.graph import Graph

__all__ = ["PointCost", "Points", "PointsView", "fit_points"]

Reals = npt.NDArray[np.float64]

_STEP = 1e-3  # of an error along x, for the slope there


class Points(NamedTuple):
    """Points with the lengths of their errors; the error along x is the mean of its two ends."""

    x: Reals
    y: Reals
    x_error: Reals
    low: Reals
    high: Reals

    def where(self, chosen: npt.NDArray[np.bool_]) -> Points:
        return Points(*(numbers[chosen] for numbers in self))


@dataclass(frozen=True)
class PointsView:
    """Points and the formula that is fitted to them. Threads: immutable.

    Attributes:
        cost: of these.
        formula: for y.
        data: the points.
        has_errors: whether they have errors along y; otherwise all count the same.
    """

    cost: PointCost
    formula: Formula
    data: Points
    has_errors: bool

    def points(self) -> Graph:
        """The points, to be drawn."""
        from ramet.graphs.graph import Graph

        one = self.data
        x_errors = one.x_error if (one.x_error > 0).any() else None
        return Graph(one.x, one.y, x_errors=x_errors, y_errors=[one.low, one.high] if self.has_errors else None)

    def heights(self, x: Reals, values: Mapping[str, float]) -> Reals:
        at = [values[name] for name in self.formula.parameters]
        return np.broadcast_to(np.asarray(self.formula.values((x,), at), np.float64), np.shape(x))

    def pulls(self, values: Mapping[str, float]) -> Reals:
        """(point - formula) / error of each point."""
        found = self.cost.pulls([values[name] for name in self.formula.parameters])
        return found / math.sqrt(self.cost.errordef)


class PointCost:
    """The squares of the distances of points from a formula, along y, in units of their errors. Of two different
    errors along y the one towards the formula counts; an error along x counts times the slope of the formula.
    Threads: immutable."""

    def __init__(self, formula: Formula, points: Points, errordef: float = 1.0, *, has_errors: bool = True) -> None:
        self._formula = formula
        self._points = points
        self._has_x_errors = bool((points.x_error > 0).any())
        self.errordef = errordef
        self.ndata = len(points.x)
        self.windows = ((float(points.x.min()), float(points.x.max())),)
        self.views = (PointsView(self, formula, points, has_errors),)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return self._formula.parameters

    def __call__(self, *values: float) -> float:
        """The value; infinite where the formula has none."""
        value = float((self.pulls(values) ** 2).sum())
        return value if math.isfinite(value) else math.inf

    def pulls(self, values: Sequence[float]) -> Reals:
        """The distances in units of errors."""
        points, at = self._points, self._at(self._points.x, values)
        errors = np.where(at < points.y, points.low, points.high)
        if self._has_x_errors:
            errors = np.hypot(errors, points.x_error * self._slopes(values))
        found: Reals = (points.y - at) / errors
        return found

    def absent(self, *_: float) -> int:
        """No point can be out of reach of a formula."""
        return 0

    def _at(self, x: Reals, values: Sequence[float]) -> Reals:
        return np.broadcast_to(np.asarray(self._formula.values((x,), values), np.float64), x.shape)

    def _slopes(self, values: Sequence[float]) -> Reals:
        x, steps = self._points.x, _STEP * np.where(self._points.x_error > 0, self._points.x_error, 1)
        found: Reals = (self._at(x + steps, values) - self._at(x - steps, values)) / (2 * steps)
        return found


def fit_points(
    graph: Any,
    formula: str | Formula | Function,
    start: Mapping[str, float],
    *,
    within: Range | None = None,
    limits: Mapping[str, Range] | None = None,
    fixed: Mapping[str, float] | None = None,
) -> FitResult:
    """Fit a formula to the points of a graph in a plane. Points without errors count the same; the errors of parameters
    are then those for which the squares are what is expected."""
    if graph.ndim != 2:
        raise UnsupportedError("points of three coordinates are fitted, two are supported")
    curve, given, bounds, kept = asked_of(formula, start, limits, fixed)
    if curve.ndim != 1:
        raise MisuseError(f"the formula '{curve.text}' has {curve.ndim} variables, the graph 1")
    points = _points_of(graph, within)
    if len(points.x) < len(curve.parameters):
        raise MisuseError(f"{len(points.x)} points with errors do not determine '{curve.text}'")
    known = start_of(curve, Bins(points.x, points.x, points.y, np.ones(len(points.x))))
    begin = {**inside_of({**known, **given}, bounds), **start}
    has_errors = graph.error_bars("y") is not None
    found = fit(PointCost(curve, points, has_errors=has_errors), begin, limits=bounds, fixed=kept)
    freedom = found.points - sum(not one.is_fixed for one in found.parameters)
    if has_errors or freedom <= 0 or found.minimum <= 0:
        return found
    scaled = PointCost(curve, points, errordef=found.minimum / freedom, has_errors=False)
    return minimise(scaled, list(found.values.values()), bounds, set(kept))


def _points_of(graph: Any, within: Range | None) -> Points:
    """The points within a range, without those that have no error while others do."""
    count = len(graph)
    bars = [graph.error_bars(axis) for axis in ("x", "y")]
    along_x, along_y = (np.zeros((2, count)) if one is None else one for one in bars)
    if bars[1] is None:
        along_y = np.ones((2, count))
    points = Points(graph.x, graph.y, along_x.mean(axis=0), *along_y)
    chosen = ((points.low > 0) & (points.high > 0)) | (points.x_error > 0)
    if within is not None:
        low, high = range_of(within)
        chosen &= (points.x >= low) & (points.x <= high)
    return points.where(chosen)
