"""Costs: what a minimiser makes as small as possible."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import without_missing
from ramet.errors import MisuseError
from ramet.fit.grids import Grid, GridView, grid_of
from ramet.fit.models import Model, Range, narrowed
from ramet.fit.products import JointModel, require_model
from ramet.fit.result import COST_KINDS, CostKind
from ramet.fit.search.differences import second_derivatives
from ramet.fit.search.newton import positive_inverse
from ramet.fit.views import (
    DrawnBins,
    ModelView,
    ProjectedView,
    at_ends,
    contents_and_edges,
    list_of_numbers,
)
from ramet.histograms.histogram import Histogram
from ramet.session import shared_session

__all__ = ["Cost", "binned", "chi_square", "constraint", "unbinned"]

Reals = npt.NDArray[np.float64]
Edges = npt.ArrayLike | Sequence[npt.ArrayLike]  # of one axis, or of each


@dataclass(frozen=True)
class Constraint:
    """The values of parameters as another measurement has them, and their covariance. Threads: immutable."""

    values: Mapping[str, float]
    covariance: Reals


class Cost:
    """Minus twice the logarithm of a likelihood, or chi square, as a function of parameters, with its derivatives.

    `iminuit.Minuit(cost, mean=5, sigma=1)` takes it as its own costs: with names, limits and derivatives. Costs are
    added by `+` for a simultaneous fit: parameters of one name are one. The value is infinite where there is no
    density, as for a width of 0. Events that have none there count as if it were 10⁻³⁰⁰; `absent` tells how many there
    are. The bits of all values are the same for any number of threads. Threads: immutable.

    Attributes:
        views: the data and models, for pictures.
        parts: the costs of which it is the sum; of others, itself.
        constraint: what another measurement says, if it is a constraint.
        kind: "chi square"; "ratio", of binned likelihoods, which at the minimum is distributed as chi square; or
            "likelihood", of events. A sum is the last of these that one of its parts is.

    >>> from ramet import fit
    >>> cost = fit.unbinned([0.0, 2.0], fit.gauss())
    >>> round(cost(1, 1), 6), cost.grad(2, 2).round(6).tolist()
    (5.675754, [1.0, 1.0])
    """

    errordef = 1.0  # for iminuit: an increase by 1 is one standard deviation

    def __init__(
        self,
        core: _core.FitCost,
        views: tuple[ModelView, ...] = (),
        parts: tuple[Cost, ...] = (),
        constraint: Constraint | None = None,
        kind: CostKind = "chi square",
    ) -> None:
        self._core = core
        self.kind = kind
        self.constraint = constraint
        self.parts = parts or (self,)
        self.views = views
        self._names = tuple(name for name, *_ in core.parameters)
        limits = narrowed(
            {name: (low, high) for name, low, high in core.parameters}, [one.limits for one in _models(views)]
        )
        self._parameters = {name: _limits(*bounds) for name, bounds in limits.items()}

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return self._names

    @property
    def limits(self) -> dict[str, Range | None]:
        """The limits of each parameter, or None."""
        return dict(self._parameters)

    @property
    def ndata(self) -> int:
        """The number of events, bins or constraints."""
        return self._core.points

    def __call__(self, *values: float) -> float:
        """The value for values of the parameters in their order. MisuseError is raised for another number of them."""
        return self._core.value(shared_session(), values)

    def grad(self, *values: float) -> Reals:
        """The derivatives by the parameters."""
        gradient = np.empty(len(self._names))
        self._core.gradient(shared_session(), values, gradient)
        return gradient

    def second_derivatives(self, *values: float) -> Reals:
        """Differences of the first ones, which are exact enough for errors of parameters."""
        return second_derivatives(self, values, self._parameters.values())

    @cached_property
    def windows(self) -> tuple[Range, ...]:
        """The first and the last x of each observable."""
        return tuple(view.window for view in self.views)

    @property
    def scale(self) -> float:
        """How much weights change the scale of an error: the sum of their squares, divided by that of their sizes; 1
        without weights, and the least one of a sum of costs."""
        weighted = [view.weights for view in self.views if view.weights is not None]
        return min([1.0, *(float((one**2).sum() / np.abs(one).sum()) for one in weighted)])

    @property
    def may_jump(self) -> bool:
        """Whether a model's derivatives do not tell of steps."""
        return any(one.may_jump for one in _models(self.views))

    @property
    def is_weighted(self) -> bool:
        """Whether events have weights: then an increase by 1 is no standard deviation."""
        return any(view.weights is not None for view in self.views)

    def scatter(self, *values: float) -> Reals:
        """The covariance of half of the derivatives: of weighted events the sum of products of the derivatives of their
        logarithms with the squares of the weights, of others half of the second derivatives. Between two inverses of
        half of the second derivatives it is the covariance of the parameters, the "sandwich"."""
        total = np.zeros((len(values), len(values)))
        for part in self.parts:
            places = [self._names.index(name) for name in part.parameters]
            own = [values[place] for place in places]
            if part.is_weighted:
                total[np.ix_(places, places)] += part.views[0].score_products(own)
            else:
                total[np.ix_(places, places)] += part.second_derivatives(*own) / 2
        return total

    def absent(self, *values: float) -> int:
        """How many events or bins have no density, or one that is no number."""
        return self._core.absent(shared_session(), values)

    def __add__(self, other: Cost) -> Cost:
        if not isinstance(other, Cost):
            return NotImplemented
        core = _core.fit_sum([self._core, other._core])
        kind = max(self.kind, other.kind, key=COST_KINDS.index)
        return Cost(core, self.views + other.views, self.parts + other.parts, kind=kind)

    def __radd__(self, other: object) -> Cost:
        """So that `sum(costs)` is their sum: it begins with 0."""
        return self if other == 0 else NotImplemented

    def __repr__(self) -> str:
        return f"<Cost of {', '.join(self._names) or 'no parameters'}, {self.ndata} points>"


