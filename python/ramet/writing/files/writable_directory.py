"""A directory of a file that one thread writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ramet.arguments import name_text
from ramet.errors import MisuseError
from ramet.reading.file import Directory
from ramet.writing.files.copying import copy_into
from ramet.writing.files.mapping import StoredKey, WritableMapping
from ramet.writing.files.writable_tree import WritableTree

if TYPE_CHECKING:
    from ramet.writing.files.writable import WritableFile

__all__ = ["WritableDirectory"]

_COPY_ALL = {"filter_name": None, "filter_classname": None, "rename": None, "require_matches": True}


class WritableDirectory(WritableMapping):
    """A directory of a file that is being written: `WritableFile.mkdir` makes it, and `file["dir"]` is one.

    Its names are counted from it; everything else is as in the file, which it is a part of. Threads: one at a time.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     directory = file.mkdir("muons")
    ...     directory["pt"] = ramet.Histogram(10, (0, 100))
    ...     directory.mktree("Events", {"x": "float32"}).extend({"x": np.arange(3)})
    >>> ramet.open("doc.root").keys()
    ['muons;1', 'muons/pt;1', 'muons/Events;1']
    """

    __slots__ = ("_file", "_path")

    def __init__(self, file: WritableFile, path: str) -> None:
        self._file = file
        self._path = path

    @property
    def file(self) -> WritableFile:
        """The file that it is in."""
        return self._file

    @property
    def file_path(self) -> str:
        """The path of its file."""
        return self._file.file_path

    @property
    def path(self) -> tuple[str, ...]:
        """Names from the top of the file."""
        return tuple(self._path.split("/"))

    @property
    def object_path(self) -> str:
        """`path` joined by '/', as trees have it, too."""
        return self._path

    def mktree(self, name: str, schema: Any, title: str = "", **options: Any) -> WritableTree:
        """As WritableFile.mktree, here."""
        return self._file.mktree(self._inside(name), schema, title, **options)

    def mkrntuple(self, name: str, schema: Any, description: str = "", **options: Any) -> WritableTree:
        """As WritableFile.mkrntuple, here."""
        return self._file.mkrntuple(self._inside(name), schema, description, **options)

    def mkdir(self, name: str, **options: Any) -> WritableDirectory:
        """As WritableFile.mkdir, here."""
        return self._file.mkdir(self._inside(name), **options)

    def _keys_here(self, *, recursive: bool) -> list[StoredKey]:
        start = len(self._path) + 1
        found = self._file.keys_in(self._path, recursive=recursive)
        return [key._replace(path=key.path[start:]) for key in found]

    def copy_from(self, source: Directory, **options: Any) -> None:
        """As WritableFile.copy_from, here."""
        copy_into(self, source, **(_COPY_ALL | options))

    def __setitem__(self, name: str, value: Any) -> None:
        """As in the file, here."""
        self._file[self._inside(name)] = value

    def __getitem__(self, name: str) -> Any:
        """As in the file, from here."""
        return self._file[self._inside(name)]

    def __delitem__(self, name: str) -> None:
        """As in the file, from here."""
        del self._file[self._inside(name)]

    def __repr__(self) -> str:
        return f"<WritableDirectory {self._path!r} of {self._file!r}>"

    def _inside(self, name: str) -> str:
        inside = name_text(name, "a name").strip("/")
        if not inside:
            raise MisuseError(f"{name!r} is not a valid name for an object")
        return f"{self._path}/{inside}"
