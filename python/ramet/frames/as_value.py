"""What acts as its value: attributes, items, operators, conversions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

__all__ = ["AsValue", "plain"]


def plain(value: Any) -> Any:
    """The value of a result; anything else as it is."""
    return value._looked_at() if isinstance(value, AsValue) else value


def _binary(operation: Callable[[Any, Any], Any]) -> Callable[[AsValue, Any], Any]:
    return lambda mine, other: operation(mine._looked_at(), plain(other))


def _reflected(operation: Callable[[Any, Any], Any]) -> Callable[[AsValue, Any], Any]:
    return lambda mine, other: operation(plain(other), mine._looked_at())


def _unary(operation: Callable[[Any], Any]) -> Callable[[AsValue], Any]:
    return lambda mine: operation(mine._looked_at())


class AsValue:
    """Gives on to its value what it is asked for. Threads: any number."""

    def _looked_at(self) -> Any:
        """The value."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "value":  # an AttributeError of its making leads here, and is raised once more
            return self._looked_at()
        return getattr(self._looked_at(), name)

    def __str__(self) -> str:
        return str(self._looked_at())

    def __format__(self, how: str) -> str:
        return format(self._looked_at(), how)

    def _repr_html_(self) -> str | None:
        make = getattr(self._looked_at(), "_repr_html_", None)
        return make() if make is not None else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are those of the value."""
        return plain, (self._looked_at(),)

    __float__: Any = _unary(float)
    __int__: Any = _unary(int)
    __index__: Any = _unary(operator.index)
    __bool__: Any = _unary(bool)
    __len__: Any = _unary(len)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._looked_at())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001 - NumPy's own
        return np.array(self._looked_at(), dtype=dtype, copy=copy)

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._looked_at(), digits)

    __getitem__: Any = _binary(operator.getitem)
    __contains__: Any = _binary(operator.contains)

    __eq__: Any = _binary(operator.eq)
    __ne__: Any = _binary(operator.ne)
    __lt__: Any = _binary(operator.lt)
    __le__: Any = _binary(operator.le)
    __gt__: Any = _binary(operator.gt)
    __ge__: Any = _binary(operator.ge)
    __hash__ = object.__hash__

    __neg__: Any = _unary(operator.neg)
    __pos__: Any = _unary(operator.pos)
    __abs__: Any = _unary(abs)
    __add__: Any = _binary(operator.add)
    __radd__: Any = _reflected(operator.add)
    __sub__: Any = _binary(operator.sub)
    __rsub__: Any = _reflected(operator.sub)
    __mul__: Any = _binary(operator.mul)
    __rmul__: Any = _reflected(operator.mul)
    __truediv__: Any = _binary(operator.truediv)
    __rtruediv__: Any = _reflected(operator.truediv)
    __floordiv__: Any = _binary(operator.floordiv)
    __rfloordiv__: Any = _reflected(operator.floordiv)
    __mod__: Any = _binary(operator.mod)
    __rmod__: Any = _reflected(operator.mod)
    __pow__: Any = _binary(operator.pow)
    __rpow__: Any = _reflected(operator.pow)
