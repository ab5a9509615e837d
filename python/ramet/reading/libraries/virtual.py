"""Awkward arrays whose columns are read when their values are first needed, and what is said of columns there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy.typing as npt
from ramet import _core
from ramet.reading.libraries.arrays import awkward, layout_of
from ramet.reading.libraries.values import Described

__all__ = ["ColumnAccess", "documented", "documented_column", "lazy_column", "lazy_layout", "lazy_table"]

_KEY = "{form_key}-{attribute}"

Column = TypeVar("Column", bound=Described)


class ColumnAccess(NamedTuple):
    """A record that a column of a virtual array was read. Threads: a value."""

    branch: str
    """Its name in the array."""


class _LazyColumn:
    """The buffers of a column, which is read when one of them is first asked for. Threads: any number."""

    def __init__(self, name: str, read: Callable[[], Any], log: list[Any] | None) -> None:
        self._lock = threading.Lock()
        self._buffers: Mapping[str, npt.NDArray[Any]] | None = None
        self._name = name
        self._read = read
        self._log = log

    def buffer(self, key: str) -> npt.NDArray[Any]:
        with self._lock:
            if self._buffers is None:
                self._buffers = awkward().to_buffers(self._read(), buffer_key=_KEY)[2]
                if self._log is not None:
                    self._log.append(ColumnAccess(self._name))
            return self._buffers[key]


def lazy_layout(name: str, empty: Any, length: int, read: Callable[[], Any], log: list[Any] | None) -> Any:
    """A layout as an empty one, of what `read` gives when its values are first needed."""
    column = _LazyColumn(name, read, log)
    form = empty.form_with_key()
    buffers = {key: partial(column.buffer, key) for key in form.expected_from_buffers(buffer_key=_KEY)}
    return awkward().from_buffers(form, length, buffers, buffer_key=_KEY, highlevel=False)


def lazy_column(
    column: Described, name: str, length: int, read: Callable[[int], _core.Array], log: list[Any] | None
) -> Any:
    """An ak.Array of what `read` gives of a column's first entries."""

    def layout(count: int) -> Any:
        return layout_of(read(count), column.core.type)

    return awkward().Array(lazy_layout(name, layout(0), length, partial(layout, length), log))


def lazy_table(
    columns: Mapping[str, Column],
    length: int,
    read: Callable[[Sequence[Column], int], list[_core.Array]],
    log: list[Any] | None,
) -> Any:
    """An ak.Array of records, as `as_table` makes it of what `read` gives of some columns and their first entries."""
    ak = awkward()
    empty = read(list(columns.values()), 0) if columns else []
    layouts = [
        lazy_layout(name, layout_of(array, column.core.type), length, _reading(read, column, length), log)
        for (name, column), array in zip(columns.items(), empty, strict=True)
    ]
    return ak.Array(ak.contents.RecordArray(layouts, list(columns), length=length))


def _reading(
    read: Callable[[Sequence[Column], int], list[_core.Array]], column: Column, length: int
) -> Callable[[], Any]:
    def layout() -> Any:
        (array,) = read([column], length)
        return layout_of(array, column.core.type)

    return layout


def documented(array: Any, table: Any, columns: Iterable[Any], attributes: Mapping[str, str]) -> Any:
    """An ak.Array of records with parameters, of attributes of the table, and with those of the columns inside."""
    if not attributes:
        return array
    pairs = zip(columns, array.layout.contents, strict=True)
    contents = [content if one is None else _said(content, one, attributes) for one, content in pairs]
    return awkward().Array(_said(array.layout, table, attributes).copy(contents=contents))


def documented_column(array: Any, column: Any, attributes: Mapping[str, str]) -> Any:
    """An ak.Array of one column, with the same parameters."""
    return awkward().Array(_said(array.layout, column, attributes)) if attributes else array


def _said(layout: Any, what: Any, attributes: Mapping[str, str]) -> Any:
    """A layout with parameters; where `what` has no title, its description is meant."""
    said: dict[str, str] = {}
    for key, attribute in attributes.items():
        name = "description" if attribute == "title" and not hasattr(what, "title") else attribute
        said |= {key: str(getattr(what, name))} if hasattr(what, name) else {}
    return layout.copy(parameters={**layout.parameters, **said})
