"""Which files, and which tree in each, a program means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ramet import _core
from ramet.arguments import name_text, path_text
from ramet.errors import FileMissingError, KeyInFileError, MisuseError
from ramet.session import shared_session

__all__ = ["Files", "places_of"]

Files = str | os.PathLike[str] | Mapping[Any, str] | Iterable[str | os.PathLike[str] | Mapping[Any, str]]


_ONLY = "?"  # stands for the one tree of a file, whatever it is called


def places_of(files: Files) -> list[tuple[str, str]]:
    """Path and tree of each file, of what `ramet.open_many` takes."""
    listed = list(files) if isinstance(files, Iterable) and not isinstance(files, str | bytes | Mapping) else [files]
    named = [place for one in listed for place in _named_in(one)]
    if not named:
        raise MisuseError("no files")
    try:
        places = [place for path, tree in map(_split, named) for place in _core.places_of(path, tree)]
    except KeyInFileError as error:
        raise FileMissingError(str(error)) from None
    return [(path, _only_table(path) if tree == _ONLY else tree) for path, tree in places]


def _named_in(files: Any) -> list[tuple[str, str]]:
    """Paths as they are named, globs among them, and trees where these are named apart."""
    if isinstance(files, Mapping):
        return [(path_text(path), name_text(tree, "a tree's name")) for path, tree in files.items()]
    return [(path_text(files), "")]


def _split(place: tuple[str, str]) -> tuple[str, str]:
    """A path and what it names behind its colon."""
    path, tree = place
    if tree:
        return place
    path, tree = _core.split_path(path)
    return path, tree or _ONLY


def _only_table(path: str) -> str:
    """The name of the tree or ntuple of a file that has one. Raises MisuseError where it has none, or more."""
    try:
        keys = shared_session().open(path).keys_below("")
    except KeyInFileError as error:
        raise FileMissingError(str(error)) from None
    tables = {name for name, key in keys if key.is_tree or key.is_ntuple}
    if len(tables) != 1:
        raise MisuseError(f"file {path!r} has {len(tables)} trees and ntuples: name one as {{{path!r}: 'dir/Events'}}")
    return tables.pop()
