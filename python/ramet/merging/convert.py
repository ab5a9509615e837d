"""Convert tables between ROOT's trees and ntuples, Parquet, Arrow and HDF5."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any, Literal

from ramet import _core
from ramet.arguments import Path, names_in, path_text, truth
from ramet.errors import (
    CorruptError,
    FileIOError,
    FileMissingError,
    KeyInFileError,
    MisuseError,
    RametError,
    UnreadWarning,
    UnsupportedError,
)
from ramet.merging.arrow_columns import stored_batch, stored_schema, type_text
from ramet.merging.chosen_names import chosen_names
from ramet.merging.hdf5 import read_hdf5, write_hdf5
from ramet.places import is_url, local_path, name_in

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

    What a file is, its ending says: `.root`, `.parquet`, `.arrow` or `.feather`, `.h5` or `.hdf5`; a local ROOT
    source may have another one, as "data.root.1", and one in `.root` may be on a server. Of ROOT and HDF5 files
    alone, places name the table: "run7.root:dir/Events"; without a name it is the only one there, or in the target
    that of the source, or "Events". One part of it is in memory. The target has a temporary name until it is complete.

    In HDF5 a table is a group. A column of numbers is a dataset; one of strings a dataset of variable length; one of
    lists a group with "offsets", where each list begins and the last one ends, and "values". A dataset of records is
    read as a table whose columns are the members, and one of arrays of variable length as lists.

    Args:
        source: the table.
        target: the new file.
        columns: names or patterns (`*`, `?`, `[...]`); by default all, with an `UnreadWarning` for each unreadable one.
        format: of a ROOT file: "ttree" or "rntuple"; by default the other one of a ROOT source, else "rntuple".
        compression: as of `ramet.recreate`; of Parquet and Arrow a name that pyarrow knows, of HDF5 one that h5py
            knows, with a level as "zstd:5", "gzip:5".
        overwrite: replace the target if it exists.

    Returns:
        The number of entries.

    Raises:
        ImportError: pyarrow is needed for Parquet and Arrow, h5py for HDF5.
        FileMissingError, KeyInFileError: there is no such file, table or column.
        MisuseError: the target exists, or is the source; a table of Parquet or Arrow is named; a column has missing
            values, which ROOT and HDF5 files do not get from others; columns of an HDF5 file have different lengths.
        CorruptError: the source is damaged.
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
    wanted = _different(columns)
    if format not in ("", "ttree", "rntuple"):
        raise MisuseError(f"format is {format!r}, expected 'ttree' or 'rntuple'")
    from_path, from_name, from_kind = _place(source)
    to_path, to_name, to_kind = _place(target)
    _require_files(from_path, local_path(to_path), overwrite=truth(overwrite, "overwrite"))
    if from_kind == "root":
        return _from_root(from_path, from_name, wanted, to_path, to_name, to_kind, format, compression)
    schema, batches = _read_other(from_path, from_name, from_kind, wanted)
    return _write(schema, batches, to_path, to_name or from_name or _DEFAULT_NAME, to_kind, format, compression)


def _different(columns: str | Iterable[str] | None) -> list[str] | None:
    """The names, or nothing for all. Raises MisuseError."""
    if columns is None:
        return None
    wanted = list(names_in(columns))
    if not wanted or len(set(wanted)) < len(wanted):
        raise MisuseError(f"columns are {wanted}, expected different names")
    return wanted


def _require_files(source: str, target: str, *, overwrite: bool) -> None:
    """Raise FileMissingError or MisuseError unless the source is there and the target may be written."""
    if not is_url(source) and not FilePath(source).exists():
        raise FileMissingError(f"there is no file {_core.shown_url(source)!r}")
    if FilePath(target).exists():
        if not is_url(source) and FilePath(source).samefile(target):
            raise MisuseError(f"{target!r} is the source")
        if not overwrite:
            raise MisuseError(f"{target!r} exists; overwrite=True replaces it")


def _place(place: Path) -> tuple[str, str, str]:
    """The file, the name of the table, and the kind of the file: by its ending, or that of ROOT by its first bytes."""
    path, name = _core.split_path(path_text(place))
    ending = FilePath(name_in(path)).suffix.lower()
    if ending not in _ENDINGS and _begins_as_root(path):
        return path, name.strip("/"), "root"
    if ending not in _ENDINGS:
        raise MisuseError(f"{_core.shown_url(path)!r}: its ending is none of {', '.join(_ENDINGS)}")
    kind = _ENDINGS[ending]
    if name.strip("/") and kind in ("parquet", "arrow"):
        shown = _core.shown_url(path)
        raise MisuseError(
            f"a file of {kind.title()} is one table without a name: say {shown!r} alone, and name a table of a ROOT "
            f"or HDF5 file, as 'file.root:{name}'"
        )
    return path, name.strip("/"), kind


def _begins_as_root(path: str) -> bool:
    try:
        with FilePath(path).open("rb") as file:
            return file.read(4) == b"root"
    except OSError:
        return False


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
            raise MisuseError(f"{name!r} in {file.file_path!r} is no tree or ntuple, but {type(table).__name__}")
        to_name = to_name or name.partition(";")[0]
        if wanted is not None:
            wanted = chosen_names(wanted, table.keys(), _core.shown_url(path))
        else:
            _tell_unread(table)
        if to_kind == "root":
            return _between_root(path, name, wanted, to_path, to_name, format or _other(table), compression)
        stream = _arrow().RecordBatchReader.from_stream(table.arrow_stream(wanted, step_size=_BATCH))
        return _write(stream.schema, iter(stream), to_path, to_name, to_kind, format, compression)


def _tell_unread(table: Any) -> None:
    for name in table:
        column = table[name]
        if not column.is_readable and not column.core.is_group:
            warnings.warn(f"column {name!r} is left out: {column.core.reason}", UnreadWarning, stacklevel=4)


def _other(table: Any) -> str:
    from ramet.reading.ntuples.ntuple import NTuple

    return "ttree" if isinstance(table, NTuple) else "rntuple"


def _only_table(file: Any) -> str:
    tables = {key.partition(";")[0] for key, kind in file.classnames().items() if kind in _TABLE_CLASSES}
    if not tables:
        raise MisuseError(f"{file.file_path!r} has no tree or ntuple")
    if len(tables) > 1:
        raise MisuseError(f"{file.file_path!r} has {len(tables)} tables: name one, as 'file.root:Events'")
    return str(tables.pop())


_TABLE_CLASSES = {"TTree", "TNtuple", "TNtupleD", "ROOT::RNTuple", "ROOT::Experimental::RNTuple"}


def _between_root(
    path: str, name: str, wanted: list[str] | None, to_path: str, to_name: str, format: str, compression: Any
) -> int:
    from ramet.frames.sources import frame

    with _replaced(to_path) as part:
        made = frame({path: name}).snapshot(part, to_name, wanted, format=format, compression=compression)
        return int(made.value.count().value)


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("converting to and from other formats than ROOT's needs the package pyarrow") from None
    return pyarrow


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
        wanted = chosen_names(wanted, schema.names, path)
        schema = _arrow().schema([schema.field(name) for name in wanted])
    return schema, file.iter_batches(columns=wanted)


def _read_other(path: str, name: str, kind: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    """The schema and the batches of a file that is not ROOT's, with the errors of ramet."""
    if is_url(path):
        raise UnsupportedError(f"{_core.shown_url(path)!r}: of servers, ROOT files alone are read")
    reader = {"parquet": _read_parquet, "arrow": _read_arrow, "hdf5": read_hdf5}[kind]
    with _errors_of_reading(path):
        schema, batches = reader(path, name, wanted)
    return schema, _read(batches, path)


