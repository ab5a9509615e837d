"""Pictures of histograms, stacks, points, bands and curves."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError
from ramet.histograms.axis import Floats
from ramet.pictures import svg
from ramet.pictures.axes import Axes, Layout
from ramet.pictures.bins import bins_of, curves_of, label_of, points_of
from ramet.pictures.marks import Area, Cells, Curve, Mark, PointMarks, Steps
from ramet.pictures.scales import Scale

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Picture"]

COLOURS = ("#5790fc", "#f89c20", "#e42536", "#964a8b", "#9c9ca1", "#7a21dd")
_INK = "#222222"
_FITTED = "#d62c2c"


class Picture:
    """A picture of histograms and graphs, drawn as SVG by ramet itself: for pages, notebooks and talks.

    >>> import ramet
    >>> picture = ramet.Picture(x="m [GeV]", y="entries")
    >>> _ = picture.steps(ramet.Histogram(3, (0, 3)).fill([0.5, 1.5, 1.5]), "data")
    >>> picture.svg().startswith("<svg")
    True

    Each method adds something in front of what is there, and returns the picture. Figures are those of ramet, results
    of frames, histograms of other packages with UHI, or what numpy.histogram gives. Notebooks show a picture that is
    the last value of a cell. Threads: one at a time.

    Args:
        title: above the picture.
        x: the label of the axis along x; by default that of the first figure.
        y: the label along y.
        x_range: both ends; by default those of the figures.
        y_range: both ends; by default all is seen, with room for the legend.
        scale: "linear", or "log" of the axis along y.
        legend: where it is, "right" or "left"; it has what was given a label.
        width: in pixels.
        height: in pixels.

    Raises:
        MisuseError: another scale or place of the legend, or a range whose ends are not in order.
    """

    def __init__(
        self,
        title: str = "",
        *,
        x: str = "",
        y: str = "",
        x_range: tuple[float, float] | None = None,
        y_range: tuple[float, float] | None = None,
        scale: str = "linear",
        legend: str = "right",
        width: float = 640,
        height: float = 420,
    ) -> None:
        if scale not in ("linear", "log"):
            raise MisuseError(f"scale={scale!r}: there are 'linear' and 'log'")
        if legend not in ("right", "left"):
            raise MisuseError(f"legend={legend!r}: there are 'right' and 'left'")
        self._title = title
        self._labels = [x, y]
        self._ranges = [_range_of(x_range), _range_of(y_range)]
        self._is_logarithmic = scale == "log"
        self._layout = Layout(float(width), float(height), 40.0 if title else 20.0, legend)
        self._below: Picture | None = None
        self._marks: list[Mark] = []
        self._legend: list[Mark] = []
        self._colours = 0

    # --- what is drawn -----------------------------------------------------------------------------------------------

    def stack(self, figures: Mapping[str, Any], colours: Sequence[str] = ()) -> Self:
        """Add histograms with equal bins on top of each other, the first at the bottom.

        Args:
            figures: histograms by their labels.
            colours: of each, as "#5790fc"; by default those that come next.

        Raises:
            MisuseError: their bins differ.
        """
        lower: Floats | None = None
        edges: Floats | None = None
        added: list[Mark] = []
        for number, (label, figure) in enumerate(figures.items()):
            bins = bins_of(figure)
            if edges is not None and not np.array_equal(edges, bins.edges[0]):
                raise MisuseError(f"the bins of {label!r} are not those of the first histogram of the stack")
            edges = bins.edges[0]
            below = np.zeros(len(bins.values)) if lower is None else lower
            lower = below + bins.values
            colour = colours[number] if number < len(colours) else self._next_colour()
            added.append(Area(edges, below, lower, colour, 1, label))
            self._name_axis(0, figure)
        return self._add(added, reversed(added))

    def steps(self, figure: Any, label: str = "", *, colour: str = "", fill: float = 0.0) -> Self:
        """Add the outline of a histogram, and the curves of functions that were fitted to it.

        Args:
            figure: the histogram.
            label: in the legend.
            colour: as "#5790fc"; by default the one that comes next.
            fill: how much the area below is filled, from 0 to 1.
        """
        bins = bins_of(figure)
        self._name_axis(0, figure)
        colour = colour or self._next_colour()
        outline = Steps(bins.edges[0], bins.values, colour, label)
        curves = self._curves(figure)
        if not fill:
            return self._add([outline, *curves], [outline])
        area = Area(bins.edges[0], np.zeros(len(bins.values)), bins.values, colour, fill, label)
        return self._add([area, outline, *curves], [outline])

    def points(self, figure: Any, label: str = "", *, colour: str = _INK) -> Self:
        """Add points with errors: of a graph, or one for each bin that was filled of a histogram, profile or
        efficiency; and the curves of functions that were fitted to it.

        Args:
            figure: the graph, histogram, profile or efficiency.
            label: in the legend.
            colour: as "#5790fc".
        """
        points = points_of(figure)
        self._name_axis(0, figure)
        mark = PointMarks(points, colour, label)
        return self._add([mark, *self._curves(figure)] if len(points.x) else [], [mark])

    @staticmethod
    def _curves(figure: Any) -> list[Mark]:
        return [Curve(x, heights, _FITTED, "") for x, heights in curves_of(figure)]

    def band(self, low: Any, high: Any, label: str = "", *, colour: str = "#444444", fill: float = 0.3) -> Self:
        """Add the area between two histograms with equal bins: an uncertainty.

        Args:
            low: a histogram.
            high: another one; bins in which it is the lower one are no mistake.
            label: in the legend.
            colour: as "#5790fc".
            fill: how much it covers, from 0 to 1.

        Raises:
            MisuseError: their bins differ.
        """
        lower, upper = bins_of(low), bins_of(high)
        if not np.array_equal(lower.edges[0], upper.edges[0]):
            raise MisuseError("the histograms of a band have different bins")
        self._name_axis(0, low)
        area = Area(lower.edges[0], lower.values, upper.values, colour, fill, label)
        return self._add([area], [area])

    def curve(self, x: npt.ArrayLike, y: npt.ArrayLike, label: str = "", *, colour: str = "") -> Self:
        """Add a line from point to point: a function, a model.

        Args:
            x: of its points.
            y: as many.
            label: in the legend.
            colour: as "#5790fc"; by default the one that comes next.

        Raises:
            MisuseError: the numbers of coordinates differ, or there are fewer than two.
        """
        along, heights = (np.asarray(one, dtype=np.float64).ravel() for one in (x, y))
        if len(along) != len(heights) or len(along) < 2:
            raise MisuseError(f"a curve with {len(along)} x and {len(heights)} y")
        mark = Curve(along, heights, colour or self._next_colour(), label)
        return self._add([mark], [mark])

    def cells(self, figure: Any) -> Self:
        """Add the cells of a histogram of two axes; darker ones have more.

        Raises:
            MisuseError: it has another number of axes.
        """
        bins = bins_of(figure, 2)
        self._name_axis(0, figure)
        self._name_axis(1, figure)
        return self._add([Cells(bins.edges[0], bins.edges[1], bins.values)], [])

    def below(self, y: str = "", *, y_range: tuple[float, float] | None = None, height: float = 150) -> Picture:
        """A second picture under this one, with its axis along x: for ratios. It is drawn and saved with this one.

        Args:
            y: the label along y.
            y_range: both ends; by default all is seen.
            height: in pixels.

        Returns:
            The second picture.
        """
        self._below = Picture(y=y, y_range=y_range, width=self._layout.width, height=height)
        return self._below

    # --- the picture -------------------------------------------------------------------------------------------------

    def svg(self) -> str:
        """The picture as a document of SVG."""
        layout, lower = self._layout, self._below
        name = self._title or " against ".join(self._labels)
        limits = self._x_limits()
        if lower is None:
            return svg.document(layout.width, layout.height, name, self._shapes(layout, limits, self._labels[0]))
        shapes = self._shapes(replace(layout, has_x_labels=False), limits, "")
        begin = layout.bottom + 14
        under = lower._shapes(replace(lower._layout, top=0.0), limits, self._labels[0])
        return svg.document(layout.width, begin + lower._layout.height, name, [*shapes, svg.moved(under, begin)])

    def _shapes(self, layout: Layout, limits: tuple[float, float], x_label: str) -> list[str]:
        x, y = Scale(*limits, layout.left, layout.right), self._y_scale(layout)
        marks = [shape for mark in self._marks for shape in mark.shapes(x, y)]
        axes = Axes(layout, x, y, self._title, x_label, self._labels[1])
        return [*marks, *axes.shapes(), *axes.legend(self._legend)]

    def save(self, path: str | os.PathLike[str]) -> Self:
        """Write the picture into a file, "mass.svg".

        Raises:
            MisuseError: the path ends in something else than .svg.
            OSError: the file cannot be written.
        """
        if Path(path).suffix.lower() != ".svg":
            raise MisuseError(f"a picture is written as .svg, not as {os.fspath(path)!r}")
        Path(path).write_text(self.svg(), encoding="utf-8")
        return self

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Picture {self._title!r} of {len(self._marks)} figures>"

    # --- how ---------------------------------------------------------------------------------------------------------

    def _add(self, marks: Iterable[Mark], legend: Iterable[Mark]) -> Self:
        self._marks += marks
        self._legend += (mark for mark in legend if mark.label)
        return self

    def _next_colour(self) -> str:
        self._colours += 1
        return COLOURS[(self._colours - 1) % len(COLOURS)]

    def _name_axis(self, axis: int, figure: Any) -> None:
        self._labels[axis] = self._labels[axis] or label_of(figure, axis)

    def _x_limits(self) -> tuple[float, float]:
        limits = [mark.x_limits() for mark in self._marks] or [(0.0, 1.0)]
        low, high = self._ranges[0] or (min(one for one, _ in limits), max(one for _, one in limits))
        return (low, high) if low < high else (low - 1, low + 1)

    def _y_scale(self, layout: Layout) -> Scale:
        bottom, top = self._ranges[1] or self._y_limits()
        if self._is_logarithmic and bottom <= 0:
            raise MisuseError(f"a logarithmic axis from {bottom:g}")
        return Scale(bottom, top, layout.bottom, layout.top, self._is_logarithmic)

    def _y_limits(self) -> tuple[float, float]:
        heights = np.concatenate([mark.heights() for mark in self._marks] or [np.array([0.0, 1.0])])
        heights = heights[np.isfinite(heights)]
        if any(isinstance(mark, Cells) for mark in self._marks):
            return float(heights.min()), float(heights.max())
        room = 0.06 + 0.07 * min(len(self._legend), 6)
        if self._is_logarithmic:
            return _logarithmic_limits(heights, room)
        low, high = float(heights.min(initial=np.inf)), float(heights.max(initial=-np.inf))
        if any(isinstance(mark, Area | Steps) for mark in self._marks):
            low, high = min(low, 0.0), max(high, 0.0)
        if not low < high:
            low, high = (low, low + 1) if np.isfinite(low) else (0.0, 1.0)
        below = low if low == 0 else low - 0.05 * (high - low)
        return below, high + room * (high - low)


def _logarithmic_limits(heights: Floats, room: float) -> tuple[float, float]:
    positive = heights[heights > 0]
    if not len(positive):
        return 0.5, 2.0
    high = float(positive.max())
    low = max(float(positive.min()) / 2, high * 1e-7)
    return low, high * (high / low) ** room * 1.2


def _range_of(ends: tuple[float, float] | None) -> tuple[float, float] | None:
    if ends is None:
        return None
    low, high = (float(end) for end in ends)
    if not low < high:
        raise MisuseError(f"a range from {low:g} to {high:g}")
    return low, high
