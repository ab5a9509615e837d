"""C++ expressions as trees, which are spelled, and evaluated entry by entry with C++'s promotions: slow, and simple.

A tree is ("+", one, other), ("column", name), ("literal", spelling), ("?", condition, one, other), ("cast", type, one),
("!", one), ("-", one) or ("Sum", list).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

__all__ = ["evaluate", "spelled"]

_CASTS = {"int": np.int32, "double": np.float64, "float": np.float32}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def spelled(tree: Any) -> str:
    """The tree as C++ text."""
    kind, *parts = tree
    if kind in ("column", "literal"):
        return str(parts[0])
    if kind == "?":
        return f"({spelled(parts[0])} ? {spelled(parts[1])} : {spelled(parts[2])})"
    if kind == "cast":
        return f"({parts[0]})({spelled(parts[1])})"
    if kind == "Sum":
        return f"Sum({spelled(parts[0])})"
    if len(parts) == 1:
        return f"{kind}({spelled(parts[0])})"
    return f"({spelled(parts[0])} {kind} {spelled(parts[1])})"


def evaluate(tree: Any, entry: Mapping[str, Any]) -> Any:
    """The value for one entry, whose columns are scalars of NumPy and lists of them."""
    with np.errstate(all="ignore"):
        return _value(tree, entry)


def _value(tree: Any, entry: Mapping[str, Any]) -> Any:
    kind, *parts = tree
    if kind == "column":
        return entry[parts[0]]
    if kind == "literal":
        text = parts[0]
        return np.float32(text[:-1]) if text.endswith("f") else (np.float64 if "." in text else np.int32)(text)
    if kind == "cast":
        return _CASTS[parts[0]](_value(parts[1], entry))
    if kind == "?":
        one, other = _value(parts[1], entry), _value(parts[2], entry)
        common = one.dtype.type if one.dtype == other.dtype else _common(one, other)
        return common(one if _value(parts[0], entry) else other)
    values = [_value(one, entry) for one in parts]
    if kind == "Sum":
        total = np.float32(0)
        for one in values[0]:
            total = np.float32(total + one)
        return total
    lists = any(isinstance(one, list) for one in values)
    return _each(lambda *some: _operation(kind, lists, *some), *values)


def _each(function: Callable[..., Any], *values: Any) -> Any:
    lengths = {len(one) for one in values if isinstance(one, list)}
    if not lengths:
        return function(*values)
    (length,) = lengths
    return [_each(function, *(one[k] if isinstance(one, list) else one for one in values)) for k in range(length)]


def _operation(kind: str, lists: bool, *values: Any) -> Any:  # noqa: FBT001
    truth = np.int32 if lists else np.bool_  # comparisons of RVecs are RVecs of int
    if len(values) == 1:
        (one,) = values
        if kind == "!":
            return one.dtype.type(not one) if lists else np.bool_(not one)
        work = _promoted(one)
        found = -work(one)
        return one.dtype.type(found) if lists else found
    one, other = values
    if kind == "&&":
        return truth(bool(one) and bool(other))
    if kind == "||":
        return truth(bool(one) or bool(other))
    common = _common(one, other)
    if kind in _COMPARISONS:
        return truth(_COMPARISONS[kind](common(one), common(other)))
    if kind == "/":
        return common(common(one) / common(other))
    return common(_ARITHMETIC[kind](common(one), common(other)))


def _promoted(one: Any) -> type:
    kind: type = np.int32 if one.dtype.itemsize < 4 else one.dtype.type
    return kind


def _common(one: Any, other: Any) -> type:
    kinds = {_promoted(one), _promoted(other)}
    return next(kind for kind in (np.float64, np.float32, np.int64, np.uint32, np.int32) if kind in kinds)
