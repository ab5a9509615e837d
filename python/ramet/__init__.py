"""ROOT files on every core: read, write and analyse TTrees in parallel, without ROOT.

>>> import numpy as np, ramet
>>> with ramet.recreate("doc.root") as file:
...     file.mktree("Events", {"x": "float32"}).extend({"x": np.arange(5)})
>>> with ramet.open("doc.root:Events") as tree:
...     tree["x"].array(library="np")
array([0., 1., 2., 3., 4.], dtype=float32)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ramet.errors import (
    CancelledError,
    CorruptError,
    DamageWarning,
    DifferencesError,
    FileIOError,
    FileMissingError,
    FileThereError,
    KeyInFileError,
    MisuseError,
    RametError,
    RecoveredWarning,
    UnreadWarning,
    UnsupportedError,
)
from ramet.expression import Expression, col, where
from ramet.frames.frame import Frame
from ramet.frames.functions.corrections import Correction, correction
from ramet.frames.functions.onnx import OnnxModel, onnx
from ramet.frames.results import Result, RunReport, Traffic, run
from ramet.frames.sources import frame
from ramet.graphs.efficiency import Efficiency
from ramet.graphs.formula import Formula, formula
from ramet.graphs.function import Function, FunctionParameter
from ramet.graphs.graph import Graph, MultiGraph, as_TGraph
from ramet.histograms.axis import Axis
from ramet.histograms.histogram import Histogram
from ramet.histograms.polygons import HistogramStack, PolygonHistogram
from ramet.histograms.profile import Profile
from ramet.histograms.sparse import SparseHistogram
from ramet.merging.compare import CompareReport, Contrast, compare
from ramet.merging.convert import convert
from ramet.merging.keys import EditedKey, copy, mkdir, move, remove
from ramet.merging.live import LeftOutFile, LiveMerge, LiveReport
from ramet.merging.merge import merge
from ramet.merging.report import Difference, MergeReport, OutputFile, PlannedObject, PlannedRun
from ramet.merging.tables import TableChoices
from ramet.of_uproot import behaviors as behaviors
from ramet.of_uproot import models as models
from ramet.of_uproot.importing import make_importable as _make_importable
from ramet.of_uproot.kinds import classname_decode as classname_decode
from ramet.of_uproot.kinds import classname_encode as classname_encode
from ramet.of_uproot.modules import cache as cache
from ramet.of_uproot.modules import compression as compression
from ramet.of_uproot.modules import const as const
from ramet.of_uproot.modules import deserialization as deserialization
from ramet.of_uproot.modules import exceptions as exceptions
from ramet.of_uproot.modules import interpretation as interpretation
from ramet.of_uproot.modules import model as model
from ramet.of_uproot.modules import source as source
from ramet.of_uproot.modules import writable as _writable
from ramet.of_uproot.package import IMPORTED_WHEN_NAMED, Package
from ramet.of_uproot.sources import FSSpecSource as FSSpecSource
from ramet.of_uproot.sources import HTTPSource as HTTPSource
from ramet.of_uproot.sources import MemmapSource as MemmapSource
from ramet.of_uproot.sources import MultithreadedFileSource as MultithreadedFileSource
from ramet.of_uproot.sources import MultithreadedHTTPSource as MultithreadedHTTPSource
from ramet.of_uproot.sources import MultithreadedXRootDSource as MultithreadedXRootDSource
from ramet.of_uproot.sources import ObjectSource as ObjectSource
from ramet.of_uproot.sources import XRootDSource as XRootDSource
from ramet.pictures.picture import Picture
from ramet.reading.branch import Branch
from ramet.reading.companions import DirectoryKey, FileEntries, StepReport, StoredFriend, StoredIndex, UserObject
from ramet.reading.datasets.dataset import Dataset, DatasetColumn, open_many
from ramet.reading.datasets.lazy import dask
from ramet.reading.datasets.nano_events import nano_events
from ramet.reading.datasets.several import concatenate, iterate, num_entries
from ramet.reading.file import Directory, ReadOnlyFile
from ramet.reading.handed import CountedExecutor as ThreadPoolExecutor
from ramet.reading.handed import LRUArrayCache, LRUCache, TrivialExecutor, no_filter
from ramet.reading.libraries.arrow import ArrowStream
from ramet.reading.libraries.interpretation import AsDtype, AsGrouped, AsJagged, AsObjects, AsStrings, Interpretation
from ramet.reading.ntuples.field import Field
from ramet.reading.ntuples.ntuple import NTuple
from ramet.reading.objects.object import Object
from ramet.reading.opening import open
from ramet.reading.tree import Tree
from ramet.recovery.check import CheckReport, Finding, check
from ramet.recovery.recover import RecoveredTable, RecoverReport, recover
from ramet.tracing.trace import Trace, TraceStream, trace
from ramet.tuning.profile import WriteProfile
from ramet.tuning.tune import Costs, Tuning, Way, tune
from ramet.writing import identify as _identify  # noqa: F401 - `ramet.writing.identify` is there without an import
from ramet.writing.columns.classes import Class, NewObject
from ramet.writing.columns.schema import Column, Projection
from ramet.writing.compression import LZ4, LZMA, ZLIB, ZSTD, Compression
from ramet.writing.context import FillContext
from ramet.writing.files.opening import create, recreate, update
from ramet.writing.files.writable import WritableFile
from ramet.writing.files.writable_branch import WritableBranch
from ramet.writing.files.writable_directory import WritableDirectory
from ramet.writing.files.writable_tree import WritableTree
from ramet.writing.identify import to_writable
from ramet.writing.joined import JoinedWriter, join
from ramet.writing.parallel import ParallelWriter
from ramet.writing.pool import ContextPool
from ramet.writing.shared import SharedFile

__version__ = "0.1.0"

__all__ = [
    "LZ4",
    "LZMA",
    "ZLIB",
    "ZSTD",
    "ArrowStream",
    "AsDtype",
    "AsGrouped",
    "AsJagged",
    "AsObjects",
    "AsStrings",
    "Axis",
    "Branch",
    "CancelledError",
    "CheckReport",
    "Class",
    "Column",
    "CompareReport",
    "Compression",
    "ContextPool",
    "Contrast",
    "Correction",
    "CorruptError",
    "Costs",
    "DamageWarning",
    "Dataset",
    "DatasetColumn",
    "Difference",
    "DifferencesError",
    "Directory",
    "DirectoryKey",
    "EditedKey",
    "Efficiency",
    "Expression",
    "Field",
    "FileEntries",
    "FileIOError",
    "FileMissingError",
    "FileThereError",
    "FillContext",
    "Finding",
    "Formula",
    "Frame",
    "Function",
    "FunctionParameter",
    "Graph",
    "Histogram",
    "HistogramStack",
    "Interpretation",
    "JoinedWriter",
    "KeyInFileError",
    "LRUArrayCache",
    "LRUCache",
    "LeftOutFile",
    "LiveMerge",
    "LiveReport",
    "MergeReport",
    "MisuseError",
    "MultiGraph",
    "NTuple",
    "NewObject",
    "Object",
    "OnnxModel",
    "OutputFile",
    "ParallelWriter",
    "Picture",
    "PlannedObject",
    "PlannedRun",
    "PolygonHistogram",
    "Profile",
    "Projection",
    "RametError",
    "ReadOnlyFile",
    "RecoverReport",
    "RecoveredTable",
    "RecoveredWarning",
    "Result",
    "RunReport",
    "SharedFile",
    "SparseHistogram",
    "StepReport",
    "StoredFriend",
    "StoredIndex",
    "TableChoices",
    "ThreadPoolExecutor",
    "Trace",
    "TraceStream",
    "Traffic",
    "Tree",
    "TrivialExecutor",
    "Tuning",
    "UnreadWarning",
    "UnsupportedError",
    "UserObject",
    "Way",
    "WritableBranch",
    "WritableDirectory",
    "WritableFile",
    "WritableTree",
    "WriteProfile",
    "__version__",
    "as_TGraph",
    "check",
    "col",
    "compare",
    "concatenate",
    "convert",
    "copy",
    "correction",
    "create",
    "dask",
    "formula",
    "frame",
    "iterate",
    "join",
    "merge",
    "mkdir",
    "move",
    "nano_events",
    "no_filter",
    "num_entries",
    "onnx",
    "open",
    "open_many",
    "recover",
    "recreate",
    "remove",
    "run",
    "to_writable",
    "trace",
    "tune",
    "update",
    "where",
]

# What uproot calls these, for `isinstance` and `except` of programs that begin with `import ramet as uproot`.
DeserializationError = CorruptError
Model = Object
ReadOnlyDirectory = Directory
TBranch = Branch
TTree = Tree


_make_importable(
    __name__, [behaviors, cache, compression, const, deserialization, exceptions, interpretation, model, models, source]
)
_make_importable(f"{__name__}.writing", [_writable])

if TYPE_CHECKING:  # Package imports these when they are named
    from ramet import distribute as distribute
    from ramet import fit as fit
    from ramet import random as random
    from ramet import rdataframe as rdataframe

default_library: str  # of Package
sys.modules[__name__].__class__ = Package


def __dir__() -> list[str]:
    return [*__all__, *IMPORTED_WHEN_NAMED]
