"""Models: densities as functions of parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number, whole_number, without_missing
from ramet.errors import MisuseError

__all__ = [
    "Model",
    "Range",
    "breit_wigner",
    "chebyshev",
    "coefficients_of",
    "crystal_ball",
    "exponential",
    "gauss",
    "mixture",
    "narrowed",
    "ordered",
    "range_of",
    "shape",
    "two_sided_crystal_ball",
    "uniform",
]

Argument = str | float
Range = tuple[float, float]
Reals = npt.NDArray[np.float64]

_EVERYWHERE = (-math.inf, math.inf)


class Model:
    """A probability density of one variable in a range, as a function of parameters; or the density of expected events,
    if it has yields. It is made by functions of `ramet.fit`, and normalised in its range. It can be pickled. Threads:
    immutable.

    Values of parameters are given by name, or in their order as `values`. MisuseError is raised for others, and where
    there is no density: for parameters outside their limits, and a width of 0.

    Attributes:
        parts: of a mixture, the fraction or yield of each model and the model in its range; None for the fraction of
            the last one.
        may_jump: whether it has formulas with comparisons and the like, whose derivatives do not tell of steps.

    >>> from ramet import fit
    >>> model = fit.gauss("m", 2.0)
    >>> model.parameters
    ('m',)
    >>> model.pdf(1.0, m=1)
    np.float64(0.19947114020071635)
    >>> model.cdf([-1, 1, 3], m=1).round(3)
    array([0.159, 0.5  , 0.841])
    """

    def __init__(
        self,
        core: _core.FitModel,
        made: tuple[Callable[..., Model], tuple[Any, ...]],
        parts: Sequence[tuple[Argument | None, Model]] = (),
        limits: Mapping[str, Range] | None = None,
        *,
        may_jump: bool = False,
    ) -> None:
        self.core = core
        self._made = made  # of what it was made, for other processes
        self.parts = tuple(parts)
        self.may_jump: bool = may_jump or any(part.may_jump for _, part in self.parts)
        of_parts = [part.limits for _, part in self.parts]
        self._limits = narrowed({name: (low, high) for name, low, high in core.parameters}, [*of_parts, limits or {}])

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return tuple(self._limits)

    @property
    def limits(self) -> dict[str, Range]:
        """The limits of each parameter; they may be infinite."""
        return dict(self._limits)

    @property
    def range(self) -> Range:
        """In which it is normalised."""
        return self.core.range

    @property
    def is_extended(self) -> bool:
        """Whether it has yields: then the number of events is fitted, too."""
        return self.core.is_extended

    def within(self, low: float, high: float) -> Model:
        """The same shapes, normalised in another range."""
        core = self.core.within(real_number(low, "low"), real_number(high, "high"))
        parts = [(weight, part.within(low, high)) for weight, part in self.parts]
        return Model(core, (Model.within, (self, low, high)), parts, self._limits, may_jump=self.may_jump)

    def pdf(
        self, x: npt.ArrayLike, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> Reals | np.float64:
        """The density at a number, or at each of an array; 0 outside the range, NaN at NaN."""
        points = _points(x)
        found = np.empty(points.shape)
        self.core.densities(self.ordered(values, named), np.ascontiguousarray(points).reshape(-1), found.reshape(-1))
        found[np.isnan(points)] = np.nan
        return found if found.ndim else np.float64(found)

    def cdf(
        self, x: npt.ArrayLike, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> Reals | np.float64:
        """The probability below a number, or the expected number of events there; also of each of an array. NaN at
        NaN."""
        points = _points(x)
        ordered, (low, high) = self.ordered(values, named), self.range
        inside = [min(max(one, low), high) for one in np.nan_to_num(points, nan=low).reshape(-1).tolist()]
        found = np.array([self.core.integral(ordered, low, one) for one in inside]).reshape(points.shape)
        found[np.isnan(points)] = np.nan
        return found if found.ndim else np.float64(found)

    def integral(
        self, low: float, high: float, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> float:
        """The probability of a part of the range, or the expected number of events there."""
        return self.core.integral(self.ordered(values, named), float(low), float(high))

    def components(
        self, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> dict[str, tuple[float, Model]]:
        """The models of which a mixture is made, in its range, each with the fraction or the yield that it has; empty
        for other models. They are called as their fractions or yields, or "rest"; those with fixed ones by a number.

        >>> from ramet import fit
        >>> peak = fit.mixture([fit.gauss(), fit.uniform((0, 1))], fractions=["f"], range=(0, 1))
        >>> {name: weight for name, (weight, _) in peak.components(mean=0, sigma=1, f=0.25).items()}
        {'f': 0.25, 'rest': 0.75}
        """
        given = dict(zip(self._limits, self.ordered(values, named), strict=True))
        found: dict[str, tuple[float, Model]] = {}
        left = 1.0
        for number, (weight, part) in enumerate(self.parts):
            name = weight if isinstance(weight, str) else "rest" if weight is None else f"part {number}"
            value = left if weight is None else given[weight] if isinstance(weight, str) else float(weight)
            left -= value
            found[name if name not in found else f"{name}, part {number}"] = value, part
        return found

    def scores(
        self, x: npt.ArrayLike, values: Sequence[float] | Mapping[str, float] | None = None, **named: float
    ) -> Reals:
        """The derivatives of the logarithm of the density at each x by all parameters, of shape (x, parameters)."""
        points, ordered = np.ascontiguousarray(_points(x)).reshape(-1), self.ordered(values, named)
        found = np.empty((len(points), len(ordered)))
        self.core.scores(ordered, points, found.reshape(-1))
        return found

    def integral_error(self, values: Sequence[float] | Mapping[str, float] | None = None, **named: float) -> float:
        """An estimate of the relative error of the normalisation, beyond rounding: above 0 for formulas, which are
        integrated numerically."""
        return float(self.core.integral_error(self.ordered(values, named)))

    def sample(
        self,
        size: SupportsIndex | None = None,
        values: Sequence[float] | Mapping[str, float] | None = None,
        *,
        seed: SupportsIndex = 0,
        stream: SupportsIndex = 0,
        **named: float,
    ) -> Reals:
        """Random events, which are a function of seed, stream and their place, on any machine and for any number of
        threads. Without `size`, an extended model gives a number of Poisson's distribution."""
        key = whole_number(seed, "seed", 0, 2**64 - 1), whole_number(stream, "stream", 0, 2**32 - 1)
        wanted = None if size is None else whole_number(size, "size", 0)
        return self.sampler(self.ordered(values, named))(*key, wanted)

    def sampler(self, values: Sequence[float]) -> Callable[[int, int, int | None], Reals]:
        """What makes the events of `sample` many times: a function of the seed, the stream, and the size or None."""
        core = _core.FitSampler(self.core, list(values))

        def events_of(seed: int, stream: int, size: int | None) -> Reals:
            events = np.empty(core.count(seed, stream) if size is None else size)
            core.fill(seed, stream, events)
            return events

        return events_of

    def ordered(self, values: Sequence[float] | Mapping[str, float] | None, named: Mapping[str, float]) -> list[float]:
        """The values of the parameters in their order."""
        return ordered(self.parameters, values, named)

    def __reduce__(self) -> tuple[Callable[..., Model], tuple[Any, ...]]:
        return self._made

    def __repr__(self) -> str:
        low, high = self.range
        return f"<Model of {', '.join(self._limits) or 'no parameters'} in {low:g}..{high:g}>"


