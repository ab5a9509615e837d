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
_PRODUCTS = ((), ("fTsumwxy",), ("fTsumwxz", "fTsumwyz"))  # that each axis adds
_HEIGHTS = ("fTsumwy", "fTsumwz", "fTsumwt")  # of profiles of one, two and three axes

# What other members are: uproot's default values, which are ROOT's.
_DEFAULTS: Mapping[str, Any] = {
    **dict.fromkeys(["fFirst", "fLast", "fBits2", "fBarOffset", "fBufferSize", "fBinStatErrOpt", "fErrorMode"], 0),
    **dict.fromkeys(["fYmin", "fYmax", "fZmin", "fZmax", "fTmin", "fTmax", "fNormFactor", "fFillColor"], 0),
    **dict.fromkeys(["fAxisColor", "fLabelColor", "fTitleColor", "fTitleOffset", "fLineStyle", "fLineWidth"], 1),
    **dict.fromkeys(["fMarkerColor", "fMarkerStyle", "fMarkerSize", "fScalefactor"], 1),
    **dict.fromkeys(["fLabelFont", "fTitleFont"], 42),
    **dict.fromkeys(["fLabelSize", "fTitleSize"], 0.035),
    **dict.fromkeys(["fMaximum", "fMinimum"], -1111),
    **dict.fromkeys(["fTimeFormat", "fOption"], ""),
    "fTimeDisplay": False,
    "fNdivisions": 510,
    "fLabelOffset": 0.005,
    "fTickLength": 0.03,
    "fBarWidth": 1000,
    "fStatOverflows": 2,
    "fLineColor": 602,
    "fFillStyle": 1001,
}


