"""Histograms as boost-histogram and hist have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from ramet import _core
from ramet.errors import UnsupportedError
from ramet.histograms.axis import Axis, Floats

__all__ = ["boost_of", "hist_of"]


def boost_of(
    core: _core.Histogram,
    axes: Sequence[Axis],
    attributes: Mapping[str, Any] | None = None,
    axis_members: Mapping[str, str] | None = None,
) -> Any:
    """The boost_histogram.Histogram, with attributes, and of its axes with those that members in the file give."""
    import boost_histogram

    bins = [_boost_axis(boost_histogram.axis, axis) for axis in axes]
    for theirs, ours in zip(bins, axes, strict=True):
        named = {"name": ours.name, "label": ours.label}
        said = named if axis_members is None else {key: ours.member(name) for key, name in axis_members.items()}
        _set_all(theirs, said)
    histogram: Any = boost_histogram.Histogram(*bins, storage=_storage(boost_histogram.storage, core))
    _set_all(histogram, {"name": core.name} if attributes is None else attributes)
    view = histogram.view(flow=True)
    if core.is_profile:
        _fill_means(view, core, axes)
    elif core.is_weighted:
        view["value"], view["variance"] = _folded(core.contents, axes), _folded(core.squares, axes)
    else:
        view[...] = _folded(core.contents, axes)
    return histogram


def hist_of(histogram: Any, title: str) -> Any:
    """The hist.Hist of a boost_histogram.Histogram, with a title as its label."""
    import hist

    made = hist.Hist(histogram)
    made.label = title or None
    return made


def _set_all(target: Any, attributes: Mapping[str, Any]) -> None:
    for name, value in attributes.items():
        setattr(target, name, value)


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
