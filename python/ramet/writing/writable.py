"""New files, and changes of files that are there, from one thread, as uproot does it; all cores do the work."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, SupportsIndex

import numpy as np
from ramet import _core
from ramet.arguments import name_text, path_text, truth
from ramet.errors import RametError
from ramet.histograms.others import histogram_of
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.writing.batch import buffers_of, mapping_of
from ramet.writing.classes import NewObject
from ramet.writing.compression import CompressionLike
from ramet.writing.output import create_output, update_output
from ramet.writing.schema import Schema, column_of_object, projections_of, schema_of_batch, table_of

__all__ = ["WritableFile", "WritableTree", "recreate", "update"]


class WritableTree:
    """A tree or ntuple of a file being written; `WritableFile.mktree` and `mkrntuple` make it, and the file's `close`
    ends it.

    Threads: one at a time; the work behind a call is spread over all cores.
    """

    def __init__(self, path: str, core: _core.ParallelTree, columns: list[_core.ColumnSpec]) -> None:
        self._path = path
        self._tree = core
        self._columns = columns
        self._entries_before = core.saved_entries
        self._context = core.context()

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return self._path.rpartition("/")[2]

    @property
    def num_entries(self) -> int:
        """Entries filled so far, written or not, behind those that it had before."""
        return self._entries_before + self._context.entries

    def keys(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self._columns]

    def extend(self, batch: Any) -> None:
        """Add entries; small batches are gathered into clusters of a healthy size.

        Args:
            batch: a mapping from names to arrays of equal length, or an array of records (see FillContext.extend).

        Raises:
            TypeError: values of a type that is not the column's; nothing is added.
            MisuseError: names or lengths do not fit, or a value would be lost; nothing is added.
            FileIOError: the system refused to write, as a full disk does; entries before the last checkpoint are safe.
        """
        entries, buffers = buffers_of(self._columns, batch)
        self._context.extend(entries, buffers)

    def add_columns(self, schema: Schema) -> None:
        """Add columns to an ntuple; entries of before have zeros, empty lists and no values in their place.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a tree: only ntuples can do this.
            FileIOError: the system refused to write what is held.
        """
        self._tree.add_columns(table_of(schema, format="rntuple")[0], projections_of(schema))
        self._context.refresh()
        self._columns = self._tree.columns

    def flush(self) -> None:
        """Hand over what is held: the file's next checkpoint or close saves it. Raises FileIOError."""
        self._context.flush()

    def close(self) -> None:
        """Write what is held; nothing can be added after it. The file's `close` does it, too."""
        if not self._context.closed:
            self._context.close()

    def __repr__(self) -> str:
        return f"<WritableTree {self._path!r} of {self.num_entries} entries>"


