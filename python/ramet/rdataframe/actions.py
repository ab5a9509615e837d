"""The results that a dataframe can be asked for, with ROOT's names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.results import Result
from ramet.rdataframe.columns import columns_of_values
from ramet.rdataframe.node import Node, listed, templated
from ramet.rdataframe.options import RSnapshotOptions, snapshot_options
from ramet.rdataframe.results.histograms import TGraph
from ramet.rdataframe.results.pointers import LoopCounter, RResultPtr
from ramet.rdataframe.results.reports import RCutFlowReport, RDisplay, TStatistic
from ramet.rdataframe.vectors.lists import as_vector
from ramet.reading.opening import open as open_file

__all__ = ["Actions"]

_CHARACTERS = ("ROOT::VecOps::RVec<Char_t>", "ROOT::VecOps::RVec<char>")


class Actions(Node):
    """Results of columns. Where no column is said, the default columns are meant. Threads: immutable."""

    def _pointer(self, book: Callable[[], Result[Any]], convert: Callable[[Any], Any] | None = None) -> RResultPtr:
        loops = self._facts.loops
        return RResultPtr(book, loops) if convert is None else RResultPtr(book, loops, convert)

    def _of_file(self, tree: str, path: str) -> Any:
        """A dataframe of what was written."""
        raise NotImplementedError

    def _chosen(self, columns: str | Sequence[str], *, are_split: bool = False) -> list[str]:
        """The columns that a regular expression matches, or those of a list; all if none are said."""
        if not isinstance(columns, str):
            return [str(one) for one in columns] or self._chosen("", are_split=are_split)
        begin, end = "" if columns.startswith("^") else "^", "" if columns.endswith("$") else "$"
        pattern = f"{begin}{columns}{end}"  # as ROOT does, so that a|b matches what begins with a or ends with b
        there = columns_of_values(self._frame.core, are_split=are_split)
        names = [name for name in there if not columns or re.search(pattern, name)]
        if not names:
            raise MisuseError(f"no column matches {columns!r}")
        return names

    # --- numbers -----------------------------------------------------------------------------------------------------

    def Count(self) -> RResultPtr:
        """The number of entries that come here."""
        return self._pointer(lambda: self._frame.count())

    @templated
    def Sum(self, columnName: str = "", initValue: float = 0.0) -> RResultPtr:
        """The sum of a column's numbers and an initial value."""
        (name,) = self._columns([columnName], 1)
        return self._pointer(lambda: self._frame.sum(name), (lambda total: total + initValue) if initValue else None)

    @templated
    def Mean(self, columnName: str = "") -> RResultPtr:
        """The mean of a column's numbers; 0 without any."""
        return self._pointer(lambda: self._frame.mean(*self._columns([columnName], 1)))

    @templated
    def StdDev(self, columnName: str = "") -> RResultPtr:
        """The standard deviation of the sample; 0 for fewer than two."""
        return self._pointer(lambda: self._frame.stddev(*self._columns([columnName], 1)))

    @templated
    def Min(self, columnName: str = "") -> RResultPtr:
        """The smallest number; the largest double without any values, NaN if all of them are."""
        return self._pointer(lambda: self._frame.min(*self._columns([columnName], 1)))

    @templated
    def Max(self, columnName: str = "") -> RResultPtr:
        """The largest number; the lowest double without any values, NaN if all of them are."""
        return self._pointer(lambda: self._frame.max(*self._columns([columnName], 1)))

    @templated
    def Stats(self, value: str = "", weight: str = "") -> RResultPtr:
        """The statistics of a column, with weights if a column of these is said."""
        (name,) = self._columns([value], 1)
        return self._pointer(lambda: self._frame.stats(name, weight or None), TStatistic)

    # --- values ------------------------------------------------------------------------------------------------------

    @templated
    def Take(self, column: str = "") -> RResultPtr:
        """The values of a column: an array of NumPy that has `size()` and gives numbers of Python, as a vector does."""
        return self._pointer(lambda: self._frame.take(*self._columns([column], 1)), as_vector)

    def AsNumpy(
        self, columns: Sequence[str] | None = None, exclude: Sequence[str] | None = None, *, lazy: bool = False
    ) -> Any:
        """The values of columns as a dictionary of arrays of NumPy.

        Args:
            columns: names; by default all.
            exclude: names that are left out.
            lazy: whether to give a result that is computed when it is looked at.
        """
        if isinstance(columns, str):
            raise TypeError("the columns of AsNumpy are a list of names")
        names = columns_of_values(self._frame.core) if columns is None else list(columns)
        left_out = set(listed(exclude or []))
        result = self._pointer(
            lambda: self._frame.arrays([name for name in names if name not in left_out], library="np")
        )
        return result if lazy else result.GetValue()

    def Display(
        self, columnList: str | Sequence[str] = "", nRows: int = 5, nMaxCollectionElements: int = 10
    ) -> RResultPtr:
        """The first rows of columns, which are names, or a regular expression as ROOT takes it, as a table;
        `Print` shows so many elements of lists, `AsString` all."""
        chosen = self._chosen(columnList)
        booked = [*chosen, "rdfentry_"] if "rdfentry_" not in chosen else chosen
        result = self._frame.range(nRows).arrays(booked, library="np")
        characters = [name for name in chosen if self.GetColumnType(name) in _CHARACTERS]
        return self._pointer(
            lambda: result, lambda _: RDisplay(chosen, result.booked.values(), nMaxCollectionElements, characters)
        )

    def Report(self) -> RResultPtr:
        """The counts of the named filters that lead here; of a dataframe without filters, of all that there are."""
        return self._pointer(lambda: self._frame.report(), RCutFlowReport)

    # --- graphs ------------------------------------------------------------------------------------------------------

    @templated
    def Graph(self, x: str = "", y: str = "") -> RResultPtr:
        """Points of two columns."""
        x, y = self._columns([x, y], 2)
        return self._pointer(
            lambda: self._frame.graph(x, y, name=f"{y}_vs_{x}", title=f"{y} vs {x}"), partial(TGraph, titles=(x, y))
        )

    @templated
    def GraphAsymmErrors(
        self, x: str = "", y: str = "", xlow: str = "", xhigh: str = "", ylow: str = "", yhigh: str = ""
    ) -> RResultPtr:
        """Points of two columns with their lower and upper errors."""
        x, y, *errors = self._columns([x, y, xlow, xhigh, ylow, yhigh], 6)
        names = {"name": f"{y}_vs_{x}", "title": f"{y} vs {x}"}
        low_high: dict[str, Any] = {"x_errors": tuple(errors[:2]), "y_errors": tuple(errors[2:])}
        return self._pointer(lambda: self._frame.graph(x, y, **low_high, **names), partial(TGraph, titles=(x, y)))

    # --- of the user's -----------------------------------------------------------------------------------------------

    @templated
    def Reduce(self, function: Callable[[Any, Any], Any], column: str = "", initial: Any = None) -> RResultPtr:
        """Combine all values of a column, two at a time, in order of entries."""
        return self._pointer(lambda: self._frame.reduce(function, self._columns([column], 1)[0], initial))

    @templated
    def Aggregate(
        self,
        aggregator: Callable[[Any, Any], Any],
        merger: Callable[[Any, Any], Any],
        column: str = "",
        initial: Any = None,
    ) -> RResultPtr:
        """Take the values of a column into a state, one at a time: `aggregator(state, value)` gives the next state,
        `merger(one, other)` joins those of neighbouring parts of the entries. Each part begins with `initial`."""
        if initial is None:
            raise TypeError("Aggregate needs the initial state, of which each part of the entries gets a copy")

        def step(state: Any, values: Iterable[Any]) -> Any:
            for value in values:
                made = aggregator(state, value)
                state = state if made is None else made
            return state

        return self._pointer(lambda: self._frame.aggregate(step, merger, self._columns([column], 1), initial))

    def Foreach(self, function: Callable[..., Any], columns: Sequence[str] = ()) -> None:
        """Call a function with the values of columns at each entry, now, in the order of entries and by one thread at a
        time; what it returns is dropped. Without columns the default ones are meant, as many as there are."""
        self.ForeachSlot(lambda _, *values: function(*values), columns)

    def ForeachSlot(self, function: Callable[..., Any], columns: Sequence[str] = ()) -> None:
        """The same with a slot in front, which is 0: one thread calls at a time."""
        names = [*columns] or [*self._facts.default_columns]

        def step(count: int, entries: Sequence[Any], *arrays: Sequence[Any]) -> int:
            for values in zip(*arrays, strict=True) if arrays else (() for _ in entries):
                function(0, *values)
            return count + len(entries)

        _ = self._pointer(lambda: self._frame.fold(step, ["rdfentry_", *names], 0)).value

    def Book(self, action: Any, columns: Sequence[str] = ()) -> RResultPtr:
        """An action that is written in Python, as `ramet.Frame.book` takes it: with `partial()`,
        `add(state, arrays, count)` and `finish(states)`. Raises UnsupportedError for other objects, as those of C++."""
        if not all(callable(getattr(action, name, None)) for name in ("partial", "add", "finish")):
            raise UnsupportedError("Book: an action has partial(), add(state, arrays, count) and finish(states)")
        return self._pointer(lambda: self._frame.book(action, [*columns] or [*self._facts.default_columns]))

    # --- files -------------------------------------------------------------------------------------------------------

    @templated
    def Snapshot(
        self,
        treename: str,
        filename: str,
        columnList: str | Sequence[str] | RSnapshotOptions = "",
        options: RSnapshotOptions | None = None,
    ) -> RResultPtr:
        """Write columns into a file, now, or with `options.fLazy` when the result is looked at.

        Args:
            treename: the name of the tree or ntuple, as "dir/Events".
            filename: the path of the file.
            columnList: names, or a regular expression as ROOT takes it; by default all.
            options: of writing.

        Returns:
            The result, whose value is a dataframe of what was written.

        Raises:
            MisuseError: a column that is not there, or that cannot be stored; or a tree of this name in the file that
                is updated, without `options.fOverwriteIfExists`.
        """
        chosen = columnList if isinstance(columnList, RSnapshotOptions) else options or RSnapshotOptions()
        wanted = self._chosen("" if isinstance(columnList, RSnapshotOptions) else columnList, are_split=True)
        if len(set(wanted)) < len(wanted):
            raise MisuseError(f"a column is written twice: {', '.join(wanted)}")
        given = snapshot_options(chosen)
        given["update"] = given["update"] and Path(filename).exists()  # UPDATE of no file makes one, as in ROOT
        if given["update"] and not chosen.fOverwriteIfExists and _has(filename, treename):
            raise MisuseError(f"{filename} has {treename!r}: fOverwriteIfExists replaces it, another name keeps both")
        written = self._frame.snapshot(filename, treename, wanted, **given)
        result = self._pointer(lambda: written, lambda _: self._of_file(treename, filename))
        if not chosen.fLazy:
            result.GetValue()
        return result

    @templated
    def Cache(self, columns: str | Sequence[str] = "") -> Any:
        """A dataframe of the values of columns, which are computed now and kept in memory.

        Args:
            columns: names, or a regular expression; by default all.
        """
        return self._with(self._frame.cache(self._chosen(columns)), aliases=(), varied=(), loops=LoopCounter())


def _has(path: str, name: str) -> bool:
    with open_file(path) as file:
        return name in file
