"""Files and directories: mappings of what is in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ramet import _core
from ramet.arguments import name_text
from ramet.errors import KeyInFileError, MisuseError, UnsupportedError
from ramet.histograms.figures import figure_of
from ramet.notebook import code_html, table_html
from ramet.places import Place, reopened
from ramet.reading.branch import Branch
from ramet.reading.choosing.iterators import Iterators
from ramet.reading.companions import DirectoryKey
from ramet.reading.filters import NameFilter, make_filter
from ramet.reading.libraries.values import as_column, library_of
from ramet.reading.ntuples.ntuple import NTuple
from ramet.reading.objects.descriptions import DescribesClasses, StreamerInfo
from ramet.reading.objects.members import Origin
from ramet.reading.objects.read import read_object
from ramet.reading.objects.record import Steps
from ramet.reading.tree import Tree
from ramet.writing.compression import Compression, compression_of_code

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Directory", "ReadOnlyFile"]


_BIG = 1_000_000  # what is added to the version of files with places of 64 bits


class Directory(Iterators, Mapping[str, Any]):
    """A directory of a file: a mapping from names with cycles, "dir/Events;2", to objects.

    Names without a cycle mean the highest cycle, and "dir/tree/branch" is a branch. `directory[name]` is a Directory, a
    Tree, an NTuple, a Branch, a Field, a Histogram, or an Object of any other class; standard containers are arrays. A
    missing name raises a KeyInFileError with similar names. Any number of threads may read it at once.
    """

    def __init__(
        self, core: _core.File, path: str, place: Place, trees: dict[int, Tree | NTuple] | None = None
    ) -> None:
        self._open_file: _core.File | None = core
        self._place = place
        self._path = path
        self._trees = {} if trees is None else trees  # of the whole file, by the position of their records

    @property
    def path(self) -> tuple[str, ...]:
        """The names from the top of the file; empty for the file itself."""
        return tuple(self.object_path.split("/")) if self._path else ()

    @property
    def file_path(self) -> str:
        """The path that the file was opened by."""
        return self._file.name

    @property
    def _file(self) -> _core.File:
        if self._open_file is None:
            raise MisuseError("the file is closed")
        return self._open_file

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it is in, as its top directory."""
        return ReadOnlyFile(self._file, self._place.below(""))

    @property
    def object_path(self) -> str:
        """`path` joined by '/', without cycles; trees and ntuples have it, too."""
        return re.sub(r";(\d+|\*)(?=/|$)", "", self._path)

    @property
    def parent(self) -> Directory | None:
        """The directory that it is in; None for the file itself."""
        if not self._path:
            return None
        return self._directory_at(self._path.rpartition("/")[0])

    @property
    def is_64bit(self) -> bool:
        """Whether the file has 64-bit positions, as files beyond 2 GB do. ramet reads and writes both alike."""
        return self._file.version >= _BIG

    @property
    def closed(self) -> bool:
        """Whether it was closed; then using a name raises a MisuseError."""
        return self._open_file is None

    def close(self) -> None:
        """Let the file go. A second time does nothing."""
        self._open_file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _directory_at(self, path: str) -> Directory:
        return Directory(self._file, path, self._place.below(path), self._trees)

    def __eq__(self, other: object) -> bool:
        """Whether the other one is the same directory of the same open file; what is in it is not read."""
        if not isinstance(other, Directory):
            return NotImplemented
        is_same_file = self._open_file is not None and self._open_file is other._open_file
        return self is other or (is_same_file and self.object_path == other.object_path)

    def __hash__(self) -> int:
        return hash((self._place.file, self._place.name, self.object_path))

    def __copy__(self) -> Directory:
        return self._directory_at(self._path)

    def __deepcopy__(self, _: object) -> Directory:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; loading opens the file anew."""
        if self.closed:
            raise MisuseError(f"{self!r} cannot be pickled: loading would open it")
        return self._place.recipe()

    def __repr__(self) -> str:
        return f"<Directory {self._path!r} {'(closed)' if self.closed else f'of {self.file_path!r}'}>"

    def _repr_html_(self) -> str:
        if self.closed:
            return code_html(repr(self))
        keys = self._file.directory(self._path)
        rows = ([f"{key.name};{key.cycle}", key.class_name] for key in keys)
        return table_html(repr(self), ["name", "class"], rows, len(keys))

    def _ipython_key_completions_(self) -> list[str]:
        return [] if self.closed else list(dict.fromkeys(self.keys(cycle=False)))

    # --- a mapping -----------------------------------------------------------------------------------------------

    def __getitem__(self, path: str) -> Any:
        core = self._file
        if not isinstance(path, str):
            message = f"no {path!r} in {self.file_path!r}: what is in files has names, which are texts"
            raise KeyInFileError.of(path, message)
        if path and not path.strip("/"):
            return self.__copy__()
        try:
            key = core.key(self._inside(path))
        except KeyInFileError as error:
            found = self._branch_at(path)
            if found is None:
                error.key = path
                raise
            return found
        return self._object_of(key, self._inside(path))

    def _object_of(self, key: _core.Key, path: str) -> Any:
        if key.is_directory:
            return self._directory_at(path)
        if key.is_tree or key.is_ntuple:
            tree = self._trees.get(key.seek)
            if tree is None:  # two threads may both read it, and both get the first
                tree = self._trees.setdefault(key.seek, self._table_of(key, path))
            return tree
        if self._file.is_figure(key):
            try:
                figure = figure_of(self._file.figure(key))
            except UnsupportedError:  # of a version that shows its members only
                return self._read(key, path)
            figure.remember(self._origin_of(key, path), self._place.at(path, key.cycle))
            return figure
        return self._read(key, path)

    def object_of(self, path: str) -> Any:
        """The object of a path as an Object with all its members, even if `directory[path]` gives a Histogram or
        another type. Raises KeyInFileError, and what `directory[path]` raises."""
        return self._read(self._file.key(self._inside(path)), self._inside(path), with_faces=False)

    def _read(self, key: _core.Key, path: str, *, with_faces: bool = True, steps: Steps = ()) -> Any:
        place = self._place.at(path, key.cycle)
        return read_object(self._file, key, self._opener(), place, with_faces=with_faces, steps=steps)

    def array_of(self, path: str, *, library: str = "ak") -> Any:
        """The object of a path as an array of length 1: a standard container, or an object whose members are numbers,
        strings, containers or such objects. For millions of values this is much faster than `directory[path]`.

        Args:
            path: its name, as in `directory[path]`.
            library: "ak" for an awkward array, "np" for NumPy.

        Raises:
            KeyInFileError: it is not here.
            UnsupportedError: a member cannot be a column, for example a pointer to an object of any class.
            CorruptError: the file contradicts itself.
        """
        library = library_of(library)
        return as_column(self._file.array(self._file.key(self._inside(path))), library)

    def _table_of(self, key: _core.Key, path: str) -> Tree | NTuple:
        file = self._file  # it lives as long as the table does
        place = self._place.at(path, key.cycle)
        described = (self.file_path, path, key.class_name, place, self._origin_of(key, path))
        return Tree(file.tree(key), *described) if key.is_tree else NTuple(file.ntuple(key), *described)

    def _origin_of(self, key: _core.Key, path: str) -> Origin:
        opener, place = self._opener(), self._place.at(path, key.cycle)
        return Origin(partial(read_object, self._file, key, opener, place, with_faces=False), opener)

    def _opener(self) -> Callable[[], ReadOnlyFile]:
        """A function that returns the file to objects read from it, and keeps it as long as they live."""
        return partial(ReadOnlyFile, self._file, self._place.below(""))

    def _branch_at(self, path: str) -> Any:
        """The column that "tree/branch" or "tree:branch" names, if any."""
        for end in reversed([one.start() for one in re.finditer("[/:]", path)]):
            try:
                key = self._file.key(self._inside(path[:end]))
            except (KeyInFileError, MisuseError):
                continue
            if key.is_tree or key.is_ntuple:
                return self._object_of(key, self._inside(path[:end]))[path[end + 1 :]]
        return None

    def _inside(self, path: str) -> str:
        path = "/".join(part for part in name_text(path, "a name").split("/") if part)
        return f"{self._path}/{path}" if self._path else path

    def __contains__(self, path: object) -> bool:
        """Whether `directory[path]` exists; objects are not read, and trees only for names of branches."""
        if not isinstance(path, str):
            return False
        if path and not path.strip("/"):
            return True
        try:
            self._file.key(self._inside(path))
        except KeyInFileError:
            return self._has_branch(path)
        return True

    def _has_branch(self, path: str) -> bool:
        try:
            return self._branch_at(path) is not None
        except KeyInFileError:
            return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self._walk(recursive=True))

    def keys(  # type: ignore[override]
        self,
        *,
        recursive: bool = True,
        cycle: bool = True,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
    ) -> list[str]:
        """The names of what is here.

        Args:
            recursive: also those in subdirectories, as "dir/name".
            cycle: with cycles; without, each name once.
            filter_name: which names: a glob, "/a regular expression/", a list of these, or a function of a name.
            filter_classname: which classes, likewise.

        Returns:
            Names in stored order, a directory before what is in it. No object is read.
        """
        classes = self.classnames(
            recursive=recursive, cycle=cycle, filter_name=filter_name, filter_classname=filter_classname
        )
        return list(classes)

    def values(  # type: ignore[override]
        self, *, recursive: bool = True, filter_name: NameFilter = None, filter_classname: NameFilter = None
    ) -> list[Any]:
        """The objects here, read, in the order of `keys` and with the same arguments."""
        names = self.keys(recursive=recursive, filter_name=filter_name, filter_classname=filter_classname)
        return [self[name] for name in names]

    def items(  # type: ignore[override]
        self,
        *,
        recursive: bool = True,
        cycle: bool = True,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
    ) -> list[tuple[str, Any]]:
        """Names, and what is called so, read: as `keys`, with the same arguments."""
        names = self.keys(recursive=recursive, cycle=cycle, filter_name=filter_name, filter_classname=filter_classname)
        return [(name, self[name]) for name in names]

    def classnames(
        self,
        *,
        recursive: bool = True,
        cycle: bool = True,
        filter_name: NameFilter = None,
        filter_classname: NameFilter = None,
    ) -> dict[str, str]:
        """The classes of what is here, by name: as `keys`, with the same arguments."""
        has_name, has_class = make_filter(filter_name), make_filter(filter_classname)
        found: dict[str, str] = {}
        for name, key in self._walk(recursive=recursive):
            if has_name(name) and has_class(key.class_name):
                found.setdefault(f"{name};{key.cycle}" if cycle else name, key.class_name)
        return found

    def iterclassnames(self, **options: Any) -> Iterator[tuple[str, str]]:
        """The items of `classnames`, one after the other."""
        return iter(self.classnames(**options).items())

    def classname_of(self, path: str) -> str:
        """The class of an object, for example "TTree", or "TBranch" for a branch, without reading it. Raises
        KeyInFileError."""
        try:
            return self._file.key(self._inside(path)).class_name
        except KeyInFileError:
            column = self._branch_at(path)
            if not isinstance(column, Branch):
                raise
            return column.classname

    def key(self, path: str) -> DirectoryKey:
        """The key of an object in its directory, by the object's path. Raises KeyInFileError."""
        key = self._file.key(self._inside(path))
        return DirectoryKey(key.name, key.title, key.class_name, key.cycle, key.object_size, key.seek)

    def streamer_of(self, path: str, version: int | str = "max") -> StreamerInfo | None:
        """The file's description of an object's class, as `file.streamer_named`. Raises KeyInFileError."""
        return self.file.streamer_named(self.classname_of(path), version)

    def is_table(self, path: str) -> bool:
        """Whether a path names a tree or an ntuple, without reading it. Raises KeyInFileError."""
        key = self._file.key(self._inside(path))
        return key.is_tree or key.is_ntuple

    def title_of(self, path: str) -> str:
        """The title of an object or branch, without reading it. Raises KeyInFileError."""
        try:
            return self._file.key(self._inside(path)).title
        except KeyInFileError:
            column = self._branch_at(path)
            if not isinstance(column, Branch):
                raise
            return column.title

    def _walk(self, *, recursive: bool) -> Sequence[tuple[str, _core.Key]]:
        if recursive:
            return self._file.keys_below(self._path)
        return [(key.name, key) for key in self._file.directory(self._path)]


