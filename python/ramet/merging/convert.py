"""Convert tables between ROOT's trees and ntuples, Parquet, Arrow and HDF5."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any, Literal

import numpy as np
from ramet import _core
from ramet.arguments import Path, names_in, path_text, truth
from ramet.errors import FileIOError, FileMissingError, MisuseError, UnsupportedError

__all__ = ["convert"]

_BATCH = "64 MB"
_ENDINGS = {".root": "root", ".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow"}
_ENDINGS |= {".h5": "hdf5", ".hdf5": "hdf5"}
_DEFAULT_NAME = "Events"


def convert(
    source: Path,
    target: Path,
    *,
    columns: str | Iterable[str] | None = None,
    format: Literal["", "ttree", "rntuple"] = "",
    compression: Any = None,
    overwrite: bool = False,
) -> int:
    """Convert a tree or ntuple into the other, or to and from Parquet, Arrow's IPC format and HDF5, part by part.

    What a file is, its ending says: `.root`, `.parquet`, `.arrow` or `.feather`, `.h5` or `.hdf5`. Of ROOT and HDF5
    files, places name the table, too: "run7.root:dir/Events", "run7.h5:Events"; without a name it is the only table
    there, or in the target that of the source, or "Events". Only one part of the table is in memory. The target has a
    temporary name until it is complete.

    In HDF5 a table is a group. A column of numbers is a dataset; one of strings a dataset of variable length; one of
    lists a group with "offsets", where each list begins and the last one ends, and "values".

    Args:
        source: the table.
        target: the new file.
        columns: names; by default all that can be read.
        format: of a ROOT file: "ttree" or "rntuple"; by default the other one of a ROOT source, else "rntuple".
        compression: as of `ramet.recreate`; of Parquet a text as pyarrow takes it, of HDF5 as h5py takes it.
        overwrite: replace the target if it exists.

    Returns:
        The number of entries.

    Raises:
        ImportError: pyarrow is needed for Parquet and Arrow, h5py for HDF5.
        FileMissingError, KeyInFileError: there is no such file, table or column.
        MisuseError: the target exists, or is the source; a column has missing values, which a tree cannot store.
        UnsupportedError: a column whose type the target cannot store.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("events.root") as file:
    ...     file["Events"] = {"x": np.arange(3), "v": [[1.5], [], [2.5, 3.5]]}
    >>> ramet.convert("events.root:Events", "events.parquet")
    3
    >>> ramet.convert("events.parquet", "again.root:Events", format="ttree")
    3
    >>> ramet.open("again.root:Events")["v"].array().tolist()
    [[1.5], [], [2.5, 3.5]]
    """
    wanted = None if columns is None else list(names_in(columns))
    if format not in ("", "ttree", "rntuple"):
        raise MisuseError(f"format is {format!r}, expected 'ttree' or 'rntuple'")
    from_path, from_name, from_kind = _place(source)
    to_path, to_name, to_kind = _place(target)
    _require_files(from_path, to_path, overwrite=truth(overwrite, "overwrite"))
    if from_kind == "root":
        return _from_root(from_path, from_name, wanted, to_path, to_name, to_kind, format, compression)
    reader = {"parquet": _read_parquet, "arrow": _read_arrow, "hdf5": _read_hdf5}[from_kind]
    schema, batches = reader(from_path, from_name, wanted)
    return _write(schema, batches, to_path, to_name or from_name or _DEFAULT_NAME, to_kind, format, compression)


def _require_files(source: str, target: str, *, overwrite: bool) -> None:
    """Raise FileMissingError or MisuseError unless the source is there and the target may be written."""
    if not FilePath(source).exists():
        raise FileMissingError(f"there is no file {_core.shown_url(source)!r}")
    if FilePath(target).exists():
        if FilePath(source).samefile(target):
            raise MisuseError(f"{target!r} is the source")
        if not overwrite:
            raise MisuseError(f"{target!r} exists; overwrite=True replaces it")


def _place(place: Path) -> tuple[str, str, str]:
    """The file, the name of the table, and the kind of the file."""
    path, name = _core.split_path(path_text(place))
    ending = FilePath(path).suffix.lower()
    if ending not in _ENDINGS:
        raise MisuseError(f"{_core.shown_url(path)!r}: its ending is none of {', '.join(_ENDINGS)}")
    return path, name.strip("/"), _ENDINGS[ending]


def _from_root(
    path: str,
    name: str,
    wanted: list[str] | None,
    to_path: str,
    to_name: str,
    to_kind: str,
    format: str,
    compression: Any,
) -> int:
    from ramet.reading.opening import open as open_file
    from ramet.reading.table import Table

    with open_file(path) as file:
        name = name or _only_table(file)
        table = file[name]
        if not isinstance(table, Table):
            raise MisuseError(f"{name!r} in {path!r} is no tree or ntuple, but {type(table).__name__}")
        to_name = to_name or name
        if to_kind == "root":
            return _between_root(path, name, wanted, to_path, to_name, format or _other(table), compression)
        stream = _arrow().RecordBatchReader.from_stream(table.arrow_stream(wanted, step_size=_BATCH))
        return _write(stream.schema, iter(stream), to_path, to_name, to_kind, format, compression)


def _other(table: Any) -> str:
    from ramet.reading.ntuples.ntuple import NTuple

    return "ttree" if isinstance(table, NTuple) else "rntuple"


def _only_table(file: Any) -> str:
    tables = {key.partition(";")[0] for key, kind in file.classnames().items() if kind in _TABLE_CLASSES}
    if len(tables) != 1:
        raise MisuseError(f"{file.file_path!r} has {len(tables)} tables: name one, as 'file.root:Events'")
    return str(tables.pop())


_TABLE_CLASSES = {"TTree", "TNtuple", "TNtupleD", "ROOT::RNTuple", "ROOT::Experimental::RNTuple"}


def _between_root(
    path: str, name: str, wanted: list[str] | None, to_path: str, to_name: str, format: str, compression: Any
) -> int:
    from ramet.frames.sources import frame

    with _replaced(to_path) as part:
        made = frame(f"{path}:{name}").snapshot(part, to_name, wanted, format=format, compression=compression)
        return int(made.value.count().value)


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("converting to and from other formats than ROOT's needs the package pyarrow") from None
    return pyarrow


def _hdf5() -> Any:
    try:
        import h5py
    except ImportError:
        raise ImportError("HDF5 needs the package h5py") from None
    return h5py


@contextmanager
def _replaced(path: str) -> Iterator[str]:
    """A temporary name with the same ending; the file gets its own when the block ends without an error."""
    whole = FilePath(path)
    part = whole.with_name(f"{whole.stem}.part-{os.getpid()}{whole.suffix}")
    try:
        yield str(part)
        part.replace(whole)
    except OSError as error:
        raise FileIOError(f"{path!r}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _read_parquet(path: str, _: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    _arrow()
    from pyarrow import parquet

    file = parquet.ParquetFile(path)
    schema = file.schema_arrow
    if wanted is not None:
        schema = _arrow().schema([schema.field(name) for name in wanted])
    return schema, file.iter_batches(columns=wanted)


def _read_arrow(path: str, _: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    arrow = _arrow()
    from pyarrow import ipc

    file = ipc.open_file(path)
    schema = file.schema if wanted is None else arrow.schema([file.schema.field(name) for name in wanted])
    batches = (file.get_batch(number) for number in range(file.num_record_batches))
    return schema, (batch if wanted is None else batch.select(wanted) for batch in batches)


def _write(schema: Any, batches: Iterator[Any], path: str, name: str, kind: str, format: str, compression: Any) -> int:
    writer = {"root": _write_root, "parquet": _write_parquet, "arrow": _write_arrow, "hdf5": _write_hdf5}[kind]
    with _replaced(path) as part:
        return writer(schema, batches, part, name, format, compression)


def _write_parquet(schema: Any, batches: Iterator[Any], path: str, _: str, __: str, compression: Any) -> int:
    from pyarrow import parquet

    entries = 0
    with parquet.ParquetWriter(path, schema, compression=compression or "zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
            entries += batch.num_rows
    return entries


def _write_arrow(schema: Any, batches: Iterator[Any], path: str, _: str, __: str, compression: Any) -> int:
    from pyarrow import ipc

    entries = 0
    options = ipc.IpcWriteOptions(compression=compression)
    with ipc.new_file(path, schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
            entries += batch.num_rows
    return entries


def _write_root(schema: Any, batches: Iterator[Any], path: str, name: str, format: str, compression: Any) -> int:
    from ramet.writing.files.opening import recreate

    arrow = _arrow()
    options = {} if compression is None else {"compression": compression}
    types = {field.name: _type_text(field) for field in schema}
    entries = 0
    with recreate(path, **options) as file:
        make = file.mktree if format == "ttree" else file.mkrntuple
        table = make(name, types)
        for batch in batches:
            for field, column in zip(schema, batch.columns, strict=True):
                if column.null_count:
                    raise MisuseError(f"column {field.name!r} has missing values, which are not stored")
            if batch.num_rows:
                table.extend(arrow.Table.from_batches([batch]))
            entries += batch.num_rows
    return entries


def _type_text(field: Any) -> str:
    """The type of a column as ramet writes it. Raises UnsupportedError."""
    arrow = _arrow()

    def text(kind: Any) -> str:
        if arrow.types.is_boolean(kind):
            return "bool"
        if arrow.types.is_integer(kind) or (arrow.types.is_floating(kind) and not arrow.types.is_float16(kind)):
            return str(np.dtype(kind.to_pandas_dtype()))
        if arrow.types.is_string(kind) or arrow.types.is_large_string(kind):
            return "string"
        if arrow.types.is_list(kind) or arrow.types.is_large_list(kind):
            return f"var * {text(kind.value_type)}"
        if arrow.types.is_fixed_size_list(kind):
            return f"{kind.list_size} * {text(kind.value_type)}"
        raise UnsupportedError(f"column {field.name!r} has the type {field.type}, which is not converted")

    return text(field.type)


def _write_hdf5(schema: Any, batches: Iterator[Any], path: str, name: str, _: str, compression: Any) -> int:
    h5py = _hdf5()
    entries = 0
    with h5py.File(path, "w") as file:
        group = file.create_group(name)
        writers = [_Hdf5Column(h5py, group, field.name, field.type, compression) for field in schema]
        for batch in batches:
            for writer, field, column in zip(writers, schema, batch.columns, strict=True):
                if column.null_count:
                    raise MisuseError(f"column {field.name!r} has missing values, which are not stored")
                writer.append(column)
            entries += batch.num_rows
        group.attrs["entries"] = entries
    return entries


class _Hdf5Column:
    """A column that is written into a group, part by part. Threads: one."""

    def __init__(self, h5py: Any, group: Any, name: str, kind: Any, compression: Any) -> None:
        types = _arrow().types
        self._is_list = types.is_list(kind) or types.is_large_list(kind)
        options = {"compression": compression} if compression else {}
        if self._is_list:
            inner = group.create_group(name)
            self._offsets = inner.create_dataset(
                "offsets", data=np.zeros(1, "int64"), maxshape=(None,), chunks=True, **options
            )
            self._values = _Hdf5Column(h5py, inner, "values", kind.value_type, compression)
            return
        shape: tuple[int, ...] = ()
        while types.is_fixed_size_list(kind):
            shape += (kind.list_size,)
            kind = kind.value_type
        if types.is_string(kind) or types.is_large_string(kind):
            dtype = h5py.string_dtype()
        elif types.is_boolean(kind) or types.is_integer(kind) or types.is_floating(kind):
            dtype = np.dtype(kind.to_pandas_dtype())
        else:
            raise UnsupportedError(f"column {name!r} has the type {kind}, which is not converted")
        self._data = group.create_dataset(
            name, shape=(0, *shape), maxshape=(None, *shape), dtype=dtype, chunks=True, **options
        )

    def append(self, column: Any) -> None:
        """Add the values of an Arrow array."""
        if self._is_list:
            offsets = column.offsets.to_numpy(zero_copy_only=False).astype("int64")
            before = len(self._offsets)
            self._offsets.resize(before + len(column), axis=0)
            self._offsets[before:] = offsets[1:] - offsets[0] + self._offsets[before - 1]
            return self._values.append(column.flatten())
        before = len(self._data)
        self._data.resize(before + len(column), axis=0)
        while _arrow().types.is_fixed_size_list(column.type):
            column = column.flatten()
        values = column.to_numpy(zero_copy_only=False)
        self._data[before:] = values.reshape((-1, *self._data.shape[1:]))
        return None


def _read_hdf5(path: str, name: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    h5py, arrow = _hdf5(), _arrow()
    file = h5py.File(path, "r")
    if not name:
        name = _only_group(h5py, file)
    group = file[name]
    names = list(group) if wanted is None else wanted
    entries = min((_entries_in(group[each]) for each in names), default=0)
    step = 100_000
    first = arrow.RecordBatch.from_arrays([_hdf5_part(h5py, group[each], 0, 0) for each in names], names=names)

    def batches() -> Iterator[Any]:
        with file:
            for begin in range(0, entries, step):
                end = min(begin + step, entries)
                arrays = [_hdf5_part(h5py, group[each], begin, end) for each in names]
                yield arrow.RecordBatch.from_arrays(arrays, names=names)

    return first.schema, batches()


def _only_group(h5py: Any, file: Any) -> str:
    """The group with columns: one that `convert` has written, or else the only one at the top."""
    groups: list[str] = []

    def add(name: str, item: Any) -> None:
        if isinstance(item, h5py.Group) and "entries" in item.attrs:
            groups.append(name)

    file.visititems(add)
    groups = groups or [name for name, item in file.items() if isinstance(item, h5py.Group)]
    if len(groups) != 1:
        raise MisuseError(f"{file.filename!r} has {len(groups)} tables: name one, as 'file.h5:Events'")
    return groups[0]


def _entries_in(item: Any) -> int:
    return len(item["offsets"]) - 1 if hasattr(item, "keys") else len(item)


def _hdf5_part(h5py: Any, item: Any, begin: int, end: int) -> Any:
    """Some values of a column as an Arrow array."""
    arrow = _arrow()
    if isinstance(item, h5py.Group):
        offsets = item["offsets"][begin : end + 1]
        values = _hdf5_part(h5py, item["values"], int(offsets[0]), int(offsets[-1]))
        return arrow.LargeListArray.from_arrays(offsets - offsets[0], values)
    values = item[begin:end]
    if h5py.check_string_dtype(item.dtype) is not None:
        texts = [value.decode() if isinstance(value, bytes) else value for value in values]
        return arrow.array(texts, type=arrow.large_string())
    array = arrow.array(values.reshape(-1))
    for size in reversed(item.shape[1:]):
        array = arrow.FixedSizeListArray.from_arrays(array, size)
    return array
