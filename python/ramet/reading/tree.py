"""A tree: a mapping of branches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ramet._core import Source
from ramet._core import Tree as CoreTree
from ramet.places import Place
from ramet.reading.branch import Branch
from ramet.reading.companions import StoredFriend, StoredIndex, UserObject
from ramet.reading.datasets.dataset import Dataset, open_many
from ramet.reading.objects.members import Origin
from ramet.reading.stored import StoredTable
from ramet.session import shared_session

if TYPE_CHECKING:
    from ramet.reading.objects.object import Object

__all__ = ["Tree"]


class Tree(StoredTable[Branch]):
    """A TTree: a mapping from names to branches. Any number of threads may read it at once.

    Branches below others have paths, "parent/child"; a name alone finds them, too. A missing name raises a
    KeyInFileError with similar names.
    """

    _word = "branch"
    _has_source = True
    _words = "branches"
    _parts = "baskets"
    _core: CoreTree

    def __init__(self, core: CoreTree, file_name: str, path: str, classname: str, place: Place, stored: Origin) -> None:
        super().__init__(core, file_name, path, classname, place, stored)
        self._branch_objects: dict[int, Object] = {}  # by the branch's id; made when one is first needed
        self._leaves: dict[int, Branch] = {}  # what has each leaf, likewise

    def _source(self) -> Source:
        return Source.of_tree(self._core)

    @property
    def core(self) -> CoreTree:
        """The tree as C++ has it."""
        return self._core

    @property
    def title(self) -> str:
        """Its title."""
        return self._core.title

    @property
    def aliases(self) -> dict[str, str]:
        """Names for formulas, as stored in the tree."""
        return dict(self._core.aliases)

    @property
    def friends(self) -> list[StoredFriend]:
        """Trees that were stored as its friends."""
        return [StoredFriend(*one) for one in self._core.friends]

    def with_friends(self) -> Dataset:
        """A dataset that also has the columns of the tree's stored friends.

        A friend with an index by columns that both have is joined by it, as in ROOT, and entries without a partner have
        None; other friends are joined by entry number. File names are relative to the folder of the tree's file.
        """
        joined = open_many({self._file_name: self._path})
        for name, tree_name, file in self.friends:
            path = os.path.join(os.path.dirname(self._file_name), file) if file else self._file_name  # noqa: PTH118, PTH120
            other = open_many({path: tree_name})
            opened = shared_session().open(path)
            key = opened.key(tree_name)
            index = opened.tree(key).index if key.is_tree else None
            on = (index[0], "" if index[1] == "0" else index[1]) if index is not None else ("", "")
            is_joined = on[0] in self and on[0] in other and (not on[1] or (on[1] in self and on[1] in other))
            joined = joined.add_friend(other, name, on=on if is_joined else None, unmatched="option")
        return joined

    @property
    def index(self) -> StoredIndex | None:
        """Its stored index, which finds entries by one or two numbers; None if it has none."""
        index = self._core.index
        return None if index is None else StoredIndex(*index)

    @property
    def user_info(self) -> list[UserObject]:
        """Objects that are stored with the tree."""
        return [UserObject(*one) for one in self._core.user_info]

    @property
    def compressed_bytes(self) -> int:
        """Bytes of all baskets in the file, as recorded in the tree."""
        return self._core.compressed_bytes

    @property
    def uncompressed_bytes(self) -> int:
        """Uncompressed bytes of all baskets, as recorded in the tree."""
        return self._core.uncompressed_bytes

    @property
    def branches(self) -> list[Branch]:
        """The top-level branches, including those that share a name; `values` has the sub-branches, too."""
        return self._at_top()

    @property
    def tree(self) -> Tree:
        """Itself, as branches say it."""
        return self

    def object_of_branch(self, branch: Branch) -> Object:
        """The TBranch that the tree's own object has of one of its branches."""
        if not self._branch_objects:  # two threads may both make them: the last one's stay
            objects = _branches_in(self._as_object())  # in the order of the branches
            self._branch_objects = {id(one): found for one, found in zip(self._all, objects, strict=True)}
        return self._branch_objects[id(branch)]

    def branch_of_leaf(self, leaf: Object) -> Branch | None:
        """The branch that has a TLeaf of the tree's own object."""
        if not self._leaves:
            self._leaves = {own.identity: one for one in self._all for own in one.member("fLeaves")}
        return self._leaves.get(leaf.identity)

    def _find_column(self, name: str) -> Branch | None:
        core = self._core.find_top(name)
        return None if core is None else Branch(self, core)

    def _make_columns(self) -> list[Branch]:
        return [Branch(self, core) for core in self._core.branches]

    def _place(self) -> str:
        return f"tree {self.name!r} of {self._file_name!r}"


def _branches_in(parent: Object) -> Iterator[Object]:
    """The branches of a TTree or TBranch, each before those below it."""
    for branch in parent.member("fBranches"):
        yield branch
        yield from _branches_in(branch)
