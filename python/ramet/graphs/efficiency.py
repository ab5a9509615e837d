"""Efficiencies: the fraction of entries that passed."""

from __future__ import annotations

import numpy as np
from ramet import _core
from ramet.graphs.function import Function
from ramet.histograms.axis import Axis, Floats
from ramet.histograms.histogram import Histogram
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["Efficiency"]


class Efficiency(StoredFigure[_core.Efficiency]):
    """The fraction of entries that passed, in each bin, with confidence intervals: a TEfficiency of ROOT.

    Threads: any number.
    """

    @property
    def passed(self) -> Histogram:
        """The histogram of entries that passed."""
        return Histogram.from_core(self._core.passed)

    @property
    def total(self) -> Histogram:
        """The histogram of all entries."""
        return Histogram.from_core(self._core.total)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes, x first."""
        return self.total.axes

    @property
    def interval_kind(self) -> str:
        """The kind of intervals: "clopper_pearson", "normal", "wilson", "agresti_coull", "feldman_cousins", "mid_p", or
        Bayesian "jeffreys", "uniform_prior", "chosen_prior"."""
        return str(self._core.interval.name)

    @property
    def confidence_level(self) -> float:
        """The probability that an interval covers."""
        return self._core.confidence_level

    @property
    def prior(self) -> tuple[float, float] | None:
        """Alpha and beta of the prior Beta(alpha, beta); None when intervals are not Bayesian."""
        return self._core.prior if self._core.is_bayesian else None

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions that were fitted to it."""
        return tuple(Function(core) for core in self._core.functions)

    def values(self, *, flow: bool = False) -> Floats:
        """The efficiency in each bin, 0 where there are no entries: indexed [x][y]..., float64; with `flow`, underflow
        is first and overflow last along each axis. Bayesian ones are the mean or mode of the posterior."""
        return _without_flow(self._core.values, flow=flow)

    def intervals(self, *, flow: bool = False) -> tuple[Floats, Floats]:
        """Lower and upper ends of the confidence intervals, each as `values`. Raises UnsupportedError for
        Feldman-Cousins intervals."""
        return _without_flow(self._core.low, flow=flow), _without_flow(self._core.high, flow=flow)

    def errors(self, *, flow: bool = False) -> Floats:
        """Distances from the values to the lower and upper ends of the intervals: shape (2, ...), as for matplotlib's
        errorbar."""
        values = self.values(flow=flow)
        low, high = self.intervals(flow=flow)
        return np.stack([values - low, high - values])

    def __repr__(self) -> str:
        bins = " x ".join(str(len(axis)) for axis in self.axes)
        return f"<Efficiency {self.name!r} of {bins} bins>"


def _without_flow(cells: Floats, *, flow: bool) -> Floats:
    return cells if flow else np.ascontiguousarray(cells[(slice(1, -1),) * cells.ndim])
