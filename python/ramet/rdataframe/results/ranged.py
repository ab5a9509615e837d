"""What histograms with ROOT's names tell of the bins that are looked at: moments, extremes and sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.axes import TAxis
from ramet.rdataframe.results.named import Named

__all__ = ["NO_LIMIT", "Ranged"]

NO_LIMIT = -1111.0  # what ROOT says for no minimum and no maximum
_LARGEST_FLOAT = float(np.finfo("f4").max)


class Ranged(Named):
    """A histogram some of whose bins are looked at, as TAxis::SetRange says, and whose contents are shown from a
    minimum to a maximum. Threads: one at a time."""

    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self._shown: dict[int, tuple[int, int] | None] = {}
        self._limits = {"minimum": NO_LIMIT, "maximum": NO_LIMIT}

    # --- axes --------------------------------------------------------------------------------------------------------

    def set_axis_title(self, number: int, title: str) -> None:
        """Give an axis a title, or, as the one after the last, the contents."""
        raise NotImplementedError

    def set_bin_label(self, number: int, bin_number: int, label: str) -> None:
        """Give a bin of an axis a name."""
        raise NotImplementedError

    def set_shown(self, number: int, bins: tuple[int, int] | None) -> None:
        """Look at the bins from a first to a last one of an axis, or at all."""
        self._shown[number] = bins

    def shown_bins(self, number: int) -> tuple[int, int]:
        """The first and the last bin of an axis that are looked at."""
        found = self._range_of(number)
        return found or (1, self.GetAxis(number).GetNbins())

    def _range_of(self, number: int) -> tuple[int, int] | None:
        if number in self._shown:
            return self._shown[number]
        in_file = self._of.axes[number].shown if number < self._of.ndim else None
        return None if in_file is None else (in_file[0] + 1, in_file[1])

    def _has_range(self) -> bool:
        return any(self._range_of(number) is not None for number in range(self._of.ndim))

    def _looked_at(self) -> tuple[slice, ...]:
        """Of all cells, those that are looked at."""
        ends = [self.shown_bins(number) for number in range(self._of.ndim)]
        return tuple(slice(first, last + 1) for first, last in ends)

    def GetAxis(self, number: int) -> TAxis:
        """An axis, from 0; the one after the last has the title of the contents."""
        if number < self._of.ndim:
            axis = self._of.axes[number]
            return TAxis(axis, axis.label, self, number)
        title = getattr(self._of, "value_label", "") if number == self._of.ndim else ""
        return TAxis(None, title, self, number)

    def GetXaxis(self) -> TAxis:
        """The x axis."""
        return self.GetAxis(0)

    def GetYaxis(self) -> TAxis:
        """The y axis."""
        return self.GetAxis(1)

    def GetZaxis(self) -> TAxis:
        """The z axis."""
        return self.GetAxis(2)

    # --- moments -----------------------------------------------------------------------------------------------------

    def _moments(self) -> Any:
        """The sums that moments are made of: those of the fills, or of bins if not all are looked at."""
        if not self._has_range():
            return self._of.core.moments
        weights, squares = self._weights()
        chosen = self._looked_at()
        inside = weights[chosen]
        count = range(inside.ndim)
        centers = [self.GetAxis(number).centers()[part] for number, part in enumerate(chosen)]

        def along(*kept: int) -> Any:
            return inside.sum(axis=tuple(number for number in count if number not in kept))

        made = _core.Moments()
        made.entries = self.GetEntries()
        made.weights, made.squared_weights = float(inside.sum()), float(squares[chosen].sum())
        made.weighted_values = [float(along(one) @ centers[one]) for one in count]
        made.weighted_squares = [float(along(one) @ centers[one] ** 2) for one in count]
        made.weighted_products = [float(centers[i] @ along(i, j) @ centers[j]) for i, j in combinations(count, 2)]
        if isinstance(self._of, Profile):
            core = self._of.core
            sums = (np.asarray(one).reshape(weights.shape)[chosen].sum() for one in (core.contents, core.squares))
            made.weighted_heights, made.weighted_squared_heights = (float(one) for one in sums)
        return made

    def _weights(self) -> tuple[Any, Any]:
        """The sums of weights of all cells, and of their squares."""
        if not isinstance(self._of, Profile):
            return np.asarray(self._of.values(flow=True)), np.asarray(self._of.variances(flow=True))
        weights = np.asarray(self._of.weights(flow=True))
        squares = np.asarray(self._of.core.profile_squared_weights)
        return weights, squares.reshape(weights.shape) if squares.size else weights

    def GetEntries(self) -> float:
        """The number of fills."""
        return float(self._of.num_entries)

    def _check_axis(self, axis: int) -> None:
        if not 1 <= axis <= self._of.ndim:
            raise UnsupportedError(
                f"moments along axis {axis} of {self.GetName()!r}: its axes are 1 to {self._of.ndim}"
            )

    def GetMean(self, axis: int = 1) -> float:
        """The mean along an axis, of which x is 1; of a profile, also that of the heights, as one axis more."""
        if isinstance(self._of, Profile) and axis == self._of.ndim + 1:
            moments = self._moments()
            return float(moments.weighted_heights / moments.weights) if moments.weights else 0.0
        self._check_axis(axis)
        if not self._has_range():
            return float(self._of.means[axis - 1])
        moments = self._moments()
        return float(moments.weighted_values[axis - 1] / moments.weights) if moments.weights else 0.0

    def GetStdDev(self, axis: int = 1) -> float:
        """The standard deviation along an axis, or that of a profile's heights; 0 where weights below 0 leave none, as
        in ROOT."""
        of_heights = isinstance(self._of, Profile) and axis == self._of.ndim + 1
        if not of_heights:
            self._check_axis(axis)
        moments = self._moments()
        if not moments.weights:
            return 0.0
        squares = moments.weighted_squared_heights if of_heights else moments.weighted_squares[axis - 1]
        variance = squares / moments.weights - self.GetMean(axis) ** 2
        return math.sqrt(variance) if variance > 0 else 0.0

    GetRMS = GetStdDev

    def GetEffectiveEntries(self) -> float:
        """The square of the sum of weights, by the sum of their squares."""
        moments = self._moments()
        return float(moments.weights**2 / moments.squared_weights) if moments.squared_weights else 0.0

    def GetMeanError(self, axis: int = 1) -> float:
        """The error of the mean along an axis, of which x is 1."""
        entries = self.GetEffectiveEntries()
        return self.GetStdDev(axis) / math.sqrt(entries) if entries > 0 else 0.0

    def GetStdDevError(self, axis: int = 1) -> float:
        """The error of the standard deviation along an axis."""
        entries = self.GetEffectiveEntries()
        return self.GetStdDev(axis) / math.sqrt(2 * entries) if entries > 0 else 0.0

    GetRMSError = GetStdDevError

    def GetCovariance(self, one: int = 1, other: int = 2) -> float:
        """The covariance along two axes, of which x is 1."""
        self._check_axis(one)
        self._check_axis(other)
        moments = self._moments()
        first, second = sorted((one - 1, other - 1))
        if first == second:
            return self.GetStdDev(one) ** 2
        if not moments.weights:
            return 0.0
        pairs = list(combinations(range(self._of.ndim), 2))
        product = moments.weighted_products[pairs.index((first, second))] / moments.weights
        return float(product - self.GetMean(one) * self.GetMean(other))

    def GetCorrelationFactor(self, one: int = 1, other: int = 2) -> float:
        """The correlation along two axes."""
        product = self.GetStdDev(one) * self.GetStdDev(other)
        return self.GetCovariance(one, other) / product if product else 0.0

    def GetSkewness(self, axis: int = 1) -> float:
        """How far the contents of bins lean to one side along an axis, of which x is 1; its error for 11 to 13."""
        return self._standardized(axis, 3, 6)

    def GetKurtosis(self, axis: int = 1) -> float:
        """How long the tails are along an axis, 0 for a normal distribution; its error for 11 to 13."""
        return self._standardized(axis, 4, 24)

    def _standardized(self, axis: int, power: int, of_error: int) -> float:
        """The mean of a power of the distances from the mean, in standard deviations, over the middles of bins."""
        if axis > 10:
            entries = self.GetEffectiveEntries()
            return math.sqrt(of_error / entries) if entries > 0 else 0.0
        mean, spread = self.GetMean(axis), self.GetStdDev(axis)
        chosen = self._looked_at()
        cells = np.asarray(self._of.values(flow=True))[chosen]
        total = float(cells.sum()) * spread**power
        if not total:
            return 0.0
        weights = cells.sum(axis=tuple(number for number in range(cells.ndim) if number != axis - 1))
        centers = self.GetAxis(axis - 1).centers()[chosen[axis - 1]]
        return float(weights @ (centers - mean) ** power) / total - (3 if power == 4 else 0)

    # --- sums --------------------------------------------------------------------------------------------------------

    def Integral(self, *bins: int | str) -> float:
        """The sum of contents: of the bins that are looked at, or of those from a first to a last one along each axis,
        where a last one below the first is that behind the range; with "width" behind that, each times the width of its
        bin."""
        cells, chosen = self._chosen(np.asarray(self._of.values(flow=True)), bins)
        return float(cells[chosen].sum())

    def IntegralAndError(self, *given: Any) -> float:
        """Integral, with its error put into what comes behind the bins: a `ctypes.c_double()`, or an array of one."""
        place = next((one for one, value in enumerate(given) if not isinstance(value, int | np.integer)), None)
        if place is None:
            raise TypeError("IntegralAndError takes bins, a ctypes.c_double() for the error, and an option")
        bins, error = (*given[:place], *given[place + 1 :]), given[place]
        errors, chosen = self._chosen(np.sqrt(np.asarray(self._of.variances(flow=True))), bins)
        found = math.sqrt(float((errors[chosen] ** 2).sum()))
        if hasattr(error, "value"):
            error.value = found
        else:
            error[0] = found
        return self.Integral(*bins)

    def _chosen(self, cells: Any, bins: Sequence[int | str]) -> tuple[Any, tuple[slice, ...]]:
        """Cells, times the widths of bins if that is asked for, and which of them Integral means."""
        if any(isinstance(one, str) and "width" in one for one in bins):
            for number in range(cells.ndim):
                cells = cells * self._along(number, self.GetAxis(number).widths())
        ends = [int(one) for one in bins if not isinstance(one, str)]
        if not ends:
            return cells, self._looked_at()
        if len(ends) != 2 * cells.ndim:
            raise TypeError(f"Integral of {cells.ndim} axes: a first and a last bin of each are wanted")
        pairs = zip([max(one, 0) for one in ends[::2]], ends[1::2], strict=True)
        return cells, tuple(slice(first, last + 1 if last >= first else None) for first, last in pairs)

    def _along(self, number: int, values: Any) -> Any:
        """Values of the bins of one axis, to be multiplied with all cells."""
        return values.reshape([-1 if one == number else 1 for one in range(self._of.ndim)])

    def GetSumOfWeights(self) -> float:
        """The sum of contents in the range of the axes."""
        return float(np.asarray(self._of.values()).sum())

    # --- extremes ----------------------------------------------------------------------------------------------------

    def SetMaximum(self, value: float = NO_LIMIT) -> None:
        """What contents are shown up to, which GetMaximum gives then; -1111 for no such limit."""
        self._limits["maximum"] = float(value)

    def SetMinimum(self, value: float = NO_LIMIT) -> None:
        """What contents are shown from, which GetMinimum gives then; -1111 for no such limit."""
        self._limits["minimum"] = float(value)

    def GetMaximumStored(self) -> float:
        """What SetMaximum set; -1111 without."""
        return self._limits["maximum"]

    def GetMinimumStored(self) -> float:
        """What SetMinimum set; -1111 without."""
        return self._limits["minimum"]

    def GetMaximum(self, below: float = _LARGEST_FLOAT) -> float:
        """The largest content, below a limit if one is said, of the bins that are looked at; what SetMaximum set."""
        if self._limits["maximum"] != NO_LIMIT:
            return self._limits["maximum"]
        cells = self._contents_looked_at()
        return float(np.max(cells[cells < below], initial=-_LARGEST_FLOAT))

    def GetMinimum(self, above: float = -_LARGEST_FLOAT) -> float:
        """The smallest content, above a limit if one is said, of the bins that are looked at; what SetMinimum set."""
        if self._limits["minimum"] != NO_LIMIT:
            return self._limits["minimum"]
        cells = self._contents_looked_at()
        return float(np.min(cells[cells > above], initial=_LARGEST_FLOAT))

    def GetMaximumBin(self) -> int:
        """ROOT's number of the bin with the largest content, of those that are looked at."""
        return self._extreme_bin(np.argmax)

    def GetMinimumBin(self) -> int:
        """ROOT's number of the bin with the smallest content, of those that are looked at."""
        return self._extreme_bin(np.argmin)

    def FindFirstBinAbove(self, threshold: float = 0.0, axis: int = 1, first: int = 1, last: int = -1) -> int:
        """The first bin of an axis with a content above a threshold, from a first to a last one; -1 without."""
        return int(next(iter(self._bins_above(threshold, axis, first, last)), -1))

    def FindLastBinAbove(self, threshold: float = 0.0, axis: int = 1, first: int = 1, last: int = -1) -> int:
        """The last bin of an axis with a content above a threshold, as FindFirstBinAbove."""
        return int(next(reversed(self._bins_above(threshold, axis, first, last)), -1))

    def _bins_above(self, threshold: float, axis: int, first: int, last: int) -> list[int]:
        self._check_axis(axis)
        cells = np.moveaxis(np.asarray(self._of.values(flow=True)), axis - 1, 0)
        inside = cells[(slice(None), *[slice(1, -1)] * (cells.ndim - 1))].reshape(len(cells), -1)
        bins = len(cells) - 2
        end = bins if last < 0 else min(last, bins)
        return [number for number in range(max(first, 1), end + 1) if (inside[number] > threshold).any()]

    def GetErrorOption(self) -> str:
        """What the errors of a profile are: "", "s", "i" or "g". Raises UnsupportedError for others."""
        if not isinstance(self._of, Profile):
            raise UnsupportedError(f"GetErrorOption of a {self.ClassName()}")
        return self._of.error_option

    def _contents_looked_at(self) -> Any:
        return np.asarray(self._of.values(flow=True))[self._looked_at()]

    def _extreme_bin(self, find: Any) -> int:
        cells = self._contents_looked_at()
        place = np.unravel_index(int(find(cells.ravel(order="F"))), cells.shape, order="F")
        bins = [int(one) + part.start for one, part in zip(place, self._looked_at(), strict=True)]
        return int(np.ravel_multi_index(bins, [size + 2 for size in self._of.shape], order="F"))
