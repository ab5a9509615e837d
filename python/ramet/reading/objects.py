"""Objects of any class: the members described in the file become attributes and items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import Any, TypeVar, overload
from weakref import WeakValueDictionary

from ramet import _core
from ramet.errors import CorruptError, KeyInFileError, UnsupportedError
from ramet.reading.libraries.values import value_of

__all__ = [
    "FACES",
    "Object",
    "ObjectList",
    "ObjectMap",
    "ObjectParameter",
    "ObjectText",
    "ObjectTime",
    "face",
    "read_object",
]


class Object:
    """An object of a class that only the file describes: its members are attributes and items.

    >>> import numpy as np, ramet
    >>> with ramet.recreate("doc.root") as file:
    ...     file["h"] = ramet.Histogram(2, (0, 1))
    >>> axis = ramet.open("doc.root").object_of("h").fXaxis
    >>> axis.classname, axis.fNbins, axis["fXmax"]
    ('TAxis', 2, 1.0)

    Members of base classes are members of the object; if a base repeats a name, `bases` has it. Numbers and strings are
    Python's, arrays NumPy's, containers awkward arrays, other objects are Objects, and null pointers are None. Two
    pointers to one object give the same Object. Accessing a member that could not be read raises the error. Any number
    of threads may use it at once.
    """

    def __init__(self, core: _core.Object, wrap: Callable[[Any], Any]) -> None:
        self._core = core
        self._wrap = wrap  # makes members of what _core gives, each object once

    @property
    def classname(self) -> str:
        """Its class, for example "TAxis"."""
        return self._core.class_name

    @property
    def class_version(self) -> int:
        """The version of the class that it was written with."""
        return self._core.class_version

    @property
    def identity(self) -> int:
        """A number that is unique in its record."""
        return self._core.identity

    @property
    def bases(self) -> tuple[Object, ...]:
        """Its base class parts, in order."""
        return tuple(self._wrap(base) for base in self._core.bases)

    @property
    def own_members(self) -> tuple[str, ...]:
        """The names of the members that its own class declares."""
        return tuple(self._core.own_members)

    @property
    def members(self) -> Mapping[str, Any]:
        """Names and values of all members, those of base classes first. Values are created on access."""
        return Members(self)

    @property
    def all_members(self) -> Mapping[str, Any]:
        """`members`, as uproot calls them."""
        return self.members

    def member(self, name: str, all: bool = True, none_if_missing: bool = False) -> Any:  # noqa: FBT001, FBT002
        """One member, `found[name]`, as uproot calls it.

        Args:
            name: of the member.
            all: those of base classes, too; without, those that its own class declares.
            none_if_missing: whether a name that is not there gives None instead of a KeyInFileError.
        """
        if not Object.has_member(self, name, all):
            if none_if_missing:
                return None
            if not all:
                raise KeyInFileError(f"class {self.classname!r} itself declares no member {name!r}")
        return Object.__getitem__(self, name)

    def has_member(self, name: str, all: bool = True) -> bool:  # noqa: FBT001, FBT002
        """`name in found`, as uproot calls it; without `all` only members that its own class declares."""
        return Object.__contains__(self, name) and (all or name in self._core.own_members)

    @property
    def member_names(self) -> list[str]:
        """`own_members` in a list, as uproot calls them."""
        return list(self.own_members)

    @property
    def instance_version(self) -> int:
        """`class_version`, as uproot calls it."""
        return self.class_version

    def is_instance(self, *classnames: str) -> bool:
        """Whether its class or one of its bases is one of these, for example "TH1"."""
        return self.classname in classnames or any(base.is_instance(*classnames) for base in self.bases)

    def base(self, *classnames: str) -> list[Object]:
        """Its parts of direct or indirect base classes with these names."""
        found: list[Object] = []
        for one in self.bases:
            found += [one] * (one.classname in classnames)
            found += one.base(*classnames)
        return found

    @property
    def base_names_versions(self) -> list[tuple[str, int]]:
        """The names and versions of its base classes."""
        return [(one.classname, one.class_version) for one in self.bases]

    def keys(self) -> list[str]:
        """The names of all members, those of base classes first."""
        return self._core.members

    def _ipython_key_completions_(self) -> list[str]:
        return Object.keys(self)

    def __getitem__(self, name: str) -> Any:
        found, value = self._core.find(name)
        if not found:
            near = get_close_matches(name, self._core.members, n=3)
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise KeyInFileError(f"no member {name!r} in an object of class {self.classname!r}{hint}")
        return self._wrap(value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyInFileError as error:
            raise AttributeError(str(error)) from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._core.find(name)[0]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self._core.members if name.isidentifier())})

    def __repr__(self) -> str:
        name = self._core.find("fName")[1]
        named = f" {name!r}" if isinstance(name, str) and name else ""
        return f"<{self.classname}{named} (version {self.class_version})>"

    def to_dict(self) -> dict[str, Any]:
        """Members as a dict, nested objects likewise. A reference back to an enclosing object becomes its repr; members
        that could not be read are left out."""
        plain: dict[str, Any] = _plain(self, ())
        return plain


class Members(Mapping[str, Any]):
    """The members of an object by name."""

    def __init__(self, owner: Object) -> None:
        self._owner = owner

    def __getitem__(self, name: str) -> Any:
        return self._owner[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._owner.keys())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __len__(self) -> int:
        return len(self._owner.keys())

    def __repr__(self) -> str:
        return f"<members of {self._owner!r}>"


class ObjectList(Object, Sequence[Any]):
    """A TList, TObjArray, TClonesArray or similar: an Object that is a sequence of its contents."""

    @overload
    def __getitem__(self, index: int | str) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | str | slice) -> Any:
        if isinstance(index, str):
            return Object.__getitem__(self, index)
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        return self._wrap(self._core.item(range(len(self))[index]))

    def __len__(self) -> int:
        return self._core.item_count

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, item: object) -> bool:
        return any(item is one or item == one for one in self)

    def __repr__(self) -> str:
        return f"<{self.classname} of {len(self)}>"


class ObjectMap(Object, Mapping[Any, Any]):
    """A TMap: an Object that is a mapping from keys to values. A key is found by its text, as str gives it."""

    def __getitem__(self, key: Any) -> Any:
        for index in range(len(self)):
            if str(self._wrap(self._core.item(index)[0])) == str(key):
                return self._wrap(self._core.item(index)[1])
        return Object.__getitem__(self, key)

    def __iter__(self) -> Iterator[Any]:
        return (self._wrap(self._core.item(index)[0]) for index in range(len(self)))

    def __len__(self) -> int:
        return self._core.item_count

    def keys(self) -> Any:
        """The keys of the map."""
        return Mapping.keys(self)

    def __contains__(self, key: object) -> bool:
        return any(str(one) == str(key) for one in self)

    def __repr__(self) -> str:
        return f"<{self.classname} of {len(self)}>"


class ObjectText(Object):
    """A TObjString: an Object with a text, to which it compares equal."""

    def __str__(self) -> str:
        return str(self["fString"])

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, str | ObjectText) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{self.classname} {str(self)!r}>"


class ObjectParameter(Object):
    """A TParameter: an Object with a number, `float` and `int` give it."""

    @property
    def value(self) -> Any:
        """The number, or truth."""
        return self["fVal"]

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        """Whether the number is not 0."""
        return bool(self.value)


class ObjectTime(Object):
    """A TDatime: an Object with a date and time of day, in local time."""

    def to_datetime(self) -> datetime:
        """A datetime without a time zone. Raises ValueError for an invalid date, such as 0."""
        packed = int(self["fDatime"])
        day, time = packed >> 17, packed & 0x1FFFF
        date = (day >> 9) + 1995, day >> 5 & 0xF, day & 0x1F
        return datetime(*date, time >> 12, time >> 6 & 0x3F, time & 0x3F)


Face = TypeVar("Face", bound=Callable[[Object], Any])

# What makes of an object of a class what Python's users expect; by name of the class. Filled where the faces are.
FACES: dict[str, Callable[[Object], Any]] = {}


def face(*class_names: str) -> Callable[[Face], Face]:
    """Register a class (or function of an Object) that stands for objects of these classes wherever one is met."""

    def register(make: Face) -> Face:
        FACES.update(dict.fromkeys(class_names, make))
        return make

    return register


def read_object(file: _core.File, key: _core.Key, *, with_faces: bool = True) -> Any:
    """What a key holds: an Object, the face of its class, or for a standard container an array."""
    return _Wrapper(FACES if with_faces else {}).wrap(file.object(key))


_BY_CLASS: dict[str, type[Object]] = {"TDatime": ObjectTime, "TObjString": ObjectText}
_BY_ITEMS: dict[str, type[Object]] = {"list": ObjectList, "map": ObjectMap}


class _Wrapper:
    """Makes Python values of one record's values, each object once."""

    def __init__(self, faces: Mapping[str, Callable[[Object], Any]]) -> None:
        self._faces = faces
        # Objects lead here, so that only weak references may lead back: nothing waits for the garbage collector.
        self._made: WeakValueDictionary[int, Any] = WeakValueDictionary()
        self._kept: dict[int, Any] = {}  # faces of which there are no weak references; they do not lead here

    def wrap(self, value: Any) -> Any:
        if isinstance(value, _core.Object):
            return self._only(value)
        if isinstance(value, _core.Array):
            return value_of(value)
        if isinstance(value, list):
            return [self.wrap(one) for one in value]
        if isinstance(value, _core.Unread):
            error = UnsupportedError if value.is_unsupported else CorruptError
            raise error(value.reason)
        return value

    def _only(self, core: _core.Object) -> Any:
        """The one Object of an object. Two threads may both make it, and both get the first."""
        made = self._made.get(core.identity, self._kept.get(core.identity))
        if made is not None:
            return made
        made = self._object(core)
        try:
            return self._made.setdefault(core.identity, made)
        except TypeError:
            return self._kept.setdefault(core.identity, made)

    def _object(self, core: _core.Object) -> Any:
        make = self._faces.get(core.class_name)
        if make is not None:
            return make(Object(core, self.wrap))
        if core.class_name.startswith("TParameter<"):
            return ObjectParameter(core, self.wrap)
        kind = _BY_CLASS.get(core.class_name) or _BY_ITEMS.get(core.item_kind, Object)
        return kind(core, self.wrap)


def _plain(value: Any, above: tuple[Any, ...]) -> Any:
    """A value without Objects; `above` are those that hold it."""
    if any(value is one for one in above):
        return repr(value)
    inside = (*above, value)
    if isinstance(value, ObjectText):
        return str(value)
    if isinstance(value, ObjectList | list):
        return [_plain(one, inside) for one in value]
    if isinstance(value, ObjectMap):
        return {str(key): _plain(value[key], inside) for key in value}
    if not isinstance(value, Object):
        return value
    plain: dict[str, Any] = {}
    for name in value.members:
        try:
            plain[name] = _plain(value[name], inside)
        except (UnsupportedError, CorruptError):
            continue
    return plain
