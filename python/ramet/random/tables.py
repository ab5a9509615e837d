"""Distributions given by a histogram or a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError

__all__ = ["BinTable", "FunctionTable"]


class BinTable:
    """The distribution of a histogram, for `Stream.of_bins`. Threads: immutable.

    A point is in a bin with a probability in proportion to its contents, and uniformly distributed within it. Underflow
    and overflow are left out. MisuseError is raised for negative contents, and if all are 0.

    Parameters:
        contents: a histogram with `to_numpy`, such as ramet's; or an array with an axis for each of `edges`.
        edges: the edges of the bins of each axis, if `contents` are an array.

    >>> from ramet.random import Stream
    >>> (x,) = Stream(1, "shape").of_bins(1000, BinTable([1, 0, 3], [0, 1, 2, 4]))
    >>> round(float((x > 2).mean()), 1)
    0.8
    """

    def __init__(self, contents: Any, *edges: npt.ArrayLike) -> None:
        if hasattr(contents, "to_numpy"):
            if edges:
                raise MisuseError("edges are given, but the histogram has its own")
            contents, *edges = contents.to_numpy()
        values = np.asarray(contents, np.float64)
        axes = [np.ascontiguousarray(axis, np.float64) for axis in edges]
        shape = tuple(len(axis) - 1 for axis in axes)
        if values.shape != shape:
            raise MisuseError(f"contents have the shape {values.shape}, the edges are those of {shape}")
        self.core = _core.BinTable(axes, np.ravel(values, order="F"))

    @property
    def axes(self) -> int:
        """The number of axes."""
        return self.core.axes


class FunctionTable:
    """The distribution whose density is a function, for `Stream.of_function`. Threads: immutable.

    The function need not be normalised. It is called when the table is made, and taken as linear between points, which
    are set as densely as the tolerance requires. MisuseError is raised where it is negative or not finite.

    Parameters:
        function: of one float.
        low: the lower bound of the numbers.
        high: the upper bound.
        tolerance: the largest probability that may be in the wrong place, 10⁻⁹ to 0.1.

    >>> from ramet.random import Stream
    >>> table = FunctionTable(lambda x: x * x, 0, 1)
    >>> numbers = Stream(1, "shape").of_function(1000, table)
    >>> round(float(numbers.mean()), 1)
    0.7
    """

    def __init__(
        self,
        function: Callable[[float], float],
        low: SupportsFloat,
        high: SupportsFloat,
        *,
        tolerance: SupportsFloat = 1e-6,
    ) -> None:
        bounds = real_number(low, "low"), real_number(high, "high")
        self.core = _core.FunctionTable(function, *bounds, real_number(tolerance, "tolerance"))

    @property
    def intervals(self) -> int:
        """The number of intervals in which the function is taken as linear."""
        return self.core.intervals

    @property
    def error(self) -> float:
        """An estimate of the probability in the wrong place, at most the tolerance."""
        return self.core.error
