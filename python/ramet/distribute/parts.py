"""How the tasks of a run are shared out."""

from __future__ import annotations

from itertools import pairwise

__all__ = ["parts_of"]

_PARTS_OF_WORKER = 8


def parts_of(first: int, last: int, workers: int) -> list[tuple[int, int]]:
    """The tasks [first, last) in parts, about eight for each worker: runs of 2**n tasks that begin at a multiple of
    their number, so that what a part's tasks give is one sum in the tree along which a run adds (PartialSums)."""
    wanted = max(1, (last - first) // (_PARTS_OF_WORKER * workers))
    size = 1 << (wanted.bit_length() - 1)
    bounds = [first, *range(first - first % size + size, last, size), last]
    return [(begin, end) for begin, end in pairwise(bounds) if begin < end]