def _models(views: tuple[ModelView, ...]) -> list[Model | JointModel]:
    return [getattr(view, "whole", None) or view.model for view in views]


def _limits(low: float, high: float) -> Range | None:
    return None if math.isinf(low) and math.isinf(high) else (low, high)


def unbinned(events: Any, model: Model | JointModel, *, weights: Any = None) -> Cost:
    """The cost of events; of an extended model with the probability of their number, less what does not depend on
    parameters.

    With weights the logarithms of the densities are multiplied by them. The errors of `fit` are then those of the
    squares of the weights (the "sandwich"); an increase of the cost by 1 is no standard deviation.

    Parameters:
        events: numbers: an array, a column of a tree or dataset (`tree["mass"]`), what a frame takes
            (`frame.take("mass")`). All are in the model's range: MisuseError tells how many are not, and which is the
            first. They are copied. For a model of several observables, these are the columns of a mapping, a table,
            an array of records, or a tree.
        model: of one observable or several.
        weights: a number for each event, which may be negative. MisuseError is raised if one is not finite, and if
            they do not add up to more than 0.
    """
    require_model(model)
    of_events = None if weights is None else numbers_of(weights)
    if isinstance(model, JointModel):
        return _unbinned_columns(events, model, of_events)
    numbers = numbers_of(events)
    _check_number(of_events, len(numbers))
    core = _core.fit_unbinned(numbers, model.core, of_events)
    return Cost(core, (ModelView(model, numbers, of_events),), kind="likelihood")


def _unbinned_columns(events: Any, model: JointModel, weights: Reals | None) -> Cost:
    columns = dict(zip(model.observables, model.columns(events), strict=True))
    _check_number(weights, len(next(iter(columns.values()))))
    core = _core.fit_unbinned_columns(list(columns.values()), model.core, weights)
    views = [
        ProjectedView(model.projection(name), column, weights, whole=model, columns=columns)
        for name, column in columns.items()
    ]
    return Cost(core, tuple(views), kind="likelihood")


def _check_number(weights: Reals | None, events: int) -> None:
    if weights is not None and len(weights) != events:  # the core takes no weights as weights that are 1
        raise MisuseError(f"{events} events have {len(weights)} weights")


def numbers_of(events: Any) -> Reals:
    """A column of numbers from where columns are."""
    if callable(getattr(events, "array", None)):  # a column of a file
        events = events.array(library="np")
    events = without_missing(getattr(events, "value", events), "events or weights")
    try:
        numbers = np.asarray(events)
    except ValueError as error:  # lists of awkward, and missing values
        raise MisuseError(f"events are no list of numbers: {error}") from None
    if numbers.ndim != 1 or numbers.dtype.kind not in "biuf":
        raise MisuseError(f"events are a {numbers.ndim}-dimensional {numbers.dtype}, expected a list of numbers")
    return np.ascontiguousarray(numbers, np.float64)


