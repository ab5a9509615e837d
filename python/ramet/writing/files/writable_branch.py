"""A column of a tree or ntuple that one thread writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ramet import _core
from ramet.writing.compression import Compression, CompressionLike

if TYPE_CHECKING:
    from ramet.writing.files.writable_tree import WritableTree

__all__ = ["WritableBranch"]


class WritableBranch:
    """A column of a tree or ntuple that is being written; `tree[name]` gives it. Threads: one at a time.

    >>> import ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     tree = file.mktree("Events", {"x": "float32", "y": "float32"})
    ...     tree["x"].compression = ramet.ZSTD(9)
    ...     tree.compression["x"], tree["x"].typename
    (Compression(algorithm='zstd', level=9), 'float32')
    """

    __slots__ = ("_column", "_tree")

    def __init__(self, tree: WritableTree, column: _core.ColumnSpec) -> None:
        self._tree = tree
        self._column = column

    @property
    def name(self) -> str:
        """Its name."""
        return self._column.name

    @property
    def tree(self) -> WritableTree:
        """The tree or ntuple that it is a column of."""
        return self._tree

    @property
    def typename(self) -> str:
        """Its type, as `tree.show()` prints it."""
        return self._column.type_name or str(self._column.type)

    @property
    def compression(self) -> Compression | None:
        """How it is compressed; None: not at all. It can be set before the tree's first entry is added.

        Raises:
            MisuseError: it is set for a tree that has entries.
        """
        of_tree = self._tree.compression
        return of_tree[self.name] if isinstance(of_tree, dict) else of_tree

    @compression.setter
    def compression(self, compression: CompressionLike) -> None:
        self._tree.compression = {self.name: compression}

    def __repr__(self) -> str:
        return f"<WritableBranch {self.name!r} ({self.typename}) of {self._tree.object_path!r}>"
