"""The collections of ramet.dask. Imported when that is called, because their packages are optional."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import awkward as ak
import dask
import dask.array
import dask_awkward
from dask_awkward.lib.io.columnar import ColumnProjectionMixin
from dask_awkward.lib.unproject_layout import unproject_layout
from ramet.reading.datasets.lazy import LazyPart, part_of

__all__ = ["PartReader", "awkward_collection", "numpy_collections"]


class PartReader(ColumnProjectionMixin):  # type: ignore[misc]  # of a package that mypy does not see
    """Reads parts of files into records; dask-awkward asks it for another that reads fewer columns. Threads: a value.

    Args:
        form: of all columns.
        names: of the columns that it reads.
        options: of `arrays`.
    """

    def __init__(self, form: Any, names: Sequence[str], options: Mapping[str, Any]) -> None:
        self._form = form
        self._names = tuple(names)
        self._options = dict(options)

    @property
    def form(self) -> Any:
        """Of all columns."""
        return self._form

    @property
    def use_optimization(self) -> bool:
        """Whether what is not needed is left out."""
        return True

    @property
    def behavior(self) -> None:
        """None: that of awkward."""

    @property
    def attrs(self) -> None:
        """None."""

    def project_columns(self, columns: Iterable[str]) -> PartReader:
        """One that reads those that these columns are, or are of; columns of records have their paths."""
        needed = list(columns)
        names = [name for name in self._names if any(one == name or one.startswith(f"{name}.") for one in needed)]
        return PartReader(self._form, names, self._options)

    project_manually = project_columns

    def __call__(self, part: LazyPart) -> Any:
        """The records of a part; what is not read has no values."""
        array: Any = part_of(part, self._names, **self._options)
        return ak.Array(unproject_layout(self._form, array.layout))


def awkward_collection(empty: Any, parts: Sequence[LazyPart], options: Mapping[str, Any]) -> Any:
    """A dask_awkward.Array of parts, with the columns that an array without entries has; `options` are of `arrays`."""
    reader = PartReader(empty.layout.form, empty.fields, options)
    divisions = [0]
    for part in parts:
        divisions.append(divisions[-1] + part.end - part.begin)
    return dask_awkward.from_map(reader, list(parts), label="from-ramet", divisions=tuple(divisions))


def numpy_collections(first: Any, names: Sequence[str], parts: Sequence[LazyPart]) -> dict[str, Any]:
    """A dask.array.Array for each column, of the types that the first tree has."""
    values: Mapping[str, Any] = first.arrays(names, library="np", entry_stop=0)
    read = dask.delayed(_values_of, pure=True)
    return {
        name: dask.array.concatenate(
            [
                dask.array.from_delayed(
                    read(part, name), shape=(part.end - part.begin, *empty.shape[1:]), dtype=empty.dtype
                )
                for part in parts
            ]
        )
        for name, empty in values.items()
    }


def _values_of(part: LazyPart, name: str) -> Any:
    return part_of(part, [name], library="np")[name]
