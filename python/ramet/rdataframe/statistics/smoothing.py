"""Smooth histograms, and asymmetries of two, as ROOT computes them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from ramet.errors import UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.rdataframe.results.arithmetic import Arithmetic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Smoothing"]


class Smoothing(Arithmetic):
    """A histogram that is smoothed, or compared bin by bin. Threads: one at a time."""

    def Smooth(self, times: int = 1, option: str = "") -> None:
        """Smooth the contents of a histogram of one axis by the method 353QH, twice, that many times: running medians
        of 3, 5 and 3 bins, parabolas where they are flat, running means, and the same of what that took away. With "R"
        only of the bins that SetRange shows. Errors, the number of entries, mean and
        deviation stay.

        Raises:
            UnsupportedError: of several axes, of a profile, or of fewer than three bins.
        """
        if not isinstance(self._of, Histogram) or self._of.ndim != 1:
            raise UnsupportedError(f"Smooth is of histograms of one axis, not of a {self.ClassName()}")
        first, last = self.shown_bins(0) if "R" in option.upper() else (1, self.GetNbinsX())
        if last - first < 2:
            raise UnsupportedError(f"Smooth of {last - first + 1} bins: three are the least")
        cells, squares = self._cells()
        part = cells[first : last + 1]
        for _ in range(int(times)):
            part = _smoothed(part)
        cells[first : last + 1] = part
        self._set(cells, squares, self.GetEntries(), self._of.core.moments)

    def GetAsymmetry(self, other: Any, factor: float = 1.0, factor_error: float = 0.0) -> Self:
        """(this - other) / (this + other) bin by bin, where the other one is multiplied by a factor that has an error:
        a histogram with the errors of an asymmetry."""
        second = self._other(other)
        self._check_bins(second)
        top, bottom = self.Clone(), self.Clone()
        top.Add(second, -factor)
        bottom.Add(second, factor)
        names = self.GetName(), second.GetName()
        made: Self = top.Clone(f"Asymmetry_{names[0]}-{names[1]}")
        if not made.GetSumw2N():
            made.Sumw2()
        made.Divide(bottom)
        made.SetTitle(f"({names[0]} - {names[1]})/({names[0]}+{names[1]})")
        made._give_errors(_errors_of_asymmetry(self._both(), second._both(), bottom._both()[0], factor, factor_error))
        return made

    def _give_errors(self, errors: Any) -> None:
        """Errors of the bins in the range; those beside it keep theirs."""
        cells, squares = self._cells()
        inside = (slice(1, -1),) * cells.ndim
        kept = np.array(abs(cells) if squares is None else squares)
        is_known = ~np.isnan(errors[inside])
        kept[inside] = np.where(is_known, errors[inside] ** 2, kept[inside])
        self._set(cells, kept, self.GetEntries())


def _errors_of_asymmetry(one: Any, other: Any, both: Any, factor: float, factor_error: float) -> Any:
    """The errors; NaN in bins that have nothing."""
    (a, a_squares), (b, b_squares) = one, other
    squares = a * a * factor**2 * b_squares + factor**2 * b * b * a_squares + a * a * b * b * factor_error**2
    with np.errstate(all="ignore"):
        return np.where(both < 1e-6, math.nan, 2 * np.sqrt(squares) / both**2)


def _smoothed(values: Any) -> Any:
    first = _once(np.asarray(values, np.float64))
    found = first + _once(values - first)
    return found if values.min() < 0 else np.maximum(found, 0)


def _once(values: Any) -> Any:
    """353QH."""
    found = _medians_of_three(values)
    found[0] = np.median([found[1], found[0], 3 * found[1] - 2 * found[2]])
    found[-1] = np.median([found[-2], found[-1], 3 * found[-2] - 2 * found[-3]])
    found = _medians_of_three(_medians_of_five(found))
    bent = _with_parabolas(found)
    means = bent.copy()
    means[1:-1] = 0.25 * bent[:-2] + 0.5 * bent[1:-1] + 0.25 * bent[2:]
    return means


def _medians_of_three(values: Any) -> Any:
    found = np.array(values)
    found[1:-1] = np.median([values[:-2], values[1:-1], values[2:]], axis=0)
    return found


def _medians_of_five(values: Any) -> Any:
    """At the second bin and the last but one, of three."""
    found = _medians_of_three(values)
    if len(values) >= 5:
        parts = [values[first : len(values) - 4 + first] for first in range(5)]
        found[2:-2] = np.median(parts, axis=0)
    return found


def _with_parabolas(values: Any) -> Any:
    """Three equal values on the way up or down become part of a parabola."""
    bent = np.array(values)
    for place in range(2, len(values) - 2):
        if not values[place - 1] == values[place] == values[place + 1]:
            continue
        left, right = values[place - 2] - values[place], values[place + 2] - values[place]
        if left * right <= 0:
            continue
        step = -1 if abs(right) > abs(left) else 1
        before, behind = values[place - 2 * step], values[place + 2 * step]
        bent[place] = -0.5 * before + values[place] / 0.75 + behind / 6
        bent[place + step] = 0.5 * (behind - before) + values[place]
    return bent
