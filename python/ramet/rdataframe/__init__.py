"""ROOT's RDataFrame with its own spelling, computed by ramet: an analysis in PyROOT runs with another import.

    from ramet.rdataframe import RDataFrame      # instead of: from ROOT import RDataFrame
    import ramet.rdataframe as ROOT              # for scripts that write ROOT.RDataFrame, ROOT.RDF.RunGraphs, ...

`ramet.frame` is the same with Python's spelling, and can do more.
"""

import sys as _sys
import types as _types

from ramet.errors import UnsupportedError as _UnsupportedError
from ramet.rdataframe.beside.containers import gRandom, std, vector
from ramet.rdataframe.beside.drawn import COLORS as _COLORS
from ramet.rdataframe.beside.drawn import TColor, THStack, TLatex, TLegend, TLine, TPad
from ramet.rdataframe.beside.files import TFile
from ramet.rdataframe.beside.interpreter import gInterpreter
from ramet.rdataframe.beside.numba_functions import Numba
from ramet.rdataframe.beside.others import BEHAVIOUR as _BEHAVIOUR
from ramet.rdataframe.beside.others import LEVELS as _LEVELS
from ramet.rdataframe.beside.others import (
    TH1D,
    TH1F,
    TH1I,
    TH2D,
    TH2F,
    TH3D,
    TCanvas,
    TGraph,
    TGraphAsymmErrors,
    TGraphErrors,
    TMath,
    TProfile,
    TProfile2D,
    TStopwatch,
    gStyle,
)
from ramet.rdataframe.beside.trees import TChain
from ramet.rdataframe.dataframe import RDataFrame
from ramet.rdataframe.drawing.known import gDirectory
from ramet.rdataframe.drawing.known import known as _known
from ramet.rdataframe.namespace import RDF, gROOT
from ramet.rdataframe.options import RCompressionSetting
from ramet.rdataframe.results.histograms import TH1
from ramet.rdataframe.statistics.curves import TF1
from ramet.rdataframe.statistics.efficiencies import TEfficiency
from ramet.rdataframe.threads import (
    DisableImplicitMT,
    EnableImplicitMT,
    EnableThreadSafety,
    IsImplicitMTEnabled,
    SetOwnership,
)
from ramet.rdataframe.vectors.lists import RVecOf as _RVecOf
from ramet.rdataframe.vectors.momenta import TLorentzVector
from ramet.rdataframe.vectors.namespace import RVEC_TYPES as _RVEC_TYPES
from ramet.rdataframe.vectors.namespace import Math, VecOps
from ramet.rdataframe.vectors.space import TVector3

__all__ = [
    "RDF",
    "TF1",
    "TH1",
    "TH1D",
    "TH1F",
    "TH1I",
    "TH2",
    "TH2D",
    "TH2F",
    "TH3D",
    "DisableImplicitMT",
    "EnableImplicitMT",
    "EnableThreadSafety",
    "IsImplicitMTEnabled",
    "Math",
    "Numba",
    "RCompressionSetting",
    "RDataFrame",
    "RVec",
    "SetOwnership",
    "TCanvas",
    "TChain",
    "TColor",
    "TEfficiency",
    "TFile",
    "TGraph",
    "TGraphAsymmErrors",
    "TGraphErrors",
    "THStack",
    "TLatex",
    "TLegend",
    "TLine",
    "TLorentzVector",
    "TMath",
    "TPad",
    "TProfile",
    "TProfile2D",
    "TStopwatch",
    "TVector3",
    "VecOps",
    "gDirectory",
    "gErrorIgnoreLevel",
    "gInterpreter",
    "gROOT",
    "gRandom",
    "gStyle",
    "nullptr",
    "std",
    "vector",
]

TH2 = TH1
RVec = VecOps.RVec
nullptr = None
gErrorIgnoreLevel = _LEVELS["kUnset"]
_OTHERWISE = {  # what ramet has for what there is not
    "TTree": "ramet.recreate(path) writes trees, with mktree(name, columns).extend(values)",
    "TNtuple": "ramet.recreate(path) writes trees, with mktree(name, columns).extend(values)",
    "TF2": "ramet.formula(text) computes",
    "RooRealVar": "ramet.fit has models and fits",
    "TRandom3": "ramet.random draws numbers, and expressions have gRandom->Gaus() and normal()",
    "gSystem": "it changes nothing that ramet does",
}


def __getattr__(name: str) -> object:
    if name == "ROOT":  # ROOT.ROOT.RDataFrame is RDataFrame
        return _sys.modules[__name__]
    if name == "PyConfig":
        return _BEHAVIOUR
    if name in _RVEC_TYPES:
        return _RVecOf(_RVEC_TYPES[name])
    for numbers in (_COLORS, _LEVELS):
        if name in numbers:
            return numbers[name]
    found = None if name.startswith("_") else _known(name)
    if found is not None:  # a histogram that was made or drawn
        return found
    way = _OTHERWISE.get(name, "it has RDataFrame and what scripts need with it")
    raise AttributeError(f"ramet.rdataframe has no {name!r}: {way}")


class _Module(_types.ModuleType):
    """The module, whose variables of declared texts are not changed. Threads: as a module."""

    def __setattr__(self, name: str, value: object) -> None:
        if gInterpreter.has_variable(name):
            raise _UnsupportedError(f"ROOT.{name} = ...: expressions have the value that was declared")
        super().__setattr__(name, value)


_sys.modules[__name__].__class__ = _Module
