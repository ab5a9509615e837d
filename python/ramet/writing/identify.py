"""Histograms from the members of ROOT's classes, as uproot.writing.identify makes them."""

# ruff: noqa: N802, N803 - the names are uproot's, and ROOT's
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import name_text, real_number, whole_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.graph import Graph
from ramet.histograms.axis import Floats
from ramet.histograms.figures import figure_of
from ramet.histograms.histogram import Histogram
from ramet.histograms.others import writable_figure
from ramet.histograms.profile import Profile

__all__ = [
    "to_TAxis",
    "to_TH1x",
    "to_TH2x",
    "to_TH3x",
    "to_TObjString",
    "to_TProfile",
    "to_TProfile2D",
    "to_TProfile3D",
    "to_writable",
]

Numbers = npt.ArrayLike
Axes = Sequence[_core.NamedAxis]

# The members of a TH1, TH2 and TH3 that are sums along each axis, and of products of two.
_VALUES = ("fTsumwx", "fTsumwy", "fTsumwz")
_PRODUCTS = {1: (), 2: ("fTsumwxy",), 3: ("fTsumwxy", "fTsumwxz", "fTsumwyz")}
_HEIGHTS = {1: "fTsumwy", 2: "fTsumwz", 3: "fTsumwt"}


def to_TAxis(
    fName: str,
    fTitle: str,
    fNbins: int,
    fXmin: float,
    fXmax: float,
    fXbins: Numbers | None = None,
    fLabels: Sequence[str] | None = None,
    **others: Any,
) -> _core.NamedAxis:
    """An axis of the functions below.

    Args:
        fName: "xaxis", "yaxis" or "zaxis"; the place among the axes decides.
        fTitle: what is along it.
        fNbins: how many bins it has.
        fXmin: the lower edge of the first.
        fXmax: the upper edge of the last.
        fXbins: all edges, where the bins are of different widths; empty otherwise.
        fLabels: the names of the bins, from the first on.
        others: the other members of a TAxis are refused: ramet writes ROOT's defaults.

    Raises:
        MisuseError: there are no bins, or edges that do not fit.
    """
    name_text(fName, "fName")
    _refuse("to_TAxis", others)
    bins, edges = whole_number(fNbins, "fNbins", 1), _floats(fXbins)
    if len(edges) not in (0, bins + 1):
        raise MisuseError(f"fXbins has {len(edges)} edges for {bins} bins, expected {bins + 1} or none")
    axis = _core.Axis.variable(edges) if len(edges) else _core.Axis.regular(bins, float(fXmin), float(fXmax))
    return _core.NamedAxis(axis, name_text(fTitle, "fTitle"), dict(enumerate(map(str, fLabels or ()), start=1)))


def to_TH1x(fName: str, fTitle: str, data: Numbers, *, fXaxis: _core.NamedAxis, **sums: Any) -> Histogram:
    """A histogram of one axis, which becomes a TH1D.

    Args:
        fName: its name.
        fTitle: its title.
        data: the contents of all bins, underflow first and overflow last, as ROOT stores them: x runs fastest.
        fXaxis: the axis, as `to_TAxis` makes it.
        sums: `fEntries`, `fTsumw`, `fTsumw2`, `fTsumwx` and `fTsumwx2`, which are sums of all that was filled, and
            `fSumw2`, the sum of squared weights of each bin, empty where none were kept. Other members of a TH1 are
            refused: ramet writes ROOT's defaults.

    Raises:
        TypeError: a sum is missing, or another member is given.
        MisuseError: there are not as many values as bins.

    >>> axis = to_TAxis("xaxis", "", fNbins=2, fXmin=0, fXmax=1)
    >>> sums = {"fEntries": 3, "fTsumw": 3, "fTsumw2": 3, "fTsumwx": 1, "fTsumwx2": 1, "fSumw2": []}
    >>> to_TH1x("h", "title", [0, 1, 2, 0], fXaxis=axis, **sums).values()
    array([1., 2.])
    """
    return Histogram.from_core(_histogram("to_TH1x", fName, fTitle, data, [fXaxis], sums))


def to_TH2x(
    fName: str, fTitle: str, data: Numbers, *, fXaxis: _core.NamedAxis, fYaxis: _core.NamedAxis, **sums: Any
) -> Histogram:
    """A histogram of two axes, which becomes a TH2D: as `to_TH1x`, with `fTsumwy`, `fTsumwy2` and `fTsumwxy`, too."""
    return Histogram.from_core(_histogram("to_TH2x", fName, fTitle, data, [fXaxis, fYaxis], sums))


def to_TH3x(
    fName: str,
    fTitle: str,
    data: Numbers,
    *,
    fXaxis: _core.NamedAxis,
    fYaxis: _core.NamedAxis,
    fZaxis: _core.NamedAxis,
    **sums: Any,
) -> Histogram:
    """A histogram of three axes, which becomes a TH3D: as `to_TH2x`, with `fTsumwz`, `fTsumwz2`, `fTsumwxz` and
    `fTsumwyz`, too."""
    return Histogram.from_core(_histogram("to_TH3x", fName, fTitle, data, [fXaxis, fYaxis, fZaxis], sums))