class WritableFile:
    """A file that is being written; `ramet.recreate` makes a new one, `ramet.update` opens one that is there.

    `file[name] = value` writes a histogram, an object or a tree, `file[name]` is a tree or ntuple to extend,
    `del file[name]` removes.

    It is whole from the first `checkpoint` or `close` on. `with` closes it, also after an exception, with what was
    written before. Threads: one at a time; the work behind a call is spread over all cores.
    """

    def __init__(self, path: str | os.PathLike[str], core: _core.ParallelWriter) -> None:
        self._path = path_text(path)
        self._core = core
        self._trees: dict[str, WritableTree] = {}
        self._closed = False

    @property
    def file_name(self) -> str:
        """The path that it was made with."""
        return self._path

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def mktree(
        self,
        name: str,
        schema: Schema | np.dtype[Any],
        *,
        title: str = "",
        classes: Mapping[str, Any] | None = None,
        cluster_size: SupportsIndex | str = 0,
        basket_size: SupportsIndex | str = "256 KiB",
    ) -> WritableTree:
        """Make an empty tree; its `extend` fills it.

        Args:
            name: with directories as "dir/Events", which are made.
            schema: a mapping from column names to types (see ramet.Column), or a structured dtype.
            title: of the tree.
            classes: those that types in the schema name: their members' C++ types by name, or a ramet.Class.
            cluster_size: bytes, uncompressed, that are gathered before they are written, as 1000000 or "16 MiB"; 0: 16
                MiB, or more where these would be less than 8 kB a branch.
            basket_size: bytes, uncompressed, of a column that are compressed together.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a name that is there already.
        """
        described = table_of(schema, classes)
        sizes = byte_count(cluster_size, "cluster_size"), byte_count(basket_size, "basket_size")
        return self._add(name, title, schema, described, _core.Format.ttree, sizes)

    def mkrntuple(
        self,
        name: str,
        schema: Schema | np.dtype[Any],
        description: str = "",
        *,
        classes: Mapping[str, Any] | None = None,
        cluster_size: SupportsIndex | str = 0,
        page_size: SupportsIndex | str = "256 KiB",
        page_checksums: bool = True,
    ) -> WritableTree:
        """Make an empty ntuple; its `extend` fills it. Its columns may be of any type, and more can be added later.

        Args:
            name: with directories as "dir/Events", which are made.
            schema: a mapping from column names to types (see ramet.Column), or a structured dtype.
            description: of the ntuple.
            classes: those that types in the schema name: their members' C++ types by name, or a ramet.Class.
            cluster_size: bytes, uncompressed, that are gathered before they are written, as 1000000 or "16 MiB"; 0: 16
                MiB, or more where these would be less than 8 kB a column.
            page_size: bytes, uncompressed, of a column that are compressed together.
            page_checksums: whether each page has a checksum, which readers check.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a name that is there already.

        >>> import ramet
        >>> with ramet.recreate("doc.root") as file:
        ...     file.mkrntuple("Events", {"hits": "var * var * float32"}).extend({"hits": [[[1.0], []], []]})
        >>> ramet.open("doc.root:Events")["hits"].array().tolist()
        [[[1.0], []], []]
        """
        described = table_of(schema, classes, format="rntuple")
        sizes = byte_count(cluster_size, "cluster_size"), byte_count(page_size, "page_size")
        return self._add(
            name, description, schema, described, _core.Format.rntuple, sizes, page_checksums=page_checksums
        )

    def _add(
        self,
        name: str,
        title: str,
        schema: Schema | np.dtype[Any],
        described: tuple[list[_core.ColumnSpec], list[_core.ClassSpec]],
        format: _core.Format,
        sizes: tuple[int, int],
        *,
        page_checksums: bool = True,
    ) -> WritableTree:
        path = name_text(name, "a name").strip("/")
        directory, _, own_name = path.rpartition("/")
        shown = (directory, own_name, title, *described, format, _core.Order.sequence, sizes[0], 0, sizes[1])
        core = self._core.add_tree(*shown, projections_of(schema), truth(page_checksums, "page_checksums"))
        self._trees[path] = WritableTree(path, core, described[0])
        return self._trees[path]

    def __setitem__(self, name: str, value: Any) -> None:
        """Write a histogram, an object or a tree, with directories in the name as "dir/mass".

        A histogram is ramet's, one of hist or boost-histogram, or a tuple (values, edges) as numpy.histogram makes it;
        it becomes a TH1D. An object of a class is a ramet.NewObject. A tree is a mapping from names to arrays, or an
        array of records; their types become those of the columns.
        """
        if isinstance(value, NewObject):
            self._put_object(name.strip("/"), value)
            return
        histogram = histogram_of(value)
        if histogram is not None:
            self._put_histogram(name.strip("/"), histogram)
            return
        batch: Mapping[str, Any] = mapping_of(value)
        self.mktree(name, schema_of_batch(batch)).extend(batch)

    def _put_object(self, path: str, new: NewObject) -> None:
        directory, _, name = path.rpartition("/")
        column, classes = column_of_object(name, new)
        _, buffers = buffers_of([column], {name: [new.members]})
        self._core.put_object(directory, column, new.title, classes, buffers)

    def _put_histogram(self, path: str, histogram: _core.Histogram) -> None:
        directory, _, name = path.rpartition("/")
        labelled = histogram.with_labels(name, histogram.title, histogram.axes[0].title, histogram.value_title)
        self._core.put_histogram(directory, labelled)

    def __getitem__(self, name: str) -> WritableTree:
        """A tree that was made here, or a tree or ntuple that was in the file before and gets more entries.

        They come behind its own. Raises KeyInFileError when there is none, UnsupportedError, naming the branch or
        field, when it cannot be continued.
        """
        path = name.strip("/")
        if path not in self._trees:
            directory, _, own_name = path.rpartition("/")
            core = self._core.open_tree(directory, own_name, _core.Order.sequence, 0, 0, 256 << 10)
            self._trees[path] = WritableTree(path, core, core.columns)
        return self._trees[path]

    def __delitem__(self, name: str) -> None:
        """Remove an object, a tree that was in the file before, or a directory with all that is in it.

        "name" is all cycles of it, "name;2" is one. The space is free from the next `checkpoint` or `close` on.
        Raises KeyInFileError when there is none, MisuseError for a tree that was made or extended here.
        """
        directory, _, own_name = name.strip("/").rpartition("/")
        base, _, cycle = own_name.rpartition(";")
        if base and cycle.isdecimal():
            self._core.remove(directory, base, int(cycle))
        else:
            self._core.remove(directory, own_name.removesuffix(";*"))

    def mkdir(self, name: str) -> None:
        """Make a directory, with those above it, if it is not there. Raises MisuseError when an object is."""
        self._core.make_directory(name)

    def keys(self, *, recursive: bool = True, cycle: bool = True) -> list[str]:
        """What the file will have from the next `checkpoint` or `close` on, and has of trees that were not saved yet.

        Args:
            recursive: also what is in directories, as "dir/name;1".
            cycle: with the cycle behind each name.
        """
        return [f"{name};{number}" if cycle else name for name, number in self._keys_in("", recursive=recursive)]

    def _keys_in(self, directory: str, *, recursive: bool) -> list[tuple[str, int]]:
        found = []
        for name, number, class_name in self._core.keys(directory):
            path = f"{directory}/{name}" if directory else name
            found.append((path, number))
            if recursive and class_name in ("TDirectory", "TDirectoryFile"):
                found += self._keys_in(path, recursive=True)
        return found

    def checkpoint(self) -> None:
        """Make the file on disk whole, with all clusters written so far (`flush` a tree to have its last entries in).

        Any reader can open it from then on, also if this process dies. Raises FileIOError; the file is then as of the
        checkpoint before.
        """
        self._core.checkpoint()

    def close(self) -> None:
        """Write what is held and finish the file. A second time does nothing. Raises FileIOError, after which it may be
        tried again."""
        if self._closed:
            return
        for tree in self._trees.values():
            tree.close()
        self._core.close()
        self._closed = True

    def __enter__(self) -> WritableFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
            return
        try:  # save what there is; the error that is under way matters more than one of these
            self.close()
        except RametError as second:
            error.add_note(f"and {self._path!r} could not be finished: {second}")

    def __repr__(self) -> str:
        return f"<WritableFile {self._path!r} ({'closed' if self._closed else 'open'})>"


