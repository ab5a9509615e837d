"""What histograms with ROOT's names change: names, titles and bins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.others import counted
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.models import titles_of
from ramet.rdataframe.results.ranged import Ranged

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Computed", "core_of_cells"]


class Computed(Ranged):
    """A histogram whose names and bins can be changed, as ROOT's TH1. Threads: one at a time."""

    # --- names -------------------------------------------------------------------------------------------------------

    def SetName(self, name: str) -> None:
        """Call it so."""
        self._rename(name=name)

    def SetTitle(self, title: str) -> None:
        """Give it a title; behind semicolons those of the axes, and of the contents; "#;" is a semicolon."""
        given = len(re.findall("(?<!#);", title)) + 1
        first, *others = titles_of(title, min(given, self._of.ndim + 2))
        self._rename(title=first)
        for number, text in enumerate(others):
            self.set_axis_title(number, text)

    def SetNameTitle(self, name: str, title: str) -> None:
        """Call it so, and give it a title."""
        self.SetName(name)
        self.SetTitle(title)

    def set_axis_title(self, number: int, title: str) -> None:
        """Give an axis a title, or, as the one after the last, the contents."""
        core = self._core("titles of axes")
        if number >= len(core.axes):
            self._rename(value_title=title)
            return
        axes = list(core.axes)
        axes[number] = _core.NamedAxis(axes[number].bins, title, axes[number].bin_labels)
        self._give_axes(axes)

    def set_bin_label(self, number: int, bin_number: int, label: str) -> None:
        """Give a bin of an axis a name; an empty one takes it away."""
        axes = list(self._core("names of bins").axes)
        labels = {**axes[number].bin_labels, bin_number: label}
        named = {place: text for place, text in labels.items() if text}
        axes[number] = _core.NamedAxis(axes[number].bins, axes[number].title, named)
        self._give_axes(axes)

    def _give_axes(self, axes: Sequence[Any]) -> None:
        self._of = type(self._of).from_core(self._of.core.with_axes(axes))

    def _rename(self, name: str | None = None, title: str | None = None, value_title: str | None = None) -> None:
        core = self._core("names")
        texts = [
            old if new is None else str(new)
            for old, new in ((core.name, name), (core.title, title), (core.value_title, value_title))
        ]
        self._of = type(self._of).from_core(core.named(*texts))

    def _core(self, what: str) -> _core.Histogram:
        if not isinstance(self._of, Histogram | Profile):
            raise UnsupportedError(f"{what} of a {self.ClassName()} cannot be changed")
        return self._of.core

    # --- bins --------------------------------------------------------------------------------------------------------

    def GetBin(self, *bins: int) -> int:
        """ROOT's number among all bins of their numbers along the axes."""
        sizes = [size + 2 for size in self._of.shape]
        return int(np.ravel_multi_index([*bins, *[0] * (len(sizes) - len(bins))], sizes, order="F"))

    def GetBinEntries(self, number: int) -> float:
        """The sum of weights in a bin of a profile."""
        weights = np.asarray(self._of.core.profile_weights)
        return float(weights.ravel(order="F")[number])

    def GetBinEffectiveEntries(self, number: int) -> float:
        """How many entries without weights would be as good, in a bin of a profile."""
        weight, squares = self.GetBinEntries(number), np.asarray(self._of.core.profile_squared_weights)
        square = float(squares.ravel(order="F")[number]) if self._of.core.is_weighted else weight
        return weight * weight / square if square else 0.0

    def SetBinContent(self, *bins_and_content: float) -> None:
        """Set the content of a bin, of its numbers along the axes or among all; nothing if there is no such bin."""
        *bins, content = bins_and_content
        cells, squares = self._cells()
        place = self._place(bins)
        if place is None:
            return
        cells[place] = content
        self._set(cells, squares, self._of.num_entries + 1)

    def SetBinError(self, *bins_and_error: float) -> None:
        """Set the error of a bin, as SetBinContent."""
        *bins, error = bins_and_error
        cells, squares = self._cells()
        kept, place = abs(cells) if squares is None else squares, self._place(bins)
        if place is None:
            return
        kept[place] = error**2
        self._set(cells, kept, self._of.num_entries)

    def Sumw2(self, flag: bool = True) -> None:  # noqa: FBT001, FBT002
        """Keep the sums of squared weights of the bins, from here on those of contents, so that quotients and products
        have errors of their own; or keep them no more. Others than those of TH1 to TH3 always keep what they need."""
        if not isinstance(self._of, Histogram) or bool(flag) == self._of.is_weighted:
            return
        cells, _ = self._cells()
        self._set(cells, abs(cells) if flag else None, self._of.num_entries, self._of.core.moments)

    def Fill(self, *values: float) -> int:
        """Fill it with a value for each axis, a profile with a height behind them, and a weight behind that."""
        if not isinstance(self._of, Histogram | Profile):
            raise UnsupportedError(f"Fill of a {self.ClassName()}: use ramet's own")
        filled = type(self._of).from_core(self._of.core.copy())
        coordinates, weight = values[: filled.ndim], values[filled.ndim :]
        if isinstance(filled, Profile):
            more = {"weight": [weight[1]]} if len(weight) > 1 else {}
            self._of = filled.fill(*([one] for one in coordinates), sample=[weight[0]], **more)
            return 1
        self._of = filled.fill(*([one] for one in coordinates), **({"weight": [weight[0]]} if weight else {}))
        return 1

    def Reset(self, *_: str) -> None:
        """Forget all fills."""
        cells, squares = self._cells()
        self._set(np.zeros_like(cells), None if squares is None else np.zeros_like(squares), 0)

    def replace(self, of: Any) -> None:
        """Be another histogram or profile of ramet."""
        self._of = of

    # --- parts -------------------------------------------------------------------------------------------------------

    def _another(self, of: Any, name: str) -> Self:
        core = of.core
        return type(self)(type(of).from_core(core.named(name, core.title, core.value_title)))

    def _cells(self) -> tuple[Any, Any]:
        """Contents, and sums of squared weights if they are kept; both with those beyond the axes."""
        if not isinstance(self._of, Histogram):
            raise UnsupportedError(f"bins of a {self.ClassName()} cannot be changed")
        cells = np.array(self._of.values(flow=True))
        return cells, np.array(self._of.variances(flow=True)) if self._of.core.is_weighted else None

    def _both(self) -> tuple[Any, Any]:
        """Contents and the squares of errors."""
        cells, squares = self._cells()
        return cells, cells if squares is None else squares

    def _place(self, bins: Sequence[float]) -> tuple[int, ...] | None:
        """The place of a bin among all cells; None if there is no such bin."""
        numbers = [int(one) for one in bins]
        sizes = [size + 2 for size in self._of.shape]
        if len(numbers) != len(sizes):
            if len(numbers) != 1:
                raise TypeError(f"{len(numbers)} bin numbers for {len(sizes)} axes")
            if not 0 <= numbers[0] < int(np.prod(sizes)):
                return None
            numbers = [int(one) for one in np.unravel_index(numbers[0], sizes, order="F")]
        return tuple(numbers) if all(0 <= one < size for one, size in zip(numbers, sizes, strict=True)) else None

    def _set(self, cells: Any, squares: Any, entries: float | None = None, moments: Any = None) -> None:
        """Put contents and squares of errors into it. Its moments are those of bins, its entries as many as have their
        errors, unless they are said."""
        core = self._of.core
        kept = moments or counted(core.axes, cells, squares).moments
        kept.entries = _effective(cells, squares) if entries is None else entries
        made = core_of_cells(core.axes, cells, squares, kept)
        self._of = type(self._of).from_core(made.named(core.name, core.title, core.value_title))


def core_of_cells(axes: Sequence[Any], cells: Any, squares: Any, moments: Any) -> _core.Histogram:
    """A histogram of contents, of squares of errors if they are kept, and of moments."""
    flat = [np.empty(0) if one is None else np.ascontiguousarray(one.ravel(order="F")) for one in (cells, squares)]
    return _core.Histogram.of_parts(axes, flat[0], flat[1], moments, None)


def _effective(cells: Any, squares: Any) -> float:
    """How many entries without weights have these contents and errors, those beyond the axes included."""
    below = float((cells if squares is None else squares).sum())
    return float(cells.sum()) ** 2 / below if below else 0.0
