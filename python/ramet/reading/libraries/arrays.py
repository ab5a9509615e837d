"""Convert ramet's arrays to awkward and NumPy, sharing the memory that C++ decoded them into."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core

__all__ = ["awkward", "class_of", "layout_of", "maps_of", "numpy_of", "objects_of", "sets_of"]

AnyArray = npt.NDArray[Any]


def awkward() -> Any:
    """The package, which is optional."""
    try:
        import awkward as package
    except ImportError:
        raise ImportError("library='ak' needs the package awkward; library='np' does not") from None
    return package


def layout_of(array: _core.Array, type: _core.Type | None = None, record: str = "") -> Any:
    """An awkward layout that shares the memory. Records are called by the classes that `type` has; the outermost ones
    by `record`, if that is said."""
    ak = awkward()
    kind = array.kind
    if kind == _core.Kind.number:
        return ak.contents.NumpyArray(_native(array.values))
    if kind == _core.Kind.string:
        characters = ak.contents.NumpyArray(array.values, parameters={"__array__": "char"})
        offsets = ak.index.Index64(_native(array.offsets))
        return ak.contents.ListOffsetArray(offsets, characters, parameters={"__array__": "string"})
    inside = "" if kind in (_core.Kind.record, _core.Kind.variant) else record
    types = _types_inside(array, type)
    contents = [layout_of(content, one, inside) for content, one in zip(array.contents, types, strict=True)]
    if kind == _core.Kind.list:
        return ak.contents.ListOffsetArray(ak.index.Index64(_native(array.offsets)), contents[0])
    if kind == _core.Kind.regular:
        return ak.contents.RegularArray(contents[0], array.size, zeros_length=len(array))
    if kind == _core.Kind.option:
        index = np.where(np.diff(array.offsets) == 1, array.offsets[:-1], -1)
        return ak.contents.IndexedOptionArray.simplified(ak.index.Index64(index), contents[0])
    if kind == _core.Kind.variant:
        return _variant_layout(array, contents)
    name = record or (class_of(type) if type is not None else "")
    named = {"__record__": name} if name else None
    return ak.contents.RecordArray(contents, array.names, length=len(array), parameters=named)


def class_of(type: _core.Type) -> str:
    """The class that a record is of, spelled as other types are: files of old have "A<B<C> >"."""
    return type.class_name.replace("> >", ">>")


def _types_inside(array: _core.Array, type: _core.Type | None) -> list[_core.Type | None]:
    """The types of an array's contents, as far as the type that its column has on disk tells them."""
    unknown: list[_core.Type | None] = [None] * len(array.contents)
    if type is None:
        return unknown
    if array.kind == _core.Kind.record:
        members = dict(zip(type.names, type.contents, strict=True))
        return [members.get(name) for name in array.names]
    if array.kind == _core.Kind.option and type.kind != _core.Kind.option:  # of a friend, where entries have no partner
        return [type]
    return list(type.contents) if len(type.contents) == len(array.contents) else unknown


def _variant_layout(array: _core.Array, contents: list[Any]) -> Any:
    """A union; where a value may be missing, of options, for in awkward all alternatives are or none is."""
    ak = awkward()
    tags, places = array.values, _native(array.offsets)
    if len(contents) < 2 or (tags == 0).any() or any(content.is_option for content in contents):
        # One more value of each alternative, which is none.
        ends = np.array([len(content) for content in contents] or [0])
        indexes = [np.append(np.arange(end), -1) for end in ends]
        contents = contents or [ak.contents.EmptyArray()]
        contents = [
            ak.contents.IndexedOptionArray.simplified(ak.index.Index64(index), content)
            for index, content in zip(indexes, contents, strict=True)
        ]
        places = np.where(tags == 0, ends[0], places)
    if len(contents) == 1:
        return contents[0][places]
    alternatives = np.maximum(tags.astype(np.int8) - 1, 0).astype(np.int8)
    union = ak.contents.UnionArray
    make = union.simplified if any(content.is_union for content in contents) else union
    return make(ak.index.Index8(alternatives), ak.index.Index64(places), contents)


def numpy_of(array: _core.Array, *, writable: bool = True) -> AnyArray:
    """A NumPy array that shares the memory where NumPy can say it; one of objects for jagged values and strings. Its
    numbers can be changed unless `writable` is false."""
    kind = array.kind
    if kind == _core.Kind.number:
        numbers = _native(array.values)
        if not writable:
            numbers.flags.writeable = False
        return numbers
    if kind == _core.Kind.string:
        return _strings(array)
    if kind == _core.Kind.list:
        return _pieces(numpy_of(array.contents[0], writable=writable), array.offsets)
    if kind == _core.Kind.regular:
        content = numpy_of(array.contents[0], writable=writable)
        return content.reshape(len(array), array.size, *content.shape[1:])
    if kind == _core.Kind.option:
        return objects_of(
            [piece[0] if len(piece) else None for piece in _pieces(numpy_of(array.contents[0]), array.offsets)]
        )
    if kind == _core.Kind.variant:
        contents = [numpy_of(content) for content in array.contents]
        pairs = zip(array.values.tolist(), array.offsets.tolist(), strict=True)
        return objects_of([contents[tag - 1][place] if tag else None for tag, place in pairs])
    return _structured(array)


def maps_of(array: _core.Array) -> AnyArray:
    """Lists of pairs as a NumPy array of dicts."""
    pairs = array.contents[0]
    keys, values = (numpy_of(content) for content in pairs.contents)
    names, ends = keys.tolist(), array.offsets.tolist()
    return objects_of([dict(zip(names[begin:end], values[begin:end], strict=True)) for begin, end in pairwise(ends)])


def sets_of(array: _core.Array) -> AnyArray:
    """Lists of numbers or strings as a NumPy array of sets."""
    values, ends = numpy_of(array.contents[0]).tolist(), array.offsets.tolist()
    return objects_of([set(values[begin:end]) for begin, end in pairwise(ends)])


def _native(numbers: AnyArray) -> AnyArray:
    """The same with NumPy's own type of 64 bits: C has two, which are equal but not the same."""
    return numbers.view(f"{numbers.dtype.kind}8") if numbers.dtype.char in "qQ" else numbers


def objects_of(items: list[Any]) -> AnyArray:
    """A NumPy array of objects, one for each item."""
    objects = np.empty(len(items), dtype=object)
    for index, item in enumerate(items):  # a slice assignment would look into the items
        objects[index] = item
    return objects


def _pieces(content: AnyArray, offsets: AnyArray) -> AnyArray:
    ends = offsets.tolist()
    return objects_of([content[begin:end] for begin, end in pairwise(ends)])


def _strings(array: _core.Array) -> AnyArray:
    ends = array.offsets.tolist()
    characters = array.values.tobytes()
    ranges = pairwise(ends)
    if characters.isascii():
        text = characters.decode("ascii")
        return objects_of([text[begin:end] for begin, end in ranges])
    return objects_of([characters[begin:end].decode("utf-8", "surrogateescape") for begin, end in ranges])


def _structured(array: _core.Array) -> AnyArray:
    members = [numpy_of(content) for content in array.contents]
    fields = [(name, member.dtype, member.shape[1:]) for name, member in zip(array.names, members, strict=True)]
    records = np.empty(len(array), dtype=fields)
    for name, member in zip(array.names, members, strict=True):
        records[name] = member
    return records
