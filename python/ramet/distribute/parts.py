"""How the tasks of a run are shared out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

__all__ = ["gaps_of", "parts_of", "size_of_parts"]

_PARTS_OF_WORKER = 8


def size_of_parts(tasks: int, parts: int) -> int:
    """How many tasks a part has, so that there are about so many parts: 2**n."""
    return 1 << (max(1, tasks // max(1, parts)).bit_length() - 1)


def parts_of(first: int, last: int, workers: int, *, size: int | None = None) -> list[tuple[int, int]]:
    """The tasks [first, last) in parts, about eight for each worker: runs of 2**n tasks that begin at a multiple of
    their number, so that what a part's tasks give is one sum in the tree along which a run adds (PartialSums)."""
    size = size or size_of_parts(last - first, _PARTS_OF_WORKER * workers)
    bounds = [first, *range(first - first % size + size, last, size), last]
    return [(begin, end) for begin, end in pairwise(bounds) if begin < end]


def gaps_of(first: int, last: int, taken: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is left of [first, last) without those that were taken, which do not overlap."""
    bounds = [first, *(bound for part in sorted(taken) for bound in part), last]
    return [(begin, end) for begin, end in zip(bounds[::2], bounds[1::2], strict=True) if begin < end]
