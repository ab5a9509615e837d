"""What a frame makes by functions and actions of the user's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ramet import _core
from ramet.errors import KeyInFileError
from ramet.expression import Expression
from ramet.frames.actions import Aggregate, Fold, OfUser, Reduce
from ramet.frames.results import Result
from ramet.reading.libraries.values import library_of

__all__ = ["Column", "FunctionResults"]

Column = str | Expression
Value = TypeVar("Value")
_SIGNS = re.compile(r"[-+*/%()<>=!&|?]")  # of an expression


class FunctionResults:
    """A frame of the compiled part, and the results that functions of Python make of it. Threads: any number."""

    def __init__(self, core: _core.Frame, functions: tuple[Any, ...] = ()) -> None:
        self._core = core
        self._functions = functions  # of Python, which the compiled part refers to weakly

    def _result(
        self, booked: _core.Booked, read: Callable[[_core.Booked], Value], name: str, action: Any = None
    ) -> Result[Value]:
        return Result(booked, read, name, (*self._functions, action))

    @property
    def core(self) -> _core.Frame:
        """The frame as C++ has it."""
        return self._core

    def _named(self, *columns: Column | None) -> tuple[_core.Frame, list[str | None]]:
        """A frame in which all of them have names."""
        core = self._core
        names: list[str | None] = []
        for number, column in enumerate(columns):
            if isinstance(column, Expression) and not core.has_column(column.text):
                name = f"expression_{number}_"
                core = core.define(name, column.text, True)
                names.append(name)
            else:
                names.append(_name_of(core, column))
        return core, names

    def reduce(self, function: Callable[[Any, Any], Any], column: Column, initial: Any = None) -> Result[Any]:
        """Combine all values of a column, two at a time, in order of entries: by a ufunc of NumPy, a batch at a time,
        or by any function, one value at a time."""
        core, (name,) = self._named(column)
        action = Reduce(function, initial)
        return self._result(core.book(action, [str(name)]), lambda of: of.result(), "reduction", action)

    def aggregate(
        self,
        step: Callable[..., Any],
        merge: Callable[[Any, Any], Any],
        columns: Column | Sequence[Column],
        initial: Any,
        *,
        library: str = "np",
    ) -> Result[Any]:
        """Take batches of columns into a state: `step(state, *arrays)` returns the next state, or None when it has
        changed the state in place; `merge(one, other)` joins those of two neighbouring parts of the entries, in their
        order. Each part begins with a copy of `initial`."""
        given = [columns] if isinstance(columns, str | Expression) else list(columns)
        core, names = self._named(*given)
        action = Aggregate(step, merge, initial, library_of(library))
        return self._result(core.book(action, [str(one) for one in names]), lambda of: of.result(), "aggregate", action)

    def fold(
        self,
        step: Callable[..., Any],
        columns: Column | Sequence[Column],
        initial: Any,
        *,
        library: str = "np",
    ) -> Result[Any]:
        """Take batches of columns into one state, in order of entries for any number of cores: for what cannot be
        merged, as the longest gap between two entries. Columns are computed on all cores, `step` runs in one thread at
        a time.

        Args:
            step: `step(state, *arrays)` returns the next state, or None when it has changed the state in place. How
                many entries a batch has is not fixed, but depends on the data alone.
            columns: whose values it gets.
            initial: what a copy of the state begins as.
            library: of the arrays, as of `aggregate`.
        """
        given = [columns] if isinstance(columns, str | Expression) else list(columns)
        core, names = self._named(*given)
        action = Fold(step, initial, library_of(library))
        return self._result(core.book(action, [str(one) for one in names]), lambda of: of.result(), "fold", action)

    def book(self, action: Any, columns: Column | Sequence[Column], *, library: str = "np") -> Result[Any]:
        """An action of the user's: an object with the methods `partial()`, which gives the state of a part of the
        entries, `add(state, arrays, count)` for each batch of columns, and `finish(states)`, which gives the result of
        all states in order of entries. Arrays are those of NumPy ("np"), awkward ("ak") or pandas ("pd"). It is called
        by one thread at a time."""
        given = [columns] if isinstance(columns, str | Expression) else list(columns)
        core, names = self._named(*given)
        held = OfUser(action, library_of(library))
        return self._result(core.book(held, [str(one) for one in names]), lambda of: of.result(), "result", held)


def _name_of(core: _core.Frame, column: Column | None) -> str | None:
    """The name of a column. Raises KeyInFileError for what is no column but an expression."""
    if isinstance(column, str) and _SIGNS.search(column) and not core.has_column(column):
        raise KeyInFileError(
            f"there is no column {column!r}: results are of columns, so define it, or build it of columns, as "
            "frame['x'] * 2"
        )
    return str(column) if column is not None else None
