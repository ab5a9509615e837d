"""Values of ramet in the form in which the corpus has ROOT's answers."""

from __future__ import annotations

import itertools
from typing import Any

import corpus
import numpy as np
from ramet import _core

__all__ = ["array", "columns", "graph", "histogram", "sparse_histogram", "statistics", "texts"]

_STATISTICS = {("hist", 1): 4, ("hist", 2): 7, ("hist", 3): 11, ("profile", 1): 6, ("profile", 2): 9}
_FLOATS = ("mean", "rms", "min", "max", "w", "w2")


def array(core: _core.Array, *, approx: bool) -> dict[str, Any]:
    """The values of a column."""
    dtype, counts, values = _flat(core)
    return corpus.array(dtype, counts, values, approx)


def columns(names: list[str], arrays: list[_core.Array], entries: int, *, approx: bool) -> dict[str, Any]:
    """Several columns."""
    items = {name: array(core, approx=approx) for name, core in zip(names, arrays, strict=True)}
    return {"kind": "columns", "entries": entries, "items": items}


def graph(points: dict[str, Any], *, approx: bool) -> dict[str, Any]:
    """The points of a graph, and their errors."""
    items = {name: corpus.array("float64", [], np.asarray(values), approx) for name, values in points.items()}
    return {"kind": "columns", "entries": len(points["X"]), "items": items}


def statistics(count: int, *values: float) -> dict[str, Any]:
    """What Stats gives: count, mean, standard deviation, minimum, maximum, sums of weights and their squares."""
    items = {"n": corpus.scalar(count, "int64")}
    items |= {name: corpus.scalar(float(value), "float64") for name, value in zip(_FLOATS, values, strict=True)}
    return {"kind": "map", "items": items}


def texts(names: list[str]) -> str:
    """A list of texts as ROOT shows it."""
    return "{ " + ", ".join(f'"{name}"' for name in names) + " }" if names else "{}"


def histogram(core: _core.Histogram) -> dict[str, Any]:
    """A histogram or profile of up to three axes; a histogram of more, or of a THn, is one of `sparse_histogram`."""
    axes = core.axes
    kind = "profile" if core.is_profile else "hist"
    moments = core.moments
    described = [_axis(axis) for axis in axes]
    if kind == "hist":
        described[-1]["value_title"] = axes[-1].title if len(axes) == 3 else core.value_title
    result = {
        "kind": kind,
        "name": core.name,
        "title": core.title,
        "axes": described,
        "entries": corpus.number(core.entries),
        "has_sumw2": core.is_weighted,
        "contents": corpus.dense(_cells(core.contents)),
    }
    if core.is_weighted or kind == "profile":
        result["sumw2"] = corpus.dense(_cells(core.squares))
    if kind == "profile":
        result["bin_entries"] = corpus.dense(_cells(core.profile_weights))
        if core.is_weighted:
            result["bin_sumw2"] = corpus.dense(_cells(core.profile_squared_weights))
    x, xx, products = moments.weighted_values, moments.weighted_squares, moments.weighted_products
    sums = [moments.weights, moments.squared_weights]
    for axis in range(len(axes)):
        sums += [x[axis], xx[axis], *([products[0]] if axis == 1 else products[1:] if axis == 2 else [])]
    if kind == "profile":
        sums += [moments.weighted_heights, moments.weighted_squared_heights]
    result["stats"] = [corpus.number(value) for value in sums[: _STATISTICS[kind, len(axes)]]]
    return result


def sparse_histogram(core: _core.Histogram | _core.SparseHistogram) -> dict[str, Any]:
    """A histogram of many axes, whose last axis runs fastest."""
    dense = core.dense(1 << 24) if isinstance(core, _core.SparseHistogram) else core
    result = {
        "kind": "histnd",
        "name": core.name,
        "title": core.title,
        "axes": [_axis(axis) for axis in core.axes],
        "entries": corpus.number(core.entries),
        "has_sumw2": core.is_weighted,
        "contents": corpus.dense(np.asarray(dense.contents).ravel()),
    }
    if core.is_weighted:
        result["sumw2"] = corpus.dense(np.asarray(dense.squares).ravel())
    return result


def _axis(axis: _core.NamedAxis) -> dict[str, Any]:
    bins = axis.bins
    described = {"nbins": bins.bins, "low": bins.low, "high": bins.high, "title": axis.title}
    if not bins.is_regular:
        described["edges"] = bins.edges.tolist()
    return described


def _cells(cells: Any) -> Any:
    return np.asarray(cells).ravel(order="F")


def _flat(core: _core.Array) -> tuple[str, list[Any], Any]:
    """The name of the type of its leaves, the counts of each level of lists, and the leaves."""
    counts: list[Any] = []
    while core.kind in (_core.Kind.list, _core.Kind.regular):
        if core.kind == _core.Kind.list:
            counts.append(np.diff(core.offsets))
        else:
            counts.append(np.full(len(core), core.size))
        core = core.contents[0]
    if core.kind == _core.Kind.string:
        text = core.values.tobytes()
        return "string", counts, [text[a:b].decode() for a, b in itertools.pairwise(core.offsets)]
    if core.kind != _core.Kind.number:
        raise NotImplementedError(f"values of type {core.type}")
    return core.type.number, counts, core.values
