"""Results of fits as ROOT's TFitResult has them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from ramet import _core

if TYPE_CHECKING:
    from ramet.fit.result import FitResult, FittedParameter

__all__ = ["parameter_of", "stored_fit"]

# ROOT's numbers for what is wrong (TFitResult::Status, of Minuit2): the first that applies.
_STATUSES = {"too many calls": 4, "above the distance to the minimum": 3, "the errors are not accurate": 1}
_OTHER_STATUS = 5


def stored_fit(result: FitResult) -> _core.StoredFit:
    """What is written of a result."""
    rows, columns = np.tril_indices(len(result.parameters))
    free = sum(not one.is_fixed for one in result.parameters)
    is_accurate = bool(np.all(np.isfinite(result.covariance)))
    return _core.StoredFit(
        title=result.status,
        parameters=[parameter_of(one) for one in result.parameters],
        covariance=result.covariance[rows, columns].tolist(),
        asymmetric_errors=[],
        minimum=result.minimum if result.cost_kind == "chi square" else result.minimum / 2,
        chi_square=-1.0 if result.cost_kind == "likelihood" else result.minimum,
        degrees_of_freedom=max(result.points - free, 0),
        distance=result.edm,
        calls=result.calls,
        is_valid=result.valid,
        status=_status(result),
        covariance_status=(3 if result.valid else 1) if is_accurate else 0,
        minimiser="ramet / iminuit",
    )


def parameter_of(one: FittedParameter) -> _core.FunctionParameter:
    """A parameter with limits as ROOT has them: equal ones, which are not 0, for one that was fixed."""
    low, high = (one.value or 1.0,) * 2 if one.is_fixed else (one.low, one.high)
    is_free = math.isinf(low) and math.isinf(high)
    return _core.FunctionParameter(one.name, one.value, one.error, *((0.0, 0.0) if is_free else (low, high)))


def _status(result: FitResult) -> int:
    if result.valid:
        return 0
    return next((number for fault, number in _STATUSES.items() if fault in result.status), _OTHER_STATUS)
