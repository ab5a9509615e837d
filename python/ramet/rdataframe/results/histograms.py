"""Histograms and graphs with the names that ROOT's have. What is filled is ramet's own: `ToRamet` gives it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from ramet.errors import UnsupportedError
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.graph import Graph
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram
from ramet.rdataframe.results.axes import TAxis
from ramet.rdataframe.results.defaults import keeps_squares, set_keeps_squares
from ramet.rdataframe.results.named import styled
from ramet.rdataframe.results.ranged import NO_LIMIT
from ramet.rdataframe.statistics.between import Between
from ramet.rdataframe.statistics.chi_squared import ChiSquared
from ramet.rdataframe.statistics.curves import TF1
from ramet.rdataframe.statistics.fits import Fitted, TFitResultPtr, fit_graph
from ramet.rdataframe.statistics.points import Points
from ramet.rdataframe.statistics.smoothing import Smoothing

__all__ = ["TH1", "TAxis", "TGraph", "drawing_axes", "histogram_as_asked", "plotting", "with_roots_names"]


def with_roots_names(value: Any) -> Any:
    """A histogram, profile or graph with ROOT's names; anything else as it is."""
    if isinstance(value, Histogram | Profile | SparseHistogram):
        return TH1(value)
    if isinstance(value, Efficiency):
        from ramet.rdataframe.statistics.efficiencies import TEfficiency  # which is made of these

        return TEfficiency.of(value)
    return TGraph(value) if isinstance(value, Graph) else value


def histogram_as_asked() -> Callable[[Any], TH1]:
    """What gives histograms ROOT's names: with sums of squared weights if SetDefaultSumw2 asks for these now."""
    return _with_squares if keeps_squares() else TH1


def _with_squares(of: Any) -> TH1:
    made = TH1(of)
    made.Sumw2()
    return made


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


