"""The common base of trees and ntuples of one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from ramet import _core
from ramet.places import Place
from ramet.reading.column import TableColumn
from ramet.reading.datasets.dataset import Dataset, open_many
from ramet.reading.datasets.places import Files
from ramet.reading.objects.members import Origin, StoredMembers
from ramet.reading.table import Table

if TYPE_CHECKING:
    from ramet.reading.file import Directory, ReadOnlyFile
    from ramet.reading.objects.object import Object
    from typing_extensions import Self

__all__ = ["StoredTable"]

Column = TypeVar("Column", bound=TableColumn[Any])


class StoredTable(StoredMembers, Table[Column]):
    """A table that is one object of a file."""

    _words = "columns"  # more than one of `_word`
    _parts = "parts"  # what a column is compressed in

    def __init__(self, core: Any, file_name: str, path: str, classname: str, place: Place, stored: Origin) -> None:
        super().__init__()
        self._stored = stored
        self._object: Object | None = None  # what that reads, from when it is first needed
        self._core = core
        self._file_name = file_name
        self._path = path
        self._classname = classname
        self._at = place

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return str(self._core.name)

    @property
    def classname(self) -> str:
        """ROOT's class, for example "TTree" or "TNtuple"."""
        return self._classname

    @property
    def file_path(self) -> str:
        """The path that its file was opened by."""
        return self._file_name

    @property
    def object_path(self) -> str:
        """Its path in the file, for example "dir/Events"."""
        return self._path

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it is in."""
        return self._stored.open()

    @property
    def parent(self) -> Directory:
        """The directory that it is in."""
        file, path = self.file, self._path.rpartition("/")[0]
        directory: Directory = file[path] if path else file
        return directory

    def _as_object(self) -> Object:
        if self._object is None:  # two threads may both read it: the last one's stays
            self._object = self._stored.read()
        return self._object

    @property
    def compression_ratio(self) -> float:
        """Uncompressed bytes divided by compressed bytes; 1 for an empty one."""
        packed = self._core.compressed_bytes
        return float(self._core.uncompressed_bytes / packed) if packed else 1.0

    @property
    def num_entries(self) -> int:
        """The number of entries."""
        return int(self._core.num_entries)

    def _place_of(self, entry: int) -> tuple[str, str, int]:
        return self._file_name, self._path, 0

    @property
    def clusters(self) -> list[tuple[int, int]]:
        """The first entry, and one past the last, of each cluster: the best parts for reading."""
        return list(pairwise(self._core.cluster_starts))

    def common_entry_offsets(self) -> list[int]:
        """The first entry of each cluster, and one past the last of all: the edges of `clusters`."""
        return [int(start) for start in self._core.cluster_starts]

    def __iter__(self) -> Iterator[str]:
        """The names of the top-level columns; `keys` has the nested ones, too."""
        return iter(dict.fromkeys(column.path for column in self._at_top()))

    def __len__(self) -> int:
        """The number of top-level columns."""
        return len(self._at_top())

    def _at_top(self) -> list[Column]:
        return [column for column in self._all if column.path == column.name]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} ({len(self)} {self._words}) of {self.num_entries} entries>"

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; loading opens the file anew."""
        return self._at.recipe()

    def read(self, columns: Sequence[Column], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as arrays of the C++ library; programs use `arrays`."""
        columns_read: list[_core.Array] = self._core.read([column.core for column in columns], first, last)
        return columns_read

    def add_friend(
        self,
        files: Files | Dataset,
        name: str,
        *,
        on: str | tuple[str, str] | None = None,
        unmatched: str = "error",
    ) -> Dataset:
        """A dataset of these entries that also has the columns of another one, as "name.column".

        Args:
            files: as of Dataset.add_friend, like all that follows.
            name: the prefix of the other's columns.
            on: integer columns by which entries are joined.
            unmatched: how to treat entries without a partner.
        """
        return open_many({self._file_name: self._path}).add_friend(files, name, on=on, unmatched=unmatched)
