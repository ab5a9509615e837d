"""Frames written as Parquet, part by part."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ramet import _core
from ramet.errors import FileIOError, MisuseError, UnsupportedError
from ramet.reading.libraries.arrow import ArrowStream

__all__ = ["WriteParquet"]

_ROWS_OF_GROUP = 1 << 17


class WriteParquet:
    """Writes columns into a Parquet file, in order of entries. Only the rows of a group, and of few tasks that are
    ahead of others, are in memory. The file is there when all is written. Threads: called by one at a time."""

    has_copies = False

    def __init__(
        self, path: str, names: Sequence[str], types: Sequence[_core.Type], compression: Any, rows_of_group: int
    ) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise ImportError("a snapshot as Parquet needs the package pyarrow") from None
        if compression is not None and not isinstance(compression, str):
            raise MisuseError(f"compression={compression!r} of Parquet: a text is wanted, as 'zstd', 'snappy', 'none'")
        self.name = f"snapshot of {len(names)} columns in {path!r}"
        self._path = path
        self._arrow = pyarrow
        self._make = parquet.ParquetWriter
        self._names = list(names)
        self._types = list(types)
        self._compression = compression or "zstd"
        self._rows_of_group = rows_of_group or _ROWS_OF_GROUP

    def begin(self) -> _ParquetRows:
        """A file that is begun with the first group."""
        path, unfinished = self._path, f"{self._path}.part-{os.getpid()}"

        def make() -> Any:
            schema = self._arrow.schema(self._stream([]))
            return self._make(unfinished, schema, compression=self._compression)

        return _ParquetRows(path, unfinished, make, self._arrow.concat_tables, self._rows_of_group)

    def partial(self) -> list[Any]:
        """What a task begins with: no rows."""
        return []

    def add(self, state: list[Any], arrays: list[_core.Array], count: int) -> None:
        """The rows of a batch."""
        state.append(self._arrow.table(self._stream([(count, arrays)])))

    def write(self, whole: _ParquetRows, state: list[Any]) -> None:
        """The rows of the next task."""
        whole.extend(state)

    def finish(self, whole: _ParquetRows) -> None:
        """All tasks are written."""
        whole.close()

    def abandon(self, whole: _ParquetRows) -> None:
        """The run failed: there will be no file."""
        whole.abandon()

    def refuse_variations(self) -> None:
        """Raise UnsupportedError: a file has one version of the columns."""
        raise UnsupportedError("a snapshot as Parquet has no variations")

    def _stream(self, parts: list[tuple[int, list[_core.Array]]]) -> ArrowStream:
        return ArrowStream(self._names, lambda: self._types, lambda: iter(parts))


class _ParquetRows:
    """Rows that become groups of a file. Threads: one at a time."""

    def __init__(
        self,
        path: str,
        unfinished: str,
        make: Callable[[], Any],
        joined: Callable[[list[Any]], Any],
        rows_of_group: int,
    ) -> None:
        self._path = path
        self._unfinished = unfinished
        self._make = make
        self._joined = joined
        self._rows_of_group = rows_of_group
        self._writer: Any = None
        self._held: list[Any] = []
        self._rows = 0

    def extend(self, tables: list[Any]) -> None:
        self._held += tables
        self._rows += sum(table.num_rows for table in tables)
        while self._rows >= self._rows_of_group:
            self._write_group(self._rows_of_group)

    def close(self) -> None:
        if self._rows or self._writer is None:
            self._write_group(self._rows)
        self._guarded(self._writer.close)
        self._guarded(lambda: Path(self._unfinished).replace(self._path))
        self._writer = None

    def abandon(self) -> None:
        self._held = []
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                writer.close()
            finally:
                Path(self._unfinished).unlink(missing_ok=True)

    def _write_group(self, rows: int) -> None:
        if self._writer is None:
            self._writer = self._guarded(self._make)
        if not rows:
            return
        table = self._joined(self._held)
        self._guarded(lambda: self._writer.write_table(table.slice(0, rows), row_group_size=rows))
        self._rows -= rows
        self._held = [table.slice(rows)] if self._rows else []

    def _guarded(self, write: Any) -> Any:
        try:
            return write()
        except (OSError, ValueError) as error:
            raise FileIOError(f"{self._path!r} cannot be written: {error}") from error
