"""What a cost compares, for pictures and bands: data in bins, and what a model expects there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from ramet.arguments import without_missing
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.models import Model, Range
from ramet.fit.products import JointModel
from ramet.fit.weights import score_products

__all__ = [
    "DrawnBins",
    "ModelView",
    "ProjectedView",
    "View",
    "at_ends",
    "contents_and_axes",
    "contents_and_edges",
    "list_of_numbers",
    "values_of",
    "window_of",
]

Reals = npt.NDArray[np.float64]

_MOST_BINS = 60
_ROUNDING = 1e-9  # of a bin's width
_NARROW = 10  # times the width of a window is less than a value in it


@dataclass(frozen=True)
class DrawnBins:
    """Contents of neighbouring bins with their variances. Threads: immutable.

    Attributes:
        edges: of the bins.
        contents: of each.
        variances: of the contents.
        is_density: whether they are drawn for a unit of x if their widths differ; otherwise as they are.
        label: of what is drawn upwards.
    """

    edges: Reals
    contents: Reals
    variances: Reals
    is_density: bool = True
    label: str = ""

    @property
    def factors(self) -> Reals:
        """By which contents are multiplied to be drawn."""
        return self.unit / self.widths if self.is_density else np.ones(len(self.contents))

    @property
    def widths(self) -> Reals:
        """Of the bins."""
        return np.diff(self.edges)

    @property
    def unit(self) -> float:
        """What heights are given for: the width of the bins, or 1 if they differ or are no densities."""
        widths = self.widths
        if not self.is_density:
            return 1.0
        return float(widths[0]) if np.allclose(widths, widths[0]) else 1.0


def list_of_numbers(values: Any, what: str) -> Reals:
    """Numbers in one dimension. MisuseError is raised for others; `what` is in its message."""
    without_missing(values, what)
    try:
        numbers = np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"{what} are no list of numbers: {error}") from None
    if np.ndim(values) != 1:
        raise MisuseError(f"{what} have the shape {np.shape(values)}, expected a list of numbers")
    return numbers


def contents_and_edges(histogram: Any, what: str) -> tuple[Reals, Reals]:
    """The contents and the edges of a histogram with one axis: one with `to_numpy`, or (contents, edges). Raises
    UnsupportedError for several axes; `what` is in its message."""
    contents, edges, _ = contents_and_axes(histogram)
    if len(edges) != 1:
        raise UnsupportedError(f"{what} has 1 axis: this histogram has {len(edges)} axes")
    return contents, edges[0]


def contents_and_axes(histogram: Any) -> tuple[Reals, list[Reals], list[str]]:
    """The contents of a histogram, and the edges and the name of each axis; "" for one without. MisuseError is raised
    for a profile."""
    if getattr(getattr(histogram, "kind", None), "name", getattr(histogram, "kind", None)) == "MEAN":
        raise MisuseError("a profile has means, which no density is of: fit a formula to it, profile.fit('pol1')")
    contents, *found = histogram if isinstance(histogram, tuple) else histogram.to_numpy()
    # to_numpy() of boost-histogram ends a little before the last edge.
    axes = [None] * len(found) if isinstance(histogram, tuple) else list(getattr(histogram, "axes", ()))
    edges, names = [], []
    for axis, ends in zip(axes or [None] * len(found), found, strict=True):
        of_axis = getattr(axis, "edges", ends)
        its_edges = without_missing(of_axis() if callable(of_axis) else of_axis, "edges")
        edges.append(np.ascontiguousarray(its_edges, np.float64))
        names.append(str(getattr(axis, "name", "")))
    return np.ascontiguousarray(without_missing(contents, "contents"), np.float64), edges, names


def at_ends(edges: Reals, range: Range) -> Reals:
    """Edges, of which the outer ones are the ends of a range if they are but for rounding, as 0.7000000000000001."""
    if len(edges) < 2:
        return edges
    found, slack = edges.copy(), _ROUNDING * (edges[1:] - edges[:-1])[[0, -1]]
    for place, end, width in zip((0, -1), range, slack.tolist(), strict=True):
        if abs(edges[place] - end) <= width:
            found[place] = end
    return found


def window_of(value: float, windows: Iterable[Range]) -> Range | None:
    """The range of x that a parameter is a place in, if that is narrow beside the parameter's value, as of time stamps:
    then steps are parts of its width, not of the value."""
    for low, high in windows:
        if low <= value <= high and abs(value) > _NARROW * (high - low):
            return low, high
    return None


class View(Protocol):
    """Data, and the expectation of them. Threads: immutable."""

    @property
    def window(self) -> Range:
        """The first and the last x."""

    def binned(self, bins: int | None) -> DrawnBins:
        """The data in bins."""

    def heights(self, x: Reals, values: Mapping[str, float]) -> Reals:
        """How many events are expected at each x, for a unit of x."""

    def expected(self, edges: Reals, values: Mapping[str, float]) -> Reals:
        """How many events are expected in each bin."""

    def components(self, x: Reals, values: Mapping[str, float]) -> dict[str, Reals]:
        """The heights of each component, if there are several, by what they are called."""


@dataclass(frozen=True)
class ModelView:
    """Events, or a histogram, and a model. Threads: immutable.

    Attributes:
        model: of one variable.
        events: or None.
        weights: of the events, or None.
        bins: the histogram, or None.
        is_chi_square: whether the squares of differences from it are added.
    """

    model: Model
    events: Reals | None = None
    weights: Reals | None = None
    bins: DrawnBins | None = None
    is_chi_square: bool = False

    @property
    def is_of_weights(self) -> bool:
        """Whether the variances of bins are not their contents."""
        return self.bins is not None and not np.array_equal(self.bins.contents, self.bins.variances)

    def score_products(self, values: Sequence[float]) -> Reals:
        """Of weighted events, for values of the model's parameters: see `ramet.fit.weights`."""
        events, weights = self.events, self.weights
        assert events is not None
        assert weights is not None
        return score_products(lambda part: self.model.scores(events[part], values), weights)

    @property
    def window(self) -> Range:
        if self.bins is not None:
            return float(self.bins.edges[0]), float(self.bins.edges[-1])
        assert self.events is not None
        return self._range_of_events(self.events)

    def binned(self, bins: int | None) -> DrawnBins:
        if self.bins is not None:
            if bins is not None:
                raise MisuseError("a histogram has its bins: `bins` is for events")
            return self.bins
        assert self.events is not None
        edges = np.linspace(*self._range_of_events(self.events), (bins or _bins_for(len(self.events))) + 1)
        contents, _ = np.histogram(self.events, edges, weights=self.weights)
        squares = None if self.weights is None else self.weights**2
        variances, _ = np.histogram(self.events, edges, weights=squares)
        return DrawnBins(edges, contents.astype(np.float64), variances.astype(np.float64))

    def _range_of_events(self, events: Reals) -> Range:
        low, high = self.model.range
        if not len(events):
            return low, high
        low, high = (low if math.isfinite(low) else events.min()), (high if math.isfinite(high) else events.max())
        return (float(low), float(high)) if low < high else (float(low) - 0.5, float(low) + 0.5)

    def heights(self, x: Reals, values: Mapping[str, float]) -> Reals:
        return self._scale(values) * self._density(self.model, x, values)

    def expected(self, edges: Reals, values: Mapping[str, float]) -> Reals:
        below = np.asarray(self.model.cdf(edges, values_of(self.model, values)))
        return self._scale(values) * np.diff(below)

    def components(self, x: Reals, values: Mapping[str, float]) -> dict[str, Reals]:
        scale = self._scale(values)
        return {
            name: scale * weight * self._density(part, x, values)
            for name, (weight, part) in self.model.components(values_of(self.model, values)).items()
        }

    def _scale(self, values: Mapping[str, float]) -> float:
        """By which densities are multiplied: of a model without yields the number of events that there are."""
        if self.model.is_extended:
            return 1.0
        if self.bins is not None:
            low, high = float(self.bins.edges[0]), float(self.bins.edges[-1])
            return float(self.bins.contents.sum()) / self.model.integral(low, high, values_of(self.model, values))
        assert self.events is not None
        return float(len(self.events) if self.weights is None else self.weights.sum())

    def _density(self, model: Model, x: Reals, values: Mapping[str, float]) -> Reals:
        return np.asarray(model.pdf(x, values_of(model, values)))


@dataclass(frozen=True)
class ProjectedView(ModelView):
    """One observable of events of several. Threads: immutable.

    Attributes:
        whole: the model of all observables.
        columns: of the events.
    """

    whole: JointModel | None = None
    columns: Mapping[str, Reals] | None = None

    def score_products(self, values: Sequence[float]) -> Reals:
        whole, columns, weights = self.whole, self.columns, self.weights
        assert whole is not None
        assert columns is not None
        assert weights is not None

        def scores(part: slice) -> Reals:
            return whole.scores({name: column[part] for name, column in columns.items()}, values)

        return score_products(scores, weights)


def values_of(model: Model | JointModel, values: Mapping[str, float]) -> dict[str, float]:
    """The values of a model's parameters."""
    return {name: values[name] for name in model.parameters}


def _bins_for(events: int) -> int:
    return max(10, min(_MOST_BINS, round(2 * math.pow(events, 1 / 3))))
