"""Common base of histograms and profiles: filling, arithmetic, slices, copies."""

from __future__ import annotations

import numbers
import os
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError
from ramet.histograms.axis import axis_number
from ramet.histograms.binned import Binned
from ramet.histograms.bins.making import Bins, Bounds, Labels, axes_of
from ramet.histograms.bins.selecting import selections_of
from ramet.histograms.others import numbers_of
from ramet.places import Place
from ramet.reading.objects.members import Origin
from ramet.session import shared_session
from ramet.writing.output import create_output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ramet.fit.result import FitResult
    from ramet.graphs.formula import Formula
    from ramet.graphs.function import Function
    from typing_extensions import Self

__all__ = ["FilledBins", "contents_of", "histogram_in"]

_NAME = "histogram"


class FilledBins(Binned):
    """A histogram or profile that can be made, filled, added, scaled, sliced and projected."""

    _read: _core.Histogram | None = None  # what was in the file

    # What _core holds never changes: filling fills a copy, and puts that in its place, so that who reads meanwhile sees
    # the histogram as it was before.

    def _make(self, bins: Bins, bounds: Bounds | None, label: Labels, *, is_profile: bool) -> _core.Histogram:
        self._lock = threading.Lock()
        return _core.Histogram(axes_of(bins, bounds, label), is_profile)

    @classmethod
    def from_core(cls, core: _core.Histogram) -> Self:
        """The one that C++ has made."""
        made = cls.__new__(cls)
        made._lock = threading.Lock()
        made._core = core
        return made

    def _fill(self, columns: tuple[npt.ArrayLike, ...], weight: npt.ArrayLike | None) -> Self:
        arrays = [numbers_of(column) for column in columns]
        if not arrays:
            raise MisuseError(f"nothing to fill a histogram of {self.ndim} axes with")
        weights = None
        if weight is not None:
            numbers, wanted = numbers_of(weight), len(arrays[0])
            if len(numbers) not in (1, wanted):
                raise MisuseError(f"{len(numbers)} weights for {wanted} values, expected one for each, or one for all")
            weights = np.ascontiguousarray(np.broadcast_to(numbers, wanted))
        with self._lock:
            filled = self._core.copy()
            filled.fill(shared_session(), arrays, weights)
            self._core = filled
        return self

    def __getitem__(self, index: Any) -> Any:
        """Bins, as UHI says it: an index for each axis, `...` for those that are left out, or a mapping from axes.

        An index is a slice of bins, which keeps these bins and adds the others to underflow and overflow. With `sum` as
        its step, or with `sum` alone, the axis is summed and removed: `h[2j:5j, sum]`. Ends are numbers of bins from 0,
        values (`2j`, or `2j + 1` for one bin behind), names of bins, `len`, or functions of the axis as `hist.loc`. A
        sum over a slice without an end includes underflow or overflow there: `h[::sum]`, `h[0:len:sum]`. The step `2j`,
        or `hist.rebin(2)`, makes one bin of two. A single bin is picked: `h[3]`, `h[91.2j]`, `h["muon"]`,
        `h[hist.overflow]`.

        Returns:
            A histogram; or if no axis is left a float: the content, or the mean of a profile.

        Raises:
            IndexError: a bin or axis that does not exist, a range without bins, or a wrong number of indices.
            TypeError: something that is not an index.
        """
        selections = selections_of(index, self.axes)
        if all(is_summed for _, _, is_summed, _ in selections):
            return self._core.sum_over(selections)[0]
        return type(self).from_core(self._core.select(selections))

    __iter__ = None  # an index is one for each axis

    def project(self, *axes: SupportsIndex | str) -> Self:
        """Project on some axes, in this order: 0 or "x", 1 or "y", -1 the last. The others are summed, including
        underflow and overflow. Raises IndexError for an axis that does not exist, MisuseError for a repeated one."""
        numbers = [axis_number(axis) for axis in axes]
        for number in numbers:
            if not -self.ndim <= number < self.ndim:
                raise IndexError(f"axis {number} of a histogram with {self.ndim} axes")
        return type(self).from_core(self._core.project([number % self.ndim for number in numbers]))

    def fit(
        self,
        formula: str | Formula | Function,
        start: Mapping[str, float] | None = None,
        *,
        within: tuple[float, float] | None = None,
        cost: str = "chi_square",
        limits: Mapping[str, tuple[float, float]] | None = None,
        fixed: Mapping[str, float] | None = None,
        **named: float,
    ) -> FitResult:
        """Fit a formula to the contents of a histogram with one axis, or the means of a profile: `h.fit("gaus")`. Needs
        iminuit (`ramet[fit]`).

        A bin's content is compared with the mean of the formula over the bin. `gaus`, `landau`, `breitwigner`, `expo`
        and `pol0` to `pol9` know where to begin. The histogram keeps the function that was found in `functions`, in
        place of others, as in ROOT: pictures show it, and files have it.

        Args:
            formula: as `ramet.formula` takes it, what that gave, or a function, as one of `functions`: with its values,
                limits and fixed parameters, besides what is given here.
            start: where each parameter begins, by name.
            within: only bins that are between these two numbers as a whole. ROOT takes those whose middle is.
            cost: "chi_square", which leaves out bins without an error, or "likelihood", which is better for small
                contents, and not for profiles.
            limits: of parameters, by name.
            fixed: parameters that keep a value.
            named: the same as `start`.

        Raises:
            MisuseError: the formula has other variables or parameters, too few bins have contents, or a parameter has
                no start.
            UnsupportedError: the histogram has more than one axis, or iminuit is not installed.
        """
        from ramet.fit.curves.functions import function_of
        from ramet.fit.curves.histograms import fit_curve
        from ramet.fit.search.limits import require_by_name

        require_by_name(start, "start")
        begin = {**(start or {}), **named}
        result = fit_curve(self, formula, begin, within=within, cost=cost, limits=limits, fixed=fixed)
        view = result.cost.views[0]
        with self._lock:
            self._core = self._core.with_functions([function_of(result, view.formula, view.within)])
        return result

    def __iadd__(self, other: Self) -> Self:
        if not isinstance(other, type(self)):
            return NotImplemented
        with self._lock:
            total = self._core.copy()
            total.add(other._core)
            self._core = total
        return self

    def __add__(self, other: Self) -> Self:
        if not isinstance(other, type(self)):
            return NotImplemented
        total = type(self).from_core(self._core)
        total += other
        return total

    def __radd__(self, other: Any) -> Self:
        """Accept the 0 that `sum` begins with."""
        return type(self).from_core(self._core) if type(other) is int and other == 0 else NotImplemented

    def __mul__(self, factor: SupportsFloat) -> Self:
        if not _is_number(factor):
            return NotImplemented
        return type(self).from_core(_scaled(self._core, factor))

    __rmul__ = __mul__

    def __truediv__(self, divisor: SupportsFloat) -> Self:
        return self * (1 / float(divisor)) if _is_number(divisor) else NotImplemented

    def __imul__(self, factor: SupportsFloat) -> Self:
        if not _is_number(factor):
            return NotImplemented
        with self._lock:
            self._core = _scaled(self._core, factor)
        return self

    def __itruediv__(self, divisor: SupportsFloat) -> Self:
        if not _is_number(divisor):
            return NotImplemented
        self *= 1 / float(divisor)
        return self

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's numbers scale a histogram, as Python's do; to all other functions it is its values."""
        if ufunc is np.multiply and method == "__call__" and np.ndim(inputs[0]) == 0 and not options:
            return self * inputs[0]
        arrays = [one.values() if isinstance(one, FilledBins) else one for one in inputs]
        return getattr(ufunc, method)(*arrays, **options)

    def __copy__(self) -> Self:
        copied = type(self).from_core(self._core)
        copied._stored, copied._at, copied._read = self._stored, self._at, self._read
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps the histogram itself; where it stays as it was read, and is of a kind that ramet does not write
        as it is, the place that it was read from."""
        core = self._core
        contents = contents_of(core)
        if self._at is not None and core is self._read and histogram_in(*contents) != core:
            return self._at.recipe()
        return _restored, (type(self), *contents)

    def remember(self, stored: Origin, place: Place | None) -> None:
        """As for every figure; once it is filled further, it is no longer the stored one."""
        super().remember(stored, place)
        self._read = self._core

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._core == other._core

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} of {self._bins_as_text()}>"