def _points(x: npt.ArrayLike) -> Reals:
    """Where something is asked for. MisuseError is raised for masked numbers."""
    return np.asarray(without_missing(x, "points"), np.float64)


def narrowed(limits: Mapping[str, Range], others: Sequence[Mapping[str, Range]]) -> dict[str, Range]:
    """The limits of parameters that also keep what others say of these."""
    found = dict(limits)
    for name, (low, high) in ((name, one[name]) for one in others for name in found if name in one):
        found[name] = max(found[name][0], low), min(found[name][1], high)
    return found


def ordered(
    parameters: Sequence[str], values: Sequence[float] | Mapping[str, float] | None, named: Mapping[str, float]
) -> list[float]:
    """The values of parameters in their order."""
    if values is not None and not isinstance(values, Mapping):
        if named:
            raise MisuseError("parameters are given in order and by name")
        return [float(value) for value in values]
    given = {**(values or {}), **named}
    for name in (*parameters, *given):
        if name not in given:
            raise MisuseError(f"parameter {name!r} has no value; the model has {', '.join(parameters)}")
        if name not in parameters:
            raise MisuseError(f"the model has no parameter {name!r}, but {', '.join(parameters) or 'none'}")
    return [float(given[name]) for name in parameters]


def range_of(range: Any) -> Range:
    """The two ends of a range, which may be infinite. MisuseError is raised for what is none."""
    try:
        low, high = range
    except (TypeError, ValueError):
        raise MisuseError(f"the range is {range!r}, expected its two ends") from None
    return real_number(low, "an end of the range"), real_number(high, "an end of the range")


def coefficients_of(given: Sequence[Argument]) -> Sequence[Argument]:
    """The coefficients of a polynomial. MisuseError is raised for what is no sequence of numbers and names."""
    if isinstance(given, str) or not isinstance(given, Iterable) or (isinstance(given, np.ndarray) and not given.ndim):
        raise MisuseError(f"the coefficients are {given!r}, expected a list of names or numbers, as ['c1', 'c2']")
    return list(given)


def shape(name: str, arguments: Sequence[Argument], range: Range) -> Model:
    """A shape of the core."""
    low, high = range_of(range)
    checked = [one if isinstance(one, str) else real_number(one, f"a parameter of {name}") for one in arguments]
    core = _core.fit_shape(name, checked, low, high)
    return Model(core, (shape, (name, checked, (low, high))))


