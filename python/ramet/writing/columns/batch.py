"""Batches of entries as the flat NumPy arrays that C++ takes (python/bindings/internal/batch_arrays.hpp has the order).

Nothing here looks at single values: NumPy arrays go as they are, awkward arrays by their buffers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import MisuseError
from ramet.writing.columns.counters import check_counters, counter_of
from ramet.writing.columns.inference import is_pair
from ramet.writing.columns.tables import mapping_of

__all__ = ["buffers_of", "integers_of", "lengths_of"]

AnyArray = npt.NDArray[Any]
Buffers = list[AnyArray]


def buffers_of(columns: Sequence[_core.ColumnSpec], batch: Any) -> tuple[int, Buffers]:
    """The number of entries of a batch, and its buffers in the order of the columns."""
    wanted = {column.name for column in columns}
    values = mapping_of(batch, wanted=wanted)
    counters = {name for name in map(counter_of, columns) if name and name in values and name not in wanted}
    _check_names(wanted, {name: value for name, value in values.items() if name not in counters})
    buffers: Buffers = []
    entries: int | None = None
    counted: dict[int, _core.ColumnSpec] = {}  # by the number of the buffer of their offsets
    for column in columns:
        if counter_of(column) in counters:
            counted[len(buffers)] = column
        if isinstance(values[column.name], str | bytes):
            raise TypeError(f"column {column.name!r}: one text, {values[column.name]!r}, is not an array of values")
        try:
            length = _append(column.type, values[column.name], buffers)
        except TypeError as error:
            raise TypeError(f"column {column.name!r}: {error}") from None
        except ValueError as error:
            raise MisuseError(f"column {column.name!r}: {error}") from None
        if entries is not None and length != entries:
            raise MisuseError(f"column {column.name!r} has {length} entries, column {columns[0].name!r} has {entries}")
        entries = length
    if counted:
        counts = {name: integers_of(values[name]) for name in counters}
        check_counters(list(counted.values()), counts, [np.diff(buffers[place]) for place in counted])
    return entries or 0, buffers


def integers_of(values: Any) -> AnyArray | None:
    """A column's integers; None when it has anything else, or some are missing."""
    try:
        layout = _layout_of(values)
    except MisuseError:  # some are missing
        return None
    array = layout.data if layout is not None and layout.is_numpy else values if layout is None else None
    if array is None or (isinstance(array, np.ma.MaskedArray) and np.ma.getmaskarray(array).any()):
        return None
    array = np.asarray(array)
    return array if array.ndim == 1 and array.dtype.kind in "iu" else None


def lengths_of(values: Any) -> AnyArray:
    """The lengths of a column's lists. Raises TypeError for a column without lists."""
    return np.diff(_parts_of_lists(values)[0])


def _check_names(wanted: Iterable[str], given: Mapping[str, Any]) -> None:
    missing = [name for name in wanted if name not in given]
    unknown = [name for name in given if name not in set(wanted)]
    if missing or unknown:
        parts = [f"lacks {', '.join(map(repr, missing))}"] if missing else []
        parts += [f"has {', '.join(map(repr, unknown))}, which the tree does not have"] if unknown else []
        raise MisuseError(f"the batch {' and '.join(parts)}")


def _append(kind: _core.Type, values: Any, buffers: Buffers) -> int:
    """Add the buffers of some values; how many values they are."""
    if kind.kind == _core.Kind.number:
        numbers = _numbers(kind.number, values)
        buffers.append(numbers)
        return len(numbers)
    if kind.kind == _core.Kind.string:
        return _append_strings(values, buffers)
    if kind.kind == _core.Kind.list:
        return _append_lists(kind.contents[0], values, buffers)
    if kind.kind == _core.Kind.regular:
        return _append_regular(kind, values, buffers)
    if kind.kind == _core.Kind.option:
        return _append_options(kind.contents[0], values, buffers)
    if kind.kind == _core.Kind.variant:
        raise TypeError("values of several types in one column are written from C++ only")
    return _append_records(kind, values, buffers)


# --- numbers -----------------------------------------------------------------------------------------------------


