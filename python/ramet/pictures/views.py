"""Pictures of figures in notebooks."""

from __future__ import annotations

from typing import Any

from ramet.graphs.graph import Graph
from ramet.histograms.profile import Profile
from ramet.pictures.picture import Picture

__all__ = ["picture_html"]

_MOST_BINS = 2000  # what a page shows without being slow
_MOST_CELLS = 10_000


def picture_html(figure: Any) -> str:
    """A small picture of a histogram, profile or graph; empty for what is not drawn: more than two axes, or more bins
    or points than a page takes."""
    picture = Picture(figure.title, width=480, height=300)
    if isinstance(figure, Graph):
        is_drawn = figure.ndim == 2 and 0 < len(figure.x) <= _MOST_BINS
        return picture.points(figure).svg() if is_drawn else ""
    if figure.ndim == 1 and len(figure.axes[0]) <= _MOST_BINS:
        return (picture.points(figure) if isinstance(figure, Profile) else picture.steps(figure, fill=0.2)).svg()
    if figure.ndim == 2 and len(figure.axes[0]) * len(figure.axes[1]) <= _MOST_CELLS:
        return picture.cells(figure).svg()
    return ""
