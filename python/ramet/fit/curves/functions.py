"""Formulas as they were fitted, as files have them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from ramet import _core
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.models import Range
from ramet.fit.result import FitResult, FittedParameter
from ramet.fit.search.limits import checked_limits, require_by_name
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function

__all__ = ["Asked", "asked_of", "derivatives_of", "function_of"]

_SAVED = 100  # steps of a curve's values in a file


class Asked(NamedTuple):
    """What is fitted: a formula, where its parameters begin, their limits, and those that keep a value."""

    curve: Formula
    start: dict[str, float]
    limits: dict[str, Range]
    fixed: dict[str, float]


def asked_of(
    formula: str | Formula | Function,
    start: Mapping[str, float],
    limits: Mapping[str, Range] | None,
    fixed: Mapping[str, float] | None,
) -> Asked:
    """What is asked for. A function has values, limits and fixed parameters of its own, as in ROOT; what is given
    besides them counts more. MisuseError is raised for what is no formula, and a function without one."""
    require_by_name(limits, "limits")
    require_by_name(fixed, "fixed")
    if not isinstance(formula, Function):
        curve = Formula(formula) if isinstance(formula, str) else formula
        if not isinstance(curve, Formula):
            raise MisuseError(f"{formula!r} is no formula: expected a text, what ramet.formula gives, or a function")
        return Asked(curve, dict(start), checked_limits(limits or {}), dict(fixed or {}))
    stored = formula.formula_parameters()
    values = {name: one.value for name, one in stored.items()}
    bounds = {name: one.bounds for name, one in stored.items() if one.bounds is not None}
    kept = {name: one.value for name, one in stored.items() if one.is_fixed and name not in {**start, **(limits or {})}}
    bounds |= checked_limits(limits or {})
    return Asked(formula.compiled(), {**values, **start}, bounds, {**kept, **(fixed or {})})


@lru_cache(maxsize=64)
def derivatives_of(text: str) -> tuple[tuple[Formula, tuple[int, ...]], ...] | None:
    """The derivatives of a formula by its parameters, each with the places of the parameters that it depends on; None
    if one is not known."""
    formula = Formula(text)
    try:
        found = [formula.derivative(name) for name in formula.parameters]
    except UnsupportedError:
        return None
    return tuple((one, tuple(formula.parameters.index(name) for name in one.parameters)) for one in found)


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
