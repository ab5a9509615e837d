"""What the compiled part needs to know to draw: rows and bins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile

__all__ = ["AxisBins", "Bins", "drawn", "drawn_into", "rows_wanted"]

# Of an axis: the number of bins, or that with the edges of the range, or whatever suits the values.
AxisBins = SupportsIndex | tuple[SupportsIndex, SupportsFloat, SupportsFloat] | None
Bins = AxisBins | Sequence[AxisBins]
_AxisNumbers = tuple[int | None, float | None, float | None]
_PARTS_OF_AXIS = 3


def rows_wanted(
    expressions: str | Iterable[str],
    cut: str | None,
    weight: str | None,
    aliases: Mapping[str, str],
    entries: tuple[int, int],
    listed: Any = None,
    seed: SupportsIndex = 0,
) -> _core.RowsWanted:
    """What the compiled part needs to know of the rows."""
    texts = [expressions] if isinstance(expressions, str) else list(expressions)
    condition = f"({cut})*({weight})" if cut and weight else cut or weight or ""
    numbers = None if listed is None else np.ascontiguousarray(listed, dtype=np.uint64)
    first, last = entries
    return _core.RowsWanted(
        texts, condition, first, last, list(aliases.items()), 1.0, numbers, whole_number(seed, "seed", 0, 2**64 - 1)
    )


def drawn(
    source: _core.Source,
    wanted: _core.RowsWanted,
    text: str,
    name: str,
    bins: Bins,
    *,
    option: str,
    title: str | None,
) -> Histogram | Profile:
    """A histogram or profile of the rows."""
    _, core = _core.draw(source, wanted, text, name, _axes_of(bins), option, title)
    return Profile.from_core(core) if core.is_profile else Histogram.from_core(core)


def drawn_into(
    source: _core.Source, wanted: _core.RowsWanted, histogram: Histogram | Profile, option: str
) -> Histogram | Profile:
    """The histogram with the rows added."""
    if option:
        raise MisuseError("an option is for a new histogram: `into` is what it is")
    _, core = _core.draw_into(source, wanted, histogram.core)
    return type(histogram).from_core(core)


def _axes_of(bins: Bins) -> list[_AxisNumbers]:
    if bins is None:
        return []
    is_one = isinstance(bins, SupportsIndex) or (
        isinstance(bins, tuple) and len(bins) == _PARTS_OF_AXIS and all(isinstance(one, SupportsFloat) for one in bins)
    )
    return [_axis(bins)] if is_one else [_axis(one) for one in bins]  # type: ignore[union-attr]


def _axis(bins: Any) -> _AxisNumbers:
    if bins is None:
        return None, None, None
    if isinstance(bins, SupportsIndex):
        return _count(bins), None, None
    try:
        count, low, high = bins
    except (TypeError, ValueError):
        raise MisuseError(f"{bins!r} are not the bins of an axis: a number, or (number, low, high)") from None
    return _count(count), float(low), float(high)


def _count(bins: SupportsIndex) -> int:
    count = bins.__index__()
    if count < 1:
        raise MisuseError(f"a histogram has at least 1 bin, not {count}")
    return count