def recreate(
    path: str | os.PathLike[str], *, compression: CompressionLike = "zstd:5", reproducible: bool = False
) -> WritableFile:
    """Make a new file, in place of what was there.

    Args:
        path: of the file.
        compression: "zstd:5", "lz4", 505, ramet.ZSTD(5), or None for no compression.
        reproducible: fixed dates and UUID: the same calls give the same bytes.

    Raises:
        FileMissingError: its directory is not there.
        FileIOError: the system refuses to make it.
        MisuseError: somebody else is writing it, or there is no such compression.
    """
    core = create_output(
        path, compression=compression, memory_budget="1 GiB", reproducible=reproducible, encoder=shared_session()
    )
    return WritableFile(path, core)


def update(
    path: str | os.PathLike[str],
    *,
    compression: CompressionLike | Literal["default"] = "default",
    reproducible: bool = False,
    overwrite_leftovers: bool = False,
) -> WritableFile:
    """Open a file that is there, whoever wrote it, to add to it, to continue trees and ntuples, to replace and remove.

    Until `checkpoint` or `close` the file stays as it is; at every moment it is whole. Nobody else can update or
    recreate it meanwhile; who reads it sees what was in it when he opened it.

    Args:
        path: of the file.
        compression: of what is added, as in `recreate`; "default" is what the file's header says.
        reproducible: fixed dates of what is added.
        overwrite_leftovers: also change a file whose last writer died. Records that it wrote and never made part of the
            file are then lost; `ramet recover` finds them before.

    Raises:
        FileMissingError: there is no such file.
        FileIOError: the system refuses to open it for writing.
        CorruptError: the file was cut, or not closed by who wrote it (see `overwrite_leftovers`).
        MisuseError: somebody else is writing it, or there is no such compression.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file["Events"] = {"x": np.arange(3)}
    >>> with ramet.update("doc.root") as file:
    ...     file["Events"].extend({"x": np.arange(2)})
    ...     file["more/Events"] = {"y": np.zeros(4)}
    >>> with ramet.open("doc.root") as file:
    ...     print(file["Events"].num_entries, file.keys(recursive=True))
    5 ['Events;1', 'more;1', 'more/Events;1']
    """
    core = update_output(
        path,
        compression=compression,
        memory_budget="1 GiB",
        reproducible=reproducible,
        overwrite_leftovers=overwrite_leftovers,
        encoder=shared_session(),
    )
    return WritableFile(path, core)
