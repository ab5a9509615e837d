"""One field of an ntuple."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ramet import _core
from ramet.reading.choosing.below import Upper

if TYPE_CHECKING:
    from ramet.reading.ntuples.ntuple import NTuple

__all__ = ["Field"]


class Field(Upper[_core.Field]):
    """One field of an ntuple on disk; `ntuple[path]` gives it. Any number of threads may read it at once."""

    _word = "field"

    def __init__(self, ntuple: NTuple, core: _core.Field) -> None:
        super().__init__(ntuple, core)
        self._ntuple = ntuple

    @property
    def description(self) -> str:
        """The description that its writer stored."""
        return self._core.description

    @property
    def field_id(self) -> int:
        """Its number in the ntuple's header, from 0; fields without a path of their own have numbers, too."""
        return self._core.number

    @property
    def ntuple(self) -> NTuple:
        """The ntuple that it belongs to."""
        return self._ntuple

    @property
    def parent(self) -> Field | NTuple:
        """The field that it is right below, or the ntuple."""
        above = self.path.rpartition(".")[0]
        return self._ntuple[f"/{above}"] if above else self._ntuple

    @property
    def index(self) -> int:
        """Its index, from 0, among its siblings."""
        return [one.path for one in self.parent.fields].index(self.path)

    @property
    def fields(self) -> list[Field]:
        """Its direct subfields."""
        return [one for one in self.values() if "." not in one.path[len(self.path) + 1 :]]

    def to_akform(self) -> tuple[Any, list[str]]:
        """The form of the awkward array that the ntuple's `arrays` gives of it alone, and the names of its path."""
        return cast("Any", self._ntuple.arrays([self.path], entry_stop=0)).layout.form, self.path.split(".")

    @property
    def num_pages(self) -> int:
        """The number of pages of it and the fields below it."""
        return self._core.num_pages

    @property
    def compressed_bytes(self) -> int:
        """Bytes in the file of its pages and those of the fields below it."""
        return self._core.compressed_bytes

    @property
    def compression_ratio(self) -> float:
        """Uncompressed bytes divided by compressed bytes; 1 for an empty field."""
        return self.uncompressed_bytes / self.compressed_bytes if self.compressed_bytes else 1.0
