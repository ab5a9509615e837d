"""Histograms whose bins are polygons, and stacked histograms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from ramet import _core
from ramet.histograms.axis import Axis, Floats
from ramet.histograms.histogram import Histogram
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["HistogramStack", "PolygonHistogram"]


class PolygonHistogram(StoredFigure[_core.PolygonHistogram]):
    """A two-dimensional histogram whose bins are polygons: a TH2Poly of ROOT. Threads: any number."""

    def __init__(self, core: _core.PolygonHistogram) -> None:
        super().__init__(core)
        self._bins = core.bins

    @property
    def axes(self) -> tuple[Axis, ...]:
        """x and y: the ranges that contain the bins. Their own bins have no meaning."""
        return tuple(Axis(axis) for axis in self._core.axes)

    @property
    def num_entries(self) -> float:
        """The number of filled values."""
        return self._core.entries

    @property
    def polygons(self) -> list[list[Floats]]:
        """The polygons of each bin, usually one: the corners, shape (corners, 2), float64."""
        return [[np.column_stack([one.x, one.y]) for one in bin_.polygons] for bin_ in self._bins]

    @property
    def areas(self) -> Floats:
        """The area of each bin."""
        return np.array([bin_.area for bin_ in self._bins])

    @property
    def overflow(self) -> Floats:
        """The contents outside: shape (3, 3), from upper left to lower right; in the middle those inside the range but
        in no bin."""
        return self._core.overflow.reshape(3, 3)

    def values(self) -> Floats:
        """The content of each bin: shape (bins,), float64."""
        return np.array([bin_.content for bin_ in self._bins])

    def variances(self) -> Floats:
        """The square of each bin's error, as `values`: its sum of squared weights, or without these its content."""
        squares = self._core.squares
        return squares[-len(self) :] if len(squares) else np.abs(self.values())

    def errors(self) -> Floats:
        """The square roots of the variances, as `values`."""
        errors: Floats = np.sqrt(self.variances())
        return errors

    def __len__(self) -> int:
        """The number of bins."""
        return len(self._bins)

    def __repr__(self) -> str:
        return f"<PolygonHistogram {self.name!r} of {len(self)} bins>"


class HistogramStack(StoredFigure[_core.HistogramStack], Sequence[Histogram]):
    """Histograms that are drawn stacked: a THStack of ROOT, as a sequence. Threads: any number."""

    def __init__(self, core: _core.HistogramStack) -> None:
        super().__init__(core)
        self._histograms = [Histogram.from_core(one) for one in core.histograms]

    def __len__(self) -> int:
        return len(self._histograms)

    @overload
    def __getitem__(self, index: int) -> Histogram: ...
    @overload
    def __getitem__(self, index: slice) -> list[Histogram]: ...
    def __getitem__(self, index: int | slice) -> Histogram | list[Histogram]:
        return self._histograms[index]

    def __iter__(self) -> Iterator[Histogram]:
        return iter(self._histograms)

    def __repr__(self) -> str:
        return f"<HistogramStack {self.name!r} of {len(self)} histograms>"
