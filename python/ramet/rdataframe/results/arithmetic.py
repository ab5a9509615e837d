"""Arithmetic of histograms with ROOT's names: sums, quotients, other bins."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.others import axis_between, counted
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.computed import Computed
from ramet.rdataframe.results.projections import Projected

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Arithmetic"]

_NO_HISTOGRAM = "a histogram of ramet.rdataframe, or ramet.Histogram, is wanted"

_ROOT_OF_TWO_PI = 2.50662827  # with the digits of ROOT


class Arithmetic(Projected):
    """A histogram that can be computed with, as ROOT's TH1. Its entries are those that ROOT says: after what is no
    plain sum, as many as have the contents and errors. Threads: one at a time."""

    __array_ufunc__ = None  # so that a number of NumPy times a histogram is a histogram

    # --- sums, products, quotients -----------------------------------------------------------------------------------

    def Scale(self, factor: float = 1.0, option: str = "") -> None:
        """Multiply all contents; with "width" divide each by the width of its bin, too. With "nosw2" squares of weights
        are kept only if they were before: errors are then roots of the new contents."""
        if option.lower() not in ("", "width", "nosw2"):
            raise UnsupportedError(f"Scale with option {option!r}: there are 'width' and 'nosw2'")
        self._forget_limits()
        if "width" not in option.lower():
            made = self._of * factor
            if option and isinstance(made, Histogram) and not self._of.is_weighted:
                cells, _ = self._cells()
                self._set(cells * float(factor), None, self._of.num_entries, made.core.moments)
            else:
                self._of = made
            return
        cells, squares = self._cells()
        widths = np.ones(cells.shape)
        for number in range(cells.ndim):
            widths = widths * self._along(number, self.GetAxis(number).widths())
        squares = cells if squares is None else squares
        self._set(factor * cells / widths, factor * factor * squares / (widths * widths))

    def Add(self, other: Any, *more: Any) -> bool:
        """Add the contents of another one, times a factor: `Add(h, factor)`; or make it the sum of two:
        `Add(h1, h2, factor1, factor2)`."""
        self._forget_limits()
        if more and not isinstance(more[0], numbers.Real):
            second, *factors = more
            parts = [(self._other(other), 1.0), (self._other(second), 1.0)]
            parts = [(of, float(one)) for (of, _), one in zip(parts, [*factors, 1.0, 1.0], strict=False)]
        else:
            parts = [(self._other(self), 1.0), (self._other(other), float(more[0]) if more else 1.0)]
        if isinstance(self._of, Profile):
            if any(factor != 1 for _, factor in parts):
                raise UnsupportedError("Add of profiles takes no factors: they would weigh entries, not heights")
            self._of = parts[0][0]._of + parts[1][0]._of
            return True
        for one, _ in parts:
            self._check_bins(one)
        are_weighted = any(one._of.core.is_weighted or factor != 1 for one, factor in parts)
        cells, squares = _sums([(*one._both(), factor) for one, factor in parts])
        is_sum = all(factor == 1 for _, factor in parts)
        entries = sum(one.GetEntries() for one, _ in parts) if is_sum else None
        negative = any(factor < 0 for _, factor in parts)
        moments = None if negative else (parts[0][0]._of * parts[0][1] + parts[1][0]._of * parts[1][1]).core.moments
        self._set(cells, squares if are_weighted else None, entries, moments)
        return True

    def Multiply(self, other: Any, *more: Any) -> bool:
        """Multiply contents by those of another one, with errors as of independent numbers: `Multiply(h)`, or make it
        the product of two: `Multiply(h1, h2, factor1, factor2)`."""
        one, second, factors, _ = self._operands("Multiply", other, more)
        (cells, squares), (theirs, their_squares) = one._both(), second._both()
        scale = factors[0] * factors[1]
        errors = (squares * theirs**2 + their_squares * cells**2) * scale**2
        self._set(cells * theirs * scale, errors if self._are_weighted(one, second) else None)
        return True

    def Divide(self, other: Any, *more: Any) -> bool:
        """Divide contents by those of another one, with errors as of independent numbers, 0 where that has none:
        `Divide(h)`, or make it the quotient of two: `Divide(h1, h2, factor1, factor2, option)`. With the option "B" the
        errors are those of an efficiency."""
        one, second, factors, option = self._operands("Divide", other, more)
        if option.lower() not in ("", "b"):
            raise UnsupportedError(f"Divide with option {option!r}: there is 'B'")
        (cells, squares), (theirs, their_squares) = one._both(), second._both()
        scale = factors[0] / factors[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            if option:
                errors = abs(((1 - 2 * cells / theirs) * squares + cells**2 * their_squares / theirs**2) / theirs**2)
                errors = np.where(cells == theirs, 0.0, errors)
            else:
                errors = scale**2 * (squares * theirs**2 + their_squares * cells**2) / theirs**4
            ratio = np.where(theirs != 0, scale * cells / theirs, 0.0)
            errors = np.where(theirs != 0, errors, 0.0)
        is_kept = bool(option) or self._are_weighted(one, second)
        self._set(ratio, errors if is_kept else None, second.GetEntries() if option else None)
        return True

    def _operands(self, name: str, other: Any, more: Sequence[Any]) -> tuple[Arithmetic, Arithmetic, list[float], str]:
        """The two histograms, their factors, and an option."""
        self._forget_limits()
        option = str(more[-1]) if more and isinstance(more[-1], str) else ""
        given = [one for one in more if not isinstance(one, str)]
        operands = [self._other(self), self._other(other)]
        if given and not isinstance(given[0], numbers.Real):
            operands = [operands[1], self._other(given.pop(0))]
        elif given:
            raise UnsupportedError(f"{name} takes another histogram, or two with their factors and an option")
        for one in operands:
            self._check_bins(one)
        factors = [*(float(one) for one in given), 1.0, 1.0][:2]
        return operands[0], operands[1], factors, option

    def _are_weighted(self, *operands: Arithmetic) -> bool:
        return any(one._of.core.is_weighted for one in (self, *operands))

    def _other(self, other: Any) -> Arithmetic:
        """A histogram, its result, or one of ramet's, as one with ROOT's names."""
        of = _valued(other)
        found = of if isinstance(of, Arithmetic) else type(self)(of)
        if not isinstance(found._of, Histogram | Profile):
            raise UnsupportedError(f"arithmetic with a {type(of).__name__}: {_NO_HISTOGRAM}")
        return found

    def _check_bins(self, other: Arithmetic) -> None:
        if self._of.shape != other._of.shape:
            raise UnsupportedError(
                f"histograms with different bins: {self.GetName()!r} has {self._of.shape}, {other.GetName()!r} "
                f"{other._of.shape}"
            )
        for number in range(self._of.ndim):
            ours, theirs = (one._of.axes[number].edges() for one in (self, other))
            if not np.allclose(ours, theirs, rtol=1e-12, atol=1e-10 * float(np.diff(ours).min())):
                told = "" if (ours[0], ours[-1]) != (theirs[0], theirs[-1]) else ", with other edges between"
                raise UnsupportedError(
                    f"histograms with different bins along axis {number}: {self.GetName()!r} has them from {ours[0]:g} "
                    f"to {ours[-1]:g}, {other.GetName()!r} from {theirs[0]:g} to {theirs[-1]:g}{told}"
                )

    def _forget_limits(self) -> None:
        self.SetMinimum()
        self.SetMaximum()

    # --- operators ---------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Self:
        return self._computed(other, lambda made: made.Add(other))

    def __sub__(self, other: Any) -> Self:
        return self._computed(other, lambda made: made.Add(other, -1))

    def __mul__(self, other: Any) -> Self:
        if isinstance(other, numbers.Real):
            factor = float(other)
            return self._computed(self, lambda made: made.Scale(factor))
        return self._computed(other, lambda made: made.Multiply(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Self:
        if isinstance(other, numbers.Real):
            factor = 1 / float(other)
            return self._computed(self, lambda made: made.Scale(factor))
        return self._computed(other, lambda made: made.Divide(other))

    def _computed(self, other: Any, change: Callable[[Self], Any]) -> Self:
        """A copy that is changed; NotImplemented with what is no histogram."""
        if not isinstance(_valued(other), Computed | Histogram | Profile):
            return NotImplemented  # type: ignore[no-any-return]
        made = self._another(self._of, self.GetName())
        change(made)
        return made

    # --- other bins --------------------------------------------------------------------------------------------------

    def Rebin(self, bins: int = 2, name: str = "", edges: Sequence[float] | None = None) -> Self:
        """Make one bin of several along x: of this histogram, or of a copy with another name. With edges, the copy has
        so many bins between these."""
        return self.RebinX(bins, name) if edges is None else self._between(bins, name, edges)

    def RebinX(self, bins: int = 2, name: str = "") -> Self:
        """Make one bin of several along x, as Rebin."""
        return self._grouped([bins], name)

    def RebinY(self, bins: int = 2, name: str = "") -> Self:
        """Make one bin of several along y, as Rebin."""
        return self._grouped([1, bins], name)

    def Rebin2D(self, along: int = 2, upward: int = 2, name: str = "") -> Self:
        """Make one bin of several along x and y, as Rebin."""
        return self._grouped([along, upward], name)

    def _grouped(self, groups: Sequence[int], name: str) -> Self:
        if len(groups) > self._of.ndim:
            raise MisuseError(f"histogram {self.GetName()!r} of {self._of.ndim} axes: there is no y axis to rebin")
        steps = [*groups, *[1] * (self._of.ndim - len(groups))]
        made: Any = self._of[tuple(slice(None, None, complex(0, step)) for step in steps)]
        if name:
            return self._another(made, name)
        self._of = made
        self._shown = {}
        return self

    def _between(self, bins: int, name: str, edges: Sequence[float]) -> Self:
        """A copy with other edges: each bin has the old ones whose middles it has."""
        cells, squares = self._cells()
        wanted = np.asarray(edges, dtype="f8")[: int(bins) + 1]
        if cells.ndim != 1 or len(wanted) < int(bins) + 1 or not name:
            raise MisuseError("Rebin with edges takes one more than bins, and a name, and is of one axis")
        centers = self.GetXaxis().centers()[1:-1]
        place = np.searchsorted(wanted, centers, side="left") + (centers == wanted[0])
        place = np.concatenate([[0], place, [len(wanted)]])
        sums = [
            None if part is None else np.bincount(place, weights=part, minlength=len(wanted) + 1)
            for part in (cells, squares)
        ]
        core = self._of.core
        axis = _core.NamedAxis(axis_between(wanted), core.axes[0].title, {})
        return self._of_cells(name, [axis], sums[0], sums[1], core.moments, core.value_title)

    def KolmogorovTest(self, other: Any, option: str = "") -> float:
        """How probable it is that two histograms of one axis are of the same distribution; with "M" the largest
        distance of their sums from the left. "U" and "O" take the bins below and above the range along.

        Raises:
            UnsupportedError: other bins, several axes, or another option.
        """
        second, wanted = self._other(other), set(option.upper())
        self._check_bins(second)
        if self._of.ndim != 1 or isinstance(self._of, Profile) or not wanted <= set("MUO"):
            raise UnsupportedError(f"KolmogorovTest is of histograms of one axis, with M, U and O: {option!r}")
        part = slice(0 if "U" in wanted else 1, None if "O" in wanted else -1)
        (cells, squares), (others, other_squares) = ([each[part] for each in one._both()] for one in (self, second))
        total, other_total = float(cells.sum()), float(others.sum())
        if not total or not other_total:
            return 0.0
        distance = float(abs(np.cumsum(cells) / total - np.cumsum(others) / other_total).max())
        if "M" in wanted:
            return distance
        # The entries without weights that would be as good; a histogram without errors is a function.
        sizes = [one**2 / float(of.sum()) for one, of in ((total, squares), (other_total, other_squares)) if of.any()]
        if not sizes:
            return 0.0
        size = sizes[0] * sizes[1] / (sizes[0] + sizes[1]) if len(sizes) == 2 else sizes[0]
        return _probability(distance * math.sqrt(size))

    def GetCumulative(self, forward: bool = True, suffix: str = "_cumulative") -> Self:  # noqa: FBT001, FBT002
        """The sums of contents up to each bin, or from each on, of one axis. It has no entries and no moments."""
        cells, squares = self._cells()
        if cells.ndim != 1:
            raise UnsupportedError("GetCumulative of several axes")
        made = self._another(self._of, self.GetName() + suffix)
        sums = [_running(part, forward=bool(forward)) for part in (cells, cells if squares is None else squares)]
        none = counted(self._of.core.axes, np.zeros_like(cells), None).moments
        made._set(sums[0], None if squares is None else sums[1], 0, none)
        return made


def _probability(z: float) -> float:
    """How often the largest distance of two distributions that are equal is above z, by Kolmogorov's series."""
    if z < 0.2:
        return 1.0
    if z < 0.755:  # the series of Jacobi's transformation, whose terms fall there
        terms = sum(math.exp(-(k**2) * math.pi**2 / (8 * z**2)) for k in (1, 3, 5))
        return 1 - _ROOT_OF_TWO_PI * terms / z
    if z >= 6.8116:
        return 0.0
    return 2 * sum((1.0 if k % 2 else -1.0) * math.exp(-2 * k**2 * z**2) for k in range(1, max(1, round(3 / z)) + 1))


def _valued(other: Any) -> Any:
    """The value of a result; anything else as it is."""
    return other if isinstance(other, Computed | Histogram | Profile) else getattr(other, "value", other)


def _sums(parts: Sequence[tuple[Any, Any, float]]) -> tuple[Any, Any]:
    """Contents times factors, and squares of errors times their squares, added up."""
    (cells, squares, one), (theirs, their_squares, other) = parts
    return cells * one + theirs * other, squares * one**2 + their_squares * other**2


def _running(cells: Any, *, forward: bool) -> Any:
    """Sums over the bins in the range, from the first or from the last."""
    made = np.zeros_like(cells)
    inside = cells[1:-1]
    made[1:-1] = np.cumsum(inside) if forward else np.cumsum(inside[::-1])[::-1]
    return made
