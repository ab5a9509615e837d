"""Histograms of counts and sums of weights."""

from __future__ import annotations

import numbers
import threading
from typing import Any, Self, SupportsFloat

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number, whole_number
from ramet.errors import MisuseError
from ramet.histograms.binned import Binned
from ramet.histograms.others import axis_of, numbers_of
from ramet.histograms.values import contents_of, histogram_in, scaled
from ramet.places import Place
from ramet.reading.members import Origin
from ramet.session import shared_session

__all__ = ["Histogram"]


class Histogram(Binned):
    """A histogram of sums of weights: what TH1, TH2, TH3 and THn are to ROOT.

    >>> histogram = Histogram(4, (0, 4))
    >>> _ = histogram.fill([0.5, 1.5, 1.5, 9])
    >>> histogram.values()
    array([1., 2., 0., 0.])

    Files have those of any number of axes; what is made and filled here has one. A bin has its lower edge and is
    without its upper one; NaN counts as overflow. Any number of threads may fill and read it: who reads while others
    fill sees whole fills.

    Args:
        bins: how many bins of equal width in `bounds`, or all edges, which rise.
        bounds: where the first bin begins and the last one ends.
        name: for other libraries; in a file it is called what `file[name] = histogram` says.
        title: of the histogram.
        label: of the axis, as "mass [GeV]".

    Raises:
        TypeError: bins is a number and bounds are missing.
        MisuseError: no bin, or edges that are not finite or do not rise.
    """

    _read: _core.Histogram | None = None  # what was in the file

    # What _core holds never changes: filling fills a copy, and puts that in its place, so that who reads meanwhile sees
    # the histogram as it was before.

    def __init__(
        self,
        bins: npt.ArrayLike,
        bounds: tuple[SupportsFloat, SupportsFloat] | None = None,
        *,
        name: str = "",
        title: str = "",
        label: str = "",
    ) -> None:
        if np.ndim(bins) == 0:
            if bounds is None or len(bounds) != 2:
                raise TypeError("a number of bins needs two bounds: Histogram(50, (0, 100))")
            low, high = (real_number(bound, "a bound") for bound in bounds)
            axis = _core.Axis.regular(_number_of(bins), low, high)
        else:
            axis = axis_of(np.ascontiguousarray(bins, dtype=np.float64))
        self._lock = threading.Lock()
        self._core = _core.Histogram(_core.NamedAxis(axis, label, {})).named(name, title, "")

    @classmethod
    def from_core(cls, core: _core.Histogram) -> Histogram:
        """The histogram that C++ has made."""
        histogram = cls.__new__(cls)
        histogram._lock = threading.Lock()
        histogram._core = core
        return histogram

    def fill(self, values: npt.ArrayLike, *, weight: npt.ArrayLike | None = None) -> Self:
        """Add numbers, on all cores; the result does not depend, to the last bit, on how many these are.

        Args:
            values: numbers of any type and shape; lists are taken flat.
            weight: one for all, or one for each value.

        Returns:
            The histogram itself.

        Raises:
            TypeError: values or weights are no numbers.
            MisuseError: there are not as many weights as values, or it has more than one axis.
        """
        numbers = numbers_of(values)
        weights = None if weight is None else np.ascontiguousarray(np.broadcast_to(numbers_of(weight), numbers.shape))
        with self._lock:
            filled = self._core.copy()
            filled.fill(shared_session(), numbers, weights)
            self._core = filled
        return self

    def __iadd__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        with self._lock:
            total = self._core.copy()
            total.add(other._core)
            self._core = total
        return self

    def __add__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        total = Histogram.from_core(self._core)
        total += other
        return total

    def __radd__(self, other: Any) -> Histogram:
        """What `sum` begins with is 0."""
        return Histogram.from_core(self._core) if type(other) is int and other == 0 else NotImplemented

    def __mul__(self, factor: SupportsFloat) -> Histogram:
        if not _is_number(factor):
            return NotImplemented
        return Histogram.from_core(scaled(self._core, float(factor)))

    __rmul__ = __mul__

    def __truediv__(self, divisor: SupportsFloat) -> Histogram:
        return self * (1 / float(divisor)) if _is_number(divisor) else NotImplemented

    def __imul__(self, factor: SupportsFloat) -> Histogram:
        if not _is_number(factor):
            return NotImplemented
        with self._lock:
            self._core = scaled(self._core, float(factor))
        return self

    def __itruediv__(self, divisor: SupportsFloat) -> Histogram:
        if not _is_number(divisor):
            return NotImplemented
        self *= 1 / float(divisor)
        return self

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's numbers scale a histogram, as Python's do; to all other functions it is its values."""
        if ufunc is np.multiply and method == "__call__" and np.ndim(inputs[0]) == 0 and not options:
            return self * inputs[0]
        arrays = [one.values() if isinstance(one, Histogram) else one for one in inputs]
        return getattr(ufunc, method)(*arrays, **options)

    def __copy__(self) -> Histogram:
        copied = Histogram.from_core(self._core)
        copied._stored, copied._at, copied._read = self._stored, self._at, self._read
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps the histogram itself; where it stays as it was read, and is of a kind that ramet cannot write,
        the place that it was read from."""
        core = self._core
        contents = contents_of(core)
        if self._at is not None and core is self._read and histogram_in(*contents) != core:
            return self._at.recipe()
        return _from_contents, contents

    def remember(self, stored: Origin, place: Place) -> None:
        """As of every figure; it may be filled later, and is another one then."""
        super().remember(stored, place)
        self._read = self._core

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self._core == other._core

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Histogram {self.name!r} of {self._bins_as_text()}>"


def _number_of(bins: Any) -> int:
    number = whole_number(bins, "bins")
    if not 0 < number < 2**31:
        raise MisuseError(f"{number} bins, expected from 1 to {2**31 - 1}")
    return number


def _from_contents(contents: bytes, name: str) -> Histogram:
    """What was pickled."""
    return Histogram.from_core(histogram_in(contents, name))


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) or (isinstance(value, np.ndarray) and value.ndim == 0)
