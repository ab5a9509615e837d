"""Columns as NumPy and awkward arrays, over the memory that C++ decoded them into."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from ramet import _core

__all__ = ["Library", "as_column", "as_table", "check_library", "part_of_table"]

Library = Literal["ak", "np"]
AnyArray = npt.NDArray[Any]


def check_library(library: str) -> None:
    if library not in ("ak", "np"):
        raise ValueError(f"library {library!r} is not one of 'ak', 'np'")


def as_column(array: _core.Array, library: str) -> Any:
    """One column: ak.Array or numpy.ndarray."""
    if library == "np":
        return numpy_of(array)
    return _awkward().Array(layout_of(array))


def as_table(columns: Mapping[str, _core.Array], length: int, library: str) -> Any:
    """Several columns of equal length: an ak.Array of records, or a dict of numpy.ndarray."""
    if library == "np":
        return {name: numpy_of(column) for name, column in columns.items()}
    ak = _awkward()
    layouts = [layout_of(column) for column in columns.values()]
    return ak.Array(ak.contents.RecordArray(layouts, list(columns), length=length))


def part_of_table(table: Any, begin: int, end: int, library: str) -> Any:
    """Entries [begin, end) of what as_table made, without a copy."""
    if library == "np":
        return {name: column[begin:end] for name, column in table.items()}
    return table[begin:end]


def _awkward() -> Any:
    try:
        import awkward
    except ImportError:
        raise ImportError("library='ak' needs the package awkward; library='np' does not") from None
    return awkward


def layout_of(array: _core.Array) -> Any:
    """An awkward layout that shares the memory."""
    ak = _awkward()
    kind = array.kind
    if kind == _core.Kind.number:
        return ak.contents.NumpyArray(_native(array.values))
    if kind == _core.Kind.string:
        characters = ak.contents.NumpyArray(array.values, parameters={"__array__": "char"})
        offsets = ak.index.Index64(_native(array.offsets))
        return ak.contents.ListOffsetArray(offsets, characters, parameters={"__array__": "string"})
    contents = [layout_of(content) for content in array.contents]
    if kind == _core.Kind.list:
        return ak.contents.ListOffsetArray(ak.index.Index64(_native(array.offsets)), contents[0])
    if kind == _core.Kind.regular:
        return ak.contents.RegularArray(contents[0], array.size, zeros_length=len(array))
    return ak.contents.RecordArray(contents, array.names, length=len(array))


def numpy_of(array: _core.Array) -> AnyArray:
    """A NumPy array that shares the memory where NumPy can say it; one of objects for jagged values and strings."""
    kind = array.kind
    if kind == _core.Kind.number:
        return _native(array.values)
    if kind == _core.Kind.string:
        return _strings(array)
    if kind == _core.Kind.list:
        return _pieces(numpy_of(array.contents[0]), array.offsets)
    if kind == _core.Kind.regular:
        content = numpy_of(array.contents[0])
        return content.reshape(len(array), array.size, *content.shape[1:])
    return _structured(array)


def _native(numbers: AnyArray) -> AnyArray:
    """The same with NumPy's own type of 64 bits: C has two, which are equal but not the same."""
    return numbers.view(f"{numbers.dtype.kind}8") if numbers.dtype.char in "qQ" else numbers


def _objects(items: list[Any]) -> AnyArray:
    objects = np.empty(len(items), dtype=object)
    for index, item in enumerate(items):  # a slice assignment would look into the items
        objects[index] = item
    return objects


def _pieces(content: AnyArray, offsets: AnyArray) -> AnyArray:
    ends = offsets.tolist()
    return _objects([content[begin:end] for begin, end in pairwise(ends)])


def _strings(array: _core.Array) -> AnyArray:
    ends = array.offsets.tolist()
    characters = array.values.tobytes()
    ranges = pairwise(ends)
    if characters.isascii():
        text = characters.decode("ascii")
        return _objects([text[begin:end] for begin, end in ranges])
    return _objects([characters[begin:end].decode("utf-8", "surrogateescape") for begin, end in ranges])


def _structured(array: _core.Array) -> AnyArray:
    members = [numpy_of(content) for content in array.contents]
    fields = [(name, member.dtype, member.shape[1:]) for name, member in zip(array.names, members, strict=True)]
    records = np.empty(len(array), dtype=fields)
    for name, member in zip(array.names, members, strict=True):
        records[name] = member
    return records
