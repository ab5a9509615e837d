"""Minimising costs with iminuit."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from ramet.arguments import real_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.models import Range
from ramet.fit.result import FitResult, FittedParameter
from ramet.fit.search.covariances import hesse_step, rises_as_told, sandwich
from ramet.fit.search.kinks import step_over_kinks
from ramet.fit.search.limits import (
    checked_limits,
    give_first_steps,
    limits_of,
    limits_within,
    off_limits,
    require_by_name,
    require_inside,
    started_inside,
)
from ramet.fit.search.newton import Step, newton_step, walk
from ramet.fit.views import window_of

__all__ = ["FAULTS", "Minimised", "fit", "minimise", "minuit_at"]

_NOT_POSITIVE = "the second derivatives are not positive"
_NOT_AS_TOLD = "the cost does not rise as its derivatives tell"
FAULTS = (  # of a minimum: its status has one or more
    "no minimum was found",
    "too many calls",
    "above the distance to the minimum",
    "no covariance",
    "the errors are not accurate",
    _NOT_POSITIVE,
    _NOT_AS_TOLD,
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
        limits: narrower than those of the model, which hold besides them: a LimitsWarning tells of wider ones. A start
            outside of them is moved to their middle, with a StartWarning.
        fixed: parameters that keep a value.
        named: the same as `start`.

    Returns:
        The minimum, also if it is not valid: look at `valid` and `status`.

    Raises:
        MisuseError: a parameter has no start, or none of that name is there; one is fixed outside of its
            limits; the cost is infinite at the start.
        UnsupportedError: iminuit is not installed.
    """
    for what, given_as in (("start", start), ("limits", limits), ("fixed", fixed)):
        require_by_name(given_as, what)
    begin = {**(start or {}), **named, **(fixed or {})}
    unknown = [name for name in (*begin, *(limits or {})) if name not in cost.parameters]
    missing = [name for name in cost.parameters if name not in begin]
    if unknown or missing:
        problem = f"no parameter {unknown[0]!r}" if unknown else f"no start of the parameter {missing[0]!r}"
        raise MisuseError(f"{problem} of a cost with {', '.join(cost.parameters)}")
    if not cost.parameters:
        raise MisuseError("the cost has no parameters: there is nothing to fit")
    known = {name: own for name, own in getattr(cost, "limits", {}).items() if own is not None}
    bounds = limits_within(checked_limits(limits or {}), known)
    values = [real_number(begin[name], f"the start of {name!r}") for name in cost.parameters]
    given = dict(zip(cost.parameters, values, strict=True))
    for name, value in begin.items():
        if isinstance(value, bool | np.bool_):  # iminuit's way to fix a parameter; 1 is another value
            raise MisuseError(f"the value of {name!r} is {value}, expected a number, at which `fixed` keeps it")
    require_inside({name: given[name] for name in fixed or {}}, {**known, **bounds})
    begins = started_inside(given, {**known, **bounds})
    if not math.isfinite(cost(*begins.values())):
        raise MisuseError(f"the cost has no value at the start: {begins}")
    return minimise(cost, list(begins.values()), bounds, set(fixed or {}))


def minuit_at(result: FitResult, cost: Minimised | None = None) -> tuple[Any, dict[str, float]]:
    """Minuit at the minimum that was found, with the limits and the fixed parameters of the fit, and from where it
    counts parameters. It may get a cost that differs from the result's by what it takes as an error."""
    if result.cost is None:
        raise MisuseError("the result was read from a text, and has no cost: give it to `from_json`")
    values = np.array(list(result.values.values()))
    shifted = _shifted(result.cost if cost is None else cost, values)
    offsets = dict(zip(result.values, _offsets(shifted, len(values)).tolist(), strict=True))
    at = values - list(offsets.values())
    minuit = _minuit()(shifted, *at, name=result.cost.parameters, **_known_derivatives(shifted, result))
    for one in result.parameters:
        minuit.limits[one.name] = (one.low - offsets[one.name], one.high - offsets[one.name])
        minuit.fixed[one.name] = one.is_fixed
        if one.error > 0:
            minuit.errors[one.name] = one.error
    minuit.values = off_limits(minuit, shifted)
    minuit.tol = 1e-2
    return minuit, offsets


def _known_derivatives(cost: Any, result: FitResult) -> dict[str, Any]:
    """What Minuit takes beside a cost: second derivatives, without which MINOS does not find the ends of parameters
    that depend much on each other, as of polynomials. Old versions of iminuit take none, and they are not right for
    its variables of parameters that have limits."""
    has_limits = any(math.isfinite(end) for one in result.parameters if not one.is_fixed for end in (one.low, one.high))
    if has_limits or not hasattr(cost, "second_derivatives") or getattr(cost, "may_jump", True):
        return {}
    is_taken = "hessian" in inspect.signature(_minuit()).parameters
    return {"hessian": lambda *values: cost.second_derivatives(*values)} if is_taken else {}


