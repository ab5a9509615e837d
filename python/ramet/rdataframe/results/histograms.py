"""Histograms and graphs with the names that ROOT's have. What is filled is ramet's own: `ToRamet` gives it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from ramet.graphs.graph import Graph
from ramet.histograms.axis import Axis
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram
from ramet.rdataframe.results.computed import Computed
from ramet.rdataframe.results.named import Named, styled

__all__ = ["TH1", "TAxis", "TGraph", "drawing_axes", "plotting", "with_roots_names"]


def with_roots_names(value: Any) -> Any:
    """A histogram, profile or graph with ROOT's names; anything else as it is."""
    if isinstance(value, Histogram | Profile | SparseHistogram):
        return TH1(value)
    return TGraph(value) if isinstance(value, Graph) else value


def plotting() -> Any:
    """The functions of matplotlib that have a current figure. Raises ImportError without matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("Draw needs the package matplotlib") from None
    return pyplot


def drawing_axes() -> Any:
    """The axes of matplotlib that are drawn on. Raises ImportError without matplotlib."""
    return plotting().gca()


class TAxis:
    """An axis with ROOT's names; bins are numbered from 1. Threads: one at a time."""

    def __init__(self, axis: Axis | None, title: str, of: TH1, number: int) -> None:
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
        """The lower edge of a bin; those outside the range are as wide as the first or the last."""
        edges = self._edges()
        if 1 <= number <= len(edges):
            return float(edges[number - 1])
        width = edges[1] - edges[0] if number < 1 else edges[-1] - edges[-2]
        first = edges[0] if number < 1 else edges[-1]
        return float(first + (number - (1 if number < 1 else len(edges))) * width)

    def GetBinUpEdge(self, number: int) -> float:
        """The upper edge of a bin."""
        return self.GetBinLowEdge(number + 1)

    def GetBinCenter(self, number: int) -> float:
        """The middle of a bin."""
        return (self.GetBinLowEdge(number) + self.GetBinUpEdge(number)) / 2

    def GetBinWidth(self, number: int) -> float:
        """The width of a bin."""
        return self.GetBinUpEdge(number) - self.GetBinLowEdge(number)

    def FindBin(self, value: float) -> int:
        """The number of the bin that has a value: 0 is below the range, the number of bins plus one above it."""
        return int(np.searchsorted(self._edges(), value, side="right"))

    def _edges(self) -> Any:
        return np.array([0.0, 1.0]) if self._axis is None else self._axis.edges()


class TH1(Computed):
    """A histogram, profile or histogram of many axes with ROOT's names; bins are numbered from 1, and 0 and the number
    of bins plus one are outside the range. All that ramet's have works, too: `values()`, `to_hist()`. Threads: as
    ramet.Histogram."""

    def GetDimension(self) -> int:
        """The number of axes."""
        return int(self._of.ndim)

    def GetNdimensions(self) -> int:
        """The number of axes, as THn calls it."""
        return int(self._of.ndim)

    def GetNbinsX(self) -> int:
        """The number of bins along x."""
        return self.GetAxis(0).GetNbins()

    def GetNbinsY(self) -> int:
        """The number of bins along y; 1 without such an axis."""
        return self.GetAxis(1).GetNbins()

    def GetNbinsZ(self) -> int:
        """The number of bins along z; 1 without such an axis."""
        return self.GetAxis(2).GetNbins()

    def GetNcells(self) -> int:
        """The number of bins, with those outside the range."""
        return int(np.prod([bins + 2 for bins in self._of.shape]))

    def GetBinContent(self, *bins: int) -> float:
        """The content of a bin: of its numbers along the axes, or of ROOT's number among all; of the first or the last
        for numbers beyond them."""
        return self._cell(self._of.values(flow=True), bins)

    def GetBinError(self, *bins: int) -> float:
        """The error of a bin, as GetBinContent."""
        return math.sqrt(self._cell(self._of.variances(flow=True), bins))

    def GetBinCenter(self, number: int) -> float:
        """The middle of a bin along x."""
        return self.GetXaxis().GetBinCenter(number)

    def GetBinLowEdge(self, number: int) -> float:
        """The lower edge of a bin along x."""
        return self.GetXaxis().GetBinLowEdge(number)

    def GetBinWidth(self, number: int) -> float:
        """The width of a bin along x."""
        return self.GetXaxis().GetBinWidth(number)

    def FindBin(self, value: float) -> int:
        """The number of the bin along x that has a value."""
        return self.GetXaxis().FindBin(value)

    def GetEntries(self) -> float:
        """The number of fills."""
        return float(self._of.num_entries)

    def GetMean(self, axis: int = 1) -> float:
        """The mean along an axis, of which x is 1."""
        return float(self._of.means[axis - 1])

    def GetStdDev(self, axis: int = 1) -> float:
        """The standard deviation along an axis."""
        return float(self._of.standard_deviations[axis - 1])

    GetRMS = GetStdDev

    def Integral(self, *bins: int | str) -> float:
        """The sum of contents: of all bins in the range, or of those from a first to a last one along each axis; with
        "width" behind that, each times the width of its bin."""
        cells = np.asarray(self._of.values(flow=True))
        ends = [one for one in bins if not isinstance(one, str)]
        ends = ends or [end for count in self._of.shape for end in (1, count)]
        if len(ends) != 2 * cells.ndim:
            raise TypeError(f"Integral of {cells.ndim} axes: a first and a last bin of each are wanted")
        if "width" in bins:
            for number in range(cells.ndim):
                axis = self.GetAxis(number)
                widths = np.array([axis.GetBinWidth(place) for place in range(cells.shape[number])])
                cells = cells * widths.reshape([-1 if place == number else 1 for place in range(cells.ndim)])
        chosen = tuple(slice(max(first, 0), last + 1) for first, last in zip(ends[::2], ends[1::2], strict=True))
        return float(cells[chosen].sum())

    def Print(self, option: str = "") -> None:
        """Print its name, entries and sum."""
        total = self.GetSumOfWeights()
        print(f"TH1.Print Name  = {self.GetName()}, Entries= {self.GetEntries():g}, Total sum= {total:g}")

    def GetSumOfWeights(self) -> float:
        """The sum of contents in the range."""
        return float(np.asarray(self._of.values()).sum())

    def GetMaximum(self) -> float:
        """The largest content in the range."""
        return float(np.asarray(self._of.values()).max())

    def GetMinimum(self) -> float:
        """The smallest content in the range."""
        return float(np.asarray(self._of.values()).min())

    def GetMaximumBin(self) -> int:
        """ROOT's number of the bin with the largest content."""
        values = np.asarray(self._of.values())
        place = np.unravel_index(int(np.argmax(values.ravel(order="F"))), values.shape, order="F")
        return int(np.ravel_multi_index([one + 1 for one in place], [n + 2 for n in values.shape], order="F"))

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

    def Scale(self, factor: float = 1.0) -> None:
        """Multiply all contents."""
        self._of = self._of * factor

    def Add(self, other: Any, factor: float = 1.0) -> None:
        """Add the contents of another one."""
        theirs = getattr(other, "value", other)
        self._of = self._of + (theirs.ToRamet() if isinstance(theirs, TH1) else theirs) * factor

    def Clone(self, name: str = "") -> TH1:
        """A copy, with another name if one is said."""
        core = self._of.core
        return TH1(type(self._of).from_core(core.named(name or core.name, core.title, core.value_title)))

    def DrawClone(self, option: str = "") -> TH1:
        """Draw it, and give a copy."""
        made = self.Clone()
        made.Draw(option)
        return made

    DrawCopy = DrawClone

    def Draw(self, option: str = "") -> Any:
        """Draw it with matplotlib on the current axes: a line of steps, or the contents of two axes as colours.

        Raises:
            ImportError: matplotlib is not there.
        """
        axes = drawing_axes()
        first = self._of.axes[0]
        if self._of.ndim == 1:
            drawn = axes.stairs(self._of.values(), first.edges(), label=self.GetTitle())
        else:
            second = self._of.axes[1]
            drawn = axes.pcolormesh(first.edges(), second.edges(), np.asarray(self._of.values()).T)
        axes.set(xlabel=self.GetXaxis().GetTitle(), ylabel=self.GetYaxis().GetTitle(), title=self.GetTitle())
        return drawn

    def _cell(self, cells: Any, bins: tuple[int, ...]) -> float:
        cells = np.asarray(cells)
        if len(bins) == 1:
            return float(cells.ravel(order="F")[min(max(bins[0], 0), cells.size - 1)])
        if len(bins) != cells.ndim:
            raise TypeError(f"{len(bins)} bin numbers for {cells.ndim} axes")
        return float(cells[tuple(min(max(one, 0), size - 1) for one, size in zip(bins, cells.shape, strict=True))])


