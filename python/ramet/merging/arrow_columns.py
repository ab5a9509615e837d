"""Columns of Arrow as trees, ntuples and HDF5 can store them."""

from __future__ import annotations

from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.writing.columns.notation import text_of_record

__all__ = ["stored_batch", "stored_schema", "type_text"]


def stored_schema(schema: Any, *, has_halves: bool) -> Any:
    """The schema with plain types of the same values: texts for dictionaries and views of texts, and floats for
    halves unless the target has these."""
    import pyarrow

    return pyarrow.schema([pyarrow.field(field.name, _plain(field.type, has_halves=has_halves)) for field in schema])


def _plain(kind: Any, *, has_halves: bool) -> Any:
    import pyarrow
    from pyarrow import types

    if types.is_dictionary(kind):
        return _plain(kind.value_type, has_halves=has_halves)
    if types.is_string_view(kind):
        return pyarrow.large_string()
    if types.is_float16(kind) and not has_halves:
        return pyarrow.float32()
    if types.is_fixed_size_list(kind):
        return pyarrow.list_(_plain(kind.value_type, has_halves=has_halves), kind.list_size)
    if types.is_large_list(kind):
        return pyarrow.large_list(_plain(kind.value_type, has_halves=has_halves))
    if types.is_list(kind):
        return pyarrow.list_(_plain(kind.value_type, has_halves=has_halves))
    if types.is_struct(kind):
        return pyarrow.struct(
            [pyarrow.field(member.name, _plain(member.type, has_halves=has_halves)) for member in kind]
        )
    return kind


def stored_batch(batch: Any, schema: Any) -> Any:
    """The batch with the types of the schema. Raises MisuseError if values are missing, in lists and records, too."""
    import pyarrow

    columns = []
    for field, column in zip(schema, batch.columns, strict=True):
        try:
            plain = column if column.type == field.type else column.cast(field.type)
        except NotImplementedError as error:
            raise UnsupportedError(f"column {field.name!r}: {error}") from None
        if _has_holes(plain):
            raise MisuseError(f"column {field.name!r} has missing values, which are not stored")
        columns.append(plain)
    return pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def _has_holes(column: Any) -> bool:
    from pyarrow import types

    if column.null_count:
        return True
    if types.is_struct(column.type):
        return any(map(_has_holes, column.flatten()))
    if types.is_list(column.type) or types.is_large_list(column.type) or types.is_fixed_size_list(column.type):
        return _has_holes(column.flatten())
    return False


def type_text(field: Any) -> str:
    """The type of a column as ramet writes it. Raises UnsupportedError."""
    from pyarrow import types

    def text(kind: Any) -> str:
        if types.is_boolean(kind):
            return "bool"
        if types.is_integer(kind) or (types.is_floating(kind) and not types.is_float16(kind)):
            return str(np.dtype(kind.to_pandas_dtype()))
        if types.is_string(kind) or types.is_large_string(kind):
            return "string"
        if types.is_list(kind) or types.is_large_list(kind):
            return f"var * {text(kind.value_type)}"
        if types.is_fixed_size_list(kind):
            return f"{kind.list_size} * {text(kind.value_type)}"
        if types.is_struct(kind) and kind.num_fields:
            return text_of_record((member.name, text(member.type)) for member in kind)
        raise UnsupportedError(f"column {field.name!r} has the type {field.type}, which is not converted")

    return text(field.type)
