"""Values between the bins of histograms with ROOT's names: interpolation, quantiles, sums from the left."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.computed import Computed

__all__ = ["Between"]


class Between(Computed):
    """A histogram whose contents are a function and a distribution. Threads: one at a time."""

    def Interpolate(self, *values: float) -> float:
        """The content at a place, on straight lines between the middles of bins: of one axis, those of the ends beyond
        them; of two axes 0 beyond the range.

        Raises:
            UnsupportedError: there are more axes, or as many values as there are not.
        """
        if len(values) != self._of.ndim or len(values) > 2:
            raise UnsupportedError(f"Interpolate at {len(values)} values, with {self._of.ndim} axes")
        cells = np.asarray(self._of.values(flow=True))
        if len(values) == 1:
            return _on_line(self.GetAxis(0).centers(), cells, float(values[0]))
        return self._on_plane(cells, values)

    def _on_plane(self, cells: Any, values: Sequence[float]) -> float:
        ends: list[tuple[float, float, float]] = []  # the middles around, and the value
        places: list[tuple[int, int]] = []
        for number, value in enumerate(values):
            axis = self.GetAxis(number)
            place, count = axis.FindBin(value), axis.GetNbins()
            if not 1 <= place <= count:
                return 0.0
            first = place if axis.GetBinUpEdge(place) - value <= axis.GetBinWidth(place) / 2 else place - 1
            ends.append((axis.GetBinCenter(first), axis.GetBinCenter(first + 1), float(value)))
            places.append((max(first, 1), min(first + 1, count)))
        (x1, x2, x), (y1, y2, y) = ends
        area = (x2 - x1) * (y2 - y1)
        parts = [
            cells[places[0][0], places[1][0]] / area * (x2 - x) * (y2 - y),
            cells[places[0][1], places[1][0]] / area * (x - x1) * (y2 - y),
            cells[places[0][0], places[1][1]] / area * (x2 - x) * (y - y1),
            cells[places[0][1], places[1][1]] / area * (x - x1) * (y - y1),
        ]
        return float(sum(parts))

    def ComputeIntegral(self, *_: bool) -> float:
        """The last of the shares that GetIntegral gives: 1, or 0 for an empty histogram."""
        return 1.0 if self.GetSumOfWeights() else 0.0

    def GetIntegral(self) -> Any:
        """The shares of the sum up to each bin, from 0 before the first to 1, and the sum behind them."""
        cells = np.asarray(self._of.values()).ravel(order="F")
        total = float(cells.sum())
        shares = np.cumsum(cells) / total if total else np.zeros(len(cells))
        return np.concatenate([[0.0], shares, [self.GetEntries()]])

    def GetQuantiles(self, count: int, quantiles: MutableSequence[float], shares: Sequence[float] | None = None) -> int:
        """Put the places below which shares of the sum are into an array: `h.GetQuantiles(2, found, [0.5, 0.9])`.

        Returns:
            How many they are.

        Raises:
            UnsupportedError: no shares are given, or there are several axes.
        """
        if shares is None or self._of.ndim != 1 or isinstance(self._of, Profile):
            raise UnsupportedError("GetQuantiles is of histograms of one axis, and takes the shares")
        bins = self.GetNbinsX()
        below, axis = self.GetIntegral()[: bins + 1], self.GetAxis(0)
        for number in range(count):
            share = float(shares[number])
            place = max(int(np.searchsorted(below[:bins], share, side="right")) - 1, 0)
            found, step = axis.GetBinLowEdge(place + 1), float(below[place + 1] - below[place])
            if step > 0:
                found += axis.GetBinWidth(place + 1) * (share - float(below[place])) / step
            quantiles[number] = found
        return count

    def GetStats(self, sums: MutableSequence[float]) -> None:
        """Put the sums that moments are made of into an array, in ROOT's order: of weights, of their squares, of
        weighted values and their squares along x, then along y with the products, and so on; of a profile the heights'
        behind them."""
        moments = self._moments()
        found = [moments.weights, moments.squared_weights]
        products = list(moments.weighted_products)  # xy, xz, yz
        behind = {1: products[:1], 2: products[1:3]}
        for number in range(self._of.ndim):
            found += [moments.weighted_values[number], moments.weighted_squares[number], *behind.get(number, [])]
        if isinstance(self._of, Profile):
            found += [moments.weighted_heights, moments.weighted_squared_heights]
        for number, value in enumerate(found):
            sums[number] = float(value)

    def GetSize(self) -> int:
        """The number of bins, with those outside the range."""
        return int(np.prod([bins + 2 for bins in self._of.shape]))

    def FindFixBin(self, *values: float) -> int:
        """The number among all bins of the one that has a value along each axis."""
        return self.GetBin(*(self.GetAxis(number).FindBin(value) for number, value in enumerate(values)))

    def IsBinOverflow(self, number: int, axis: int = 0) -> bool:
        """Whether a bin, by its number among all, is above the range of an axis, of which x is 1, or of any."""
        return any(place > size for place, size in self._beside(number, axis))

    def IsBinUnderflow(self, number: int, axis: int = 0) -> bool:
        """Whether it is below the range."""
        return any(place < 1 for place, _ in self._beside(number, axis))

    def _beside(self, number: int, axis: int) -> list[tuple[int, int]]:
        sizes = list(self._of.shape)
        places = np.unravel_index(int(number), [size + 2 for size in sizes], order="F")
        both = [(int(place), size) for place, size in zip(places, sizes, strict=True)]
        return both if axis == 0 else both[axis - 1 : axis]

    def Reset(self, *options: str) -> None:
        """Forget all fills. Raises UnsupportedError for a profile whose errors are no standard errors of means."""
        if not isinstance(self._of, Profile):
            super().Reset(*options)
            return
        if self._of.error_option:
            raise UnsupportedError(f"Reset of a profile with the error option {self._of.error_option!r}")
        core = self._of.core
        none = np.zeros(self.GetSize())
        moments = _core.Moments()
        axes = self._of.ndim
        moments.weighted_values = moments.weighted_squares = [0.0] * axes
        moments.weighted_products = [0.0] * (axes * (axes - 1) // 2)
        sums = _core.ProfileSums(none, none if core.is_weighted else np.empty(0))
        made = _core.Histogram.of_parts(core.axes, none, none, moments, sums)
        self._of = Profile.from_core(made.named(core.name, core.title, core.value_title))


def _on_line(centers: Any, cells: Any, value: float) -> float:
    """The content between the middles of bins, which are those of `centers` from 1 on."""
    middles, contents = np.asarray(centers)[1:-1], cells[1:-1]
    if value <= middles[0]:
        return float(contents[0])
    if value >= middles[-1]:
        return float(contents[-1])
    place = int(np.searchsorted(middles, value, side="left")) - 1
    low, high = float(middles[place]), float(middles[place + 1])
    slope = (float(contents[place + 1]) - float(contents[place])) / (high - low)
    return float(contents[place]) + (value - low) * slope
