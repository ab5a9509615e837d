"""Curves: formulas that are fitted to histograms, as `histogram.fit("gaus")` does."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.curves.functions import asked_of, derivatives_of
from ramet.fit.minimum import fit
from ramet.fit.models import Range, range_of
from ramet.fit.result import CostKind, FitResult
from ramet.fit.search.differences import second_derivatives
from ramet.fit.search.limits import inside_of
from ramet.fit.shapes import may_jump
from ramet.fit.views import DrawnBins, View
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function

__all__ = ["Bins", "CurveCost", "fit_curve", "start_of"]

# Means that are smaller, beside the width, begin at 0: iminuit's steps are parts of values, and those of rounding
# errors too short for derivatives.
_ROUNDING = 1e-9

Reals = npt.NDArray[np.float64]

# Of a bin: the integral of a peak is right to 1e-6 if its sigma is a quarter of the bin's width, to 1e-3 if a seventh.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


class Bins(NamedTuple):
    """Bins that are fitted, which need not be neighbours."""

    low: Reals
    high: Reals
    contents: Reals
    variances: Reals

    def where(self, chosen: npt.NDArray[np.bool_]) -> Bins:
        return Bins(*(numbers[chosen] for numbers in self))


@dataclass(frozen=True)
class CurveView:
    """A histogram and a formula for the contents of its bins. Threads: immutable."""

    formula: Formula
    bins: DrawnBins
    within: Range

    @property
    def window(self) -> Range:
        return self.within

    def binned(self, bins: int | None) -> DrawnBins:
        if bins is not None:
            raise MisuseError("a histogram has its bins: `bins` is for events")
        return self.bins

    def heights(self, x: Reals, values: Mapping[str, float]) -> Reals:
        at = [values[name] for name in self.formula.parameters]
        return np.asarray(self.formula.values((x,), at)) / self.bins.unit

    def expected(self, edges: Reals, values: Mapping[str, float]) -> Reals:
        middles, halves = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
        points = (middles[:, None] + halves[:, None] * _NODES).reshape(-1)
        found: Reals = self.heights(points, values).reshape(-1, len(_NODES)) @ (_WEIGHTS / 2) * self.bins.unit
        return found

    def components(self, x: Reals, values: Mapping[str, float]) -> dict[str, Reals]:
        return {}


class CurveCost:
    """The cost of the bins of a histogram, for the parameters of a formula. A bin expects the formula's mean over the
    bin. Threads: immutable."""

    errordef = 1.0

    def __init__(self, formula: Formula, bins: Bins, cost: str, views: tuple[View, ...] = ()) -> None:
        self._formula = formula
        middles, halves = (bins.high + bins.low) / 2, (bins.high - bins.low) / 2
        self._points = (middles[:, None] + halves[:, None] * _NODES).reshape(-1)
        self._contents, self._variances = bins.contents, bins.variances
        self._weights = 2 * _weights_of_likelihood(bins)
        self._filled = np.where(bins.contents > 0, bins.contents, 1)
        self._is_likelihood = cost == "likelihood"
        self.kind: CostKind = "chi square" if cost == "chi_square" else "ratio"
        self._parameters = dict.fromkeys(formula.parameters)
        self.ndata = len(bins.contents)
        self.views = views
        self.windows = ((float(bins.low.min()), float(bins.high.max())),) if len(bins.low) else ()

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return self._formula.parameters

    def __call__(self, *values: float) -> float:
        """The value; infinite where the formula has none."""
        with np.errstate(all="ignore"):  # a formula that is infinite has no value
            expected = self._expected(values)
            value = self._ratio(expected) if self._is_likelihood else self._squares(expected)
        return value if math.isfinite(value) else math.inf

    def absent(self, *values: float) -> int:
        """How many bins expect nothing, or what is no number."""
        return int((~(self._expected(values) > 0)).sum()) if self._is_likelihood else 0

    def _expected(self, values: tuple[float, ...]) -> Reals:
        return self._means(self._formula, values)

    def _means(self, formula: Formula, values: Sequence[float]) -> Reals:
        found = formula.values_at(self._points, values)
        means: Reals = found.reshape(-1, len(_NODES)) @ (_WEIGHTS / 2)
        return means

    def _squares(self, expected: Reals) -> float:
        return float(((self._contents - expected) ** 2 / self._variances).sum())

    def _ratio(self, expected: Reals) -> float:
        mean, content = np.maximum(expected, 1e-300), self._contents
        return float(self._weights @ (mean - content + content * np.log(self._filled / mean)))


class SmoothCurveCost(CurveCost):
    """A cost of a formula whose derivatives are known. Threads: immutable.

    Attributes:
        may_jump: whether these do not tell of steps.
        scale: as that of `ramet.fit.Cost`.
    """

    scale = 1.0

    def __init__(self, formula: Formula, bins: Bins, cost: str, views: tuple[View, ...] = ()) -> None:
        super().__init__(formula, bins, cost, views)
        self.may_jump = may_jump(formula.text)
        self._derivatives = derivatives_of(formula.text) or ()

    def grad(self, *values: float) -> Reals:
        """The derivatives by the parameters."""
        with np.errstate(all="ignore"):
            slopes = self._slopes(self._expected(values))
            found = [slopes @ self._means(one, [values[at] for at in places]) for one, places in self._derivatives]
        return np.array(found, np.float64)

    def second_derivatives(self, *values: float) -> Reals:
        """Differences of the first ones."""
        return second_derivatives(self, values, [None] * len(values))

    def _slopes(self, expected: Reals) -> Reals:
        """The derivatives by what each bin expects."""
        if not self._is_likelihood:
            slopes: Reals = -2 * (self._contents - expected) / self._variances
            return slopes
        is_there = expected > 1e-300  # others count as if they expected this
        return np.where(is_there, self._weights * (1 - self._contents / np.where(is_there, expected, 1)), 0)


def _weights_of_likelihood(bins: Bins) -> Reals:
    """The factor of each bin's logarithm: its variance is the content then. Empty bins have that of all, so that a
    histogram may have any scale."""
    contents, variances = float(bins.contents.sum()), float(bins.variances.sum())
    of_all = contents / variances if contents > 0 and variances > 0 else 1.0
    is_known = (bins.contents > 0) & (bins.variances > 0)
    return np.where(is_known, bins.contents / np.where(is_known, bins.variances, 1), of_all)


def fit_curve(
    histogram: Any,
    formula: str | Formula | Function,
    start: Mapping[str, float],
    *,
    within: Range | None = None,
    cost: str = "chi_square",
    limits: Mapping[str, Range] | None = None,
    fixed: Mapping[str, float] | None = None,
) -> FitResult:
    """Fit a formula to the contents of a histogram of one axis, or to the means of a profile."""
    if cost not in ("chi_square", "likelihood"):
        raise MisuseError(f"cost is {cost!r}, expected 'chi_square' or 'likelihood'")
    if histogram.ndim != 1:
        raise UnsupportedError(f"a histogram with {histogram.ndim} axes is fitted, one is supported")
    if histogram.kind == "MEAN" and cost == "likelihood":
        raise MisuseError("a profile has means, which no likelihood is of: fit it with cost='chi_square'")
    curve, given, bounds, kept = asked_of(formula, start, limits, fixed)
    if curve.ndim != 1:
        raise MisuseError(f"the formula '{curve.text}' has {curve.ndim} variables, the histogram 1 axis")
    bins = _bins_of(histogram, within)
    ends = (float(bins.low.min()), float(bins.high.max())) if len(bins.low) else (0.0, 0.0)
    if cost == "chi_square":
        bins = bins.where(bins.variances > 0)
    if len(bins.contents) < len(curve.parameters):
        raise MisuseError(f"{len(bins.contents)} bins with contents do not determine '{curve.text}'")
    negative = np.flatnonzero(bins.contents < 0)
    if cost == "likelihood" and len(negative):
        first = int(negative[0])
        place = int(np.searchsorted(histogram.axis(0).edges(), bins.low[first]))
        content = bins.contents[first]
        raise MisuseError(f"bin {place} has the content {content:g}: a likelihood has no negative contents")
    begin = {**inside_of({**start_of(curve, bins), **given}, bounds), **start}
    edges = histogram.axis(0).edges()
    view = CurveView(curve, _drawn(histogram, edges), ends)
    kind = CurveCost if derivatives_of(curve.text) is None else SmoothCurveCost
    return fit(kind(curve, bins, cost, (view,)), begin, limits=bounds, fixed=kept)


def _drawn(histogram: Any, edges: Reals) -> DrawnBins:
    """Contents for a unit of x where all bins are as wide; others are drawn as they were fitted."""
    widths = np.diff(edges)
    is_mean = histogram.kind == "MEAN"
    is_density = not is_mean and bool(np.allclose(widths, widths[0]))
    label = (histogram.value_label or "mean") if is_mean else "events"
    return DrawnBins(edges, histogram.values(), histogram.variances(), is_density, label)


def _bins_of(histogram: Any, within: Range | None) -> Bins:
    edges = histogram.axis(0).edges()
    bins = Bins(edges[:-1], edges[1:], histogram.values(), histogram.variances())
    if within is None:
        return bins
    low, high = range_of(within)
    slack = _ROUNDING * (bins.high - bins.low)  # an edge of 0.7 may be 7 * 0.1
    return bins.where((bins.low >= low - slack) & (bins.high <= high + slack))


def start_of(curve: Formula, bins: Bins) -> dict[str, float]:
    """Where a fit of a formula with a name begins; nothing for others.

    >>> import numpy as np
    >>> from ramet.graphs.formula import Formula
    >>> bins = Bins(np.arange(4.0), np.arange(1.0, 5), np.array([1.0, 2, 3, 4]), np.ones(4))
    >>> {name: round(value, 6) for name, value in start_of(Formula("pol1"), bins).items()}
    {'p0': 0.5, 'p1': 1.0}
    """
    text, middles = curve.text.strip(), (bins.low + bins.high) / 2
    if re.fullmatch(r"gausn?|landaun?|breitwigner", text) and bins.contents.any() and np.isfinite(bins.contents.sum()):
        sign = 1.0 if bins.contents.sum() > 0 or not (bins.contents < 0).any() else -1.0  # a dip, as of a profile
        heights = np.maximum(sign * bins.contents, 0)
        mean = float(np.average(middles, weights=heights))
        width = float(np.sqrt(np.average((middles - mean) ** 2, weights=heights)))
        width = width or float(bins.high[0] - bins.low[0])
        mean = 0.0 if abs(mean) < _ROUNDING * width else mean
        height = sign * float(heights.max())
        area = height * width * math.sqrt(2 * math.pi)
        first = height if text in ("gaus", "landau") else area
        return dict(zip(curve.parameters, (first, mean, width), strict=True))
    if text == "expo":
        full = bins.contents > 0
        slope, constant = np.polyfit(middles[full], np.log(bins.contents[full]), 1) if full.sum() > 1 else (0.0, 0.0)
        return dict(zip(curve.parameters, (float(constant), float(slope)), strict=True))
    if match := re.fullmatch(r"pol(\d)", text):
        # full: without a warning where x is far from 0
        found, *_ = np.polyfit(middles, bins.contents, min(int(match[1]), len(middles) - 1), full=True)
        coefficients = found[::-1]
        return dict(zip(curve.parameters, coefficients.tolist(), strict=False))
    return {}
