"""Histograms of counts and sums of weights."""

from __future__ import annotations

from typing import Self

import numpy.typing as npt
from ramet.histograms.bins.making import Bins, Bounds, Labels
from ramet.histograms.filled import FilledBins

__all__ = ["Histogram"]


class Histogram(FilledBins):
    """A histogram of sums of weights: what TH1, TH2, TH3 and THn are to ROOT.

    >>> histogram = Histogram(4, (0, 4))
    >>> _ = histogram.fill([0.5, 1.5, 1.5, 9])
    >>> histogram.values()
    array([1., 2., 0., 0.])
    >>> plane = Histogram((4, [0, 1, 5]), ((0, 4), None), label=("x", "y"))
    >>> plane.fill([0.5, 1.5, 1.5], [0.5, 0.5, 2])[2j:, sum].values(flow=True)
    array([3., 0., 0., 0.])

    A bin has its lower edge and is without its upper one; NaN counts as overflow. Any number of threads may fill and
    read it: who reads while others fill sees whole fills.

    Args:
        bins: how many bins of equal width in `bounds`, or all edges, which rise; of several axes, one of these for
            each, as numpy.histogramdd takes them.
        bounds: where the first bin begins and the last one ends; of several axes a pair for each, or None for one of
            edges.
        name: for other libraries; in a file it is called what `file[name] = histogram` says.
        title: of the histogram.
        label: of the axis, as "mass [GeV]"; of several axes one for each.

    Raises:
        TypeError: bins is a number and bounds are missing.
        MisuseError: no bin, edges that are not finite or do not rise, or not as many bounds or labels as axes.
    """

    def __init__(
        self, bins: Bins, bounds: Bounds | None = None, *, name: str = "", title: str = "", label: Labels = ""
    ) -> None:
        self._core = self._make(bins, bounds, label, is_profile=False).named(name, title, "")

    def fill(self, *values: npt.ArrayLike, weight: npt.ArrayLike | None = None) -> Self:
        """Add numbers, on all cores; the result does not depend, to the last bit, on how many these are.

        Args:
            values: for each axis, numbers of any type and shape, as many as for the others; lists are taken flat.
            weight: one for all, or one for each value.

        Returns:
            The histogram itself.

        Raises:
            TypeError: values or weights are no numbers.
            MisuseError: not as many weights as values, or not as many values, or arrays of them, as axes.
        """
        return self._fill(values, weight)
