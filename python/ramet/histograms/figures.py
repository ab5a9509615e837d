"""From what C++ has read to the classes of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ramet import _core
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.function import Function
from ramet.graphs.graph import Graph, MultiGraph
from ramet.histograms.histogram import Histogram
from ramet.histograms.polygons import HistogramStack, PolygonHistogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram

__all__ = ["figure_of"]

_FACES: dict[type, Callable[[Any], Any]] = {
    _core.Histogram: lambda core: (Profile if core.is_profile else Histogram).from_core(core),
    _core.SparseHistogram: SparseHistogram,
    _core.PolygonHistogram: PolygonHistogram,
    _core.HistogramStack: HistogramStack,
    _core.Efficiency: Efficiency,
    _core.Function: Function,
    _core.Graph: Graph.from_core,
    _core.MultiGraph: MultiGraph,
}


def figure_of(core: object) -> Any:
    """The Python face of a histogram, graph or function that C++ has read."""
    return _FACES[type(core)](core)
