"""What scripts with dataframes use beside them: histograms to be filled, canvases, clocks, styles."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.frames.sources import frame
from ramet.graphs.graph import Graph
from ramet.histograms.profile import Profile
from ramet.rdataframe.drawing.known import remember
from ramet.rdataframe.results.histograms import TH1, histogram_as_asked, plotting
from ramet.rdataframe.results.histograms import TGraph as RootsGraph
from ramet.rdataframe.results.models import TH1DModel, TH2DModel, TH3DModel, TProfile1DModel, TProfile2DModel
from ramet.rdataframe.spelling import spelled_number
from ramet.rdataframe.statistics.efficiencies import shares_of

__all__ = [
    "BEHAVIOUR",
    "LEVELS",
    "TH1D",
    "TH1F",
    "TH1I",
    "TH2D",
    "TH2F",
    "TH3D",
    "TCanvas",
    "TGraph",
    "TGraphAsymmErrors",
    "TGraphErrors",
    "TMath",
    "TProfile",
    "TProfile2D",
    "TStopwatch",
    "gStyle",
]


LEVELS = {  # of messages, as scripts assign them to gErrorIgnoreLevel
    "kUnset": -1,
    "kPrint": 0,
    "kInfo": 1000,
    "kWarning": 2000,
    "kError": 3000,
    "kBreak": 4000,
    "kSysError": 5000,
    "kFatal": 6000,
}

BEHAVIOUR = SimpleNamespace(IgnoreCommandLineOptions=True, DisableRootLogon=True, StartGUIThread=False, ShutDown=True)
"""How ROOT's Python behaves, `PyConfig`; setting it changes nothing."""


def TH1D(*parts: Any) -> TH1:
    """An empty histogram: name, title, bins, low, high, or bins and edges. Contents are doubles."""
    return remember(histogram_as_asked()(TH1DModel(*parts).histogram()))


def TH2D(*parts: Any) -> TH1:
    """An empty histogram of two axes, as TH1D."""
    return remember(histogram_as_asked()(TH2DModel(*parts).histogram()))


def TH3D(*parts: Any) -> TH1:
    """An empty histogram of three axes, as TH1D."""
    return remember(histogram_as_asked()(TH3DModel(*parts).histogram()))


def TProfile(*parts: Any) -> TH1:
    """An empty profile: name, title, bins, low, high, or bins and edges. Raises UnsupportedError for other errors than
    those of means."""
    return _profile(TProfile1DModel(*parts))


def TProfile2D(*parts: Any) -> TH1:
    """An empty profile of two axes, as TProfile."""
    return _profile(TProfile2DModel(*parts))


def _profile(model: Any) -> TH1:
    if model.errors:
        raise UnsupportedError(f"an empty profile with the error option {model.errors!r}")
    core = model.histogram().core
    made = _core.Histogram(core.axes, True).named(core.name, core.title, core.value_title)
    return remember(TH1(Profile.from_core(made)))


def TGraph(*parts: Any) -> RootsGraph:
    """Points: their number, x and y; or x and y alone."""
    return RootsGraph(Graph(*_lists(parts, 2)))


def TGraphErrors(*parts: Any) -> RootsGraph:
    """Points with errors: their number, x, y, the errors along x and along y."""
    x, y, along, upward = _lists(parts, 4)
    return RootsGraph(Graph(x, y, x_errors=along, y_errors=upward))


def TGraphAsymmErrors(*parts: Any) -> RootsGraph:
    """Points with errors: their number, x, y, the lower and upper errors along x, and those along y. Of two histograms,
    the shares of the one in the other, with their intervals; options as Divide has them."""
    if parts and isinstance(getattr(parts[0], "value", parts[0]), TH1):
        return shares_of(*parts)
    x, y, *errors = _lists(parts, 6)
    return RootsGraph(Graph(x, y, x_errors=np.array(errors[:2]), y_errors=np.array(errors[2:])))


