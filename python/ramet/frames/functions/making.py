"""The functions that frames take, whoever made them."""

from __future__ import annotations

from typing import Any

from ramet.expression import Expression
from ramet.frames.functions.batches import BatchFunction
from ramet.frames.functions.column_function import Call, ColumnFunction
from ramet.frames.functions.compiled import CompiledFunction, is_compiled
from ramet.frames.functions.corrections import Correction, is_correction
from ramet.frames.functions.onnx import is_session, onnx

__all__ = ["function_of", "is_function"]


def is_function(value: Any) -> bool:
    """Whether it computes a column from others, and is no expression."""
    if isinstance(value, Expression | str):
        return False
    return callable(value) or isinstance(value, Call) or is_correction(value) or is_session(value)


def function_of(function: Any, library: str = "np") -> ColumnFunction:
    """A function as frames call it: one of ramet's, of numba, correctionlib or onnxruntime, or of Python.

    Raises:
        ValueError: a library that there is not.
    """
    if isinstance(function, ColumnFunction):
        return function
    if is_compiled(function):
        return CompiledFunction(function)
    if is_correction(function):
        return Correction(function)
    if is_session(function):
        return onnx(function)
    return BatchFunction(function, library)
