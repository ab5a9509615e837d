"""Which numbers of a stream are drawn."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError

__all__ = ["Draws", "core_draws", "keys_of"]


class Draws:
    """Which numbers of a stream are drawn. Threads: immutable.

    Parameters:
        first_entry: the first number is that of this entry, the next one that of the next entry, ...
        entries: instead, the entry of each number, or other whole numbers that identify the events.
        elements: for lists, the place of each number within its entry, below 2²⁴; needs `entries`.
        call: 0 to 255, to draw the same distribution several times for each entry.

    >>> from ramet.random import Stream
    >>> jets = Stream(1, "jets")
    >>> jets.uniform(3, draws=Draws(entries=[7, 7, 8], elements=[0, 1, 0]))  # two in entry 7, one in entry 8
    array([0.27033011, 0.69508441, 0.11498762])
    """

    def __init__(
        self,
        *,
        first_entry: SupportsIndex = 0,
        entries: npt.ArrayLike | None = None,
        elements: npt.ArrayLike | None = None,
        call: SupportsIndex = 0,
    ) -> None:
        self._core = _core.RandomDraws(
            whole_number(first_entry, "first_entry", 0, 2**64 - 1),
            None if entries is None else _whole_numbers(entries, "entries").astype(np.uint64, copy=False),
            None if elements is None else _small(_whole_numbers(elements, "elements")),
            whole_number(call, "call", 0, 255),
        )


def keys_of(*columns: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """A number for each row of columns of whole numbers that identify events, for `Draws(entries=...)`.

    Then an event has the same random numbers in a skim, in another order of files, and after merging. Among 10⁹ events
    there is a pair with equal keys, and so with equal numbers, with a probability of 3 %.

    >>> from ramet.random import Stream
    >>> run, luminosity_block, event = [1, 1], [5, 5], [100, 101]
    >>> Stream(1, "noise").normal(2, draws=Draws(entries=keys_of(run, luminosity_block, event)))
    array([-0.14170873, -0.44385984])
    """
    arrays = [_whole_numbers(column, "a column's values").astype(np.uint64, copy=False) for column in columns]
    if not arrays:
        raise MisuseError("keys of no columns are wanted")
    keys = np.empty(len(arrays[0]), np.uint64)
    _core.random_keys(arrays, keys)
    return keys


def core_draws(draws: Draws | None) -> _core.RandomDraws:
    """What C++ takes; by default entries from 0 on."""
    return (draws or Draws())._core


def _whole_numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[np.integer]:
    """One contiguous array of whole numbers that are not negative."""
    array = np.ascontiguousarray(values)
    if array.size == 0:
        return array.astype(np.uint64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name} are {array.ndim}-dimensional {array.dtype}, expected a list of whole numbers")
    if array.dtype.kind == "i" and array.min() < 0:
        raise MisuseError(f"{name} begin at {array.min()}, expected none below 0")
    return array


def _small(elements: npt.NDArray[np.integer]) -> npt.NDArray[np.uint32]:
    if elements.size and elements.max() >= 2**24:
        raise MisuseError(f"elements reach {elements.max()}, expected all below {2**24}")
    return elements.astype(np.uint32)
