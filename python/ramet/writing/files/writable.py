"""Create and update files from one thread, like uproot; the work is done on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, SupportsIndex

import numpy as np
from ramet import _core
from ramet.arguments import name_text, path_text
from ramet.errors import MisuseError, RametError, UnsupportedError
from ramet.frames.as_value import plain
from ramet.histograms.others import WritableCore, writable_figure
from ramet.reading.choosing.options import FOR_WRITING, refuse_options
from ramet.reading.file import Directory
from ramet.reading.filters import NameFilter
from ramet.reading.objects.object import Object
from ramet.reading.opening import open as open_file
from ramet.tracing.trace import FileTrace, Trace
from ramet.writing.columns.batch import buffers_of
from ramet.writing.columns.classes import NewObject
from ramet.writing.columns.inference import schema_of_batch
from ramet.writing.columns.schema import Schema, column_of_object, columns_of_batch
from ramet.writing.compression import (
    Compression,
    CompressionLike,
    TableCompression,
    compression_code,
    compression_of_code,
)
from ramet.writing.files.copying import Rename, copy_into
from ramet.writing.files.mapping import StoredKey, WritableMapping
from ramet.writing.files.stream import StreamCopy
from ramet.writing.files.table_maker import TableMaker, assigned, types_and_values
from ramet.writing.files.writable_directory import WritableDirectory
from ramet.writing.files.writable_tree import WritableTree
from ramet.writing.leaving import leave

__all__ = ["WritableFile"]


_DIRECTORIES = ("TDirectory", "TDirectoryFile")
_TABLES = ("TTree", "TNtuple", "TNtupleD", "TChain", "ROOT::RNTuple")


class WritableFile(WritableMapping):
    """A file that is being written; `ramet.recreate` makes a new one, `ramet.update` opens one that is there.

    `file[name] = value` writes a histogram, an object or a table, `file[name]` is a tree or ntuple to extend, `del
    file[name]` removes.

    It is valid from the first `checkpoint` or `close` on. `with` closes it, also after an exception, with everything
    written before. Threads: one at a time; the work behind a call is spread over all cores.
    """

    __slots__ = ("__weakref__", "_closed", "_core", "_path", "_stream", "_trace", "_trees", "_unsaved")

    def __init__(
        self, path: str | os.PathLike[str], core: _core.ParallelWriter, stream: StreamCopy | None = None
    ) -> None:
        self._path = path_text(path)
        self._stream = stream  # which gets the file's bytes, if that is a temporary one
        self._core = core
        self._trees: dict[str, WritableTree] = {}
        self._trace = FileTrace()
        self._unsaved: set[str] = set()  # the paths that were put or removed since the last checkpoint
        self._closed = False

    @property
    def file_path(self) -> str:
        """The path that it was created with; of a stream its name or "<BytesIO>"."""
        return self._path if self._stream is None else self._stream.name

    @property
    def file(self) -> WritableFile:
        """Itself, as its directories say it."""
        return self

    @property
    def root_directory(self) -> WritableFile:
        """Its top directory, which it is itself."""
        return self

    @property
    def path(self) -> tuple[str, ...]:
        """Names from the top of the file: none."""
        return ()

    @property
    def object_path(self) -> str:
        """`path` joined by '/': empty."""
        return ""

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    @property
    def compression(self) -> Compression | None:
        """The compression of trees and objects that are added from now on; None for no compression. Can be set."""
        return compression_of_code(self._core.compression)

    @compression.setter
    def compression(self, compression: CompressionLike) -> None:
        self._core.compression = compression_code(compression)

    def trace(self, into: str | os.PathLike[str] | Trace) -> Trace:
        """Record what is done for trees and ntuples that are made from now on, as `ParallelWriter.trace` does; once."""
        trace = self._trace.begin(into)
        self._core.trace(trace.recorder)
        return trace

    def mktree(
        self,
        name: str,
        schema: Schema | np.dtype[Any] | Any,
        title: str = "",
        *,
        classes: Mapping[str, Any] | None = None,
        cluster_size: SupportsIndex | str = 0,
        basket_size: SupportsIndex | str = "256 KiB",
        compression: TableCompression | Literal["default"] = "default",
        counter_name: Callable[[str], str] | None = None,
        **options: Any,
    ) -> WritableTree:
        """Make an empty tree to fill with `extend`, or a tree of values.

        Args:
            name: with directories as "dir/Events", which are made.
            schema: a mapping from column names to types (see ramet.Column), or a structured dtype; or values, as
                `file[name] = values` takes them.
            title: of the tree.
            classes: those that types in the schema name: their members' C++ types by name, or a ramet.Class.
            cluster_size: bytes, uncompressed, that are gathered before they are written, as 1000000 or "16 MiB"; 0: 16
                MiB, or more where these would be less than 8 kB a branch.
            basket_size: bytes, uncompressed, of a column that are compressed together.
            compression: as in `recreate`, or a mapping from columns' names, or patterns as "Muon_*", to such; "default"
                is the file's, and so is what the mapping does not name.
            counter_name: a function from a column's name to that of the branch that holds the lengths of its lists,
                where a ramet.Column says no other, "n" + name by default. Columns whose counters have one name share
                it.
            options: of uproot: `initial_basket_capacity` and `resize_factor` have no effect.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a name that is there already.
        """
        refuse_options("mktree", options, FOR_WRITING)
        columns, batch = types_and_values(schema, columns_of_batch)
        make = TableMaker(self._core, name, title, _core.Format.ttree, cluster_size, basket_size)
        make.describe(columns, classes)
        if counter_name is not None:
            make.name_counters(counter_name)
        if not isinstance(compression, str) or compression != "default":
            make.compress(compression)
        return self._make(make, batch)

    def mkrntuple(
        self,
        name: str,
        schema: Schema | np.dtype[Any] | Any,
        description: str = "",
        *,
        classes: Mapping[str, Any] | None = None,
        cluster_size: SupportsIndex | str = 0,
        page_size: SupportsIndex | str = "256 KiB",
        page_checksums: bool = True,
        compression: TableCompression | Literal["default"] = "default",
    ) -> WritableTree:
        """Make an empty ntuple to fill with `extend`, or one of values. Its columns may have any type, and more can be
        added later.

        Args:
            name: with directories as "dir/Events", which are made.
            schema: a mapping from column names to types (see ramet.Column), or a structured dtype; or values, as
                `file[name] = values` takes them.
            description: of the ntuple.
            classes: those that types in the schema name: their members' C++ types by name, or a ramet.Class.
            cluster_size: bytes, uncompressed, that are gathered before they are written, as 1000000 or "16 MiB"; 0: 16
                MiB, or more where these would be less than 8 kB a column.
            page_size: bytes, uncompressed, of a column that are compressed together.
            page_checksums: whether each page has a checksum, which readers check.
            compression: as in `recreate`, or a mapping from columns' names, or patterns as "Muon_*", to such; "default"
                is the file's, and so is what the mapping does not name.

        Raises:
            TypeError: a type that cannot be stored.
            MisuseError: a type or name that cannot be stored, or a name that is there already.

        >>> import ramet
        >>> with ramet.recreate("doc.root") as file:
        ...     file.mkrntuple("Events", {"hits": "var * var * float32"}).extend({"hits": [[[1.0], []], []]})
        >>> ramet.open("doc.root:Events")["hits"].array().tolist()
        [[[1.0], []], []]
        """
        columns, batch = types_and_values(schema, schema_of_batch)
        make = TableMaker(self._core, name, description, _core.Format.rntuple, cluster_size, page_size)
        make.page_checksums = page_checksums
        make.describe(columns, classes)
        if not isinstance(compression, str) or compression != "default":
            make.compress(compression)
        return self._make(make, batch)

    def _make(self, make: TableMaker, batch: Mapping[str, Any] | None) -> WritableTree:
        """A tree, filled with a batch if there is one; when that fails, nothing stays."""
        columns = make.columns
        filled = None if batch is None else buffers_of(columns, batch)  # before there is a tree
        if make.new_cycle and make.path in self._trees:
            self._trees[make.path].close()
        tree = WritableTree(make.path, make(), columns, make.again, file=self)
        if filled is not None:
            try:
                tree.fill(*filled)
            except BaseException:
                tree.withdraw(self._core)
                raise
        self._trees[make.path] = tree
        return tree

    def __setitem__(self, name: str, value: Any) -> None:
        """Write a histogram, a graph, an object or an ntuple, with directories in the name as "dir/mass".

        A histogram is ramet's, one of hist or boost-histogram, or a tuple as numpy.histogram, histogram2d and
        histogramdd return it. Of one to three axes, it becomes a TH1D, TH2D or TH3D, of more a THnD, one of means a
        TProfile, TProfile2D or TProfile3D; what was read stays of its class where that holds its contents, graphs and
        efficiencies too. Fitted functions come along, and are written alone as TF1, results of fits as TFitResult. A
        result of a frame is computed. An object of a class is a ramet.NewObject, a text becomes a TObjString.

        A mapping from names to arrays, a data frame or an array of records becomes an RNTuple, as in uproot since 5.7;
        `mktree` makes a TTree of the same values. A tree that was read stays a tree. An existing name gets a new cycle.
        If writing fails, nothing of it is left.
        """
        path = name_text(name, "a name").strip("/")
        if not path:
            raise MisuseError(f"{name!r} is not a valid name for an object")
        value = plain(value)  # of a result of a frame
        if isinstance(value, NewObject):
            self._put_object(path, value)
            return
        if isinstance(value, str):
            self._put(path, value)
            return
        figure = writable_figure(value)
        if figure is not None:
            self._put(path, figure)
            return
        if isinstance(value, Object):
            raise UnsupportedError(
                f"{value!r} is not written as it was read: ramet.copy copies it from file to file, and histograms, "
                "graphs, functions, texts and ramet.NewObject are written"
            )
        self._make(*assigned(self._core, path, value))

    def _put_object(self, path: str, new: NewObject) -> None:
        name = path.rpartition("/")[2]
        title = name_text(new.title, "title")
        column, classes = column_of_object(name, new)
        _, buffers = buffers_of([column], {name: [new.members]})
        self._end_tree(path)
        self._core.put_object(path, column, title, classes, buffers)

    def _put(self, path: str, value: WritableCore | str) -> None:
        self._end_tree(path)
        self._core.put(path, value)

    def _end_tree(self, path: str) -> None:
        """End the tree whose name something else gets."""
        self._unsaved.add(path)
        tree = self._trees.pop(path, None)
        if tree is not None:
            tree.finish(self._core)

    def __getitem__(self, name: str) -> Any:
        """A WritableDirectory; or a WritableTree: one that was made here, or a tree or ntuple that was in the file
        before and gets more entries, behind its own; of all else what `ramet.open(path)[name]` gives.

        An object that was written since the last `checkpoint` is read after another one. Raises KeyInFileError when
        there is none, UnsupportedError, naming the branch or field, when a tree cannot be continued.
        """
        path = name_text(name, "a name").strip("/")
        if path in self._trees:
            return self._trees[path]
        directory, _, own_name = path.rpartition("/")
        classname, is_newest = self._class_at(directory, own_name)
        newest = path.rpartition(";")[0] if is_newest and ";" in own_name else path  # without the cycle
        if classname in _DIRECTORIES:
            return WritableDirectory(self, newest)
        if classname is None or (is_newest and classname in _TABLES):
            return self._trees[newest] if newest in self._trees else self._continued(newest)
        if path.partition(";")[0] in self._unsaved:
            self._save()  # held entries stay where they are: few of them would make a cluster
        return open_file(Path(self._path))[path]

    def _continued(self, path: str) -> WritableTree:
        """A tree or ntuple that was in the file before."""
        core = self._core.open_table(path, _core.Order.sequence, 0, 0, 256 << 10)
        self._trees[path] = WritableTree(path, core, core.columns, file=self)
        return self._trees[path]

    def __delitem__(self, name: str) -> None:
        """Remove an object, a tree, or a directory with all that is in it.

        "name" removes all cycles, "name;2" only one. The space becomes free with the next `checkpoint` or `close`, that
        of a tree that was made or extended here when the file is updated again; it cannot be extended any more.
        Raises KeyInFileError when there is none, MisuseError for an older cycle of a tree that is being filled.
        """
        path = name.strip("/").removesuffix(";*")
        base, mark, _ = path.partition(";")
        if not mark or self._class_at(base.rpartition("/")[0], path.rpartition("/")[2])[1]:
            for filled in [one for one in self._trees if one == base or one.startswith(f"{base}/")]:
                self._end_tree(filled)
        self._unsaved.add(base)
        self._core.remove(path)

    def mkdir(self, name: str, **options: Any) -> WritableDirectory:
        """Create a directory and its parents, if needed. Uproot's `initial_directory_bytes` has no effect. Raises
        MisuseError when the path is an object."""
        refuse_options("mkdir", options, FOR_WRITING)
        path = name_text(name, "a name").strip("/")
        self._core.make_directory(path)
        return WritableDirectory(self, path)

    def _keys_here(self, *, recursive: bool) -> list[StoredKey]:
        return self.keys_in("", recursive=recursive)

    def keys_in(self, directory: str, *, recursive: bool) -> list[StoredKey]:
        """The objects of a directory, or of it and those below it."""
        found: list[StoredKey] = []
        for name, number, class_name in self._core.keys(directory):
            path = f"{directory}/{name}" if directory else name
            found.append(StoredKey(path, number, class_name))
            if recursive and class_name in _DIRECTORIES:
                found += self.keys_in(path, recursive=True)
        return found

    def _class_at(self, above: str, name: str) -> tuple[str | None, bool]:
        """The class of what a directory has under a name, with a cycle or without, and whether that is the newest one;
        None when it has none."""
        try:
            keys = self._core.keys(above)
        except RametError:  # nor is what it should be in
            return None, True
        found = {cycle: classname for one, cycle, classname in keys if name in (one, f"{one};{cycle}")}
        if not found:
            return None, True
        newest = max(cycle for one, cycle, _ in keys if one == name.rpartition(";")[0] or one == name)
        return found[max(found)], max(found) == newest

    def copy_from(
        self,
        source: Directory,
        *,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
        rename: Rename = None,
        require_matches: bool = True,
    ) -> None:
        """Copy the histograms, profiles and texts of another file, with the directories that they are in.

        Args:
            source: what `ramet.open` has opened, or a directory of it.
            filter_name: which names, as of its `keys`.
            filter_classname: which classes, likewise.
            rename: what they are called here: "/regular expression/replacement/", a mapping, a function of a name, or
                a list of these.
            require_matches: whether it is a MisuseError when nothing passes the filters.

        Raises:
            UnsupportedError: one of them is a tree, or an object of another class; then nothing is copied.
        """
        copy_into(
            self,
            source,
            filter_name=filter_name,
            filter_classname=filter_classname,
            rename=rename,
            require_matches=require_matches,
        )

    def checkpoint(self) -> None:
        """Write the entries that trees and ntuples hold, as clusters of any size, and make the file on disk valid.

        Any reader can open it from then on, with all that was written, even if this process dies. Raises FileIOError;
        the file then has the state of the previous checkpoint.
        """
        for tree in self._trees.values():
            tree.hand_over()
        self._save()

    def _save(self) -> None:
        self._core.checkpoint()
        self._unsaved.clear()
        if self._stream is not None:
            self._stream.save()

    def close(self) -> None:
        """Write all held entries and finish the file. A second call does nothing. Raises FileIOError, after which it
        may be called again."""
        if self._closed:
            return
        for tree in self._trees.values():
            tree.close()
        self._core.close()
        if self._stream is not None:
            self._stream.save()
            self._stream.end()
        self._closed = True
        self._trace.save()

    def __enter__(self) -> WritableFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        leave(error, f"{self.file_path!r} could not be finished", self.close)

    def __repr__(self) -> str:
        return f"<WritableFile {self.file_path!r} ({'closed' if self._closed else 'open'})>"
