"""What scripts draw beside histograms, on matplotlib: stacks, legends, texts, lines, pads; and numbers of colours."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from ramet.errors import UnsupportedError
from ramet.rdataframe.results.histograms import TH1, drawing_axes, plotting
from ramet.rdataframe.results.named import styled

__all__ = ["COLORS", "TColor", "THStack", "TLatex", "TLegend", "TLine", "TPad", "plain_text"]

# The numbers of colours and styles, which scripts hand on to setters that change nothing.
COLORS = {
    "kWhite": 0,
    "kBlack": 1,
    "kGray": 920,
    "kRed": 632,
    "kGreen": 416,
    "kBlue": 600,
    "kYellow": 400,
    "kMagenta": 616,
    "kCyan": 432,
    "kOrange": 800,
    "kSpring": 820,
    "kTeal": 840,
    "kAzure": 860,
    "kViolet": 880,
    "kPink": 900,
    "kSolid": 1,
    "kDashed": 2,
    "kDotted": 3,
    "kDashDotted": 4,
    "kFullCircle": 20,
    "kOpenCircle": 24,
    "kFullSquare": 21,
    "kOpenSquare": 25,
    "kDeepSea": 51,
    "kGreyScale": 52,
    "kDarkBodyRadiator": 53,
    "kRainBow": 55,
    "kInvertedDarkBodyRadiator": 56,
    "kBird": 57,
    "kViridis": 112,
    "kCividis": 113,
}
_GREEK = re.compile(r"#(?=[A-Za-z])")


def plain_text(text: str) -> str:
    """A text of TLatex as matplotlib takes it: `m_{#mu#mu}` becomes mathematics, anything else stays."""
    plain = re.sub(r"#(?:bf|it|font\[\d+\]|scale\[[\d.]+\])\{([^{}]*)\}", r"\1", text)
    if not re.search(r"#[A-Za-z]|[_^]\{", plain):
        return plain
    return "$" + _GREEK.sub(r"\\", plain).replace(" ", r"\ ").replace("#", "") + "$"


class _Decoration:
    """Something whose setters change nothing. Threads: one at a time."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name.startswith(("Set", "GetHistogram", "Update", "Modified")):
            return lambda *_, **__: None
        return styled(self, name)


class TColor:
    """Colours, whose numbers change nothing. Threads: immutable."""

    @staticmethod
    def GetColor(*_: float | str) -> int:
        """The number of a colour."""
        return COLORS["kBlack"]


class THStack(_Decoration):
    """Histograms of one axis on top of each other. Threads: one at a time."""

    def __init__(self, name: str = "", title: str = "") -> None:
        self._name, self._title = name, title
        self._hists: list[Any] = []
        self._axes: Any = None

    def Add(self, histogram: Any, option: str = "") -> None:
        """One more, above the others."""
        self._hists.append(getattr(histogram, "value", histogram))

    def GetHists(self) -> list[Any]:
        """Those that were added."""
        return list(self._hists)

    def GetNhists(self) -> int:
        """How many they are."""
        return len(self._hists)

    def GetStack(self) -> list[TH1]:
        """The sums: of the first, of the first two, and so on."""
        sums: list[TH1] = []
        for one in self._hists:
            made = one.Clone()
            if sums:
                made.Add(sums[-1])
            sums.append(made)
        return sums

    def GetMaximum(self) -> float:
        """The largest content of the last sum."""
        return float(self.GetStack()[-1].GetMaximum()) if self._hists else 0.0

    def Draw(self, option: str = "") -> None:
        """Draw them with matplotlib on the current axes, filled; with "nostack" one over the other, as lines."""
        self._axes = drawing_axes()
        base: Any = 0.0
        for one in self._hists:
            values, edges = np.asarray(one.values()), one.axes[0].edges()
            if "nostack" in option.lower():
                self._axes.stairs(values, edges, label=one.GetTitle())
                continue
            self._axes.stairs(base + values, edges, baseline=base, fill=True, label=one.GetTitle())
            base = base + values
        title, along, upward, *_ = [*(plain_text(one) for one in self._title.split(";")), "", ""]
        self._axes.set(title=title, xlabel=along, ylabel=upward)

    def SetMaximum(self, value: float) -> None:
        """The upper end of y."""
        if self._axes is not None:
            self._axes.set_ylim(top=value)

    def SetMinimum(self, value: float) -> None:
        """The lower end of y."""
        if self._axes is not None:
            self._axes.set_ylim(bottom=value)

    def GetXaxis(self) -> Any:
        """The x axis, whose title can be set after Draw."""
        return _DrawnAxis(self._axes, "x")

    def GetYaxis(self) -> Any:
        """The y axis, likewise."""
        return _DrawnAxis(self._axes, "y")


