"""Columns in the library that was asked for: awkward, NumPy or pandas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np
from ramet import _core
from ramet.reading.libraries.arrays import awkward, layout_of, maps_of, numpy_of, objects_of, sets_of
from ramet.reading.libraries.frames import frame_of, series_of

__all__ = [
    "Library",
    "arranged",
    "as_column",
    "as_table",
    "check_how",
    "library_of",
    "part_of_table",
    "value_of",
    "with_numbers_as",
]

Library = Literal["ak", "np", "pd"]

_MAP = re.compile(r"(?:std::)?(?:unordered_)?map<.*>$")
_SET = re.compile(r"(?:std::)?(?:unordered_)?set<.*>$")


class Described(Protocol):
    """A column of a table. Threads: as what it is."""

    @property
    def core(self) -> Any: ...
    @property
    def typename(self) -> str: ...


def library_of(name: str) -> Library:
    """The library that is meant: "ak", "np" or "pd", or its whole name. Raises ValueError for another one."""
    if name in ("ak", "awkward"):
        return "ak"
    if name in ("np", "numpy"):
        return "np"
    if name in ("pd", "pandas"):
        return "pd"
    raise ValueError(f"library {name!r} is not one of 'ak', 'np', 'pd'")


def as_column(
    array: _core.Array,
    library: str,
    *,
    name: str = "",
    first: int = 0,
    type: _core.Type | None = None,
    typename: str = "",
    record: str = "",
) -> Any:
    """One column: ak.Array, numpy.ndarray, or pandas.Series of that name, whose entries are numbered from `first`. In
    awkward, records are called by the classes of `type`, the outermost ones `record` if that is said; in NumPy what is
    a map by its C++ type is a dict, and a set of numbers or strings a set."""
    if library == "np":
        return _numpy(array, typename)
    if library == "pd":
        return series_of(array, name, first)
    return awkward().Array(layout_of(array, type, record))


def _numpy(array: _core.Array, typename: str) -> Any:
    is_map = _MAP.match(typename) and array.kind == _core.Kind.list and array.contents[0].names == ["first", "second"]
    if is_map:
        return maps_of(array)
    is_list = array.kind == _core.Kind.list
    holds_plain = is_list and array.contents[0].kind in (_core.Kind.number, _core.Kind.string)
    return sets_of(array) if holds_plain and _SET.match(typename) else numpy_of(array)


def value_of(array: _core.Array) -> Any:
    """The only value of an array of length 1: numbers, also of several dimensions, as numpy.ndarray; all else as
    awkward has it, or without awkward NumPy."""
    content = array
    while content.kind == _core.Kind.regular:
        content = content.contents[0]
    if content.kind == _core.Kind.number:
        return numpy_of(array)[0]
    if array.kind == _core.Kind.list and array.contents[0].kind == _core.Kind.number:
        return numpy_of(array)[0]
    try:
        return as_column(array, "ak")[0]
    except ImportError:
        return numpy_of(array)[0]


def with_numbers_as(array: Any, library: str, dtype: np.dtype[Any]) -> Any:
    """A column of numbers, or lists of such, as another type of numbers."""
    if library == "ak":
        return awkward().values_astype(array, dtype)
    if getattr(getattr(array, "dtype", None), "kind", "") != "O":  # a data frame has one for each column
        return array.astype(dtype)
    pieces = [np.asarray(one).astype(dtype) for one in array]
    return objects_of(pieces) if library == "np" else type(array)(pieces, index=array.index, name=array.name)


def as_table(
    columns: Mapping[str, _core.Array],
    length: int,
    library: str,
    *,
    first: int = 0,
    described: Iterable[Described | None] = (),
) -> Any:
    """Several columns of equal length: an ak.Array of records, a dict of numpy.ndarray, or a pandas.DataFrame whose
    entries are numbered from `first`. What is `described` are the columns, of which `as_column` has types and names."""
    known: list[Described | None] = [*described] or [None] * len(columns)
    if library == "pd":
        return frame_of(columns, first, length)
    if library == "np":
        both = zip(columns.items(), known, strict=True)
        return {name: _numpy(column, one.typename if one else "") for (name, column), one in both}
    ak = awkward()
    pairs = zip(columns.values(), known, strict=True)
    layouts = [layout_of(column, None if one is None else one.core.type) for column, one in pairs]
    return ak.Array(ak.contents.RecordArray(layouts, list(columns), length=length))


def part_of_table(table: Any, begin: int, end: int, library: str) -> Any:
    """Entries [begin, end) of what as_table made, without a copy."""
    if library == "np":
        return {name: column[begin:end] for name, column in table.items()}
    return table.iloc[begin:end] if library == "pd" else table[begin:end]


def chosen_entries(
    table: Any, condition: _core.Array | None, library: str, begin: int = 0, end: int | None = None
) -> Any:
    """The entries of what as_table made, which are those [begin, end) of a condition, where that is true."""
    if condition is None:
        return table
    is_chosen = numpy_of(condition)[begin:end]
    if library == "np":
        return {name: column[is_chosen] for name, column in table.items()}
    return table[is_chosen]


def check_how(how: Any, library: str) -> None:
    """Raises ValueError for what columns cannot be arranged as."""
    if how not in (None, tuple, list, dict, "zip") or (how == "zip" and library != "ak"):
        raise ValueError(f"how {how!r} is not one of None, tuple, list, dict" + (", 'zip'" * (library == "ak")))


def arranged(table: Any, library: str, how: Any, asked: Sequence[str] | None = None) -> Any:
    """What as_table made, as a tuple, list or dict of columns, or with lists of equal lengths zipped to lists of
    records. Of names that were asked for, those that are there twice come twice in a tuple or list."""
    if how is None or (how is dict and library == "np"):
        return table
    names = list(table.fields if library == "ak" else table)
    if how == "zip":
        return _zipped(table, names)
    columns = {name: table[name] for name in names}
    if how is dict:
        return columns
    repeated = asked is not None and len(set(asked)) < len(asked) and columns.keys() == set(asked)
    return how(columns[name] for name in (asked if asked is not None and repeated else names))


def _zipped(table: Any, names: list[str]) -> Any:
    """Lists "Muon_pt" and "Muon_eta" of equal lengths become lists "Muon" of records of "pt" and "eta"; so
    does one list alone."""
    ak = awkward()
    groups: dict[str, dict[str, Any]] = {}
    for name in names:
        group, _, member = name.partition("_")
        is_list = table[name].ndim > 1 and "var" in str(table[name].type)
        groups.setdefault(group if is_list and member else name, {})[member if is_list and member else ""] = table[name]
    columns: dict[str, Any] = {}
    for group, members in groups.items():
        counts = [ak.num(one) for one in members.values()] if "" not in members else []
        if counts and group not in names and all(ak.array_equal(counts[0], one) for one in counts[1:]):
            columns[group] = ak.zip(members, depth_limit=2)
        else:
            columns.update({f"{group}_{member}" if member else group: one for member, one in members.items()})
    return ak.zip(columns, depth_limit=1)
