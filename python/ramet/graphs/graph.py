"""Graphs: points with errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, SupportsIndex, overload

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import whole_number, without_missing
from ramet.errors import MisuseError
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function
from ramet.histograms.axis import Floats
from ramet.histograms.stored_figure import StoredFigure

if TYPE_CHECKING:
    from ramet.fit.result import FitResult

__all__ = ["Graph", "MultiGraph", "as_TGraph"]

_AXES = "xyz"
_WHICH: dict[str, Callable[[Floats, Floats], Floats]] = {
    "low": lambda low, high: low,
    "high": lambda low, high: high,
    "mean": lambda low, high: (low + high) / 2,
    "diff": lambda low, high: high - low,
}


class Graph(StoredFigure[_core.Graph]):
    """Points with errors: ROOT's TGraph, TGraph2D and their variants with errors. Threads: any number.

    >>> graph = Graph([1, 2], [3, 5], y_errors=[0.5, 0.25])
    >>> graph.classname, graph.errors("high", "y")
    ('TGraphErrors', array([0.5 , 0.25]))

    Args:
        x: a number for each point.
        y: as many.
        z: as many, or None of points in a plane.
        x_errors: the errors along x: shape (points,), or (2, points) for lower and upper errors, as for matplotlib's
            errorbar; None for no errors.
        y_errors: the same along y.
        z_errors: the same along z.
        name: its name; in a file that of `file[name] = graph`.
        title: of the graph.
        labels: titles of the axes, for example ("t [s]", "U [V]"). ROOT stores none for 3D graphs.

    Raises:
        MisuseError: the sizes differ, there are errors along z for points without z, or masked numbers.
    """

    def __init__(
        self,
        x: npt.ArrayLike,
        y: npt.ArrayLike,
        z: npt.ArrayLike | None = None,
        *,
        x_errors: npt.ArrayLike | None = None,
        y_errors: npt.ArrayLike | None = None,
        z_errors: npt.ArrayLike | None = None,
        name: str = "",
        title: str = "",
        labels: Sequence[str] = (),
    ) -> None:
        coordinates = [_numbers(one) for one in ((x, y) if z is None else (x, y, z))]
        errors = [x_errors, y_errors, *([] if z is None and z_errors is None else [z_errors])]
        bars = [_bars(one, len(coordinates[0])) for one in errors]
        has_errors = any(one is not None for one in errors)
        super().__init__(_core.Graph(coordinates, bars if has_errors else [], name, title, list(labels)))

    @classmethod
    def from_core(cls, core: _core.Graph) -> Graph:
        """The graph that C++ has made."""
        graph = cls.__new__(cls)
        graph._core = core
        return graph

    @property
    def labels(self) -> tuple[str, ...]:
        """The titles of the axes, if ROOT stored them; empty texts otherwise."""
        titles = self._core.axis_titles
        return tuple(titles[axis] if axis < len(titles) else "" for axis in range(self.ndim))

    @property
    def ndim(self) -> int:
        """The number of coordinates of a point: 2 or 3."""
        return self._core.num_axes

    def values(self, axis: SupportsIndex | str = "both") -> Floats | tuple[Floats, ...]:
        """The points' coordinates along an axis: 0 or "x", 1 or "y", 2 or "z", -1 the last; "both" is a tuple of all.

        Raises:
            ValueError: there is no such axis.
        """
        if axis == "both":
            return tuple(self._core.coordinates(number) for number in range(self.ndim))
        return self._core.coordinates(self._axis_number(axis))

    @property
    def x(self) -> Floats:
        """The x of all points: shape (points,), float64."""
        return self._core.coordinates(0)

    @property
    def y(self) -> Floats:
        """The y of all points."""
        return self._core.coordinates(1)

    @property
    def z(self) -> Floats:
        """The z of all points. Raises AttributeError when they have none."""
        if self.ndim < 3:
            raise AttributeError(f"points of graph {self.name!r} have no z")
        return self._core.coordinates(2)

    def errors(
        self, which: str, axis: SupportsIndex | str = "both", *, kind: SupportsIndex = 0
    ) -> Floats | tuple[Floats, ...] | None:
        """The errors of each point: shape (points,), float64; for "both" a tuple with those of all axes.

        Args:
            which: "low": downwards; "high": upwards; "mean": the mean of the two; "diff": upwards less downwards.
            axis: 0 or "x", 1 or "y", 2 or "z", -1 the last; "both" for all.
            kind: of a TGraphMultiErrors which errors along y, from 0; those along others are of kind 0.

        Returns:
            None when the graph has no errors.

        Raises:
            ValueError: there is no such axis, kind or choice.
        """
        if which not in _WHICH:
            raise ValueError(f"which {which!r} is not one of {list(_WHICH)}")
        if axis == "both":
            kinds = [kind if number == 1 else 0 for number in range(self.ndim)]
            found = [self.error_bars(number, kind=kind) for number, kind in enumerate(kinds)]
            return tuple(_WHICH[which](*bars) for bars in found if bars is not None) or None
        bars = self.error_bars(axis, kind=kind)
        return None if bars is None else _WHICH[which](*bars)

    def error_bars(self, axis: SupportsIndex | str = "y", *, kind: SupportsIndex = 0) -> Floats | None:
        """How far the errors reach, downwards and upwards: shape (2, points), as matplotlib's errorbar takes them.

        Args:
            axis: 0 or "x", 1 or "y", 2 or "z", -1 the last.
            kind: of a TGraphMultiErrors which errors along y, from 0.

        Returns:
            None when the graph has no errors.

        Raises:
            ValueError: there is no such axis or kind.
        """
        number = self._axis_number(axis)
        kind = whole_number(kind, "kind")
        if not 0 <= kind < (self.num_error_kinds if number == 1 else 1):
            raise ValueError(f"no kind {kind} of errors along {_AXES[number]}")
        if not self._core.errors:
            return None
        bars = self._core.more_errors[kind - 1] if kind else self._core.errors[number]
        return np.stack([bars.low, bars.high])

    @property
    def num_error_kinds(self) -> int:
        """The number of kinds of errors along y, for example statistical and systematic ones: 1, or more in a
        TGraphMultiErrors."""
        return 1 + len(self._core.more_errors)

    def bends(self, axis: str = "y") -> Floats | None:
        """Of a TGraphBentErrors by how much the ends of the errors along an axis are shifted sidewards, as
        `error_bars`; None of other graphs."""
        if not self._core.bends:
            return None
        bars = self._core.bends[_AXES.index(axis)]
        return np.stack([bars.low, bars.high])

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions that were fitted to it."""
        return tuple(Function(core) for core in self._core.functions)

    def fit(
        self,
        formula: str | Formula | Function,
        start: Mapping[str, float] | None = None,
        *,
        within: tuple[float, float] | None = None,
        limits: Mapping[str, tuple[float, float]] | None = None,
        fixed: Mapping[str, float] | None = None,
        **named: float,
    ) -> FitResult:
        """Fit a formula to the points: `graph.fit("pol1")`. Needs iminuit (`ramet[fit]`).

        The squares of the distances along y are compared with the errors, as ROOT does: of two different errors along
        y the one towards the curve counts, an error along x counts times the slope of the curve, and points without
        errors are left out if others have some. If none has errors along y, all count the same, and the errors of the
        parameters follow from the distances. `gaus`, `landau`, `breitwigner`, `expo` and `pol0` to `pol9` know where
        to begin. The graph keeps the function that was found in `functions`, in place of others; files have it.

        Args:
            formula: as `ramet.formula` takes it, what that gave, or a function: with its values, limits and fixed
                parameters, besides what is given here.
            start: where each parameter begins, by name.
            within: only points whose x is from the first of these two numbers to the second.
            limits: of parameters, by name.
            fixed: parameters that keep a value.
            named: the same as `start`.

        Raises:
            MisuseError: the formula has other variables or parameters, there are too few points, or a parameter has no
                start.
            UnsupportedError: the points have three coordinates, or iminuit is not installed.
        """
        from ramet.fit.curves.functions import function_of
        from ramet.fit.curves.graphs import fit_points
        from ramet.fit.search.limits import require_by_name

        require_by_name(start, "start")
        begin = {**(start or {}), **named}
        result = fit_points(self, formula, begin, within=within, limits=limits, fixed=fixed)
        ends = within or (float(self.x.min()), float(self.x.max()))
        self._core = self._core.with_functions([function_of(result, result.cost.views[0].formula, ends)])
        return result

    def _axis_number(self, axis: SupportsIndex | str) -> int:
        names = _AXES[: self.ndim]
        if isinstance(axis, str):
            if len(axis) == 1 and axis in names:
                return names.index(axis)
        elif -self.ndim <= whole_number(axis, "axis") < self.ndim:
            return whole_number(axis, "axis") % self.ndim
        raise ValueError(f"axis {axis!r} is not one of {list(names)}")

    def __len__(self) -> int:
        """The number of points."""
        return len(self._core.coordinates(0))

    def __repr__(self) -> str:
        return f"<Graph {self.name!r} of {len(self)} points>"

    def _repr_html_(self) -> str:
        from ramet.pictures.views import picture_html

        return picture_html(self) + super()._repr_html_()


