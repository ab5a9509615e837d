"""The C++ types of definitions where ROOT says more than ramet's types: `unsigned long` of sizes, and std::vector."""

from __future__ import annotations

import re
from collections.abc import Callable

from ramet import _core
from ramet.rdataframe.columns import dtype_of_cpp, name_of_type, type_name

__all__ = ["spelling_of"]

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
