"""Entries and columns: what trees, and whatever else holds rows of values, have in common."""

from __future__ import annotations

import difflib
import sys
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO, TypeVar

from ramet import _core
from ramet.errors import KeyInFileError
from ramet.reading.column import TableColumn
from ramet.reading.filters import NameFilter, make_filter
from ramet.reading.frames import arrow_table
from ramet.reading.values import as_table, check_library, part_of_table
from ramet.sizes import byte_count

__all__ = ["READ_AT_ONCE", "Table"]

READ_AT_ONCE = 32 << 20  # bytes, uncompressed, for steps that are smaller

Column = TypeVar("Column", bound=TableColumn[Any])


class Table(Mapping[str, Column]):
    """A mapping from names to columns, which all have the same entries. Any number of threads may read it at once.

    Columns below others have paths, "parent/child"; a name alone finds them, too. A missing name is a KeyInFileError
    that suggests near ones.

    Of a format's own class: `num_entries`, `clusters`, `read`, how it is called in messages, and its columns, which it
    makes when they are first asked for.
    """

    _word = "column"  # what messages call one of its columns

    def __init__(self) -> None:
        self._listed: tuple[list[Column], dict[str, Column], dict[str, Column]] | None = None
        self._found: dict[str, Column] = {}  # before they were listed, by path

    # --- of each format's own ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def num_entries(self) -> int:
        """How many entries it has."""

    @property
    @abstractmethod
    def clusters(self) -> list[tuple[int, int]]:
        """First entry and one past the last of each cluster, the parts that it is best read in."""

    @abstractmethod
    def read(self, columns: Sequence[Column], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as ramet itself holds them; `arrays` is what programs want."""

    @abstractmethod
    def _make_columns(self) -> list[Column]:
        """All columns, parents before their children, in stored order."""

    def _find_column(self, name: str) -> Column | None:
        """The column of a path, if it is found faster than by making all; else None."""
        return None

    @abstractmethod
    def _place(self) -> str:
        """What it is and where, for messages: "tree 'Events' of 'run7.root'"."""

    # --- what it is ----------------------------------------------------------------------------------------------

    def show(self, stream: TextIO | None = None) -> None:
        """Print the columns and their types, to the standard output or a stream."""
        columns = self._by_path
        width = max(4, *map(len, columns))
        lines = [f"{'name':{width}} | type", f"{'-' * width}-+-{'-' * 30}"]
        lines += [f"{path:{width}} | {column.typename}" for path, column in columns.items()]
        print("\n".join(lines), file=stream or sys.stdout)

    # --- a mapping -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Column:
        if self._listed is None and (early := self._found.get(name) or self._find_column(name)) is not None:
            return self._found.setdefault(name, early)
        found = self._by_path.get(name) or self._by_name.get(name)
        if found is None:
            raise self._missing(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._by_path or name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_path)

    def __len__(self) -> int:
        return len(self._by_path)

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
                by_path.setdefault(column.path, column)
                by_name.setdefault(column.name, column)
            self._listed = columns, by_path, by_name
        return self._listed

    def _missing(self, name: object) -> KeyInFileError:
        near = difflib.get_close_matches(str(name), list(self._by_path), n=3)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return KeyInFileError(f"no {self._word} {name!r} in {self._place()}{hint}")

    def keys(self, *, filter_name: NameFilter = None, filter_typename: NameFilter = None) -> list[str]:  # type: ignore[override]
        """The paths of the columns, those below others too, that pass the filters (see `arrays`), in stored order."""
        return [column.path for column in self._chosen(filter_name, filter_typename)]

    def typenames(self, *, filter_name: NameFilter = None, filter_typename: NameFilter = None) -> dict[str, str]:
        """The types of the columns as C++ would spell them, by path; "unknown" for what ramet does not read."""
        return {column.path: column.typename for column in self._chosen(filter_name, filter_typename)}

    def _chosen(self, filter_name: NameFilter, filter_typename: NameFilter) -> list[Column]:
        has_name, has_typename = make_filter(filter_name), make_filter(filter_typename)
        return [
            column
            for column in self._by_path.values()
            if (has_name(column.path) or has_name(column.name)) and has_typename(column.typename)
        ]

    # --- reading -------------------------------------------------------------------------------------------------

    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: int | None = None,
        entry_stop: int | None = None,
        library: str = "ak",
    ) -> Any:
        """Read several columns, entries [entry_start, entry_stop), on all cores.

        Args:
            names: those to read; without it all that ramet can read and that pass the filters. One that only
                groups others means these.
            filter_name: a glob, "/a regular expression/", a list of these, or a function of a name.
            filter_typename: the same for types, as `typenames` spells them.
            entry_start: the first entry; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            library: "ak" for an awkward array with a record for each entry, "np" for a dict of NumPy arrays, "pd" for a
                pandas.DataFrame, numbered as the entries are.

        Raises:
            KeyInFileError: a name is not there.
            UnsupportedError: a column that was named cannot be read.
            CorruptError: the file contradicts itself, with column and offset.
            FileIOError: the system refused to read.
        """
        check_library(library)
        chosen = self._wanted(names, filter_name, filter_typename)
        columns, entries = self._read_between(list(chosen.values()), entry_start, entry_stop)
        first, _ = self.entry_range(entry_start, entry_stop)
        return as_table(dict(zip(chosen, columns, strict=True)), entries, library, first=first)

    def to_arrow(
        self,
        names: str | Iterable[str] | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: int | None = None,
        entry_stop: int | None = None,
    ) -> Any:
        """Read as `arrays` does, into a pyarrow.Table, which pandas, Polars and DuckDB take.

        Args:
            names: as of `arrays`, like all others.
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.

        Raises:
            ImportError: awkward or pyarrow is not installed.
            KeyInFileError: as `arrays` does, like all others.
        """
        chosen = self._wanted(names, filter_name, filter_typename)
        columns, entries = self._read_between(list(chosen.values()), entry_start, entry_stop)
        return arrow_table(dict(zip(chosen, columns, strict=True)), entries)

    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        *,
        step_size: int | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: int | None = None,
        entry_stop: int | None = None,
        library: str = "ak",
    ) -> Iterator[Any]:
        """Read as `arrays` does, in steps, so that only one of them is in memory.

        Args:
            names: as of `arrays`, like all that is not listed here.
            step_size: entries, or about so many uncompressed bytes, as "100 MB".
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.
            library: as of `arrays`.

        Yields:
            What `arrays` returns, of neighbouring entries in order. Small steps are parts of what was read together.

        Raises:
            ValueError: the step is not above 0.
        """
        check_library(library)
        chosen = self._wanted(names, filter_name, filter_typename)
        columns = list(chosen.values())
        step = self._step_of(columns, step_size)
        for steps in self._steps(columns, step, entry_start, entry_stop):
            (begin, _), (_, end) = steps[0], steps[-1]
            together = dict(zip(chosen, self.read(columns, begin, end), strict=True))
            table = as_table(together, end - begin, library, first=begin)
            for step_begin, step_end in steps:
                yield part_of_table(table, step_begin - begin, step_end - begin, library)

    def num_entries_for(self, memory_size: int | str, names: str | Iterable[str] | None = None) -> int:
        """How many entries of some columns have about so many bytes; at least 1.

        Args:
            memory_size: uncompressed bytes, as 1000000 or "100 MB".
            names: the columns; all that can be read by default.
        """
        return self._entries_for(list(self._wanted(names, None, None).values()), byte_count(memory_size))

    def entry_range(self, entry_start: int | None, entry_stop: int | None) -> tuple[int, int]:
        """The entries that a pair of arguments means, as slices of Python do: clipped, negative ones from the end."""
        first, last, _ = slice(entry_start, entry_stop).indices(self.num_entries)
        return first, max(first, last)

    def _wanted(
        self, names: str | Iterable[str] | None, filter_name: NameFilter, filter_typename: NameFilter
    ) -> dict[str, Column]:
        if names is None:
            chosen = self._chosen(filter_name, filter_typename)
            return {column.path: column for column in chosen if column.is_readable and not column.core.is_group}
        wanted: dict[str, Column] = {}
        for name in [names] if isinstance(names, str) else names:
            column = self[name]
            if column.core.is_group:
                below = [one for one in self._by_path.values() if one.path.startswith(column.path + "/")]
                wanted.update((one.path, one) for one in below if one.is_readable and not one.core.is_group)
            else:
                wanted[name] = column
        return wanted

    def _step_of(self, columns: Sequence[Column], step_size: int | str) -> int:
        step = step_size if isinstance(step_size, int) else self._entries_for(columns, byte_count(step_size))
        if step < 1:
            raise ValueError(f"step_size {step_size!r} is not a number of entries above 0, nor of bytes as '100 MB'")
        return step

    def _read_between(
        self, columns: Sequence[Column], entry_start: int | None, entry_stop: int | None
    ) -> tuple[list[_core.Array], int]:
        """The columns of a range, and how many entries it has."""
        first, last = self.entry_range(entry_start, entry_stop)
        return self.read(columns, first, last), last - first

    def _steps(
        self, columns: Sequence[Column], step: int, entry_start: int | None, entry_stop: int | None
    ) -> Iterator[list[tuple[int, int]]]:
        """The steps of a range; small ones are listed together, so that no cluster is unpacked for each again."""
        first, last = self.entry_range(entry_start, entry_stop)
        whole_cluster = self.num_entries // max(1, len(self.clusters))
        together = max(1, min(whole_cluster, self._entries_for(columns, READ_AT_ONCE)) // step)
        for begin in range(first, last, step * together):
            end = min(begin + step * together, last)
            yield [(at, min(at + step, end)) for at in range(begin, end, step)]

    def _entries_for(self, columns: Sequence[Column], size: int) -> int:
        # Of each column's own entries: it may have been added late, or be described by one file of many.
        per_entry = sum(column.core.uncompressed_bytes / max(1, column.core.num_entries) for column in columns)
        return max(1, round(size / per_entry)) if per_entry else max(1, self.num_entries)