class TGraph(Named):
    """Points with ROOT's names: a TGraph or TGraphAsymmErrors. Threads: as ramet.Graph."""

    _of: Graph

    def GetN(self) -> int:
        """The number of points."""
        return len(self._of.x)

    def GetX(self) -> Any:
        """The x of all points."""
        return self._of.x

    def GetY(self) -> Any:
        """The y of all points."""
        return self._of.y

    def GetPointX(self, number: int) -> float:
        """The x of a point, from 0."""
        return float(self._of.x[number])

    def GetPointY(self, number: int) -> float:
        """The y of a point."""
        return float(self._of.y[number])

    def GetErrorXlow(self, number: int) -> float:
        """The lower error along x of a point; -1 without errors, like the others."""
        return self._error("low", "x", number)

    def GetErrorXhigh(self, number: int) -> float:
        """The upper error along x."""
        return self._error("high", "x", number)

    def GetErrorYlow(self, number: int) -> float:
        """The lower error along y."""
        return self._error("low", "y", number)

    def GetErrorYhigh(self, number: int) -> float:
        """The upper error along y."""
        return self._error("high", "y", number)

    def Draw(self, option: str = "") -> Any:
        """Draw its points with matplotlib. Raises ImportError without it."""
        return drawing_axes().plot(self._of.x, self._of.y, "o" if "L" not in option.upper() else "-")

    def Sort(self) -> None:
        """Put the points in the order of x."""
        order = np.argsort(self._of.x, kind="stable")
        errors: dict[str, Any] = {}
        for axis in "xy":
            low, high = self._of.errors("low", axis), self._of.errors("high", axis)
            if low is not None and high is not None:
                both = np.array([low, high])[:, order]
                errors[f"{axis}_errors"] = both[0] if np.array_equal(*both) else both
        named = {"name": self._of.name, "title": self._of.title}
        self._of = Graph(self._of.x[order], self._of.y[order], **errors, **named)

    def Eval(self, x: float) -> float:
        """The height at a place, on straight lines between points, and on those of the ends beyond them."""
        order = np.argsort(self._of.x, kind="stable")
        along, heights = self._of.x[order], self._of.y[order]
        if len(along) < 2:
            return float(heights[0]) if len(along) else 0.0
        place = int(np.clip(np.searchsorted(along, x, side="right"), 1, len(along) - 1))
        low, high = along[place - 1], along[place]
        share = (x - low) / (high - low) if high > low else 0.0
        return float(heights[place - 1] + share * (heights[place] - heights[place - 1]))

    def _error(self, which: str, axis: str, number: int) -> float:
        errors: Any = self._of.errors(which, axis)
        return -1.0 if errors is None else float(errors[number])
