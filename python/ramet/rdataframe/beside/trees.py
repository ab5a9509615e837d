"""ROOT's trees and chains, as scripts with dataframes use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from ramet.errors import FileMissingError, KeyInFileError
from ramet.rdataframe.drawing.draws import Draws
from ramet.rdataframe.drawing.nothing import Nothing
from ramet.reading.datasets.dataset import Dataset, open_many
from ramet.reading.opening import open as open_file
from ramet.reading.tree import Tree

__all__ = ["TChain", "TTree", "with_stored_friends"]

_ENTRIES_AT_ONCE = 50_000
_FILE_AND_TREE = re.compile(r"(.*\.root)/(.+)", re.DOTALL)


def with_stored_friends(tree: Tree) -> Tree | Dataset:
    """The tree with the columns of friends that it was stored with, as ROOT takes it; without them if their files are
    gone."""
    if not tree.friends:
        return tree
    try:
        return tree.with_friends()
    except FileMissingError:
        return tree


class TChain(Draws):
    """The same tree in several files, of which a dataframe can be made: `for event in chain: event.pt` goes through the
    entries, `chain.GetEntry(3)` makes `chain.pt` that of one, and `chain.Draw("pt>>h", "pt > 20")` fills histograms.
    Threads: one at a time."""

    def __init__(self, tree: str = "", title: str = "") -> None:
        super().__init__()
        self._tree = tree
        self._entry: _Entry | None = None
        self._part: _Part | None = None
        self._files: list[tuple[str, str]] = []
        self._friends: list[tuple[TChain, str]] = []
        self._index: tuple[str, ...] = ()
        self._is_tree = False  # of one file, whose stored index counts

    def Add(self, path: str, *_: Any) -> int:
        """One file more; wildcards stand for several; the tree in it may be named behind `?#`, or as `f.root/tree`."""
        place, mark, tree = path.partition("?#")
        if not mark and (inside := _FILE_AND_TREE.fullmatch(path)):
            place, tree = inside[1], inside[2]
        self._files.append((place, tree or self._tree))
        return 1

    AddFile = Add

    def BuildIndex(self, major: str, minor: str = "0") -> int:
        """As a friend, be joined by one or two columns of whole numbers, and not entry by entry."""
        self._index = (major,) if minor in ("", "0") else (major, minor)
        return self.GetEntries()

    def AddFriend(self, friend: TChain | str, alias: str = "", *_: Any) -> None:
        """The columns of another chain or tree, under its name or another one; or of a tree, by its name, "tree" or
        "alias=tree", and the path of its file. A tree that was stored with an index is joined by it."""
        if isinstance(friend, str):
            name, mark, tree = friend.partition("=")
            other = TChain(tree if mark else friend)
            other.Add(alias)
            other._is_tree = True
            friend, alias = other, name if mark else ""
        self._friends.append((friend, alias or friend.GetName()))

    def table(self) -> Any:
        """The entries of all files, with the columns of friends."""
        table = open_many([{path: tree} for path, tree in self._files])
        for friend, name in self._friends:
            other = open_many([{path: tree} for path, tree in friend._files])
            index = friend._index or friend._stored_index(table, other)
            on: Any = index[0] if len(index) == 1 else index or None
            table = table.add_friend(other, name, on=on, unmatched="option" if on else "error")
        return table

    def _stored_index(self, table: Any, other: Any) -> tuple[str, ...]:
        """The columns of the index that a tree was stored with; one by what either side lacks is none, as in ROOT."""
        path, name = self._files[0]
        stored = getattr(open_file({path: name}), "index", None) if self._is_tree else None
        if stored is None:
            return ()
        names = tuple(one for one in (stored.major_name, stored.minor_name) if one not in ("", "0"))
        return names if all(one in table and one in other for one in names) else ()

    def GetName(self) -> str:
        """The name of the tree."""
        return self._tree

    def GetNtrees(self) -> int:
        """How many were added."""
        return len(self._files)

    def GetEntries(self, cut: str = "") -> int:
        """The entries of all files, or how many have a row for which a cut is true. Raises FileMissingError."""
        return self.count_of_cut(cut) if cut else int(self.table().num_entries)

    GetEntriesFast = GetEntries

    def GetEntry(self, number: int, *_: int) -> int:
        """Let columns be attributes, with their values in an entry: `tree.GetEntry(3)`, `tree.pt`. 0 without such an
        entry."""
        part = self._part
        if part is None or not part.begin <= number < part.end:
            table = self.table()
            count = int(table.num_entries)
            if not 0 <= number < count:
                return 0
            begin = number - number % _ENTRIES_AT_ONCE
            part = self._part = _Part(table, begin, min(begin + _ENTRIES_AT_ONCE, count))
        self._entry = _Entry(part, number - part.begin)
        return 1

    LoadTree = GetEntry

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or self._entry is None:
            raise AttributeError(f"{type(self).__name__} has no {name!r}: GetEntry makes columns attributes")
        return getattr(self._entry, name)

    def GetListOfBranches(self) -> list[_Branch]:
        """Its columns, which have names."""
        return [_Branch(name) for name in self.table()]

    GetListOfLeaves = GetListOfBranches

    def GetNbranches(self) -> int:
        """How many columns there are."""
        return len(self.GetListOfBranches())

    def GetBranch(self, name: str) -> Any:
        """A column; something that is false without it."""
        return _Branch(name) if name in self.table() else Nothing(name)

    GetLeaf = FindBranch = GetBranch

    def SetBranchStatus(self, *_: Any) -> None:
        """Do nothing: only what is asked for is read."""

    SetCacheSize = AddBranchToCache = SetBranchStatus

    def __iter__(self) -> Iterator[_Entry]:
        table = self.table()
        count = int(table.num_entries)
        for begin in range(0, count, _ENTRIES_AT_ONCE):
            part = _Part(table, begin, min(begin + _ENTRIES_AT_ONCE, count))
            yield from (_Entry(part, place) for place in range(part.end - begin))

    @property
    def files(self) -> list[str]:
        """Their paths."""
        return [path for path, _ in self._files]


class TTree(TChain):
    """A tree of one file with ROOT's names, and with those of `ramet.Tree`, which it was. Threads: one at a time."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree.name)
        self._of = tree
        self._is_tree = True
        self._files = [(str(tree.file.file_path), tree.object_path)]

    def table(self) -> Any:
        """The tree, with the columns of friends, also of those that it was stored with."""
        if self._friends:
            return super().table()
        return with_stored_friends(self._of)

    def ToRamet(self) -> Tree:
        """The tree as ramet has it."""
        return self._of

    def __getitem__(self, name: str) -> Any:
        return self._of[name]

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return super().__getattr__(name) if self._entry is not None and name in self._of else getattr(self._of, name)


class _Branch:
    """A column of a tree. Threads: immutable."""

    def __init__(self, name: str) -> None:
        self._name = name

    def GetName(self) -> str:
        """Its name."""
        return self._name


class _Part:
    """Some entries, whose columns are read when one of them is asked for. Threads: one at a time."""

    def __init__(self, table: Any, begin: int, end: int) -> None:
        self._table = table
        self.begin = begin
        self._arrays: dict[str, Any] = {}
        self.end = end

    def value(self, name: str, place: int) -> Any:
        """The value of a column; a number is one of Python. Raises AttributeError without the column."""
        if name not in self._arrays:
            try:
                column = self._table[name]
            except KeyInFileError as error:
                raise AttributeError(str(error)) from None
            self._arrays[name] = column.array(library="np", entry_start=self.begin, entry_stop=self.end)
        value = self._arrays[name][place]
        return value.item() if isinstance(value, np.generic) else value


class _Entry:
    """An entry, whose columns are attributes. Threads: one at a time."""

    __slots__ = ("_part", "_place")

    def __init__(self, part: _Part, place: int) -> None:
        self._part = part
        self._place = place

    def __getattr__(self, name: str) -> Any:
        return self._part.value(name, self._place)
