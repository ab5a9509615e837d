"""C++ types as the tests need them: taken apart, with values made of a number, and one form for what readers say."""

from __future__ import annotations

import functools
import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import ramet
from columns import length, number, packed
from readers.canonical import canonical

NUMBERS = {
    "bool": "bool",
    "char": "int8",
    **{f"std::{sign}int{bits}_t": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "short": "int16",
    "int": "int32",
    "long long": "int64",
    "unsigned": "uint32",
    "float": "float32",
    "double": "float64",
    "Float16_t": "float32",
    "Double32_t": "float64",
}
TEXTS = ("std::string", "TString")
SEQUENCES = ("std::vector", "std::list", "std::deque", "std::forward_list", "ROOT::RVec")
ORDERED_SETS, SETS = ("std::set", "std::multiset"), ("std::unordered_set", "std::unordered_multiset")
ORDERED_MAPS, MAPS = ("std::map", "std::multimap"), ("std::unordered_map", "std::unordered_multimap")
ARRAY_MEMBER = "_M_elems"  # as ROOT calls what a std::array has
OPTIONS = ("std::optional", "std::unique_ptr")


@dataclass(frozen=True)
class Type:
    """A C++ type: "std::map<int,float>" is `std::map` of `int` and `float`; dimensions are those of "float[2][3]"."""

    name: str
    arguments: tuple[Type, ...] = ()
    dimensions: tuple[int, ...] = ()

    @property
    def is_list(self) -> bool:
        lists = (*SEQUENCES, *ORDERED_SETS, *SETS, *ORDERED_MAPS, *MAPS, "std::array", "std::bitset")
        return self.name in lists or bool(self.dimensions)

    @property
    def item(self) -> Type:
        """What a list has, of a map its pairs."""
        if self.dimensions:
            return Type(self.name, self.arguments, self.dimensions[1:])
        if self.name in (*ORDERED_MAPS, *MAPS):
            return Type("std::pair", self.arguments[:2])
        return Type("bool") if self.name == "std::bitset" else self.arguments[0]


@functools.cache
def parse(text: str) -> Type:
    text = text.strip()
    if text.endswith("]"):
        text, _, size = text.removesuffix("]").rpartition("[")
        inner = parse(text)
        return Type(inner.name, inner.arguments, (*inner.dimensions, int(size)))
    name, _, inside = text.partition("<")
    if not inside:
        return Type(name)
    return Type(name.strip(), tuple(parse(part) for part in arguments_in(inside.removesuffix(">"))))


def arguments_in(inside: str) -> Iterator[str]:
    """The parts of "int,std::pair<int,float>" between commas that are in no brackets."""
    depth, begin = 0, 0
    for at, letter in enumerate(inside):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            yield inside[begin:at]
            begin = at + 1
    yield inside[begin:]


class Classes:
    """The classes that types are made of, as ramet is told of them."""

    def __init__(self, described: Mapping[str, ramet.Class]) -> None:
        self.described = described

    def members(self, name: str) -> dict[str, tuple[Type, str]]:
        """Those of the bases first: type and comment by name."""
        found: dict[str, tuple[Type, str]] = {}
        for base in self.described[name].bases:
            found |= self.members(base)
        for member, said in self.described[name].members.items():
            kind, comment = (said, "") if isinstance(said, str) else said
            found[member] = parse(kind), comment
        return found

    def bases(self, name: str) -> set[str]:
        """With those of its bases."""
        own = set(self.described[name].bases)
        return own.union(*(self.bases(base) for base in own))

    # --- values -------------------------------------------------------------------------------------------------

    def value(self, kind: Type, seed: int, comment: str = "") -> Any:
        """The value of a type that a number chooses, as Python has it."""
        several = functools.partial(self._several, kind, seed)
        if kind.dimensions:
            return several(kind.dimensions[0], comment)
        if kind.name in NUMBERS:
            return self._number(kind.name, seed, comment)
        if kind.name in TEXTS:
            return number("string", seed)
        if kind.name.startswith("enum "):
            return seed % 3
        if kind.name == "std::bitset":
            return [(seed * 31 + bit) % 3 == 0 for bit in range(int(kind.arguments[0].name))]
        if kind.name == "std::array":
            return several(int(kind.arguments[1].name))
        if kind.name in OPTIONS:
            return None if seed % 3 == 0 else self.value(kind.arguments[0], seed)
        if kind.name == "std::atomic":
            return self.value(kind.arguments[0], seed)
        if kind.name == "std::variant":
            return self.value(kind.arguments[seed % len(kind.arguments)], seed)
        if kind.name in ("std::pair", "std::tuple"):
            return tuple(self.value(part, seed + k) for k, part in enumerate(kind.arguments))
        if kind.is_list:
            return self._collection(kind, several(length(seed)))
        members = self.members(kind.name)
        return {name: self.value(of, seed + 7 * k, said) for k, (name, (of, said)) in enumerate(members.items())}

    def nothing(self, kind: Type) -> Any:
        """The value where there is none: zeros, and lists and texts without anything."""
        if kind.name == "std::array":
            return [self.nothing(kind.item)] * int(kind.arguments[1].name)
        if kind.name in OPTIONS:
            return None
        if kind.is_list or kind.name in TEXTS:
            return [] if kind.is_list else ""
        return 0.0 if NUMBERS[kind.name].startswith("float") else 0

    def _several(self, kind: Type, seed: int, size: int, comment: str = "") -> list[Any]:
        return [self.value(kind.item, 31 * seed + k if k else seed, comment) for k in range(size)]

    def _number(self, name: str, seed: int, comment: str) -> Any:
        if name in ("Double32_t", "Float16_t"):
            return packed(NUMBERS[name], seed)
        if name == "char":  # in an ntuple it has no sign
            return seed % 128
        return number(NUMBERS[name], seed)

    def _collection(self, kind: Type, items: list[Any]) -> list[Any]:
        """In the order in which C++ has it, and each key once where it may be there once."""
        keyed = kind.name in (*ORDERED_MAPS, *MAPS)
        if kind.name in SEQUENCES:
            return items
        keys = {}
        for item in items:
            key = item[0] if keyed else item
            if key == key:  # a number
                keys.setdefault(order_of(key), []).append(item)
        many = "multi" in kind.name
        return [item for key in sorted(keys) for item in (keys[key] if many else keys[key][:1])]

    # --- one form of what readers say ---------------------------------------------------------------------------

    def plain(self, kind: Type, found: Any) -> Any:
        """Lists of pairs for maps, lists for pairs and tuples, members of bases beside those of the class; unordered
        collections in one order. What has another shape stays as it is."""
        try:
            return self._plain(kind, found)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            return {"another shape": found}

    def _plain(self, kind: Type, found: Any) -> Any:
        if kind.name in OPTIONS and not kind.dimensions:
            return self._option(kind, found)
        if kind.name == "std::atomic" and not kind.dimensions:
            return self._plain(kind.arguments[0], found)
        if kind.is_list and not isinstance(found, list):
            return found
        if kind.is_list:
            items = [self._plain(kind.item, item) for item in found]
            return sorted(items, key=json.dumps) if kind.name in (*SETS, *MAPS) and not kind.dimensions else items
        if kind.name in ("std::pair", "std::tuple"):
            parts = [found[name] for name in sorted(found)] if isinstance(found, dict) else found
            return [self._plain(part, one) for part, one in zip(kind.arguments, parts, strict=True)]
        if kind.name in self.described:
            flat = self._flat(kind.name, found)
            members = self.members(kind.name)
            if set(flat) != set(members):
                raise KeyError(kind.name)
            return {name: self._plain(of, flat[name]) for name, (of, _) in members.items()}
        return number_of(kind.name, found)

    def _option(self, kind: Type, found: Any) -> Any:
        items = found if isinstance(found, list) else [] if found is None else [found]
        return [self._plain(kind.arguments[0], item) for item in items]

    def _flat(self, name: str, found: dict[str, Any]) -> dict[str, Any]:
        bases = self.bases(name)
        flat: dict[str, Any] = {}
        for member, value in found.items():
            inner = isinstance(value, dict) and (member in bases or member.startswith(":_"))
            flat |= self._flat(name, value) if inner else {member: value}
        return flat

    # --- members of split branches ------------------------------------------------------------------------------

    def type_at(self, kind: Type, path: list[str]) -> Type:
        """Of the values that the branch of a member has: lists of such, where it lies in lists."""
        if not path or path == [ARRAY_MEMBER]:
            return kind
        if kind.is_list or kind.name in OPTIONS:
            inner = self.type_at(kind.item, path)
            return Type("std::unordered_multiset" if kind.name in (*SETS, *MAPS) else "std::vector", (inner,))
        if kind.name == "std::pair":
            return self.type_at(kind.arguments[("first", "second").index(path[0])], path[1:])
        if path[0] in self.bases(kind.name):
            return self.type_at(kind, path[1:])
        return self.type_at(self.members(kind.name)[path[0]][0], path[1:])

    def value_at(self, kind: Type, value: Any, path: list[str]) -> Any:
        if not path or path == [ARRAY_MEMBER]:
            return value
        if kind.is_list:
            return [self.value_at(kind.item, item, path) for item in value]
        if kind.name in OPTIONS:
            return [] if value is None else [self.value_at(kind.item, value, path)]
        if kind.name == "std::pair":
            at = ("first", "second").index(path[0])
            return self.value_at(kind.arguments[at], value[at], path[1:])
        if path[0] in self.bases(kind.name):
            return self.value_at(kind, value, path[1:])
        return self.value_at(self.members(kind.name)[path[0]][0], value[path[0]], path[1:])


def order_of(key: Any) -> Any:
    """Numbers by size, texts by their bytes."""
    return key.encode() if isinstance(key, str) else key


def canonical_of(value: Any) -> Any:
    """As canonical, of what may be missing, too."""
    if isinstance(value, list | tuple):
        return [canonical_of(item) for item in value]
    if isinstance(value, dict):
        return {name: canonical_of(item) for name, item in value.items()}
    return None if value is None else canonical(value)


def number_of(name: str, found: Any) -> Any:
    """A number by its type, where a reader's language has one type for all: {"number": "3ff0..."}."""
    if name == "bool" and found in ("0", "1"):
        return found == "1"
    if not (isinstance(found, dict) and set(found) == {"number"}):
        return found
    if NUMBERS.get(name, "").startswith("float"):
        return found["number"]
    value = struct.unpack(">d", bytes.fromhex(found["number"]))[0]
    return value != 0 if name == "bool" else str(int(value)) if value == int(value) else found
