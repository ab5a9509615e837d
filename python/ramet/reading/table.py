"""Entries and columns: the common base of trees, ntuples and datasets."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

from ramet import _core
from ramet.arguments import entry_range, truth, whole_number
from ramet.errors import CorruptError, DamageWarning
from ramet.expression import Expression
from ramet.reading.choosing.options import asked_of, wish_of
from ramet.reading.choosing.wanted import Wanted, wanted_of
from ramet.reading.column import TableColumn
from ramet.reading.companions import StepReport
from ramet.reading.drawing.drawable import Drawable
from ramet.reading.filters import NameFilter
from ramet.reading.libraries.arrow_table import ArrowTable
from ramet.reading.libraries.values import (
    arranged,
    as_table,
    check_how,
    chosen_entries,
    library_of,
    part_of_table,
)
from ramet.reading.libraries.virtual import documented, lazy_table
from ramet.sizes import byte_count
from ramet.typing import AwkwardArray, NumpyArrays, Together

if TYPE_CHECKING:
    import pandas

__all__ = ["READ_AT_ONCE", "Table"]

# Bytes, uncompressed, that small steps are read together to, at most ...
READ_AT_ONCE = 32 << 20
# ... and of few columns: one basket of each. More of it is faster and needs more memory than uproot does.
_LEAST_AT_ONCE = 2 << 20
_OF_A_COLUMN = 256 << 10


Column = TypeVar("Column", bound=TableColumn[Any])


class Table(ArrowTable[Column], Drawable):
    """A mapping from names to columns, which all have the same entries. Any number of threads may read it at once.

    Columns below others have paths, "parent/child"; a name alone finds them, too. A missing name raises a
    KeyInFileError with similar names.

    Of a format's own class: `num_entries`, `clusters`, `read`, how it is called in messages, and its columns, which it
    makes when they are first asked for.
    """

    # --- of each format's own ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def num_entries(self) -> int:
        """The number of entries."""

    @property
    @abstractmethod
    def clusters(self) -> list[tuple[int, int]]:
        """The first entry, and one past the last, of each cluster: the best parts for reading."""

    @abstractmethod
    def _place_of(self, entry: int) -> tuple[str, str, int]:
        """The file that an entry is of, the table's path in it, and the number of entries of the files before."""

    @abstractmethod
    def read(self, columns: Sequence[Column], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as arrays of the C++ library; programs use `arrays`."""

    # --- reading -------------------------------------------------------------------------------------------------

    @overload
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        **options: Any,
    ) -> AwkwardArray: ...
    @overload
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: Literal["np"],
        how: None = None,
        **options: Any,
    ) -> NumpyArrays: ...
    @overload
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        how: type[Together],
        **options: Any,
    ) -> Together: ...
    @overload
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        **options: Any,
    ) -> pandas.DataFrame: ...
    @overload
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: str = "ak",
        how: Any = None,
        **options: Any,
    ) -> Any: ...
    def arrays(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: str = "ak",
        how: Any = None,
        **options: Any,
    ) -> Any:
        """Read several columns, entries [entry_start, entry_stop), on all cores.

        Args:
            names: the columns to read and expressions to compute, as "px**2" or `ramet.col("px") * 2`, by which the
                results are called; by default all columns that ramet can read and that pass the filters, by their own
                names, or by path where names repeat. A column that only groups others means these.
            cut: an expression of what is kept: entries, or, if it gives lists, elements of all results. Of columns that
                are named, entries that are not kept are neither read nor computed, but for pandas.
            filter_name: a glob, "/a regular expression/" that fits from the beginning, a list of these, or a function
                of a name.
            filter_typename: the same for types, as `typenames` spells them.
            entry_start: the first entry; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            library: "ak" for an awkward array with a record for each entry, "np" for a dict of NumPy arrays, "pd" for a
                pandas.DataFrame, indexed by entry number.
            how: None; tuple, list or dict for the columns one by one; "zip" for an awkward array where lists "Muon_pt"
                and "Muon_eta" of equal lengths are one list "Muon" of records.
            options: of uproot: `expressions` is `names`, `filter_branch` a function of a column, `aliases` a mapping
                from names to expressions, as those that a tree was stored with are; `language="cpp"` takes
                expressions as C++, which else are Python where they can be; `seed` (0) is that of random numbers;
                `virtual=True` reads each column when its values are needed, and appends a ColumnAccess to
                `access_log`; `ak_add_doc=True` puts titles into "__doc__". Those that only say how it reads have no
                effect, others are refused.

        Raises:
            KeyInFileError: a name does not exist. UnsupportedError: a named column cannot be read, or ramet lacks an
                option of uproot.
            CorruptError: the file contradicts itself, with column and offset.
            FileIOError: the system refused to read.
        """
        library = library_of(library)
        check_how(how, library)
        wish = wish_of("arrays", library, options, how=how, cut=cut)
        asked = asked_of("arrays", names, cut, options)
        wanted = wanted_of(self, asked, filter_name, filter_typename, selects=self._has_source and library != "pd")
        if wish.virtual:
            begin, end = self.entry_range(entry_start, entry_stop)
            chosen = wanted.only_columns("virtual=True")
            lazy = lazy_table(chosen, end - begin, lambda some, count: self.read(some, begin, begin + count), wish.log)
            return documented(lazy, self, chosen.values(), wish.said)
        columns, entries, condition = self._results(wanted, entry_start, entry_stop)
        first, _ = self.entry_range(entry_start, entry_stop)
        described = wanted.described(columns)
        table = as_table(columns, entries, library, first=first, described=described)
        if library == "ak":
            table = documented(table, self, described, wish.said)
        return arranged(chosen_entries(table, condition, library), library, how, asked.names)

    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        step_size: SupportsIndex | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[AwkwardArray]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        step_size: SupportsIndex | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: Literal["np"],
        how: None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[NumpyArrays]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        how: type[Together],
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[Together]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        report: Literal[False] = False,
        **options: Any,
    ) -> Iterator[pandas.DataFrame]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        library: Literal["ak"] = "ak",
        how: Literal["zip"] | None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[AwkwardArray, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        library: Literal["np"],
        how: None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[NumpyArrays, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        how: type[Together],
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[Together, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        library: Literal["pd"],
        how: None = None,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[pandas.DataFrame, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        report: Literal[True],
        **options: Any,
    ) -> Iterator[tuple[Any, StepReport]]: ...
    @overload
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        step_size: SupportsIndex | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: str = "ak",
        how: Any = None,
        report: bool = False,
        **options: Any,
    ) -> Iterator[Any]: ...
    def iterate(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        step_size: SupportsIndex | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        library: str = "ak",
        how: Any = None,
        report: bool = False,
        **options: Any,
    ) -> Iterator[Any]:
        """Read as `arrays` does, in steps, so that only one of them is in memory.

        Args:
            names: as of `arrays`, like all that is not listed here.
            cut: as of `arrays`.
            step_size: entries, or about so many uncompressed bytes, as "100 MB".
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.
            library: as of `arrays`.
            how: as of `arrays`.
            report: whether each step comes as a pair, with a StepReport of which entries it has.
            options: as of `arrays`.

        Yields:
            What `arrays` returns, for consecutive entries in order. Small steps are read several together.

        Raises:
            TypeError: the step is neither a whole number nor a text.
            ValueError: the step is not above 0.
        """
        library = library_of(library)
        check_how(how, library)
        asked = asked_of("iterate", names, cut, options)
        wanted = wanted_of(self, asked, filter_name, filter_typename)
        columns, reports = list(wanted.read.values()), truth(report, "report")
        step = self._step_of(columns, step_size)
        for steps in self._steps(columns, step, entry_start, entry_stop):
            (begin, _), (_, end) = steps[0], steps[-1]
            read = self._read_sound(wanted.read, wanted.alone, partial(self.read, first=begin, last=end))
            together, condition = wanted.results(read, end - begin, begin)
            described = wanted.described(together)
            table = as_table(together, end - begin, library, first=begin, described=described)
            for step_begin, step_end in steps:
                at, to = step_begin - begin, step_end - begin
                part = chosen_entries(part_of_table(table, at, to, library), condition, library, at, to)
                part = arranged(part, library, how, asked.names)
                yield (part, self._report(step_begin, step_end)) if reports else part
            del read, together, condition, table, part  # before the next ones are read

    def num_entries_for(
        self,
        memory_size: SupportsIndex | str,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        **options: Any,
    ) -> int:
        """The number of entries of some columns that take about this many bytes; at least 1.

        Args:
            memory_size: uncompressed bytes, as 1000000 or "100 MB".
            names: the columns; all that can be read by default.
            cut: as of `arrays`: its column counts, too.
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            options: `filter_branch`, `filter_field`, `aliases` and `expressions`, as of `arrays`.
        """
        size = byte_count(memory_size, "memory_size")
        asked = asked_of("num_entries_for", names, cut, options)
        return self._entries_for(list(wanted_of(self, asked, filter_name, filter_typename).read.values()), size)

    def entry_range(self, entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None) -> tuple[int, int]:
        """The range of entries of two arguments, like a Python slice: clipped, and negative numbers count from the
        end."""
        return entry_range(entry_start, entry_stop, self.num_entries)

    def _read_sound(
        self,
        chosen: Mapping[str, Column],
        names: Iterable[str] | None,
        read: Callable[[list[Column]], list[_core.Array]],
    ) -> dict[str, _core.Array]:
        """Columns by their names; of groups that are among the names without those that are damaged, with a warning."""
        by_themselves = set(chosen) if names is None else {name.lstrip("/") for name in names}
        try:
            return dict(zip(chosen, read(list(chosen.values())), strict=True))
        except CorruptError:
            if by_themselves.issuperset(chosen):
                raise
        sound: dict[str, _core.Array] = {}
        for name, column in chosen.items():
            try:
                (sound[name],) = read([column])
            except CorruptError as error:
                if name in by_themselves:
                    raise
                warnings.warn(f"{self._word} {name!r} is damaged and left out: {error}", DamageWarning, stacklevel=3)
        return sound

    def _results(
        self,
        wanted: Wanted[Column],
        entry_start: SupportsIndex | None,
        entry_stop: SupportsIndex | None,
    ) -> tuple[dict[str, _core.Array], int, _core.Array | None]:
        """The results of a call for a range of entries; how many there are of each; and which of these its cut keeps,
        unless the others were left out."""
        if wanted.selection is not None:
            return *wanted.selection.run(self._source(), *self.entry_range(entry_start, entry_stop)), None
        entries = 0

        def read(some: list[Column]) -> list[_core.Array]:
            nonlocal entries
            arrays, entries = self._read_between(some, entry_start, entry_stop)
            return arrays

        sound = self._read_sound(wanted.read, wanted.alone, read)
        first, _ = self.entry_range(entry_start, entry_stop)  # when files were opened to read, not to count
        columns, condition = wanted.results(sound, entries, first)
        return columns, entries, condition

    def _report(self, first: int, last: int) -> StepReport:
        path, inside, before = self._place_of(first)
        return StepReport(path, inside, first - before, last - before, first, last)

    def _step_of(self, columns: Sequence[Column], step_size: SupportsIndex | str) -> int:
        if isinstance(step_size, str):
            step = self._entries_for(columns, byte_count(step_size))
        else:
            step = whole_number(step_size, "step_size")
        if step < 1:
            raise ValueError(f"step_size {step_size!r} is not a number of entries above 0, nor of bytes as '100 MB'")
        return step

    def _read_between(
        self, columns: Sequence[Column], entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None
    ) -> tuple[list[_core.Array], int]:
        """The columns of a range, and how many entries it has."""
        first, last = self.entry_range(entry_start, entry_stop)
        return self.read(columns, first, last), last - first

    def _steps(
        self,
        columns: Sequence[Column],
        step: int,
        entry_start: SupportsIndex | None,
        entry_stop: SupportsIndex | None,
    ) -> Iterator[list[tuple[int, int]]]:
        """The steps of a range; small ones are listed together, so that no cluster is unpacked for each again."""
        first, last = self.entry_range(entry_start, entry_stop)
        whole_cluster = self.num_entries // max(1, len(self.clusters))
        together = max(1, min(whole_cluster, self._entries_together(columns)) // step)
        for begin in range(first, last, step * together):
            end = min(begin + step * together, last)
            yield [(at, min(at + step, end)) for at in range(begin, end, step)]

    def _entries_together(self, columns: Sequence[Column]) -> int:
        return self._entries_for(columns, min(max(_LEAST_AT_ONCE, _OF_A_COLUMN * len(columns)), READ_AT_ONCE))

    def _entries_for(self, columns: Sequence[Column], size: int) -> int:
        # Of each column's own entries: it may have been added late, or be described by one file of many.
        per_entry = sum(column.core.uncompressed_bytes / max(1, column.core.num_entries) for column in columns)
        return max(1, round(size / per_entry)) if per_entry else max(1, self.num_entries)
