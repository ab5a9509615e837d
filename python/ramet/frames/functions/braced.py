"""Lists of values in braces alone, whose type is that of the columns they are of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ramet import _core
from ramet.errors import MisuseError, RametError

__all__ = ["with_type"]

_NUMBERS = {
    "float32": "float",
    "float64": "double",
    "int8": "signed char",
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
    """The values of a variation: "{x - 1, x + 1}" as a list of the type of its columns, other texts as they are.

    Raises:
        MisuseError: a column of whole numbers would be given others, which C++ does not narrow.
    """
    if not text.lstrip().startswith("{") or re.search(r"\breturn\b", text) or not columns:
        return text
    kind = core.type(columns[0])
    spelled = _spelled(kind)
    if spelled is None:
        return text
    if kind.kind == _core.Kind.number and not kind.number.startswith("float"):
        _refuse_fractions(core, text.strip(), columns[0], kind)
    lists = f"ROOT::RVec<{spelled}>" if len(columns) == 1 else f"ROOT::RVec<ROOT::RVec<{spelled}>>"
    return lists + text.lstrip()


def _refuse_fractions(core: _core.Frame, text: str, column: str, kind: _core.Type) -> None:
    for element in _elements(text):
        try:
            found = str(core.define("braced_element_", element).type("braced_element_"))
        except RametError:  # the variation says what is wrong
            return
        if found.startswith("float"):
            raise MisuseError(
                f"{element!r} of the variation {text} is of type {found}: column {column!r} is of type {kind}, and "
                "would cut it"
            )


def _elements(text: str) -> list[str]:
    """What stands between the commas of a list in braces, and of lists in it."""
    if not (text.startswith("{") and text.endswith("}")):
        return [text] if text else []
    parts, depth = [""], 0
    for one in text[1:-1]:
        depth += (one in "([{") - (one in ")]}")
        if one == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += one
    return [element for part in parts for element in _elements(part.strip())]


def _spelled(kind: _core.Type) -> str | None:
    if kind.kind == _core.Kind.number:
        return _NUMBERS.get(kind.number)
    if kind.kind == _core.Kind.string:
        return "std::string"
    if kind.kind == _core.Kind.list:
        inner = _spelled(kind.contents[0])
        return inner and f"ROOT::RVec<{inner}>"
    return None
