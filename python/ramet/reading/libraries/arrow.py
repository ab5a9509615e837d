"""Columns for whoever takes Arrow's PyCapsule interface: Polars, DuckDB, pandas, pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ramet import _core

__all__ = ["ArrowColumn", "ArrowStream", "Parts"]

# How many entries, and each column's, part by part.
Parts = Callable[[], Iterator[tuple[int, list[_core.Array]]]]


class ArrowColumn:
    """The values of one column, part by part. Threads: any number may ask it for streams, which are each one's own."""

    def __init__(self, name: str, type: Callable[[], _core.Type], parts: Parts) -> None:
        self._name = name
        self._type = type
        self._parts = parts

    def __arrow_c_schema__(self) -> object:
        """Its type, as a capsule "arrow_schema"."""
        return _core.arrow_schema(self._type(), self._name)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Its values, as a capsule "arrow_array_stream"; they are of its own type whatever is requested."""
        return _core.arrow_column(self._type(), self._name, partial(next, self._parts(), None))


class ArrowStream:
    """Columns of a table, part by part: what Polars, DuckDB, pandas and pyarrow take; `arrow_stream` makes it.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file["Events"] = {"x": np.arange(3)}
    >>> import pyarrow
    >>> pyarrow.table(ramet.open("doc.root")["Events"].arrow_stream("x")).to_pydict()
    {'x': [0, 1, 2]}

    Whoever takes it begins at the first entry, and reads a part when he asks for it. What goes wrong then is an error
    of his own, with ramet's text. Threads: any number may ask it for streams, which are each one's own.
    """

    def __init__(self, names: Sequence[str], types: Callable[[], Sequence[_core.Type]], parts: Parts) -> None:
        self._names = list(names)
        self._types = types
        self._parts = parts

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self._names)

    def __arrow_c_schema__(self) -> object:
        """The types of the columns, as a capsule "arrow_schema"."""
        return _core.arrow_schema(self._type(), "")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All entries, as a capsule "arrow_array_stream"; columns are of their own types whatever is requested."""
        return _core.arrow_table(self._type(), partial(next, self._parts(), None))

    def _type(self) -> _core.Type:
        return _core.Type.record(self._names, self._types())

    def __repr__(self) -> str:
        return f"<ArrowStream of {len(self._names)} columns>"
