"""Python's expressions evaluated entry by entry, with NumPy's scalars: slow, and simple enough to be right."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

__all__ = ["evaluate"]

_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: lambda one: np.bool_(not one),
}
_REDUCTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "any": lambda values: np.bool_(any(bool(one) for one in values)),
    "all": lambda values: np.bool_(all(bool(one) for one in values)),
    "num": lambda values: np.int64(len(values)),
}


def evaluate(text: str, entry: Mapping[str, Any]) -> Any:
    """The value of an expression for one entry, whose columns are scalars of NumPy and lists of them."""
    with np.errstate(all="ignore"):
        return _value(ast.parse(text, mode="eval").body, entry)


def _value(node: ast.AST, entry: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return entry[node.id]
    if isinstance(node, ast.UnaryOp):
        return _each(_UNARY[type(node.op)], _value(node.operand, entry))
    if isinstance(node, ast.BinOp):
        return _each(_BINARY[type(node.op)], _value(node.left, entry), _value(node.right, entry))
    if isinstance(node, ast.Compare):
        values = [_value(one, entry) for one in (node.left, *node.comparators)]
        found = [_each(_COMPARISONS[type(one)], *values[k : k + 2]) for k, one in enumerate(node.ops)]
        return found[0] if len(found) == 1 else _each(lambda *all_of: np.bool_(all(all_of)), *found)
    if isinstance(node, ast.BoolOp):
        combine = all if isinstance(node.op, ast.And) else any
        return _each(lambda *values: np.bool_(combine(values)), *(_value(one, entry) for one in node.values))
    if isinstance(node, ast.IfExp):
        condition, one, other = (_value(part, entry) for part in (node.test, node.body, node.orelse))
        return np.result_type(one, other).type(one if condition else other)
    if isinstance(node, ast.Subscript):
        return _element(_value(node.value, entry), node.slice, entry)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _call(node.func.id, [_value(one, entry) for one in node.args])
    raise NotImplementedError(ast.dump(node))


def _each(function: Callable[..., Any], *values: Any) -> Any:
    """Element by element of lists, which have equal lengths; numbers go with each."""
    lengths = {len(one) for one in values if isinstance(one, list)}
    if not lengths:
        return function(*values)
    (length,) = lengths
    return [_each(function, *(one[k] if isinstance(one, list) else one for one in values)) for k in range(length)]


def _element(value: Any, place: ast.AST, entry: Mapping[str, Any]) -> Any:
    if isinstance(place, ast.Tuple):  # x[:, a:b]
        part = place.elts[1]
        assert isinstance(part, ast.Slice)
        bounds = [None if one is None else ast.literal_eval(one) for one in (part.lower, part.upper, part.step)]
        return value[slice(*bounds)]
    mask = _value(place, entry)
    return [one for one, kept in zip(value, mask, strict=True) if kept]


def _call(name: str, arguments: list[Any]) -> Any:
    if name == "sum":
        return _sum(arguments[0])
    if name in _REDUCTIONS:
        return _REDUCTIONS[name](arguments[0])
    if name == "where":
        kinds = [np.asarray(_first(one)).dtype for one in arguments[1:]]  # written numbers count as int64 and float64
        common = np.result_type(*kinds)
        return _each(lambda c, one, other: common.type(one if c else other), *arguments)
    functions = {"abs": np.absolute, "sqrt": np.sqrt, "floor": np.floor, "maximum": np.maximum, "minimum": np.minimum}
    return _each(functions[name], *arguments)


def _first(value: Any) -> Any:
    while isinstance(value, list):
        value = value[0] if value else np.float32(0)
    return value


def _sum(values: list[Any]) -> Any:
    kind = np.asarray(values).dtype.kind if values else "f"
    total: Any = np.float32(0) if kind == "f" and (not values or values[0].dtype == np.float32) else np.float64(0)
    if kind in "bi":
        total = np.int64(0)
    for one in values:  # from the first to the last, in the type of the sum
        total = total.dtype.type(total + total.dtype.type(one))
    return total
