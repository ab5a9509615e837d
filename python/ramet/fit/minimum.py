"""Minimising costs with iminuit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.models import Range
from ramet.fit.result import FitResult, FittedParameter

__all__ = ["FAULTS", "Minimised", "fit", "increase_at_deviation", "minimise", "minuit_at"]

_NOT_POSITIVE = "the second derivatives are not positive"
FAULTS = (  # of a minimum: its status has one or more
    "no minimum was found",
    "too many calls",
    "above the distance to the minimum",
    "no covariance",
    "the errors are not accurate",
    _NOT_POSITIVE,
)


class Minimised(Protocol):
    """What `fit` minimises: the costs of `ramet.fit`."""

    @property
    def errordef(self) -> float: ...
    @property
    def ndata(self) -> int: ...
    @property
    def parameters(self) -> tuple[str, ...]: ...
    def __call__(self, *values: float) -> float: ...
    def absent(self, *values: float) -> int: ...


def fit(
    cost: Minimised,
    start: Mapping[str, float] | None = None,
    *,
    limits: Mapping[str, Range] | None = None,
    fixed: Mapping[str, float] | None = None,
    **named: float,
) -> FitResult:
    """Find the minimum of a cost and the errors of its parameters, with iminuit's MIGRAD. Errors come
    from second derivatives; for parameters at limits, and costs without derivatives, from its HESSE.

    Parameters:
        cost: what becomes as small as possible.
        start: where to begin, for each parameter by name.
        limits: narrower than those of the model.
        fixed: parameters that keep a value.
        named: the same as `start`.

    Returns:
        The minimum, also if it is not valid: look at `valid` and `status`.

    Raises:
        MisuseError: a parameter has no start, or none of that name is there; the cost is infinite at the start.
        UnsupportedError: iminuit is not installed.
    """
    begin = {**(start or {}), **named, **(fixed or {})}
    unknown = [name for name in (*begin, *(limits or {})) if name not in cost.parameters]
    missing = [name for name in cost.parameters if name not in begin]
    if unknown or missing:
        problem = f"no parameter {unknown[0]!r}" if unknown else f"no start of the parameter {missing[0]!r}"
        raise MisuseError(f"{problem} of a cost with {', '.join(cost.parameters)}")
    values = [float(begin[name]) for name in cost.parameters]
    if not math.isfinite(cost(*values)):
        raise MisuseError(f"the cost has no value at the start: {dict(zip(cost.parameters, values, strict=True))}")
    return minimise(cost, values, limits or {}, set(fixed or {}))


def minuit_at(result: FitResult, cost: Minimised | None = None) -> Any:
    """Minuit at the minimum that was found, with the limits and the fixed parameters of the fit. It may get a cost
    that differs from the result's by what it takes as an error."""
    if result.cost is None:
        raise MisuseError("the result was read from a text, and has no cost: give it to `from_json`")
    minuit = _minuit()(result.cost if cost is None else cost, *result.values.values(), name=result.cost.parameters)
    for one in result.parameters:
        minuit.limits[one.name] = (one.low, one.high)
        minuit.fixed[one.name] = one.is_fixed
        if one.error > 0:
            minuit.errors[one.name] = one.error
    minuit.tol = 1e-2
    return minuit


def minimise(cost: Minimised, start: list[float], limits: Mapping[str, Range], fixed: set[str]) -> FitResult:
    """The minimum from a start that has a value, and the errors there."""
    minuit = _minuit()(cost, *start, name=cost.parameters)
    for name, bounds in limits.items():
        minuit.limits[name] = bounds
    for name in fixed:
        minuit.fixed[name] = True
    minuit.strategy = 0  # errors come afterwards
    minuit.tol = 1e-3 * getattr(cost, "scale", 1.0)
    if all(minuit.fixed):
        return _result_of(minuit, cost, None, "valid")
    minuit.migrad(use_simplex=False)
    step = _newton_step(minuit, cost) if hasattr(cost, "second_derivatives") else None
    if step is None:
        minuit.strategy = 1
        minuit.hesse()
        if _status_of(minuit) != "valid":  # with second derivatives known, it often comes the rest of the way
            minuit.migrad(use_simplex=False)
            minuit.hesse()
        return _result_of(minuit, cost, None, _status_of(minuit))
    return _result_of(minuit, cost, step, "valid")


def _minuit() -> Any:
    try:
        from iminuit import Minuit
    except ImportError:
        raise UnsupportedError("fits need iminuit: pip install ramet[fit]") from None
    return Minuit


class _Step(NamedTuple):
    values: list[float]
    covariance: npt.NDArray[np.float64]
    edm: float


