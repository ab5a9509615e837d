"""Classes by which objects are written: described by who writes them, or made of records that have no class."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ramet import _core
from ramet.arguments import name_text, whole_number

__all__ = ["Class", "ClassMaker", "NewObject", "needs_class", "specs_of"]

_NUMBERS = {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    "int64": "Long64_t",  # as ROOT's dictionaries have it on every machine
    "uint64": "ULong64_t",
}


@dataclass(frozen=True, slots=True)
class Class:
    """A C++ class whose objects are written, and read by ROOT with or without it.

    Args:
        members: their C++ types by name, as {"pt": "float", "hits": "std::vector<int>", "covariance": "double[3][3]"};
            a pair (type, comment) gives a comment, too, in which the range of a Double32_t stands: "[0,100,16]".
        bases: names of other classes, whose members come first.
        version: what ClassDef says; 1 of a class without it.
    """

    members: Mapping[str, Any]
    bases: Sequence[str] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class NewObject:
    """An object of a C++ class, to be written whole: `file["beam"] = NewObject("Beam", {"energy": 6.8})`.

    Args:
        class_name: its C++ class.
        members: their values by name, those of bases among them; those that are objects are mappings, too.
        classes: what it is made of: the members' C++ types by name of each class, or a ramet.Class. A class that is not
            among them is made of the values: float64 and int64 for numbers of Python, std::string, std::vector, and
            classes named after their members.
        title: of the object's key.
    """

    class_name: str
    members: Mapping[str, Any]
    classes: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""


def specs_of(classes: Mapping[str, Any] | None) -> list[_core.ClassSpec]:
    """The classes of a mapping from names to Class, or to the members of one."""
    return [_spec_of(name, described) for name, described in (classes or {}).items()]


def _spec_of(name: str, described: Any) -> _core.ClassSpec:
    if isinstance(described, Mapping):
        described = Class(described)
    if not isinstance(described, Class):
        raise TypeError(f"class {name!r} is described by its members, not by a {type(described).__name__}")
    if isinstance(described.bases, str | bytes):
        raise TypeError(f"the bases of class {name!r} are {described.bases!r}, expected a list of names")
    members = [_member_of(name, member, said) for member, said in described.members.items()]
    bases = [name_text(base, f"a base of class {name!r}") for base in described.bases]
    version = whole_number(described.version, f"the version of class {name!r}", 1, 0x3FFF)
    return _core.ClassSpec(name, version, bases, members)


def _member_of(owner: str, name: str, said: Any) -> _core.ClassMember:
    """A member that is said by its type, or by that and a comment."""
    texts = said if isinstance(said, tuple | list) and len(said) == 2 else (said,)
    what = f"member {name!r} of class {owner!r}"
    return _core.ClassMember(
        name_text(name, f"a member of class {owner!r}"), *(name_text(text, what) for text in texts)
    )


def needs_class(kind: _core.Type, *, has_vectors: bool = False) -> bool:
    """Whether a tree stores such values only as objects of C++ types: lists in lists, strings in lists, ...; if it
    stores lists as vectors anyway, only those that hold records or what may be missing."""
    if has_vectors and _is_lists(kind):
        return False
    if kind.kind == _core.Kind.record:
        return any(not _is_numbers(member) for member in kind.contents)
    if kind.kind != _core.Kind.list:
        return kind.kind != _core.Kind.string and not _is_numbers(kind)
    content = kind.contents[0]
    if content.kind == _core.Kind.record:
        return any(not _is_numbers(member) for member in content.contents)
    return not _is_numbers(content)


def _is_lists(kind: _core.Type) -> bool:
    while kind.kind == _core.Kind.list:
        kind = kind.contents[0]
    return kind.kind in (_core.Kind.number, _core.Kind.string)


def _is_numbers(kind: _core.Type) -> bool:
    while kind.kind == _core.Kind.regular:
        kind = kind.contents[0]
    return kind.kind == _core.Kind.number


class ClassMaker:
    """Finds C++ types for types of values; makes classes of their records. Threads: one."""

    def __init__(self) -> None:
        self.specs: list[_core.ClassSpec] = []
        self._made: dict[str, str] = {}  # the types that classes of these names are of

    def type_name(self, kind: _core.Type, record_name: str) -> str:
        """The C++ type of such values, whose records become classes of that name, inner ones with the member's added.

        Raises:
            TypeError: there is none.
        """
        if kind.kind == _core.Kind.number:
            return _NUMBERS.get(kind.number, f"std::{kind.number}_t")
        if kind.kind == _core.Kind.string:
            return "std::string"
        if kind.kind == _core.Kind.record:
            return self._class_of(kind, record_name)
        if kind.kind == _core.Kind.variant:
            raise TypeError("values of several types in one column")
        inner = self.type_name(kind.contents[0], record_name)
        if kind.kind == _core.Kind.regular:
            return f"std::array<{inner},{kind.size}>"
        return f"std::optional<{inner}>" if kind.kind == _core.Kind.option else f"std::vector<{inner}>"

    def _class_of(self, kind: _core.Type, wanted: str) -> str:
        name = self._free_name(re.sub(r"[^\w:<>, *]", "_", wanted), str(kind))
        if name in self._made:
            return name
        self._made[name] = str(kind)
        members = [
            _core.ClassMember(member, self.type_name(content, f"{name}_{member}"))
            for member, content in zip(kind.names, kind.contents, strict=True)
        ]
        self.specs.append(_core.ClassSpec(name, 1, [], members))
        return name

    def _free_name(self, name: str, kind: str) -> str:
        """The name of a class of such records, which columns of other records have not got."""
        number = 2
        free = name
        while self._made.get(free, kind) != kind:
            free, number = f"{name}_{number}", number + 1
        return free
