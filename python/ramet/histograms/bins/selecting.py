"""Indices of histograms, as UHI says: `h[2j:5j, sum]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from ramet.arguments import whole_number
from ramet.histograms.axis import Axis, axis_number

__all__ = ["Selection", "selections_of"]

Selection = tuple[int, int, bool, int]
"""The first cell, one past the last, whether they are added up, and how many bins become one."""

_SUMS = (sum, np.sum)


def selections_of(index: Any, axes: Sequence[Axis]) -> list[Selection]:
    """The selection of an index along each axis.

    Raises:
        IndexError: a bin or axis that does not exist, a range without bins, or a wrong number of indices.
        TypeError: something that is not an index.
    """
    return [_selection(one, axis) for one, axis in zip(_one_for_each(index, len(axes)), axes, strict=True)]


def _one_for_each(index: Any, count: int) -> list[Any]:
    everything = slice(None)
    if isinstance(index, Mapping):
        chosen = [everything] * count
        for axis, one in index.items():
            number = axis_number(axis)
            if not -count <= number < count:
                raise IndexError(f"axis {number} of a histogram with {count} axes")
            chosen[number] = one
        return chosen
    parts = list(index) if isinstance(index, tuple) else [index]
    dots = [place for place, one in enumerate(parts) if one is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index has more than one '...'")
    if dots:
        parts[dots[0] : dots[0] + 1] = [everything] * (count - len(parts) + 1)
    if len(parts) != count:
        raise IndexError(f"{len(parts)} indices for a histogram of {count} axes")
    return parts


def _selection(index: Any, axis: Axis) -> Selection:
    if isinstance(index, slice):
        return _range(index, axis)
    if _is_sum(index):
        return 0, len(axis) + 2, True, 1
    bin_number = _bin(index, axis)
    if _is_whole(index):
        if not -len(axis) <= bin_number < len(axis):
            raise IndexError(f"bin {bin_number} of an axis with {len(axis)} bins")
        bin_number %= len(axis)
    if not -1 <= bin_number <= len(axis):
        raise IndexError(f"bin {bin_number} is beyond the overflow bin {len(axis)} of the axis")
    return bin_number + 1, bin_number + 2, True, 1


def _range(index: slice, axis: Axis) -> Selection:
    count = len(axis)
    start, stop = _end(index.start, axis, 0), _end(index.stop, axis, count)
    if start >= stop:
        raise IndexError(f"the range {start} to {stop} has no bins")
    if _is_sum(index.step):
        return 0 if index.start is None else start + 1, count + 2 if index.stop is None else stop + 1, True, 1
    merged = _merged(index.step)
    if merged > stop - start:
        raise IndexError(f"cannot merge {merged} bins: {stop - start} are selected")
    return start + 1, stop + 1, False, merged


def _end(index: Any, axis: Axis, default: int) -> int:
    """A bin from 0 to the number of bins."""
    if index is None:
        return default
    bin_number = _bin(index, axis)
    if _is_whole(index) and bin_number < 0:
        bin_number += len(axis)
    return min(max(bin_number, 0), len(axis))


def _bin(index: Any, axis: Axis) -> int:
    """The number of a bin: itself, that of a value (2j, or 2j + 1 of the one behind), of a name, or what a function of
    the axis gives, as hist.loc and len."""
    if isinstance(index, complex):
        if index.real != int(index.real):
            raise TypeError(f"index {index}: {index.real} bins from that of {index.imag} are not a whole number")
        return axis.index(index.imag) + int(index.real)
    if isinstance(index, str):
        return axis.index(index)
    if callable(index):
        return whole_number(index(axis), "what a function of the axis gives")
    if isinstance(index, bool | np.bool_):
        raise TypeError(f"index {index} of an axis")
    return whole_number(index, "an index")


def _merged(step: Any) -> int:
    """The number of bins that become one: 1, two for 2j, three for hist.rebin(3)."""
    if step is None:
        return 1
    factor = getattr(step, "factor", None)
    if isinstance(step, complex) and step.real == 0 and step.imag == int(step.imag):
        factor = int(step.imag)
    if factor is None:
        raise TypeError(f"the step {step!r} of an index, expected sum, 2j or hist.rebin(2)")
    number = whole_number(factor, "the step of an index")
    if number < 1:
        raise IndexError(f"cannot merge {number} bins")
    return number


def _is_sum(index: Any) -> bool:
    return any(index is one for one in _SUMS)


def _is_whole(index: Any) -> bool:
    return not (isinstance(index, complex | str) or callable(index))