def as_TGraph(  # noqa: N802 - as uproot calls it
    df: Mapping[str, npt.ArrayLike],
    title: str = "",
    xAxisLabel: str = "",  # noqa: N803 - likewise
    yAxisLabel: str = "",  # noqa: N803
) -> Graph:
    """The graph of a data frame or mapping, as uproot makes it.

    >>> as_TGraph({"x": [1, 2], "y": [3, 5], "y_errors": [0.5, 0.25], "other": ["a", "b"]}, "title").classname
    'TGraphErrors'

    Args:
        df: its columns "x" and "y", and if they are there "x_errors" and "y_errors", or "x_errors_low",
            "x_errors_high", "y_errors_low" and "y_errors_high"; others are left out.
        title: of the graph.
        xAxisLabel: what is along x.
        yAxisLabel: what is along y.

    Raises:
        MisuseError: "x" or "y" is missing, or one end of errors, or there are both kinds of errors.
    """
    given = {name: df[name] for name in df if isinstance(name, str) and df[name] is not None}
    missing = [name for name in ("x", "y") if name not in given]
    if missing:
        raise MisuseError(f"a graph needs columns 'x' and 'y', and there is no {missing[0]!r}")
    bars = {axis: _errors_among(given, axis) for axis in ("x", "y")}
    labels = (xAxisLabel, yAxisLabel) if xAxisLabel or yAxisLabel else ()
    return Graph(given["x"], given["y"], x_errors=bars["x"], y_errors=bars["y"], title=title, labels=labels)


