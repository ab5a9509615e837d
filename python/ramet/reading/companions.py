"""Named tuples for friends, index and user info of a tree, and for entries of a file; the report of a step."""

# ruff: noqa: N815 - the members of a TKey are called as ROOT calls them
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["DirectoryKey", "FileEntries", "StepReport", "StoredFriend", "StoredIndex", "UserObject"]


class StoredFriend(NamedTuple):
    """A tree that another one was stored with as a friend. Threads: a value."""

    name: str
    """The name that its columns are prefixed with."""
    tree: str
    """Its name in its file."""
    file: str
    """The file; empty for the one that the other tree is in."""


class StoredIndex(NamedTuple):
    """The index that a tree was stored with: pairs of numbers in rising order, and where they are. Threads: a value."""

    major_name: str
    """The column of the first number of each pair."""
    minor_name: str
    """The second number's expression; "0" if there is none."""
    major: list[int]
    """The first numbers."""
    minor: list[int]
    """The second ones."""
    entries: list[int]
    """The entry of each pair."""


class UserObject(NamedTuple):
    """An object that a tree carries. Threads: a value."""

    classname: str
    """Its class, as "TParameter<double>"."""
    name: str
    """Its name."""
    text: str
    """Its title, or what a text says."""
    value: float | None
    """The number of a TParameter; None of others."""


class DirectoryKey(NamedTuple):
    """A directory's key of one of its objects; names are those of a TKey's members. Threads: a value."""

    fName: str
    """Its name, without a cycle."""
    fTitle: str
    """Its title."""
    fClassName: str
    """Its class, as "TH1D"."""
    fCycle: int
    """Which of the objects of one name it is, from 1."""
    fObjlen: int
    """Bytes uncompressed."""
    fSeekKey: int
    """Its position in the file."""

    def name(self, cycle: bool = False) -> str:  # noqa: FBT001, FBT002 - as uproot has it
        """Its name, with its cycle or without."""
        return f"{self.fName};{self.fCycle}" if cycle else self.fName

    def classname(self) -> str:
        """Its class."""
        return self.fClassName


class FileEntries(NamedTuple):
    """The number of entries in the tree of a file. Threads: a value."""

    file_path: str
    """The file."""
    object_path: str
    """The tree in it."""
    num_entries: int
    """The number of its entries."""


@dataclass(frozen=True, slots=True)
class StepReport:
    """Which entries a step of `iterate` has. Threads: a value.

    Attributes:
        file_path: the file that they are of.
        object_path: the tree or ntuple in it.
        tree_entry_start: the first of them, counted in that tree.
        tree_entry_stop: one past the last, likewise.
        global_entry_start: the first of them, counted from the first file's first.
        global_entry_stop: one past the last, likewise.
    """

    file_path: str
    object_path: str
    tree_entry_start: int
    tree_entry_stop: int
    global_entry_start: int
    global_entry_stop: int

    @property
    def start(self) -> int:
        """`global_entry_start`."""
        return self.global_entry_start

    @property
    def stop(self) -> int:
        """`global_entry_stop`."""
        return self.global_entry_stop

    @property
    def global_offset(self) -> int:
        """The number of entries in the files before it."""
        return self.global_entry_start - self.tree_entry_start
