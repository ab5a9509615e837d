"""An ntuple: a mapping of fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ramet import _core
from ramet._core import NTuple as CoreNTuple
from ramet._core import Source
from ramet.places import Place
from ramet.reading.ntuples.field import Field
from ramet.reading.objects.members import Origin
from ramet.reading.stored import StoredTable

__all__ = ["NTuple"]


class NTuple(StoredTable[Field]):
    """An RNTuple: a mapping from paths to fields. Any number of threads may read it at once.

    Nested fields have paths, "muons.pt"; they can be read separately, as lists like those of the fields above. A
    missing name raises a KeyInFileError with similar names.
    """

    _word = "field"
    _has_source = True
    _words = "fields"
    _parts = "pages"
    _separator = "."
    _parts_are_in_wholes = True
    _core: CoreNTuple

    def __init__(
        self, core: CoreNTuple, file_name: str, path: str, classname: str, place: Place, stored: Origin
    ) -> None:
        super().__init__(core, file_name, path, classname, place, stored)

    def _source(self) -> Source:
        return Source.of_ntuple(self._core)

    @property
    def description(self) -> str:
        """The description that its writer stored."""
        return self._core.description

    @property
    def writer(self) -> str:
        """The library that wrote it, for example "ROOT v6.36.00"."""
        return self._core.writer

    @property
    def compressed_bytes(self) -> int:
        """Bytes of all pages in the file; reads the page lists of all clusters."""
        return self._core.compressed_bytes

    @property
    def uncompressed_bytes(self) -> int:
        """Uncompressed bytes of all pages; reads the page lists of all clusters."""
        return self._core.uncompressed_bytes

    @property
    def fields(self) -> list[Field]:
        """The top-level fields; `values` has the nested ones, too."""
        return self._at_top()

    def to_akform(self, **options: Any) -> tuple[Any, None]:
        """The form of the awkward array that `arrays` gives, and None, as uproot has it; options are its filters."""
        return cast("Any", self.arrays(entry_stop=0, **options)).layout.form, None

    @property
    def ntuple(self) -> NTuple:
        """Itself, as fields say it."""
        return self

    def _entries_for(self, columns: Sequence[Field], size: int) -> int:
        """Counted by the values' bytes in memory: fields may show the columns of others, which are read once."""
        total = self._core.value_bytes([field.core for field in columns])
        return max(1, round(size * self.num_entries / total)) if total else max(1, self.num_entries)

    def _short_name(self, column: Field) -> str:
        return column.path

    def _make_columns(self) -> list[Field]:
        fields = [Field(self, core) for core in self._core.fields]
        variants = tuple(f"{one.path}." for one in fields if _is_variant(one.core.type))
        return [one for one in fields if not one.path.startswith(variants)]  # what is below has no entries of its own

    def _place(self) -> str:
        return f"ntuple {self.name!r} of {self._file_name!r}"


def _is_variant(type: _core.Type) -> bool:
    """Whether it has values of several types, or lists of such."""
    while type.kind in (_core.Kind.list, _core.Kind.regular, _core.Kind.option):
        type = type.contents[0]
    return type.kind == _core.Kind.variant