def to_TAxis(
    fName: str,
    fTitle: str,
    fNbins: int,
    fXmin: float,
    fXmax: float,
    fXbins: Numbers | None = None,
    *,
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
        others: the other members of a TAxis are refused, unless they are what ramet writes: ROOT's default values.

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


def to_TH1x(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Histogram:
    """A histogram of one axis, which becomes a TH1D.

    Args:
        fName: its name.
        fTitle: its title.
        data: the contents of all bins, underflow first and overflow last, as ROOT stores them: x runs fastest.
        sums: by their places or names: `fEntries`, `fTsumw`, `fTsumw2`, `fTsumwx` and `fTsumwx2`, which are sums of all
            that was filled; `fSumw2`, the sum of squared weights of each bin, empty where none were kept; and `fXaxis`,
            the axis, as `to_TAxis` makes it.
        members: the same by their names. Other members of a TH1 are refused, unless they are what ramet writes: ROOT's
            default values.

    Raises:
        TypeError: a sum is missing, or there are too many.
        MisuseError: there are not as many values as bins.
        UnsupportedError: a member that ramet does not write.

    >>> axis = to_TAxis("xaxis", "", fNbins=2, fXmin=0, fXmax=1)
    >>> sums = {"fEntries": 3, "fTsumw": 3, "fTsumw2": 3, "fTsumwx": 1, "fTsumwx2": 1, "fSumw2": []}
    >>> to_TH1x("h", "title", [0, 1, 2, 0], fXaxis=axis, **sums).values()
    array([1., 2.])
    """
    return Histogram.from_core(_histogram("to_TH1x", fName, fTitle, data, sums, members, axes=1))


def to_TH2x(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Histogram:
    """A histogram of two axes, which becomes a TH2D: as `to_TH1x`, with `fTsumwy`, `fTsumwy2` and `fTsumwxy` behind
    `fTsumwx2`, and `fYaxis` behind `fXaxis`."""
    return Histogram.from_core(_histogram("to_TH2x", fName, fTitle, data, sums, members, axes=2))


def to_TH3x(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Histogram:
    """A histogram of three axes, which becomes a TH3D: as `to_TH2x`, with `fTsumwz`, `fTsumwz2`, `fTsumwxz` and
    `fTsumwyz` behind `fTsumwxy`, and `fZaxis` behind `fYaxis`."""
    return Histogram.from_core(_histogram("to_TH3x", fName, fTitle, data, sums, members, axes=3))


def to_TProfile(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Profile:
    """A profile of one axis, which becomes a TProfile: as `to_TH1x`. Behind `fTsumwx2` are `fTsumwy` and `fTsumwy2`,
    the sums of the heights; `fSumw2` are those of their squares in each bin, and behind it are `fBinEntries`, the sum
    of weights of each bin, and `fBinSumw2`, that of squared weights, empty where none were kept."""
    return Profile.from_core(_histogram("to_TProfile", fName, fTitle, data, sums, members, axes=1, is_profile=True))


def to_TProfile2D(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Profile:
    """A profile of two axes, which becomes a TProfile2D: as `to_TH2x` and `to_TProfile`; the sums of heights are
    `fTsumwz` and `fTsumwz2`."""
    return Profile.from_core(_histogram("to_TProfile2D", fName, fTitle, data, sums, members, axes=2, is_profile=True))


def to_TProfile3D(fName: str, fTitle: str, data: Numbers, *sums: Any, **members: Any) -> Profile:
    """A profile of three axes, which becomes a TProfile3D: as `to_TH3x` and `to_TProfile`; the sums of heights are
    `fTsumwt` and `fTsumwt2`."""
    return Profile.from_core(_histogram("to_TProfile3D", fName, fTitle, data, sums, members, axes=3, is_profile=True))


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
    sums: Sequence[Any],
    members: Mapping[str, Any],
    *,
    axes: int,
    is_profile: bool = False,
) -> _core.Histogram:
    order = _order_of(axes, is_profile=is_profile)
    if len(sums) > len(order) or members.keys() & set(order[: len(sums)]):
        raise TypeError(
            f"{call}() got {len(sums)} values and {sorted(members)}, expected {', '.join(order)}, each once"
        )
    given = dict(zip(order, sums, strict=False)) | dict(members)
    missing = [member for member in order if member not in given]
    if missing:
        raise TypeError(f"{call}() lacks {missing[0]!r}")
    _refuse(call, {member: value for member, value in given.items() if member not in order})
    bins = [given[member] for member in order if member.endswith("axis")]

    def numbers(*wanted: str) -> list[float]:
        return [real_number(given[member], member) for member in wanted]

    moments = _core.Moments()
    moments.entries, moments.weights, moments.squared_weights = numbers("fEntries", "fTsumw", "fTsumw2")
    moments.weighted_values = numbers(*_VALUES[:axes])
    moments.weighted_squares = numbers(*(f"{member}2" for member in _VALUES[:axes]))
    moments.weighted_products = numbers(*(one for products in _PRODUCTS[:axes] for one in products))
    squares, profile = _cells(given, "fSumw2", bins, may_be_empty=not is_profile), None
    if is_profile:
        heights = _HEIGHTS[axes - 1]
        moments.weighted_heights, moments.weighted_squared_heights = numbers(heights, f"{heights}2")
        profile = _core.ProfileSums(
            _cells(given, "fBinEntries", bins), _cells(given, "fBinSumw2", bins, may_be_empty=True)
        )
    contents = _cells({"data": data}, "data", bins)
    made = _core.Histogram.of_parts(bins, contents, squares, moments, profile)
    return made.named(name_text(name, "fName"), name_text(title, "fTitle"), "")


def _order_of(axes: int, *, is_profile: bool) -> list[str]:
    """The sums and axes in the order in which uproot takes them."""
    order = ["fEntries", "fTsumw", "fTsumw2"]
    for value, products in zip(_VALUES[:axes], _PRODUCTS, strict=False):
        order += [value, f"{value}2", *products]
    if is_profile:
        order += [_HEIGHTS[axes - 1], f"{_HEIGHTS[axes - 1]}2"]
    order += ["fSumw2", *(["fBinEntries", "fBinSumw2"] if is_profile else [])]
    return order + ["fXaxis", "fYaxis", "fZaxis"][:axes]


def _cells(given: Mapping[str, Any], member: str, axes: Axes, *, may_be_empty: bool = False) -> Floats:
    cells = _floats(given[member])
    wanted = int(np.prod([axis.bins.bins + 2 for axis in axes]))
    if len(cells) != wanted and (len(cells) or not may_be_empty):
        raise MisuseError(f"{member} has {len(cells)} values, expected {wanted}, those beyond the axes included")
    return cells


def _floats(values: Any) -> Floats:
    return np.ascontiguousarray([] if values is None else values, dtype=np.float64).ravel()


def _refuse(call: str, others: Mapping[str, Any]) -> None:
    for member, value in others.items():
        if value is not None and (member not in _DEFAULTS or value != _DEFAULTS[member]):
            raise UnsupportedError(f"{call}() does not take {member!r}: ramet writes what ROOT sets by itself")
