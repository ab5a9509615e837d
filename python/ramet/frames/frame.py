"""Dataframes: verbs that describe a table step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsFloat

from ramet import _core
from ramet.arguments import names_in, whole_number
from ramet.expression import Expression, col
from ramet.frames.functions.braced import with_type
from ramet.frames.functions.column_function import Call, Called, ColumnFunction
from ramet.frames.functions.making import function_of, is_function
from ramet.frames.functions.samples import Sample, values_for_samples
from ramet.frames.results_of_frame import FrameResults
from ramet.frames.running.explanation import Explanation
from ramet.frames.values import one_value
from ramet.notebook import ShownText, table_html
from ramet.reading.filters import NameFilter, make_filter
from ramet.writing.columns.notation import text_of_type

__all__ = ["Frame"]

Text = str | Expression
Function = Callable[..., Any] | ColumnFunction | Call


class Frame(FrameResults):
    """A table that is described step by step; `ramet.frame` makes it of files, tables, arrays, or of nothing.

    Verbs (`define`, `filter`, `vary`, ...) give new frames and compute nothing; what is wrong with an expression they
    raise at once. Results (`count`, `histo1d`, `take`, `snapshot`, ...) are computed when the first of them is looked
    at: all that were asked for of frames of one source, in one pass, on all cores, and with the same bits for any
    number of them. Any number of threads may use it.

    >>> import ramet
    >>> frame = ramet.frame(entries=5).define("x", "rdfentry_ * 0.5").filter("x > 0.6", "large")
    >>> total, report = frame.sum("x"), frame.report()
    >>> total.value, report["large"].passed
    (4.5, 3)
    """

    def __init__(self, core: _core.Frame, functions: tuple[Any, ...] = ()) -> None:
        super().__init__(core, functions)

    def _with(self, core: _core.Frame, *functions: Any) -> Frame:
        return Frame(core, (*self._functions, *functions))

    # --- columns -----------------------------------------------------------------------------------------------------

    def define(
        self,
        name: str,
        value: Text | Function,
        columns: str | Iterable[str] | None = None,
        *,
        type: Any = None,
        library: str = "np",
    ) -> Frame:
        """Define a column.

        Args:
            name: of the column, an identifier that no column has.
            value: an expression, in C++ as ROOT's RDataFrame takes it, or built of columns (`frame["x"] > 20`); or a
                function: of Python, called from many threads with arrays of many entries at once, which it cannot
                change; of numba (`njit`, `cfunc`), called for each entry, side by side; a model of `ramet.onnx`, a
                `ramet.correction`, or a call of one with columns.
            columns: the arguments of a function; by default those that are called as its parameters.
            type: of a function's values ("float32", "var * int32", a dtype); by default found by calling it with
                empty arrays.
            library: what a function gets: "np" for NumPy, "ak" for awkward, "pd" for pandas.

        Raises:
            MisuseError: the expression is wrong (the message shows where), or the name is taken or no identifier.
            TypeError: a function whose type is not found.
        """
        if is_function(value):
            core, arguments, kind, call = self._function(value, columns, type, library)
            return self._with(core.define_function(name, call, arguments, kind), call)
        return self._with(self._core.define(name, *_text(value)))

    def redefine(
        self,
        name: str,
        value: Text | Function,
        columns: str | Iterable[str] | None = None,
        *,
        type: Any = None,
        library: str = "np",
    ) -> Frame:
        """Give a column other values, for which its former ones may be used; all is as in `define`. Random numbers are
        others than those of the former.

        Raises:
            MisuseError: there is no such column, or it has variations.
        """
        if is_function(value):
            core, arguments, kind, call = self._function(value, columns, type, library)
            return self._with(core.redefine_function(name, call, arguments, kind), call)
        return self._with(self._core.redefine(name, *_text(value)))

    def alias(self, name: str, of: str) -> Frame:
        """Another name of a column, also for what it is redefined or varied to later. Raises MisuseError for a name
        that is taken, KeyInFileError without the column."""
        return self._with(self._core.alias(name, of))

    def define_per_sample(self, name: str, value: str | Callable[[Sample], Any]) -> Frame:
        """Define a column with one value for each sample: for each file, or what the specification calls so.

        Args:
            name: of the column, an identifier that no column has.
            value: an expression that may use `rdfsampleinfo_` as in ROOT: Contains, NEntries, GetSampleName, GetD,
                GetI, GetS and AsString. Or a function of Python, which is called now, once for each file, with what is
                known of it (`name`, `place`, `entries`, `metadata`, ...); it gives a number, a text or a list.

        Raises:
            MisuseError: the expression is wrong, or the name is taken or no identifier.
        """
        if callable(value):
            return self._with(self._core.define_by_samples(name, values_for_samples(name, value, self._core)))
        return self._with(self._core.define_per_sample(name, value))

    def default_value_for(self, column: str, value: Any) -> Frame:
        """A value for entries that lack a column: files that do not have it, or a friend without a partner."""
        wanted = self._core.type(column)
        return self._with(self._core.default_value_for(column, one_value(column, value, wanted)))

    # --- entries -----------------------------------------------------------------------------------------------------

    def filter(
        self,
        condition: Text | Function,
        columns: str | Iterable[str] | None = None,
        *,
        name: str = "",
        library: str = "np",
    ) -> Frame:
        """Keep the entries for which a condition holds.

        Args:
            condition: an expression of type bool, or a function of batches, as of `define`.
            columns: the arguments of a function; of an expression, its name, as ROOT takes it.
            name: of the filter, with which `report` counts what passes.
            library: as of `define`.

        Raises:
            MisuseError: the expression is wrong, or not of type bool.
        """
        if is_function(condition):
            core, arguments, _, call = self._function(condition, columns, "bool", library)
            return self._with(core.filter_function(call, arguments, name), call)
        if columns is not None:
            if name or not isinstance(columns, str):
                raise TypeError("a filter with an expression takes a name, and no columns")
            name = columns
        text, is_python = _text(condition)
        return self._with(self._core.filter(text, name, is_python))

    def filter_available(self, column: str) -> Frame:
        """Keep the entries that have a column: see `default_value_for`."""
        return self._with(self._core.filter_available(column))

    def filter_missing(self, column: str) -> Frame:
        """Keep the entries that lack a column."""
        return self._with(self._core.filter_missing(column))

    def range(self, first: int, last: int | None = None, step: int = 1) -> Frame:
        """Keep entries by their numbers among those that come here: the first so many, or `first`, `first + step`, ...
        below `last`; a last one of 0 is no end. When nothing but ranges is asked for, the run ends with them.

        Raises:
            MisuseError: the last one is not behind the first, the step is 0, or a number is negative.
        """
        first = whole_number(first, "first", 0)
        if last is None:
            first, last = 0, first
        return self._with(self._core.range(first, whole_number(last, "last", 0), whole_number(step, "step", 0)))

    def vary(
        self,
        columns: str | Sequence[str],
        value: Text | Function,
        tags: int | Sequence[str],
        name: str = "",
        *,
        arguments: str | Iterable[str] | None = None,
        type: Any = None,
        library: str = "np",
    ) -> Frame:
        """Give columns other values, one for each tag: a systematic uncertainty. All that depends on them varies with
        them: definitions, filters, weights and results (`Result.variations`), in the same pass.

        Args:
            columns: one, or several that vary together.
            value: a list of one value for each tag, as "RVecF{pt * 0.9f, pt * 1.1f}"; for several columns a list of
                such lists. Or a function, as of `define`, that gives these lists for the entries of a batch: of
                numbers, an array with a row for each entry. Its arguments have their nominal values.
            tags: the names, or how many (called "0", "1", ...).
            name: of the variation; by default the column's. The results are those of "name:tag".
            arguments: the columns that a function gets; by default those that are called as its parameters.
            type: of what a function gives, as "2 * float32" or "var * float32"; by default found as in `define`.
            library: what a function gets, as of `define`.

        Raises:
            MisuseError: the expression is wrong, or its values are of another type than the columns.
        """
        names = [columns] if isinstance(columns, str) else list(columns)
        labels = [str(tag) for tag in range(tags)] if isinstance(tags, int) else list(tags)
        if is_function(value):
            core, taken, kind, call = self._function(value, arguments, type, library)
            return self._with(core.vary_function(names, call, taken, kind, labels, name), call)
        expression, is_python = _text(value)
        expression = expression if is_python else with_type(self._core, names, expression)
        return self._with(self._core.vary(names, expression, labels, name, is_python))

    # --- what there is -----------------------------------------------------------------------------------------------

    @property
    def columns(self) -> list[str]:
        """The names of its columns: those of the source, then those that were defined, and aliases."""
        return [name for name, *_ in self._core.columns()]

    @property
    def filters(self) -> list[str]:
        """The names of the filters that lead here; "FilterAvailable", "FilterMissing" and "Unnamed Filter" for those
        without."""
        return list(self._core.filter_names())

    @property
    def variation_names(self) -> list[str]:
        """The variations of its columns and entries, as "jes:up"."""
        return list(self._core.variations())

    def keys(self, *, filter_name: NameFilter = None) -> list[str]:
        """The names of its columns."""
        accept = make_filter(filter_name)
        return [name for name in self.columns if accept(name)]

    def type(self, column: str) -> str:
        """The type of a column's values, as "float32" or "var * int32". Raises KeyInFileError."""
        return str(self._core.type(column))

    def describe(self) -> str:
        """Its columns with their types, its filters and variations, as text."""
        rows = [(name, str(kind), where) for name, kind, _, where, *_ in self._core.columns()]
        widths = [max([len(title), *(len(row[k]) for row in rows)]) for k, title in enumerate(("column", "type"))]
        lines = [f"{'column':{widths[0]}} | {'type':{widths[1]}} | of"]
        lines.append("-" * widths[0] + "-+-" + "-" * widths[1] + "-+-" + "-" * 7)
        lines += [f"{name:{widths[0]}} | {kind:{widths[1]}} | {where}" for name, kind, where in rows]
        lines += [f"filter: {name}" for name in self.filters]
        lines += [f"variation: {name}" for name in self.variation_names]
        return ShownText("\n".join(lines) + "\n")

    def explain(self, format: str = "text") -> Explanation:
        """How all results of the same source that were not computed yet will be, in one pass: columns that are read,
        definitions, filters with what is computed behind them, and results. Without such results, what leads here.
        `Result.explain` tells of results that were computed.

        Args:
            format: "text", "dot" for Graphviz, or "svg". In a notebook, each is shown as a picture.

        Raises:
            MisuseError: another format, or what is only seen when results are planned.
        """
        return Explanation.of(self._core.explain(), format)

    def __getitem__(self, name: str) -> Expression:
        """An expression of a column, for Python's operators: `frame["Muon_pt"] > 20`. Raises KeyInFileError."""
        if not isinstance(name, str):
            raise TypeError(f"a column is named by a text, as frame['x'], and not by a {type(name).__name__}")
        self._core.type(name)
        return col(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._core.has_column(name)

    def __repr__(self) -> str:
        return f"<Frame of {len(self.columns)} columns>"

    def _repr_html_(self) -> str:
        rows = [[name, str(kind), where] for name, kind, _, where, *_ in self._core.columns()]
        return table_html(repr(self), ["column", "type", "of"], rows, len(rows))

    def _ipython_key_completions_(self) -> list[str]:
        return self.columns

    def _function(
        self, function: Any, columns: str | Iterable[str] | None, type: Any, library: str
    ) -> tuple[_core.Frame, list[str], _core.Type, Called]:
        """A frame with all columns of a function, their names, the type of its values, and what is called."""
        core = self._core
        if isinstance(function, Call):
            if columns is not None:
                raise TypeError("the columns are in the call already")
            core, named = self._named(*function.columns)
            made, arguments = function.function, [str(name) for name in named]
        else:
            made = function_of(function, library)
            arguments = made.arguments if columns is None else names_in(columns)
        kinds = [core.type(name) for name in arguments]
        computation = made.of_columns(arguments, kinds)
        kind = computation.type if type is None else _core.Type.parse(text_of_type(type)[0])
        return core, arguments, kind, computation.called(kind)


def _text(value: Any) -> tuple[str, bool]:
    """An expression's text, and whether it is Python's."""
    if isinstance(value, Expression):
        return value.text, True
    if isinstance(value, str):
        return value, False
    if isinstance(value, bool):
        return ("true" if value else "false"), False
    if isinstance(value, SupportsFloat):
        return repr(value), False
    raise TypeError(f"an expression or a function is wanted, not {type(value).__name__}")
