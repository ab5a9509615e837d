"""Tables of HDF5 files, as Arrow's record batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from ramet.errors import CorruptError, KeyInFileError, MisuseError, UnsupportedError
from ramet.merging.chosen_names import chosen_names

__all__ = ["read_hdf5", "write_hdf5"]

_BATCH_BYTES = 64_000_000
_MOST_ENTRIES = 100_000


def write_hdf5(schema: Any, batches: Iterator[Any], path: str, name: str, compression: Any) -> int:
    """Write a table as the group `name`; returns its entries. The batches have no missing values.

    Raises:
        UnsupportedError: a column that HDF5 cannot store.
    """
    h5py = _hdf5()
    entries = 0
    with h5py.File(path, "w") as file:
        group = file.create_group(name, track_order=True) if name.strip("/") else file
        options = _filter_options(compression)
        writers = [_Column(h5py, group, field.name, field.type, options, field.name) for field in schema]
        for batch in batches:
            for writer, column in zip(writers, batch.columns, strict=True):
                writer.append(column)
            entries += batch.num_rows
        group.attrs["entries"] = entries
    return entries


def _hdf5() -> Any:
    try:
        import h5py
    except ImportError:
        raise ImportError("HDF5 needs the package h5py") from None
    return h5py


def _filter_options(compression: Any) -> dict[str, Any]:
    """As h5py takes it, or "gzip:5"."""
    if not compression or compression == "none":
        return {}
    name, _, level = compression.partition(":") if isinstance(compression, str) else (compression, "", "")
    if not level:
        return {"compression": name}
    if not level.isdecimal():
        raise MisuseError(f"compression is {compression!r}, expected a name and a level as 'gzip:5'")
    return {"compression": name, "compression_opts": int(level)}


class _Column:
    """A column that is written into a group, part by part. Threads: one."""

    def __init__(self, h5py: Any, group: Any, name: str, kind: Any, options: dict[str, Any], column: str) -> None:
        from pyarrow import types

        if not name or name == "." or "/" in name or "\0" in name:
            raise UnsupportedError(f"column {column!r}: HDF5 has no such names")
        self._column = column
        self._is_list = types.is_list(kind) or types.is_large_list(kind)
        if self._is_list:
            inner = group.create_group(name)
            self._offsets = _data_set(inner, "offsets", np.zeros(1, "int64"), (None,), options)
            self._values = _Column(h5py, inner, "values", kind.value_type, options, column)
            return
        whole = kind
        shape: tuple[int, ...] = ()
        while types.is_fixed_size_list(kind):
            shape += (kind.list_size,)
            kind = kind.value_type
        if types.is_string(kind) or types.is_large_string(kind):
            dtype = h5py.string_dtype()
        elif types.is_boolean(kind) or types.is_integer(kind) or types.is_floating(kind):
            dtype = np.dtype(kind.to_pandas_dtype())
        else:
            raise UnsupportedError(f"column {column!r} has the type {whole}, which is not converted")
        self._data = _data_set(group, name, np.empty((0, *shape), dtype), (None, *shape), options)

    def append(self, column: Any) -> None:
        """Add the values of an Arrow array."""
        from pyarrow import types

        if self._is_list:
            offsets = column.offsets.to_numpy(zero_copy_only=False).astype("int64")
            before = len(self._offsets)
            self._offsets.resize(before + len(column), axis=0)
            self._offsets[before:] = offsets[1:] - offsets[0] + self._offsets[before - 1]
            return self._values.append(column.flatten())
        before = len(self._data)
        self._data.resize(before + len(column), axis=0)
        while types.is_fixed_size_list(column.type):
            column = column.flatten()
        values = column.to_numpy(zero_copy_only=False)
        try:
            self._data[before:] = values.reshape((-1, *self._data.shape[1:]))
        except (TypeError, ValueError) as error:
            raise UnsupportedError(f"column {self._column!r}: {error}") from None
        return None


def _data_set(group: Any, name: str, data: Any, most: tuple[int | None, ...], options: dict[str, Any]) -> Any:
    try:
        return group.create_dataset(name, data=data, dtype=data.dtype, maxshape=most, chunks=True, **options)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"column {name!r} cannot be written: {error}") from None


def read_hdf5(path: str, name: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    """The schema and the parts of a table: a group of columns, or a dataset of records.

    Raises:
        KeyInFileError: there is no such table or column.
        MisuseError: there are several tables and no name; columns have different numbers of entries.
        UnsupportedError: a column whose values are not numbers, strings or lists of these.
    """
    h5py = _hdf5()
    import pyarrow

    file = h5py.File(path, "r")
    table = _table(h5py, file, name)
    columns = _columns(h5py, table, wanted, path)
    entries = _common_entries(columns, path)
    step = max(1, min(_MOST_ENTRIES, _BATCH_BYTES * max(entries, 1) // max(sum(map(_size, columns.values())), 1)))

    def batch(begin: int, end: int) -> Any:
        arrays = []
        for each, item in columns.items():
            with _names_column(each, path):
                arrays.append(_part(h5py, item, begin, end))
        return pyarrow.RecordBatch.from_arrays(arrays, names=list(columns))

    def batches() -> Iterator[Any]:
        with file:
            for begin in range(0, entries, step):
                yield batch(begin, min(begin + step, entries))

    return batch(0, 0).schema, batches()


def _table(h5py: Any, file: Any, name: str) -> Any:
    """The group or dataset of that name; without one that which `convert` has written, or else the only one."""
    if name:
        if name not in file:
            raise KeyInFileError(f"{file.filename!r} has no table {name!r}, but {', '.join(file) or 'nothing'}")
        return file[name]
    if "entries" in file.attrs:
        return file
    written: list[str] = []

    def add(name: str, item: Any) -> None:
        if isinstance(item, h5py.Group) and "entries" in item.attrs:
            written.append(name)

    file.visititems(add)
    names = written or [each for each, item in file.items() if isinstance(item, h5py.Group) or item.dtype.names]
    if not names and len(file):
        return file  # columns without a group
    if len(names) != 1:
        raise MisuseError(f"{file.filename!r} has {len(names)} tables: name one, as 'file.h5:Events'")
    return file[names[0]]


def _columns(h5py: Any, table: Any, wanted: list[str] | None, path: str) -> dict[str, Any]:
    """The columns: datasets, groups of offsets and values, or names of records in a dataset."""
    if isinstance(table, h5py.Group):
        names = list(table)
    elif table.dtype.names and len(table.shape) == 1:
        names = list(table.dtype.names)
    else:
        raise UnsupportedError(f"{path!r}: dataset {table.name!r} is no table: it has no columns")
    columns = {}
    for name in names if wanted is None else chosen_names(wanted, names, path):
        if name not in names:
            raise KeyInFileError(f"{path!r}: table {table.name!r} has no column {name!r}, but {', '.join(names)}")
        columns[name] = table[name] if isinstance(table, h5py.Group) else _Member(table, name)
        if not _is_column(h5py, columns[name]):
            raise UnsupportedError(f"{path!r}: {name!r} is no column of numbers, texts or lists: name others")
    return columns


class _Member:
    """A member of the records of a dataset, which can be read as a dataset can. Threads: as its file."""

    def __init__(self, table: Any, name: str) -> None:
        self._values = table.fields(name)
        inner = table.dtype[name]
        self.dtype = inner.base
        self.shape = (*table.shape, *inner.shape)

    def __len__(self) -> int:
        return int(self.shape[0])

    def __getitem__(self, entries: slice) -> Any:
        return self._values[entries]


def _is_column(h5py: Any, item: Any) -> bool:
    if isinstance(item, h5py.Group):
        return "offsets" in item and "values" in item and _is_column(h5py, item["values"])
    if not getattr(item, "shape", None) or 0 in item.shape[1:]:
        return False
    if h5py.check_string_dtype(item.dtype) is not None:
        return True
    inner = h5py.check_vlen_dtype(item.dtype)
    if inner is not None:
        return len(item.shape) == 1 and np.dtype(inner).kind in "biuf"
    return item.dtype.kind in "biuf"


def _common_entries(columns: dict[str, Any], path: str) -> int:
    """The entries that all columns have. Raises MisuseError if one has others."""
    counts = {name: _entries_in(item) for name, item in columns.items()}
    for name, count in counts.items():
        first, entries = next(iter(counts.items()))
        if count != entries:
            raise MisuseError(f"{path!r}: column {name!r} has {count} entries, but {first!r} has {entries}")
    return next(iter(counts.values()), 0)


def _entries_in(item: Any) -> int:
    return int(len(item["offsets"]) - 1 if isinstance(item, Mapping) else len(item))


def _size(item: Any) -> int:
    """About how many bytes all values of a column have."""
    if isinstance(item, Mapping):
        return 8 * len(item["offsets"]) + _size(item["values"])
    return int(np.prod(item.shape, dtype="int64") * max(item.dtype.itemsize, 1))


@contextmanager
def _names_column(name: str, path: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise UnsupportedError(f"{path!r}: column {name!r} has texts that are not UTF-8: {error}") from None
    except (ValueError, IndexError) as error:
        raise CorruptError(f"{path!r}: column {name!r} cannot be read: {error}") from None


def _part(h5py: Any, item: Any, begin: int, end: int) -> Any:
    """Some values of a column as an Arrow array."""
    import pyarrow

    if isinstance(item, h5py.Group):
        offsets = item["offsets"][begin : end + 1]
        if offsets[0] < 0 or offsets[-1] > _entries_in(item["values"]) or np.any(offsets[1:] < offsets[:-1]):
            raise ValueError("its offsets do not rise, or lead beyond its values")
        values = _part(h5py, item["values"], int(offsets[0]), int(offsets[-1]))
        return pyarrow.LargeListArray.from_arrays(offsets - offsets[0], values)
    values = item[begin:end]
    if h5py.check_string_dtype(item.dtype) is not None:
        texts = [value.decode() if isinstance(value, bytes) else value for value in values.reshape(-1)]
        array = pyarrow.array(texts, type=pyarrow.large_string())
    elif h5py.check_vlen_dtype(item.dtype) is not None:
        joined = np.concatenate([np.zeros(0, h5py.check_vlen_dtype(item.dtype)), *values])
        offsets = np.cumsum([0, *map(len, values)], dtype="int64")
        array = pyarrow.LargeListArray.from_arrays(offsets, _flat(joined))
    else:
        array = _flat(values)
    for size in reversed(item.shape[1:]):
        array = pyarrow.FixedSizeListArray.from_arrays(array, size)
    return array


def _flat(values: Any) -> Any:
    import pyarrow

    return pyarrow.array(np.ascontiguousarray(values.reshape(-1), dtype=values.dtype.newbyteorder("=")))