def to_TProfile(fName: str, fTitle: str, data: Numbers, *, fXaxis: _core.NamedAxis, **sums: Any) -> Profile:
    """A profile of one axis, which becomes a TProfile: as `to_TH1x`, and `fTsumwy` and `fTsumwy2` are sums of the
    heights, `fSumw2` of their squares in each bin, `fBinEntries` the sum of weights of each bin, and `fBinSumw2` that
    of squared weights, empty where none were kept."""
    return Profile.from_core(_histogram("to_TProfile", fName, fTitle, data, [fXaxis], sums, is_profile=True))


def to_TProfile2D(
    fName: str, fTitle: str, data: Numbers, *, fXaxis: _core.NamedAxis, fYaxis: _core.NamedAxis, **sums: Any
) -> Profile:
    """A profile of two axes, which becomes a TProfile2D: as `to_TProfile`; the sums of heights are `fTsumwz` and
    `fTsumwz2`."""
    return Profile.from_core(_histogram("to_TProfile2D", fName, fTitle, data, [fXaxis, fYaxis], sums, is_profile=True))


def to_TProfile3D(
    fName: str,
    fTitle: str,
    data: Numbers,
    *,
    fXaxis: _core.NamedAxis,
    fYaxis: _core.NamedAxis,
    fZaxis: _core.NamedAxis,
    **sums: Any,
) -> Profile:
    """A profile of three axes, which becomes a TProfile3D: as `to_TProfile`; the sums of heights are `fTsumwt` and
    `fTsumwt2`."""
    return Profile.from_core(
        _histogram("to_TProfile3D", fName, fTitle, data, [fXaxis, fYaxis, fZaxis], sums, is_profile=True)
    )


def to_TObjString(string: str) -> str:
    """The text itself, which `file[name] = text` stores as a TObjString."""
    return name_text(string, "a text")


def to_writable(obj: Any) -> Histogram | Profile | Graph | Efficiency | str:
    """The histogram, profile, graph or text that `file[name] = obj` writes.

    >>> import numpy as np
    >>> to_writable(np.histogram([0.5, 1.5, 1.5], bins=2, range=(0, 2))).values()
    array([1., 2.])

    Args:
        obj: of ramet, hist or boost-histogram, a tuple as numpy.histogram returns it, or a text.

    Raises:
        TypeError: it is something else.
        UnsupportedError: a histogram for which ROOT has no class.
    """
    if isinstance(obj, str):
        return obj
    core = writable_figure(obj)
    if core is None:
        raise TypeError(f"a {type(obj).__name__} is no histogram, graph or text")
    made: Histogram | Profile | Graph | Efficiency = figure_of(core)
    return made


def _histogram(
    call: str,
    name: str,
    title: str,
    data: Numbers,
    axes: Axes,
    sums: Mapping[str, Any],
    *,
    is_profile: bool = False,
) -> _core.Histogram:
    given = dict(sums)

    def take(member: str) -> Any:
        if member not in given:
            raise TypeError(f"{call}() lacks {member!r}")
        return given.pop(member)

    def number(member: str) -> float:
        return real_number(take(member), member)

    def cells(member: str, *, may_be_empty: bool = False) -> Floats:
        return _cells(take(member), member, axes, may_be_empty=may_be_empty)

    moments = _core.Moments()
    moments.entries, moments.weights, moments.squared_weights = map(number, ("fEntries", "fTsumw", "fTsumw2"))
    along = _VALUES[: len(axes)]
    moments.weighted_values = [number(member) for member in along]
    moments.weighted_squares = [number(f"{member}2") for member in along]
    moments.weighted_products = [number(member) for member in _PRODUCTS[len(axes)]]
    squares, profile = cells("fSumw2", may_be_empty=not is_profile), None
    if is_profile:
        heights = _HEIGHTS[len(axes)]
        moments.weighted_heights, moments.weighted_squared_heights = number(heights), number(f"{heights}2")
        profile = _core.ProfileSums(cells("fBinEntries"), cells("fBinSumw2", may_be_empty=True))
    _refuse(call, given)
    contents = _cells(data, "data", axes)
    made = _core.Histogram.of_parts(axes, contents, squares, moments, profile)
    return made.named(name_text(name, "fName"), name_text(title, "fTitle"), "")


def _cells(values: Any, member: str, axes: Axes, *, may_be_empty: bool = False) -> Floats:
    cells = _floats(values)
    wanted = int(np.prod([axis.bins.bins + 2 for axis in axes]))
    if len(cells) != wanted and (len(cells) or not may_be_empty):
        raise MisuseError(f"{member} has {len(cells)} values, expected {wanted}, those beyond the axes included")
    return cells


def _floats(values: Any) -> Floats:
    return np.ascontiguousarray([] if values is None else values, dtype=np.float64).ravel()


def _refuse(call: str, others: Mapping[str, Any]) -> None:
    if others:
        raise UnsupportedError(f"{call}() does not take {next(iter(others))!r}: ramet writes what ROOT sets by itself")
