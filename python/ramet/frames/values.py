"""Values of Python as columns of the compiled part, and back."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.reading.libraries.arrays import numpy_of
from ramet.reading.libraries.values import as_column
from ramet.writing.columns.batch import buffers_of
from ramet.writing.columns.inference import type_of_values
from ramet.writing.columns.schema import table_of

__all__ = ["column_of", "columns_of", "given_to_functions", "one_value"]


def columns_of(batch: Mapping[str, Any]) -> tuple[list[str], list[_core.Array], int]:
    """The names of the columns of a batch, their arrays, and the number of entries.

    Raises:
        TypeError: values that cannot be a column.
        MisuseError: columns of different lengths.
    """
    arrays, entries = [], None
    for name, values in batch.items():
        array = column_of(name, values)
        if entries is not None and len(array) != entries:
            raise MisuseError(f"column {name!r} has {len(array)} entries, column {next(iter(batch))!r} has {entries}")
        entries = len(array)
        arrays.append(array)
    return list(batch), arrays, entries or 0


def column_of(name: str, values: Any, wanted: _core.Type | None = None) -> _core.Array:
    """Values as a column, of the type that is wanted or else of theirs."""
    if isinstance(values, _core.Array):
        return values
    text = type_of_values(name, values) if wanted is None else str(wanted)
    specs, _ = table_of({name: text}, format="rntuple")
    entries, buffers = buffers_of(specs, {name: values})
    return _core.arrays_of(specs, entries, buffers)[0]


def one_value(name: str, value: Any, wanted: _core.Type) -> _core.Array:
    """A column of one value of a type."""
    dtype = None
    if wanted.kind == _core.Kind.number:
        dtype = np.dtype(wanted.number)
        if dtype.kind in "iu" and isinstance(value, float) and value.is_integer():
            value = int(value)
        if dtype.kind == "b" and not isinstance(value, bool | np.bool_):
            value = bool(value)
        return column_of(name, np.array([value]).astype(dtype), wanted)
    if wanted.kind == _core.Kind.string:
        return column_of(name, [value], wanted)
    ak = sys.modules.get("awkward")
    if ak is not None:
        return column_of(name, ak.Array([value]), wanted)
    return column_of(name, [list(value)], wanted)


def given_to_functions(array: _core.Array, library: str) -> Any:
    """What a function of the user's gets of a column: arrays of NumPy cannot be changed, as others see them, too."""
    return numpy_of(array, writable=False) if library == "np" else as_column(array, library)