def contents_of(core: _core.Histogram) -> tuple[bytes, str]:
    """The contents of a file that has it, which any version of ramet and ROOT reads, and its name."""
    with tempfile.TemporaryDirectory(prefix="ramet-") as folder:
        path = os.path.join(folder, "histogram.root")  # noqa: PTH118
        output = create_output(path, compression=None, memory_budget="1 GiB", reproducible=True, session=None)
        output.put(_NAME, core)
        output.close()
        return Path(path).read_bytes(), core.name


def histogram_in(contents: bytes, name: str) -> _core.Histogram:
    """The histogram in them."""
    file = shared_session().open_bytes(contents, name)
    found = file.figure(file.key(_NAME))
    if not isinstance(found, _core.Histogram):
        raise MisuseError(f"a pickled histogram {name!r} has a {type(found).__name__}")
    return found.named(name, found.title, found.value_title)


def _restored(kind: type[FilledBins], contents: bytes, name: str) -> FilledBins:
    """The object that was pickled."""
    return kind.from_core(histogram_in(contents, name))


def _scaled(core: _core.Histogram, factor: SupportsFloat) -> _core.Histogram:
    scaled = core.copy()
    scaled.scale(real_number(float(factor), "a factor"))
    return scaled


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) or (isinstance(value, np.ndarray) and value.ndim == 0)
