"""One compressed part of a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ramet.reading.branch import Branch

__all__ = ["Basket"]


class Basket:
    """Some consecutive entries of a branch, which are compressed and read together. Threads: immutable."""

    __slots__ = ("_branch", "_number")

    def __init__(self, branch: Branch, number: int) -> None:
        self._branch = branch
        self._number = number

    @property
    def basket_num(self) -> int:
        """Its number in the branch, from 0."""
        return self._number

    @property
    def entry_start_stop(self) -> tuple[int, int]:
        """Its first entry, and one past its last."""
        return self._branch.basket_entry_start_stop(self._number)

    @property
    def num_entries(self) -> int:
        """The number of its entries."""
        first, last = self.entry_start_stop
        return last - first

    @property
    def compressed_bytes(self) -> int:
        """Its bytes in the file, its head included."""
        return self._branch.basket_compressed_bytes(self._number)

    def array(self, *, library: str = "ak") -> Any:
        """The values of its entries.

        Args:
            library: as of `Branch.array`.

        Raises:
            UnsupportedError: a type that ramet does not read.
        """
        first, last = self.entry_start_stop
        return self._branch.array(entry_start=first, entry_stop=last, library=library)

    def __len__(self) -> int:
        """The number of its entries, as `num_entries`."""
        return self.num_entries

    def __repr__(self) -> str:
        first, last = self.entry_start_stop
        return f"<Basket {self._number} of {self._branch.name!r}: entries {first} to {last}>"
