"""Histograms of two axes with ROOT's names made ones of one: projections and profiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.others import axis_between, axis_of, counted
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.computed import Computed, core_of_cells

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Projected"]


class Projected(Computed):
    """A histogram that can be projected, as ROOT's TH2. Threads: one at a time."""

    def ProjectionX(self, name: str = "_px", first: int | str = 0, last: int = -1, option: str = "") -> Self:
        """The sums along y of a histogram of two axes, over the bins from a first to a last one; a last one below 0 is
        that behind the range. Without bins, those that SetRange of the y axis has said. It has the
        bins of x that SetRange of the x axis has said; with the option "o" all, of which the others are empty. With "e"
        squared weights are kept. Of a profile, its means and errors as a histogram: `ProjectionX(name, "e")`."""
        if isinstance(self._of, Profile) and self._of.ndim == 1:
            return self._of_means(name, first if isinstance(first, str) else option or "e")
        if isinstance(first, str):
            raise UnsupportedError(f"ProjectionX of a {self.ClassName()} takes bins behind its name")
        return self._projection(0, name, (first, last), option)

    def _of_means(self, name: str, option: str) -> Self:
        if option.lower() != "e":
            raise UnsupportedError(f"ProjectionX of a profile has the option 'e' only: {option!r}")
        cells, squares = (np.array(part) for part in (self._of.values(flow=True), self._of.variances(flow=True)))
        core = self._of.core
        moments = counted(core.axes, cells, squares).moments
        moments.entries = core.entries
        called = self.GetName() + name if name == "_px" else name
        return self._of_cells(called, core.axes, cells, squares, moments, core.value_title)

    def ProjectionY(self, name: str = "_py", first: int = 0, last: int = -1, option: str = "") -> Self:
        """The sums along x, as ProjectionX."""
        return self._projection(1, name, (first, last), option)

    def _projection(self, kept: int, name: str, bins: tuple[int, int], option: str) -> Self:
        self._check_plane("projections", option, ("", "e", "o", "eo", "oe"))
        behind = self._of.shape[1 - kept] + 1
        first, last = self._summed(1 - kept, bins, (0, behind))
        chosen = [slice(None), slice(None)]
        chosen[1 - kept] = slice(first, last + 1)
        cells: Any
        squares: Any
        cells, squares = (None if one is None else one[tuple(chosen)].sum(axis=1 - kept) for one in self._cells())
        if squares is None and "e" in option.lower():
            squares = cells.copy()
        core = self._of.core
        axis, (cells, squares) = self._in_range(kept, [cells, squares], option)
        total = float(cells.sum())
        moments = counted([axis], cells, squares).moments
        of_fills = core.moments
        are_all = abs(of_fills.weights - total) < abs(of_fills.weights) * 1e-12
        if not self._has_range() and (are_all or (first, last) == (1, behind - 1)):
            moments.weights, moments.squared_weights = of_fills.weights, of_fills.squared_weights
            moments.weighted_values = [of_fills.weighted_values[kept]]
            moments.weighted_squares = [of_fills.weighted_squares[kept]]
        if are_all and (first, last) == (0, behind):
            moments.entries = core.entries
        elif squares is None:
            moments.entries = float(np.floor(total + 0.5))
        else:
            moments.entries = moments.weights**2 / moments.squared_weights if moments.squared_weights else 0.0
        called = self.GetName() + name if name in ("_px", "_py") else name
        return self._of_cells(called, [axis], cells, squares, moments)

    def ProfileX(self, name: str = "_pfx", first: int = 1, last: int = -1, option: str = "") -> Self:
        """The means of y in the bins of x of a histogram of two axes, as if all fills were in the middles of bins: over
        the bins from a first to a last one of y; a last one below 0 is the last in the range. It has the bins of x that
        SetRange of the x axis has said; with the option "o" all."""
        return self._profile(0, name, (first, last), option)

    def ProfileY(self, name: str = "_pfy", first: int = 1, last: int = -1, option: str = "") -> Self:
        """The means of x in the bins of y, as ProfileX."""
        return self._profile(1, name, (first, last), option)

    def _profile(self, kept: int, name: str, bins: tuple[int, int], option: str) -> Self:
        self._check_plane("profiles", option, ("", "o"))
        first, last = self._summed(1 - kept, bins, (1, self._of.shape[1 - kept]))
        heights = self.GetAxis(1 - kept).centers()[first : last + 1]
        cells, squares = (np.moveaxis(part, kept, 0)[:, first : last + 1] for part in self._both())
        core = self._of.core
        axis, (cells, squares) = self._in_range(kept, [cells, squares], option)
        weights, squared = cells.sum(axis=1), squares.sum(axis=1)
        moments = counted([axis], weights, squared).moments
        moments.entries = moments.weights**2 / moments.squared_weights if moments.squared_weights else 0.0
        moments.weighted_heights = float((cells @ heights)[1:-1].sum())
        moments.weighted_squared_heights = float((cells @ heights**2)[1:-1].sum())
        sums = _core.ProfileSums(weights, squared if core.is_weighted else np.empty(0))
        made = _core.Histogram.of_parts([axis], cells @ heights, cells @ heights**2, moments, sums)
        called = self.GetName() + name if name in ("_pfx", "_pfy") else name
        return type(self)(Profile.from_core(made.named(called, core.title, "")))

    def _in_range(self, kept: int, parts: Sequence[Any], option: str) -> tuple[Any, list[Any]]:
        """The axis that is kept, and cells along it, of the bins that SetRange has said; None stays None."""
        named, shown = self._of.core.axes[kept], self._range_of(kept)
        if shown is None:
            return named, list(parts)
        first, last = shown
        inside = [None if part is None else part[first : last + 1] for part in parts]
        ends = (first, self._of.shape[kept] + 1 - last) if "o" in option.lower() else (1, 1)
        made = [None if part is None else np.pad(part, [ends, *[(0, 0)] * (part.ndim - 1)]) for part in inside]
        if "o" in option.lower():
            return _core.NamedAxis(named.bins, named.title, named.bin_labels), made
        edges = self._of.axes[kept].edges()[first - 1 : last + 1]
        labels = {number - first + 1: text for number, text in named.bin_labels.items() if first <= number <= last}
        bins = axis_of(edges) if named.bins.is_regular else axis_between(edges)
        return _core.NamedAxis(bins, named.title, labels), made

    def _check_plane(self, what: str, option: str, options: Sequence[str]) -> None:
        if self._of.ndim != 2 or option.lower() not in options:
            raise UnsupportedError(f"{what} are of two axes, and have none of the other options: {option!r}")

    def _summed(self, number: int, bins: tuple[int, int], ends: tuple[int, int]) -> tuple[int, int]:
        """The first and last bin of an axis that are summed; the ends stand for bins below 0."""
        first, last = (int(one) for one in bins)
        found = self._range_of(number)
        if last < first and found is not None:
            first, last = found
        behind = self._of.shape[number] + 1
        return ends[0] if first < 0 else first, ends[1] if last < 0 else last if last <= behind else ends[1]

    def _of_cells(
        self, name: str, axes: Sequence[Any], cells: Any, squares: Any, moments: Any, value_title: str = ""
    ) -> Self:
        made = core_of_cells(axes, cells, squares, moments)
        return type(self)(Histogram.from_core(made.named(name, self.GetTitle(), value_title)))