def minimise(cost: Minimised, start: list[float], limits: Mapping[str, Range], fixed: set[str]) -> FitResult:
    """The minimum from a start that has a value, and the errors there."""
    of_values, cost = cost, _shifted(cost, np.array(start))
    offsets = _offsets(cost, len(start))
    minuit = _minuit()(cost, *(np.array(start) - offsets), name=cost.parameters)
    if isinstance(cost, _Shifted):
        for name, first in cost.steps.items():
            minuit.errors[name] = first
    for name, (low, high) in limits.items():
        offset = offsets[cost.parameters.index(name)]
        minuit.limits[name] = (low - offset, high - offset)
    for name in fixed:
        minuit.fixed[name] = True
    minuit.values = off_limits(minuit, cost)
    give_first_steps(minuit, cost)
    minuit.strategy = 0  # errors come afterwards
    minuit.tol = 1e-3 * getattr(cost, "scale", 1.0)
    if all(minuit.fixed):
        return _result_of(minuit, of_values, offsets, hesse_step(minuit, cost), "valid")
    minuit.migrad(use_simplex=False)
    step = _step_of(minuit, cost)
    if step is None and hasattr(cost, "second_derivatives") and walk(minuit, cost):
        step = _step_of(minuit, cost)
    if step is None:
        minuit.strategy = 1
        minuit.hesse()
        if _status_of(minuit) != "valid":  # with second derivatives known, it often comes the rest of the way
            minuit.migrad(use_simplex=False)
            step = _step_of(minuit, cost)
            if step is None:
                minuit.hesse()
    status = "valid" if step is not None else _status_of(minuit)
    is_doubtful = getattr(cost, "may_jump", True) or step is None
    step = step or hesse_step(minuit, cost)
    over_kinks = None
    if is_doubtful and hasattr(cost, "second_derivatives") and (over_kinks := step_over_kinks(minuit, cost, step)):
        step, status = over_kinks, "valid"
    # What does not depend on a parameter, as on the place of a peak whose fraction is 0, tells nothing of others.
    if status == "valid" and is_doubtful and not step.held.any():
        told = rises_as_told(cost, step, np.array(minuit.fixed), limits_of(minuit))
        status = status if told else _NOT_AS_TOLD
    return _result_of(minuit, of_values, offsets, step, status, has_kinks=over_kinks is not None)


def _step_of(minuit: Any, cost: Any) -> Step | None:
    return newton_step(minuit, cost) if hasattr(cost, "second_derivatives") else None


class _Shifted:
    """A cost of parameters of which some are counted from the begin of the range that they are a place in. iminuit's
    steps, and its accuracy, are parts of values, as 16 for a time stamp: too long if the range is narrow. Threads:
    as the cost."""

    def __init__(self, cost: Any, offsets: npt.NDArray[np.float64], steps: dict[str, float]) -> None:
        self._cost = cost
        self.offsets = offsets
        self.steps = steps
        if hasattr(cost, "grad"):
            self.grad = lambda *values: cost.grad(*(np.array(values) + offsets))
        if hasattr(cost, "second_derivatives"):
            self.second_derivatives = lambda *values: cost.second_derivatives(*(np.array(values) + offsets))
        limits = getattr(cost, "_parameters", dict.fromkeys(cost.parameters))
        self._parameters = {  # where iminuit looks for limits
            name: None if bounds is None else (bounds[0] - offset, bounds[1] - offset)
            for (name, bounds), offset in zip(limits.items(), offsets.tolist(), strict=True)
        }

    def __call__(self, *values: float) -> float:
        return float(self._cost(*(np.array(values) + self.offsets)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cost, name)


def _shifted(cost: Any, values: npt.NDArray[np.float64]) -> Any:
    """A cost, with parameters counted from elsewhere if that is needed."""
    windows = [window_of(value, getattr(cost, "windows", ())) for value in values.tolist()]
    if not any(windows):
        return cost
    offsets = np.array([0.0 if window is None else window[0] for window in windows])
    steps = {
        name: 0.01 * (window[1] - window[0])
        for name, window in zip(cost.parameters, windows, strict=True)
        if window is not None
    }
    return _Shifted(cost, offsets, steps)


def _offsets(cost: Any, count: int) -> npt.NDArray[np.float64]:
    return cost.offsets if isinstance(cost, _Shifted) else np.zeros(count)


def _minuit() -> Any:
    try:
        from iminuit import Minuit
    except ImportError:
        raise UnsupportedError("fits need iminuit: pip install ramet[fit]") from None
    return Minuit


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


def _result_of(
    minuit: Any,
    cost: Minimised,
    offsets: npt.NDArray[np.float64],
    step: Step,
    status: str,
    *,
    has_kinks: bool = False,
) -> FitResult:
    values, covariance = (np.array(step.values) + offsets).tolist(), step.covariance
    kind = "second derivatives"
    if getattr(cost, "is_weighted", False):
        free, unweighted = ~np.array(minuit.fixed), covariance if has_kinks else None
        covariance, kind = sandwich(cost, values, free, step.held, unweighted), "sandwich"
        if status == "valid" and not np.all(np.isfinite(covariance)):
            status = _NOT_POSITIVE
    return FitResult(
        parameters=_parameters_of(minuit, values, covariance, offsets),
        covariance=covariance,
        minimum=cost(*values),
        points=cost.ndata,
        valid=status == "valid",
        status=status,
        edm=step.edm,
        calls=int(minuit.nfcn) + 2,
        gradient_calls=int(minuit.ngrad) + (2 * len(values) + 3 if hasattr(cost, "grad") else 0),
        absent=cost.absent(*values),
        covariance_kind=kind,
        cost_kind=getattr(cost, "kind", "chi square"),
        cost=cost,
    )


def _parameters_of(
    minuit: Any, values: list[float], covariance: npt.NDArray[np.float64], offsets: npt.NDArray[np.float64]
) -> tuple[FittedParameter, ...]:
    errors = np.sqrt(np.maximum(np.diag(covariance), 0))
    return tuple(
        FittedParameter(
            name=one.name,
            value=value,
            error=0.0 if one.is_fixed else float(error),
            low=-math.inf if one.lower_limit is None else float(one.lower_limit + offset),
            high=math.inf if one.upper_limit is None else float(one.upper_limit + offset),
            is_fixed=bool(one.is_fixed),
        )
        for one, value, error, offset in zip(minuit.params, values, errors, offsets, strict=True)
    )
