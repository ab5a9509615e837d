"""Weights of events: what they do to errors, and those that take components apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.errors import MisuseError
from ramet.fit.models import Model
from ramet.fit.products import JointModel

__all__ = ["score_products", "sweights"]

Reals = npt.NDArray[np.float64]

_AT_ONCE = 1 << 18  # events whose derivatives are in memory


def score_products(scores: Callable[[slice], Reals], weights: Reals) -> Reals:
    """The sum over events of the products of the derivatives of their logarithms, times the squares of the weights.
    `scores` gives the derivatives of some events, a row for each."""
    products = []
    for begin in range(0, len(weights), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        weighted = scores(part) * weights[part, None]
        products.append(weighted.T @ weighted)
    total: Reals = np.sum(products, axis=0)
    return total


def sweights(
    events: Any, model: Model | JointModel, values: Mapping[str, float], *, weights: npt.ArrayLike | None = None
) -> dict[str, Reals]:
    """The sWeights of events: for each component of an extended mixture, weights with which a histogram of another
    variable is that of this component alone, if that variable is independent of the fitted one in each component
    (M. Pivk, F. Le Diberder, Nucl. Instrum. Meth. A 555 (2005) 356).

    Parameters:
        events: those that were fitted.
        model: a mixture with yields, of one observable or several.
        values: of the parameters, at the minimum: `result.values`.
        weights: of the events, if they have any.

    Returns:
        The weights by the names of the yields. Those of one component add up to its yield, those of one event to 1.

    Raises:
        MisuseError: the model has no yields, or its components have the same shape.

    >>> from ramet import fit
    >>> model = fit.mixture([fit.gauss(5, 0.5), fit.uniform((0, 10))], yields=["s", "b"], range=(0, 10))
    >>> events = model.sample(s=300, b=700)
    >>> found = fit.sweights(events, model, fit.fit(fit.unbinned(events, model), s=500, b=500).values)
    >>> abs(found["s"] + found["b"] - 1).max() < 1e-6
    np.True_
    """
    from ramet.fit.costs import numbers_of

    own = {name: values[name] for name in model.parameters if name in values}
    parts = model.components(own)
    if not model.is_extended or not parts:
        raise MisuseError("sWeights are those of a mixture with yields")
    yields = np.array([amount for amount, _ in parts.values()])
    numbers = events if isinstance(model, JointModel) else numbers_of(events)
    densities = np.array([part.pdf(numbers, {one: own[one] for one in part.parameters}) for _, part in parts.values()])
    total = yields @ densities
    if not np.all(total > 0):
        raise MisuseError(f"{int((~(total > 0)).sum())} of {len(total)} events have no density: no sWeights")
    ratios = densities / total
    counts = np.ones(len(total)) if weights is None else np.asarray(weights, np.float64)
    inverse = (ratios * counts) @ ratios.T
    if np.linalg.cond(inverse) > 1e14:
        raise MisuseError("components have the same shape: no sWeights take them apart")
    found: Reals = np.linalg.solve(inverse, ratios)
    return {name: row * counts for name, row in zip(parts, found, strict=True)}
