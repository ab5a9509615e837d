"""One column of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.errors import KeyInFileError
from ramet.reading.choosing.record_names import record_name
from ramet.reading.column import TableColumn
from ramet.reading.values import as_column

if TYPE_CHECKING:
    from ramet.reading.tree import Tree

__all__ = ["Branch"]


class Branch(TableColumn[_core.Branch]):
    """One column of a tree on disk; `tree[name]` gives it. Any number of threads may read it at once."""

    _word = "branch"

    def __init__(self, tree: Tree, core: _core.Branch) -> None:
        super().__init__(tree, core)
        self._tree = tree

    @property
    def title(self) -> str:
        """As stored: the leaf list of simple branches, "x[n]/F"."""
        return self._core.title

    @property
    def tree(self) -> Tree:
        """The tree that it belongs to."""
        return self._tree

    @property
    def branches(self) -> list[Branch]:
        """Those right below it."""
        return [one for one in self._below() if "/" not in one.path[len(self.path) + 1 :]]

    def keys(self) -> list[str]:
        """The paths of the branches below it, counted from it."""
        return [one.path[len(self.path) + 1 :] for one in self._below()]

    def __getitem__(self, name: str) -> Branch:
        """A branch below it, by its path from here or its name. Raises KeyInFileError."""
        if isinstance(name, str):
            for one in self._below():
                if one.path == f"{self.path}/{name.lstrip('/')}" or one.name == name:
                    return one
        raise KeyInFileError(f"no branch {name!r} below branch {self.path!r}: `array` reads its own entries")

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"branch {self.path!r} is no sequence: `array` reads it, `branches` are those below it")

    def _below(self) -> list[Branch]:
        return [one for one in self._tree.branches if one.path.startswith(f"{self.path}/")]

    def objects(self, *, entry_start: int | None = None, entry_stop: int | None = None, library: str = "ak") -> Any:
        """The objects whose members the branches below have: records of members, those of bases among them; of a
        collection lists of such records. `array` gives the same values under the branches' own names.

        Args:
            entry_start: the first entry, as of `array`.
            entry_stop: one past the last, likewise.
            library: as of `array`.

        Raises:
            ValueError: no branches are below this one.
            UnsupportedError: a class that ramet does not read.
        """
        if not self._core.is_group:
            raise ValueError(f"branch {self.path!r} has no branches below it: `array` reads it")
        entry_stop = self.num_entries if entry_stop is None else entry_stop
        first, last = self._tree.entry_range(entry_start, entry_stop)
        objects = self._tree.core.read_objects(self._core, first, last)
        return as_column(objects, library, name=self.path, first=first, record=record_name(self.typename))

    def counts(self, *, entry_start: int | None = None, entry_stop: int | None = None) -> Any:
        """The number of objects in each entry of a split collection, as a NumPy array.

        Args:
            entry_start: the first entry, as of `array`.
            entry_stop: one past the last, likewise.

        Raises:
            ValueError: the branch is no split collection.
        """
        if not self._core.is_collection:
            raise ValueError(f"branch {self.path!r} is no collection whose members have branches of their own")
        entry_stop = self.num_entries if entry_stop is None else entry_stop
        first, last = self._tree.entry_range(entry_start, entry_stop)
        return as_column(self._tree.core.read_counts(self._core, first, last), "np")

    @property
    def num_baskets(self) -> int:
        """The parts that it is compressed and read in."""
        return self._core.num_baskets

    @property
    def compressed_bytes(self) -> int:
        """Bytes of its baskets in the file, their heads included."""
        return self._core.compressed_bytes

    @property
    def compression_ratio(self) -> float:
        """Uncompressed by compressed bytes; 1 for an empty branch."""
        return self.uncompressed_bytes / self.compressed_bytes if self.compressed_bytes else 1.0
