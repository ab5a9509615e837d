"""Functions of the user's that compute columns, batch by batch."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from ramet import _core
from ramet.frames.values import column_of, given_to_functions
from ramet.writing.columns.inference import type_of_values

__all__ = ["BatchCall", "function_of", "type_of_function"]


class BatchCall:
    """A function as the compiled part calls it. Threads: any, one at a time in an interpreter with a global lock."""

    def __init__(self, function: Callable[..., Any], library: str, kind: _core.Type | None = None) -> None:
        self._function = function
        self._library = library
        self._kind = kind

    @property
    def arguments(self) -> list[str]:
        """The names of its parameters. Raises TypeError if they have none that could be columns."""
        function = getattr(self._function, "py_func", self._function)  # of numba's
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            raise TypeError("say the columns that are the arguments of the function") from None
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        if any(one.kind not in kinds for one in parameters):
            raise TypeError("say the columns that are the arguments of the function")
        return [one.name for one in parameters if one.default is inspect.Parameter.empty]

    def with_type(self, kind: _core.Type) -> BatchCall:
        """The same, whose values are of a type."""
        return BatchCall(self._function, self._library, kind)

    def values(self, arrays: list[_core.Array], count: int) -> Any:
        """What the function gives; one number stands for all entries."""
        values = self._function(*(given_to_functions(array, self._library) for array in arrays))
        if np.ndim(values) == 0 and not hasattr(values, "__len__"):
            return np.full(count, values)
        return values

    def __call__(self, arrays: list[_core.Array], count: int) -> _core.Array:
        return column_of("", self.values(arrays, count), self._kind)


def function_of(function: Callable[..., Any], library: str = "np") -> BatchCall:
    """The function as the compiled part calls it."""
    if library not in ("np", "ak", "pd"):
        raise ValueError(f"library={library!r}: there are 'np', 'ak' and 'pd'")
    return BatchCall(function, library)


def type_of_function(call: BatchCall, kinds: list[_core.Type]) -> _core.Type:
    """The type of a function's values, which is found by calling it with empty arrays.

    Raises:
        TypeError: the function cannot be called so.
    """
    empty = [column_of("", _empty(kind), kind) for kind in kinds]
    try:
        values = call.values(empty, 0)
        return _core.Type.parse(type_of_values("", values))
    except Exception as error:
        raise TypeError(
            f"the type of the function's values is not known, as it cannot be called with empty arrays ({error}): say "
            "it, as type='float64'"
        ) from error


def _empty(kind: _core.Type) -> Any:
    if kind.kind == _core.Kind.number:
        return np.empty(0, dtype=kind.number)
    if kind.kind == _core.Kind.list:
        return np.zeros(1, dtype=np.int64), _empty(kind.contents[0])
    return []
