"""Histograms of many axes that store only filled cells."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.histograms.axis import Axis, Floats, axes_html, axis_number
from ramet.histograms.histogram import Histogram
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["SparseHistogram"]

_MOST_CELLS = 1 << 27  # 1 GiB of contents


class SparseHistogram(StoredFigure[_core.SparseHistogram]):
    """A histogram of many axes that stores only filled cells: a THnSparse of ROOT.

    It implements UHI like the others, which creates all cells; `bins` and `contents` have the stored ones. Threads: any
    number.
    """

    @property
    def kind(self) -> str:
        """UHI's name for a histogram of counts or sums of weights: "COUNT"."""
        return "COUNT"

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes, x first."""
        return tuple(Axis(axis) for axis in self._core.axes)

    def axis(self, number: SupportsIndex | str = 0) -> Axis:
        """One axis: 0 or "x" is x, -1 the last."""
        return self.axes[axis_number(number)]

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self._core.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of bins of each axis."""
        return tuple(axis.bins.bins for axis in self._core.axes)

    @property
    def is_weighted(self) -> bool:
        """Whether sums of squared weights are kept."""
        return self._core.is_weighted

    @property
    def num_entries(self) -> float:
        """The number of values that were filled, also outside the range."""
        return self._core.entries

    # --- the filled cells ----------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of filled cells."""
        return self._core.filled_cells

    @property
    def bins(self) -> npt.NDArray[np.uint32]:
        """The bin numbers of the filled cells along each axis, shape (cells, axes). 0 is the underflow, the number of
        bins plus one the overflow."""
        return self._core.bins

    @property
    def contents(self) -> Floats:
        """The sum of weights of each filled cell: shape (cells,)."""
        return self._core.contents

    @property
    def squares(self) -> Floats:
        """The sum of squared weights of each filled cell; its content when none are kept."""
        return self._core.squares if self.is_weighted else self._core.contents

    # --- all cells -----------------------------------------------------------------------------------------------

    def dense(self, *, most_cells: SupportsIndex = _MOST_CELLS) -> Histogram:
        """Convert to a dense histogram, including under- and overflow. Raises UnsupportedError if it has more than
        `most_cells` cells."""
        return Histogram.from_core(self._core.dense(whole_number(most_cells, "most_cells")))

    def values(self, *, flow: bool = False) -> Floats:
        """The sums of weights of all cells, as Histogram.values."""
        return self.dense().values(flow=flow)

    def variances(self, *, flow: bool = False) -> Floats:
        """The squares of the errors of all cells, as Histogram.variances."""
        return self.dense().variances(flow=flow)

    def errors(self, *, flow: bool = False) -> Floats:
        """The errors of all cells, as Histogram.errors."""
        return self.dense().errors(flow=flow)

    def counts(self, *, flow: bool = False) -> Floats:
        """The effective entries of all cells, as Histogram.counts."""
        return self.dense().counts(flow=flow)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001
        """`values()`, for NumPy's functions."""
        return np.array(self.values(), dtype=dtype, copy=copy)

    def to_numpy(self, *, flow: bool = False) -> tuple[Floats, ...]:
        """All values and the edges of each axis, as Histogram.to_numpy."""
        return self.dense().to_numpy(flow=flow)

    def to_boost(self) -> Any:
        """A boost_histogram.Histogram with all cells, as Histogram.to_boost."""
        return self.dense().to_boost()

    def _to_boost_histogram_(self) -> Any:
        """The hook for boost_histogram.Histogram(...) and hist.Hist(...)."""
        return self.to_boost()

    def to_hist(self) -> Any:
        """A hist.Hist with all cells, as Histogram.to_hist."""
        return self.dense().to_hist()

    def __repr__(self) -> str:
        bins = " x ".join(str(size) for size in self.shape)
        return f"<SparseHistogram {self.name!r} of {bins} bins, {len(self)} filled>"

    def _repr_html_(self) -> str:
        return axes_html(repr(self), self.axes)
