"""`uproot.behaviors`: classes for `isinstance` and for the types of arguments, and the functions that read many files.

Each namespace has the name of a module of uproot, and the classes of that module that programs name.
"""

from __future__ import annotations

from ramet.histograms.axis import Axis
from ramet.histograms.binned import Binned
from ramet.of_uproot.kinds import kind_of
from ramet.reading import branch, tree
from ramet.reading.choosing.columns import Columns
from ramet.reading.companions import StepReport
from ramet.reading.datasets import several
from ramet.reading.ntuples import field, ntuple

__all__ = [
    "TH1",
    "TH2",
    "TH3",
    "RNTuple",
    "TAxis",
    "TBranch",
    "TBranchElement",
    "TGraph",
    "TGraphAsymmErrors",
    "TGraphErrors",
    "TProfile",
    "TProfile2D",
    "TProfile3D",
    "TTree",
]


class _HasBranches(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, tree.Tree | branch.Branch)


class _HasFields(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, ntuple.NTuple | field.Field)


class TBranch:
    """`uproot.behaviors.TBranch`."""

    TBranch = branch.Branch
    Report = StepReport
    iterate = staticmethod(several.iterate)
    concatenate = staticmethod(several.concatenate)

    class HasBranches(Columns[branch.Branch], metaclass=_HasBranches):
        """A class with branches: trees and branches are instances."""


class TTree:
    """`uproot.behaviors.TTree`."""

    TTree = tree.Tree


class RNTuple:
    """`uproot.behaviors.RNTuple`."""

    RNTuple = ntuple.NTuple
    iterate = staticmethod(several.iterate)
    concatenate = staticmethod(several.concatenate)

    class HasFields(Columns[field.Field], metaclass=_HasFields):
        """A class with fields: ntuples and fields are instances."""


class TBranchElement:
    """`uproot.behaviors.TBranchElement`."""

    TBranchElement = kind_of("TBranchElement", "TBranchElement")


class TAxis:
    """`uproot.behaviors.TAxis`."""

    TAxis = Axis


class TH1:
    """`uproot.behaviors.TH1`: a Histogram is of any number of axes, and profiles are such, too."""

    Histogram = Binned
    TH1 = kind_of("TH1", "TH1[A-Z]")


class TH2:
    """`uproot.behaviors.TH2`."""

    TH2 = kind_of("TH2", "TH2[A-Z]")


class TH3:
    """`uproot.behaviors.TH3`."""

    TH3 = kind_of("TH3", "TH3[A-Z]")


class TProfile:
    """`uproot.behaviors.TProfile`: a Profile is of any number of axes."""

    Profile = kind_of("Profile", "TProfile", "TProfile2D", "TProfile3D")
    TProfile = kind_of("TProfile", "TProfile")


class TProfile2D:
    """`uproot.behaviors.TProfile2D`."""

    TProfile2D = kind_of("TProfile2D", "TProfile2D")


class TProfile3D:
    """`uproot.behaviors.TProfile3D`."""

    TProfile3D = kind_of("TProfile3D", "TProfile3D")


class TGraph:
    """`uproot.behaviors.TGraph`."""

    TGraph = kind_of("TGraph", "TGraph")


class TGraphErrors:
    """`uproot.behaviors.TGraphErrors`."""

    TGraphErrors = kind_of("TGraphErrors", "TGraphErrors")


class TGraphAsymmErrors:
    """`uproot.behaviors.TGraphAsymmErrors`."""

    TGraphAsymmErrors = kind_of("TGraphAsymmErrors", "TGraphAsymmErrors")
