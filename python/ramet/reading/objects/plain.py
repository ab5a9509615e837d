"""Objects as plain Python values: dicts of members, and ROOT's JSON form."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import numpy as np
from ramet.errors import CorruptError, UnsupportedError
from ramet.reading.objects.kinds import ObjectList, ObjectMap, ObjectText
from ramet.reading.objects.members import StoredMembers
from ramet.reading.objects.object import Object

__all__ = ["json_of", "plain_of"]

_WITH_OPTIONS = ("TList", "THashList", "TSortedList")


def plain_of(value: Any, above: tuple[Any, ...] = ()) -> Any:
    """A value without Objects: members are dicts, texts and lists Python's. `above` are the objects that hold it; one
    of them again becomes its repr."""
    if any(value is one for one in above):
        return repr(value)
    inside = (*above, value)
    if isinstance(value, StoredMembers):  # a figure
        value = value.as_object()
    if isinstance(value, ObjectText):
        return str(value)
    if isinstance(value, ObjectList | list):
        return [plain_of(one, inside) for one in value]
    if isinstance(value, ObjectMap):
        return {str(key): plain_of(value[key], inside) for key in value}
    if isinstance(value, Object):
        return _members_of(value, lambda one: plain_of(one, inside))
    return value


def json_of(value: Any, above: tuple[Any, ...] = ()) -> Any:
    """A value of what `json.dumps` takes, as ROOT's TBufferJSON writes it: an object is a dict that has its class as
    "_typename", a collection a dict that has its objects as "arr". An object that is met again inside of itself becomes
    None."""
    if any(value is one for one in above):
        return None
    if isinstance(value, StoredMembers):  # a figure
        value = value.as_object()
    inside = (*above, value)
    if isinstance(value, ObjectList | ObjectMap):
        return _collection_as_json(value, inside)
    if isinstance(value, Object):
        return {"_typename": value.classname, **_members_of(value, lambda one: json_of(one, inside))}
    return _number_or_text(value, inside)


def _collection_as_json(value: ObjectList | ObjectMap, inside: tuple[Any, ...]) -> dict[str, Any]:
    """A collection; one that ROOT stores with an option for each object has them empty, as ramet does not read them."""
    if isinstance(value, ObjectMap):
        found = [
            {"_typename": "TPair", "first": json_of(key, inside), "second": json_of(value[key], inside)}
            for key in value
        ]
    else:
        found = [json_of(one, inside) for one in value]
    name = value.member("fName", none_if_missing=True) or value.classname
    options = {"opt": [""] * len(found)} if value.classname in _WITH_OPTIONS else {}
    return {"_typename": value.classname, "name": name, "arr": found, **options}


def _number_or_text(value: Any, inside: tuple[Any, ...]) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if hasattr(value, "to_list"):  # an awkward array
        return value.to_list()
    if isinstance(value, list | tuple | set):
        return [json_of(one, inside) for one in value]
    if isinstance(value, dict):
        return [{"first": json_of(key, inside), "second": json_of(one, inside)} for key, one in value.items()]
    return str(value) if isinstance(value, bytes | datetime) else value


def _members_of(value: Object, convert: Callable[[Any], Any]) -> dict[str, Any]:
    """The members of an object, without those that could not be read."""
    plain: dict[str, Any] = {}
    for name in value.members:
        try:
            plain[name] = convert(Object.__getitem__(value, name))
        except (UnsupportedError, CorruptError):
            continue
    return plain