def _numbers(wanted: str, values: Any) -> AnyArray:
    layout = _layout_of(values)
    if layout is not None:
        if layout.is_unknown:
            return np.empty(0, dtype=wanted)
        if not layout.is_numpy:
            raise TypeError(f"values of awkward type {str(layout.form.type)!r} are not {wanted}")
        values = layout.data
    if isinstance(values, np.ma.MaskedArray) and values.mask.any():
        raise MisuseError("masked values cannot be stored in this column")
    array = np.asarray(values)
    if wanted == "uint64" and array.dtype == np.float64 and isinstance(values, list):
        array = _large_integers(values, array)
    if array.ndim != 1:
        raise MisuseError(f"an array of {array.ndim} dimensions, expected 1 of {wanted}")
    if array.size == 0 and array.dtype in (np.float64, object):  # what is made of no values
        return np.empty(0, dtype=wanted)
    if array.dtype != wanted:
        array = _cast(array, np.dtype(wanted))
    return np.ascontiguousarray(array)


def _large_integers(values: list[Any], array: AnyArray) -> AnyArray:
    """Integers of which some need all 64 bits: NumPy makes floats of these beside small ones."""
    if not values or not all(isinstance(value, int | np.integer) for value in values):
        return array
    if min(values) < 0:
        raise MisuseError(f"values from {min(values)} to {max(values)} do not fit into uint64")
    return np.array(values, dtype=np.uint64)


def _cast(array: AnyArray, wanted: np.dtype[Any]) -> AnyArray:
    """Change the type where no value is lost: a float may lose digits that stand behind its point, never its size."""
    have = array.dtype
    if have.kind in "iu" and wanted.kind == "f":
        floats = array.astype(wanted)
        if array.size and max(int(array.max()), -int(array.min())) > 2 ** (np.finfo(wanted).nmant + 1):
            _check_whole(array, floats)
        return floats
    if np.can_cast(have, wanted, "safe"):
        return array.astype(wanted)
    if have.kind == "f" and wanted.kind == "f":
        with np.errstate(over="ignore"):
            floats = array.astype(wanted)
        lost = np.isfinite(array) & ~np.isfinite(floats)
        if lost.any():
            raise MisuseError(f"{array[lost][0]} does not fit into {wanted}")
        return floats
    if have.kind in "iu" and wanted.kind in "iu":
        if array.size:
            limits = np.iinfo(wanted)
            low, high = int(array.min()), int(array.max())
            if low < limits.min or high > limits.max:
                raise MisuseError(f"values from {low} to {high} do not fit into {wanted}")
        return array.astype(wanted)
    raise TypeError(f"values of {have} cannot become {wanted} without loss; use astype")


def _check_whole(array: AnyArray, floats: AnyArray) -> None:
    """Integers that are larger than a float has digits are the same only if the last ones are 0."""
    whole = np.dtype(np.int64 if array.dtype.kind == "i" else np.uint64)
    limit = 2.0 ** (63 if array.dtype.kind == "i" else 64)
    is_back = np.abs(floats) < limit
    same = is_back & (np.where(is_back, floats, 0).astype(whole) == array)
    same |= (floats == -limit) & (array == np.iinfo(whole).min)  # whose magnitude is the limit itself
    if not same.all():
        raise MisuseError(f"{array[~same][0]} has more digits than {floats.dtype} can hold")


# --- strings, lists, regular arrays, records -----------------------------------------------------------------------


def _append_strings(values: Any, buffers: Buffers) -> int:
    layout = _layout_of(values)
    if layout is not None:
        if layout.is_unknown:
            values = []
        elif layout.parameter("__array__") not in ("string", "bytestring"):
            raise TypeError(f"values of awkward type {str(layout.form.type)!r} are not strings")
        else:
            lists = layout.to_ListOffsetArray64(False)
            values = (np.asarray(lists.offsets), lists.content.data)
    if isinstance(values, Mapping):
        raise TypeError("a dict is not an array of strings")
    if is_pair(values):
        offsets, characters = _offsets(values[0]), np.asarray(values[1])
        if characters.dtype != np.uint8:
            raise TypeError(f"characters are uint8, not {characters.dtype}")
    else:
        encoded = [_encoded(text) for text in values]
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded)), out=offsets[1:])
        characters = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    buffers += [offsets, np.ascontiguousarray(characters)]
    return len(offsets) - 1


def _encoded(text: Any) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a string")
    return text.encode("utf-8", "surrogateescape")


