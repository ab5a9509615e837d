"""Batches of any kind as mappings from column names to values, of which none is changed on the way."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.reading.file import Directory
from ramet.reading.table import Table

__all__ = ["is_table", "mapping_of"]


def mapping_of(batch: Any, *, wanted: Collection[str] | None = None) -> Mapping[str, Any]:
    """A batch as a mapping from column names to values: it is one, or a structured array, awkward records, a frame.

    The index of a pandas frame is a column, too, named "index". With `wanted`, the columns of a table that is there
    already, it is left out unless it is one of them.
    """
    if isinstance(batch, Directory):
        raise TypeError(f"{batch!r} is no table: copy_from copies what is in a directory")
    if isinstance(batch, Mapping):
        return {name: _of_column(values) for name, values in batch.items()}
    if isinstance(batch, Table):
        return mapping_of(batch.arrays())
    if isinstance(batch, np.ndarray) and batch.dtype.names is not None:
        return {name: batch[name] for name in batch.dtype.names}
    if _is_awkward(batch) and batch.layout.is_record and not batch.fields:
        raise MisuseError("records without members, of which no columns can be made")
    if _is_awkward(batch) and batch.fields:
        return {name: batch[name] for name in batch.fields}
    pandas = sys.modules.get("pandas")  # who has a frame of it has imported it
    if pandas is not None and isinstance(batch, pandas.DataFrame):
        return _of_pandas(batch, wanted)
    if hasattr(batch, "__arrow_c_stream__") and not _is_series(batch):
        return _of_arrow(batch)
    if hasattr(batch, "columns") and hasattr(batch, "to_numpy"):
        return _named((str(name), batch[name].to_numpy()) for name in batch.columns)
    raise TypeError(f"a batch is a mapping from names to arrays, or an array of records, not {type(batch).__name__}")


def is_table(value: Any) -> bool:
    """Whether it has columns of values, and is no mapping."""
    if isinstance(value, np.ndarray):
        return value.dtype.names is not None
    if _is_awkward(value):
        return bool(value.fields)
    return (hasattr(value, "__arrow_c_stream__") and not _is_series(value)) or (
        hasattr(value, "columns") and hasattr(value, "to_numpy")
    )


def _named(columns: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Columns by name. Raises MisuseError when two have the same."""
    named: dict[str, Any] = {}
    for name, values in columns:
        if name in named:
            raise MisuseError(f"two columns are named {name!r}")
        named[name] = values
    return named


def _is_awkward(values: Any) -> bool:
    ak = sys.modules.get("awkward")
    return ak is not None and isinstance(values, ak.Array)


def _is_series(values: Any) -> bool:
    """Whether it is one column of a frame."""
    return any(
        package in sys.modules and isinstance(values, sys.modules[package].Series) for package in ("pandas", "polars")
    )


def _of_column(values: Any) -> Any:
    """A column of a mapping; of a frame's with what is missing."""
    if not _is_series(values):
        return values
    return _of_series(values) if hasattr(values, "iloc") else next(iter(_of_arrow(values.to_frame()).values()))


# --- pandas -----------------------------------------------------------------------------------------------------------


def _of_pandas(frame: Any, wanted: Collection[str] | None) -> Mapping[str, Any]:
    columns = _named((str(name), _of_series(frame.iloc[:, place])) for place, name in enumerate(frame.columns))
    index = {name: level for name, level in _levels_of(frame.index).items() if wanted is None or name in wanted}
    return {name: _of_series(level.to_series()) for name, level in index.items() if name not in columns} | columns


def _levels_of(index: Any) -> dict[str, Any]:
    """The levels of an index by the names of their columns: "index", or each level's own name where it has several."""
    if index.nlevels == 1:
        return {"index": index}
    names = [f"level_{place}" if name is None else str(name) for place, name in enumerate(index.names)]
    return _named((name, index.get_level_values(place)) for place, name in enumerate(names))


def _of_series(series: Any) -> Any:
    """Values of their own type: pandas makes float64 of integers of which some are missing, and objects of others."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return series.to_numpy()
    if hasattr(dtype, "categories"):
        return _of_categories(series.cat)
    if hasattr(dtype, "pyarrow_dtype"):
        return _of_arrow_column(series)
    missing = series.isna().to_numpy()
    plain = getattr(dtype, "numpy_dtype", None)  # of integers, floats and booleans, of which some may be missing
    if plain is None:
        return series.to_numpy(dtype=object, na_value=None) if missing.any() else series.to_numpy()
    if not missing.any():
        return series.to_numpy(dtype=plain)
    return np.ma.MaskedArray(series.to_numpy(dtype=plain, na_value=plain.type()), mask=missing)


def _of_categories(categorical: Any) -> Any:
    values, codes = categorical.categories.to_numpy(), categorical.codes.to_numpy()
    missing = codes < 0
    if not missing.any():
        return values[codes]
    if values.dtype == object:
        return np.array([*values, None], dtype=object)[codes]  # code -1 is the last
    return np.ma.MaskedArray(np.append(values, values.dtype.type())[codes], mask=missing)


# --- Arrow ------------------------------------------------------------------------------------------------------------


def _of_arrow(batch: Any) -> Mapping[str, Any]:
    """The columns of an Arrow table, a record batch or a stream of such, whoever made it."""
    import awkward as ak
    import pyarrow

    table = pyarrow.table(batch)
    table = table.cast(pyarrow.schema([field.with_type(_without_views(field.type)) for field in table.schema]))
    names = table.column_names
    return _named((name, _without_masks(ak.from_arrow(table.column(place)))) for place, name in enumerate(names))


def _without_views(kind: Any) -> Any:
    """A type of Arrow with plain strings in the place of views, which awkward does not read."""
    import pyarrow

    if pyarrow.types.is_string_view(kind):
        return pyarrow.large_string()
    if pyarrow.types.is_binary_view(kind):
        return pyarrow.large_binary()
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([field.with_type(_without_views(field.type)) for field in kind])
    if pyarrow.types.is_fixed_size_list(kind):
        return pyarrow.list_(_without_views(kind.value_type), kind.list_size)
    if pyarrow.types.is_large_list(kind):
        return pyarrow.large_list(_without_views(kind.value_type))
    return pyarrow.list_(_without_views(kind.value_type)) if pyarrow.types.is_list(kind) else kind


def _of_arrow_column(series: Any) -> Any:
    import awkward as ak
    import pyarrow

    return _without_masks(ak.from_arrow(pyarrow.chunked_array(pyarrow.array(series))))


def _without_masks(values: Any) -> Any:
    """Awkward values as they are when none is missing, though some could be, as in most of Arrow's columns."""
    import awkward as ak

    def unmasked(layout: Any, **_: Any) -> Any:
        if layout.is_option and np.asarray(layout.mask_as_bool(valid_when=True)).all():
            return ak.transform(unmasked, layout.project(), highlevel=False)
        return None

    return ak.transform(unmasked, values)
