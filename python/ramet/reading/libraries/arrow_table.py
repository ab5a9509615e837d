"""Tables as Arrow has them: read into a pyarrow.Table, or part by part."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, SupportsIndex, TypeVar

from ramet import _core
from ramet.arguments import names_in
from ramet.expression import Expression
from ramet.reading.choosing.columns import Columns
from ramet.reading.choosing.options import asked_of
from ramet.reading.choosing.wanted import Wanted, wanted_of
from ramet.reading.column import TableColumn
from ramet.reading.filters import NameFilter
from ramet.reading.libraries.arrow import ArrowStream
from ramet.reading.libraries.frames import arrow_table

__all__ = ["ArrowTable"]

Column = TypeVar("Column", bound=TableColumn[Any])


class ArrowTable(Columns[Column]):
    """Columns that pyarrow, Polars, DuckDB and pandas take. Any number of threads may read them at once."""

    _has_source = False  # whether programs can run over the entries

    @abstractmethod
    def read(self, columns: Sequence[Column], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as arrays of the C++ library; programs use `arrays`."""

    @abstractmethod
    def _results(
        self, wanted: Wanted[Column], entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None
    ) -> tuple[dict[str, _core.Array], int, _core.Array | None]:
        """The results of a call for a range of entries, how many there are of each, and which of these are kept."""

    @abstractmethod
    def _step_of(self, columns: Sequence[Column], step_size: SupportsIndex | str) -> int:
        """The entries of a step."""

    @abstractmethod
    def _steps(
        self,
        columns: Sequence[Column],
        step: int,
        entry_start: SupportsIndex | None,
        entry_stop: SupportsIndex | None,
    ) -> Iterator[list[tuple[int, int]]]:
        """The steps of a range; small ones are listed together."""

    def to_arrow(
        self,
        names: str | Expression | Iterable[str | Expression] | None = None,
        cut: str | Expression | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        **options: Any,
    ) -> Any:
        """Read like `arrays`, into a pyarrow.Table. For libraries that accept Arrow streams see `arrow_stream`.

        Args:
            names: as of `arrays`, like all others.
            cut: as of `arrays`.
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.
            options: `expressions`, `aliases`, `language`, `seed` and `filter_branch`, as of `arrays`.

        Raises:
            ImportError: pyarrow is not installed.
            KeyInFileError: as `arrays` does, like all others.
        """
        asked = asked_of("to_arrow", names, cut, options)
        wanted = wanted_of(self, asked, filter_name, filter_typename, selects=self._has_source)
        return arrow_table(*self._results(wanted, entry_start, entry_stop))

    def arrow_stream(
        self,
        names: str | Iterable[str] | None = None,
        *,
        step_size: SupportsIndex | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
    ) -> ArrowStream:
        """Some columns and entries as an Arrow stream, for example `polars.DataFrame(tree.arrow_stream(["x", "y"]))`.
        The table itself is a stream of everything: `polars.DataFrame(tree)`, `duckdb.sql("select avg(x) from tree")`.

        No other package is needed, and only one step is in memory at a time. Numbers, strings and lists are shared with
        the consumer; booleans and values that may be missing are copied into Arrow's format.

        Args:
            names: as of `arrays`, like all that is not listed here.
            step_size: entries, or about so many uncompressed bytes, of a part, as "100 MB".
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.

        Raises:
            KeyInFileError: a name is not there.
            UnsupportedError: a column that was named cannot be read.
            ValueError: the step is not above 0.
        """
        names = None if names is None else names_in(names)
        chosen = self._wanted(names, filter_name, filter_typename)
        columns = list(chosen.values())
        step = self._step_of(columns, step_size)
        parts = partial(self._parts_of, columns, step, entry_start, entry_stop)
        return ArrowStream(list(chosen), partial(self._types_of, columns), parts)

    def __arrow_c_schema__(self) -> object:
        """The types of all columns that can be read, as Arrow's PyCapsule interface has them."""
        return self.arrow_stream().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All columns that can be read, as Arrow's PyCapsule interface has them: see `arrow_stream`."""
        return self.arrow_stream().__arrow_c_stream__(requested_schema)

    def _types_of(self, columns: Sequence[Column]) -> list[_core.Type]:
        """The type of `read`'s result, which may differ from the columns': a friend's values may be missing."""
        return [array.type for array in self.read(columns, 0, 0)] if columns else []

    def _parts_of(
        self,
        columns: Sequence[Column],
        step: int,
        entry_start: SupportsIndex | None,
        entry_stop: SupportsIndex | None,
    ) -> Iterator[tuple[int, list[_core.Array]]]:
        """The number of entries and each column's values, part by part; small steps are joined."""
        for steps in self._steps(columns, step, entry_start, entry_stop):
            (begin, _), (_, end) = steps[0], steps[-1]
            yield end - begin, self.read(columns, begin, end)
