"""Columns of numbers and lists side by side, as flat arrays: what models and corrections take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.reading.libraries.arrays import numpy_of

__all__ = ["Elements", "has_lists"]


def has_lists(kinds: Sequence[_core.Type]) -> bool:
    """Whether a column has lists, so that there is a value for each element of these."""
    return any(kind.kind == _core.Kind.list for kind in kinds)


class Elements:
    """The elements of columns: entries, or where there are lists, elements of these, for each of which the numbers
    beside them are repeated. Threads: immutable.

    Raises:
        MisuseError: lists of different lengths in an entry.
    """

    def __init__(self, names: Sequence[str], arrays: Sequence[_core.Array], count: int) -> None:
        self.offsets: Any = None
        """Of the lists, from 0; None without any."""
        self.columns: list[Any] = []
        """The values of each column."""
        first = next((name for name, one in zip(names, arrays, strict=True) if one.kind == _core.Kind.list), "")
        counts = None
        for name, array in zip(names, arrays, strict=True):
            if array.kind != _core.Kind.list:
                continue
            ends = array.offsets
            if counts is None:
                counts, self.offsets = np.diff(ends), ends - ends[0]
            elif not np.array_equal(np.diff(ends), counts):
                place = int(np.flatnonzero(np.diff(ends) != counts)[0])
                raise MisuseError(
                    f"the lists of {first!r} and {name!r} have {counts[place]} and {ends[place + 1] - ends[place]} "
                    f"values in the same entry"
                )
        for array in arrays:
            if array.kind == _core.Kind.list:
                values = numpy_of(array.contents[0])[array.offsets[0] : array.offsets[-1]]
            else:
                values = numpy_of(array)
                if counts is not None:
                    values = np.repeat(values, counts, axis=0)
            self.columns.append(values)
        self.count = count if self.offsets is None else int(self.offsets[-1])

    def column_of(self, values: Any) -> Any:
        """Values of the elements as what a column is made of."""
        return values if self.offsets is None else (self.offsets, values)
