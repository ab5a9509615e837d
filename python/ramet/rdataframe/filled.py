"""Histograms and profiles that a dataframe fills, with ROOT's names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ramet.errors import MisuseError, UnsupportedError
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.rdataframe.actions import Actions
from ramet.rdataframe.node import listed, templated
from ramet.rdataframe.results.histograms import TH1, histogram_as_asked
from ramet.rdataframe.results.models import (
    HistogramModel,
    TH1DModel,
    TH2DModel,
    TH3DModel,
    THnDModel,
    TProfile1DModel,
    TProfile2DModel,
    titles_of,
)
from ramet.rdataframe.results.pointers import RResultPtr

__all__ = ["Filled"]

Model = Any  # a tuple, a list, a model or a histogram


class Filled(Actions):
    """Results that are histograms. A model is a tuple as `("h", "title;x;y", 50, 0, 100)`, or one of ROOT's models.
    Threads: immutable."""

    @templated
    def Histo1D(self, model: Model = "", column: str = "", weight: str = "") -> RResultPtr:
        """A histogram of a column: `Histo1D(model, column, weight)`, or `Histo1D(column, weight)` with 128 bins and a
        range that is found as TH1 finds it."""
        if isinstance(model, str):
            return self._automatic_of(model, column)
        made = TH1DModel(model)
        (name,) = self._columns([column], 1)
        if not made.is_automatic:
            return self._fill(made, [name], weight)
        title, label, values = made.titles
        return self._automatic((made.name, title, label, values), int(made.bins[0]), name, weight)

    def _automatic_of(self, column: str, weight: str) -> RResultPtr:
        (column,) = self._columns([column], 1)
        name = f"{column}_weighted_{weight}" if weight else column
        title = f"{column}, weights: {weight}" if weight else column
        values = f"count * {weight}" if weight else "count"
        return self._automatic((name, title, column, values), 128, column, weight)

    def _automatic(self, texts: tuple[str, str, str, str], bins: int, column: str, weight: str) -> RResultPtr:
        def book() -> Any:
            booked = self._frame.core.automatic_histogram(*texts, bins, column, weight or None)
            return self._frame._result(booked, lambda of: Histogram.from_core(of.histogram()), "histogram")

        return self._pointer(book, histogram_as_asked())

    def _fill(
        self, model: HistogramModel, columns: Sequence[str], weight: str, convert: Callable[[Any], TH1] | None = None
    ) -> RResultPtr:
        return self._pointer(
            lambda: self._frame.fill(model.histogram(), *columns, weight=weight or None),
            convert or histogram_as_asked(),
        )

    def Hist(self, *_: Any) -> RResultPtr:
        """Raise UnsupportedError: ROOT's RHist, which is experimental and not in its Python, is not there."""
        raise UnsupportedError(
            "Hist: there is no RHist; use Histo1D, Histo2D or HistoND, whose results fill the same bins"
        )

    @templated
    def Histo2D(self, model: Model, x: str = "", y: str = "", weight: str = "") -> RResultPtr:
        """A histogram of two columns."""
        return self._fill(TH2DModel(model), self._columns([x, y], 2), weight)

    @templated
    def Histo3D(self, model: Model, x: str = "", y: str = "", z: str = "", weight: str = "") -> RResultPtr:
        """A histogram of three columns."""
        return self._fill(TH3DModel(model), self._columns([x, y, z], 3), weight)

    @templated
    def HistoND(self, model: Model, columns: Sequence[str] = (), weight: str = "") -> RResultPtr:
        """A histogram of any number of columns; one column more than axes is the weight."""
        made = THnDModel(model)
        names, weight = self._columns_of(made, columns, weight)
        return self._fill(made, names, weight, TH1)

    @templated
    def HistoNSparseD(self, model: Model, columns: Sequence[str] = (), weight: str = "") -> RResultPtr:
        """A histogram of any number of columns that keeps filled cells only."""
        made = THnDModel(model)
        names, weight = self._columns_of(made, columns, weight)
        title, *labels, _ = made.titles

        def book() -> Any:
            return self._frame.sparse_histo(
                names, made.bins, made.bounds, weight=weight or None, name=made.name, title=title, label=labels
            )

        return self._pointer(book, TH1)

    def _columns_of(self, model: HistogramModel, columns: Sequence[str], weight: str) -> tuple[list[str], str]:
        names, axes = listed(columns), len(model.bins)
        if not names:
            names = self._columns([], axes)
        if len(names) == axes + 1 and not weight:
            *names, weight = names
        if len(names) != axes:
            raise MisuseError(f"histogram {model.name!r} of {axes} axes: {len(names)} columns are given")
        return names, weight

    @templated
    def Profile1D(self, model: Model, x: str = "", y: str = "", weight: str = "") -> RResultPtr:
        """Means of `y` in bins of `x`."""
        return self._profile(TProfile1DModel(model), self._columns([x, y], 2), weight)

    @templated
    def Profile2D(self, model: Model, x: str = "", y: str = "", z: str = "", weight: str = "") -> RResultPtr:
        """Means of `z` in bins of `x` and `y`."""
        return self._profile(TProfile2DModel(model), self._columns([x, y, z], 3), weight)

    def _profile(self, model: HistogramModel, columns: Sequence[str], weight: str) -> RResultPtr:
        if model.is_automatic:
            raise MisuseError(f"profile {model.name!r}: each axis needs a range, low < high")
        title, *labels, values = titles_of(model.title, len(model.bins) + 2)
        options: dict[str, Any] = {"name": model.name, "title": title, "label": labels, "value_label": values}
        options |= {"weight": weight or None, "errors": model.errors, "between": model.heights}
        *along, of = columns
        return self._pointer(lambda: self._frame.profile(along, of, model.bins, model.bounds, **options), TH1)

    def Fill(self, model: Any, columns: Sequence[str] = ()) -> RResultPtr:
        """A histogram or profile, with the values of columns filled into a copy; one column more than it has axes is
        the weight."""
        given = model.ToRamet() if isinstance(model, TH1) else model
        if not isinstance(given, Histogram | Profile):
            raise UnsupportedError(f"Fill of a {type(model).__name__}: histograms and profiles are filled")
        names, wanted = listed(columns), given.ndim + isinstance(given, Profile)
        if len(names) not in (wanted, wanted + 1):
            raise MisuseError(f"Fill of {given.name!r} takes {wanted} columns and a weight, not {len(names)}")
        weight = names[wanted] if len(names) > wanted else None
        return self._pointer(lambda: self._frame.fill(given, *names[:wanted], weight=weight), TH1)