def _append_options(content: _core.Type, values: Any, buffers: Buffers) -> int:
    """Values of which some may be missing: None, masked, or an awkward option."""
    ak = sys.modules.get("awkward")
    if isinstance(values, Mapping):
        raise TypeError("a dict is not an array of values that may be missing")
    if ak is not None and isinstance(values, ak.Array):
        values = values.layout
    if ak is not None and isinstance(values, ak.contents.Content):
        is_there = np.asarray(values.mask_as_bool(valid_when=True)) if values.is_option else np.ones(len(values), bool)
        items = values.project() if values.is_option else values
    elif isinstance(values, np.ma.MaskedArray):
        is_there = ~np.ma.getmaskarray(values)
        items = values.compressed()
    elif isinstance(values, np.ndarray) and values.dtype != object:
        is_there, items = np.ones(len(values), bool), values
    else:
        is_there = np.fromiter((value is not None for value in values), dtype=bool, count=len(values))
        items = [value for value in values if value is not None]
    offsets = np.zeros(len(is_there) + 1, dtype=np.int64)
    np.cumsum(is_there, out=offsets[1:])
    buffers.append(offsets)
    _append(content, items, buffers)
    return len(is_there)


def _append_lists(content: _core.Type, values: Any, buffers: Buffers) -> int:
    if isinstance(values, Mapping):
        values = _zipped(values)
    elif _are_maps(content, values):
        values = [list(item.items()) for item in values]
    offsets, items = _parts_of_lists(values)
    place = len(buffers)
    length = _append(content, items, buffers)
    if int(offsets[-1]) > length:
        raise MisuseError(f"offsets reach to {int(offsets[-1])}, but there are {length} values")
    buffers.insert(place, offsets)
    return len(offsets) - 1


def _are_maps(content: _core.Type, values: Any) -> bool:
    """Whether lists of keys and values are given as dictionaries."""
    if content.kind != _core.Kind.record or content.names != ["first", "second"]:
        return False
    return isinstance(values, list) and bool(values) and all(isinstance(item, Mapping) for item in values)


def _parts_of_lists(values: Any) -> tuple[AnyArray, Any]:
    """Offsets and content of lists."""
    if is_pair(values):
        return _offsets(values[0]), values[1]
    layout = _layout_of(values)
    if layout is not None:
        if layout.is_unknown:
            return np.zeros(1, dtype=np.int64), layout
        if layout.is_numpy and layout.data.ndim > 1:
            layout = layout.to_RegularArray()
        if not layout.is_list:
            raise TypeError(f"values of awkward type {str(layout.form.type)!r} are not lists")
        lists = layout.to_ListOffsetArray64(False)
        return np.ascontiguousarray(lists.offsets, dtype=np.int64), lists.content
    if isinstance(values, np.ndarray) and values.ndim > 1:
        count, size = values.shape[:2]
        return np.arange(count + 1, dtype=np.int64) * size, values.reshape(count * size, *values.shape[2:])
    if isinstance(values, np.ndarray) and values.dtype != object:
        raise TypeError(f"an array of {values.dtype} has no lists: give an awkward array or a pair (offsets, content)")
    return _joined(list(values))


def _joined(items: list[Any]) -> tuple[AnyArray, Any]:
    """Offsets and content of a list of lists, for small data: one Python step a list."""
    offsets = np.zeros(len(items) + 1, dtype=np.int64)
    try:
        np.cumsum(np.fromiter(map(len, items), dtype=np.int64, count=len(items)), out=offsets[1:])
    except TypeError:
        wrong = next(item for item in items if not hasattr(item, "__len__"))
        raise TypeError(f"{wrong!r} is not a list") from None
    filled = [item for item in items if len(item)]
    if not filled:
        return offsets, []
    if all(isinstance(item, np.ndarray) for item in filled):
        return offsets, np.concatenate(filled)
    content = [value for item in filled for value in item]
    return offsets, content


def _zipped(members: Mapping[str, Any]) -> tuple[AnyArray, dict[str, Any]]:
    """Offsets and members of records, from equally long lists of each."""
    first: tuple[str, AnyArray] | None = None
    contents: dict[str, Any] = {}
    for name, values in members.items():
        offsets, content = _parts_of_lists(values)
        begin, end = int(offsets[0]), int(offsets[-1])
        offsets, contents[name] = offsets - begin, content[begin:end]
        if first is None:
            first = (name, offsets)
        elif not np.array_equal(offsets, first[1]):
            raise MisuseError(f"the lists of {name!r} and {first[0]!r} have different lengths")
    if first is None:
        raise MisuseError("a record without members")
    return first[1], contents


