"""One column of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.errors import UnsupportedError
from ramet.reading.values import as_column, check_library

if TYPE_CHECKING:
    from ramet.reading.tree import Tree

__all__ = ["Branch"]


class Branch:
    """One column of a tree on disk; `tree[name]` gives it. Any number of threads may read it at once."""

    def __init__(self, tree: Tree, core: _core.Branch) -> None:
        self._tree = tree
        self._core = core

    @property
    def core(self) -> _core.Branch:
        """The branch as C++ has it."""
        return self._core

    @property
    def name(self) -> str:
        """Its own name, without those of branches above it."""
        return self._core.name

    @property
    def path(self) -> str:
        """Names from the top of the tree, joined by '/': the name in `tree.keys()`."""
        return self._core.path

    @property
    def title(self) -> str:
        """As stored: the leaf list of simple branches, "x[n]/F"."""
        return self._core.title

    @property
    def tree(self) -> Tree:
        """The tree that it belongs to."""
        return self._tree

    @property
    def typename(self) -> str:
        """The type of an entry as C++ would spell it, "float[]"; "unknown" if it cannot be read."""
        return self._core.type_name if self._core.is_readable or self._core.is_group else "unknown"

    @property
    def type(self) -> str:
        """The type of an entry as awkward would spell it: "var * float32". Raises UnsupportedError if there is none."""
        self._require_readable()
        return str(self._core.type)

    @property
    def is_readable(self) -> bool:
        """Whether `array` works: not for branches that only group others, nor for classes that ramet does not read."""
        return self._core.is_readable

    @property
    def num_entries(self) -> int:
        """Its entries; fewer than its tree's if it was added late."""
        return self._core.num_entries

    @property
    def num_baskets(self) -> int:
        """The parts that it is compressed and read in."""
        return self._core.num_baskets

    @property
    def compressed_bytes(self) -> int:
        """Bytes of its baskets in the file, their heads included."""
        return self._core.compressed_bytes

    @property
    def uncompressed_bytes(self) -> int:
        """Bytes of its baskets unpacked, their heads included."""
        return self._core.uncompressed_bytes

    @property
    def compression_ratio(self) -> float:
        """Uncompressed by compressed bytes; 1 for an empty branch."""
        return self.uncompressed_bytes / self.compressed_bytes if self.compressed_bytes else 1.0

    def __len__(self) -> int:
        return self.num_entries

    def __repr__(self) -> str:
        return f"<Branch {self.path!r} ({self.typename}) of {self.num_entries} entries>"

    def array(self, *, entry_start: int | None = None, entry_stop: int | None = None, library: str = "ak") -> Any:
        """Read entries [entry_start, entry_stop) on all cores, all of them by default.

        Args:
            entry_start: the first; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            library: "ak" for an awkward array; "np" for a NumPy array, of objects for jagged values and strings, with
                more dimensions for arrays of fixed size, structured for leaf lists.

        Returns:
            An array over the memory that the values were decoded into; it keeps that alive.

        Raises:
            UnsupportedError: a class that ramet does not read, or a branch that only groups others.
            CorruptError: the file contradicts itself, with branch, basket and offset.
            FileIOError: the system refused to read.
            ImportError: library is "ak" and awkward is not installed.
        """
        check_library(library)
        self._require_readable()
        # A branch that was added late has fewer entries than its tree.
        entry_stop = self.num_entries if entry_stop is None else entry_stop
        first, last = self._tree.entry_range(entry_start, entry_stop)
        (column,) = self._tree.read([self], first, last)
        return as_column(column, library)

    def _require_readable(self) -> None:
        if self._core.is_group:
            raise UnsupportedError(f"branch {self.path!r} has no values of its own, it only groups others")
        if not self._core.is_readable:
            raise UnsupportedError(f"branch {self.path!r} cannot be read: {self._core.reason}")
