"""The common base of columns on disk, for all formats."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import entry_range
from ramet.errors import UnsupportedError
from ramet.notebook import code_html
from ramet.reading.choosing.options import refuse_options, wish_of
from ramet.reading.choosing.type_spelling import spelled
from ramet.reading.libraries.arrays import class_of
from ramet.reading.libraries.arrow import ArrowColumn
from ramet.reading.libraries.interpretation import AsDtype, Interpretation, interpretation_of
from ramet.reading.libraries.values import as_column, library_of, with_numbers_as
from ramet.reading.libraries.virtual import documented_column, lazy_column
from ramet.typing import AwkwardArray

if TYPE_CHECKING:
    from ramet.reading.table import Table
    from typing_extensions import Self

__all__ = ["Core", "CoreColumn", "TableColumn"]


class CoreColumn(Protocol):
    """The properties of a column in C++."""

    @property
    def name(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def type_name(self) -> str: ...
    @property
    def type(self) -> _core.Type: ...
    @property
    def is_readable(self) -> bool: ...
    @property
    def is_group(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def num_entries(self) -> int: ...
    @property
    def uncompressed_bytes(self) -> int: ...


Core = TypeVar("Core", bound=CoreColumn)


class TableColumn(Generic[Core]):
    """One column of a table on disk; `table[name]` gives it. Any number of threads may read it at once."""

    _word = "column"  # what messages call it

    def __init__(self, table: Table[Any], core: Core) -> None:
        self._table = table
        self._core = core

    @property
    def core(self) -> Core:
        """The column as C++ has it."""
        return self._core

    @property
    def name(self) -> str:
        """Its own name, without those of columns above it."""
        return self._core.name

    @property
    def path(self) -> str:
        """Names from the top, joined: the name in `keys()`."""
        return self._core.path

    @property
    def typename(self) -> str:
        """The C++ type of an entry, for example "float[]" or "std::map<int32_t, float>"; "unknown" if it cannot be
        read."""
        name = self._core.type_name if self._core.is_readable or self._core.is_group else "unknown"
        return name if name.startswith("std::") else spelled(name)  # as those of ntuples are, which have one spelling

    @property
    def record_name(self) -> str:
        """The class of which an entry, or each of what it lists, is a record; awkward's behaviours go by it. Empty of
        what is no object of a class, and of columns that group others."""
        type = self._core.type
        while type.kind in (_core.Kind.list, _core.Kind.regular, _core.Kind.option):
            type = type.contents[0]
        return class_of(type)

    @property
    def type(self) -> str:
        """The type of an entry in awkward's notation: "var * float32". Raises UnsupportedError if there is none."""
        self._require_readable()
        return str(self._core.type)

    @property
    def is_readable(self) -> bool:
        """Whether `array` works; false for classes that ramet does not read."""
        return self._core.is_readable

    @property
    def num_entries(self) -> int:
        """The number of its entries; fewer than the table's if it was added later."""
        return self._core.num_entries

    @property
    def uncompressed_bytes(self) -> int:
        """Uncompressed bytes of its values, as recorded in the file."""
        return self._core.uncompressed_bytes

    def __len__(self) -> int:
        return self.num_entries

    def __bool__(self) -> bool:
        """True, for any number of entries."""
        return True

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001
        """All entries, as read by `array(library="np")`, for NumPy's functions."""
        values = self.array(library="np")
        return np.array(values, dtype=dtype, copy=copy) if copy is not None else np.asarray(values, dtype=dtype)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path!r} ({self.typename}) of {self.num_entries} entries>"

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps where it is; loading opens the file anew."""
        same = [one for one in self._table._all if one.path == self.path]
        number = next((number for number, one in enumerate(same) if one is self), 0)
        return _column_of, (self._table, self.path, number)

    def _repr_html_(self) -> str:
        return code_html(repr(self))

    @overload
    def array(
        self,
        interpretation: Interpretation | npt.DTypeLike | None = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        *,
        library: Literal["ak"] = "ak",
        **options: Any,
    ) -> AwkwardArray: ...
    @overload
    def array(
        self,
        interpretation: Interpretation | npt.DTypeLike | None = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        *,
        library: Literal["np"],
        **options: Any,
    ) -> npt.NDArray[Any]: ...
    @overload
    def array(
        self,
        interpretation: Interpretation | npt.DTypeLike | None = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        *,
        library: str,
        **options: Any,
    ) -> Any: ...
    def array(
        self,
        interpretation: Interpretation | npt.DTypeLike | None = None,
        entry_start: SupportsIndex | None = None,
        entry_stop: SupportsIndex | None = None,
        *,
        library: str = "ak",
        **options: Any,
    ) -> Any:
        """Read entries [entry_start, entry_stop) on all cores, all of them by default.

        Args:
            interpretation: the column's own, or None, which means the same: the file determines it. One that differs in
                the `to_dtype` of an AsDtype, or of an AsJagged's, converts the numbers to that. A dtype is that of
                the numbers, whatever its order of bytes.
            entry_start: the first; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            library: "ak" for an awkward array; "np" for a NumPy array, of objects for jagged values and strings, with
                more dimensions for arrays of fixed size, structured for leaf lists; "pd" for a pandas.Series of that,
                numbered as the entries are, or a DataFrame with a column for each place of an array of fixed size and
                each member of a record.
            options: `virtual`, `access_log` and `ak_add_doc`, as of a tree's `arrays`; uproot's others are refused.

        Returns:
            An array over the memory that the values were decoded into; it keeps that alive. Of a column that groups
            others, records of those right below it.

        Raises:
            UnsupportedError: a class that ramet does not read, or an interpretation that is not what the file says.
            CorruptError: the file contradicts itself, with column and offset.
            FileIOError: the system refused to read.
            ImportError: library is "ak" and awkward is not installed.
        """
        library = library_of(library)
        dtype = None if interpretation is None else self._conversion_to(interpretation)
        wish = wish_of("array", library, options, interpretation=dtype)
        refuse_options("array", options)
        self._require_readable()
        first, last = self._entry_range(entry_start, entry_stop)
        if wish.virtual:
            lazy = lazy_column(self, self.path, last - first, partial(self._read_some, first), wish.log)
            return documented_column(lazy, self, wish.said)
        column = self._read_some(first, last - first)
        array = as_column(column, library, name=self.path, first=first, type=self._core.type, typename=self.typename)
        array = array if dtype is None else with_numbers_as(array, library, dtype)
        return documented_column(array, self, wish.said) if library == "ak" else array

    def require_interpretation(self, interpretation: Interpretation | npt.DTypeLike) -> None:
        """Raise UnsupportedError where an interpretation is not what the file says: only `array` converts numbers."""
        if self._conversion_to(interpretation) is not None:
            raise UnsupportedError(f"{self._named()}: `array` takes {interpretation!r}, and converts the numbers")

    def _conversion_to(self, interpretation: Interpretation | npt.DTypeLike) -> np.dtype[Any] | None:
        """The dtype that numbers must be converted to for an interpretation."""
        if not isinstance(interpretation, Interpretation):
            try:
                interpretation = AsDtype(np.dtype(interpretation).newbyteorder(">"))
            except TypeError:
                said = f"array() got interpretation {interpretation!r}, expected an Interpretation or a dtype of NumPy"
                raise TypeError(said) from None
        try:
            return self.interpretation.converted(interpretation)
        except UnsupportedError as error:
            raise UnsupportedError(f"{self._named()}: {error}") from None

    def _read_some(self, first: int, count: int) -> _core.Array:
        return self._table.read([self], first, first + count)[0]

    @property
    def interpretation(self) -> Interpretation:
        """The interpretation of its entries. Raises UnsupportedError if there is none."""
        self._require_readable()
        form = partial(_form_of, self)
        return interpretation_of(self._core.type, self.typename, self._interpretations_below(), form)

    def _interpretations_below(self) -> dict[str, Interpretation | None] | None:
        """The interpretations of the columns that it groups; None for a column with values of its own."""
        return None

    def __arrow_c_schema__(self) -> object:
        """The type of an entry, as Arrow's PyCapsule interface has it."""
        return self._arrow().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All entries, part by part, as Arrow's PyCapsule interface has them: `polars.Series(column)` and
        `pyarrow.chunked_array(column)` take them."""
        return self._arrow().__arrow_c_stream__(requested_schema)

    def _arrow(self) -> ArrowColumn:
        self._require_readable()
        first, last = self._entry_range(None, None)
        step = self._table._step_of([self], "100 MB")
        parts = partial(self._table._parts_of, [self], step, first, last)
        return ArrowColumn(self.name, lambda: self._table._types_of([self])[0], parts)

    def _entry_range(self, entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None) -> tuple[int, int]:
        """Clipped to its own entries, which are fewer than the table's when it was added late, and to the table's,
        which are fewer where a writer was killed."""
        return entry_range(entry_start, entry_stop, min(self.num_entries, self._table.num_entries))

    def _named(self) -> str:
        """Its name in messages: "branch 'x' of tree 'T' of 'run7.root'"."""
        return f"{self._word} {self.path!r} of {self._table._place()}"

    def _require_readable(self) -> None:
        if self._core.is_group and not self._core.is_readable:
            raise UnsupportedError(f"{self._named()} groups others, none of which can be read")
        if not self._core.is_readable:
            raise UnsupportedError(f"{self._named()} cannot be read: {self._core.reason}")


def _form_of(column: TableColumn[Any]) -> Any:
    """The form of the awkward array of a column."""
    array: Any = column.array(entry_stop=0)
    return array.layout.form


def _column_of(table: Table[Any], path: str, number: int) -> Any:
    """The column of a path; the one of that number where several have it."""
    if number == 0:
        return table[f"/{path}"]
    return [one for one in table._all if one.path == path][number]
