"""ROOT's RDataFrame: verbs, and what it is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.frame import Frame
from ramet.frames.functions.compiled import is_compiled
from ramet.rdataframe.beside.interpreter import are_statements, expanded, with_sizes
from ramet.rdataframe.columns import SPECIAL_COLUMNS, dtype_of_cpp
from ramet.rdataframe.filled import Filled
from ramet.rdataframe.functions import EntryFunction, SampleInfo
from ramet.rdataframe.node import Facts, Node, listed
from ramet.rdataframe.sources import source_of, with_column_of_any_file
from ramet.rdataframe.spelling import fits, is_number, spelled_number, spelling_of, type_of_number

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["RDataFrame"]

Text = str | Callable[..., Any]


class RDataFrame(Filled):
    """A table that is described step by step, with the names that ROOT's RDataFrame has in Python. All is done by
    ramet.Frame, which `frame` gives: expressions are C++ that ramet computes itself, and nothing is compiled.

    >>> from ramet.rdataframe import RDataFrame
    >>> df = RDataFrame(5).Define("x", "rdfentry_ * 0.5").Filter("x > 0.6", "large")
    >>> total, report = df.Sum("x"), df.Report()
    >>> total.GetValue(), [(cut.GetName(), cut.GetPass(), cut.GetAll()) for cut in report]
    (4.5, [('large', 3, 5)])

    Args:
        source: a number of entries; the name of a tree or ntuple, then the files; or a table or frame of ramet.
        files: a path, which may have wildcards, or a list of such.
        columns: that results mean which name none.

    Raises:
        FileMissingError: there is no such file.
        KeyInFileError: there is no such tree in it.
        TypeError: what a dataframe cannot be made of.
    """

    def __init__(self, source: Any, files: Any = None, columns: Sequence[str] | None = None) -> None:
        if isinstance(source, Frame):
            super().__init__(source, Facts(origin="Dataframe of a frame"))
            return
        if not isinstance(source, str) and columns is None and files is not None:
            files, columns = None, files
        frame, facts = source_of(source, files, tuple(listed(columns or ())))
        super().__init__(frame, facts)

    @classmethod
    def of(cls, frame: Frame, facts: Facts) -> Self:
        """One of a frame of ramet."""
        made = cls.__new__(cls)
        Node.__init__(made, frame, facts)
        return made

    def _of_file(self, tree: str, path: str) -> Self:
        return type(self)(tree, path)

    # --- columns -----------------------------------------------------------------------------------------------------

    def Define(self, name: str, value: Text, columns: Sequence[str] | None = None) -> Self:
        """Define a column by an expression, or by a function that is called with the values of columns for each entry.

        Args:
            name: an identifier that no column has.
            value: C++ as ROOT takes it, or a function. Those of numba run on all cores without the interpreter.
                `ramet.Frame.define` takes functions of batches, which are faster than others by orders of magnitude.
            columns: the arguments of a function; by default those that are called as its parameters.

        A function without numba has the type of its annotation, or the one that fits all it gives for a few values: for
        whole numbers and others, float64. A value for which that is wrong is refused when it comes, with a TypeError.

        Raises:
            MisuseError: the expression is wrong, or the name is taken or none.
            TypeError: a function whose type is not found.
        """
        if name in SPECIAL_COLUMNS:
            raise MisuseError(f"{name!r} is a column that is always there, and cannot be defined")
        if isinstance(value, str):
            frame, text = self._expanded(value)
            return self._defined(frame.define(name, text), name, value)
        if is_compiled(value):
            return self._defined(self._frame.define(name, value, columns), name, "")
        names, call = self._function(value, columns)
        return self._defined(self._frame.define(name, call, names, type=call.type), name, "")

    def Redefine(self, name: str, value: Text, columns: Sequence[str] | None = None) -> Self:
        """Give a column other values, as Define. Raises MisuseError without the column, or for a varied one."""
        if isinstance(value, str):
            frame, text = self._expanded(value)
            return self._defined(frame.redefine(name, text), name, value)
        if is_compiled(value):
            return self._defined(self._frame.redefine(name, value, columns), name, "")
        names, call = self._function(value, columns)
        return self._defined(self._frame.redefine(name, call, names, type=call.type), name, "")

    def _defined(self, frame: Frame, name: str, text: str) -> Self:
        """The dataframe with a column that an expression defines, or a function."""
        spelled = dict(self._facts.spelled)
        spelled.pop(name, None)
        found = spelling_of(text, frame.core.type(name), self._type_if_there)
        if found is not None:
            spelled[name] = found
        return self._with(frame, spelled=tuple(spelled.items()))

    def _type_if_there(self, name: str) -> str | None:
        is_there = self._frame.core.has_column(name) or name in dict(self._facts.aliases)
        found = self.GetColumnType(name) if is_there else None
        return None if found is None or found.startswith("{") else found  # a record

    def Alias(self, alias: str, column: str) -> Self:
        """Another name of a column. Raises MisuseError for one that is taken, KeyInFileError without the column."""
        return self._with(self._frame.alias(alias, column), aliases=(*self._facts.aliases, (alias, column)))

    def DefinePerSample(self, name: str, value: str | Callable[..., Any]) -> Self:
        """Define a column with one value for each sample: by an expression with `rdfsampleinfo_`, or by a function of
        the slot and an object with its methods (Contains, AsString, NEntries, GetSampleName, GetD, GetI, GetS), which
        is called now, once for each file."""
        if isinstance(value, str):
            frame, text = self._expanded(value)
            return self._with(frame.define_per_sample(name, text))
        return self._with(self._frame.define_per_sample(name, lambda sample: value(0, SampleInfo(sample))))

    def DefineSlot(self, name: str, function: Callable[..., Any], columns: Sequence[str] = ()) -> Self:
        """Define a column by a function of the slot and the values of columns. Raises UnsupportedError for a text, as
        ROOT does: Define takes those, with rdfslot_."""
        return self._of_slot("rdfslot_", name, function, columns)

    def DefineSlotEntry(self, name: str, function: Callable[..., Any], columns: Sequence[str] = ()) -> Self:
        """Define a column by a function of the slot, the entry and the values of columns, as DefineSlot."""
        return self._of_slot("rdfslot_", name, function, ["rdfentry_", *columns])

    def _of_slot(self, first: str, name: str, function: Callable[..., Any], columns: Sequence[str]) -> Self:
        if not callable(function):
            raise UnsupportedError("DefineSlot and its kin take functions: use Define with rdfslot_ and rdfentry_")
        return self.Define(name, function, [first, *columns])

    @property
    def DefaultValueFor(self) -> Any:
        """`DefaultValueFor(column, value)`: a value for entries that lack a column, because a file or a friend has none
        for them. `DefaultValueFor["double"](...)` is the same. A column that no file has is the value everywhere, as
        with ROOT. Raises MisuseError for a value that its type does not have, as 1.5 of an int."""
        return _DefaultValue(self)

    # --- entries -----------------------------------------------------------------------------------------------------

    def Filter(self, condition: Text, *names: Any, name: str = "", columns: Sequence[str] | None = None) -> Self:
        """Keep the entries for which a condition holds: `Filter(expression, name)`, `Filter(function, columns, name)`.

        Args:
            condition: an expression of type bool, or a function as Define takes it.
            names: the columns of a function, in a list, and the name of the filter.
            name: of the filter, which Report counts then.
            columns: of a function.

        Raises:
            MisuseError: the expression is wrong or not of type bool, or there is no such column.
        """
        for one in names:
            if isinstance(one, str):
                name = one
            else:
                columns = one
        if isinstance(condition, str):
            for column in columns or ():
                self._frame.type(column)
            frame, text = self._expanded(condition)
            return self._with(frame.filter(text, name=name))
        if is_compiled(condition):
            return self._with(self._frame.filter(condition, columns, name=name))
        arguments, call = self._function(condition, columns, wanted="bool")
        return self._with(self._frame.filter(call, arguments, name=name))

    def FilterAvailable(self, column: str) -> Self:
        """Keep the entries that have a column."""
        node = self._with_column(column)
        return node._with(node.frame.filter_available(column))

    def FilterMissing(self, column: str) -> Self:
        """Keep the entries that lack a column."""
        node = self._with_column(column)
        return node._with(node.frame.filter_missing(column))

    def _with_column(self, column: str) -> Self:
        """The dataframe with a column that the first file lacks, if another one has it."""
        frame, facts = with_column_of_any_file(self._frame, self._facts, column)
        return self if frame is self._frame else self.of(frame, facts)

    def Range(self, begin: int, end: int | None = None, stride: int = 1) -> Self:
        """Keep entries by their numbers among those that come here: `Range(end)` or `Range(begin, end, stride)`; an end
        of 0 is none. Raises MisuseError for an end that is not behind the begin, and a stride of 0."""
        return self._with(self._frame.range(begin, end, stride))

    # --- variations --------------------------------------------------------------------------------------------------

    def Vary(
        self,
        columns: str | Sequence[str],
        value: Text,
        *given: Any,
        inputColumns: Sequence[str] | None = None,
        variationTags: Sequence[str] | None = None,
        nVariations: int | None = None,
        variationName: str = "",
    ) -> Self:
        """Give columns other values, one for each tag: `Vary(columns, expression, tags, name)` or `Vary(columns,
        function, arguments, tags, name)`. RDF.Experimental.VariationsFor gives the results.

        Args:
            columns: one, or several that vary together.
            value: a list of one value for each tag; for several columns a list of such lists. Or a function that
                gives it, of the values of columns for an entry, as Define takes it.
            given: of a function, its arguments in a list; the names of the tags, or how many (called "0", "1", ...);
                the name of the variation, by default the column's, and needed for several.
            inputColumns: the arguments of a function.
            variationTags: the names of the tags.
            nVariations: how many.
            variationName: the name.

        Raises:
            MisuseError: the expression is wrong, or its values are of another type than the columns.
        """
        names, rest = listed(columns), list(given)
        arguments = inputColumns
        if not isinstance(value, str) and arguments is None and rest and not isinstance(rest[0], int):
            arguments = rest.pop(0)
        wanted = variationTags or nVariations or (rest.pop(0) if rest else ())
        labels = [str(tag) for tag in range(wanted)] if isinstance(wanted, int) else [str(tag) for tag in wanted]
        called = str(rest.pop(0)) if rest else variationName
        if not called and not isinstance(columns, str):
            raise MisuseError("Vary of several columns needs the name of the variation")
        if isinstance(value, str) and len(names) == 1 and not isinstance(columns, str) and not are_statements(value):
            value = f"({value})[0]"  # a list of the lists of all columns
        varied = self._varied(names, value, arguments, labels, called)
        line = (tuple(names), tuple(f"{called or names[0]}:{tag}" for tag in labels))
        return self._with(varied, varied=(*self._facts.varied, line))

    def _varied(
        self, columns: list[str], value: Text, arguments: Sequence[str] | None, tags: list[str], name: str
    ) -> Frame:
        if isinstance(value, str):
            frame, text = self._expanded(value)
            return frame.vary(columns, text, tags, name)
        if is_compiled(value):
            return self._frame.vary(columns, value, tags, name, arguments=arguments)
        kind = str(self._frame.core.type(columns[0]))
        wanted = f"var * {kind}" if len(columns) == 1 else f"var * var * {kind}"
        taken, call = self._function(value, arguments, wanted=wanted)
        return self._frame.vary(columns, call, tags, name, arguments=taken, type=wanted)

    def _expanded(self, text: str) -> tuple[Frame, str]:
        """An expression with what C++ and numba declared; of an ntuple, #column is the size of a list, as in ROOT."""
        return expanded(self._frame, with_sizes(text) if self._facts.is_ntuple else text)

    def _function(
        self, function: Callable[..., Any], columns: Sequence[str] | None, wanted: str | None = None
    ) -> tuple[list[str], EntryFunction]:
        from ramet.frames.functions.making import function_of

        names = function_of(function).arguments if columns is None else listed(columns)
        return names, EntryFunction(function, [self._frame.core.type(name) for name in names], wanted)


