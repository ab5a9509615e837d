"""One column of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ramet import _core
from ramet.reading.column import TableColumn

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
