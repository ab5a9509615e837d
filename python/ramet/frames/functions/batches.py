"""Functions of Python that are called with batches."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.frames.functions.column_function import Called, ColumnFunction, Computation
from ramet.frames.values import column_of, given_to_functions
from ramet.writing.columns.inference import type_of_values

__all__ = ["BatchFunction", "parameters_of"]


class BatchFunction(ColumnFunction):
    """A function of arrays of many entries. Threads: any, one at a time in an interpreter with a global lock."""

    def __init__(self, function: Callable[..., Any], library: str) -> None:
        if library not in ("np", "ak", "pd"):
            raise ValueError(f"library={library!r}: there are 'np', 'ak' and 'pd'")
        self._function = function
        self._library = library

    @property
    def arguments(self) -> list[str]:
        """The names of its parameters."""
        return parameters_of(self._function)

    def of_columns(self, names: Sequence[str], kinds: Sequence[_core.Type]) -> Computation:
        """The function itself: what it does with columns shows when it is called."""
        return _Batches(self._function, self._library, kinds)


class _Batches(Computation):
    def __init__(self, function: Callable[..., Any], library: str, kinds: Sequence[_core.Type]) -> None:
        self._function = function
        self._library = library
        self._kinds = list(kinds)

    @property
    def type(self) -> _core.Type:
        """The type of its values, which is found by calling it with empty arrays."""
        empty = [column_of("", _empty(kind), kind) for kind in self._kinds]
        try:
            return _core.Type.parse(type_of_values("", self.values(empty, 0)))
        except Exception as error:
            raise TypeError(
                "the type of the function's values is not known, as it cannot be called with empty arrays "
                f"({_told(error)}): "
                "say it, as type='float64'"
            ) from error

    def called(self, kind: _core.Type) -> Called:
        """The function with its values as a column."""
        return _BatchCall(self, kind)

    def values(self, arrays: Sequence[_core.Array], count: int) -> Any:
        """What the function gives; one number stands for all entries."""
        values = self._function(*(given_to_functions(array, self._library) for array in arrays))
        is_one = values.ndim == 0 if isinstance(values, np.ndarray) else not hasattr(values, "__len__")
        return np.full(count, values) if is_one else values  # np.ndim would make one array of awkward's


class _BatchCall:
    def __init__(self, function: _Batches, kind: _core.Type) -> None:
        self._function = function
        self._kind = kind

    def __call__(self, arrays: list[_core.Array], count: int) -> _core.Array:
        values = self._function.values(arrays, count)
        try:
            made = column_of("", values, self._kind)
        except (TypeError, ValueError) as error:
            raise _told(error) from None
        if len(made) != count:
            raise MisuseError(f"the function gave {len(made)} values for {count} entries: one for each is wanted")
        return made


def _told(error: Exception) -> Exception:
    """The same error, of the function's values instead of a column without a name."""
    text = str(error)
    return type(error)(text.replace("column '':", "the function's values:")) if "column ''" in text else error


def parameters_of(function: Any) -> list[str]:
    """The names of a function's parameters. Raises TypeError if they have none that could be columns."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise TypeError("say the columns that are the arguments of the function") from None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if any(one.kind not in kinds for one in parameters):
        raise TypeError("say the columns that are the arguments of the function")
    return [one.name for one in parameters if one.default is inspect.Parameter.empty]


def _empty(kind: _core.Type) -> Any:
    if kind.kind == _core.Kind.number:
        return np.empty(0, dtype=kind.number)
    if kind.kind == _core.Kind.list:
        return np.zeros(1, dtype=np.int64), _empty(kind.contents[0])
    if kind.kind == _core.Kind.record:
        return {name: _empty(content) for name, content in zip(kind.names, kind.contents, strict=True)}
    return []