class _DrawnAxis(_Decoration):
    """An axis of what was drawn. Threads: one at a time."""

    def __init__(self, axes: Any, letter: str) -> None:
        self._axes, self._letter = axes, letter

    def ChangeLabel(self, *_: Any) -> None:
        """Do nothing."""

    def SetTitle(self, title: str) -> None:
        """Give it a title."""
        if self._axes is not None:
            self._axes.set(**{f"{self._letter}label": plain_text(title)})

    def SetRangeUser(self, low: float, high: float) -> None:
        """Show it from one value to another."""
        if self._axes is not None:
            self._axes.set(**{f"{self._letter}lim": (low, high)})


class TLegend(_Decoration):
    """A legend: the labels of what is drawn. Threads: one at a time."""

    def __init__(self, *corners: Any) -> None:
        self._corners = corners[:4]
        self._entries: list[str] = []

    def AddEntry(self, of: Any, label: str = "", option: str = "") -> None:
        """One more line."""
        self._entries.append(label or (of if isinstance(of, str) else of.GetTitle()))

    def GetNRows(self) -> int:
        """How many lines it has."""
        return len(self._entries)

    def Draw(self, option: str = "") -> None:
        """Draw it with matplotlib on the current axes."""
        axes = drawing_axes()
        drawn, _ = axes.get_legend_handles_labels()
        from matplotlib.lines import Line2D

        handles = [*drawn, *(Line2D([], []) for _ in self._entries)]
        axes.legend(handles[: len(self._entries)], [plain_text(label) for label in self._entries])


class TLatex(_Decoration):
    """Texts on the current axes. Threads: one at a time."""

    def __init__(self, x: float = 0.0, y: float = 0.0, text: str = "") -> None:
        self._parts = (x, y, text)
        self._is_relative = False

    def SetNDC(self, relative: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Places are shares of the pad."""
        self._is_relative = bool(relative)

    def DrawLatex(self, x: float, y: float, text: str) -> None:
        """Write a text at a place."""
        axes = drawing_axes()
        where = {"transform": axes.transAxes} if self._is_relative else {}
        axes.text(x, y, plain_text(text), **where)

    DrawText = DrawLatex

    def DrawLatexNDC(self, x: float, y: float, text: str) -> None:
        """Write a text at a place that is a share of the pad."""
        axes = drawing_axes()
        axes.text(x, y, plain_text(text), transform=axes.transAxes)

    DrawTextNDC = DrawLatexNDC

    def Draw(self, option: str = "") -> None:
        """Write its own text."""
        self.DrawLatex(*self._parts)


class TLine(_Decoration):
    """A line on the current axes. Threads: one at a time."""

    def __init__(self, x1: float = 0.0, y1: float = 0.0, x2: float = 0.0, y2: float = 0.0) -> None:
        self._ends = (x1, y1, x2, y2)

    def Draw(self, option: str = "") -> None:
        """Draw it."""
        self.DrawLine(*self._ends)

    def DrawLine(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line between two places."""
        drawing_axes().plot([x1, x2], [y1, y2], "k-")


class TPad(_Decoration):
    """A part of the current canvas, between shares of its width and height. Threads: one at a time."""

    def __init__(self, name: str, title: str, x1: float, y1: float, x2: float, y2: float, *_: Any) -> None:
        pyplot = self._pyplot = plotting()
        margins = (0.12 * (x2 - x1), 0.12 * (y2 - y1))
        place = (x1 + margins[0], y1 + margins[1], (x2 - x1) * 0.83, (y2 - y1) * 0.8)
        self._axes = pyplot.gcf().add_axes(place, label=name)

    def cd(self, number: int = 0) -> TPad:
        """Draw on it from here on."""
        if number > 1:
            raise UnsupportedError("a pad of ramet.rdataframe has no parts")
        self._pyplot.sca(self._axes)
        return self

    def SetLogx(self, value: int = 1) -> None:
        """Whether x is logarithmic."""
        self._axes.set_xscale("log" if value else "linear")

    def SetLogy(self, value: int = 1) -> None:
        """Whether y is logarithmic."""
        self._axes.set_yscale("log" if value else "linear")

    def Draw(self, option: str = "") -> None:
        """Do nothing: it is on the canvas."""
