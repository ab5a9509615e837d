"""What one tree and one ntuple of a file have in common, and a dataset has not."""

from __future__ import annotations

from typing import Any, TypeVar

from ramet.reading.column import TableColumn
from ramet.reading.datasets.dataset import Dataset, dataset
from ramet.reading.datasets.places import Files
from ramet.reading.table import Table

__all__ = ["StoredTable"]

Column = TypeVar("Column", bound=TableColumn[Any])


class StoredTable(Table[Column]):
    """A table that is one object of a file."""

    def __init__(self, file_name: str, path: str) -> None:
        super().__init__()
        self._file_name = file_name
        self._path = path

    def add_friend(
        self,
        files: Files | Dataset,
        name: str,
        *,
        on: str | tuple[str, str] | None = None,
        unmatched: str = "error",
    ) -> Dataset:
        """A dataset of these entries with the columns of another one beside their own, as "name.column".

        Args:
            files: as of Dataset.add_friend, like all that follows.
            name: what the other's columns are called by.
            on: columns of integers by which an entry finds its partner.
            unmatched: what an entry without partner is.
        """
        return dataset({self._file_name: self._path}).add_friend(files, name, on=on, unmatched=unmatched)