class TH1(Smoothing, Between, ChiSquared, Fitted):
    """A histogram, profile or histogram of many axes with ROOT's names; bins are numbered from 1, and 0 and the number
    of bins plus one are outside the range. All that ramet's have works, too: `values()`, `to_hist()`. Threads: as
    ramet.Histogram."""

    @staticmethod
    def SetDefaultSumw2(sumw2: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Whether histograms that are made from here on keep sums of squared weights, also those of dataframes."""
        set_keeps_squares(bool(sumw2))

    @staticmethod
    def GetDefaultSumw2() -> bool:
        """Whether they do."""
        return keeps_squares()

    @staticmethod
    def AddDirectory(add: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Do nothing: histograms belong to no file."""

    @staticmethod
    def AddDirectoryStatus() -> bool:
        """False."""
        return False

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

    def GetBinContent(self, *bins: Any) -> float:
        """The content of a bin: of its numbers along the axes, also of an array of them, or of ROOT's number among all;
        of the first or the last for numbers beyond them."""
        return self._cell(self._of.values(flow=True), bins)

    def __len__(self) -> int:
        return self.GetNcells()

    def __iter__(self) -> Iterator[float]:
        """The contents of all bins, with those outside the range; of several axes in the order of NumPy, as ROOT's are
        gone through in Python."""
        return iter(self.__array__().tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001 - NumPy's order
        """The same as an array of one dimension."""
        return np.array(self._of.values(flow=True), dtype=dtype).ravel()

    def __getitem__(self, place: Any) -> Any:
        """What ramet's histogram has there, as in uhi: `h[0]` is the content of the first bin in the range."""
        return with_roots_names(self._of[place])

    def GetBinError(self, *bins: Any) -> float:
        """The error of a bin, as GetBinContent."""
        return math.sqrt(abs(self._cell(self._of.variances(flow=True), bins)))  # of a content below 0, too

    def GetBinErrorLow(self, *bins: int) -> float:
        """The error of a bin, which has one only: SetBinErrorOption is refused."""
        return self.GetBinError(*bins)

    GetBinErrorUp = GetBinErrorLow

    def SetBinErrorOption(self, option: int) -> None:
        """Raise UnsupportedError for any but 0, errors that are square roots."""
        if int(option) != 0:
            raise UnsupportedError("SetBinErrorOption: errors are roots of sums; ramet.Efficiency has intervals")

    def GetSumw2N(self) -> int:
        """The number of bins with sums of squared weights; 0 if they are not kept."""
        return self.GetNcells() if self._of.is_weighted else 0

    def GetBinCenter(self, number: int) -> float:
        """The middle of a bin along x."""
        return self.GetXaxis().GetBinCenter(number)

    def GetBinLowEdge(self, number: int) -> float:
        """The lower edge of a bin along x."""
        return self.GetXaxis().GetBinLowEdge(number)

    def GetBinWidth(self, number: int) -> float:
        """The width of a bin along x."""
        return self.GetXaxis().GetBinWidth(number)

    def FindBin(self, *values: float) -> int:
        """The number among all bins of the one that has a value along each axis."""
        return self.FindFixBin(*values)

    def Print(self, option: str = "") -> None:
        """Print its name, entries and sum."""
        total = self.GetSumOfWeights()
        print(f"TH1.Print Name  = {self.GetName()}, Entries= {self.GetEntries():g}, Total sum= {total:g}")

    def Clone(self, name: str = "") -> TH1:
        """A copy, with another name if one is said."""
        made = self._another(self._of, name or self.GetName())
        made._shown, made._limits = dict(self._shown), dict(self._limits)
        return made

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
        self._zoom(axes)
        return drawn

    def _zoom(self, axes: Any) -> None:
        """Show what SetRange, SetMinimum and SetMaximum say."""
        for number, letter in zip(range(self._of.ndim), "xy", strict=False):
            if self._range_of(number) is not None:
                axis = self.GetAxis(number)
                ends = axis.GetBinLowEdge(axis.GetFirst()), axis.GetBinUpEdge(axis.GetLast())
                axes.set(**{f"{letter}lim": ends})
        if self._of.ndim == 1 and self.GetMaximumStored() != NO_LIMIT:
            axes.set_ylim(top=self.GetMaximumStored())
        if self._of.ndim == 1 and self.GetMinimumStored() != NO_LIMIT:
            axes.set_ylim(bottom=self.GetMinimumStored())

    def _cell(self, cells: Any, bins: tuple[Any, ...]) -> float:
        cells = np.asarray(cells)
        if len(bins) == 1 and np.ndim(bins[0]) == 1:  # an array of numbers, as of THnD
            bins = tuple(int(one) for one in bins[0])
        if len(bins) == 1:
            return float(cells.ravel(order="F")[min(max(bins[0], 0), cells.size - 1)])
        if len(bins) != cells.ndim:
            raise TypeError(f"{len(bins)} bin numbers for {cells.ndim} axes")
        return float(cells[tuple(min(max(one, 0), size - 1) for one, size in zip(bins, cells.shape, strict=True))])


class _GraphAxis:
    """An axis of a graph, with a title. Threads: one at a time."""

    def __init__(self, title: str) -> None:
        self._title = title

    def __getattr__(self, name: str) -> Any:
        return styled(self, name)

    def GetTitle(self) -> str:
        """Its title."""
        return self._title

    def SetTitle(self, title: str) -> None:
        """Give it another title."""
        self._title = title


class TGraph(Points):
    """Points with ROOT's names: a TGraph or TGraphAsymmErrors. Threads: as ramet.Graph."""

    _of: Graph

    def __init__(self, of: Graph, titles: tuple[str, str] = ("", "")) -> None:
        super().__init__(of)
        self._axes = tuple(_GraphAxis(title) for title in titles)

    def GetXaxis(self) -> _GraphAxis:
        """The x axis, which has a title."""
        return self._axes[0]

    def GetYaxis(self) -> _GraphAxis:
        """The y axis."""
        return self._axes[1]

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

    def GetEXlow(self) -> Any:
        """The lower errors along x of all points; none without errors, like the others."""
        return self._errors("low", "x")

    def GetEXhigh(self) -> Any:
        """The upper errors along x."""
        return self._errors("high", "x")

    def GetEYlow(self) -> Any:
        """The lower errors along y."""
        return self._errors("low", "y")

    def GetEYhigh(self) -> Any:
        """The upper errors along y."""
        return self._errors("high", "y")

    def _errors(self, which: str, axis: str) -> Any:
        errors: Any = self._of.errors(which, axis)
        return np.empty(0) if errors is None else errors

    def GetErrorX(self, number: int) -> float:
        """The error along x of a point: the root of the mean of the squares of both; -1 without errors."""
        return self._mean_error("x", number)

    def GetErrorY(self, number: int) -> float:
        """The error along y, as GetErrorX."""
        return self._mean_error("y", number)

    def _mean_error(self, axis: str, number: int) -> float:
        low, high = self._error("low", axis, number), self._error("high", axis, number)
        return -1.0 if self._of.errors("low", axis) is None else math.sqrt((low**2 + high**2) / 2)

    def GetMean(self, axis: int = 1) -> float:
        """The mean of the x of all points, or with 2 of the y; 0 without points."""
        values = self._values(axis)
        return float(values.mean()) if len(values) else 0.0

    def GetRMS(self, axis: int = 1) -> float:
        """The standard deviation of the x of all points, or with 2 of the y."""
        values = self._values(axis)
        return float(values.std()) if len(values) else 0.0

    def GetCovariance(self) -> float:
        """The mean of the products of x and y, less the product of their means."""
        along, heights = self._values(1), self._values(2)
        return float((along * heights).mean() - along.mean() * heights.mean()) if len(along) else 0.0

    def GetCorrelationFactor(self) -> float:
        """The covariance by both standard deviations; 0 if one of them is 0."""
        product = self.GetRMS(1) * self.GetRMS(2)
        return self.GetCovariance() / product if product else 0.0

    def _values(self, axis: int) -> Any:
        if axis not in (1, 2):
            raise UnsupportedError(f"axis {axis} of a graph: x is 1, and y is 2")
        return np.asarray(self._of.x if axis == 1 else self._of.y)

    def Draw(self, option: str = "") -> Any:
        """Draw its points with matplotlib. Raises ImportError without it."""
        axes = drawing_axes()
        axes.set(xlabel=self._axes[0].GetTitle(), ylabel=self._axes[1].GetTitle())
        return axes.plot(self._of.x, self._of.y, "o" if "L" not in option.upper() else "-")

    def Divide(self, passed: Any, total: Any, option: str = "") -> None:
        """Be the shares of one histogram in another, with their intervals, as those that TGraphAsymmErrors is made
        of."""
        from ramet.rdataframe.statistics.efficiencies import shares_of  # which is made of these

        self._of = shares_of(passed, total, option)._of

    def BayesDivide(self, passed: Any, total: Any, option: str = "") -> None:
        """The same with the shortest intervals around the most probable shares."""
        self.Divide(passed, total, f"{option} cl=0.683 b(1,1) mode")

    def Fit(self, function: Any, option: str = "", _: str = "", low: float = 0.0, high: float = 0.0) -> TFitResultPtr:
        """Fit a function, or a formula, to the points by least squares, as that of histograms. Raises UnsupportedError
        for other options than "Q", "R", "B", "S", "N", "0", "E", "M"."""
        found = fit_graph(self._of, function, option, low, high)
        self._curves = {found._function.GetName(): found._function}
        return found

    def GetFunction(self, name: str) -> TF1 | None:
        """The function that was fitted, by its name; None if there is none."""
        kept = self.__dict__.get("_curves") or {one.name: TF1.of(one) for one in self._of.functions}
        return kept.get(name)

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
