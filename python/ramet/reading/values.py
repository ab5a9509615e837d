"""Columns in the library that was asked for: awkward, NumPy or pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from ramet import _core
from ramet.reading.arrays import awkward, layout_of, numpy_of
from ramet.reading.frames import frame_of, series_of

__all__ = ["Library", "as_column", "as_table", "check_library", "part_of_table", "value_of"]

Library = Literal["ak", "np", "pd"]


def check_library(library: str) -> None:
    if library not in ("ak", "np", "pd"):
        raise ValueError(f"library {library!r} is not one of 'ak', 'np', 'pd'")


def as_column(array: _core.Array, library: str, *, name: str = "", first: int = 0, record: str = "") -> Any:
    """One column: ak.Array with records of that name, numpy.ndarray, or pandas.Series of that name, whose entries are
    numbered from `first`."""
    if library == "np":
        return numpy_of(array)
    if library == "pd":
        return series_of(array, name, first)
    return awkward().Array(layout_of(array, record))


def value_of(array: _core.Array) -> Any:
    """The only value of an array of length 1: numbers, also of several dimensions, as numpy.ndarray; all else as
    awkward has it, or without awkward NumPy."""
    content = array
    while content.kind == _core.Kind.regular:
        content = content.contents[0]
    if content.kind == _core.Kind.number:
        return numpy_of(array)[0]
    if array.kind == _core.Kind.list and array.contents[0].kind == _core.Kind.number:
        return numpy_of(array.contents[0])
    try:
        return as_column(array, "ak")[0]
    except ImportError:
        return numpy_of(array)[0]


def as_table(
    columns: Mapping[str, _core.Array],
    length: int,
    library: str,
    *,
    first: int = 0,
    records: Iterable[str] | None = None,
) -> Any:
    """Several columns of equal length: an ak.Array of records, a dict of numpy.ndarray, or a pandas.DataFrame whose
    entries are numbered from `first`. `records` is what the records of each column are called in awkward."""
    if library == "pd":
        return frame_of(columns, first, length)
    if library == "np":
        return {name: numpy_of(column) for name, column in columns.items()}
    ak = awkward()
    names = [""] * len(columns) if records is None else records
    layouts = [layout_of(column, name) for column, name in zip(columns.values(), names, strict=True)]
    return ak.Array(ak.contents.RecordArray(layouts, list(columns), length=length))


def part_of_table(table: Any, begin: int, end: int, library: str) -> Any:
    """Entries [begin, end) of what as_table made, without a copy."""
    if library == "np":
        return {name: column[begin:end] for name, column in table.items()}
    return table.iloc[begin:end] if library == "pd" else table[begin:end]
