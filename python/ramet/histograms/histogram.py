"""Histograms of counts and sums of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from ramet.histograms.bins.making import Bins, Bounds, Labels
from ramet.histograms.filled import FilledBins

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Histogram"]


class Histogram(FilledBins):
    """A histogram of sums of weights: ROOT's TH1, TH2, TH3 and THn.

    >>> histogram = Histogram(4, (0, 4))
    >>> _ = histogram.fill([0.5, 1.5, 1.5, 9])
    >>> histogram.values()
    array([1., 2., 0., 0.])
    >>> plane = Histogram((4, [0, 1, 5]), ((0, 4), None), label=("x", "y"))
    >>> plane.fill([0.5, 1.5, 1.5], [0.5, 0.5, 2])[2j:, sum].values(flow=True)
    array([3., 0., 0., 0.])

    Bins include their lower edge and exclude the upper one; NaN counts as overflow. Any number of threads may fill and
    read it; readers see complete fills only.

    Args:
        bins: the number of bins of equal width in `bounds`, or all edges, in increasing order; for several axes, one of
            these for each, as in numpy.histogramdd.
        bounds: the lower edge of the first bin and the upper edge of the last; for several axes a pair for each, or
            None for an axis with edges.
        name: for other libraries; in a file its name is that of `file[name] = histogram`.
        title: of the histogram.
        label: of the axis, for example "mass [GeV]"; for several axes one for each.

    Raises:
        TypeError: bins is a number and bounds are missing.
        MisuseError: no bins, edges that are not finite or do not increase, or a wrong number of bounds or labels.
    """

    def __init__(
        self, bins: Bins, bounds: Bounds | None = None, *, name: str = "", title: str = "", label: Labels = ""
    ) -> None:
        self._core = self._make(bins, bounds, label, is_profile=False).named(name, title, "")

    def fill(self, *values: npt.ArrayLike, weight: npt.ArrayLike | None = None) -> Self:
        """Add numbers, on all cores; the result is the same, to the last bit, for any number of cores.

        Args:
            values: for each axis, numbers of any type and shape, the same number for all; lists are flattened.
            weight: one for all, or one for each value.

        Returns:
            The histogram itself.

        Raises:
            TypeError: values or weights are not numbers.
            MisuseError: the numbers of weights, values, or arrays of values are wrong.
        """
        return self._fill(values, weight)

    def sum(self, axis: Any = None, out: Any = None, *, flow: bool = False) -> Any:
        """The sum of all contents, with `flow` of those beyond the axes, too; other arguments are numpy.sum's."""
        return np.sum(self.values(flow=flow), axis=axis, out=out)

    def __sub__(self, other: Self) -> Self:
        """The difference, as if what the other one was filled with had the opposite weights: variances add."""
        return self + -1 * other if isinstance(other, type(self)) else NotImplemented

    def __isub__(self, other: Self) -> Self:
        if not isinstance(other, type(self)):
            return NotImplemented
        self += -1 * other
        return self
