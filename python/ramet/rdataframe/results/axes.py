"""Axes of histograms with ROOT's names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from ramet.errors import MisuseError
from ramet.histograms.axis import Axis
from ramet.rdataframe.results.named import styled

if TYPE_CHECKING:
    from ramet.rdataframe.results.ranged import Ranged

__all__ = ["TAxis"]


class TAxis:
    """An axis with ROOT's names; bins are numbered from 1. Threads: one at a time."""

    def __init__(self, axis: Axis | None, title: str, of: Ranged, number: int) -> None:
        self._axis = axis
        self._title = title
        self._of = of
        self._number = number

    def __getattr__(self, name: str) -> Any:
        return styled(self, name)

    def SetTitle(self, title: str) -> None:
        """Give it another title."""
        self._title = title
        self._of.set_axis_title(self._number, title)

    def GetTitle(self) -> str:
        """Its title."""
        return self._title

    def GetBinLabel(self, number: int) -> str:
        """The name of a bin; empty without one."""
        names = self._of.GetAxis(self._number).labels_of_bins()
        return names[number - 1] if names and 1 <= number <= len(names) else ""

    def SetBinLabel(self, number: int, label: str) -> None:
        """Give a bin a name. Raises MisuseError for one that is not there."""
        if not 1 <= number <= self.GetNbins():
            raise MisuseError(f"SetBinLabel: there is no bin {number}, of 1 to {self.GetNbins()}")
        self._of.set_bin_label(self._number, number, str(label))

    def labels_of_bins(self) -> list[str]:
        """The names of all bins, if any has one."""
        return [] if self._axis is None else self._axis.labels() or []

    # --- bins --------------------------------------------------------------------------------------------------------

    def GetNbins(self) -> int:
        """The number of bins."""
        return 1 if self._axis is None else len(self._axis)

    def GetXmin(self) -> float:
        """The lower edge of the first bin."""
        return 0.0 if self._axis is None else self._axis.low

    def GetXmax(self) -> float:
        """The upper edge of the last bin."""
        return 1.0 if self._axis is None else self._axis.high

    def GetBinLowEdge(self, number: int) -> float:
        """The lower edge of a bin; those outside the range have the mean width."""
        return float(self._edges()[number - 1]) if self._has_edges(number) else self._place(number - 1)

    def GetBinUpEdge(self, number: int) -> float:
        """The upper edge of a bin."""
        return float(self._edges()[number]) if self._has_edges(number) else self._place(number)

    def GetBinCenter(self, number: int) -> float:
        """The middle of a bin."""
        if self._has_edges(number):
            return self.GetBinLowEdge(number) + self.GetBinWidth(number) / 2
        return self._place(number - 0.5)

    def GetBinWidth(self, number: int) -> float:
        """The width of a bin; outside the range the mean one."""
        if self._has_edges(number):
            return float(self._edges()[number] - self._edges()[number - 1])
        return (self.GetXmax() - self.GetXmin()) / self.GetNbins()

    def FindBin(self, value: float) -> int:
        """The number of the bin that a value is filled into: 0 is below the range, the number of bins plus one above
        it."""
        if self._axis is None:
            return int(np.searchsorted([0.0, 1.0], value, side="right"))
        return self._axis.index(float(value)) + 1

    FindFixBin = FindBin

    def widths(self) -> Any:
        """The widths of all bins, with those outside the range."""
        return np.array([self.GetBinWidth(number) for number in range(self.GetNbins() + 2)])

    def centers(self) -> Any:
        """The middles of all bins, with those outside the range."""
        return np.array([self.GetBinCenter(number) for number in range(self.GetNbins() + 2)])

    def _edges(self) -> Any:
        return np.array([0.0, 1.0]) if self._axis is None else self._axis.edges()

    def _has_edges(self, number: int) -> bool:
        """Whether the edges of a bin are numbers of their own."""
        return self._axis is not None and not self._axis.is_regular and 1 <= number <= len(self._axis)

    def _place(self, bins: float) -> float:
        """What is so many bins of the mean width behind the first edge."""
        return self.GetXmin() + bins * ((self.GetXmax() - self.GetXmin()) / self.GetNbins())

    # --- ranges ------------------------------------------------------------------------------------------------------

    def SetRange(self, first: int = 0, last: int = 0) -> None:
        """Look at the bins from a first to a last one only, as TAxis: moments, the largest content, sums without bins
        and projections are of these, and they are drawn. None are 0 and 0, and others without a bin."""
        behind = self.GetNbins() + 1
        are_outside = max(first, last) < 0 or min(first, last) > behind
        is_none = last < first or are_outside or first == last == 0
        self._of.set_shown(self._number, None if is_none else (max(first, 0), min(last, behind)))

    def SetRangeUser(self, low: float, high: float) -> None:
        """SetRange of the bins with two values; of the axis of the contents, SetMinimum and SetMaximum."""
        if self._axis is None:
            self._of.SetMinimum(low)
            self._of.SetMaximum(high)
            return
        first, last = self.FindBin(low), self.FindBin(high)
        first += self.GetBinUpEdge(first) <= low
        last -= self.GetBinLowEdge(last) >= high
        self.SetRange(first, last)

    def UnZoom(self) -> None:
        """Look at all bins again."""
        self.SetRange(0, 0)

    def GetFirst(self) -> int:
        """The first bin that is looked at."""
        return self._of.shown_bins(self._number)[0]

    def GetLast(self) -> int:
        """The last one."""
        return self._of.shown_bins(self._number)[1]
