"""Second derivatives of a cost, by differences of first ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.fit.models import Range
from ramet.fit.views import window_of

__all__ = ["covariance_by_values", "second_derivatives"]

Reals = npt.NDArray[np.float64]

_PART = 1e-4  # of a value, or of the window that it is a place in: the first step
_LEAST, _MOST = 1e-13, 1e-2  # how much a cost rises by a step that tells of the second derivative, and not of rounding
_AIM = 1e-5
_TRIES = 8
_STEP = 0.03  # of a deviation, for differences of values
_ALIKE = 2e-3  # of a second derivative: it is right, and an error to half of that
_FLOOR = 1e-3  # of the width of a window, or of 1: values that are nearer to 0 count as it


def second_derivatives(cost: Any, values: Sequence[float], limits: Iterable[Range | None]) -> Reals:
    """Differences over steps that are short beside a standard deviation, whatever unit a parameter has."""
    matrix = np.empty((len(values), len(values)))
    least = _FLOOR * min([1.0, *(high - low for low, high in cost.windows)])
    for place, bounds in enumerate(limits):
        window = window_of(values[place], cost.windows)
        step = _PART * max(abs(values[place]) if window is None else window[1] - window[0], least)
        matrix[place] = row = _row(cost, values, place, step, bounds)
        first = step
        for number in range(_TRIES):
            rise = abs(row[place]) * step**2 / 2
            if _LEAST <= rise <= _MOST:
                break
            if 0 < rise < math.inf:
                step *= min(max(math.sqrt(_AIM / rise), 1e-3), 1e3)
            else:  # too short, or so long that nothing is left there
                step = first * 1e3 ** ((number // 2 + 1) * (-1 if number % 2 == 0 else 1))
            if not 4 * np.spacing(abs(values[place])) < step < math.inf:
                continue
            row = _row(cost, values, place, step, bounds)
            if np.all(np.isfinite(row)) and (row[place] or rise):
                matrix[place] = row
    return (matrix + matrix.T) / 2


def _row(cost: Any, values: Sequence[float], place: int, step: float, bounds: Range | None) -> Reals:
    low, high = bounds or (-math.inf, math.inf)
    value, above, below = values[place], list(values), list(values)
    above[place], below[place] = min(value + step, high), max(value - step, (low + value) / 2)
    found: Reals = (cost.grad(*above) - cost.grad(*below)) / (above[place] - below[place])
    return found


def covariance_by_values(
    cost: Any, values: Reals, covariance: Reals, places: npt.NDArray[np.int64], limits: tuple[Reals, Reals]
) -> Reals:
    """A covariance by differences of values of a cost along ways that are independent by another one, as MINUIT's,
    whose differences along parameters do not see how much these depend on each other. The other one if this is not
    possible."""
    part = covariance[np.ix_(places, places)]
    scale = np.sqrt(np.maximum(np.diag(part), 0))
    if not len(places) or not np.all(np.isfinite(part)) or not np.all(scale > 0):
        return covariance
    ways = np.zeros((len(values), len(places)))
    try:
        ways[places] = scale[:, None] * np.linalg.cholesky(part / np.outer(scale, scale))
        for _ in range(_TRIES):
            bends = _bends(cost, values, ways, limits)
            if np.abs(bends - np.eye(len(places))).max() < _ALIKE:
                break
            ways = ways @ np.linalg.inv(np.linalg.cholesky(bends)).T
        else:
            return covariance
    except np.linalg.LinAlgError:  # not positive, or not finite
        return covariance
    found = covariance.copy()
    found[np.ix_(places, places)] = (ways @ ways.T)[np.ix_(places, places)]
    return found


def _bends(cost: Any, values: Reals, ways: Reals, limits: tuple[Reals, Reals]) -> Reals:
    """Half of the second derivatives along ways, where the rise at one deviation is 1; NaN outside of limits."""
    low, high = limits
    count = ways.shape[1]

    def rise(*steps: Reals) -> float:
        end = values + _STEP * np.sum(steps, axis=0)
        is_inside = np.all((low <= end) & (end <= high))
        return float((cost(*end) - least) / (cost.errordef * _STEP**2)) if is_inside else math.nan

    least, bends = cost(*values), np.empty((count, count))
    for row, one in enumerate(ways.T):
        bends[row, row] = (rise(one) + rise(-one)) / 2
        for column, other in enumerate(ways.T[:row]):
            bends[row, column] = (rise(one, other) - rise(one, -other) - rise(-one, other) + rise(-one, -other)) / 8
            bends[column, row] = bends[row, column]
    if not np.all(np.isfinite(bends)):
        raise np.linalg.LinAlgError
    return bends
