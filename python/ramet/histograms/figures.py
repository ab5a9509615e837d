"""From what C++ has read to the classes of Python."""

from __future__ import annotations

from ramet import _core
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram

__all__ = ["Figure", "figure_of"]

Figure = Histogram | Profile | SparseHistogram


def figure_of(core: _core.Histogram | _core.SparseHistogram) -> Figure:
    """The Python face of a histogram, graph or function."""
    if isinstance(core, _core.SparseHistogram):
        return SparseHistogram(core)
    return Profile(core) if core.is_profile else Histogram.from_core(core)
