"""New files, written from one thread as uproot writes them; the work behind it is spread over all cores."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import KeyInFileError, RametError
from ramet.histograms.others import histogram_of
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.writing.batch import buffers_of, mapping_of
from ramet.writing.compression import CompressionLike
from ramet.writing.output import create_output
from ramet.writing.schema import Schema, columns_of, schema_of_batch

__all__ = ["WritableFile", "WritableTree", "recreate"]


class WritableTree:
    """A tree of a file being written; `WritableFile.mktree` makes it, and the file's `close` ends it.

    Threads: one at a time; the work behind a call is spread over all cores.
    """

    def __init__(self, path: str, core: _core.ParallelTree, columns: list[_core.ColumnSpec]) -> None:
        self._path = path
        self._tree = core
        self._columns = columns
        self._context = core.context()

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return self._path.rpartition("/")[2]

    @property
    def num_entries(self) -> int:
        """Entries filled so far, written or not."""
        return self._context.entries

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
    """A new file; `ramet.recreate` makes it. `file[name] = value` writes a histogram or a tree.

    It is whole from the first `checkpoint` or `close` on. `with` closes it, also after an exception, with what was
    written before. Threads: one at a time; the work behind a call is spread over all cores.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, compression: CompressionLike = "zstd:5", reproducible: bool = False
    ) -> None:
        self._path = os.fspath(path)
        self._core = create_output(
            path, compression=compression, memory_budget="1 GiB", reproducible=reproducible, encoder=shared_session()
        )
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
        cluster_size: int | str = "16 MiB",
        basket_size: int | str = "256 KiB",
    ) -> WritableTree:
        """Make an empty tree; its `extend` fills it.

        Args:
            name: with directories as "dir/Events", which are made.
            schema: a mapping from column names to types (see ramet.Column), or a structured dtype.
            title: of the tree.
            cluster_size: bytes, uncompressed, that are gathered before they are written, as 1000000 or "16 MiB".
            basket_size: bytes, uncompressed, of a column that are compressed together.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a name that is there already.
        """
        columns = columns_of(schema)
        path = name.strip("/")
        directory, _, own_name = path.rpartition("/")
        core = self._core.add_tree(
            directory,
            own_name,
            title,
            columns,
            _core.Format.ttree,
            _core.Order.sequence,
            byte_count(cluster_size),
            0,
            byte_count(basket_size),
        )
        self._trees[path] = WritableTree(path, core, columns)
        return self._trees[path]

    def __setitem__(self, name: str, value: Any) -> None:
        """Write a histogram or a tree, with directories in the name as "dir/mass".

        A histogram is ramet's, one of hist or boost-histogram, or a tuple (values, edges) as numpy.histogram makes it;
        it becomes a TH1D. A tree is a mapping from names to arrays, or an array of records; their types become those of
        the columns.
        """
        histogram = histogram_of(value)
        if histogram is not None:
            self._put_histogram(name.strip("/"), histogram)
            return
        batch: Mapping[str, Any] = mapping_of(value)
        self.mktree(name, schema_of_batch(batch)).extend(batch)

    def _put_histogram(self, path: str, histogram: _core.Histogram) -> None:
        directory, _, name = path.rpartition("/")
        labelled = histogram.with_labels(name, histogram.title, histogram.axes[0].title, histogram.value_title)
        self._core.put_histogram(directory, labelled)

    def __getitem__(self, name: str) -> WritableTree:
        try:
            return self._trees[name.strip("/")]
        except KeyError:
            raise KeyInFileError(f"no tree {name!r} was made in {self._path!r}") from None

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
        MisuseError: there is no such compression.
    """
    return WritableFile(path, compression=compression, reproducible=reproducible)
