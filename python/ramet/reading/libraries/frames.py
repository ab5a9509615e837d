"""Columns as pandas and Arrow have them. Both packages are optional, and asked for when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ramet import _core
from ramet.reading.libraries.arrays import numpy_of
from ramet.reading.libraries.arrow import ArrowStream

__all__ = ["arrow_table", "frame_of", "series_of"]


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("library='pd' needs the package pandas; library='np' does not") from None
    return pandas


def _flat(name: str, array: _core.Array) -> dict[str, Any]:
    """The columns of a frame that a value needs: one for each member of a record, "x.y", and for each place of an array
    of fixed size, "x[0]"."""
    if array.kind == _core.Kind.record:
        members = zip(array.names, array.contents, strict=True)
        return {key: one for member, content in members for key, one in _flat(f"{name}.{member}", content).items()}
    values = numpy_of(array)
    if array.kind != _core.Kind.regular or values.ndim < 2:
        return {name: values}
    columns: dict[str, Any] = {name: values}
    for _ in range(values.ndim - 1):
        columns = {f"{key}[{i}]": part[:, i] for key, part in columns.items() for i in range(part.shape[1])}
    return columns


def frame_of(columns: Mapping[str, _core.Array], first: int, length: int) -> Any:
    """A pandas.DataFrame whose index is the numbers of the entries."""
    pandas = _pandas()
    values = {key: one for name, column in columns.items() for key, one in _flat(name, column).items()}
    return pandas.DataFrame(values, index=pandas.RangeIndex(first, first + length))


def series_of(array: _core.Array, name: str, first: int) -> Any:
    """A pandas.Series, or a DataFrame of what takes several columns."""
    values = _flat(name, array)
    if list(values) != [name]:
        return frame_of({name: array}, first, len(array))
    pandas = _pandas()
    return pandas.Series(values[name], index=pandas.RangeIndex(first, first + len(array)), name=name)


def arrow_table(columns: Mapping[str, _core.Array], length: int, condition: _core.Array | None = None) -> Any:
    """A pyarrow.Table; of the entries where a condition is true, if there is one."""
    try:
        import pyarrow
    except ImportError:
        raise ImportError("an Arrow table needs the package pyarrow; `arrow_stream` does not") from None
    arrays = list(columns.values())
    types = [one.type for one in arrays]
    table = pyarrow.table(ArrowStream(list(columns), lambda: types, lambda: iter([(length, arrays)])))
    return table if condition is None else table.filter(pyarrow.array(numpy_of(condition)))
