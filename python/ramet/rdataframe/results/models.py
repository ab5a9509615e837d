"""The models of histograms: ROOT's TH1DModel and its kind, and the tuples that stand for them in Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ramet import _core
from ramet.arguments import real_number, whole_number
from ramet.errors import MisuseError
from ramet.histograms.bins.making import axes_of
from ramet.histograms.histogram import Histogram

__all__ = [
    "HistogramModel",
    "TH1DModel",
    "TH2DModel",
    "TH3DModel",
    "THnDModel",
    "TProfile1DModel",
    "TProfile2DModel",
    "titles_of",
]

Interval = tuple[float, float]


def titles_of(text: str, count: int) -> list[str]:
    """The title and those of axes in "title;x;y", as many as are wanted; "#;" is a semicolon.

    >>> titles_of("mass;m [GeV]", 3)
    ['mass', 'm [GeV]', '']
    """
    parts = [part.replace("#;", ";") for part in re.split(r"(?<!#);", text)]
    return (parts + [""] * count)[:count]


@dataclass(frozen=True)
class HistogramModel:
    """The name, the title and the axes of a histogram that is to be filled. Threads: immutable."""

    name: str
    title: str
    bins: list[Any]
    """Of each axis: a number, or all edges."""
    bounds: list[Interval | None]
    heights: Interval = field(default=(0.0, 0.0))
    """Of a profile: those that are taken; all if both are equal."""
    errors: str = ""
    """Of a profile: ROOT's option."""

    @property
    def is_automatic(self) -> bool:
        """Whether the range of an axis is to be found."""
        return any(bounds is not None and not bounds[0] < bounds[1] for bounds in self.bounds)

    @property
    def titles(self) -> list[str]:
        """The title, those of the axes, and that of the values."""
        return titles_of(self.title, len(self.bins) + 2)

    def histogram(self) -> Histogram:
        """The histogram, empty.

        Raises:
            MisuseError: the range of an axis is missing.
        """
        if self.is_automatic:
            raise MisuseError(f"histogram {self.name!r} of {len(self.bins)} axes: each needs a range, low < high")
        title, *labels, values = self.titles
        axes = axes_of(self.bins, self.bounds, labels)
        return Histogram.from_core(_core.Histogram(axes, False).named(self.name, title, values))


def TH1DModel(*parts: Any) -> HistogramModel:
    """A model of one axis: (name, title, bins, low, high), (name, title, bins, edges), or a histogram."""
    return _model(parts or ("", "", 128, 0.0, 0.0), 1)


def TH2DModel(*parts: Any) -> HistogramModel:
    """A model of two axes: (name, title, and for each axis bins, low, high or bins, edges), or a histogram."""
    return _model(parts, 2)


def TH3DModel(*parts: Any) -> HistogramModel:
    """A model of three axes, as TH2DModel."""
    return _model(parts, 3)


def TProfile1DModel(*parts: Any) -> HistogramModel:
    """A model of a profile: that of one axis, then lowest and highest heights if wanted, and the option of errors."""
    return _model(parts, 1, is_profile=True)


def TProfile2DModel(*parts: Any) -> HistogramModel:
    """A model of a profile of two axes, as TProfile1DModel."""
    return _model(parts, 2, is_profile=True)


def THnDModel(*parts: Any) -> HistogramModel:
    """A model of any number of axes: (name, title, dimensions, bins, lows, highs) or (..., bins, edges of each)."""
    given = _unpacked(parts)
    if isinstance(given, HistogramModel):
        return given
    if len(given) not in (5, 6):
        raise TypeError("a THnDModel is made of name, title, dimensions, bins, and lows and highs, or edges")
    name, title, count, bins, *rest = given
    count = whole_number(count, "dimensions", 1, 32)
    if any(len(one) != count for one in (bins, *rest)):
        raise MisuseError(f"histogram {name!r} of {count} axes: its model has bins or bounds of another number of axes")
    if len(rest) == 1:
        return HistogramModel(str(name), str(title), [np.asarray(edges, "f8") for edges in rest[0]], [None] * count)
    bounds: list[Interval | None] = [(float(low), float(high)) for low, high in zip(*rest, strict=True)]
    return HistogramModel(str(name), str(title), [whole_number(one, "bins") for one in bins], bounds)


def _unpacked(parts: Sequence[Any]) -> HistogramModel | list[Any]:
    """The parts of a model that was given as one tuple, list, model or histogram, or as its parts."""
    if len(parts) != 1:
        return list(parts)
    (one,) = parts
    if isinstance(one, HistogramModel):
        return one
    if isinstance(one, tuple | list):
        return list(one)
    core = getattr(one, "core", None)
    if isinstance(core, _core.Histogram):
        return _model_of_histogram(core)
    raise TypeError(f"a model of a histogram is a tuple, a model or a histogram, not {type(one).__name__}")


def _model_of_histogram(core: _core.Histogram) -> HistogramModel:
    bins = [axis.bins for axis in core.axes]
    title = ";".join([core.title, *(axis.title for axis in core.axes), core.value_title])
    return HistogramModel(
        core.name,
        title.rstrip(";"),
        [one.bins if one.is_regular else one.edges for one in bins],
        [(one.low, one.high) if one.is_regular else None for one in bins],
    )


def _model(parts: Sequence[Any], axes: int, *, is_profile: bool = False) -> HistogramModel:
    given = _unpacked(parts)
    if isinstance(given, HistogramModel):
        if len(given.bins) != axes:
            raise MisuseError(f"model {given.name!r} has {len(given.bins)} axes, not {axes}")
        return given
    if len(given) < 2:
        raise TypeError("a model of a histogram begins with its name and title")
    name, title, *rest = given
    bins: list[Any] = []
    bounds: list[Interval | None] = []
    for _ in range(axes):
        rest = _take_axis(str(name), rest, bins, bounds)
    heights, errors = _heights_of(rest) if is_profile else ((0.0, 0.0), "")
    if rest and not is_profile:
        raise TypeError(f"model {name!r} of {axes} axes: {len(rest)} values too many")
    return HistogramModel(str(name), str(title), bins, bounds, heights, errors)


def _take_axis(name: str, rest: list[Any], bins: list[Any], bounds: list[Interval | None]) -> list[Any]:
    """Take the values of one axis; gives those that are left."""
    if len(rest) < 2 or (np.ndim(rest[1]) == 0 and len(rest) < 3):
        raise TypeError(f"model {name!r}: an axis is bins, low, high, or bins and edges")
    count = max(whole_number(rest[0], "bins"), 1)  # as TH1 does
    if np.ndim(rest[1]) == 0:
        bins.append(count)
        bounds.append((real_number(rest[1], "low"), real_number(rest[2], "high")))
        return rest[3:]
    edges = np.asarray(rest[1], dtype="f8")
    if len(edges) < count + 1:
        raise MisuseError(f"model {name!r}: {len(edges)} edges for {count} bins")
    bins.append(edges[: count + 1])
    bounds.append(None)
    return rest[2:]


def _heights_of(rest: list[Any]) -> tuple[Interval, str]:
    errors = str(rest.pop()) if rest and isinstance(rest[-1], str) else ""
    if len(rest) not in (0, 2):
        raise TypeError("the heights of a profile are a lowest and a highest one")
    return ((float(rest[0]), float(rest[1])) if rest else (0.0, 0.0)), errors
