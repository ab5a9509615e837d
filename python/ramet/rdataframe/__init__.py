"""ROOT's RDataFrame with its own spelling, computed by ramet: an analysis in PyROOT runs with another import.

    from ramet.rdataframe import RDataFrame      # instead of: from ROOT import RDataFrame
    import ramet.rdataframe as ROOT              # for scripts that write ROOT.RDataFrame, ROOT.RDF.RunGraphs, ...

`ramet.frame` is the same with Python's spelling, and can do more.
"""

from ramet.rdataframe.dataframe import RDataFrame
from ramet.rdataframe.namespace import RDF, gInterpreter, gROOT
from ramet.rdataframe.options import RCompressionSetting
from ramet.rdataframe.threads import DisableImplicitMT, EnableImplicitMT, IsImplicitMTEnabled

__all__ = [
    "RDF",
    "DisableImplicitMT",
    "EnableImplicitMT",
    "IsImplicitMTEnabled",
    "RCompressionSetting",
    "RDataFrame",
    "gInterpreter",
    "gROOT",
]
