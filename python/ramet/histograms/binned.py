"""Properties of histograms and profiles of any number of axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from ramet._core import Histogram as CoreHistogram
from ramet.graphs.function import Function
from ramet.histograms.axis import Axis, Floats, axes_html, axis_number
from ramet.histograms.convert import boost_of, hist_of
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["Binned"]


class Binned(StoredFigure[CoreHistogram]):
    """Bins in one or more dimensions, with underflow and overflow: speaks UHI. Threads: any number may read it."""

    _core: CoreHistogram

    @property
    def value_label(self) -> str:
        """The title of the counts, or of a profile's heights: that of the axis after the last one."""
        return self._core.value_title

    @property
    def kind(self) -> str:
        """Its kind in UHI: "COUNT" for sums of weights, "MEAN" for profiles."""
        return "MEAN" if self._core.is_profile else "COUNT"

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes, x first."""
        return tuple(self.axis(number) for number in range(self.ndim))

    def axis(self, axis: SupportsIndex | str = 0) -> Axis:
        """One axis: 0, "x" or "xaxis" is x, -1 the last. Raises IndexError for one that does not exist."""
        axes = self._core.axes
        number = axis_number(axis)
        if not -len(axes) <= number < len(axes):
            raise IndexError(f"axis {number} of a histogram with {len(axes)} axes")
        number %= len(axes)
        stored = None if self._stored is None else lambda: self.member(f"f{'XYZ'[number]}axis")
        return Axis(axes[number], stored)

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
        """Whether sums of squared weights are kept: from the first fill with weights on."""
        return self._core.is_weighted

    @property
    def weighted(self) -> bool:
        """`is_weighted`, as uproot calls it."""
        return self.is_weighted

    @property
    def num_entries(self) -> float:
        """The number of values that were filled, also outside the range."""
        return self._core.entries

    @property
    def mean(self) -> float:
        """Weighted mean along x of the values inside the range, without binning errors. 0 without entries; computed
        from the bins' centres if only contents were set, as in TH1."""
        return self._core.mean(0)

    @property
    def standard_deviation(self) -> float:
        """Weighted standard deviation along x of the values inside the range, by the same rules as `mean`."""
        return self._core.standard_deviation(0)

    @property
    def means(self) -> tuple[float, ...]:
        """`mean` along each axis."""
        return tuple(self._core.mean(axis) for axis in range(self.ndim))

    @property
    def standard_deviations(self) -> tuple[float, ...]:
        """`standard_deviation` along each axis."""
        return tuple(self._core.standard_deviation(axis) for axis in range(self.ndim))

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions that were fitted to it."""
        return tuple(Function(core) for core in self._core.functions)

    def contents(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The stored content of each bin: the sum of weights, or in a profile the sum of weight * height. Shape as of
        `values`."""
        return self._without_flow(self._core.contents, flow=flow)

    def values(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The sum of weights of each bin, or the mean height of a profile (0 without entries): indexed [x][y]...,
        float64; with `flow`, underflow is first and overflow last along each axis."""
        return self._without_flow(self._core.values, flow=flow)

    def variances(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The square of each bin's error in ROOT; shape as of `values`: the sum of squared weights, or without these
        the content; for a profile by its error option."""
        return self._without_flow(self._core.variances, flow=flow)

    def errors(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The square roots of the variances, as `values`."""
        errors: Floats = np.sqrt(self.variances(flow=flow))
        return errors

    def counts(self, flow: bool = False) -> Floats:  # noqa: FBT001, FBT002 - as uproot has it
        """The number of unweighted entries with the same precision: values² / variances, or (Σw)² / Σw² for a profile;
        0 for empty bins."""
        return self._without_flow(self._core.counts, flow=flow)

    def _without_flow(self, cells: Floats, *, flow: bool) -> Floats:
        return cells if flow else np.ascontiguousarray(cells[(slice(1, -1),) * cells.ndim])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001
        """`values()`, for NumPy's functions."""
        return np.array(self.values(), dtype=dtype, copy=copy)

    def to_numpy(self, flow: bool = False, dd: bool = False) -> tuple[Any, ...]:  # noqa: FBT001, FBT002 - likewise
        """Values and the edges of each axis, as numpy.histogram and numpy.histogram2d have them, or with `dd` in a
        tuple, as numpy.histogramdd; `flow` adds edges -inf and inf."""
        edges = tuple(axis.edges(flow=flow) for axis in self.axes)
        return (self.values(flow=flow), edges) if dd else (self.values(flow=flow), *edges)

    def to_boost(
        self, metadata: Mapping[str, str] | None = None, axis_metadata: Mapping[str, str] | None = None
    ) -> Any:
        """A boost_histogram.Histogram with the same bins, values and variances; needs boost-histogram.

        Named bins become a category axis (StrCategory), whose overflow has the sum of under- and overflow. A profile
        gets Mean storage, or WeightedMean if it is weighted.

        Args:
            metadata: the attributes that it gets, and of which members in the file, as {"name": "fName"}; its `name`
                by default.
            axis_metadata: the same of its axes; `name` and `label` by default.

        Raises:
            UnsupportedError: members are wanted of a histogram that was not read from a file.
            KeyInFileError: there is no such member.
        """
        members = None if metadata is None else {key: self.member(name) for key, name in metadata.items()}
        return boost_of(self._core, self.axes, members, axis_metadata)

    def _to_boost_histogram_(self) -> Any:
        """The hook for boost_histogram.Histogram(...) and hist.Hist(...)."""
        return self.to_boost()

    def to_hist(self, metadata: Mapping[str, str] | None = None, axis_metadata: Mapping[str, str] | None = None) -> Any:
        """A hist.Hist with the same bins, values, variances and labels, as `to_boost`; needs hist."""
        return hist_of(self.to_boost(metadata, axis_metadata), self._core.title)

    def _repr_html_(self) -> str:
        from ramet.pictures.views import picture_html

        return picture_html(self) + axes_html(repr(self), self.axes)

    def _bins_as_text(self) -> str:
        axes = self.axes
        if len(axes) == 1:
            return f"{len(axes[0])} bins from {axes[0].low} to {axes[0].high}"
        return " x ".join(str(len(axis)) for axis in axes) + " bins"
