"""Histograms as boost-histogram and hist have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.axis import Axis, Floats

__all__ = ["boost_of", "hist_of"]


def boost_of(core: _core.Histogram, axes: Sequence[Axis]) -> Any:
    """The boost_histogram.Histogram."""
    import boost_histogram

    bins = [_boost_axis(boost_histogram.axis, axis) for axis in axes]
    histogram: Any = boost_histogram.Histogram(*bins, storage=_storage(boost_histogram.storage, core))
    view = histogram.view(flow=True)
    if core.is_profile:
        _fill_means(view, core, axes)
    elif core.is_weighted:
        view["value"], view["variance"] = _folded(core.contents, axes), _folded(core.squares, axes)
    else:
        view[...] = _folded(core.contents, axes)
    return histogram


def hist_of(core: _core.Histogram, axes: Sequence[Axis]) -> Any:
    """The hist.Hist, with labels."""
    import hist

    made = hist.Hist(boost_of(core, axes))
    made.name, made.label = core.name or None, core.title or None
    for theirs, ours in zip(made.axes, axes, strict=True):
        theirs.label = ours.label
    return made


def _storage(boost: Any, core: _core.Histogram) -> Any:
    if core.is_profile:
        return boost.WeightedMean() if core.is_weighted else boost.Mean()
    return boost.Weight() if core.is_weighted else boost.Double()


def _boost_axis(boost: Any, axis: Axis) -> Any:
    if axis.is_discrete:
        return boost.StrCategory(list(axis))
    edges = axis.edges()
    if edges[0] == edges[-1]:
        raise UnsupportedError(f"an axis of {len(axis)} bins whose range is not chosen yet")
    return boost.Regular(len(axis), edges[0], edges[-1]) if axis.is_regular else boost.Variable(edges)


def _folded(cells: Floats, axes: Sequence[Axis]) -> Floats:
    """Cells as boost-histogram has them: what is in none of the categories comes last, and there is no underflow."""
    for number, axis in enumerate(axes):
        if axis.is_discrete:
            moved = np.moveaxis(cells, number, 0)
            cells = np.moveaxis(np.concatenate([moved[1:-1], moved[:1] + moved[-1:]]), 0, number)
    return cells


def _fill_means(view: Any, core: _core.Histogram, axes: Sequence[Axis]) -> None:
    weights, heights, squares = (_folded(cells, axes) for cells in (core.profile_weights, core.contents, core.squares))
    means = np.divide(heights, weights, out=np.zeros_like(heights), where=weights != 0)
    view["value"] = means
    deltas = np.maximum(squares - heights * means, 0)
    if core.is_weighted:
        view["sum_of_weights"], view["sum_of_weights_squared"] = weights, _folded(core.profile_squared_weights, axes)
        view["_sum_of_weighted_deltas_squared"] = deltas
    else:
        view["count"], view["_sum_of_deltas_squared"] = weights, deltas
