"""Which files, and which tree in each, a program means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ramet import _core
from ramet.arguments import name_text, path_text
from ramet.errors import FileMissingError, KeyInFileError, MisuseError

__all__ = ["Files", "places_of"]

Files = str | os.PathLike[str] | Mapping[Any, str] | Iterable[str | os.PathLike[str] | Mapping[Any, str]]


def places_of(files: Files) -> list[tuple[str, str]]:
    """Path and tree of each file, of what `ramet.open_many` takes."""
    listed = list(files) if isinstance(files, Iterable) and not isinstance(files, str | bytes | Mapping) else [files]
    named = [place for one in listed for place in _named_in(one)]
    if not named:
        raise MisuseError("no files")
    try:
        return [place for path, tree in named for place in _core.places_of(path, tree)]
    except KeyInFileError as error:
        raise FileMissingError(str(error)) from None


def _named_in(files: Any) -> list[tuple[str, str]]:
    """Paths as they are named, globs among them, and trees where these are named apart."""
    if isinstance(files, Mapping):
        return [(path_text(path), name_text(tree, "a tree's name")) for path, tree in files.items()]
    return [(path_text(files), "")]
