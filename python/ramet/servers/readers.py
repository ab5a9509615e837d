"""What the library asks of a file that Python opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

__all__ = ["Reader", "SeveralAtOnce"]


class Reader(Protocol):
    """An open file. Threads: any."""

    @property
    def size(self) -> int:
        """Its bytes."""
        ...

    def read(self, offset: int, size: int) -> bytes:
        """So many bytes from a place on."""
        ...

    def start(self, pieces: Sequence[tuple[int, int]]) -> list[Future[bytes]]:
        """Begin to read (offset, size) for each piece."""
        ...


class SeveralAtOnce:
    """Reads pieces of a file by a function of one piece, several at once.

    Threads: any, if the function may be called by any.

    Args:
        size: of the file.
        read: a function of offset and size.
        pool: whose threads call it.
    """

    def __init__(self, size: int, read: Callable[[int, int], bytes], pool: ThreadPoolExecutor) -> None:
        self.size = size
        self.read = read
        self._pool = pool

    def start(self, pieces: Sequence[tuple[int, int]]) -> list[Future[bytes]]:
        """Begin to read (offset, size) for each piece."""
        return [self._pool.submit(self.read, offset, size) for offset, size in pieces]
