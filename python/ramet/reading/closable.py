"""Closing of objects that were read from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Closable"]


class Closable:
    """Something of a file that can be closed, by itself or at the end of a `with` statement.

    Closing says that the program is done with it. It can still be used: the file is released with the last of all that
    was read from it.
    """

    _is_closed = False

    @property
    def closed(self) -> bool:
        """Whether `close` was called, or a `with` statement over it has ended."""
        return self._is_closed

    def close(self) -> None:
        """Note that the program is done with it. A second time does nothing."""
        self._is_closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
