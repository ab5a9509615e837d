"""What type the values of a function of Python have: that of all that it gives for a few values."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from ramet import _core

__all__ = ["type_of_function"]

_PLAIN = {bool: "bool", int: "int64", float: "float64", str: "string"}
_USUAL = (1, 0, 2, -1, 0.5, 3, 10, 100, 1000)
_LENGTHS = (1, 0, 2, 3, 4, 5)
_MOST_CONSTANTS = 12
_LARGEST_CONSTANT = 1e6  # a function may count up to its argument


def type_of_function(function: Callable[..., Any], kinds: Sequence[_core.Type]) -> str:
    """The type of the values of a function of columns of these types, as numba finds it in ROOT: int64 and float64 give
    float64. It is called with usual numbers, with those beside the constants in it, and with lists of some lengths.

    Raises:
        TypeError: it fails for all of them, or gives what cannot be a column.
    """
    found: list[str] = []
    error: Exception | None = None
    for row in _rows(function, len(kinds)):
        try:
            with np.errstate(all="ignore"):
                value = function(*(_example(kind, *one) for kind, one in zip(kinds, row, strict=True)))
            found.append(_type_of_value(value))
        except Exception as failed:
            error = error or failed
    found = list(dict.fromkeys(found))
    if not found:
        raise TypeError(
            f"the type of the function's values is not known, as it fails for values of 1 ({error}): annotate it, as "
            "def f(x) -> float"
        ) from error
    return _joined(found)


def _rows(function: Callable[..., Any], columns: int) -> Iterator[list[tuple[float, int]]]:
    """For each call a number and a length for each column: first the same for all, then different ones."""
    numbers = [*_USUAL, *(one for found in _constants(function) for one in (found, found - 1, found + 1))]
    for place, number in enumerate(numbers):
        yield [(number, _LENGTHS[place % len(_LENGTHS)])] * columns
    for place in range(len(numbers) if columns else 0):
        shifted = [(place + 1 + step * 3) % len(numbers) for step in range(columns)]
        yield [(numbers[one], _LENGTHS[(place // 2 + step) % len(_LENGTHS)]) for step, one in enumerate(shifted)]


def _constants(function: Callable[..., Any]) -> list[float]:
    """The numbers in the text of a function, and those around it that it uses."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if not isinstance(code, types.CodeType):
        return []
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or () if _is_filled(cell)]
    names = getattr(function, "__globals__", {})
    seen = [*code.co_consts, *cells, *(names.get(name) for name in code.co_names)]
    numbers = [one for one in seen if isinstance(one, int | float) and not isinstance(one, bool)]
    numbers = [one for one in numbers if abs(one) <= _LARGEST_CONSTANT]
    return list(dict.fromkeys(numbers))[:_MOST_CONSTANTS]


def _is_filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - it raises if there is none
    except ValueError:
        return False
    return True


def _example(kind: _core.Type, number: float, length: int) -> Any:
    if kind.kind == _core.Kind.number:
        return _numbers([number], kind.number)[0]
    if kind.kind in (_core.Kind.list, _core.Kind.regular):
        inner = kind.contents[0]
        if inner.kind == _core.Kind.number:
            return _numbers([number] * length, inner.number)
        return [_example(inner, number, length)] * length
    return str(number)


def _numbers(values: list[float], name: str) -> Any:
    """Numbers of a type; the nearest that it has."""
    dtype = np.dtype(name)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        values = [min(max(int(one), int(limits.min)), int(limits.max)) for one in values]
    return np.array(values, dtype=dtype)


def _type_of_value(value: Any) -> str:
    if isinstance(value, np.generic):
        return np.dtype(type(value)).name
    for kind, name in _PLAIN.items():
        if isinstance(value, kind):
            return name
    values = np.asarray(value)
    if values.ndim == 1 and not len(values) and not isinstance(value, np.ndarray):
        return "var * "  # of any
    if values.ndim == 1 and values.dtype.kind in "biuf":
        return f"var * {values.dtype.name}"
    raise TypeError(f"a function gives a {type(value).__name__}, which cannot be a column")


def _joined(found: list[str]) -> str:
    """One type for several: of numbers the one that has all, of others the first."""
    lists = [one.removeprefix("var * ") for one in found if one.startswith("var * ")]
    if lists and found[0].startswith("var * "):
        return f"var * {_promoted([one for one in lists if one] or ['float64'])}"
    return found[0] if found[0] == "string" else _promoted([one for one in found if not one.startswith(("var", "str"))])


def _promoted(names: list[str]) -> str:
    return np.result_type(*(np.dtype(name) for name in names)).name
