"""Formulas as they were fitted, as files have them."""

from __future__ import annotations

import math

import numpy as np
from ramet import _core
from ramet.fit.models import Range
from ramet.fit.result import FitResult, FittedParameter
from ramet.graphs.formula import Formula

__all__ = ["function_of"]

_SAVED = 100  # steps of a curve's values in a file


def function_of(result: FitResult, formula: Formula, within: Range) -> _core.Function:
    """A formula as it was fitted, for a file: a TF1, whose errors are 0 for parameters that were fixed."""
    low, high = within
    parameters = [_stored(one) for one in result.parameters]
    free = sum(not one.is_fixed for one in result.parameters)
    x = np.linspace(low, high, _SAVED + 1)
    heights = np.asarray(formula.values((x,), list(result.values.values())), np.float64)
    saved = [*np.broadcast_to(heights, x.shape).tolist(), low, high]
    return _core.Function(
        formula.text,
        _core.formula_expanded(formula.text),
        parameters,
        (low, high),
        result.minimum,
        result.points - free,
        saved,
    )


def _stored(one: FittedParameter) -> _core.FunctionParameter:
    """Limits as ROOT has them: both 0 without, equal for one that is fixed, and these are 1 if it is fixed at 0."""
    low, high = (one.low, one.high) if math.isfinite(one.low) and math.isfinite(one.high) else (0.0, 0.0)
    if one.is_fixed:
        low = high = one.value or 1.0
    return _core.FunctionParameter(one.name, one.value, 0.0 if one.is_fixed else one.error, low, high)
