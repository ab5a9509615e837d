"""What histograms with ROOT's names compute and change: errors of moments, bins, quotients, projections."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.others import counted
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.named import Named

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Computed"]


class Computed(Named):
    """A histogram that can be changed and computed with, as ROOT's TH1. Threads: one at a time."""

    # --- names -------------------------------------------------------------------------------------------------------

    def SetName(self, name: str) -> None:
        """Call it so."""
        self._rename(name=name)

    def SetTitle(self, title: str) -> None:
        """Give it a title; behind semicolons those of the axes."""
        first, *axes = title.split(";")
        self._rename(title=first)
        for number, text in enumerate(axes[: self._of.ndim]):
            self.set_axis_title(number, text)

    def SetNameTitle(self, name: str, title: str) -> None:
        """Call it so, and give it a title."""
        self.SetName(name)
        self.SetTitle(title)

    def set_axis_title(self, number: int, title: str) -> None:
        """Give an axis a title, or, as the one after the last, the contents."""
        core = self._core("titles of axes")
        if number >= len(core.axes):
            self._rename(value_title=title)
            return
        axes = [
            _core.NamedAxis(axis.bins, title if place == number else axis.title, axis.bin_labels)
            for place, axis in enumerate(core.axes)
        ]
        profile = None
        if core.is_profile:
            profile = _core.ProfileSums(core.profile_weights, core.profile_squared_weights)
        made = _core.Histogram.of_parts(axes, core.contents, core.squares, core.moments, profile)
        self._of = type(self._of).from_core(made.named(core.name, core.title, core.value_title))

    def _rename(self, name: str | None = None, title: str | None = None, value_title: str | None = None) -> None:
        core = self._core("names")
        texts = [
            old if new is None else str(new)
            for old, new in ((core.name, name), (core.title, title), (core.value_title, value_title))
        ]
        self._of = type(self._of).from_core(core.named(*texts))

    def _core(self, what: str) -> _core.Histogram:
        if not isinstance(self._of, Histogram | Profile):
            raise UnsupportedError(f"{what} of a {self.ClassName()} cannot be changed")
        return self._of.core

    # --- moments -----------------------------------------------------------------------------------------------------

    def GetEffectiveEntries(self) -> float:
        """The square of the sum of weights, by the sum of their squares."""
        moments = self._of.core.moments
        return moments.weights**2 / moments.squared_weights if moments.squared_weights else 0.0

    def GetMeanError(self, axis: int = 1) -> float:
        """The error of the mean along an axis, of which x is 1."""
        entries = self.GetEffectiveEntries()
        return float(self._of.standard_deviations[axis - 1]) / math.sqrt(entries) if entries > 0 else 0.0

    def GetStdDevError(self, axis: int = 1) -> float:
        """The error of the standard deviation along an axis."""
        entries = self.GetEffectiveEntries()
        return float(self._of.standard_deviations[axis - 1]) / math.sqrt(2 * entries) if entries > 0 else 0.0

    GetRMSError = GetStdDevError

    def GetCovariance(self, one: int = 1, other: int = 2) -> float:
        """The covariance along two axes, of which x is 1."""
        moments = self._of.core.moments
        first, second = sorted((one - 1, other - 1))
        if first == second:
            return float(self._of.standard_deviations[first]) ** 2
        pairs = [(i, j) for i in range(self._of.ndim) for j in range(i + 1, self._of.ndim)]
        product = moments.weighted_products[pairs.index((first, second))] / moments.weights
        return float(product - self._of.means[first] * self._of.means[second])

    def GetCorrelationFactor(self, one: int = 1, other: int = 2) -> float:
        """The correlation along two axes."""
        deviations = self._of.standard_deviations
        product = float(deviations[one - 1] * deviations[other - 1])
        return self.GetCovariance(one, other) / product if product else 0.0

    # --- bins --------------------------------------------------------------------------------------------------------

    def GetBin(self, *bins: int) -> int:
        """ROOT's number among all bins of their numbers along the axes."""
        sizes = [size + 2 for size in self._of.shape]
        return int(np.ravel_multi_index([*bins, *[0] * (len(sizes) - len(bins))], sizes, order="F"))

    def GetBinEntries(self, number: int) -> float:
        """The sum of weights in a bin of a profile."""
        weights = np.asarray(self._of.core.profile_weights)
        return float(weights.ravel()[number])

    def SetBinContent(self, *bins_and_content: float) -> None:
        """Set the content of a bin, of its numbers along the axes or among all."""
        *bins, content = bins_and_content
        cells, squares = self._cells()
        cells[self._place(bins)] = content
        self._set(cells, squares, self._of.num_entries + 1)

    def SetBinError(self, *bins_and_error: float) -> None:
        """Set the error of a bin, as SetBinContent."""
        *bins, error = bins_and_error
        cells, squares = self._cells()
        kept = cells.copy() if squares is None else squares
        kept[self._place(bins)] = error**2
        self._set(cells, kept, self._of.num_entries)

    def Fill(self, *values: float) -> int:
        """Fill it with a value for each axis, and a weight if there is one more."""
        if not isinstance(self._of, Histogram):
            raise UnsupportedError(f"Fill of a {self.ClassName()}: use ramet's own")
        filled = type(self._of).from_core(self._of.core.copy())
        coordinates, weight = values[: filled.ndim], values[filled.ndim :]
        self._of = filled.fill(*([one] for one in coordinates), **({"weight": [weight[0]]} if weight else {}))
        return 1

    def Reset(self, *_: str) -> None:
        """Forget all fills."""
        cells, squares = self._cells()
        self._set(np.zeros_like(cells), None if squares is None else np.zeros_like(squares), 0)

    def Rebin(self, bins: int = 2, name: str = "", edges: Sequence[float] | None = None) -> Self:
        """Make one bin of several: of this histogram, or of a copy with another name."""
        if edges is not None:
            raise UnsupportedError("Rebin with edges: use the indices of ramet's own histogram")
        made = self._of[(slice(None, None, complex(0, bins)),) * self._of.ndim]
        changed = self if not name else self._another(made, name)
        changed._of = changed._of if name else made
        return changed

    # --- arithmetic --------------------------------------------------------------------------------------------------

    def Divide(self, other: Any, *options: Any) -> bool:
        """Divide contents by those of another one, with errors as of independent numbers."""
        if options:
            raise UnsupportedError("Divide takes the other histogram only")
        cells, squares, theirs, their_squares = self._with(other)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(theirs != 0, cells / theirs, 0.0)
            errors = np.where(theirs != 0, (squares * theirs**2 + their_squares * cells**2) / theirs**4, 0.0)
        self._set(ratio, errors)
        return True

    def Multiply(self, other: Any) -> bool:
        """Multiply contents by those of another one, as Divide."""
        cells, squares, theirs, their_squares = self._with(other)
        self._set(cells * theirs, squares * theirs**2 + their_squares * cells**2)
        return True

    def GetCumulative(self, forward: bool = True, suffix: str = "_cumulative") -> Self:  # noqa: FBT001, FBT002
        """The sums of contents up to each bin, or from each on, of one axis."""
        cells, squares = self._cells()
        if cells.ndim != 1:
            raise UnsupportedError("GetCumulative of several axes")
        made = self._another(self._of, self.GetName() + suffix)
        sums = [_running(part, forward=bool(forward)) for part in (cells, cells if squares is None else squares)]
        made._set(sums[0], None if squares is None else sums[1])
        return made

    def ProjectionX(self, name: str = "_px", first: int = 0, last: int = -1, *options: Any) -> Self:
        """The sums along y of a histogram of two axes, over the bins from a first to a last one, or all."""
        return self._projection(0, name, first, last, options)

    def ProjectionY(self, name: str = "_py", first: int = 0, last: int = -1, *options: Any) -> Self:
        """The sums along x, as ProjectionX."""
        return self._projection(1, name, first, last, options)

    def _projection(self, kept: int, name: str, first: int, last: int, options: Sequence[Any]) -> Self:
        if self._of.ndim != 2 or any(options):
            raise UnsupportedError("projections are of two axes, without options")
        called = self.GetName() + name if name in ("_px", "_py") else name
        bins = self._of.shape[1 - kept]
        if last < first or (first <= 0 and last > bins):
            return self._another(self._of.project(kept), called)
        chosen = [slice(None), slice(None)]
        chosen[1 - kept] = slice(None if first <= 0 else first - 1, None if last > bins else last, sum)
        return self._another(self._of[tuple(chosen)], called)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _another(self, of: Any, name: str) -> Self:
        core = of.core
        return type(self)(type(of).from_core(core.named(name, core.title, core.value_title)))

    def _cells(self) -> tuple[Any, Any]:
        """Contents, and sums of squared weights if they are kept; both with those beyond the axes."""
        if not isinstance(self._of, Histogram):
            raise UnsupportedError(f"bins of a {self.ClassName()} cannot be changed")
        cells = np.array(self._of.values(flow=True))
        return cells, np.array(self._of.variances(flow=True)) if self._of.core.is_weighted else None

    def _with(self, other: Any) -> tuple[Any, Any, Any, Any]:
        theirs = getattr(other, "value", other)
        cells, squares = self._cells()
        their_cells, their_squares = (theirs if isinstance(theirs, Computed) else type(self)(theirs))._cells()
        if cells.shape != their_cells.shape:
            raise UnsupportedError("histograms with different bins")
        return (
            cells,
            cells if squares is None else squares,
            their_cells,
            their_cells if their_squares is None else their_squares,
        )

    def _place(self, bins: Sequence[float]) -> tuple[int, ...]:
        numbers = [int(one) for one in bins]
        if len(numbers) == self._of.ndim:
            return tuple(numbers)
        sizes = [size + 2 for size in self._of.shape]
        return tuple(int(one) for one in np.unravel_index(numbers[0], sizes, order="F"))

    def _set(self, cells: Any, squares: Any, entries: float | None = None) -> None:
        core = self._of.core
        made = counted(core.axes, cells, squares)
        moments = made.moments
        has_moments = moments.weights**2 / moments.squared_weights if moments.squared_weights else 0.0
        moments.entries = has_moments if entries is None else entries
        again = _core.Histogram.of_parts(core.axes, made.contents, made.squares, moments, None)
        self._of = type(self._of).from_core(again.named(core.name, core.title, core.value_title))


def _running(cells: Any, *, forward: bool) -> Any:
    """Sums over the bins in the range, from the first or from the last."""
    made = np.zeros_like(cells)
    inside = cells[1:-1]
    made[1:-1] = np.cumsum(inside) if forward else np.cumsum(inside[::-1])[::-1]
    return made