def _lists(parts: Sequence[Any], wanted: int) -> list[Any]:
    """As many lists of numbers, cut to the number that may stand before them."""
    count = int(parts[0]) if parts and not hasattr(parts[0], "__len__") else None
    lists = [np.asarray(one, dtype=np.float64)[:count] for one in (parts if count is None else parts[1:])]
    if not parts:
        return [np.empty(0)] * wanted  # for points that are set one by one
    if len(lists) != wanted:
        raise UnsupportedError(f"a graph of {len(lists)} lists of numbers: {wanted} are wanted")
    return lists


TH1F = TH1D
TH1I = TH1D
TH2F = TH2D


class _Functions:
    """`TMath`: its functions and constants, as expressions have them: `TMath.Pi()`. Threads: immutable."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*numbers: Any) -> Any:
            text = f"TMath::{name}({', '.join(spelled_number(one) for one in numbers)})"
            return frame(entries=1).define("value", text).take("value").value[0].item()

        function.__name__ = name
        return function


TMath = _Functions()


class TCanvas:
    """A figure of matplotlib, on which Draw of histograms and graphs draws; `SaveAs` writes it. Threads: one at a time.

    Raises:
        ImportError: matplotlib is not installed.
    """

    def __init__(self, name: str = "", title: str = "", width: int = 700, height: int = 500, *_: Any) -> None:
        self._pyplot = plotting()
        self._figure = self._pyplot.figure(figsize=(width / 100, height / 100))
        self._parts: list[Any] = []

    def Divide(self, columns: int = 1, rows: int = 1, *_: Any) -> None:
        """Make parts of it, which `cd` chooses by their numbers, from 1, row by row."""
        self._figure.clear()
        self._parts = list(self._figure.subplots(rows, columns, squeeze=False).ravel())

    def cd(self, number: int = 0) -> TCanvas:
        """Draw on it from here on, or on one of its parts. Raises UnsupportedError without such a part."""
        self._pyplot.figure(self._figure.number)
        if self._parts and 1 <= number <= len(self._parts):
            self._pyplot.sca(self._parts[number - 1])
        elif number > 1:
            raise UnsupportedError(f"the canvas has no part {number}: Divide makes them")
        return self

    def SetLogx(self, value: int = 1) -> None:
        """Whether x is logarithmic, of the part that is drawn on."""
        self._pyplot.figure(self._figure.number)
        self._pyplot.gca().set_xscale("log" if value else "linear")

    def SetLogy(self, value: int = 1) -> None:
        """Whether y is logarithmic, likewise."""
        self._pyplot.figure(self._figure.number)
        self._pyplot.gca().set_yscale("log" if value else "linear")

    def SaveAs(self, path: str, *_: Any) -> None:
        """Write it, as the ending says: .png, .pdf, .svg. Raises OSError, ValueError for another ending."""
        self._figure.savefig(path)

    Print = SaveAs

    def Draw(self, *_: Any) -> None:
        """Do nothing: notebooks show the figure."""

    Update = Modified = SetGrid = SetGridx = SetGridy = Clear = Draw

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name.startswith("Set"):
            return lambda *_: None
        raise UnsupportedError(f"TCanvas.{name}: use matplotlib, or ramet.Picture")


class TStopwatch:
    """A clock, which runs from the beginning. Threads: one at a time."""

    def __init__(self) -> None:
        self.Start()

    def Start(self, *_: Any) -> None:
        """Begin at 0."""
        self._begin = time.perf_counter()
        self._cpu = time.process_time()
        self._ended: tuple[float, float] | None = None

    def Stop(self) -> None:
        """Keep the times."""
        self._ended = (time.perf_counter() - self._begin, time.process_time() - self._cpu)

    def _times(self) -> tuple[float, float]:
        if self._ended is None:
            self.Stop()
        return self._ended or (0.0, 0.0)

    def RealTime(self) -> float:
        """Seconds by the clock, which stops."""
        return self._times()[0]

    def CpuTime(self) -> float:
        """Seconds of all cores, likewise."""
        return self._times()[1]

    def Print(self, *_: str) -> None:
        """Print both."""
        real, cpu = self._times()
        print(f"Real time {real:.3f} s, CP time {cpu:.3f}")


class _Style:
    """`gStyle`, whose settings change nothing. Threads: immutable."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("Set"):
            return lambda *_: None
        raise AttributeError(f"gStyle has no {name!r}")


gStyle = _Style()
