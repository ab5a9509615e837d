"""The columns below another one, as a table of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

from ramet import _core
from ramet.errors import KeyInFileError
from ramet.reading.closable import Closable
from ramet.reading.column import Core, TableColumn
from ramet.reading.companions import StepReport
from ramet.reading.table import Table
from ramet.typing import AwkwardArray, NumpyArrays, Together

if TYPE_CHECKING:
    import pandas
    from ramet.reading.file import ReadOnlyFile

__all__ = ["Below", "Upper"]

Column = TypeVar("Column", bound=TableColumn[Any])


class Below(Table[Column]):
    """The columns below one column of a tree or ntuple; paths are relative to it."""

    def __init__(self, above: Upper[Any]) -> None:
        super().__init__()
        self._above = above
        self._whole: Table[Column] = above._table
        self._word, self._separator = self._whole._word, self._whole._separator
        self._parts_are_in_wholes = self._whole._parts_are_in_wholes

    @property
    def num_entries(self) -> int:
        """The entries of the upper column, as far as the table has them."""
        return min(self._above.num_entries, self._whole.num_entries)

    @property
    def clusters(self) -> list[tuple[int, int]]:
        """The clusters of the whole table."""
        return self._whole.clusters

    def _place_of(self, entry: int) -> tuple[str, str, int]:
        return self._whole._place_of(entry)

    def read(self, columns: Sequence[Column], first: int, last: int) -> list[_core.Array]:
        """Read as the whole table does."""
        return self._whole.read(columns, first, last)

    def _entries_for(self, columns: Sequence[Column], size: int) -> int:
        return self._whole._entries_for(columns, size)

    def _make_columns(self) -> list[Column]:
        start = self._above.path + self._separator
        return [column for column in self._whole._all if column.path.startswith(start)]

    def _path_of(self, column: Column) -> str:
        return column.path[len(self._above.path) + 1 :]

    def _short_name(self, column: Column) -> str:
        return self._path_of(column) if self._parts_are_in_wholes else column.name

    def __repr__(self) -> str:
        return repr(self._above)

    def _place(self) -> str:
        return f"{self._word} {self._above.path!r} of {self._whole._place()}"


class Alone(Below[Column]):
    """A column without columns below it, by its own name."""

    def _make_columns(self) -> list[Any]:
        return [self._above]

    def _path_of(self, column: Column) -> str:
        return column.name


class Upper(Closable, TableColumn[Core]):
    """A column that may have others below it: these are its items, by path from here or by name."""

    _columns_below: Below[Any] | None = None

    @property
    def _lower(self) -> Below[Any]:
        if self._columns_below is None:
            self._columns_below = Below(self)
        return self._columns_below

    @property
    def _read_together(self) -> Below[Any]:
        return self._lower if self.keys() else Alone(self)

    def keys(self, **options: Any) -> list[str]:
        """The relative paths of the columns below it. This and the following methods have the options of a tree's."""
        return self._lower.keys(**options)

    def values(self, **options: Any) -> list[Any]:
        """The columns below it."""
        return self._lower.values(**options)

    def items(self, **options: Any) -> list[tuple[str, Any]]:
        """Paths and columns, as `keys` and `values`."""
        return self._lower.items(**options)

    def typenames(self, **options: Any) -> dict[str, str]:
        """The C++ types of the columns below it, by path."""
        return self._lower.typenames(**options)

    def show(self, **options: Any) -> None:
        """Print the columns below it and their types."""
        self._lower.show(**options)

    def iterkeys(self, **options: Any) -> Iterator[str]:
        """The names of `keys`, one after the other."""
        return self._lower.iterkeys(**options)

    def itervalues(self, **options: Any) -> Iterator[Any]:
        """The values of `values`, one after the other."""
        return self._lower.itervalues(**options)

    def iteritems(self, **options: Any) -> Iterator[tuple[str, Any]]:
        """The items of `items`, one after the other."""
        return self._lower.iteritems(**options)

    def itertypenames(self, **options: Any) -> Iterator[tuple[str, str]]:
        """The items of `typenames`, one after the other."""
        return self._lower.itertypenames(**options)

    @property
    def top_level(self) -> bool:
        """Whether it is at the top level."""
        return self._table._separator not in self.path[: -len(self.name)]

    @property
    def object_path(self) -> str:
        """Its path in the file, with directories and the table, for example "dir/Events/x": `file[...]` finds it."""
        whole: Any = self._table
        return f"{whole.object_path}/{self.path}"

    @property
    def file(self) -> ReadOnlyFile:
        """The file that it is in."""
        whole: Any = self._table
        file: ReadOnlyFile = whole.file
        return file

    def common_entry_offsets(self) -> list[int]:
        """Those of the table."""
        whole: Any = self._table
        return list(whole.common_entry_offsets())

    def get(self, name: str, default: Any = None) -> Any:
        """The column of a path or name, or else the default."""
        return self._lower.get(name, default)

    @overload
    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        **options: Any,
    ) -> AwkwardArray: ...
    @overload
    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["np"],
        how: None = None,
        **options: Any,
    ) -> NumpyArrays: ...
    @overload
    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        how: type[Together],
        **options: Any,
    ) -> Together: ...
    @overload
    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        **options: Any,
    ) -> pandas.DataFrame: ...
    @overload
    def arrays(self, names: str | Iterable[str] | None = None, cut: str | None = None, **options: Any) -> Any: ...
    def arrays(self, names: str | Iterable[str] | None = None, cut: str | None = None, **options: Any) -> Any:
        """Read several columns below it, as a tree's `arrays`; or the column itself if there are none."""
        return self._read_together.arrays(names, cut, **options)

    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[AwkwardArray]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["np"],
        how: None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[NumpyArrays]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        how: type[Together],
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[Together]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[pandas.DataFrame]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[AwkwardArray, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["np"],
        how: None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[NumpyArrays, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        how: type[Together],
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[Together, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[pandas.DataFrame, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        *,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[Any, StepReport]]: ...
    @overload
    def iterate(
        self, names: str | Iterable[str] | None = None, cut: str | None = None, **options: Any
    ) -> Iterator[Any]: ...
    def iterate(
        self, names: str | Iterable[str] | None = None, cut: str | None = None, **options: Any
    ) -> Iterator[Any]:
        """Read several columns below it in steps, as a tree's `iterate`; or the column itself if there are none."""
        return self._read_together.iterate(names, cut, **options)

    def num_entries_for(
        self,
        memory_size: SupportsIndex | str,
        names: str | Iterable[str] | None = None,
        cut: str | None = None,
        **options: Any,
    ) -> int:
        """How many entries of some of those below it have about so many bytes, as a tree's; where there are none, of
        the column itself."""
        return self._read_together.num_entries_for(memory_size, names, cut, **options)

    def _repr_html_(self) -> str:
        return self._lower._repr_html_() if self.keys() else super()._repr_html_()

    def _ipython_key_completions_(self) -> list[str]:
        return self.keys()

    def __getitem__(self, name: str) -> Any:
        """A column below it, by path from here or by name. Raises KeyInFileError."""
        if isinstance(name, str):
            return self._lower[name]
        message = f"no {name!r} below {self._word} {self.path!r}: `array` reads its own entries"
        raise KeyInFileError.of(name, message)

    def __contains__(self, name: object) -> bool:
        return name in self._lower

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{self._word} {self.path!r} is not a sequence: `array` reads it, `keys` names those below it")
