"""What the library asks of a file that Python opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

__all__ = ["Piece", "Reader", "SeveralAtOnce", "Vectors"]


class Piece(Protocol):
    """Bytes that are on their way, as a future has them. Threads: any."""

    def result(self) -> bytes:
        """Wait for them."""
        ...

    def cancel(self) -> bool:
        """Nobody waits for them."""
        ...


class Reader(Protocol):
    """An open file. Threads: any."""

    @property
    def size(self) -> int:
        """Its bytes."""
        ...

    @property
    def stamp(self) -> str:
        """A text that is another one for other contents; empty for what does not tell."""
        ...

    def read(self, offset: int, size: int) -> bytes:
        """So many bytes from a place on."""
        ...

    def start(self, pieces: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """Begin to read (offset, size) for each piece."""
        ...


class SeveralAtOnce:
    """Reads pieces of a file by a function of one piece, several at once.

    Threads: any, if the function may be called by any.

    Args:
        size: of the file.
        read: a function of offset and size.
        pool: whose threads call it.
        stamp: of the contents.
    """

    def __init__(
        self, size: int, read: Callable[[int, int], bytes], pool: ThreadPoolExecutor, *, stamp: str = ""
    ) -> None:
        self.size = size
        self.stamp = stamp
        self.read = read
        self._pool = pool

    def start(self, pieces: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """Begin to read (offset, size) for each piece."""
        return [self._pool.submit(self.read, offset, size) for offset, size in pieces]


class Vectors(SeveralAtOnce):
    """The same of a server that answers a list of pieces at once: fewer requests, several under way.

    Threads: as SeveralAtOnce.

    Args:
        size: of the file.
        read: a function of offset and size, for pieces that are too large.
        read_many: a function of a list of (offset, size), which returns their bytes in order.
        pool: whose threads call both.
        most_pieces: in a list.
        most_bytes: of a piece in a list, and of all of a list.
        stamp: of the contents.
    """

    def __init__(
        self,
        size: int,
        read: Callable[[int, int], bytes],
        read_many: Callable[[list[tuple[int, int]]], list[bytes]],
        pool: ThreadPoolExecutor,
        *,
        most_pieces: int,
        most_bytes: int,
        stamp: str = "",
    ) -> None:
        super().__init__(size, read, pool, stamp=stamp)
        self._read_many = read_many
        self._most_pieces = most_pieces
        self._most_bytes = most_bytes

    def start(self, pieces: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """Begin to read (offset, size) for each piece."""
        futures: list[Future[bytes]] = []
        waiting: list[tuple[tuple[int, int], Future[bytes]]] = []
        for piece in pieces:
            if piece[1] > self._most_bytes:
                futures.append(self._pool.submit(self.read, *piece))
                continue
            is_full = sum(size for (_, size), _ in waiting) + piece[1] > self._most_bytes
            if is_full or len(waiting) == self._most_pieces:
                self._pool.submit(self._answer, waiting)
                waiting = []
            futures.append(Future())
            waiting.append((piece, futures[-1]))
        if waiting:
            self._pool.submit(self._answer, waiting)
        return futures

    def _answer(self, waiting: list[tuple[tuple[int, int], Future[bytes]]]) -> None:
        """Read pieces, and tell who waits for them; those that nobody waits for any longer are left out."""
        wanted = [(piece, future) for piece, future in waiting if future.set_running_or_notify_cancel()]
        try:
            read = self._read_many([piece for piece, _ in wanted]) if wanted else []
            for (_, future), contents in zip(wanted, read, strict=True):
                future.set_result(contents)
        except Exception as error:
            for _, future in wanted:
                if not future.done():
                    future.set_exception(error)
