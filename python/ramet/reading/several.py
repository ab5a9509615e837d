"""One tree in many files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from ramet.errors import FileMissingError, MisuseError
from ramet.reading.file import open as open_file
from ramet.reading.tree import Tree

__all__ = ["concatenate", "iterate"]

Files = str | os.PathLike[str] | Mapping[Any, str] | Iterable[str | os.PathLike[str]]


def iterate(files: Files, names: str | Iterable[str] | None = None, **options: Any) -> Iterator[Any]:
    """Tree.iterate over the trees of several files, one after the other.

    Args:
        files: "run*.root:Events", a list of such, or {"run*.root": "Events"}; globs are sorted by name.
        names: the branches to read.
        options: those of Tree.iterate.

    Yields:
        What Tree.iterate yields. A step never crosses the end of a file.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    for tree in _trees(files):
        yield from tree.iterate(names, **options)


def concatenate(files: Files, names: str | Iterable[str] | None = None, *, library: str = "ak", **options: Any) -> Any:
    """Tree.arrays of several files, put together in their order.

    Args:
        files: as of `iterate`.
        names: the branches to read.
        library: "ak" or "np".
        options: those of Tree.arrays; entry ranges are those of each file.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    parts = [tree.arrays(names, library=library, **options) for tree in _trees(files)]
    if library == "np":
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    import awkward

    return awkward.concatenate(parts)


def _trees(files: Files) -> Iterator[Tree]:
    for path, name in _expanded(files):
        found = open_file(os.fspath(path))[name] if name else open_file(path)
        if not isinstance(found, Tree):
            raise MisuseError(f"{os.fspath(path)!r} names no tree: write 'file.root:tree' or {{'file.root': 'tree'}}")
        yield found


def _expanded(files: Files) -> Iterator[tuple[str, str]]:
    if isinstance(files, Mapping):
        named = [(os.fspath(path), name) for path, name in files.items()]
    else:
        listed = [files] if isinstance(files, str | os.PathLike) else list(files)
        named = [(os.fspath(path), "") for path in listed]
    if not named:
        raise MisuseError("no files")
    for path, name in named:
        yield from ((one, name) for one in _globbed(path))


def _globbed(path: str) -> list[str]:
    if not glob.has_magic(path):
        return [path]
    file_path, colon, object_path = path.partition(".root:")
    pattern = file_path + ".root" if colon else path
    found = sorted(glob.glob(pattern))  # noqa: PTH207 (a pattern may be absolute)
    if not found:
        raise FileMissingError(f"no file matches {pattern!r}")
    return [f"{one}:{object_path}" if colon else one for one in found]