@contextmanager
def _errors_of_reading(path: str) -> Iterator[None]:
    """Make errors of pyarrow and of the system those of ramet, which name the file."""
    try:
        yield
    except RametError:
        raise
    except NotImplementedError as error:
        raise UnsupportedError(f"{path!r}: {error}") from None
    except KeyError as error:
        raise KeyInFileError(f"{path!r}: {error.args[0]}") from None
    except OSError as error:
        raise FileIOError(f"{path!r}: {error}") from None
    except ValueError as error:
        raise CorruptError(f"{path!r}: {error}") from None


def _read(batches: Iterator[Any], path: str) -> Iterator[Any]:
    """The same batches, with the errors of ramet."""
    while True:
        with _errors_of_reading(path):
            batch = next(batches, None)
        if batch is None:
            return
        yield batch


def _read_arrow(path: str, _: str, wanted: list[str] | None) -> tuple[Any, Iterator[Any]]:
    arrow = _arrow()
    from pyarrow import ipc

    file = ipc.open_file(path)
    if wanted is not None:
        wanted = chosen_names(wanted, file.schema.names, path)
    schema = file.schema if wanted is None else arrow.schema([file.schema.field(name) for name in wanted])
    batches = (file.get_batch(number) for number in range(file.num_record_batches))
    return schema, (batch if wanted is None else batch.select(wanted) for batch in batches)


