"""The axes of new histograms, from arguments like those of numpy.histogramdd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number, whole_number, without_missing
from ramet.errors import MisuseError
from ramet.histograms.others import axis_between

__all__ = ["Bins", "Bounds", "Labels", "axes_of"]

Bins = npt.ArrayLike | Sequence[npt.ArrayLike]
Bounds = tuple[SupportsFloat, SupportsFloat] | Sequence[tuple[SupportsFloat, SupportsFloat] | None]
Labels = str | Sequence[str]


def axes_of(bins: Any, bounds: Any, labels: Labels) -> list[_core.NamedAxis]:
    """One axis: a number of bins and two bounds, or edges; or several: a number or edges of each, and pairs of bounds.

    Raises:
        TypeError: a number of bins without two bounds.
        MisuseError: no bins, edges that are not finite or do not increase, or a wrong number of bounds or labels.
    """
    count = _axes_meant(bins, bounds)
    if count is None:
        return [_axis(bins, bounds, labels if isinstance(labels, str) else _as_many(labels, 1, "labels")[0])]
    all_bins = [bins] * count if _is_one(bins) else _as_many(bins, count, "bins")
    all_bounds = [None] * count if bounds is None else _as_many(bounds, count, "bounds")
    all_labels = [labels] * count if isinstance(labels, str) else _as_many(labels, count, "labels")
    return [_axis(*parts) for parts in zip(all_bins, all_bounds, all_labels, strict=True)]


def _axes_meant(bins: Any, bounds: Any) -> int | None:
    """How many axes are meant, if not one that is said without a list."""
    if bounds is not None and any(one is None or not _is_one(one) for one in bounds):
        return len(bounds)
    is_listed = isinstance(bins, list | tuple) and not all(_is_one(one) for one in bins)
    return len(bins) if is_listed else None


def _is_one(value: Any) -> bool:
    """Whether it is not a list of values."""
    return not isinstance(value, list | tuple) and np.ndim(value) == 0


def _as_many(values: Any, count: int, what: str) -> list[Any]:
    have = list(values)
    if len(have) != count:
        raise MisuseError(f"{len(have)} {what} for {count} axes")
    return have


def _axis(bins: Any, bounds: Any, label: str) -> _core.NamedAxis:
    if _is_one(bins):
        if bounds is None or len(bounds) != 2:
            raise TypeError("a number of bins needs two bounds: Histogram(50, (0, 100))")
        low, high = (real_number(bound, "a bound") for bound in bounds)
        axis = _core.Axis.regular(_number_of(bins), low, high)
    else:
        axis = axis_between(np.ascontiguousarray(without_missing(bins, "edges"), dtype=np.float64))
    return _core.NamedAxis(axis, label, {})


def _number_of(bins: Any) -> int:
    number = whole_number(bins, "bins")
    if not 0 < number < 2**31:
        raise MisuseError(f"{number} bins, expected from 1 to {2**31 - 1}")
    return number
