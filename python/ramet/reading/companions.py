"""Named tuples for friends, index and user info of a tree, and for the number of entries of a file."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FileEntries", "StoredFriend", "StoredIndex", "UserObject"]


class StoredFriend(NamedTuple):
    """A tree that another one was stored with as a friend. Threads: a value."""

    name: str
    """What its columns are called by."""
    tree: str
    """Its name in its file."""
    file: str
    """The file; empty for the one that the other tree is in."""


class StoredIndex(NamedTuple):
    """The index that a tree was stored with: pairs of numbers in rising order, and where they are. Threads: a value."""

    major_name: str
    """The column of the first number of each pair."""
    minor_name: str
    """That of the second; "0" where there is none."""
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


class FileEntries(NamedTuple):
    """How many entries the tree of a file has. Threads: a value."""

    file_path: str
    """The file."""
    object_path: str
    """The tree in it."""
    num_entries: int
    """How many entries it has."""
