"""A mapping of columns: finding one by its name, and choosing some."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, Generic, TextIO, TypeVar

from ramet.arguments import names_in, whole_number
from ramet.errors import KeyInFileError
from ramet.notebook import table_html
from ramet.reading.choosing.iterators import Iterators
from ramet.reading.choosing.near_names import hint_of_names
from ramet.reading.column import TableColumn
from ramet.reading.filters import NameFilter, make_filter

__all__ = ["ColumnFilter", "Columns"]

Column = TypeVar("Column", bound=TableColumn[Any])

ColumnFilter = Callable[[Any], bool] | None


class Columns(Iterators, Generic[Column]):
    """Names and their columns. Any number of threads may read it at once.

    It has the methods of a mapping, but is not one for `isinstance`: iteration yields only the top-level columns,
    `keys` has all, and libraries that unpack mappings would read the columns one by one.

    Columns below others have paths, "parent/child"; a name alone finds them, too, and "/name" means a top-level column.
    A missing name raises a KeyInFileError with similar names.
    """

    _word = "column"  # what messages call one of its columns
    _separator = "/"  # between the names of a path
    _parts_are_in_wholes = False  # whether a column has the values of those below it

    def __init__(self) -> None:
        self._listed: tuple[list[Column], dict[str, Column], dict[str, Column]] | None = None
        self._found: dict[str, Column] = {}  # before they were listed, by path

    # --- each format's own ---------------------------------------------------------------------------------------

    @abstractmethod
    def _make_columns(self) -> list[Column]:
        """All columns, parents before their children, in stored order."""

    def _find_column(self, name: str) -> Column | None:
        """The column of a path, if it is found faster than by making all; else None."""
        return None

    @abstractmethod
    def _place(self) -> str:
        """Its kind and place in messages: "tree 'Events' of 'run7.root'"."""

    # --- what it is ----------------------------------------------------------------------------------------------

    def show(
        self,
        stream: TextIO | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        filter_branch: ColumnFilter = None,
        filter_field: ColumnFilter = None,
        recursive: bool = True,
        full_paths: bool = True,
        name_width: int | None = None,
        typename_width: int | None = None,
        interpretation_width: int | None = None,
    ) -> None:
        """Print the columns that pass the filters and their types; other arguments are those of `keys`.

        Args:
            stream: to print to; the standard output by default.
            filter_name: as of `keys`.
            filter_typename: as of `keys`.
            filter_branch: as of `keys`.
            filter_field: as of `keys`.
            recursive: as of `keys`.
            full_paths: as of `keys`.
            name_width: characters of a name that are printed; longer names end in "...". By default all are.
            typename_width: the same of types.
            interpretation_width: of uproot, without effect: interpretations are not printed.
        """
        chosen = self._chosen(filter_name, filter_typename, filter_branch, filter_field, recursive=recursive)
        named = [(self._path_of(column) if full_paths else column.name, column.typename) for column in chosen]
        named = [(_cut_to(name, name_width), _cut_to(typename, typename_width)) for name, typename in named]
        width = max([4, *(len(name) for name, _ in named)])
        lines = [f"{'name':{width}} | type", f"{'-' * width}-+-{'-' * 30}"]
        lines += [f"{name:{width}} | {typename}" for name, typename in named]
        print("\n".join(lines), file=sys.stdout if stream is None else stream)

    def _repr_html_(self) -> str:
        rows = ([path, column.typename] for path, column in self._by_path.items())
        return table_html(repr(self), ["name", "type"], rows, len(self._by_path))

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._by_path)

    # --- a mapping -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Column:
        found = self._look_up(name)
        if found is None:
            raise self._missing(name)
        return found

    def __contains__(self, name: object) -> bool:
        return self._look_up(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """The column of a path or name, or else the default."""
        found = self._look_up(name)
        return default if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_path)

    def __len__(self) -> int:
        return len(self._by_path)

    def _look_up(self, name: object) -> Column | None:
        """The column of a path, of the end of one, or of a name."""
        if not isinstance(name, str):
            return None
        name = name.rstrip("/")
        path = name.lstrip("/")
        if self._listed is None:
            early = self._found.get(path)
            if early is None:
                early = self._find_column(path)
            if early is not None:
                return self._found.setdefault(path, early)
        found = self._by_path.get(path)
        if found is not None or name != path:
            return found
        found = self._by_name.get(name)
        if found is None and self._separator in name:
            ends = self._separator + name
            found = next((column for whole, column in self._by_path.items() if whole.endswith(ends)), None)
        if found is None and self._separator != "/" and "/" in name:
            found = self._look_up(name.replace("/", self._separator))
        elif found is None and "/" in name:
            found = self._below_by_name(name)
        return found

    def _below_by_name(self, path: str) -> Column | None:
        """The column that a path leaves out columns to, as "event/P3.Px" does to "event/P3/P3.Px"."""
        above, _, name = path.rpartition("/")
        upper = self._look_up(above)
        start = f"{upper.path}/" if upper is not None else "/"
        return next((one for one in self._all if one.name == name and one.path.startswith(start)), None)

    @property
    def _all(self) -> list[Column]:
        return self._lists()[0]

    @property
    def _by_path(self) -> dict[str, Column]:
        return self._lists()[1]

    @property
    def _by_name(self) -> dict[str, Column]:
        return self._lists()[2]

    def _lists(self) -> tuple[list[Column], dict[str, Column], dict[str, Column]]:
        if self._listed is None:  # two threads may both make them: the last one's stay
            columns = [self._found.get(column.path, column) for column in self._make_columns()]
            by_path: dict[str, Column] = {}
            by_name: dict[str, Column] = {}
            for column in columns:  # the first of those that have one name is the one that it means
                by_path.setdefault(self._path_of(column), column)
                by_name.setdefault(column.name, column)
            self._listed = columns, by_path, by_name
        return self._listed

    def _missing(self, name: object) -> KeyInFileError:
        hint = hint_of_names(str(name), self._by_path)
        if "did you mean" not in hint and set(str(name)) & set("()+*<>=&|"):
            hint = "; arrays(expression) computes, and [] finds columns"
        if isinstance(name, int | slice):
            hint = "; [] finds columns by name, keys() has the names, and arrays(entry_start=...) reads entries"
        return KeyInFileError.of(name, f"no {self._word} {name!r} in {self._place()}{hint}")

    # --- choosing ------------------------------------------------------------------------------------------------

    def keys(
        self,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        filter_branch: ColumnFilter = None,
        filter_field: ColumnFilter = None,
        recursive: bool = True,
        full_paths: bool = True,
        ignore_duplicates: bool = False,
    ) -> list[str]:
        """The paths of the columns that pass the filters, in stored order.

        Args:
            filter_name: a glob, "/a regular expression/" that fits from the beginning, a list of these, or a function
                of a name.
            filter_typename: the same for types, as `typenames` spells them.
            filter_branch: a function of a column.
            filter_field: the same; what passes both is meant.
            recursive: those below others, too.
            full_paths: with the names of those above, "parent/child"; without, their own names.
            ignore_duplicates: each name once, where several columns have it.
        """
        chosen = self._chosen(filter_name, filter_typename, filter_branch, filter_field, recursive=recursive)
        names = [self._path_of(column) if full_paths else column.name for column in chosen]
        return list(dict.fromkeys(names)) if ignore_duplicates else names

    def values(
        self,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        filter_branch: ColumnFilter = None,
        filter_field: ColumnFilter = None,
        recursive: bool = True,
    ) -> list[Column]:
        """The columns that pass the filters, as `keys` has their paths."""
        return self._chosen(filter_name, filter_typename, filter_branch, filter_field, recursive=recursive)

    def items(
        self,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        filter_branch: ColumnFilter = None,
        filter_field: ColumnFilter = None,
        recursive: bool = True,
        full_paths: bool = True,
        ignore_duplicates: bool = False,
    ) -> list[tuple[str, Column]]:
        """Paths and columns, as `keys` and `values`."""
        chosen = self._chosen(filter_name, filter_typename, filter_branch, filter_field, recursive=recursive)
        named = [(self._path_of(column) if full_paths else column.name, column) for column in chosen]
        return _first_of_each(named) if ignore_duplicates else named

    def typenames(
        self,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        filter_branch: ColumnFilter = None,
        filter_field: ColumnFilter = None,
        recursive: bool = True,
        full_paths: bool = True,
    ) -> dict[str, str]:
        """The C++ types of the columns, by path; "unknown" for types that ramet does not read."""
        chosen = self._chosen(filter_name, filter_typename, filter_branch, filter_field, recursive=recursive)
        return {self._path_of(column) if full_paths else column.name: column.typename for column in chosen}

    def iteritems(self, **options: Any) -> Iterator[tuple[str, Column]]:
        """The items of `items`, one after the other."""
        return iter(self.items(**options))

    def itertypenames(self, **options: Any) -> Iterator[tuple[str, str]]:
        """The items of `typenames`, one after the other."""
        return iter(self.typenames(**options).items())

    def _chosen(
        self,
        filter_name: NameFilter,
        filter_typename: NameFilter,
        *filters: ColumnFilter,
        recursive: bool = True,
    ) -> list[Column]:
        """The columns that pass the filters, also those that share a name with another one."""
        has_name, has_typename = make_filter(filter_name), make_filter(filter_typename)
        return [
            column
            for path, column in ((self._path_of(one), one) for one in self._all)
            if (recursive or path == column.name)
            and (has_name(column.name) or has_name(path) or has_name(f"/{path}"))
            and has_typename(column.typename)
            and all(one is None or one(column) for one in filters)
        ]

    def _wanted(
        self,
        names: str | Iterable[str] | None,
        filter_name: NameFilter,
        filter_typename: NameFilter,
        filter_branch: ColumnFilter = None,
    ) -> dict[str, Column]:
        """The columns that are meant, by the names that what is read of them gets."""
        if names is None:
            chosen = self._chosen(filter_name, filter_typename, filter_branch)
            first = dict(_first_of_each((self._path_of(one), one) for one in chosen)).values()
            found = self._by_short_names(one for one in first if one.is_readable and not one.core.is_group)
            return self._without_parts(found) if self._parts_are_in_wholes else found
        wanted: dict[str, Column] = {}
        for name in names_in(names):
            column = self[name]
            if column.core.is_group:
                below = [one for one in self._by_path.values() if one.path.startswith(column.path + "/")]
                wanted.update((self._path_of(one), one) for one in below if one.is_readable and not one.core.is_group)
            else:
                wanted[name] = column
        return wanted

    def _without_parts(self, found: dict[str, Column]) -> dict[str, Column]:
        """Only the upper one of a column and the columns below it: it has their values."""
        return {path: column for path, column in found.items() if not _is_below(path, found, self._separator)}

    def _by_short_names(self, columns: Iterable[Column]) -> dict[str, Column]:
        """Columns by their own names, but by their paths where several have one name."""
        listed = list(columns)
        times = Counter(self._short_name(column) for column in listed)
        named = ((self._short_name(column), column) for column in listed)
        return {name if times[name] == 1 else self._path_of(column): column for name, column in named}

    def _path_of(self, column: Column) -> str:
        """The name of a column here."""
        return column.path

    def _short_name(self, column: Column) -> str:
        """The name of a column's values when it was not requested by name."""
        return column.name


def _cut_to(text: str, width: int | None) -> str:
    """A text of at most this many characters."""
    if width is None or len(text) <= whole_number(width, "a width", 3):
        return text
    return text[: width - 3] + "..."


def _first_of_each(named: Iterable[tuple[str, Column]]) -> list[tuple[str, Column]]:
    """The first of the columns that share a name."""
    first: dict[str, Column] = {}
    for name, column in named:
        first.setdefault(name, column)
    return list(first.items())


def _is_below(path: str, others: Container[str], separator: str) -> bool:
    """Whether a path goes through one of the others."""
    above = path.rpartition(separator)[0]
    while above:
        if above in others:
            return True
        above = above.rpartition(separator)[0]
    return False
