"""The table of column types: what ramet writes, and the values that everybody must read back.

A new type is a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import ramet

Values = list[Any]


def ragged(make: Callable[[int, int], Any]) -> Callable[[int], Any]:
    """Lists of 0 to 4 items; make(entry, item) gives one."""
    return lambda entry: [make(entry, item) for item in range(entry % 5)]


@dataclass(frozen=True)
class ColumnCase:
    """A column: how it is declared, and its value in each entry."""

    name: str
    declared: Any
    value: Callable[[int], Any]

    def values(self, entries: int) -> Values:
        return [self.value(entry) for entry in range(entries)]


def integer_case(name: str, kind: str) -> ColumnCase:
    """Both ends of the type's range, and what lies between."""
    limits = np.iinfo(kind)
    return ColumnCase(name, kind, lambda e: [limits.min, limits.max, e % 100][e % 3])


COLUMNS = [
    ColumnCase("b", "bool", lambda e: e % 3 == 0),
    *(integer_case(f"i{bits}", f"int{bits}") for bits in (8, 16, 32, 64)),
    *(integer_case(f"u{bits}", f"uint{bits}") for bits in (8, 16, 32, 64)),
    ColumnCase("f", "float32", lambda e: float(np.float32(e * 0.37 - 5))),
    ColumnCase("d", "float64", lambda e: [e / 3, -1e300, 5e-324][e % 3]),
    ColumnCase("packed", ramet.Column("float64", packed_range="[0,128,16]"), lambda e: (e % 100) / 4),
    ColumnCase("half", ramet.Column("float32", packed_range="[]"), lambda e: float(e % 64)),
    ColumnCase("fixed", "3 * float32", lambda e: [e + 0.25 * k for k in range(3)]),
    ColumnCase("matrix", "2 * 3 * int32", lambda e: [[e + 10 * r + c for c in range(3)] for r in range(2)]),
    ColumnCase("jagged", "var * float64", ragged(lambda e, k: e + k / 8)),
    ColumnCase("flags", ramet.Column("var * bool", counter="nshared"), ragged(lambda e, k: (e + k) % 2 == 0)),
    ColumnCase("bytes", ramet.Column("var * uint8", counter="nshared"), ragged(lambda e, k: (e * 7 + k) % 256)),
    ColumnCase("pairs", "var * 2 * int16", ragged(lambda e, k: [e - k, k])),
    ColumnCase("text", "string", lambda e: "" if e % 7 == 0 else "é" * (e % 4) + "x" * (300 if e % 50 == 1 else e % 9)),
    ColumnCase("vector", "vector<float>", ragged(lambda e, k: float(e - k))),
    ColumnCase("booleans", "vector<bool>", ragged(lambda e, k: (e * k) % 2 == 1)),
    ColumnCase("longs", "vector<int64_t>", ragged(lambda e, k: (e << 40) + k)),
    ColumnCase("words", "vector<string>", ragged(lambda e, k: f"w{e}" * (k + 1))),
    ColumnCase("nested", "vector<vector<int>>", lambda e: [list(range(k)) for k in range(e % 4)]),
]


def arrays_of(case: ColumnCase, first: int, last: int) -> Any:
    """The entries [first, last) of a column as a NumPy or awkward array of its type."""
    import awkward as ak

    values = [case.value(entry) for entry in range(first, last)]
    declared = case.declared.type if isinstance(case.declared, ramet.Column) else case.declared
    kind = "string" if "string" in declared else declared.strip("<> ").split("<")[-1].split("*")[-1].strip()
    if kind == "string":
        return ak.Array(values)
    kind = {"float": "float32", "int": "int32", "int64_t": "int64"}.get(kind, kind)
    if not declared.startswith(("var", "vector")):
        return np.array(values, kind)
    array = ak.values_astype(ak.Array(values), kind)
    return ak.to_regular(array, axis=2) if declared.startswith("var * 2") else array


def batch(first: int, last: int) -> dict[str, Any]:
    return {case.name: arrays_of(case, first, last) for case in COLUMNS}


def plain(value: Any) -> Any:
    """A value as Python's own numbers, strings and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, str | bytes | int | float):
        return value
    return [plain(item) for item in value]
