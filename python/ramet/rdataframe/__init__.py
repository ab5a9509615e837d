"""ROOT's RDataFrame with its own spelling, computed by ramet: an analysis in PyROOT runs with another import.

    from ramet.rdataframe import RDataFrame      # instead of: from ROOT import RDataFrame
    import ramet.rdataframe as ROOT              # for scripts that write ROOT.RDataFrame, ROOT.RDF.RunGraphs, ...

`ramet.frame` is the same with Python's spelling, and can do more.
"""

import sys as _sys

from ramet.rdataframe.beside.files import TChain, TFile
from ramet.rdataframe.beside.numba_functions import Numba
from ramet.rdataframe.beside.others import TH1D, TH1F, TH2D, TH2F, TH3D, TCanvas, TStopwatch, gStyle
from ramet.rdataframe.dataframe import RDataFrame
from ramet.rdataframe.namespace import RDF, gInterpreter, gROOT
from ramet.rdataframe.options import RCompressionSetting
from ramet.rdataframe.threads import DisableImplicitMT, EnableImplicitMT, IsImplicitMTEnabled

__all__ = [
    "RDF",
    "TH1D",
    "TH1F",
    "TH2D",
    "TH2F",
    "TH3D",
    "DisableImplicitMT",
    "EnableImplicitMT",
    "IsImplicitMTEnabled",
    "Numba",
    "RCompressionSetting",
    "RDataFrame",
    "TCanvas",
    "TChain",
    "TFile",
    "TStopwatch",
    "gInterpreter",
    "gROOT",
    "gStyle",
]


def __getattr__(name: str) -> object:
    if name == "ROOT":  # ROOT.ROOT.RDataFrame is RDataFrame
        return _sys.modules[__name__]
    raise AttributeError(f"ramet.rdataframe has no {name!r}: it has RDataFrame and what scripts need with it")