def _write(schema: Any, batches: Iterator[Any], path: str, name: str, kind: str, format: str, compression: Any) -> int:
    if len(set(schema.names)) < len(schema.names):
        raise MisuseError("two columns have one name")
    with _replaced(path) as part:
        if kind == "parquet":
            return _write_parquet(schema, batches, part, compression)
        if kind == "arrow":
            return _write_arrow(schema, batches, part, compression)
        plain = stored_schema(schema, has_halves=kind == "hdf5")
        whole = (stored_batch(batch, plain) for batch in batches)
        if kind == "hdf5":
            return write_hdf5(plain, whole, part, name, compression)
        return _write_root(plain, whole, part, name, format, compression)


def _write_parquet(schema: Any, batches: Iterator[Any], path: str, compression: Any) -> int:
    from pyarrow import ArrowException, parquet

    name, level = _codec(compression or "zstd")
    entries = 0
    try:
        writer = parquet.ParquetWriter(path, schema, compression=name, compression_level=level)
    except NotImplementedError as error:
        raise UnsupportedError(f"Parquet cannot store these columns: {error}") from None
    except ArrowException as error:
        raise MisuseError(f"Parquet: {error}") from None
    with writer:
        for batch in batches:
            writer.write_batch(batch)
            entries += batch.num_rows
    return entries


def _write_arrow(schema: Any, batches: Iterator[Any], path: str, compression: Any) -> int:
    from pyarrow import ArrowException, Codec, ipc

    name, level = _codec(compression or "none")
    entries = 0
    try:
        options = ipc.IpcWriteOptions(compression=None if name == "none" else Codec(name, compression_level=level))
    except (ArrowException, ValueError) as error:
        raise MisuseError(f"Arrow: {error}") from None
    with ipc.new_file(path, schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
            entries += batch.num_rows
    return entries


def _codec(compression: Any) -> tuple[Any, int | None]:
    """The name and the level of "zstd:5"."""
    if not isinstance(compression, str):
        raise MisuseError(f"compression is {compression!r}, expected a text as 'zstd' or 'zstd:5'")
    name, colon, level = compression.partition(":")
    if colon and not level.isdecimal():
        raise MisuseError(f"compression is {compression!r}, expected a text as 'zstd' or 'zstd:5'")
    return name, int(level) if colon else None


def _write_root(schema: Any, batches: Iterator[Any], path: str, name: str, format: str, compression: Any) -> int:
    from ramet.writing.files.opening import recreate

    arrow = _arrow()
    options = {} if compression is None else {"compression": compression}
    types = {field.name: type_text(field) for field in schema}
    entries = 0
    with recreate(path, **options) as file:
        make = file.mktree if format == "ttree" else file.mkrntuple
        table = make(name, types)
        for batch in batches:
            if batch.num_rows:
                table.extend(arrow.Table.from_batches([batch]))
            entries += batch.num_rows
    return entries
