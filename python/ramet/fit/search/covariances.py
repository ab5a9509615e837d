"""Covariances of parameters: by MINUIT's HESSE, of weighted events, and whether a cost rises as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from ramet.fit.search.differences import covariance_by_values
from ramet.fit.search.limits import held_at_limits, limits_of
from ramet.fit.search.newton import Step, errors_at_limits, positive_inverse

if TYPE_CHECKING:
    from ramet.fit.result import FitResult

__all__ = ["hesse_step", "increase_at_deviation", "rises_as_told", "sandwich"]

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_FAR_FROM_ONE = 20.0  # times more or less than one standard deviation: an error is not that of the cost
_PART = 0.1  # of a standard deviation, where smooth costs rise as they are told to
_BESIDE = 0.01  # of an error: a parameter that is nearer to a limit is at it, if its cost has no derivatives


def hesse_step(minuit: Any, cost: Any) -> Step:
    """Where MINUIT is, with its covariance. It knows none of parameters at limits: their variances are the squares of
    the distances into the range where the cost is higher by 1, by derivatives if the cost has them, and else by its
    scan; or, if there are no such distances, MINUIT's errors."""
    values = np.array(minuit.values)
    covariance = np.zeros((len(values),) * 2) if minuit.covariance is None else np.array(minuit.covariance)
    edm = 0.0 if minuit.fmin is None else float(minuit.fmin.edm)
    errors = np.array(minuit.errors)
    if hasattr(cost, "second_derivatives"):
        slopes, curvature = cost.grad(*values), cost.second_derivatives(*values) / 2
        held = held_at_limits(minuit, values, slopes, curvature)
        places = np.flatnonzero(~np.array(minuit.fixed) & ~held)
        found = errors_at_limits(held, places, slopes, curvature, np.full(len(values), cost.errordef))
    else:
        low, high = limits_of(minuit)
        held = ~np.array(minuit.fixed) & (np.minimum(values - low, high - values) < _BESIDE * errors)
        found = _scanned(minuit, held, values - low < high - values)
        places = np.flatnonzero(~np.array(minuit.fixed) & ~held)
        covariance = covariance_by_values(cost, values, covariance, places, (low, high))
    covariance[held, :] = covariance[:, held] = 0  # what MINUIT has there is of its own, unlimited variables
    for place in np.flatnonzero(held):
        covariance[place, place] = (found[place] if np.isfinite(found[place]) else errors[place]) ** 2
    return Step(values.tolist(), covariance, edm, held)


def _scanned(minuit: Any, held: Flags, is_low: Flags) -> Reals:
    """The errors of parameters at limits by MINOS, NaN where it finds none."""
    errors = np.full(len(held), np.nan)
    if not minuit.valid:
        return errors
    for place in np.flatnonzero(held):
        name = minuit.parameters[place]
        minuit.minos(name)
        one = minuit.merrors[name]
        if one.upper_valid if is_low[place] else one.lower_valid:
            errors[place] = abs(one.upper if is_low[place] else one.lower)
    return errors


def rises_as_told(cost: Any, step: Step, fixed: Flags, limits: tuple[Reals, Reals]) -> bool:
    """Whether the cost is higher by about its `errordef` at one standard deviation of each parameter that is not at a
    limit, or is at least about as it should be near the minimum: smooth costs may bend further away. It is not if the
    cost has steps, or no minimum there."""
    values, (low, high) = np.array(step.values), limits
    minimum = cost(*values)

    def rises(way: Reals, part: float) -> list[float]:
        """How much the cost rises on both sides, where that is inside of limits: 1 is what is told."""
        ends = [values - part * way, values + part * way]
        inside = [end for end in ends if np.all((low < end) & (end < high) | fixed | step.held)]
        return [(cost(*end) - minimum) / (cost.errordef * part**2) for end in inside]

    for place in np.flatnonzero(~fixed & ~step.held):
        variance = step.covariance[place, place]
        if not variance > 0:
            return False
        way = step.covariance[place] / np.sqrt(variance)
        if not _is_about_one(min(rises(way, 1.0), default=1.0)) and not all(map(_is_about_one, rises(way, _PART))):
            return False
    return True


def _is_about_one(rise: float) -> bool:
    return 1 / _FAR_FROM_ONE < rise < _FAR_FROM_ONE


def sandwich(cost: Any, values: list[float], free: Flags, held: Flags, unweighted: Reals | None = None) -> Reals:
    """The covariance of weighted fits (C. Langenbruch, Eur. Phys. J. C 82 (2022) 393); NaN where there is none. Those
    held at limits have variances as others of their increase have. `unweighted` is the inverse of half of the second
    derivatives, if these are not right beside kinks."""
    places = np.flatnonzero(free & ~held)
    covariance = np.zeros((len(values), len(values)))
    curvature, scatter = cost.second_derivatives(*values) / 2, cost.scatter(*values)
    inverse = _inverse(curvature, places) if unweighted is None else unweighted[np.ix_(places, places)]
    covariance[np.ix_(places, places)] = inverse @ scatter[np.ix_(places, places)] @ inverse
    if not held.any():
        return covariance
    increases = np.array([_increase(curvature, scatter, np.union1d(places, [one]), one) for one in range(len(values))])
    errors = errors_at_limits(held, places, cost.grad(*values), curvature, increases)
    covariance[held, held] = errors[held] ** 2
    return covariance


def _increase(curvature: Reals, scatter: Reals, places: npt.NDArray[np.int64], place: int) -> float:
    """By how much the cost is higher at one standard deviation of a parameter, with the others at their minimum."""
    inverse = _inverse(curvature, places)
    row = inverse[np.flatnonzero(places == place)[0]]
    return float(row @ scatter[np.ix_(places, places)] @ row / row[places == place][0])


def _inverse(curvature: Reals, places: npt.NDArray[np.int64]) -> Reals:
    """That of a part of half of the second derivatives; NaN where they are not positive."""
    inverse = positive_inverse(curvature[np.ix_(places, places)])
    return np.full((len(places),) * 2, np.nan) if inverse is None else inverse


def increase_at_deviation(result: FitResult, name: str) -> float:
    """By how much the cost, minimised by the others, is higher at one standard deviation of a parameter: 1, unless
    events have weights or points no errors. NaN where second derivatives are not positive."""
    cost = result.cost
    if result.covariance_kind != "sandwich":
        return float(cost.errordef)
    places = np.flatnonzero([not one.is_fixed or one.name == name for one in result.parameters])
    values = list(result.values.values())
    return _increase(
        cost.second_derivatives(*values) / 2, cost.scatter(*values), places, list(result.values).index(name)
    )