def _newton_step(minuit: Any, cost: Any) -> _Step | None:
    """From where MIGRAD ended, by exact derivatives, to the minimum, and the covariance there; None if that is far
    away, beside a limit, or no minimum: that is left to HESSE."""
    free = np.flatnonzero(~np.array(minuit.fixed))
    values = _nearer(minuit, cost, free)
    curvature = cost.second_derivatives(*values)[np.ix_(free, free)] / 2
    if not np.all(np.isfinite(curvature)) or np.any(np.linalg.eigvalsh(curvature) <= 0):
        return None
    inverse = np.linalg.inv(curvature)
    if np.any(np.diag(inverse) <= 0):
        return None
    errors = np.sqrt(np.diag(inverse))
    step = -inverse @ cost.grad(*values)[free] / 2
    moved = values.copy()
    moved[free] += step
    lowest, highest = np.array(minuit.limits).T
    if np.any(np.abs(step) > 0.1 * errors) or np.any(np.minimum(moved - lowest, highest - moved)[free] < 0.5 * errors):
        return None
    gradient = cost.grad(*moved)[free]
    edm = float(gradient @ inverse @ gradient) / 4
    if not edm < 1e-6 * cost.scale:
        return None
    covariance = np.zeros((len(values), len(values)))
    covariance[np.ix_(free, free)] = inverse
    return _Step(moved.tolist(), covariance, edm)


def _nearer(minuit: Any, cost: Any, free: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Where MIGRAD ended, one step nearer to the minimum by its own covariance, so that second derivatives are those of
    the minimum."""
    values = np.array(minuit.values)
    if minuit.covariance is None:
        return values
    covariance = np.array(minuit.covariance)[np.ix_(free, free)]
    step = -covariance @ cost.grad(*values)[free] / 2
    moved = values.copy()
    moved[free] += step
    lowest, highest = np.array(minuit.limits).T
    is_inside = np.all((moved > lowest) & (moved < highest))
    is_small = np.all(np.abs(step) < 0.1 * np.sqrt(np.maximum(np.diag(covariance), 0)))
    return moved if is_inside and is_small else values


def _sandwich(cost: Any, values: list[float], free: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The covariance of weighted fits (C. Langenbruch, Eur. Phys. J. C 82 (2022) 393); NaN where there is none."""
    places = np.flatnonzero(free)
    covariance = np.zeros((len(values), len(values)))
    inverse = _inverse(cost, values, places)
    covariance[np.ix_(places, places)] = inverse @ cost.scatter(*values)[np.ix_(places, places)] @ inverse
    return covariance


def _inverse(cost: Any, values: list[float], places: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """That of half of the second derivatives; NaN where they are not positive."""
    curvature = cost.second_derivatives(*values)[np.ix_(places, places)] / 2
    if np.all(np.isfinite(curvature)) and np.all(np.linalg.eigvalsh(curvature) > 0):
        return np.linalg.inv(curvature)
    return np.full(curvature.shape, np.nan)


def increase_at_deviation(result: FitResult, name: str) -> float:
    """By how much the cost, minimised by the others, is higher at one standard deviation of a parameter: 1, unless
    events have weights or points no errors. NaN where second derivatives are not positive."""
    cost = result.cost
    if result.covariance_kind != "sandwich":
        return float(cost.errordef)
    free = np.array([not one.is_fixed or one.name == name for one in result.parameters])
    values, place = list(result.values.values()), list(result.values).index(name)
    variance = _sandwich(cost, values, free)[place, place]
    places = np.flatnonzero(free)
    return float(variance / _inverse(cost, values, places)[np.ix_(places == place, places == place)].item())


def _status_of(minuit: Any) -> str:
    minimum = minuit.fmin
    holds = (
        not minimum.is_valid,
        minimum.has_reached_call_limit,
        minimum.is_above_max_edm,
        not minimum.has_covariance or minimum.hesse_failed,
        minimum.has_covariance and not minimum.has_accurate_covar,
    )
    return ", ".join(fault for fault, is_there in zip(FAULTS, holds, strict=False) if is_there) or "valid"


def _result_of(minuit: Any, cost: Minimised, step: _Step | None, status: str) -> FitResult:
    count = len(cost.parameters)
    if step is not None:
        values, covariance, edm = step
    else:
        values = [float(value) for value in minuit.values]
        covariance = np.zeros((count, count)) if minuit.covariance is None else np.array(minuit.covariance)
        edm = 0.0 if minuit.fmin is None else float(minuit.fmin.edm)
    kind = "second derivatives"
    if getattr(cost, "is_weighted", False):
        covariance, kind = _sandwich(cost, values, ~np.array(minuit.fixed)), "sandwich"
        if status == "valid" and not np.all(np.isfinite(covariance)):
            status = _NOT_POSITIVE
    errors = np.sqrt(np.maximum(np.diag(covariance), 0))
    parameters = tuple(
        FittedParameter(
            name=one.name,
            value=value,
            error=0.0 if one.is_fixed else float(error),
            low=-math.inf if one.lower_limit is None else float(one.lower_limit),
            high=math.inf if one.upper_limit is None else float(one.upper_limit),
            is_fixed=bool(one.is_fixed),
        )
        for one, value, error in zip(minuit.params, values, errors, strict=True)
    )
    gradients = 0 if step is None else 2 * count + 3
    return FitResult(
        parameters=parameters,
        covariance=covariance,
        minimum=cost(*values),
        points=cost.ndata,
        valid=status == "valid",
        status=status,
        edm=edm,
        calls=int(minuit.nfcn) + 2,
        gradient_calls=int(minuit.ngrad) + gradients,
        absent=cost.absent(*values),
        covariance_kind=kind,
        cost=cost,
    )