def _append_regular(kind: _core.Type, values: Any, buffers: Buffers) -> int:
    layout = _layout_of(values)
    if layout is None and isinstance(values, list) and not _is_of_numbers(kind):
        if not all(len(value) == kind.size for value in values):
            raise MisuseError(f"an array of another size than {kind.size}")
        if not any(isinstance(value, np.ndarray) for value in values):
            _append(kind.contents[0], [item for value in values for item in value], buffers)
            return len(values)
    if layout is None:
        if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
            raise MisuseError("masked values cannot be stored in this column")
        array = np.asarray(values)
        if array.ndim == 1 and array.size == 0:
            return _append(kind.contents[0], [], buffers)
        if array.ndim < 2 or array.shape[1] != kind.size:
            raise MisuseError(f"an array of shape {array.shape}, expected (entries, {kind.size}, ...)")
        _append(kind.contents[0], array.reshape(-1, *array.shape[2:]), buffers)
        return int(array.shape[0])
    if layout.is_unknown:
        return _append(kind.contents[0], layout, buffers)
    if (layout.is_numpy and layout.data.ndim > 1) or layout.is_list:
        layout = layout.to_RegularArray()
    if not layout.is_regular or layout.size != kind.size:
        raise MisuseError(f"values of awkward type {str(layout.form.type)!r}, expected arrays of {kind.size}")
    _append(kind.contents[0], layout.content[: len(layout) * kind.size], buffers)
    return len(layout)


def _is_of_numbers(kind: _core.Type) -> bool:
    """Whether NumPy makes an array of such lists: not of integers that it makes floats of (_large_integers)."""
    while kind.kind == _core.Kind.regular:
        kind = kind.contents[0]
    return kind.kind == _core.Kind.number and kind.number != "uint64"


def _append_records(kind: _core.Type, values: Any, buffers: Buffers) -> int:
    members: Mapping[str, Any]
    layout = _layout_of(values)
    if isinstance(values, Mapping):
        members = values
    elif isinstance(values, np.ndarray) and values.dtype.names is not None:
        members = {name: values[name] for name in values.dtype.names}
    elif isinstance(values, list) and all(isinstance(item, Mapping) for item in values):
        wanted = set(kind.names)
        for item in values:
            if item.keys() != wanted:
                _check_names(kind.names, item)
        members = {name: [item[name] for item in values] for name in kind.names}
    elif isinstance(values, list) and all(isinstance(item, tuple) and len(item) == len(kind.names) for item in values):
        members = {name: [item[at] for item in values] for at, name in enumerate(kind.names)}
    elif layout is not None and layout.is_tuple and len(layout.fields) == len(kind.names):
        members = {name: layout.content(at)[: len(layout)] for at, name in enumerate(kind.names)}
    elif layout is not None and layout.is_record:
        members = {name: layout.content(name)[: len(layout)] for name in layout.fields}
    elif layout is not None and layout.is_unknown:
        members = dict.fromkeys(kind.names, layout)
    else:
        raise TypeError(f"{type(values).__name__} is not an array of records: give a dict, structured or awkward array")
    _check_names(kind.names, members)
    if not kind.names:
        raise MisuseError("records without members cannot be stored")
    lengths = [_append(kind.contents[at], members[name], buffers) for at, name in enumerate(kind.names)]
    if len(set(lengths)) != 1:
        raise MisuseError(f"members {kind.names} have {lengths} values")
    return lengths[0]


# --- what values are -------------------------------------------------------------------------------------------------


def _offsets(values: Any) -> AnyArray:
    offsets = np.asarray(values)
    if offsets.ndim != 1 or offsets.dtype.kind not in "iu" or len(offsets) == 0:
        raise TypeError("offsets are a 1-dimensional array of at least one integer")
    if int(offsets[0]) < 0 or int(offsets[-1]) < int(offsets[0]):
        raise MisuseError(f"offsets go from {int(offsets[0])} to {int(offsets[-1])}")
    return np.ascontiguousarray(offsets, dtype=np.int64)


def _layout_of(values: Any) -> Any:
    """The awkward layout of values, without indirections; None when they are not awkward's."""
    ak = sys.modules.get("awkward")  # who has an awkward array has imported it
    if ak is None:
        return None
    if isinstance(values, ak.Array):
        values = values.layout
    if not isinstance(values, ak.contents.Content):
        return None
    if values.is_option:
        if not np.asarray(values.mask_as_bool(valid_when=True)).all():
            raise MisuseError("missing values (None) cannot be stored in this column")
        return _layout_of(values.project())
    if values.is_indexed:
        return _layout_of(values.project())
    if values.is_union:
        raise TypeError("values of several types in one column (an awkward union)")
    return values