def gauss(mean: Argument = "mean", sigma: Argument = "sigma", *, range: Range = _EVERYWHERE) -> Model:
    """exp(-((x - mean) / sigma)² / 2).

    Here and in the other shapes, an argument is the name of a parameter that is fitted, or a number at which it is
    fixed. Shapes of a mixture that use the same name share the parameter.
    """
    return shape("gauss", [mean, sigma], range)


def exponential(tau: Argument = "tau", *, range: Range = (0, math.inf)) -> Model:
    """exp(-x / tau), in a range that begins at a number."""
    return shape("exponential", [tau], range)


def uniform(range: Range) -> Model:
    """The same density everywhere."""
    return shape("uniform", [], range)


def breit_wigner(mean: Argument = "mean", gamma: Argument = "gamma", *, range: Range = _EVERYWHERE) -> Model:
    """1 / ((x - mean)² + gamma² / 4), also called Cauchy's or Lorentz's; gamma is the full width at half maximum."""
    return shape("breit_wigner", [mean, gamma], range)


def crystal_ball(
    mean: Argument = "mean",
    sigma: Argument = "sigma",
    alpha: Argument = "alpha",
    n: Argument = "n",
    *,
    range: Range = _EVERYWHERE,
) -> Model:
    """A Gauss that goes over into a power 1 / xⁿ at alpha sigma below the mean. alpha and n are above 0, and n above 1
    if the range begins at minus infinity."""
    return shape("crystal_ball", [mean, sigma, alpha, n], range)


def two_sided_crystal_ball(
    mean: Argument = "mean",
    sigma: Argument = "sigma",
    low: tuple[Argument, Argument] = ("alpha_low", "n_low"),
    high: tuple[Argument, Argument] = ("alpha_high", "n_high"),
    *,
    range: Range = _EVERYWHERE,
) -> Model:
    """A Crystal Ball with tails on both sides; `low` and `high` are alpha and n of these."""
    return shape("two_sided_crystal_ball", [mean, sigma, *low, *high], range)


def chebyshev(coefficients: Sequence[Argument], *, range: Range) -> Model:
    """1 + c₁ T₁(t) + c₂ T₂(t) + ... with Chebyshev's polynomials, and t from -1 at the lower end of the range to 1 at
    the upper one. Where it is negative, there is no density."""
    return shape("chebyshev", coefficients_of(coefficients), range)


def mixture(
    models: Sequence[Model],
    *,
    fractions: Sequence[Argument] | None = None,
    yields: Sequence[Argument] | None = None,
    range: Range | None = None,
) -> Model:
    """The sum of models: with fractions, one less than models, of which the last one has the rest; or with yields, one
    for each, which makes it extended.

    Parameters:
        models: up to 16 shapes in all; mixtures may be among them, unless they have yields.
        fractions: names or numbers.
        yields: the same.
        range: in which all are normalised; that of the models, if they have the same.

    A fraction or yield may be that of another mixture among the models, but no parameter of a shape.

    >>> from ramet import fit
    >>> fit.mixture([fit.gauss(), fit.uniform((0, 1))], yields=["signal", "background"], range=(0, 1))
    <Model of mean, sigma, signal, background in 0..1>
    """
    if (fractions is None) == (yields is None):
        raise MisuseError("a mixture has either fractions or yields")
    weights = [one if isinstance(one, str) else real_number(one, "a weight") for one in fractions or yields or []]
    for model in models:
        if not isinstance(model, Model):
            raise MisuseError(f"a model of a mixture is {model!r}, expected one of ramet.fit")
    _require_other_names(weights, models)
    bounds = None if range is None else range_of(range)
    core = _core.fit_joined([model.core for model in models], weights, yields is not None, bounds)
    of_all: list[Argument | None] = [*weights, None] if yields is None else [*weights]
    parts = [(one, part.within(*core.range)) for one, part in zip(of_all, models, strict=True)]
    same = partial(
        mixture,
        fractions=None if fractions is None else weights,
        yields=None if yields is None else weights,
        range=bounds,
    )
    return Model(core, (same, (list(models),)), parts)


def _require_other_names(weights: Sequence[Argument], models: Sequence[Model]) -> None:
    """MisuseError is raised for a fraction or yield that is also a parameter of a shape."""
    for model in models:
        for name in weights:
            if name in _names_of_shapes(model):
                raise MisuseError(f"{name!r} is a fraction or yield, and a parameter of {model!r}: rename one of them")


def _names_of_shapes(model: Model) -> set[str]:
    """The parameters of a model that are no fractions."""
    inner = [part for _, part in model.parts] or [one for one in model._made[1] if isinstance(one, Model)]
    return set().union(*map(_names_of_shapes, inner)) if inner else set(model.parameters)
