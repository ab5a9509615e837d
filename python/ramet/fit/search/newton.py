"""Newton's step to a minimum, by exact derivatives, and the covariance there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from ramet.fit.search.limits import error_inside, held_at_limits, limits_of

__all__ = ["Step", "errors_at_limits", "newton_step", "positive_inverse", "walk"]

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_LONG = 0.1  # of an error: longer steps are not trusted
_MOST_STEPS = 10  # of a walk, and halvings of each
_SHORT = 3e-3  # of an error: behind longer ones second derivatives are new
_NEAR = 1e-6  # of the cost: what is left of the distance to the minimum


class Step(NamedTuple):
    """The minimum. `held` are parameters at limits: their variances are the squares of the distances into the range
    where the cost is higher by 1, and they have no covariance with others."""

    values: list[float]
    covariance: Reals
    edm: float
    held: Flags


def newton_step(minuit: Any, cost: Any) -> Step | None:
    """From where MIGRAD ended to the minimum, for the parameters that are not at a limit, and the covariance there;
    None if that is far away, or no minimum: that is left to HESSE."""
    values = _nearer(minuit, cost)
    curvature, slopes = cost.second_derivatives(*values) / 2, cost.grad(*values)
    is_free = ~np.array(minuit.fixed)
    if not np.all(np.isfinite(curvature[np.ix_(is_free, is_free)])) or not np.all(np.isfinite(slopes[is_free])):
        return None
    held = held_at_limits(minuit, values, slopes, curvature)
    places = np.flatnonzero(is_free & ~held)
    inverse = positive_inverse(curvature[np.ix_(places, places)])
    if inverse is None:
        return None
    step = -inverse @ slopes[places] / 2
    moved = values.copy()
    moved[places] += step
    low, high = limits_of(minuit)
    if np.any(np.abs(step) > _LONG * np.sqrt(np.diag(inverse))) or not np.all(((low < moved) & (moved < high))[places]):
        return None
    slopes = cost.grad(*moved)
    if np.any(np.abs(step) > _SHORT * np.sqrt(np.diag(inverse))):
        curvature = cost.second_derivatives(*moved) / 2
        inverse = positive_inverse(curvature[np.ix_(places, places)])
        if inverse is None:
            return None
    edm = float(slopes[places] @ inverse @ slopes[places]) / 4
    left = float(np.abs(slopes[held]) @ np.minimum(moved - low, high - moved)[held])
    errors = errors_at_limits(held, places, slopes, curvature, np.ones(len(values)))
    if not edm + left < _NEAR * cost.scale or not np.all(np.isfinite(errors)):
        return None
    covariance = np.diag(errors**2)
    covariance[np.ix_(places, places)] = inverse
    return Step(moved.tolist(), covariance, edm, held)


def walk(minuit: Any, cost: Any) -> bool:
    """Go on from where MIGRAD ended by Newton's steps, each of which makes the cost less, until they are short: MIGRAD
    takes a place far from the minimum for it if parameters have errors of 10⁴ or more. False if it goes nowhere."""
    values, (low, high) = np.array(minuit.values), limits_of(minuit)
    least, is_free = cost(*values), ~np.array(minuit.fixed)
    for moves in range(_MOST_STEPS):
        curvature, slopes = cost.second_derivatives(*values) / 2, cost.grad(*values)
        places = np.flatnonzero(is_free & ~held_at_limits(minuit, values, slopes, curvature))
        inverse = positive_inverse(curvature[np.ix_(places, places)])
        if inverse is None or not np.all(np.isfinite(slopes)):
            return False
        step = np.zeros(len(values))
        step[places] = -inverse @ slopes[places] / 2
        if np.all(np.abs(step[places]) < _LONG / 2 * np.sqrt(np.diag(inverse))):
            minuit.values = values
            return moves > 0
        for part in 0.5 ** np.arange(_MOST_STEPS):
            moved = values + part * step
            if np.all(((low < moved) & (moved < high))[places]) and (found := cost(*moved)) < least:
                values, least = moved, found
                break
        else:
            return False
    return False


def errors_at_limits(
    held: Flags, places: npt.NDArray[np.int64], slopes: Reals, curvature: Reals, increases: Reals
) -> Reals:
    """The errors of parameters that are held at limits, with the others at these places where they find their minimum;
    0 for the others, NaN where there is none."""
    errors = np.zeros(len(held))
    inverse = positive_inverse(curvature[np.ix_(places, places)])
    for place in np.flatnonzero(held):
        to_others = curvature[place, places]
        bend = curvature[place, place] - (0.0 if inverse is None else to_others @ inverse @ to_others)
        errors[place] = error_inside(float(slopes[place]), float(bend), float(increases[place]))
    return errors


def positive_inverse(matrix: Reals) -> Reals | None:
    """That of a symmetric matrix; None if it is not positive. Rows may be of any scale: those of parameters are."""
    scale = np.sqrt(np.maximum(np.diag(matrix), 0))
    if not np.all(np.isfinite(matrix)) or not np.all(scale > 0):
        return None
    scaled = matrix / scale / scale[:, None]
    if not np.all(np.linalg.eigvalsh(scaled) > 0):
        return None
    inverse: Reals = np.linalg.inv(scaled) / scale / scale[:, None]
    return inverse if np.all(np.diag(inverse) > 0) else None


def _nearer(minuit: Any, cost: Any) -> Reals:
    """Where MIGRAD ended, one step nearer to the minimum by its own covariance, so that second derivatives are those of
    the minimum."""
    values = np.array(minuit.values)
    if minuit.covariance is None:
        return values
    free = np.flatnonzero(~np.array(minuit.fixed))
    covariance = np.array(minuit.covariance)[np.ix_(free, free)]
    step = -covariance @ cost.grad(*values)[free] / 2
    moved = values.copy()
    moved[free] += step
    low, high = limits_of(minuit)
    is_inside = np.all((moved > low) & (moved < high))
    is_small = np.all(np.abs(step) < _LONG * np.sqrt(np.maximum(np.diag(covariance), 0)))
    return moved if is_inside and is_small else values
