"""A tree: a mapping of branches."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from itertools import pairwise

from ramet import _core
from ramet.reading.branch import Branch
from ramet.reading.datasets.dataset import Dataset, dataset
from ramet.reading.stored import StoredTable
from ramet.session import shared_session

__all__ = ["Tree"]


class Tree(StoredTable[Branch]):
    """A TTree: a mapping from names to branches. Any number of threads may read it at once.

    Branches below others have paths, "parent/child"; a name alone finds them, too. A missing name is a KeyInFileError
    that suggests near ones.
    """

    _word = "branch"

    def __init__(self, core: _core.Tree, file_name: str, path: str) -> None:
        super().__init__(file_name, path)
        self._core = core

    @property
    def core(self) -> _core.Tree:
        """The tree as C++ has it."""
        return self._core

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its title."""
        return self._core.title

    @property
    def num_entries(self) -> int:
        """How many entries it has."""
        return self._core.num_entries

    @property
    def aliases(self) -> dict[str, str]:
        """Names for formulas that the tree carries."""
        return dict(self._core.aliases)

    @property
    def friends(self) -> list[tuple[str, str, str]]:
        """Trees that it was stored with as friends: name, name of the tree, and file, empty for its own."""
        return list(self._core.friends)

    def with_friends(self) -> Dataset:
        """A dataset with the columns of the friends that the tree was stored with beside its own.

        One whose tree has an index by columns that both have is joined by it, as in ROOT, and an entry without partner
        has None; the others stand entry by entry. Names of files are those below the folder of the tree's own.
        """
        joined = dataset({self._file_name: self._path})
        for name, tree_name, file in self.friends:
            path = os.path.join(os.path.dirname(self._file_name), file) if file else self._file_name  # noqa: PTH118, PTH120
            other = dataset({path: tree_name})
            opened = shared_session().open(path)
            key = opened.key(tree_name)
            index = opened.tree(key).index if key.is_tree else None
            on = (index[0], "" if index[1] == "0" else index[1]) if index is not None else ("", "")
            is_joined = on[0] in self and on[0] in other and (not on[1] or (on[1] in self and on[1] in other))
            joined = joined.add_friend(other, name, on=on if is_joined else None, unmatched="option")
        return joined

    @property
    def index(self) -> tuple[str, str, list[int], list[int], list[int]] | None:
        """Its stored index: the names of two columns, and their numbers, sorted, with the entry of each pair."""
        return self._core.index

    @property
    def user_info(self) -> list[tuple[str, str, str, float | None]]:
        """Objects that the tree carries: class, name, title or text, and the value of a TParameter."""
        return list(self._core.user_info)

    @property
    def compressed_bytes(self) -> int:
        """Bytes of all baskets in the file, as the tree records them."""
        return self._core.compressed_bytes

    @property
    def uncompressed_bytes(self) -> int:
        """Bytes of all baskets unpacked, as the tree records them."""
        return self._core.uncompressed_bytes

    @property
    def clusters(self) -> list[tuple[int, int]]:
        """First entry and one past the last of each cluster, the parts that a tree is best read in."""
        starts = self._core.cluster_starts
        return list(pairwise(starts))

    @property
    def branches(self) -> list[Branch]:
        """All branches, parents before their children; also those that share a name, which the mapping has once."""
        return list(self._all)

    def __repr__(self) -> str:
        return f"<Tree {self.name!r} ({len(self)} branches) of {self.num_entries} entries>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(branch.path)}</td><td>{html.escape(branch.typename)}</td>"
            f"<td>{branch.num_baskets}</td><td>{branch.compressed_bytes}</td><td>{branch.uncompressed_bytes}</td></tr>"
            for branch in self._by_path.values()
        )
        head = "<tr><th>branch</th><th>type</th><th>baskets</th><th>compressed</th><th>uncompressed</th></tr>"
        return f"<table><caption>{html.escape(self.name)}: {self.num_entries} entries</caption>{head}{rows}</table>"

    def __enter__(self) -> Tree:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing: the file is closed when the last tree of it is gone."""

    def read(self, columns: Sequence[Branch], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as ramet itself holds them; `arrays` is what programs want."""
        return self._core.read([branch.core for branch in columns], first, last)

    def _find_column(self, name: str) -> Branch | None:
        core = self._core.find_top(name)
        return None if core is None else Branch(self, core)

    def _make_columns(self) -> list[Branch]:
        return [Branch(self, core) for core in self._core.branches]

    def _place(self) -> str:
        return f"tree {self.name!r} of {self._file_name!r}"