class ReadOnlyFile(DescribesClasses, Directory):
    """An open file, which is its own top directory; `ramet.open` makes it.

    Use it in a `with` statement, or `close` it. Trees of a closed file can still be read; the file is released with the
    last of them. It also has the methods of DescribesClasses, as `show_streamers`. Any number of threads may use it at
    once.
    """

    def __init__(self, core: _core.File, place: Place) -> None:
        super().__init__(core, "", place)

    @property
    def file(self) -> ReadOnlyFile:
        """Itself."""
        return self

    def __copy__(self) -> ReadOnlyFile:
        return ReadOnlyFile(self._file, self._place)

    def __repr__(self) -> str:
        return "<ReadOnlyFile (closed)>" if self.closed else f"<ReadOnlyFile {self.file_path!r}>"

    @property
    def recovered(self) -> bool:
        """Whether its writer died before it wrote a key list, so that the objects were found by searching the records.

        The last objects may be missing then; `open` gave a RecoveredWarning.
        """
        return self._file.is_recovered

    @property
    def root_directory(self) -> ReadOnlyFile:
        """Its top directory, which it is itself."""
        return self

    @property
    def uuid(self) -> UUID:
        """The unique identifier of the file, of 128 bits."""
        return UUID(self._file.uuid)

    @property
    def hex_uuid(self) -> str:
        """`uuid` as text."""
        return self._file.uuid

    @property
    def fVersion(self) -> int:  # noqa: N802 - as ROOT calls it
        """The version of the ROOT that wrote the file as one number, for example 63400; 1,000,000 more in a file with
        64-bit positions."""
        return self._file.version

    @property
    def fCompress(self) -> int:  # noqa: N802 - likewise
        """ROOT's number of `compression`."""
        return self._file.compression

    @property
    def root_version(self) -> str:
        """The version of the ROOT that wrote the file, for example "6.34/00"."""
        return "{}.{:02d}/{:02d}".format(*self.root_version_tuple)

    @property
    def root_version_tuple(self) -> tuple[int, int, int]:
        """The same as numbers, for example (6, 34, 0)."""
        version = self._file.version % _BIG
        return version // 10_000, version // 100 % 100, version % 100

    @property
    def compression(self) -> Compression | None:
        """The compression of new objects when the file was closed; None for no compression."""
        return compression_of_code(self._file.compression)

    def _streamer_infos(self) -> list[_core.StreamerInfo]:
        return self._file.streamer_infos()

    def close(self) -> None:
        """Let the file go. A second time does nothing."""
        super().close()
        self._trees.clear()


def object_again(path: str, inside: str, with_faces: bool, steps: Steps) -> Any:  # noqa: FBT001
    """An object of a file, or one inside of it, read anew. Raises the errors of `ramet.open`."""
    opened: ReadOnlyFile = reopened(path, "")
    return opened._read(opened._file.key(inside), inside, with_faces=with_faces, steps=steps)
