"""Expressions of columns, built with Python's operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np

__all__ = ["Expression", "col", "where"]

# How strongly Python's operators bind: what binds less than it has to stands in parentheses.
_COMPARISON, _OR, _XOR, _AND, _SHIFT, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(10)

_LEVELS = {
    **dict.fromkeys(("<", "<=", "==", "!=", ">", ">="), _COMPARISON),
    "|": _OR,
    "^": _XOR,
    "&": _AND,
    **dict.fromkeys(("<<", ">>"), _SHIFT),
    **dict.fromkeys(("+", "-"), _SUM),
    **dict.fromkeys(("*", "/", "//", "%"), _PRODUCT),
    "**": _POWER,
}

# NumPy's functions that are operators; all others have their own names.
_OPERATORS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "true_divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "power": "**",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "left_shift": "<<",
    "right_shift": ">>",
    "less": "<",
    "less_equal": "<=",
    "equal": "==",
    "not_equal": "!=",
    "greater": ">",
    "greater_equal": ">=",
}
_FUNCTIONS = {"where", "round", "around", "clip"}  # of NumPy's that are no ufuncs
_REDUCTIONS = {"sum", "prod", "any", "all", "max", "min", "amax", "amin", "mean", "var", "std", "argmax", "argmin"}


class Expression:
    """An expression of columns, which `arrays`, `iterate` and all others take where they take a text: `text` says it.
    It is built of `ramet.col` with Python's operators, NumPy's functions and the methods below. Threads: immutable.

    >>> import ramet
    >>> pt, eta = ramet.col("Muon_pt"), ramet.col("Muon_eta")
    >>> pt[(pt > 20) & (abs(eta) < 2.4)].sum()
    ramet.Expression('sum(Muon_pt[(Muon_pt > 20) & (abs(Muon_eta) < 2.4)], axis=-1)')
    """

    __slots__ = ("_level", "text")

    text: str
    """What it says, in Python."""

    def __init__(self, text: str, level: int = -1) -> None:
        self.text = text
        self._level = level

    def __repr__(self) -> str:
        return f"ramet.Expression({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"the expression {self.text!r} has no truth value: it is one for each entry. Write & for 'and', | "
            "for 'or', ~ for 'not', each comparison in parentheses, and (a < b) & (b < c) for a < b < c"
        )

    def __iter__(self) -> NoReturn:
        raise TypeError(f"the expression {self.text!r} cannot be gone through: its values are read with arrays()")

    def __hash__(self) -> int:
        return hash(self.text)

    # --- operators -----------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Expression:
        return _joined(self, "+", other)

    def __radd__(self, other: Any) -> Expression:
        return _joined(other, "+", self)

    def __sub__(self, other: Any) -> Expression:
        return _joined(self, "-", other)

    def __rsub__(self, other: Any) -> Expression:
        return _joined(other, "-", self)

    def __mul__(self, other: Any) -> Expression:
        return _joined(self, "*", other)

    def __rmul__(self, other: Any) -> Expression:
        return _joined(other, "*", self)

    def __truediv__(self, other: Any) -> Expression:
        return _joined(self, "/", other)

    def __rtruediv__(self, other: Any) -> Expression:
        return _joined(other, "/", self)

    def __floordiv__(self, other: Any) -> Expression:
        return _joined(self, "//", other)

    def __rfloordiv__(self, other: Any) -> Expression:
        return _joined(other, "//", self)

    def __mod__(self, other: Any) -> Expression:
        return _joined(self, "%", other)

    def __rmod__(self, other: Any) -> Expression:
        return _joined(other, "%", self)

    def __pow__(self, other: Any) -> Expression:
        return _joined(self, "**", other)

    def __rpow__(self, other: Any) -> Expression:
        return _joined(other, "**", self)

    def __and__(self, other: Any) -> Expression:
        return _joined(self, "&", other)

    def __rand__(self, other: Any) -> Expression:
        return _joined(other, "&", self)

    def __or__(self, other: Any) -> Expression:
        return _joined(self, "|", other)

    def __ror__(self, other: Any) -> Expression:
        return _joined(other, "|", self)

    def __xor__(self, other: Any) -> Expression:
        return _joined(self, "^", other)

    def __rxor__(self, other: Any) -> Expression:
        return _joined(other, "^", self)

    def __lshift__(self, other: Any) -> Expression:
        return _joined(self, "<<", other)

    def __rlshift__(self, other: Any) -> Expression:
        return _joined(other, "<<", self)

    def __rshift__(self, other: Any) -> Expression:
        return _joined(self, ">>", other)

    def __rrshift__(self, other: Any) -> Expression:
        return _joined(other, ">>", self)

    def __lt__(self, other: Any) -> Expression:
        return _joined(self, "<", other)

    def __le__(self, other: Any) -> Expression:
        return _joined(self, "<=", other)

    def __gt__(self, other: Any) -> Expression:
        return _joined(self, ">", other)

    def __ge__(self, other: Any) -> Expression:
        return _joined(self, ">=", other)

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]  # an expression, as in NumPy
        return _joined(self, "==", other)

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return _joined(self, "!=", other)

    def __neg__(self) -> Expression:
        return Expression(f"-{_within(self, _SIGN)}", _SIGN)

    def __pos__(self) -> Expression:
        return Expression(f"+{_within(self, _SIGN)}", _SIGN)

    def __invert__(self) -> Expression:
        return Expression(f"~{_within(self, _SIGN)}", _SIGN)

    def __abs__(self) -> Expression:
        return _called("abs", self)

    def __round__(self) -> Expression:
        return _called("round", self)

    # --- lists ---------------------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Expression:
        """Elements of lists: `x[:, 0]` the first of each entry, `x[:, :2]`, `x[mask]`, `x[indices]`; `x["pt"]` is a
        member of records."""
        parts = place if isinstance(place, tuple) else (place,)
        written = ", ".join(_index(part) for part in parts)
        return Expression(f"{_within(self, _ATOM)}[{written}]", _ATOM)

    def sum(self, axis: int = -1) -> Expression:
        """The sum of each list; 0 of empty ones."""
        return _reduced("sum", self, axis)

    def prod(self, axis: int = -1) -> Expression:
        """The product of each list; 1 of empty ones."""
        return _reduced("prod", self, axis)

    def any(self, axis: int = -1) -> Expression:
        """Whether any element of a list is true."""
        return _reduced("any", self, axis)

    def all(self, axis: int = -1) -> Expression:
        """Whether all elements of a list are true."""
        return _reduced("all", self, axis)

    def max(self, axis: int = -1, *, initial: float | None = None) -> Expression:
        """The greatest element of each list, or `initial` where that is greater. An empty list without `initial` is an
        error when it is computed."""
        return _reduced("max", self, axis, initial)

    def min(self, axis: int = -1, *, initial: float | None = None) -> Expression:
        """The least element of each list, or `initial` where that is less."""
        return _reduced("min", self, axis, initial)

    def mean(self, axis: int = -1) -> Expression:
        """The mean of each list; NaN of empty ones."""
        return _reduced("mean", self, axis)

    def var(self, axis: int = -1) -> Expression:
        """The mean of the squared distances from the mean."""
        return _reduced("var", self, axis)

    def std(self, axis: int = -1) -> Expression:
        """The square root of `var`."""
        return _reduced("std", self, axis)

    def argmax(self, axis: int = -1) -> Expression:
        """The place of the greatest element of each list."""
        return _reduced("argmax", self, axis)

    def argmin(self, axis: int = -1) -> Expression:
        """The place of the least element of each list."""
        return _reduced("argmin", self, axis)

    def size(self, axis: int = 1) -> Expression:
        """The number of elements of each list."""
        return _reduced("num", self, axis)

    # --- NumPy's functions ---------------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or options:
            return NotImplemented
        name = ufunc.__name__
        if name in _OPERATORS:
            return _joined(inputs[0], _OPERATORS[name], inputs[1])
        if name in ("negative", "positive", "invert"):
            return {"negative": Expression.__neg__, "positive": Expression.__pos__, "invert": Expression.__invert__}[
                name
            ](inputs[0])
        return _called(name, *inputs)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]
    ) -> Any:
        name = function.__name__
        if name in _FUNCTIONS and not options:
            return _called(name, *arguments)
        if name in _REDUCTIONS and set(options) <= {"axis"} and len(arguments) <= 2:
            axis = arguments[1] if len(arguments) > 1 else options.get("axis")
            if axis is None:
                raise TypeError(f"numpy.{name} of an expression needs axis=-1: it does not see all entries")
            return _reduced(name, arguments[0], axis)
        return NotImplemented


def col(name: str) -> Expression:
    """A column, by its name, for building expressions: `ramet.col("Muon_pt") > 20`.

    Raises:
        TypeError: the name is not a text.
    """
    if not isinstance(name, str):
        raise TypeError(f"a column's name is {name!r} of type {type(name).__name__}, expected a text")
    plain = all(part.isidentifier() and part.isascii() for part in name.split("."))
    return Expression(name if plain else f"get({_quoted(name)})", _ATOM)


def where(condition: Any, one: Any, other: Any) -> Expression:
    """`one` where a condition is true, otherwise `other`, element by element."""
    return _called("where", condition, one, other)


def _joined(one: Any, symbol: str, other: Any) -> Expression:
    level = _LEVELS[symbol]
    if symbol == "**":  # the only one that goes from right to left, and is stronger than a sign before it
        return Expression(f"{_within(one, _ATOM)} ** {_within(other, _SIGN)}", level)
    # Comparisons would be a chain.
    left = _within(one, level + 1 if level == _COMPARISON else level)
    return Expression(f"{left} {symbol} {_within(other, level + 1)}", level)


def _called(name: str, *arguments: Any) -> Expression:
    return Expression(f"{name}({', '.join(_within(one, -1) for one in arguments)})", _ATOM)


def _reduced(name: str, of: Any, axis: int, initial: float | None = None) -> Expression:
    more = "" if initial is None else f", initial={_within(initial, -1)}"
    return Expression(f"{name}({_within(of, -1)}, axis={int(axis)}{more})", _ATOM)


def _within(value: Any, level: int) -> str:
    """A value as a part of another, in parentheses where it binds less strongly than that."""
    if isinstance(value, Expression):
        return value.text if value._level >= level else f"({value.text})"
    written = _written(value)
    return f"({written})" if written.startswith("-") and level > _SIGN else written


def _written(value: Any) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | int):
        return repr(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return "np.nan" if value != value else "np.inf" if value > 0 else "-np.inf"
        return repr(value)
    if isinstance(value, str):
        return _quoted(value)
    raise TypeError(f"{value!r} of type {type(value).__name__} in an expression, expected a number, a text or columns")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{escaped}'"


def _index(place: Any) -> str:
    if isinstance(place, slice):
        parts = ["" if one is None else str(int(one)) for one in (place.start, place.stop, place.step)]
        return f"{parts[0]}:{parts[1]}" + (f":{parts[2]}" if parts[2] else "")
    return "..." if place is ... else _within(place, -1)
