"""How C++ spells types of definitions where ROOT says more than ramet, as `unsigned long` of sizes, and numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from ramet import _core
from ramet.rdataframe.columns import dtype_of_cpp, name_of_type, type_name

__all__ = ["fits", "is_number", "spelled_number", "spelling_of", "type_of_number"]

_WHOLE = ("int", "long", "unsigned long")
_LONG = {"int64": "long", "uint64": "unsigned long"}
_IS_LONG_LONG = re.compile(r"\bU?Long64_t\b|\blong\s+long\b|\b[rt]dfentry_|\b\d+(?:[uU]?(?:ll|LL))|\bNEntries\b")
_CONTAINER = r"(?:const\s+)?((?:std::)?vector<[^;=(){}]*>|(?:ROOT::)?(?:VecOps::)?RVec<[^;=(){}]*>)"
_MADE = re.compile(rf"\s*(?:return\s+)?{_CONTAINER}\s*(?:\(.*\)|\{{.*\}})\s*;?\s*", re.DOTALL)
_RETURNED = re.compile(r"return\s+(\w+)\s*;?\s*$")


def spelling_of(text: str, kind: _core.Type, type_of: Callable[[str], str | None]) -> str | None:
    """How ROOT spells the type of what an expression gives; None if as columns.cpp_type says it.

    Args:
        text: the expression; empty for a function of Python.
        kind: its type.
        type_of: the C++ type of a column; None of another name.
    """
    said = _container_of(text)
    if said is not None:
        spelled = name_of_type(said)
        if spelled is not None and dtype_of_cpp(said) == str(kind):
            return spelled
    if not re.search(r"\bu?int64\b", str(kind)):
        return None
    if _IS_LONG_LONG.search(text) or any("Long64_t" in (type_of(name) or "") for name in re.findall(r"\w+", text)):
        return None
    return type_name(kind, _LONG)


def _container_of(text: str) -> str | None:
    """The type of a container that an expression makes, or that the variable has which it returns."""
    made = _MADE.fullmatch(text)
    if made and "return" not in text[made.end(1) :]:
        return made[1]
    returned = _RETURNED.search(text)
    found = returned and re.search(rf"(?:^|[;{{]|\n)\s*{_CONTAINER}\s+{returned[1]}\b", text)
    return found[1] if found else None


def is_number(value: Any) -> bool:
    """Whether a value is a number or a truth value, of Python or NumPy."""
    return isinstance(value, bool | int | float | np.bool_ | np.integer | np.floating)


def type_of_number(value: Any) -> str:
    """The C++ type of a number: for Python's whole ones the first that has them, as ROOT does."""
    if isinstance(value, np.generic):
        name = value.dtype.name
        return {"bool": "bool", "float32": "float", "float64": "double"}.get(name, f"{name}_t")
    if isinstance(value, int) and not isinstance(value, bool):
        return next((kind for kind in _WHOLE if fits(value, str(dtype_of_cpp(kind)))), _WHOLE[0])
    return "bool" if isinstance(value, bool) else "double"


def fits(value: Any, dtype: str) -> bool:
    """Whether values of a type can be a number, floating ones but for their last digits."""
    number = value.item() if isinstance(value, np.generic) else value
    if dtype.startswith("float"):
        return not math.isfinite(number) or abs(number) <= float(np.finfo(dtype).max)
    if not math.isfinite(number) or number != int(number):
        return False
    if dtype == "bool":
        return number in (0, 1)
    return int(np.iinfo(dtype).min) <= int(number) <= int(np.iinfo(dtype).max)


def spelled_number(value: Any) -> str:
    """A number as an expression of C++."""
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, float) and not math.isfinite(number):
        return "0. / 0." if math.isnan(number) else "1. / 0." if number > 0 else "-1. / 0."
    if number == -(2**63):
        return f"{number + 1} - 1"
    return str(number).lower()