class _DefaultValue:
    """DefaultValueFor, which may be given the type of the value."""

    def __init__(self, node: RDataFrame, kind: str = "") -> None:
        self._node = node
        self._kind = kind

    def __getitem__(self, kind: str) -> _DefaultValue:
        if dtype_of_cpp(str(kind)) is None:
            raise MisuseError(f"DefaultValueFor: values of type {kind}")
        return _DefaultValue(self._node, str(kind))

    def __call__(self, column: str, value: Any) -> RDataFrame:
        node = self._node._with_column(column)
        if not node.HasColumn(column) and is_number(value):
            name = self._kind or type_of_number(value)
            dtype = str(dtype_of_cpp(name))
            if dtype in ("string", "None") or "*" in dtype or not fits(value, dtype):
                raise MisuseError(f"DefaultValueFor: {value!r} is no value of type {name}")
            return node.Define(column, f"static_cast<{name}>({spelled_number(value)})")
        kind = node.frame.core.type(column)
        if kind.kind == _core.Kind.option:
            kind = kind.contents[0]
        if kind.kind == _core.Kind.number and is_number(value) and not fits(value, kind.number):
            raise MisuseError(f"DefaultValueFor: {value!r} is no value of column {column!r}, of type {kind}")
        return node._with(node.frame.default_value_for(column, value))
