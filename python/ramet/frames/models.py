"""The histograms that frames fill, and the words that people type for them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.histograms.bins.making import Bins, Bounds, Labels, axes_of

__all__ = ["label_of", "model_of", "profile_axes", "with_hints"]

Given = ParamSpec("Given")
Made = TypeVar("Made")

_HINTS = {
    "edges": "bins=edges",
    "high": "bounds=(low, high)",
    "low": "bounds=(low, high)",
    "nbins": "bins=number",
    "num_bins": "bins=number",
    "range": "bounds=(low, high)",
    "ranges": "bounds=[(low, high), ...]",
    "weights": "weight=column",
    "xlabel": "label=text",
    "xmax": "bounds=(low, high)",
    "xmin": "bounds=(low, high)",
    "xlim": "bounds=(low, high)",
}


def model_of(axes: int, bins: Bins, bounds: Bounds | None, *, name: str, title: str, label: Labels) -> _core.Histogram:
    """An empty histogram of so many axes. Raises TypeError and MisuseError as `Histogram` does."""
    return _core.Histogram(_axes_of(axes, bins, bounds, label), False).named(name, title, "")


def profile_axes(axes: int, bins: Bins, bounds: Bounds | None, label: Labels) -> list[_core.NamedAxis]:
    """The axes of a profile. Raises TypeError and MisuseError as `Profile` does."""
    return _axes_of(axes, bins, bounds, label)


def _axes_of(axes: int, bins: Bins, bounds: Bounds | None, label: Labels) -> list[_core.NamedAxis]:
    if axes > 1 and isinstance(bins, int | np.integer):
        each = ", ".join(["(low, high)"] * axes)
        raise MisuseError(f"bins of one axis for {axes} columns: bins={(bins,) * axes}, bounds=[{each}]")
    made = axes_of(bins, bounds, label)
    if len(made) != axes:
        raise MisuseError(f"bins of {len(made)} axes for {axes} columns")
    return made


def label_of(columns: Sequence[str], label: Labels) -> Labels:
    """The labels of axes: those that were said, or the columns."""
    if label:
        return label
    return columns[0] if len(columns) == 1 else list(columns)


def with_hints(method: Callable[Given, Made]) -> Callable[Given, Made]:
    """A method whose error for a word of another library names its own.

    >>> @with_hints
    ... def histogram(column: str, bins: int = 10) -> int:
    ...     return bins
    >>> histogram("x", range=(0, 1))
    Traceback (most recent call last):
    TypeError: histogram() has no 'range': it is bounds=(low, high)
    """

    @functools.wraps(method)
    def called(*given: Given.args, **options: Given.kwargs) -> Made:
        for word in options:
            if word in _HINTS:
                raise TypeError(f"{method.__name__}() has no {word!r}: it is {_HINTS[word]}")
        return method(*given, **options)

    return called