def binned(histogram: Any, model: Model | JointModel, *, edges: Edges | None = None) -> Cost:
    """The cost of a histogram: Baker and Cousins' likelihood ratio, of integrals of the model over the bins. At the
    minimum it is distributed as chi square.

    A model with yields is compared with the contents; one with fractions with their shape. Of a histogram of weights,
    the likelihood has as many events as have its precision. Underflow and overflow are left out.

    Parameters:
        histogram: one with `to_numpy` (ramet's, hist's, boost-histogram's), (contents, edges) as `numpy.histogram`
            returns them, or contents, if `edges` are given. For a model of several observables it has an axis for each.
            Axes that are called as the observables are found by name, as those of hist may be; others are in the order
            of `model.observables`.
        model: its range contains all bins. Templates with errors are no parts of products: UnsupportedError.
        edges: of the bins; a list of those of each axis for several observables, as `numpy.histogramdd` returns them.
    """
    return _binned(histogram, model, edges, is_chi_square=False)


def chi_square(histogram: Any, model: Model | JointModel, *, edges: Edges | None = None) -> Cost:
    """The squares of the differences of contents and expectations, divided by the variances of the contents; bins that
    have none are left out. The model has yields. Otherwise as `binned`, which is better for small contents."""
    return _binned(histogram, model, edges, is_chi_square=True)


def _binned(histogram: Any, model: Model | JointModel, edges: Any, *, is_chi_square: bool) -> Cost:
    require_model(model)
    variances = None
    if edges is None:
        if not isinstance(histogram, tuple) and not hasattr(histogram, "to_numpy"):
            raise MisuseError("contents are given without edges")
        variances = _variances_of(histogram)
    if isinstance(model, JointModel):
        return _binned_cells(grid_of(histogram, model, edges, variances), model, is_chi_square=is_chi_square)
    if edges is None:
        histogram, edges = contents_and_edges(histogram, "what is fitted")
    contents, ends = list_of_numbers(histogram, "contents"), at_ends(list_of_numbers(edges, "edges"), model.range)
    core = _core.fit_binned(ends, contents, variances, model.core, is_chi_square)
    drawn = DrawnBins(ends, contents, contents if variances is None else variances)
    view = ModelView(model, bins=drawn, is_chi_square=is_chi_square)
    return Cost(core, (view,), kind="chi square" if is_chi_square else "ratio")


def _binned_cells(grid: Grid, model: JointModel, *, is_chi_square: bool) -> Cost:
    variances = None if grid.variances is None else grid.variances.reshape(-1)
    edges = list(grid.edges.values())
    core = _core.fit_binned_cells(edges, grid.contents.reshape(-1), variances, model.core, is_chi_square)
    views = [
        GridView(
            model.projection(name),
            bins=grid.projected(name),
            is_chi_square=is_chi_square,
            whole=model,
            observable=name,
            grid=grid,
        )
        for name in model.observables
    ]
    return Cost(core, tuple(views), kind="chi square" if is_chi_square else "ratio")


def _variances_of(histogram: Any) -> Reals | None:
    """The variances of a histogram of weights; None if they are the contents."""
    if isinstance(histogram, Histogram):
        return np.ascontiguousarray(histogram.variances(), np.float64) if histogram.is_weighted else None
    found = histogram.variances() if callable(getattr(histogram, "variances", None)) else None
    if found is None or np.array_equal(found, histogram.values()):
        return None
    return np.ascontiguousarray(found, np.float64)


def constraint(
    values: Mapping[str, float],
    errors: float | Sequence[float] | None = None,
    *,
    covariance: npt.ArrayLike | None = None,
) -> Cost:
    """What another measurement says about parameters: they have a normal distribution around these values.

    Parameters:
        values: by name.
        errors: standard deviations, in the order of the values; one number is for all.
        covariance: instead of errors, the covariance matrix.

    >>> from ramet import fit
    >>> round(fit.constraint({"mean": 91.2}, 0.1)(91.3), 6)
    1.0
    """
    if (errors is None) == (covariance is None):
        raise MisuseError("a constraint has either errors or a covariance")
    if covariance is None:
        deviations = np.broadcast_to(np.asarray(without_missing(errors, "errors"), np.float64), len(values))
        if np.any(deviations <= 0):
            raise MisuseError(f"an error of a constraint is {deviations.min():g}, expected one above 0")
        covariance = np.diag(deviations**2)
    matrix = np.asarray(without_missing(covariance, "elements of a covariance"), np.float64)
    if matrix.shape != (len(values), len(values)):
        raise MisuseError(f"the covariance of {len(values)} parameters has the shape {matrix.shape}")
    inverse = positive_inverse(matrix)
    if inverse is None:
        raise MisuseError("the covariance is not positive: an error is 0, not finite, or parameters determine others")
    inverse = (inverse + inverse.T) / 2
    numbers = [float(value) for value in values.values()]
    core = _core.fit_constraint(list(values), numbers, inverse.reshape(-1).tolist())
    return Cost(core, constraint=Constraint(dict(zip(values, numbers, strict=True)), matrix))
