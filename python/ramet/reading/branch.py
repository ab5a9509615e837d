"""One column of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from ramet import _core
from ramet.arguments import whole_number
from ramet.reading.basket import Basket
from ramet.reading.choosing.below import Upper
from ramet.reading.choosing.record_names import record_name
from ramet.reading.libraries.interpretation import Interpretation
from ramet.reading.libraries.values import as_column
from ramet.reading.objects.members import StoredMembers
from ramet.writing.compression import Compression, compression_of_code

if TYPE_CHECKING:
    from ramet.reading.objects.descriptions import StreamerElement, StreamerInfo
    from ramet.reading.objects.object import Object
    from ramet.reading.tree import Tree

__all__ = ["Branch"]


class Branch(StoredMembers, Upper[_core.Branch]):
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
    def parent(self) -> Branch | Tree:
        """The branch that it is right below, or the tree."""
        above = self.path[: -len(self.name)].rstrip("/")
        return self._tree[f"/{above}"] if above else self._tree

    @property
    def aliases(self) -> dict[str, str]:
        """Those of the tree."""
        return self._tree.aliases

    @property
    def index(self) -> int:
        """Its index, from 0, among its siblings."""
        return [one.path for one in self.parent.branches].index(self.path)

    @property
    def branches(self) -> list[Branch]:
        """Its sub-branches."""
        return [one for one in self.values() if "/" not in one.path[len(self.path) + 1 :]]

    def _interpretations_below(self) -> dict[str, Interpretation | None] | None:
        if not self._core.is_group:
            return None
        return {one.name: one.interpretation if one.is_readable else None for one in self.branches}

    def objects(self, *, entry_start: int | None = None, entry_stop: int | None = None, library: str = "ak") -> Any:
        """The objects that were split into the sub-branches: records of their members, including those of bases, or
        lists of such records for a collection. `array` gives the same values under the branches' names.

        Args:
            entry_start: the first entry, as of `array`.
            entry_stop: one past the last, likewise.
            library: as of `array`.

        Raises:
            ValueError: no branches are below this one.
            UnsupportedError: a class that ramet does not read.
        """
        if not self._core.is_group:
            raise ValueError(f"{self._named()} has no branches below it: `array` reads it")
        first, last = self._entry_range(entry_start, entry_stop)
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
            raise ValueError(f"{self._named()} is no collection whose members have branches of their own")
        first, last = self._entry_range(entry_start, entry_stop)
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

    @property
    def compression(self) -> Compression | None:
        """The compression that its writer set for its baskets; None: not compressed."""
        return compression_of_code(self.member("fCompress"))

    @property
    def entry_offsets(self) -> list[int]:
        """The first entry of each of its baskets, and one past the last of all; 0 alone without baskets."""
        starts = self.member("fBasketEntry")[: self.num_baskets].tolist()
        return [*starts, self.num_entries] if starts else [0]

    def basket_entry_start_stop(self, basket_num: SupportsIndex) -> tuple[int, int]:
        """The first entry of a basket, and one past the last. Raises IndexError for a basket that it does not have."""
        offsets = self.entry_offsets
        number = self._basket_number(basket_num)
        return offsets[number], offsets[number + 1]

    def basket_compressed_bytes(self, basket_num: SupportsIndex) -> int:
        """The bytes of a basket in the file, its head included. Raises IndexError for a basket that it does not
        have."""
        return int(self.member("fBasketBytes")[self._basket_number(basket_num)])

    def basket(self, basket_num: SupportsIndex) -> Basket:
        """One of its baskets, from 0. Raises IndexError for a basket that it does not have."""
        return Basket(self, self._basket_number(basket_num))

    def _basket_number(self, basket_num: SupportsIndex) -> int:
        number = whole_number(basket_num, "basket_num")
        if not 0 <= number < self.num_baskets:
            raise IndexError(f"{self._named()} has no basket {number}: its baskets are 0 to {self.num_baskets - 1}")
        return number

    @property
    def streamer(self) -> StreamerInfo | StreamerElement | None:
        """How the file describes the class that the branch belongs to, or the member of it that the branch holds; None
        for a branch without a class, and for a class that the file does not describe."""
        if not self.has_member("fClassName"):
            return None
        info = self.file.streamer_named(self.member("fClassName"))
        place = int(self.member("fID"))
        if info is None or place < 0:
            return info
        return info.elements[place] if place < len(info.elements) else None

    @property
    def count_branch(self) -> Branch | None:
        """The branch of the numbers of values of its entries; None where all have the same number, or say it."""
        leaf = self.count_leaf
        return None if leaf is None else self._tree.branch_of_leaf(leaf)

    @property
    def count_leaf(self) -> Object | None:
        """The TLeaf of that branch."""
        leaves = self.member("fLeaves")
        return leaves[0].member("fLeafCount") if leaves else None

    @property
    def classname(self) -> str:
        """ROOT's class of the branch, as "TBranch" or "TBranchElement"; `typename` is that of its entries."""
        return self._as_object().classname

    def _as_object(self) -> Object:
        return self._tree.object_of_branch(self)
