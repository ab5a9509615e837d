"""The table of column types: what ramet writes, and the values that everybody must read back.

A new type is a line of EVENTS. Everything else follows from the type: the values of each entry, the arrays that ramet
is given, and what readers must see in which branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import ramet

INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
NUMBERS = ["bool", *INTEGERS, "float32", "float64"]

# Both signs of zero and infinity, no number, the smallest, and what needs every bit.
FLOATS = [0.0, -0.0, np.inf, -np.inf, np.nan, 1 / 3, -1e30]
EXTREME = {"float32": [2.0**-149, 3.4028234663852886e38], "float64": [5e-324, 1.7976931348623157e308]}


@dataclass(frozen=True)
class Case:
    """A column of ramet's: its type in ramet's notation, and how it is stored."""

    name: str
    type: str
    form: str | None = None  # "vector"
    counter: str = ""
    packed_range: str = ""

    @property
    def declared(self) -> ramet.Column:
        form: Any = self.form
        return ramet.Column(self.type, counter=self.counter, packed_range=self.packed_range, form=form)

    def value(self, entry: int) -> Any:
        """The value in an entry: a number, a str, a list, or a dict of these."""
        if self.packed_range:
            return value_of(self.type, entry, packed)
        return value_of(self.type, entry, number)

    def branches(self) -> list[Branch]:
        """What readers see of it."""
        item = dimensions_of(self.type)[1]
        if not self.type.startswith("var") or self.form == "vector":
            return [Branch(self, self.name)]
        if not item.startswith("{"):
            return [Branch(self, self.name)]
        return [Branch(self, f"{self.name}_{member}", member) for member in members_of(item)]


@dataclass(frozen=True)
class Branch:
    """A branch of the tree that holds a column, or one member of its records."""

    case: Case
    name: str
    member: str | None = None

    def value(self, entry: int) -> Any:
        value = self.case.value(entry)
        return value if self.member is None else [item[self.member] for item in value]


# --- values ----------------------------------------------------------------------------------------------------------


def dimensions_of(text: str) -> tuple[list[str], str]:
    """The dimensions of a type, "var" or a number each, and what is inside of them."""
    before, brace, record = text.partition("{")
    *dimensions, item = before.split(" * ")
    return dimensions, item + brace + record


def members_of(record: str) -> dict[str, str]:
    """The types of "{x: float32, n: 2 * int16}" by name."""
    return dict(member.split(": ") for member in record.strip("{}").split(", "))


def value_of(text: str, seed: int, leaf: Any) -> Any:
    """The value of a type that a number chooses."""
    dimensions, item = dimensions_of(text)
    if dimensions:
        inner = text.removeprefix(f"{dimensions[0]} * ")
        size = length(seed) if dimensions[0] == "var" else int(dimensions[0])
        return [value_of(inner, 31 * seed + k if k else seed, leaf) for k in range(size)]
    if item.startswith("{"):
        return {name: value_of(kind, seed + k, leaf) for k, (name, kind) in enumerate(members_of(item).items())}
    return leaf(item, seed)


def length(seed: int) -> int:
    """Of lists: mostly 0 to 4 items, sometimes many."""
    return 40 if seed % 97 == 50 else seed % 5


def number(kind: str, seed: int) -> bool | int | float | str:
    """Both ends of a type's range and what lies between."""
    if kind == "string":
        return "" if seed % 7 == 0 else "é" * (seed % 4) + "x" * (300 if seed % 50 == 1 else seed % 9)
    if kind == "bool":
        return seed % 3 == 0
    if kind.startswith("float"):
        special = [*FLOATS, *EXTREME[kind]]
        value = special[seed // 3 % len(special)] if seed % 3 == 2 else seed * 0.375 - 40
        return float(np.dtype(kind).type(value))
    limits = np.iinfo(kind)
    return int([limits.min, limits.max, seed % 100, limits.max - seed % 100][seed % 4])


def packed(kind: str, seed: int) -> float:
    """Numbers that every range of the table can hold exactly."""
    assert kind.startswith("float")
    return seed % 64 / 2


# --- the table -------------------------------------------------------------------------------------------------------


def of_each_number(prefix: str, dimensions: str, **stored: Any) -> Iterator[Case]:
    for kind in NUMBERS:
        yield Case(f"{prefix}_{kind}" if prefix else kind, f"{dimensions}{kind}", **stored)


def packed_cases() -> Iterator[Case]:
    ranges = {"": "[]", "_bits": "[0,0,10]", "_range": "[0,128,16]", "_signed": "[-64,64,20]"}
    for kind, name in (("float64", "double32"), ("float32", "float16")):
        for suffix, packed_range in ranges.items():
            yield Case(f"{name}{suffix}", kind, packed_range=packed_range)
            yield Case(f"fixed_{name}{suffix}", f"3 * {kind}", packed_range=packed_range)
            yield Case(f"list_{name}{suffix}", f"var * {kind}", packed_range=packed_range)


EVENTS = [
    # numbers, fixed arrays, and lists with a counter
    *of_each_number("", ""),
    *of_each_number("fixed", "3 * "),
    *of_each_number("matrix", "2 * 3 * "),
    *of_each_number("list", "var * "),
    *of_each_number("shared", "var * ", counter="nshared"),
    *of_each_number("pairs", "var * 2 * "),
    Case("cube", "2 * 3 * 2 * float32"),
    Case("matrices", "var * 2 * 3 * int16"),
    *packed_cases(),
    # records: a leaf list, and branches that share a counter
    Case("leaves", "{a: int32, b: float32, c: float64}"),
    Case("leaves_mixed", "{flag: bool, small: int8, count: uint16, last: uint8}"),
    Case("leaves_long", "{low: int64, high: uint64}"),
    Case("leaves_arrays", "{x: 2 * float32, n: 3 * int16}"),
    Case("muon", "var * {pt: float32, charge: int8, good: bool}"),
    # strings, and std::vector of everything
    Case("text", "string"),
    Case("std_text", "string", form="vector"),
    *of_each_number("vector", "var * ", form="vector"),
    Case("vector_string", "var * string", form="vector"),
]

# In a tree of their own: groot gives up on a whole tree that has one of these.
NESTED = [
    *of_each_number("nested", "var * var * ", form="vector"),
    Case("nested_string", "var * var * string", form="vector"),
    Case("nested_thrice", "var * var * var * float32", form="vector"),
]


TREES = {"Events": EVENTS, "Nested": NESTED}


def branches(tree: str) -> dict[str, Branch]:
    """Every branch with values of a tree, by name."""
    return {branch.name: branch for case in TREES[tree] for branch in case.branches()}


def counters(tree: str) -> dict[str, Case]:
    """The branches that count, each with a column whose lists it counts."""
    counted = [case for case in TREES[tree] if case.type.startswith("var") and case.form != "vector"]
    return {case.counter or f"n{case.name}": case for case in counted}


# --- what ramet is given ---------------------------------------------------------------------------------------------


def arrays_of(text: str, values: list[Any]) -> Any:
    """Values of a type as flat NumPy arrays: lists are pairs of offsets and content, records are dicts."""
    dimensions, item = dimensions_of(text)
    if dimensions and dimensions[0] != "var":
        shape = [int(size) for size in dimensions]
        return np.array(values, item).reshape(len(values), *shape)
    if dimensions:
        offsets = np.cumsum([0, *map(len, values)])
        content = [item for value in values for item in value]
        return offsets, arrays_of(text.removeprefix("var * "), content)
    if item.startswith("{"):
        return {name: arrays_of(kind, [value[name] for value in values]) for name, kind in members_of(item).items()}
    return values if item == "string" else np.array(values, item)


def batch(tree: str, first: int, last: int) -> dict[str, Any]:
    """The entries [first, last) of every column of a tree."""
    return {
        case.name: arrays_of(case.type, [case.value(entry) for entry in range(first, last)]) for case in TREES[tree]
    }


def schema(tree: str) -> dict[str, ramet.Column]:
    return {case.name: case.declared for case in TREES[tree]}
