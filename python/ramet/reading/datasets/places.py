"""Which files, and which tree in each, a program means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ramet import _core
from ramet.errors import FileMissingError, KeyInFileError, MisuseError

__all__ = ["Files", "places_of"]

Files = str | os.PathLike[str] | Mapping[Any, str] | Iterable[str | os.PathLike[str]]


def places_of(files: Files) -> list[tuple[str, str]]:
    """Path and tree of each file, of what `ramet.dataset` takes."""
    if isinstance(files, Mapping):
        named = [(os.fspath(path), tree) for path, tree in files.items()]
    else:
        listed = [files] if isinstance(files, str | os.PathLike) else list(files)
        named = [(os.fspath(path), "") for path in listed]
    if not named:
        raise MisuseError("no files")
    try:
        return [place for path, tree in named for place in _core.places_of(path, tree)]
    except KeyInFileError as error:
        raise FileMissingError(str(error)) from None
