"""The results that a frame can be asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.arguments import names_in, whole_number
from ramet.errors import MisuseError
from ramet.expression import Expression
from ramet.frames.actions import FillOther
from ramet.frames.display import table_text
from ramet.frames.function_results import Column, FunctionResults
from ramet.frames.models import label_of, model_of, profile_axes, with_hints
from ramet.frames.results import FilterCount, FilterReport, Result
from ramet.frames.running.shown_rows import ShownRows
from ramet.frames.snapshots import snapshot_of
from ramet.graphs.graph import Graph
from ramet.histograms.bins.making import Bins, Bounds, Labels
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram
from ramet.notebook import ShownText
from ramet.reading.libraries.arrays import numpy_of
from ramet.reading.libraries.arrow import ArrowStream
from ramet.reading.libraries.frames import arrow_table
from ramet.reading.libraries.values import as_column, as_table, library_of

__all__ = ["FrameResults"]

_AUTOMATIC_BINS = 128
_ARROW = ("pa", "pyarrow", "arrow")


class FrameResults(FunctionResults):
    """What frames can be asked for. Columns are named, or are expressions of columns. Threads: any number."""

    # --- numbers -----------------------------------------------------------------------------------------------------

    def count(self) -> Result[int]:
        """The number of entries that come here."""
        return self._result(self._core.count(), lambda booked: booked.count(), "count")

    def sum(self, column: Column) -> Result[float]:
        """The sum of a column's numbers, as doubles; of lists, of all elements."""
        return self._number(column, 1, "sum")

    def mean(self, column: Column) -> Result[float]:
        """Their mean; 0 without any."""
        return self._number(column, 2, "mean")

    def stddev(self, column: Column) -> Result[float]:
        """The standard deviation of the sample; 0 for fewer than two."""
        return self._number(column, 3, "standard deviation")

    def min(self, column: Column) -> Result[float]:
        """The smallest number; the largest double without any values, NaN if all of them are."""
        return self._number(column, 4, "minimum")

    def max(self, column: Column) -> Result[float]:
        """The largest number; the lowest double without any values, NaN if all of them are."""
        return self._number(column, 5, "maximum")

    def stats(self, column: Column, weight: Column | None = None) -> Result[dict[str, float]]:
        """All of these at once: "n", "sum", "mean", "stddev", "min", "max", "w" and "w2" (sums of weights)."""
        core, (name, weight_name) = self._named(column, weight)
        keys = ("n", "sum", "mean", "stddev", "min", "max", "w", "w2")
        booked = core.numbers(str(name), weight_name)
        return self._result(booked, lambda of: dict(zip(keys, of.sums(), strict=True)), f"statistics of {column}")

    def _number(self, column: Column, place: int, what: str) -> Result[Any]:
        core, (name,) = self._named(column)
        return self._result(core.numbers(str(name)), lambda booked: booked.sums()[place], f"{what} of {column}")

    # --- values ------------------------------------------------------------------------------------------------------

    def take(self, column: Column, *, library: str = "np") -> Result[Any]:
        """The values of a column, in order of entries: an array of NumPy ("np"), awkward ("ak") or pandas ("pd"), or a
        pyarrow.ChunkedArray ("pa")."""
        if library in _ARROW:
            core, names, titles = self._chosen(column)
            return self._result(core.take(names), lambda of: _arrow(of, titles).column(0), f"values of {column}")
        library = library_of(library)
        core, (name,) = self._named(column)
        return self._result(
            core.take([str(name)]), lambda booked: as_column(booked.values()[0][0], library), f"values of {column}"
        )

    def arrays(self, columns: Column | Iterable[Column] | None = None, *, library: str = "ak") -> Result[Any]:
        """The values of columns: an ak.Array of records ("ak"), a dict of NumPy arrays ("np"), a pandas.DataFrame
        ("pd") or a pyarrow.Table ("pa"); of all columns if none are said."""
        core, names, titles = self._chosen(columns)
        if library in _ARROW:
            return self._result(core.take(names), lambda booked: _arrow(booked, titles), "Arrow table")
        library = library_of(library)

        def read(booked: _core.Booked) -> Any:
            arrays, entries = booked.values()
            return as_table(dict(zip(titles, arrays, strict=True)), entries, library)

        return self._result(core.take(names), read, "arrays")

    def to_arrow(self, columns: Column | Iterable[Column] | None = None) -> Result[Any]:
        """The values of columns as a pyarrow.Table."""
        return self.arrays(columns, library="pa")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The values of all columns, computed now, as Arrow's PyCapsule interface has them: `polars.DataFrame(frame)`,
        `duckdb.sql("select avg(x) from frame")`."""
        core, names, titles = self._chosen(None)
        arrays, entries = core.take(names).values()
        types = [array.type for array in arrays]
        return ArrowStream(titles, lambda: types, lambda: iter([(entries, arrays)])).__arrow_c_stream__()

    def _chosen(self, columns: Column | Iterable[Column] | None) -> tuple[_core.Frame, list[str], list[str]]:
        if columns is None:
            every = [name for name, *_ in self._core.columns()]
            return self._core, every, every
        given = [columns] if isinstance(columns, str | Expression) else list(columns)
        core, names = self._named(*given)
        return core, [str(name) for name in names], [str(column) for column in given]

    def display(self, columns: Column | Iterable[Column] | None = None, rows: int = 5) -> Result[str]:
        """The first rows as a table of text, with the numbers of their entries."""
        core, names, titles = self._chosen(columns)
        characters = {name for name, _, in_file, *_ in core.columns() if in_file == "char*"}

        def read(booked: _core.Booked) -> str:
            (*arrays, entries), _ = booked.values()
            return ShownText(table_text(titles, arrays, entries.values.tolist(), characters=characters))

        return ShownRows(core, [*names, "rdfentry_"], rows, read, self._functions)

    # --- histograms --------------------------------------------------------------------------------------------------

    @with_hints
    def histo1d(
        self,
        column: Column,
        bins: Bins | None = None,
        bounds: Bounds | None = None,
        *,
        weight: Column | None = None,
        name: str = "",
        title: str = "",
        label: str | None = None,
    ) -> Result[Histogram]:
        """A histogram of a column; of lists, each element is a fill.

        Args:
            column: of numbers or lists of numbers.
            bins: as of `ramet.Histogram`. Without bounds a number of bins, by default 128, whose range is found as TH1
                finds it: from the first 1,000 fills, then doubled until it has the later ones.
            bounds: as of `ramet.Histogram`.
            weight: a column; sums of squared weights are kept, as in ROOT, if one of the weights is not 1.
            name: as of `ramet.Histogram`, like the rest; labels are the columns by default.
            title: of the histogram.
            label: of the axis.
        """
        core, (x, w) = self._named(column, weight)
        label = str(column) if label is None else label
        given: Any = _AUTOMATIC_BINS if bins is None else bins
        if bins is None or (bounds is None and np.ndim(given) == 0):
            count = whole_number(given, "bins", 1)
            booked = core.automatic_histogram(name or str(column), title, label, "", count, str(x), w)
        else:
            model = model_of(1, bins, bounds, name=name, title=title, label=label)
            booked = core.histogram(model, [str(x)], w)
        return self._result(booked, lambda of: Histogram.from_core(of.histogram()), f"histogram of {column}")

    @with_hints
    def histo2d(
        self, x: Column, y: Column, bins: Bins, bounds: Bounds | None = None, **options: Any
    ) -> Result[Histogram]:
        """A histogram of two columns; the arguments are those of `histo`."""
        return self.histo([x, y], bins, bounds, **options)

    @with_hints
    def histo3d(
        self, x: Column, y: Column, z: Column, bins: Bins, bounds: Bounds | None = None, **options: Any
    ) -> Result[Histogram]:
        """A histogram of three columns; the arguments are those of `histo`."""
        return self.histo([x, y, z], bins, bounds, **options)

    @with_hints
    def histo(
        self,
        columns: Sequence[Column],
        bins: Bins,
        bounds: Bounds | None = None,
        *,
        weight: Column | None = None,
        name: str = "",
        title: str = "",
        label: Labels = "",
    ) -> Result[Histogram]:
        """A histogram of any number of columns; lists of one length are filled element by element, and a number beside
        them goes with each element. The arguments are those of `ramet.Histogram`."""
        core, names = self._named(*columns, weight)
        model = model_of(
            len(columns), bins, bounds, name=name, title=title, label=label_of([str(one) for one in columns], label)
        )
        booked = core.histogram(model, [str(one) for one in names[:-1]], names[-1])
        return self._result(
            booked, lambda of: Histogram.from_core(of.histogram()), f"histogram of {', '.join(map(str, columns))}"
        )

    @with_hints
    def sparse_histo(
        self,
        columns: Sequence[Column],
        bins: Bins,
        bounds: Bounds | None = None,
        *,
        weight: Column | None = None,
        name: str = "",
        title: str = "",
        label: Labels = "",
    ) -> Result[SparseHistogram]:
        """A histogram of any number of columns that keeps only cells which are filled."""
        core, names = self._named(*columns, weight)
        model = model_of(
            len(columns), bins, bounds, name="", title="", label=label_of([str(one) for one in columns], label)
        )
        booked = core.sparse_histogram(name, title, model.axes, [str(one) for one in names[:-1]], names[-1])
        return self._result(booked, lambda of: SparseHistogram(of.sparse_histogram()), "sparse histogram")

    @with_hints
    def profile1d(
        self, x: Column, y: Column, bins: Bins, bounds: Bounds | None = None, **options: Any
    ) -> Result[Profile]:
        """Means of `y` in bins of `x`; the arguments are those of `profile`."""
        return self.profile([x], y, bins, bounds, **options)

    @with_hints
    def profile2d(
        self, x: Column, y: Column, z: Column, bins: Bins, bounds: Bounds | None = None, **options: Any
    ) -> Result[Profile]:
        """Means of `z` in bins of `x` and `y`; the arguments are those of `profile`."""
        return self.profile([x, y], z, bins, bounds, **options)

    @with_hints
    def profile(
        self,
        columns: Sequence[Column],
        heights: Column,
        bins: Bins,
        bounds: Bounds | None = None,
        *,
        weight: Column | None = None,
        name: str = "",
        title: str = "",
        label: Labels = "",
        value_label: str = "",
        errors: str = "",
        between: tuple[float, float] = (0.0, 0.0),
    ) -> Result[Profile]:
        """Means of heights in bins of up to three columns.

        Args:
            columns: of the axes.
            heights: a column.
            bins: as of `ramet.Profile`, like all that is not listed here.
            bounds: of the axes.
            weight: a column.
            name: of the profile.
            title: of the profile.
            label: of the axes.
            value_label: of the heights.
            errors: "" of means, "s" for the spread, "i" for whole numbers, "g" for weights that are 1/error².
            between: the heights that are taken; all if both are equal.
        """
        core, names = self._named(*columns, heights, weight)
        axes = profile_axes(len(columns), bins, bounds, label_of([str(one) for one in columns], label))
        low, high = (float(one) for one in between)
        booked = core.profile(
            name, title, value_label, axes, errors, low, high, [str(one) for one in names[:-1]], names[-1]
        )
        return self._result(booked, lambda of: Profile.from_core(of.histogram()), f"profile of {heights}")

    def fill(
        self, histogram: Any, *columns: Column, weight: Column | None = None, sample: Column | None = None
    ) -> Result[Any]:
        """Fill a histogram: of ramet's, a copy with the fills added; of hist or boost-histogram, the one that is given,
        whose storage and axes are the caller's."""
        if isinstance(histogram, Histogram | Profile):
            given = [*columns, *([sample] if sample is not None else [])]
            core, names = self._named(*given, weight)
            booked = core.histogram(histogram.core, [str(one) for one in names[:-1]], names[-1])
            return self._result(booked, lambda of: type(histogram).from_core(of.histogram()), "histogram")
        keywords = [key for key, value in (("weight", weight), ("sample", sample)) if value is not None]
        core, names = self._named(*columns, *(one for one in (weight, sample) if one is not None))
        action = FillOther(histogram, len(columns), keywords)
        return self._result(core.book(action, [str(one) for one in names]), lambda of: of.result(), "histogram", action)

    # --- others ------------------------------------------------------------------------------------------------------

    def graph(
        self, x: Column, y: Column, *, x_errors: Any = None, y_errors: Any = None, name: str = "", title: str = ""
    ) -> Result[Graph]:
        """Points of two columns, in order of entries; lists give a point for each element.

        Args:
            x: a column of numbers or lists.
            y: a column of the same shape.
            x_errors: a column, or those of the lower and the upper errors.
            y_errors: likewise.
            name: of the graph.
            title: of the graph.
        """
        errors = [_pair(one) for one in (x_errors, y_errors)]
        given = [x, y, *(column for pair in errors for column in pair)]
        core, names = self._named(*given)

        def read(booked: _core.Booked) -> Graph:
            columns = _points(booked.values()[0], [str(one) for one in given])
            rest = columns[2:]
            bars = [_bars(rest.pop(0) for _ in pair) for pair in errors]
            return Graph(columns[0], columns[1], x_errors=bars[0], y_errors=bars[1], name=name, title=title)

        return self._result(core.take([str(one) for one in names]), read, f"graph of {x} and {y}")

    def report(self, weight: Column | None = None) -> Result[FilterReport]:
        """The counts of the named filters that lead here; of a frame without any verb, of all that there are.

        Args:
            weight: a column of numbers that is there before all of these filters, to be summed as well.

        Raises:
            MisuseError: the weight is defined behind one of the filters, or is no number.
        """
        core, (name,) = self._named(weight)
        filters = core.filters(name)
        own = filters.booked

        def read(booked: _core.Booked) -> FilterReport:
            counts = filters.counts() if booked is own else booked.filter_counts()
            return FilterReport(FilterCount(*count) for count in counts)

        return self._result(own, read, "report")

    def snapshot(
        self,
        path: str | os.PathLike[str],
        name: str = "Events",
        columns: str | Iterable[str] | None = None,
        *,
        format: str = "",
        compression: Any = None,
        update: bool = False,
        cluster_entries: int = 0,
        cluster_bytes: int = 0,
        counted: bool = True,
        variations: bool = False,
        along: str | Iterable[str] = (),
    ) -> Result[Any]:
        """Write columns into a file, in order of entries, on all cores; the value is a frame of what was written.

        Args:
            path: of the file, which is replaced unless `update` is true.
            name: of the tree or ntuple, as "dir/Events".
            columns: names, or a regular expression that whole names match; by default all.
            format: "ttree", "rntuple" or "parquet" (needs pyarrow); by default that of the path's ending, or "ttree".
                Parquet has no `name`; its frame reads it into memory, while `Result.run` only writes it.
            compression: as of `ramet.recreate`; of Parquet a text as pyarrow takes it, by default "zstd".
            update: keep what is in the file.
            cluster_entries: of each cluster, or group of rows, if not 0.
            cluster_bytes: of each cluster, uncompressed, if not 0.
            counted: lists of a tree that share a counter there keep it; otherwise all are vectors.
            variations: write varied columns too: "x" under "jes:up" as "x__jes_up". Entries are written that pass under
                any variation; bits of "R_rdf_mask_NAME_0" say under which, as ROOT writes them.
            along: patterns of other trees, histograms and objects of the files that are taken along: "Runs", "*".
                Those of several files are joined, added, or if they are equal written once.

        Raises:
            MisuseError: a column of a type that cannot be stored, or a file that the frame itself reads.
        """
        return snapshot_of(
            self,
            path,
            name,
            columns,
            format=format,
            compression=compression,
            update=update,
            cluster=(cluster_entries, cluster_bytes),
            counted=counted,
            variations=variations,
            along=along,
        )

    def cache(self, columns: str | Iterable[str] | None = None) -> Any:
        """A frame of the values of columns, which are computed now and kept in memory."""
        from ramet.frames.sources import frame_of_arrays

        names = [name for name, *_ in self._core.columns()] if columns is None else names_in(columns)
        arrays, entries = self._core.take(names).values()
        return frame_of_arrays(names, arrays, entries, types=[self._core.type(name) for name in names])


