"""Numbers that are defaults of columns: which C++ type they are of, and how C++ spells them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from ramet.rdataframe.columns import dtype_of_cpp

__all__ = ["fits", "is_number", "spelled_number", "type_of_number"]

_WHOLE = ("int", "long", "unsigned long")


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
