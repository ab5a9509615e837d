"""Minima of costs with kinks: derivatives beside a kink, as of `abs(x-[c])` at an event, do not tell how the cost
rises. Differences over about one standard deviation do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.fit.search.limits import limits_of
from ramet.fit.search.newton import Step

__all__ = ["step_over_kinks"]

Reals = npt.NDArray[np.float64]

_HALF = 0.5  # of a deviation: differences of first derivatives there are the rise at one, also of kinks
_ALIKE = 0.1  # of a second derivative: what differs by less has no kinks
_ROUNDS = 8  # of searches that end when nothing changes
_PARTS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)  # of a deviation: how far a lower place is looked for
_MOST_MOVES = 100


def step_over_kinks(minuit: Any, cost: Any, step: Step) -> Step | None:
    """The minimum and the covariance by differences over a part of a standard deviation, from a place where a search
    ended. None if they are as the derivatives there tell, or there is no minimum."""
    places = np.flatnonzero(~np.array(minuit.fixed) & ~step.held)
    values = np.array(step.values)
    ways = _first_ways(minuit, cost, values, places, step.covariance) if len(places) else None
    if ways is None or (ways := _deviations(minuit, cost, values, ways)) is None:
        return None
    if _is_smooth(cost, values, ways):
        return None
    lowest = _lowest(minuit, cost, values, ways)
    if lowest is None or (ways := _deviations(minuit, cost, lowest, ways)) is None:
        return None
    covariance = ways @ ways.T
    held = np.flatnonzero(step.held)
    covariance[held, held] = step.covariance[held, held]
    return Step(lowest.tolist(), covariance, _PARTS[-1] ** 2, step.held)


def _first_ways(
    minuit: Any, cost: Any, values: Reals, places: npt.NDArray[np.int64], covariance: Reals
) -> Reals | None:
    """A column for each free parameter: how far it alone is moved for the cost to rise by about 1."""
    ways, minimum = np.zeros((len(values), len(places))), cost(*values)
    for column, place in enumerate(places):
        distance = math.sqrt(covariance[place, place]) if covariance[place, place] > 0 else minuit.errors[place]
        for _ in range(_ROUNDS):
            way = np.zeros(len(values))
            way[place] = distance
            below, above = _room(minuit, values, way)
            rises = [(cost(*(values + part * way)) - minimum) / part**2 for part in (-below, above) if part]
            rise = float(np.mean(rises)) if rises else math.nan
            if _HALF < rise < 1 / _HALF:
                break
            distance *= 0.3 if not math.isfinite(rise) else 3.0 if rise <= 0 else min(max(rise**-0.5, 0.1), 10.0)
        ways[place, column] = distance
    return ways if np.all(np.isfinite(ways)) else None


def _room(minuit: Any, values: Reals, way: Reals) -> tuple[float, float]:
    """How much of a way leads from values inside of limits, backwards and forwards, at most all of it."""
    low, high = limits_of(minuit)
    with np.errstate(divide="ignore", invalid="ignore"):
        up = np.where(way > 0, (high - values) / way, np.where(way < 0, (low - values) / way, np.inf))
        down = np.where(way > 0, (values - low) / way, np.where(way < 0, (values - high) / way, np.inf))
    return min(1.0, 0.9 * float(down.min())), min(1.0, 0.9 * float(up.min()))


def _deviations(minuit: Any, cost: Any, values: Reals, ways: Reals) -> Reals | None:
    """Ways along which the cost rises by 1 and that are independent: their products are the covariance. None if there
    are none."""
    for _ in range(_ROUNDS):
        bends = np.empty((ways.shape[1],) * 2)
        for row, way in enumerate(ways.T):
            below, above = (_HALF * part for part in _room(minuit, values, way))
            if not below + above > 0:
                return None
            difference = cost.grad(*(values + above * way)) - cost.grad(*(values - below * way))
            bends[row] = (ways.T @ difference) / (2 * (below + above))
        bends = (bends + bends.T) / 2
        if not np.all(np.isfinite(bends)) or np.any(np.linalg.eigvalsh(bends) < 1e-6):
            return None
        ways = ways @ np.linalg.inv(np.linalg.cholesky(bends)).T
        if np.abs(bends - np.eye(len(bends))).max() < _ALIKE:
            break
    return ways


def _is_smooth(cost: Any, values: Reals, ways: Reals) -> bool:
    """Whether second derivatives tell how the cost rises along ways."""
    bends = ways.T @ cost.second_derivatives(*values) @ ways / 2
    return bool(np.all(np.isfinite(bends)) and np.abs(np.linalg.eigvalsh(bends) - 1).max() < _ALIKE)


def _lowest(minuit: Any, cost: Any, values: Reals, ways: Reals) -> Reals | None:
    """The minimum by a search along ways, in smaller and smaller steps; None if it is far away."""
    least, moves = cost(*values), 0
    for part in _PARTS:
        is_moved = True
        while is_moved:
            is_moved = False
            for way in (*ways.T, *-ways.T):
                end = values + part * min(1.0, _room(minuit, values, way)[1]) * way
                if (found := cost(*end)) < least:
                    values, least, is_moved, moves = end, found, True, moves + 1
            if moves > _MOST_MOVES:
                return None
    return values
