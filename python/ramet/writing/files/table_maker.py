"""New trees and ntuples of a file that one thread writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any, SupportsIndex

from ramet import _core
from ramet.arguments import name_text, truth
from ramet.errors import MisuseError
from ramet.reading.tree import Tree
from ramet.sizes import byte_count
from ramet.writing.columns.counters import counter_of
from ramet.writing.columns.inference import has_values, schema_of_batch
from ramet.writing.columns.schema import columns_of_batch, is_type_of_records, projections_of, table_of
from ramet.writing.columns.tables import is_table, mapping_of
from ramet.writing.compression import TableCompression, compress_columns, compression_code
from ramet.writing.files.writable_tree import WritableTree

__all__ = ["TableMaker", "assigned", "types_and_values"]

_UNFIT = r"[\x00-\x20./\\\x7f]"  # what names of fields cannot have


class TableMaker:
    """Adds a tree or ntuple to a file, and does it again with another compression. Threads: one."""

    def __init__(
        self,
        writer: _core.ParallelWriter,
        name: str,
        title: str,
        format: _core.Format,
        cluster_size: SupportsIndex | str,
        basket_size: SupportsIndex | str,
    ) -> None:
        self.path = name_text(name, "a name").strip("/")
        self.compression: int | None = None
        self.page_checksums = True
        self.new_cycle = False
        self.columns: list[_core.ColumnSpec] = []
        self._writer = writer
        self._title = name_text(title, "title")
        self._format = format
        part = "basket_size" if format == _core.Format.ttree else "page_size"
        self._sizes = byte_count(cluster_size, "cluster_size"), byte_count(basket_size, part, 1, 2**30)
        self._classes: list[_core.ClassSpec] = []
        self._projections: list[_core.ProjectionSpec] = []

    def describe(self, schema: Any, classes: Mapping[str, Any] | None) -> None:
        """Say what the columns are. Raises TypeError, MisuseError."""
        kind = "ttree" if self._format == _core.Format.ttree else "rntuple"
        self.columns, self._classes = table_of(schema, classes, format=kind)
        self._projections = projections_of(schema)

    def name_counters(self, counter_name: Callable[[str], str]) -> None:
        """Say how the branches are called that count the lists of columns for which no other is said."""
        self.columns = [_counted_by(counter_name, column) for column in self.columns]

    def __call__(self) -> _core.TableWriter:
        """Add it. Raises MisuseError."""
        described = self.path, self._title, self.columns, self._classes, self._format
        sizes = _core.Order.sequence, self._sizes[0], 0, self._sizes[1]
        return self._writer.add_table(
            *described,
            *sizes,
            self._projections,
            truth(self.page_checksums, "page_checksums"),
            new_cycle=self.new_cycle,
            compression=self.compression,
        )

    def compress(self, compression: TableCompression) -> None:
        """Say how it is compressed, or some of its columns, once they are described. Raises MisuseError."""
        if isinstance(compression, Mapping):
            compress_columns(self.columns, compression)
            return
        self.compression = compression_code(compression)
        for column in self.columns:
            column.compression = None

    def again(self, tree: WritableTree, compression: TableCompression) -> _core.TableWriter:
        """Take it back, and add it with another compression."""
        self.compress(compression)
        tree.withdraw(self._writer)
        return self()


def _counted_by(counter_name: Callable[[str], str], column: _core.ColumnSpec) -> _core.ColumnSpec:
    if column.counter or not counter_of(column):
        return column
    counter = name_text(counter_name(column.name), "a counter")
    last = column.packed_range, column.type_name, column.split_level, column.compression
    return _core.ColumnSpec(column.name, column.type, column.form, counter, *last)


def types_and_values(
    given: Any, types_of: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> tuple[Any, Mapping[str, Any] | None]:
    """The schema that was given, or that of the values that were given instead."""
    batch = mapping_of(given) if is_table(given) else None
    if isinstance(given, Mapping) and any(map(has_values, given.values())):
        kinds = {has_values(value): name for name, value in given.items()}
        if len(kinds) > 1:
            raise TypeError(
                f"column {kinds[True]!r} has values, column {kinds[False]!r} a type: all are one or the other"
            )
        batch = given
    return (given, None) if batch is None else (types_of(batch), batch)


def _no_object(value: Any) -> str:
    return f"a value of type {type(value).__name__} is no histogram, graph, text or ramet.NewObject, and no table"


def _hint_of(path: str, value: Any) -> str:
    """How else a value is written, if it is one that people have."""
    name = path.rpartition("/")[2]
    if is_dataclass(value) and not isinstance(value, type):
        return f"; ramet.NewObject({type(value).__name__!r}, dataclasses.asdict(value)) is an object"
    if isinstance(value, bool | int | float | complex | bytes | type(None)) or not hasattr(value, "__len__"):
        return ""
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return "; awkward.Array of it is a table"
    return f"; {{{name!r}: values}} is a table of one column"


def assigned(writer: _core.ParallelWriter, path: str, value: Any) -> tuple[TableMaker, Mapping[str, Any] | None]:
    """What `file[path] = value` makes of a table, and its values: an ntuple, or a tree of a tree that was read. The
    form of an awkward array has no values."""
    format = _core.Format.ttree if isinstance(value, Tree) else _core.Format.rntuple
    make = TableMaker(writer, path, "", format, 0, "256 KiB")
    make.new_cycle = True
    if is_type_of_records(value):
        make.describe(value, None)
        return make, None
    try:
        batch = mapping_of(value)
    except TypeError as error:
        raise TypeError(f"{_no_object(value)}: {error}{_hint_of(path, value)}") from None
    make.describe(columns_of_batch(batch) if isinstance(value, Tree) else schema_of_batch(batch), None)
    unfit = [name for name in batch if re.search(_UNFIT, name)] if format == _core.Format.rntuple else []
    if unfit:
        raise MisuseError(
            f"column {unfit[0]!r}: names in ntuples have no space and none of ./\\; use mktree({path!r}, values)"
        )
    return make, batch
