"""Histograms of several axes: their cells, as models of several observables are fitted to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.arguments import without_missing
from ramet.errors import MisuseError
from ramet.fit.models import Model, Range
from ramet.fit.products import JointModel
from ramet.fit.views import DrawnBins, ModelView, at_ends, contents_and_axes, list_of_numbers, values_of

__all__ = ["Grid", "GridView", "grid_of"]

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """The cells of a histogram. Threads: immutable.

    Attributes:
        edges: of each observable, in the order of the model.
        contents: with an axis for each observable.
        variances: of the contents; None if they are these.
    """

    edges: Mapping[str, Reals]
    contents: Reals
    variances: Reals | None

    @property
    def windows(self) -> dict[str, Range]:
        """From the first to the last edge of each observable."""
        return {name: (float(edges[0]), float(edges[-1])) for name, edges in self.edges.items()}

    def projected(self, observable: str) -> DrawnBins:
        """The contents of the bins of one observable, whatever the others are."""
        others = tuple(place for place, name in enumerate(self.edges) if name != observable)
        contents = self.contents.sum(axis=others)
        variances = contents if self.variances is None else self.variances.sum(axis=others)
        return DrawnBins(self.edges[observable], contents, variances)


def grid_of(histogram: Any, model: JointModel, edges: Sequence[npt.ArrayLike] | None, variances: Reals | None) -> Grid:
    """The cells of a histogram, or of contents with edges, with the axes in the order of the model's observables. Axes
    that have the names of these are found by name, others by their place. MisuseError is raised for other numbers of
    axes, for names only some of which are known, and for contents of another shape than edges."""
    if edges is None:
        numbers, ends, names = contents_and_axes(histogram)
    else:
        numbers = np.asarray(without_missing(histogram, "contents"), np.float64)
        ends = [list_of_numbers(one, f"edges of axis {place}") for place, one in enumerate(edges)]
        names = [""] * len(ends)
    wanted = model.observables
    if len(ends) != len(wanted):
        raise MisuseError(f"the model's observables are {', '.join(wanted)}, but the number of axes is {len(ends)}")
    sizes = tuple(len(one) - 1 for one in ends)
    if numbers.shape != sizes:
        raise MisuseError(f"contents of the shape {numbers.shape} have edges of the shape {sizes}")
    order = _order_of(names, wanted)
    contents = np.ascontiguousarray(numbers.transpose(order))
    of_contents = None if variances is None else np.ascontiguousarray(variances.transpose(order))
    edges_of = {name: at_ends(ends[at], model.ranges[name]) for name, at in zip(wanted, order, strict=True)}
    return Grid(edges_of, contents, of_contents)


def _order_of(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Which axis each observable has."""
    if not set(names) & set(wanted):
        return list(range(len(wanted)))
    if set(names) != set(wanted):
        raise MisuseError(f"axes are called {', '.join(map(repr, names))}, the observables {', '.join(wanted)}")
    return [names.index(name) for name in wanted]


@dataclass(frozen=True, kw_only=True)
class GridView(ModelView):
    """One observable of a histogram of several. What it expects is inside of the histogram's edges along the others.
    Threads: immutable.

    Attributes:
        whole: the model of all observables.
        observable: its name.
        grid: the histogram.
    """

    whole: JointModel
    observable: str
    grid: Grid

    @property
    def is_of_weights(self) -> bool:
        return self.grid.variances is not None

    def heights(self, x: Reals, values: Mapping[str, float]) -> Reals:
        return self._scale(values) * self._heights_of(self.whole, x, values)

    def expected(self, edges: Reals, values: Mapping[str, float]) -> Reals:
        def of_bins(model: Model) -> Reals:
            return np.diff(np.asarray(model.cdf(edges, values_of(model, values))))

        return self._scale(values) * self._projected(self.whole, values, of_bins)

    def components(self, x: Reals, values: Mapping[str, float]) -> dict[str, Reals]:
        scale, parts = self._scale(values), self.whole.components(values_of(self.whole, values))
        return {name: scale * weight * self._heights_of(part, x, values) for name, (weight, part) in parts.items()}

    def _heights_of(self, model: JointModel, x: Reals, values: Mapping[str, float]) -> Reals:
        return self._projected(model, values, lambda one: np.asarray(one.pdf(x, values_of(one, values))))

    def _scale(self, values: Mapping[str, float]) -> float:
        if self.whole.is_extended:
            return 1.0
        low, high = self.grid.windows[self.observable]

        def inside(model: Model) -> Reals:
            return np.asarray(model.integral(low, high, values_of(model, values)))

        return float(self.grid.contents.sum()) / float(self._projected(self.whole, values, inside))

    def _projected(self, model: JointModel, values: Mapping[str, float], of: Callable[[Model], Reals]) -> Reals:
        """What `of` gives for the density of this observable, where the others are inside of the histogram."""
        if model.is_sum:
            parts = model.components(values_of(model, values)).values()
            total: Reals = np.sum([weight * self._projected(part, values, of) for weight, part in parts], axis=0)
            return total
        found = of(model.projection(self.observable))
        for name, (low, high) in self.grid.windows.items():
            if name != self.observable:
                other = model.projection(name)
                found = found * other.integral(low, high, values_of(other, values))
        return found
