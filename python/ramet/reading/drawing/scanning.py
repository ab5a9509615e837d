"""Rows of expressions: as arrays, or written to a file part by part."""

from __future__ import annotations

import csv
import itertools
import json
import math
import os
import pathlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, SupportsIndex

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.reading.drawing.numbers import rows_wanted

__all__ = ["Scanned", "scanned"]

_ENTRIES_AT_ONCE = 1 << 20  # of which the rows are in memory while a file is written
_SHOWN = 25  # rows
_WHOLE = 1e15

Wanted = tuple[Any, str | None, Mapping[str, str], tuple[int, int], Any, SupportsIndex]


class Scanned(Mapping[str, Any]):
    """Rows by expression, as NumPy arrays; `entries` has the entry of each row. Shown as a table. It never changes."""

    def __init__(self, columns: dict[str, Any], entries: Any) -> None:
        self._columns = columns
        self.entries = entries

    def __getitem__(self, expression: str) -> Any:
        return self._columns[expression]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        heads = ["entry", *self._columns]
        shown = [self.entries[:_SHOWN], *(column[:_SHOWN] for column in self._columns.values())]
        texts = [[_shown(value) for value in column] for column in shown]
        widths = [max(map(len, [head, *column])) for head, column in zip(heads, texts, strict=True)]
        lines = [" | ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True))]
        lines.append("-+-".join("-" * width for width in widths))
        lines += [
            " | ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
            for row in zip(*texts, strict=True)
        ]
        if len(self.entries) > _SHOWN:
            lines.append(f"... {len(self.entries)} rows")
        return "\n".join(lines)


def scanned(
    source: _core.Source, wanted: Wanted, *, rows: SupportsIndex | None, to: str | os.PathLike[str] | None
) -> Scanned | None:
    """The rows, or None after they were written to a file."""
    most = None if rows is None else rows.__index__()
    if most is not None and most < 0:
        raise MisuseError(f"{most} rows are wanted")
    if to is None:
        parts = list(_parts(source, wanted, most))
        columns = {name: np.concatenate([part[name] for part, _ in parts]) for name in parts[0][0]}
        return Scanned(columns, np.concatenate([entries for _, entries in parts]))
    path = pathlib.Path(to)
    writers = {".parquet": _to_parquet, ".arrow": _to_arrow, ".feather": _to_arrow, ".csv": _to_csv, ".json": _to_json}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise MisuseError(f"'{path.name}' ends with none of {', '.join(writers)}")
    writer(path, (part for part, _ in _parts(source, wanted, most)))
    return None


def _parts(source: _core.Source, wanted: Wanted, most: int | None) -> Iterator[tuple[dict[str, Any], Any]]:
    """The rows of some entries after the other, and their entries; at least one part."""
    expressions, cut, aliases, (first, last), entries, seed = wanted
    left = math.inf if most is None else most
    for begin in range(first, max(last, first + 1), _ENTRIES_AT_ONCE):
        end = min(begin + _ENTRIES_AT_ONCE, last)
        names, arrays = _core.rows(source, rows_wanted(expressions, cut, None, aliases, (begin, end), entries, seed))
        *columns, _, numbers = arrays
        count = int(min(left, len(numbers)))
        yield {n: _values(c)[:count] for n, c in zip(names, columns, strict=True)}, numbers.values[:count]
        left -= count
        if left <= 0:
            return


def _values(array: _core.Array) -> Any:
    if array.kind != _core.Kind.string:
        return array.values
    offsets, text = array.offsets, array.values.tobytes()
    return np.array(
        [text[a:b].decode(errors="surrogateescape") for a, b in itertools.pairwise(offsets)],
        dtype=object,
    )


def _shown(value: Any) -> str:
    if not isinstance(value, float | np.floating):
        return str(value)
    number = float(value)
    is_whole = number.is_integer() and abs(number) < _WHOLE  # with all digits, as numbers of events need
    return str(int(number)) if is_whole else f"{number:.6g}"


def _tables(parts: Iterator[dict[str, Any]]) -> Iterator[Any]:
    import pyarrow

    for part in parts:
        yield pyarrow.table(part)


def _to_parquet(path: pathlib.Path, parts: Iterator[dict[str, Any]]) -> None:
    from pyarrow import parquet

    with ExitStack() as stack:
        writer: Any = None
        for table in _tables(parts):
            if writer is None:
                writer = stack.enter_context(parquet.ParquetWriter(path, table.schema))
            writer.write_table(table)


def _to_arrow(path: pathlib.Path, parts: Iterator[dict[str, Any]]) -> None:
    from pyarrow import ipc

    with ExitStack() as stack:
        writer: Any = None
        for table in _tables(parts):
            if writer is None:
                writer = stack.enter_context(ipc.new_file(path, table.schema))
            writer.write_table(table)


def _to_csv(path: pathlib.Path, parts: Iterator[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, part in enumerate(parts):
            if number == 0:
                writer.writerow(part)
            writer.writerows(zip(*(column.tolist() for column in part.values()), strict=True))


def _to_json(path: pathlib.Path, parts: Iterator[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for part in parts:
            for row in zip(*(column.tolist() for column in part.values()), strict=True):
                file.write(json.dumps({name: _plain(value) for name, value in zip(part, row, strict=True)}) + "\n")


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
