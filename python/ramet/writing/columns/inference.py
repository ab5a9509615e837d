"""The types of columns, from their values."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.arguments import name_text
from ramet.errors import MisuseError
from ramet.writing.columns.notation import UNKNOWN, text_of_awkward, text_of_dtype, text_of_record

__all__ = ["are_whole_numbers", "has_values", "is_pair", "schema_of_batch", "type_of_values"]

_NUMBERS = (int, float, np.number, np.bool_)  # and Python's bool, which is an int


def schema_of_batch(batch: Mapping[str, Any]) -> dict[str, str]:
    """The types of the columns of a batch, in ramet's notation."""
    return {name_text(name, "a column's name"): type_of_values(name, values) for name, values in batch.items()}


def type_of_values(name: str, values: Any) -> str:
    """The type of a column. Raises TypeError and MisuseError, naming it, for values that cannot be stored."""
    try:
        return _text_of_values(values)
    except TypeError as error:
        raise TypeError(f"column {name!r}: {error}") from None
    except ValueError as error:
        raise MisuseError(f"column {name!r}: {error}") from None


def _text_of_values(values: Any) -> str:
    if is_pair(values):
        return f"var * {_text_of_values(values[1])}"
    if isinstance(values, Mapping):
        return text_of_record((str(name), _text_of_values(member)) for name, member in values.items())
    ak = sys.modules.get("awkward")
    if ak is not None and isinstance(values, ak.Array):
        return text_of_awkward(values.type)
    if not hasattr(values, "__len__") or isinstance(values, str | bytes):
        raise TypeError(f"{type(values).__name__} is not an array of values")
    if isinstance(values, np.ndarray):
        return _text_of_array(values)
    array = _array_of(values)
    if array.dtype == object:
        return _text_of_objects(array)
    if array.size == 0 and array.ndim > 1:  # lists without values
        return "var * " * (array.ndim - 1) + UNKNOWN
    if array.size and array.dtype == np.float64 and are_whole_numbers(values):  # which NumPy makes floats of
        low, high = _range_of(values)
        if low < 0:
            raise MisuseError(f"whole numbers from {low} to {high} do not fit into one type")
        array = array.astype(np.uint64)
    return text_of_dtype(np.dtype((array.dtype, array.shape[1:])))


def _array_of(values: Any) -> npt.NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:  # lists of unequal length
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array


def _text_of_array(array: npt.NDArray[Any]) -> str:
    if array.dtype == object:
        return _text_of_objects(array)
    text = text_of_dtype(np.dtype((array.dtype, array.shape[1:])))
    is_masked = isinstance(array, np.ma.MaskedArray) and array.ndim == 1 and np.ma.getmaskarray(array).any()
    return f"?{text}" if is_masked and array.dtype.names is None else text


def _text_of_objects(array: npt.NDArray[Any]) -> str:
    items = [item for item in array if item is not None]
    mark = "?" if len(items) < len(array) else ""
    if not items:
        return mark + UNKNOWN
    if isinstance(items[0], str | bytes):
        return mark + "string"
    if mark and all(isinstance(item, _NUMBERS) for item in items):
        return mark + _text_of_values(items)
    if all(isinstance(item, Mapping) for item in items):
        return mark + _text_of_mappings(items)
    for item in items:
        if not hasattr(item, "__len__"):
            raise TypeError(f"values of type {type(item).__name__} cannot be stored")
    if all(isinstance(item, list | tuple) for item in items):
        return f"{mark}var * {_text_of_values([value for item in items for value in item])}"
    texts = {_text_of_values(item) for item in items if len(item)}
    if len(texts) > 1:
        raise TypeError(f"objects of types {sorted(texts)} in one column: use mktree, which is told the type")
    return f"{mark}var * {texts.pop() if texts else UNKNOWN}"


def _text_of_mappings(items: list[Mapping[Any, Any]]) -> str:
    """The type of mappings of equal names, which are records."""
    names = list(items[0])
    other = next((item for item in items if item.keys() != items[0].keys()), None)
    if other is not None:
        raise TypeError(f"dictionaries of {names} and of {list(other)} in one column, which are records of one type")
    return text_of_record((str(name), _text_of_values([item[name] for item in items])) for name in names)


def is_pair(values: Any) -> bool:
    """Whether they are lists in flat form: an array of their offsets, and their content.

    A tuple of two Python lists has these two entries, as in uproot. Raises MisuseError for a list before an array,
    which may be meant as either.
    """
    if not isinstance(values, tuple) or len(values) != 2 or any(map(_is_one, values)):
        return False
    if not isinstance(values[0], list | tuple | range | Mapping):
        return True
    if not isinstance(values[1], list | tuple | range | Mapping):
        raise MisuseError(
            "a tuple of a list and an array: write (numpy.array(offsets), content) for lists of such offsets, "
            "and [first, second] for two entries"
        )
    return False


def _is_one(value: Any) -> bool:
    """Whether it is a value, and no array of such."""
    return isinstance(value, str | bytes) or not (hasattr(value, "__len__") or hasattr(value, "__array__"))


def are_whole_numbers(values: Any) -> bool:
    """Whether lists, however nested, have integers only; the first number that is none ends the search."""
    if isinstance(values, list | tuple):
        return all(map(are_whole_numbers, values))
    return isinstance(values, int | np.integer) and not isinstance(values, bool)


def _range_of(values: Any) -> tuple[int, int]:
    numbers = list(_flat(values))
    return min(numbers), max(numbers)


def _flat(values: Any) -> Iterable[int]:
    if isinstance(values, list | tuple):
        for value in values:
            yield from _flat(value)
    else:
        yield int(values)


def has_values(given: Any) -> bool:
    """Whether something that stands for a column is values, and no type."""
    if isinstance(given, str | type | np.dtype):
        return False
    if isinstance(given, Mapping):
        return any(map(has_values, given.values()))
    if isinstance(given, range):
        return True
    if isinstance(given, tuple):  # ("float32", (3,)) is a type
        inner = (one for one in given if not isinstance(one, tuple))
        return any(map(has_values, inner)) or all(isinstance(one, _NUMBERS) for one in given)
    if not isinstance(given, list):
        return hasattr(given, "__array__")
    try:
        np.dtype(given)  # a list of fields
    except (TypeError, ValueError):
        return True
    return not given
