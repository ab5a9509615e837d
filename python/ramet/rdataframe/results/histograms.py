"""Histograms and graphs with the names that ROOT's have. What is filled is ramet's own: `ToRamet` gives it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from ramet.graphs.graph import Graph
from ramet.histograms.axis import Axis

__all__ = ["TH1", "TAxis", "TGraph", "drawing_axes"]


def drawing_axes() -> Any:
    """The axes of matplotlib that are drawn on. Raises ImportError without matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("Draw needs the package matplotlib") from None
    return pyplot.gca()


class _Named:
    """An object with a name and a title. Its other attributes are those of ramet's. Threads: as what it is of."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_of":
            raise AttributeError(name)
        return getattr(self._of, name)

    def __repr__(self) -> str:
        return repr(self._of)

    def ToRamet(self) -> Any:
        """What ramet calls it: a ramet.Histogram, Profile, SparseHistogram or Graph, to be written or converted."""
        return self._of

    def GetName(self) -> str:
        """Its name."""
        return str(self._of.name)

    def GetTitle(self) -> str:
        """Its title."""
        return str(self._of.title)

    def ClassName(self) -> str:
        """The name of the class that ROOT has for it."""
        return str(self._of.classname)


class TAxis:
    """An axis with ROOT's names; bins are numbered from 1. Threads: immutable."""

    def __init__(self, axis: Axis | None, title: str) -> None:
        self._axis = axis
        self._title = title

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


class TH1(_Named):
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
        """The content of a bin: of its numbers along the axes, or of ROOT's number among all."""
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

    def Integral(self, *bins: int) -> float:
        """The sum of contents: of all bins in the range, or of those from a first to a last one along each axis."""
        cells = np.asarray(self._of.values(flow=True))
        ends = list(bins) or [end for count in self._of.shape for end in (1, count)]
        if len(ends) != 2 * cells.ndim:
            raise TypeError(f"Integral of {cells.ndim} axes: a first and a last bin of each are wanted")
        chosen = tuple(slice(max(first, 0), last + 1) for first, last in zip(ends[::2], ends[1::2], strict=True))
        return float(cells[chosen].sum())

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
            return TAxis(axis, axis.label)
        return TAxis(None, getattr(self._of, "value_label", "") if number == self._of.ndim else "")

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
            return float(cells.ravel(order="F")[bins[0]])
        if len(bins) != cells.ndim:
            raise TypeError(f"{len(bins)} bin numbers for {cells.ndim} axes")
        return float(cells[bins])


class TGraph(_Named):
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

    def _error(self, which: str, axis: str, number: int) -> float:
        errors: Any = self._of.errors(which, axis)
        return -1.0 if errors is None else float(errors[number])