def _errors_among(given: Mapping[str, npt.ArrayLike], axis: str) -> npt.ArrayLike | None:
    """The errors along an axis."""
    ends = [f"{axis}_errors_low", f"{axis}_errors_high"]
    there = [name for name in (f"{axis}_errors", *ends) if name in given]
    if not there or there == [f"{axis}_errors"]:
        return given.get(f"{axis}_errors")
    if there != ends:
        raise MisuseError(f"errors along {axis} are {there}, expected '{axis}_errors' or {ends}")
    return np.stack([np.asarray(without_missing(given[name], "errors")) for name in ends])


def _numbers(values: npt.ArrayLike) -> list[float]:
    """Numbers in one dimension."""
    array = np.asarray(without_missing(values, "coordinates or errors"))
    if array.dtype.kind not in "biuf":
        raise TypeError(f"coordinates or errors of {array.dtype} are not numbers")
    if array.ndim != 1:
        raise MisuseError(f"coordinates or errors of shape {array.shape}, expected one dimension")
    numbers: list[float] = array.astype(np.float64).tolist()
    return numbers


def _bars(errors: npt.ArrayLike | None, points: int) -> tuple[list[float], list[float]]:
    """The lengths of errors downwards and upwards; 0 without errors."""
    if errors is None:
        return [0.0] * points, [0.0] * points
    for one in errors if isinstance(errors, list | tuple) and len(errors) == 2 else [errors]:
        without_missing(one, "coordinates or errors")
    array = np.asarray(errors)
    low, high = array if array.ndim == 2 and len(array) == 2 else (array, array)
    return _numbers(low), _numbers(high)


class MultiGraph(StoredFigure[_core.MultiGraph], Sequence[Graph]):
    """Graphs that are drawn together: a TMultiGraph of ROOT, as a sequence. Threads: any number."""

    def __init__(self, core: _core.MultiGraph) -> None:
        super().__init__(core)
        self._graphs = [Graph.from_core(graph) for graph in core.graphs]

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions that were fitted to all of them."""
        return tuple(Function(core) for core in self._core.functions)

    def __len__(self) -> int:
        return len(self._graphs)

    @overload
    def __getitem__(self, index: int) -> Graph: ...
    @overload
    def __getitem__(self, index: slice) -> list[Graph]: ...
    def __getitem__(self, index: int | slice) -> Graph | list[Graph]:
        return self._graphs[index]

    def __iter__(self) -> Iterator[Graph]:
        return iter(self._graphs)

    def __repr__(self) -> str:
        return f"<MultiGraph {self.name!r} of {len(self)} graphs>"
