"""Lists of values in braces alone, whose type is that of the columns they are of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ramet import _core

__all__ = ["with_type"]

_NUMBERS = {
    "float32": "float",
    "float64": "double",
    "int16": "short",
    "int32": "int",
    "int64": "long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
    "uint64": "unsigned long",
    "bool": "bool",
}


def with_type(core: _core.Frame, columns: Sequence[str], text: str) -> str:
    """The values of a variation: "{x - 1, x + 1}" as a list of the type of its columns, other texts as they are."""
    if not text.lstrip().startswith("{") or re.search(r"\breturn\b", text) or not columns:
        return text
    kind = _spelled(core.type(columns[0]))
    if kind is None:
        return text
    lists = f"ROOT::RVec<{kind}>" if len(columns) == 1 else f"ROOT::RVec<ROOT::RVec<{kind}>>"
    return lists + text.lstrip()


def _spelled(kind: _core.Type) -> str | None:
    if kind.kind == _core.Kind.number:
        return _NUMBERS.get(kind.number)
    if kind.kind == _core.Kind.string:
        return "std::string"
    if kind.kind == _core.Kind.list:
        inner = _spelled(kind.contents[0])
        return inner and f"ROOT::RVec<{inner}>"
    return None
