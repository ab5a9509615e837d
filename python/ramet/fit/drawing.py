"""Bands and pictures of what a fit found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from ramet.arguments import without_missing
from ramet.errors import MisuseError
from ramet.fit.curves.graphs import PointsView
from ramet.fit.models import Range
from ramet.fit.views import View

if TYPE_CHECKING:
    from ramet.fit.result import FitResult
    from ramet.pictures.picture import Picture

__all__ = ["Band", "band", "draw", "propagate"]

Reals = npt.NDArray[np.float64]

_POINTS = 400  # of a curve


@dataclass(frozen=True)
class Band:
    """Values of a function, with the standard deviations that those of the parameters give. Threads: immutable.

    Attributes:
        value: at each point.
        error: the standard deviation there, to first order.
    """

    value: Reals
    error: Reals

    @property
    def low(self) -> Reals:
        """One standard deviation below."""
        return self.value - self.error

    @property
    def high(self) -> Reals:
        """One standard deviation above."""
        return self.value + self.error


def propagate(result: FitResult, function: Callable[[dict[str, float]], npt.ArrayLike]) -> Band:
    """The values of a function of the parameters, and their errors."""
    values = result.values
    center = np.asarray(function(dict(values)), np.float64)
    free = [place for place, one in enumerate(result.parameters) if one.error > 0]
    slopes = np.empty((len(free), center.size))
    for row, place in enumerate(free):
        one = result.parameters[place]
        step = 1e-3 * one.error
        above, below = min(one.value + step, one.high), max(one.value - step, one.low)
        difference = np.subtract(function({**values, one.name: above}), function({**values, one.name: below}))
        slopes[row] = (difference / (above - below)).reshape(-1)
    covariance = result.covariance[np.ix_(free, free)]
    variances = np.einsum("ik,ij,jk->k", slopes, covariance, slopes)
    return Band(center, np.sqrt(np.maximum(variances, 0)).reshape(center.shape))


def band(result: FitResult, x: npt.ArrayLike, which: int) -> Band:
    """How many events are expected at x, for a unit of x."""
    view, points = view_of(result, which), np.atleast_1d(np.asarray(without_missing(x, "points"), np.float64))
    return propagate(result, lambda values: view.heights(points, values))


def view_of(result: FitResult, which: int) -> View:
    """What a cost compares. MisuseError is raised if there is nothing of the number."""
    views: tuple[View, ...] = getattr(result.cost, "views", ())
    if result.cost is None:
        raise MisuseError("the result was read from a text, and has no data: give the cost to `from_json`")
    if not 0 <= which < len(views):
        raise MisuseError(f"the cost has {len(views)} sets of data, there is no number {which}")
    return views[which]


def draw(result: FitResult, which: int, bins: int | None, title: str, x: str, scale: str) -> Picture:
    """Points for the data, the model with its band and components, and pulls below."""
    from ramet.graphs.graph import Graph
    from ramet.pictures.picture import Picture

    view, values = view_of(result, which), result.values
    if isinstance(view, PointsView):
        return _draw_points(view, result, bins, Picture(title, x=x, scale=scale))
    data = view.binned(bins)
    unit, widths = data.unit, data.widths
    picture = Picture(title, x=x, y=data.label or ("events" if unit != 1 else "events / unit"), scale=scale)
    middles = _draw_band(picture, result, (data.edges[0], data.edges[-1]), lambda x, at: unit * view.heights(x, at))
    for number, (label, heights) in enumerate(view.components(middles, values).items()):
        picture.curve(middles, unit * heights, label, colour=_COLOURS[number % len(_COLOURS)])
    centers, factor = (data.edges[1:] + data.edges[:-1]) / 2, data.factors
    errors = np.sqrt(data.variances) * factor
    points = Graph(centers, data.contents * factor, x_errors=widths / 2, y_errors=errors)
    picture.points(points, "data")
    known = data.variances > 0
    pulls = (data.contents - view.expected(data.edges, values))[known] / np.sqrt(data.variances[known])
    _draw_pulls(picture, centers[known], pulls, (data.edges[0], data.edges[-1]))
    return picture


def _draw_points(view: PointsView, result: FitResult, bins: int | None, picture: Picture) -> Picture:
    """The same of the points of a graph."""
    if bins is not None:
        raise MisuseError("a graph has points: `bins` is for events")
    x = view.data.x
    ends = (float(x.min()), float(x.max()))
    _draw_band(picture, result, ends, view.heights)
    picture.points(view.points(), "data")
    _draw_pulls(picture, x, view.pulls(result.values), ends)
    return picture


def _draw_band(
    picture: Picture, result: FitResult, ends: Range, heights: Callable[[Reals, Mapping[str, float]], Reals]
) -> Reals:
    """The curve of the fit with its band, and the x of its points."""
    fine = np.linspace(*ends, _POINTS + 1)
    middles: Reals = (fine[1:] + fine[:-1]) / 2
    found = propagate(result, lambda at: heights(middles, at))
    picture.band((found.low, fine), (found.high, fine), "", colour="#5790fc")
    picture.curve(middles, found.value, "fit", colour="#5790fc")
    return middles


_COLOURS = ("#e42536", "#f89c20", "#964a8b", "#9c9ca1", "#7a21dd")


def _draw_pulls(picture: Picture, x: Reals, pulls: Reals, ends: Range) -> None:
    from ramet.graphs.graph import Graph

    if not len(pulls):
        return
    reach = max(3.5, 1.1 * float(np.abs(pulls).max()))
    lower = picture.below("pull", y_range=(-reach, reach), height=120)
    lower.curve(np.array(ends), np.zeros(2), colour="#9c9ca1")
    lower.points(Graph(x, pulls, y_errors=np.ones(len(pulls))))
