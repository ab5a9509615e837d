"""Many files as one table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import names_in, real_number, truth, whole_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.places import current_folder, placed_in
from ramet.reading.choosing.columns import ColumnFilter
from ramet.reading.column import TableColumn
from ramet.reading.datasets.places import Files, places_of
from ramet.reading.filters import NameFilter
from ramet.reading.libraries.values import as_table, library_of
from ramet.reading.table import READ_AT_ONCE, Table
from ramet.session import recorded_session, shared_session
from ramet.tracing.trace import Trace, recorder_of

__all__ = ["Dataset", "DatasetColumn", "open_many", "open_places"]

_COUNTED_AT_ONCE = 64  # files, which are opened side by side


class DatasetColumn(TableColumn[_core.DatasetColumn]):
    """One column of a dataset; `dataset[name]` gives it. Any number of threads may read it at once."""

    def __init__(self, dataset: Dataset, core: _core.DatasetColumn) -> None:
        super().__init__(dataset, core)
        self._dataset = dataset

    @property
    def num_entries(self) -> int:
        """Those of the dataset."""
        return self._dataset.num_entries


class Dataset(Table[DatasetColumn]):
    """The entries of a tree in each of many files as one table; `ramet.open_many` makes it.

    Files are opened when they are needed, on all cores, and closed again. Columns of friends are called
    "friend.column". Any number of threads may read it at once.
    """

    _has_source = True

    def __init__(
        self,
        places: Sequence[tuple[str, str]],
        *,
        missing_tree: _core.MissingTree,
        missing_column: _core.MissingColumn,
        defaults: Mapping[str, float],
        schema: _core.SchemaFrom,
        friends: Sequence[tuple[str, _core.Dataset, _core.Index | None, str, str, _core.Unmatched]] = (),
        trace: Trace | None = None,
    ) -> None:
        super().__init__()
        self._places = list(places)
        self._folder = current_folder()  # that relative paths begin at
        self._joined: list[tuple[Dataset, str, tuple[str, str], str]] = []  # friends, as `add_friend` was asked for
        self._ends: list[int] = []  # of the first files, which entry is one past their last
        self._friends = list(friends)
        self._choices: dict[str, Any] = {
            "missing_tree": missing_tree,
            "missing_column": missing_column,
            "defaults": dict(defaults),
            "schema": schema,
        }
        recorder = recorder_of(trace)
        session = shared_session() if recorder is None else recorded_session(recorder)
        self._core = session.dataset(self._places, **self._choices, friends=self._friends)

    def _source(self) -> _core.Source:
        return _core.Source.of_dataset(self._core)

    @property
    def core(self) -> _core.Dataset:
        """The dataset as C++ has it."""
        return self._core

    @property
    def files(self) -> list[tuple[str, str]]:
        """Path and name of the tree of each file, in the order of the entries."""
        return list(self._places)

    @property
    def num_entries(self) -> int:
        """The number of entries in all files; opens files whose number is not known yet."""
        return self._core.num_entries()

    def entries_of_files(self) -> Iterator[int]:
        """The number of entries in each file, in order; opens files whose number is not known yet, several at a
        time."""
        for begin in range(0, len(self._places), _COUNTED_AT_ONCE):
            yield from self._core.entries_of(begin, min(begin + _COUNTED_AT_ONCE, len(self._places)))

    @property
    def clusters(self) -> list[tuple[int, int]]:
        """The first entry, and one past the last, of each cluster of each file: the best parts for reading."""
        return list(pairwise(self._core.cluster_starts()))

    def __repr__(self) -> str:
        return f"<Dataset of {len(self._places)} files ({len(self)} columns)>"

    def add_friend(
        self,
        files: Files | Dataset,
        name: str,
        *,
        on: str | tuple[str, str] | None = None,
        unmatched: str = "error",
    ) -> Dataset:
        """A dataset that also has the columns of another one, as "name.column".

        Args:
            files: the other one, or what `ramet.open_many` takes.
            name: the prefix of its columns; "column" alone works if it is unique.
            on: one or two integer columns that both have, for example ("run", "event"): entries with equal numbers are
                joined. Without it, entry k is joined to entry k; the other one may have more entries.
            unmatched: "error" when an entry has no partner; "fill" with zeros and empty lists; "option" for None.

        Returns:
            A new dataset.

        Raises:
            MisuseError: the friend has fewer entries, when its columns are read.
            KeyInFileError: an entry has no partner, when columns of the friend are read.
        """
        other = files if isinstance(files, Dataset) else open_many(files)
        major, minor = _joining_columns(on)
        try:
            index = other.core.make_index(major, minor) if major else None
        except UnsupportedError as error:
            raise UnsupportedError(f"friend {name!r}: {error}") from None
        how = _choice(_core.Unmatched, "unmatched", unmatched)
        joined = Dataset(
            self._places, **self._choices, friends=[*self._friends, (name, other.core, index, major, minor, how)]
        )
        joined._folder = self._folder
        joined._joined = [*self._joined, (other, name, (major, minor), unmatched)]
        return joined

    def of_all_files(self) -> Dataset:
        """The dataset with the columns of all files, as `schema="all"` makes it; opens the files."""
        made = Dataset(self._places, **{**self._choices, "schema": _core.SchemaFrom.all_files}, friends=self._friends)
        made._folder, made._joined = self._folder, self._joined
        return made

    def __copy__(self) -> Dataset:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Dataset:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle keeps which files, friends and options it has; loading opens them anew."""
        places = [(placed_in(self._folder, path), tree) for path, tree in self._places]
        choices = {name: getattr(choice, "name", choice) for name, choice in self._choices.items()}
        return _dataset_again, (places, choices, self._joined)

    def origin(self) -> dict[str, Any]:
        """Which files, friends and options it has, as JSON has it: what `of_origin` makes it again of."""
        _, (places, choices, joined) = self.__reduce__()
        friends = [
            {"name": name, "on": list(on), "unmatched": unmatched, "dataset": other.origin()}
            for other, name, on, unmatched in joined
        ]
        return {"files": [list(place) for place in places], "choices": choices, "friends": friends}

    @staticmethod
    def of_origin(origin: Mapping[str, Any]) -> Dataset:
        """The dataset of what `origin` gave, opened anew."""
        places = [(path, tree) for path, tree in origin["files"]]
        friends = [
            (Dataset.of_origin(one["dataset"]), one["name"], (one["on"][0], one["on"][1]), one["unmatched"])
            for one in origin["friends"]
        ]
        return _dataset_again(places, origin["choices"], friends)

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self, columns: Sequence[DatasetColumn], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as arrays of the C++ library; programs use `arrays`."""
        return self._core.read([column.path for column in columns], first, last)

    def take(
        self,
        entries: Iterable[SupportsIndex] | npt.NDArray[Any],
        names: str | Iterable[str] | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        library: str = "ak",
    ) -> Any:
        """Read selected entries; clusters without any are not read.

        Args:
            entries: their numbers, which increase.
            names: as of `arrays`, like all that is not listed here.
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            library: as of `arrays`.

        Raises:
            KeyInFileError: a name or an entry does not exist.
            MisuseError: the numbers do not increase.
        """
        library = library_of(library)
        names = None if names is None else names_in(names)
        chosen = self._wanted(names, filter_name, filter_typename)
        numbers = _entry_numbers(entries)
        columns = self._read_sound(
            chosen, names, lambda some: self._core.read_entries([column.path for column in some], numbers)
        )
        return as_table(columns, len(numbers), library, described=[chosen[name] for name in columns])

    def _read_between(
        self, columns: Sequence[DatasetColumn], entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None
    ) -> tuple[list[_core.Array], int]:
        if columns and entry_start is None and entry_stop is None:  # each file is opened once
            arrays = self._core.read_all([column.path for column in columns])
            return arrays, len(arrays[0])
        return super()._read_between(columns, entry_start, entry_stop)

    def _steps(
        self,
        columns: Sequence[DatasetColumn],
        step: int,
        entry_start: SupportsIndex | None,
        entry_stop: SupportsIndex | None,
    ) -> Iterator[list[tuple[int, int]]]:
        """Steps that never cross the end of a file; those of small files are listed together, and read side by side."""
        together = max(step, self._entries_for(columns, READ_AT_ONCE))
        steps: list[tuple[int, int]] = []
        for begin, end in self._files_between(entry_start, entry_stop):
            for at in range(begin, end, step):
                steps.append((at, min(at + step, end)))
                if steps[-1][1] - steps[0][0] >= together:
                    yield steps
                    steps = []
        if steps:
            yield steps

    def _place_of(self, entry: int) -> tuple[str, str, int]:
        while not self._ends or self._ends[-1] <= entry:  # the step was read: its file is open
            number = len(self._ends)
            (entries,) = self._core.entries_of(number, number + 1)
            self._ends = [*self._ends, (self._ends[-1] if self._ends else 0) + entries]
        number = bisect_right(self._ends, entry)
        return *self._places[number], self._ends[number - 1] if number else 0

    def _files_between(
        self, entry_start: SupportsIndex | None, entry_stop: SupportsIndex | None
    ) -> Iterator[tuple[int, int]]:
        """The entries of each file, no more files than are needed being looked at."""
        first = 0 if entry_start is None else whole_number(entry_start, "entry_start")
        last = None if entry_stop is None else whole_number(entry_stop, "entry_stop")
        if first < 0 or (last is not None and last < 0):
            first, last = self.entry_range(first, last)
        before = 0
        for begin in range(0, len(self._places), _COUNTED_AT_ONCE):
            if last is not None and before >= last:
                return
            for entries in self._core.entries_of(begin, min(begin + _COUNTED_AT_ONCE, len(self._places))):
                end = before + entries
                yield max(before, first), end if last is None else min(end, last)
                before = end

    def _wanted(
        self,
        names: str | Iterable[str] | None,
        filter_name: NameFilter,
        filter_typename: NameFilter,
        filter_branch: ColumnFilter = None,
    ) -> dict[str, DatasetColumn]:
        """Without names, only the whole column of a column and its parts."""
        wanted = super()._wanted(names, filter_name, filter_typename, filter_branch)
        if any(one is not None for one in (names, filter_name, filter_typename, filter_branch)):
            return wanted
        return self._by_short_names(column for column in wanted.values() if not column.core.is_nested)

    def _short_name(self, column: DatasetColumn) -> str:
        """The name with that of the friend; the path of a nested field, as it was requested."""
        return column.path.rpartition("/")[2] if column.path.endswith(f"/{column.name}") else column.path

    def _make_columns(self) -> list[DatasetColumn]:
        return [DatasetColumn(self, core) for core in self._core.columns]

    def _place(self) -> str:
        path, tree = self._places[0]
        more = f" and {len(self._places) - 1} more" if len(self._places) > 1 else ""
        return f"{tree!r} of {_core.shown_url(path)!r}{more}"


def open_many(
    files: Files,
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    trace: Trace | None = None,
) -> Dataset:
    """Open many files as one table.

    Args:
        files: "run*.root:Events", {"run*.root": "Events"}, a tree or ntuple, or a list of such; globs are sorted by
            name, and alternatives in braces, "run{1,2}.root", are taken one after the other.
        allow_missing: a file without the tree has no entries; else it is an error.
        missing_columns: "error" when a file lacks a column that is read; "fill" with zeros, empty strings and lists.
        defaults: numbers to fill some columns with, where files lack them.
        schema: "first" when columns and their types are those of the first file, and narrower numbers are widened to
            them; "all" to look at all files and take the columns that any has, each of a type that holds all values.
        friends: datasets with at least as many entries, by the names that their columns get.
        trace: records what is read from files on disk (see ramet.trace).

    Raises:
        FileMissingError: a file is missing, or a glob matches none.
        KeyInFileError: the first file has no such tree.
        MisuseError: the object is not a tree, or no files are named.
    """
    return open_places(
        places_of(files),
        allow_missing=allow_missing,
        missing_columns=missing_columns,
        defaults=defaults,
        schema=schema,
        friends=friends,
        trace=trace,
    )


def open_places(
    places: Sequence[tuple[str, str]],
    *,
    allow_missing: bool = False,
    missing_columns: str = "error",
    defaults: Mapping[str, SupportsFloat] | None = None,
    schema: str = "first",
    friends: Mapping[str, Files | Dataset] | None = None,
    trace: Trace | None = None,
) -> Dataset:
    """As `open_many`, for files and trees that have been found."""
    opened = Dataset(
        places,
        missing_tree=_core.MissingTree.skip if truth(allow_missing, "allow_missing") else _core.MissingTree.error,
        missing_column=_choice(_core.MissingColumn, "missing_columns", missing_columns),
        defaults={name: real_number(value, f"the default of {name!r}") for name, value in (defaults or {}).items()},
        schema={"first": _core.SchemaFrom.first_file, "all": _core.SchemaFrom.all_files}[
            _one_of("schema", schema, ("first", "all"))
        ],
        trace=trace,
    )
    for name, other in (friends or {}).items():
        opened = opened.add_friend(other, name)
    return opened


def _dataset_again(
    places: Sequence[tuple[str, str]],
    choices: Mapping[str, Any],
    joined: Iterable[tuple[Dataset, str, tuple[str, str], str]],
) -> Dataset:
    """The object that was pickled."""
    opened = Dataset(
        places,
        missing_tree=_core.MissingTree[choices["missing_tree"]],
        missing_column=_core.MissingColumn[choices["missing_column"]],
        defaults=choices["defaults"],
        schema=_core.SchemaFrom[choices["schema"]],
    )
    for other, name, on, unmatched in joined:
        opened = opened.add_friend(other, name, on=on, unmatched=unmatched)
    return opened


def _entry_numbers(entries: Iterable[SupportsIndex] | npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Raises TypeError for anything but integers, for example a mask of booleans; ValueError for negative numbers."""
    numbers = entries if isinstance(entries, np.ndarray) else np.asarray(list(entries))
    if numbers.size and numbers.dtype.kind not in "iu":
        raise TypeError(
            f"entries of type {numbers.dtype}, expected whole numbers: numpy.flatnonzero makes them of a mask"
        )
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"entry {numbers.min()}, expected numbers from 0")
    return np.ascontiguousarray(numbers, np.uint64)


def _one_of(name: str, value: str, choices: Sequence[str]) -> str:
    if value not in choices:
        raise ValueError(f"{name} {value!r} is not one of {', '.join(map(repr, choices))}")
    return value


def _joining_columns(on: str | Sequence[str] | None) -> tuple[str, str]:
    """The names of one or two columns, of which the second may be empty. MisuseError is raised for more."""
    names = (on,) if isinstance(on, str) else tuple(on or ())
    if len(names) > 2 or not all(isinstance(name, str) for name in names):
        raise MisuseError(f"entries are joined on {on!r}, expected the names of one or two columns")
    major, minor = (*names, "", "")[:2]
    return major, minor


def _choice(choices: Any, name: str, value: str) -> Any:
    return choices[_one_of(name, value, [choice.name for choice in choices])]
