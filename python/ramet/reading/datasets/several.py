"""One tree in many files, read at once or in steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ramet.reading.datasets.dataset import Dataset, dataset
from ramet.reading.datasets.places import Files

__all__ = ["concatenate", "iterate"]


def iterate(
    files: Files,
    names: str | Iterable[str] | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, float] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Read the trees of several files in steps, one file after the other.

    Args:
        files: as of `dataset`, like all that is not listed here.
        names: the columns to read.
        allow_missing: as of `dataset`.
        missing_columns: as of `dataset`.
        defaults: as of `dataset`.
        schema: as of `dataset`.
        friends: as of `dataset`.
        options: those of Dataset.iterate; entries are counted from the first file's first.

    Yields:
        What Dataset.iterate yields. A step never crosses the end of a file; small files are read side by side.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    whole = dataset(
        files,
        allow_missing=allow_missing,
        missing_columns=missing_columns,
        defaults=defaults,
        schema=schema,
        friends=friends,
    )
    yield from whole.iterate(names, **options)


def concatenate(
    files: Files,
    names: str | Iterable[str] | None = None,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, float] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    **options: Any,
) -> Any:
    """Read the trees of several files, put together in their order.

    Args:
        files: as of `dataset`, like all that is not listed here.
        names: the columns to read.
        allow_missing: as of `dataset`.
        missing_columns: as of `dataset`.
        defaults: as of `dataset`.
        schema: as of `dataset`.
        friends: as of `dataset`.
        options: those of Dataset.arrays; entries are counted from the first file's first.

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        MisuseError: what is named is no tree, or no files are named.
    """
    whole = dataset(
        files,
        allow_missing=allow_missing,
        missing_columns=missing_columns,
        defaults=defaults,
        schema=schema,
        friends=friends,
    )
    return whole.arrays(names, **options)
