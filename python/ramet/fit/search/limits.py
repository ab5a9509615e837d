"""Limits of parameters: where fits may begin, and errors of parameters that end at a limit."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError
from ramet.fit.models import Range

__all__ = [
    "LimitsWarning",
    "StartWarning",
    "checked_limits",
    "error_inside",
    "give_first_steps",
    "held_at_limits",
    "inside_of",
    "limits_of",
    "limits_within",
    "off_limits",
    "require_by_name",
    "require_inside",
    "started_inside",
]

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_AT_LIMIT = 0.01  # of an error: what is nearer to a limit, and is pulled over it, is at it
_PART_OF_RANGE = 0.1  # that MIGRAD's begin may be away from a limit


class StartWarning(UserWarning):
    """A fit was to begin outside of the limits of a parameter, and begins inside of them."""


class LimitsWarning(UserWarning):
    """A fit was to have limits of a parameter that are wider than those of the model, and keeps to the model's."""


def require_by_name(given: object, what: str) -> None:
    """MisuseError is raised for values of parameters that are not given by name."""
    if given is not None and not isinstance(given, Mapping):
        raise MisuseError(f"{what} is {given!r}, expected a mapping from the names of parameters")


def checked_limits(limits: Mapping[str, Range]) -> dict[str, Range]:
    """Limits as numbers, of which the lower one is not above the upper one."""
    found = {}
    for name, given in limits.items():
        try:
            if isinstance(given, str):
                raise TypeError  # its letters are no limits
            low, high = given
            bounds = -math.inf if low is None else float(low), math.inf if high is None else float(high)
        except (TypeError, ValueError):
            raise MisuseError(f"the limits of {name!r} are {given!r}, expected two numbers") from None
        if not bounds[0] <= bounds[1]:
            raise MisuseError(f"the limits of {name!r} are {bounds[0]:g} and {bounds[1]:g}: the lower one comes first")
        found[name] = bounds
    return found


def limits_within(limits: Mapping[str, Range], known: Mapping[str, Range]) -> dict[str, Range]:
    """Limits that are inside of those of a model, beyond which its cost has no value; a LimitsWarning tells of numbers
    that were outside. MisuseError is raised if nothing is left."""
    found = dict(limits)
    for name, (low, high) in limits.items():
        least, most = known.get(name, (-math.inf, math.inf))
        found[name] = max(low, least), min(high, most)
        told = f"the limits of {name!r} are {low:g} and {high:g}, those of the model {least:g} and {most:g}"
        if found[name][0] > found[name][1]:
            raise MisuseError(f"{told}: nothing is inside of both")
        if -math.inf < low < least or most < high < math.inf:
            inside = f"{found[name][0]:g} and {found[name][1]:g}"
            warnings.warn(f"{told}: the fit keeps to {inside}", LimitsWarning, stacklevel=3)
    return found


def require_inside(fixed: Mapping[str, float], limits: Mapping[str, Range]) -> None:
    """MisuseError is raised for parameters that are to keep a value outside of their limits."""
    for name, (low, high) in limits.items():
        if name in fixed and not low <= fixed[name] <= high:
            raise MisuseError(f"{name!r} is fixed at {fixed[name]:g}, outside of its limits {low:g} and {high:g}")


def started_inside(start: Mapping[str, float], limits: Mapping[str, Range]) -> dict[str, float]:
    """Where a fit begins: as `inside_of`, with a StartWarning for each value that moves."""
    found = inside_of(start, limits)
    for name, value in found.items():
        if value != start[name]:
            low, high = limits[name]
            told = f"the start of {name!r} is {start[name]:g}, outside of its limits {low:g} and {high:g}"
            warnings.warn(f"{told}: the fit begins at {value:g}", StartWarning, stacklevel=3)
    return found


def inside_of(values: Mapping[str, float], limits: Mapping[str, Range]) -> dict[str, float]:
    """Values of which those outside of their limits are in the middle of these, as ROOT moves them; or as far inside of
    the only one as they are outside.

    >>> inside_of({"a": 5.0, "b": -1.0, "c": 7.0}, {"a": (6, 8), "b": (0, math.inf), "c": (6, 8)})
    {'a': 7.0, 'b': 1.0, 'c': 7.0}
    """
    found = dict(values)
    for name, (low, high) in limits.items():
        if name not in values or low <= values[name] <= high:
            continue
        if math.isfinite(low) and math.isfinite(high):
            found[name] = (low + high) / 2
        else:
            found[name] = 2 * low - values[name] if math.isfinite(low) else 2 * high - values[name]
    return found


def off_limits(minuit: Any, cost: Any) -> Reals:
    """Where MIGRAD begins: what is at a limit begins half of an error inside. At a limit MIGRAD's own variable has no
    slope, so that it may stay there. The error is that by the second derivative alone, if there is one."""
    values, (low, high) = np.array(minuit.values), limits_of(minuit)
    is_at = ~np.array(minuit.fixed) & ((values == low) | (values == high)) & (low < high)
    if not is_at.any():
        return values
    steps = _half_errors(minuit, cost, values)
    for place in np.flatnonzero(is_at):
        step = min(steps[place], _PART_OF_RANGE * (high[place] - low[place]))
        values[place] += step if values[place] == low[place] else -step
    return values


def give_first_steps(minuit: Any, cost: Any) -> None:
    """Half of an error as the first step of what begins at 0: MINUIT's would be 0.1, whatever is large there."""
    values = np.array(minuit.values)
    is_zero = ~np.array(minuit.fixed) & (values == 0)
    if is_zero.any():
        steps = _half_errors(minuit, cost, values)
        for place in np.flatnonzero(is_zero):
            minuit.errors[place] = steps[place]


def _half_errors(minuit: Any, cost: Any, values: Reals) -> Reals:
    """Half of the error of each parameter by its second derivative alone; MINUIT's first step where that tells none."""
    if not hasattr(cost, "second_derivatives"):
        return np.array(minuit.errors)
    bend = np.nan_to_num(np.diag(cost.second_derivatives(*values)) / 2, posinf=0.0, neginf=0.0)
    return np.where(bend > 0, 0.5 / np.sqrt(np.where(bend > 0, bend, 1)), minuit.errors)


def limits_of(minuit: Any) -> tuple[Reals, Reals]:
    """The lower and the upper limit of each parameter."""
    low, high = np.array(minuit.limits).T
    return low, high


def held_at_limits(minuit: Any, values: Reals, slopes: Reals, curvature: Reals) -> Flags:
    """Which free parameters are at a limit, and would be on its other side if it were not there: a minimum along each,
    by the first derivatives and half of the second ones, is beyond."""
    low, high = limits_of(minuit)
    distance = np.minimum(values - low, high - values)
    held: Flags = ~np.array(minuit.fixed) & (distance < _AT_LIMIT * np.array(minuit.errors))
    inwards = np.where(values - low < high - values, slopes, -slopes)
    held[held] = (inwards > 0)[held] & (inwards[held] > 2 * np.diag(curvature)[held] * distance[held])
    return held


def error_inside(slope: float, bend: float, increase: float) -> float:
    """How far from a limit the cost has increased by so much, by its slope and half of its second derivative there. NaN
    if it does not.

    >>> error_inside(0.0, 0.25, 1.0), error_inside(4.0, 0.0, 1.0), round(error_inside(1.0, 0.25, 1.0), 3)
    (2.0, 0.25, 0.828)
    """
    square = slope * slope + 4 * increase * bend
    below = abs(slope) + math.sqrt(square) if square >= 0 else math.nan
    return 2 * increase / below if below > 0 else math.nan