def _arrow(booked: _core.Booked, titles: Sequence[str]) -> Any:
    arrays, entries = booked.values()
    return arrow_table(dict(zip(titles, arrays, strict=True)), entries)


def _pair(errors: Any) -> list[Column]:
    if errors is None:
        return []
    return [errors] if isinstance(errors, str | Expression) else list(errors)


def _bars(errors: Iterable[Any]) -> Any:
    """None, the errors, or the lower and the upper ones."""
    given = list(errors)
    return None if not given else given[0] if len(given) == 1 else np.stack(given)


def _points(arrays: list[_core.Array], names: list[str]) -> list[Any]:
    lists = [array.kind == _core.Kind.list for array in arrays]
    if any(lists) != all(lists):
        raise MisuseError(f"the points of a graph: {', '.join(names)} are numbers and lists")
    if not any(lists):
        return [numpy_of(array).astype(np.float64) for array in arrays]
    counts = np.diff(arrays[0].offsets)
    for name, array in zip(names, arrays, strict=True):
        if not np.array_equal(np.diff(array.offsets), counts):
            raise MisuseError(f"the points of a graph: lists of {names[0]} and {name} are of different lengths")
    return [numpy_of(one.contents[0])[one.offsets[0] : one.offsets[-1]].astype(np.float64) for one in arrays]
