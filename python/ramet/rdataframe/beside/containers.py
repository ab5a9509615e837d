"""Vectors of the C++ library, as scripts make them for names of columns; and the seed of random numbers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.rdataframe.columns import dtype_of_cpp

__all__ = ["gRandom", "std", "vector"]


class StdVector(list[Any]):
    """A list with the names that a `std::vector` has. Threads: as a list."""

    push_back = list.append
    emplace_back = list.append

    def size(self) -> int:
        """How many elements it has."""
        return len(self)

    def empty(self) -> bool:
        """Whether it has none."""
        return not self

    def at(self, place: int) -> Any:
        """An element. Raises IndexError without it."""
        return self[place]

    def reserve(self, size: int) -> None:
        """Do nothing."""


class _Vector:
    """`vector("string")` and `vector["string"]`: what makes vectors. Threads: immutable."""

    def __call__(self, kind: str) -> Callable[..., StdVector]:
        """What makes vectors of a type, which is not looked at."""

        def make(values: Iterable[Any] | int = ()) -> StdVector:
            return StdVector([None] * values if isinstance(values, int) else values)

        return make

    __getitem__ = __call__


class _Limits:
    """`numeric_limits[int]` and `numeric_limits["float"]`. Threads: immutable."""

    def __getitem__(self, kind: type | str) -> Any:
        """The limits of a type, with `min()`, `lowest()` and `max()`."""
        names = {int: "int32", float: "float64", bool: "bool"}
        name = names[kind] if isinstance(kind, type) else dtype_of_cpp(kind)
        if name is None or name.startswith("var"):
            raise MisuseError(f"numeric_limits of {kind}")
        return _LimitsOf(np.dtype(name))


class _LimitsOf:
    """The limits of a type of numbers. Threads: immutable."""

    def __init__(self, kind: Any) -> None:
        self._limits: Any = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
        self._plain: Any = float if kind.kind == "f" else int

    def lowest(self) -> Any:
        """The lowest number."""
        return self._plain(self._limits.min)

    def min(self) -> Any:
        """The same; of real numbers the smallest above 0."""
        return self._plain(self._limits.tiny if self._plain is float else self._limits.min)

    def max(self) -> Any:
        """The greatest number."""
        return self._plain(self._limits.max)


class _Std:
    """`ROOT.std`. Threads: immutable."""

    vector = _Vector()
    numeric_limits = _Limits()


class _Random:
    """`gRandom`: the seed of dataframes that are made after it was set. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seed = 0

    def SetSeed(self, seed: int = 0) -> None:
        """Draw other numbers in expressions of dataframes from here on. They are not ROOT's, and 0 is a seed as any."""
        with self._lock:
            self._seed = int(seed)

    def GetSeed(self) -> int:
        """The seed."""
        with self._lock:
            return self._seed


vector = _Vector()
std = _Std()
gRandom = _Random()
