"""Intervals and regions of parameters: where the cost is higher than its minimum by so much, whatever the others do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet.arguments import whole_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.minimum import Minimised, minuit_at
from ramet.fit.search.covariances import increase_at_deviation

if TYPE_CHECKING:
    from ramet.fit.result import FitResult
    from ramet.pictures.picture import Picture

__all__ = ["AsymmetricError", "Contour", "Profile"]

Reals = npt.NDArray[np.float64]

_STEPS = (1, 4, 16)  # to a value of a scan: more where events lose their density on the way
_TOLERANCES = (1e-2, 1.0, 50.0)  # of MIGRAD: 1 is a distance to the minimum of 0.002


@dataclass(frozen=True)
class AsymmetricError:
    """The distances from the value of a parameter to where the cost is higher by so much. Threads: immutable.

    Attributes:
        name: of the parameter.
        low: to the lower end: negative.
        high: to the upper end.
        is_low_found: whether there is a lower end; otherwise a limit is nearer, or the search failed.
        is_high_found: the same for the upper end.
    """

    name: str
    low: float
    high: float
    is_low_found: bool
    is_high_found: bool

    @property
    def valid(self) -> bool:
        """Whether both ends were found."""
        return self.is_low_found and self.is_high_found


@dataclass(frozen=True)
class Profile:
    """The least cost for each of some values of a parameter. Threads: immutable.

    Attributes:
        name: of the parameter.
        x: its values.
        y: how much higher the cost is than at the minimum, and 1 at one standard deviation: the increase is divided by
            that at one standard deviation if events have weights, or points no errors. NaN where no values of the
            others were found with which all events have a density that had one at the minimum.
        valid: whether a minimum of the other parameters was found at each.
    """

    name: str
    x: Reals
    y: Reals
    valid: npt.NDArray[np.bool_]

    def draw(self, title: str = "") -> Picture:
        """A picture of the valid points."""
        from ramet.pictures.picture import Picture

        x, y = self.x[self.valid], self.y[self.valid]
        return Picture(title, x=self.name, y="increase of the cost").curve(x, y)


@dataclass(frozen=True)
class Contour:
    """A line around the values of two parameters. Threads: immutable.

    Attributes:
        names: of the parameters.
        x: the points' values of the first one; the last point is the first one again.
        y: of the second one.
        level: the probability that the true values are inside.
    """

    names: tuple[str, str]
    x: Reals
    y: Reals
    level: float

    def draw(self, title: str = "") -> Picture:
        """A picture of the line."""
        from ramet.pictures.picture import Picture

        words = f"{100 * self.level:.3g} %"
        return Picture(title, x=self.names[0], y=self.names[1]).curve(self.x, self.y, words)


def profile(result: FitResult, name: str, points: int, within: tuple[float, float] | None) -> Profile:
    """The least cost for values of a parameter within a range, by default two errors around the minimum."""
    at = result[name]
    if within is None and at.error <= 0:
        raise MisuseError(f"{name!r} has no error, as it was fixed: give the range of the profile")
    low, high = within or (max(at.value - 2 * at.error, at.low), min(at.value + 2 * at.error, at.high))
    if not (math.isfinite(low) and low < high and math.isfinite(high)):
        raise MisuseError(f"a profile of {name!r} from {low:g} to {high:g}")
    minuit, offsets = minuit_at(result)
    if result.covariance_kind == "sandwich" and result.cost.may_jump and at.error > 0:
        ends = np.array([max(at.value - at.error, at.low), min(at.value + at.error, at.high)])
        unit = float(np.mean(_Walk(minuit, result, name, offsets).least(ends)[0])) - result.minimum
    else:
        unit = increase_at_deviation(result, name)
    if not unit > 0:
        raise MisuseError(f"{name!r} has no standard deviation: the second derivatives are not positive")
    x = np.linspace(low, high, points)
    y, valid = _Walk(minuit, result, name, offsets).least(x)
    return Profile(name, x, (y - result.minimum) / unit, valid)


class _Walk:
    """Goes from the minimum to values of a parameter, on each side to one after the other, with the other parameters
    where they were found best before: far from them a model may be negative, so that events have no density, and no
    derivative that leads back. Threads: one thread."""

    def __init__(self, minuit: Any, result: FitResult, name: str, offsets: Mapping[str, float]) -> None:
        self._minuit = minuit
        self._result = result
        self._place = list(result.values).index(name)
        self._offsets = np.array(list(offsets.values()))
        self._at = np.array(list(result.values.values())) - self._offsets
        minuit.fixed[name] = True

    def least(self, x: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """The least cost for each value, and whether it is a minimum without more events that have no density."""
        targets, begin = x - self._offsets[self._place], self._at
        y, valid = np.empty(len(x)), np.zeros(len(x), np.bool_)
        above = targets >= begin[self._place]
        for side in (np.flatnonzero(above), np.flatnonzero(~above)[::-1]):
            self._at = begin
            for place in side:
                y[place], valid[place] = self._go(float(targets[place]))
        return y, valid

    def _go(self, target: float) -> tuple[float, bool]:
        for steps in _STEPS:
            found, is_there = self._at, True
            for part in np.linspace(self._at[self._place], target, steps + 1)[1:]:
                found = found.copy()
                found[self._place] = part
                self._minuit.values = found
                self._minuit.migrad(use_simplex=False)
                found = np.array(self._minuit.values)
                is_there = self._result.cost.absent(*(found + self._offsets)) <= self._result.absent
                if not is_there:
                    break
            if is_there:
                self._at = found
                return float(self._minuit.fval), bool(self._minuit.valid)
        return math.nan, False


def minos(result: FitResult, names: Sequence[str], level: float | None) -> dict[str, AsymmetricError]:
    """The asymmetric errors of some parameters, or of all that are free."""
    minuit, _ = _minuit_for_intervals(result, 1.0 if level is None else _increase(level))
    wanted = list(names) or [one.name for one in result.parameters if not one.is_fixed]
    for name in wanted:
        if result[name].is_fixed:
            raise MisuseError(f"{name!r} was fixed: it has no errors")
    _begun_at_minimum(minuit, lambda: minuit.minos(*wanted), wanted)
    return {name: _error_of(name, minuit.merrors[name]) for name in wanted}


def _begun_at_minimum(minuit: Any, search: Callable[[], Any], names: Sequence[str]) -> Any:
    """What a search gives that begins at a minimum by MIGRAD's own measure, which kinks of a cost may keep it from:
    then at one that is less exact. MisuseError is raised if there is none."""
    for tolerance in _TOLERANCES:
        minuit.tol = tolerance
        try:
            return search()
        except RuntimeError:
            minuit.reset()
    raise MisuseError(f"the interval of {', '.join(names)} was not found: MIGRAD found no minimum to begin at")


def _error_of(name: str, found: Any) -> AsymmetricError:
    is_low_found, is_high_found = (  # an end at a limit is valid for iminuit
        bool(found.lower_valid and not found.at_lower_limit),
        bool(found.upper_valid and not found.at_upper_limit),
    )
    return AsymmetricError(name, float(found.lower), float(found.upper), is_low_found, is_high_found)


def contour(result: FitResult, x: str, y: str, level: float, points: SupportsIndex) -> Contour:
    """The line around two parameters."""
    if x == y:
        raise MisuseError(f"a contour of {x!r} and itself")
    for name in (x, y):
        if result[name].is_fixed:
            raise MisuseError(f"{name!r} was fixed: it has no errors")
    # For two parameters, it is -2 ln(1 - level). iminuit multiplies by its value for the probability of one sigma.
    increase = math.log(1 - _probability(level)) / math.log(math.erfc(math.sqrt(0.5)))
    minuit, offsets = _minuit_for_intervals(result, increase)
    wanted = whole_number(points, "points", 4)
    line = np.asarray(_begun_at_minimum(minuit, lambda: minuit.mncontour(x, y, cl=1, size=wanted), [x, y]))
    if len(line) < wanted:
        raise MisuseError(f"the contour of {x!r} and {y!r} was not found: {len(line)} of {wanted} points")
    if not np.array_equal(line[0], line[-1]):
        line = np.concatenate([line, line[:1]])
    return Contour((x, y), line[:, 0] + offsets[x], line[:, 1] + offsets[y], level)


class _Scaled:
    """A cost whose increase by another number counts as one standard deviation. This is how intervals of any level are
    asked for: iminuit has a table of four levels, and needs SciPy for others.
    """

    def __init__(self, cost: Minimised, increase: float) -> None:
        self._cost = cost
        self.errordef = cost.errordef * increase

    def __call__(self, *values: float) -> float:
        return self._cost(*values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cost, name)


def _minuit_for_intervals(result: FitResult, increase: float) -> tuple[Any, dict[str, float]]:
    if not result.valid:
        raise MisuseError(f"the fit is not valid, and has no intervals: {result.status}")
    if result.covariance_kind != "second derivatives":
        raise UnsupportedError("a cost of weights has no intervals: its increase by 1 is not a standard deviation")
    minuit, offsets = minuit_at(result, None if result.cost is None else _Scaled(result.cost, increase))
    minuit.migrad(use_simplex=False)
    minuit.hesse()
    return minuit, offsets


def _increase(level: float) -> float:
    return NormalDist().inv_cdf((1 + _probability(level)) / 2) ** 2


def _probability(level: float) -> float:
    if not 0 < level < 1:
        raise MisuseError(f"level is {level}, expected a probability between 0 and 1")
    return float(level)
