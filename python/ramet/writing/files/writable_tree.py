"""A tree or ntuple of a file that one thread writes."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import truth
from ramet.errors import KeyInFileError, MisuseError
from ramet.writing.columns.batch import buffers_of
from ramet.writing.columns.inference import schema_of_batch
from ramet.writing.columns.schema import Schema, projections_of, table_of
from ramet.writing.columns.tables import mapping_of
from ramet.writing.compression import Compression, TableCompression, compression_code, compression_of_columns
from ramet.writing.files.writable_branch import WritableBranch

if TYPE_CHECKING:
    from ramet.writing.files.writable import WritableFile

__all__ = ["WritableTree"]


class WritableTree:
    """A tree or ntuple of a file being written; `WritableFile.mktree` and `mkrntuple` make it, and the file's `close`
    ends it.

    Threads: one at a time; the work behind a call is spread over all cores.
    """

    __slots__ = (
        "__weakref__",
        "_columns",
        "_context",
        "_entries_before",
        "_file",
        "_file_path",
        "_path",
        "_remake",
        "_tree",
    )

    def __init__(
        self,
        path: str,
        core: _core.TableWriter,
        columns: list[_core.ColumnSpec],
        remake: Callable[[WritableTree, TableCompression], _core.TableWriter] | None = None,
        *,
        file: WritableFile,
    ) -> None:
        self._path = path
        self._file = weakref.ref(file)
        self._file_path = file.file_path
        self._tree = core
        self._columns = columns
        self._remake = remake  # of a new tree: take it back, and make it again with another compression
        self._entries_before = core.saved_entries
        self._context = core.context()

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return self._path.rpartition("/")[2]

    @property
    def object_path(self) -> str:
        """Its name in the file, with directories, as "dir/Events"."""
        return self._path

    @property
    def file(self) -> WritableFile:
        """The file that it is in. Raises MisuseError when the file object no longer exists."""
        file = self._file()
        if file is None:
            raise MisuseError(f"the file of {self._path!r} is gone: {self._file_path!r}")
        return file

    @property
    def file_path(self) -> str:
        """The path of its file."""
        return self._file_path

    @property
    def path(self) -> tuple[str, ...]:
        """Names from the top of the file."""
        return tuple(self._path.split("/"))

    @property
    def closed(self) -> bool:
        """Whether it was closed, by itself or with its file."""
        return self._context.closed

    @property
    def num_entries(self) -> int:
        """The number of entries filled so far, written or not, without those that existed before."""
        return self._entries_before + self._context.entries

    @property
    def compression(self) -> Compression | dict[str, Compression | None] | None:
        """The compression of new entries; None for no compression, or a mapping from columns if they differ. Can be set
        before the first entry is added: for all columns, or for some, by name or pattern.

        Raises:
            MisuseError: it is set for a tree with entries, or for a column that does not exist.
        """
        return compression_of_columns(self._columns, self._tree.compression)

    @compression.setter
    def compression(self, compression: TableCompression) -> None:
        if not isinstance(compression, Mapping):
            own = {column.compression for column in self._columns} - {None}
            if not own and compression_code(compression) == self._tree.compression:
                return
        if self._remake is None or self.num_entries > 0:
            raise MisuseError(f"{self._path!r} has entries: the compression is set before the first one is added")
        self._tree = self._remake(self, compression)
        self._context = self._tree.context()

    def __getitem__(self, name: str) -> WritableBranch:
        """One of its columns, by name. Raises KeyInFileError."""
        for column in self._columns:
            if column.name == name:
                return WritableBranch(self, column)
        raise KeyInFileError.of(name, f"no column {name!r} in {self._path!r}, which has {self.keys()}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def keys(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self._columns]

    def show(self, stream: TextIO | None = None) -> None:
        """Print the columns and their types, to the standard output or a stream."""
        width = max([4, *(len(column.name) for column in self._columns)])
        lines = [f"{'name':{width}} | type", f"{'-' * width}-+-{'-' * 30}"]
        lines += [f"{column.name:{width}} | {column.type_name or column.type}" for column in self._columns]
        print("\n".join(lines), file=sys.stdout if stream is None else stream)

    def extend(self, batch: Any, *, accept_new_fields: bool = False) -> None:
        """Add entries; small batches are gathered into clusters of reasonable size.

        Args:
            batch: a mapping from names to arrays of equal length, or an array of records (see FillContext.extend).
            accept_new_fields: whether columns that an ntuple does not have yet are added to it, as `add_columns` does.

        Raises:
            TypeError: values of a type that is not the column's; nothing is added.
            MisuseError: names or lengths do not match, or a value would be lost; nothing is added.
            FileIOError: the system refused to write, as a full disk does; entries before the last checkpoint are safe.
        """
        if truth(accept_new_fields, "accept_new_fields"):
            batch = mapping_of(batch, wanted=self.keys())
            new = {name: values for name, values in batch.items() if name not in self.keys()}
            if new:
                self.add_columns(schema_of_batch(new))
        self.fill(*buffers_of(self._columns, batch))

    def fill(self, entries: int, buffers: list[npt.NDArray[Any]]) -> None:
        """Add entries that are buffers already, in the order of the columns (ramet.writing.columns.batch)."""
        self._context.extend(entries, buffers)

    def finish(self, writer: _core.ParallelWriter) -> None:
        """End it, so that its name can be reused."""
        self.close()
        writer.finish(self._tree)

    def withdraw(self, writer: _core.ParallelWriter) -> None:
        """Remove the tree again from the file that it was added to."""
        writer.withdraw(self._tree, self._context)

    def add_fields(self, fields: Any) -> None:
        """`add_columns` of types, as uproot calls it."""
        self.add_columns(fields)

    def add_columns(self, schema: Schema | np.dtype[Any]) -> None:
        """Add columns to an ntuple; earlier entries get zeros, empty lists and missing values.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a tree: only ntuples support this.
            FileIOError: the system refused to write what is held.
        """
        self._remake = None
        self._tree.add_columns(table_of(schema, format="rntuple")[0], projections_of(schema))
        self._context.refresh()
        self._columns = self._tree.columns

    def hand_over(self) -> None:
        """Hand over the held entries to the file's next checkpoint, which does it itself. Raises FileIOError."""
        if not self._context.closed:
            self._context.hand_over()

    def flush(self) -> None:
        """Write the held entries as a cluster now; the file's next checkpoint or close saves them. Raises
        FileIOError."""
        self._context.flush()

    def close(self) -> None:
        """Write the held entries; nothing can be added afterwards. The file's `close` does this, too."""
        if not self._context.closed:
            self._context.close()

    def __repr__(self) -> str:
        return f"<WritableTree {self._path!r} of {self.num_entries} entries>"
