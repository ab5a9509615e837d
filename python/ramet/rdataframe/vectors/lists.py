"""Arrays of NumPy with the names that ROOT's vectors of numbers have: what Take gives, and RVec."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.rdataframe.columns import dtype_of_cpp

__all__ = ["RVec", "RVecOf", "as_vector"]


class _Count(int):
    """A number that can be called, as `size` of NumPy and `size()` of C++ are written. Threads: immutable."""

    def __call__(self) -> int:
        return int(self)


class RVec(np.ndarray):
    """An array with `size()`, `at`, `front`, `back` and `empty`, whose elements are numbers of Python. Threads: as an
    array."""

    def __new__(cls, values: Any = (), dtype: Any = None) -> RVec:
        """Values, or a number of zeros."""
        made = np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype)
        return made.view(cls)

    @property
    def size(self) -> Any:
        """How many elements it has: `size` or `size()`."""
        return _Count(np.prod(self.shape, dtype=np.int64))

    def at(self, place: int, otherwise: Any = None) -> Any:
        """An element, or something else where there is none. Raises IndexError without either."""
        return otherwise if otherwise is not None and not 0 <= place < len(self) else self[place]

    def front(self) -> Any:
        """The first element. Raises IndexError without one."""
        return self[0]

    def back(self) -> Any:
        """The last element, likewise."""
        return self[-1]

    def empty(self) -> bool:
        """Whether it has none."""
        return len(self) == 0

    def __getitem__(self, place: Any) -> Any:
        return _plain(super().__getitem__(place))

    def __iter__(self) -> Iterator[Any]:
        return map(_plain, super().__iter__()) if self.dtype.hasobject or self.ndim != 1 else iter(self.tolist())


def _plain(value: Any) -> Any:
    """A number of Python; of an array that is an element, a vector."""
    if isinstance(value, np.generic):
        return value.item()
    return as_vector(value)


def as_vector(value: Any) -> Any:
    """An array of NumPy with the names of ROOT's; anything else as it is."""
    return value.view(RVec) if isinstance(value, np.ndarray) and not isinstance(value, RVec) else value


class RVecOf:
    """What makes vectors of a type: `RVec["float"]([1, 2])`, `RVecF([1, 2])`. Threads: immutable."""

    def __init__(self, dtype: str | None = None) -> None:
        self._dtype = dtype

    def __getitem__(self, kind: type | str) -> Callable[..., RVec]:
        """Of a type by its name in C++. Raises MisuseError for one that is of no numbers."""
        names = {int: "int32", float: "float64", bool: "bool"}
        dtype = names.get(kind) if isinstance(kind, type) else dtype_of_cpp(kind)
        if dtype is None or dtype.startswith(("var", "string")):
            raise MisuseError(f"RVec of {kind}: numbers are wanted")
        return RVecOf(dtype)

    def __call__(self, values: Any = (), fill: Any = None) -> Any:
        """A vector of values, or of a number of them that are 0 or what is said; of the name of a type, what makes
        vectors of it."""
        if isinstance(values, str | type):
            return self[values]
        made = RVec(values if isinstance(values, int | np.ndarray) else list(values), self._dtype)
        if fill is not None:
            made[:] = fill
        return made
