"""What is drawn in a picture, each with its limits and its shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np
from ramet.histograms.axis import Floats
from ramet.pictures import svg
from ramet.pictures.bins import Points
from ramet.pictures.scales import Scale

__all__ = ["Area", "Cells", "Curve", "Mark", "PointMarks", "Steps"]


class Mark(Protocol):
    """Something that is drawn. Threads: immutable."""

    @property
    def label(self) -> str:
        """In the legend; empty for none."""

    def x_limits(self) -> tuple[float, float]:
        """The range along x that it needs."""

    def heights(self) -> Floats:
        """Heights that should be seen."""

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """Its shapes."""

    def sample(self, x: float, y: float) -> str:
        """A small sample of it around a point, for the legend."""


@dataclass(frozen=True)
class Area:
    """The area between two heights of each bin: a histogram of a stack, or a band. Threads: immutable."""

    edges: Floats
    lower: Floats
    upper: Floats
    colour: str
    opacity: float
    label: str

    def x_limits(self) -> tuple[float, float]:
        """From the first edge to the last."""
        return float(self.edges[0]), float(self.edges[-1])

    def heights(self) -> Floats:
        """Both heights."""
        return np.concatenate([self.lower, self.upper])

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """One area."""
        lower = np.where(self.lower == 0, y.base, y(self.lower))
        yield svg.path(svg.area(x(self.edges), y(self.upper), lower), self._style())

    def sample(self, x: float, y: float) -> str:
        """A box."""
        return svg.box(x - 10, y - 5, 20, 10, self._style())

    def _style(self) -> str:
        faint = f' fill-opacity="{self.opacity:g}"' if self.opacity < 1 else ""
        return f'fill="{self.colour}"{faint}'


@dataclass(frozen=True)
class Steps:
    """The outline of a histogram. Threads: immutable."""

    edges: Floats
    values: Floats
    colour: str
    label: str

    def x_limits(self) -> tuple[float, float]:
        """From the first edge to the last."""
        return float(self.edges[0]), float(self.edges[-1])

    def heights(self) -> Floats:
        """The contents."""
        return self.values

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """A line from the base over all bins and back."""
        edges, heights, base = x(self.edges), y(self.values), svg.number(y.base)
        begin = f"M{svg.number(edges[0])} {base}V{svg.number(heights[0])}"
        line = svg.steps(edges, heights)
        yield svg.path(f"{begin}{line[line.index('H') :]}V{base}", self._style())

    def sample(self, x: float, y: float) -> str:
        """A line."""
        return svg.line(x - 10, y, x + 10, y, self._style())

    def _style(self) -> str:
        return f'fill="none" stroke="{self.colour}" stroke-width="1.5"'


@dataclass(frozen=True)
class Curve:
    """A line from point to point. Threads: immutable."""

    x: Floats
    y: Floats
    colour: str
    label: str

    def x_limits(self) -> tuple[float, float]:
        """Of its points."""
        return float(self.x.min()), float(self.x.max())

    def heights(self) -> Floats:
        """Of its points."""
        return self.y

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """One line."""
        yield svg.path(svg.polyline(x(self.x), y(self.y)), self._style())

    def sample(self, x: float, y: float) -> str:
        """A line."""
        return svg.line(x - 10, y, x + 10, y, self._style())

    def _style(self) -> str:
        return f'fill="none" stroke="{self.colour}" stroke-width="2"'


@dataclass(frozen=True)
class PointMarks:
    """Points with the bars of their errors. Threads: immutable."""

    points: Points
    colour: str
    label: str

    def x_limits(self) -> tuple[float, float]:
        """Of the points with their errors."""
        return float(self.points.x_low.min()), float(self.points.x_high.max())

    def heights(self) -> Floats:
        """Of the points, and the ends of their errors."""
        return np.concatenate([self.points.y, self.points.y_low, self.points.y_high])

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """All bars as one path, then all points; those outside of the axes are left out."""
        points = self._inside(x, y)
        across = zip(x(points.x_low), x(points.x_high), y(points.y), strict=True)
        along = zip(x(points.x), y(points.y_low), y(points.y_high), strict=True)
        bars = [f"M{svg.number(a)} {svg.number(at)}H{svg.number(b)}" for a, b, at in across if a != b]
        bars += [f"M{svg.number(at)} {svg.number(a)}V{svg.number(b)}" for at, a, b in along if a != b]
        if bars:
            yield svg.path("".join(bars), f'stroke="{self.colour}"')
        dots = (f"M{svg.number(a)} {svg.number(b)}h0" for a, b in zip(x(points.x), y(points.y), strict=True))
        yield svg.path("".join(dots), self._style())

    def _inside(self, x: Scale, y: Scale) -> Points:
        at, height = self.points.x, self.points.y
        kept = (x.low <= at) & (at <= x.high) & (y.low <= height) & (height <= y.high)
        return Points(*(getattr(self.points, one.name)[kept] for one in fields(Points)))

    def sample(self, x: float, y: float) -> str:
        """A point with a bar."""
        bar = svg.line(x - 10, y, x + 10, y, f'stroke="{self.colour}"')
        return bar + svg.path(f"M{svg.number(x)} {svg.number(y)}h0", self._style())

    def _style(self) -> str:
        return f'stroke="{self.colour}" stroke-width="6" stroke-linecap="round"'


@dataclass(frozen=True)
class Cells:
    """The cells of a histogram of two axes; darker ones have more. Threads: immutable."""

    x_edges: Floats
    y_edges: Floats
    values: Floats
    label: str = ""

    def x_limits(self) -> tuple[float, float]:
        """From the first edge to the last."""
        return float(self.x_edges[0]), float(self.x_edges[-1])

    def heights(self) -> Floats:
        """The edges along y."""
        return self.y_edges

    def shapes(self, x: Scale, y: Scale) -> Iterator[str]:
        """A box for each cell that is not empty."""
        most = float(np.max(np.abs(self.values), initial=0.0))
        columns, rows = x(self.x_edges), y(self.y_edges)
        for column, row in zip(*np.nonzero(self.values), strict=True):
            part = abs(float(self.values[column, row])) / most
            width, height = columns[column + 1] - columns[column], rows[row] - rows[row + 1]
            yield svg.box(columns[column], rows[row + 1], width, height, f'fill="{_shade(part)}"')

    def sample(self, x: float, y: float) -> str:
        """A box."""
        return svg.box(x - 10, y - 5, 20, 10, f'fill="{_shade(0.7)}"')


def _shade(part: float) -> str:
    """From light to dark blue."""
    light, dark = (222, 235, 247), (8, 48, 107)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(light, dark, strict=True))
