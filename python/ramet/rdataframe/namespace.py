"""ROOT's namespaces as far as scripts with dataframes use them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from ramet.errors import MisuseError
from ramet.frames.running.watching import ProgressBar
from ramet.frames.sources import frame, table_of_csv
from ramet.rdataframe.beside.interpreter import gInterpreter
from ramet.rdataframe.beside.specification import RDatasetSpec, RMetaData, RSample
from ramet.rdataframe.columns import dtype_of_cpp
from ramet.rdataframe.dataframe import RDataFrame
from ramet.rdataframe.drawing.known import gDirectory
from ramet.rdataframe.node import Facts
from ramet.rdataframe.options import ESnapshotOutputFormat, RSnapshotOptions
from ramet.rdataframe.results import models, pointers
from ramet.rdataframe.sources import of_specification

__all__ = ["RDF", "gROOT"]


class _Experimental:
    """`RDF.Experimental`. Threads: immutable."""

    RDatasetSpec = RDatasetSpec
    RMetaData = RMetaData
    RSample = RSample

    VariationsFor = staticmethod(pointers.variations_for)

    @staticmethod
    def FromSpec(path: str | os.PathLike[str] | Mapping[str, Any]) -> RDataFrame:
        """A dataframe of the samples of a specification: the path of a JSON file, or a dictionary."""
        return RDataFrame.of(*of_specification(path))

    @staticmethod
    def AddProgressBar(of: RDataFrame) -> None:
        """Tell on the standard error output how far it is, and how long the rest will take."""
        of._facts.loops.progress = ProgressBar(sys.stderr)


class _PassAsVec:
    """`RDF.PassAsVec[3, "float"](function)`. Threads: immutable."""

    def __getitem__(self, given: Any) -> Callable[[Callable[[Any], Any]], Callable[..., Any]]:
        count, kind = given if isinstance(given, tuple) and len(given) == 2 else (given, "double")
        dtype = dtype_of_cpp(getattr(kind, "__name__", str(kind)))
        if dtype is None or dtype.startswith(("var", "string")):
            raise MisuseError(f"PassAsVec: values of type {kind}")
        number = int(count)

        def made(function: Callable[[Any], Any]) -> Callable[..., Any]:
            def called(*values: Any) -> Any:
                if len(values) != number:
                    raise MisuseError(f"PassAsVec of {number} values: {len(values)} columns are given")
                return function(np.array(values, dtype=dtype))

            return called

        return made


class RDF:
    """`ROOT.RDF`: models, options, sources, and functions of results. Threads: immutable."""

    Experimental = _Experimental
    TH1DModel = staticmethod(models.TH1DModel)
    TH2DModel = staticmethod(models.TH2DModel)
    TH3DModel = staticmethod(models.TH3DModel)
    THnDModel = staticmethod(models.THnDModel)
    TProfile1DModel = staticmethod(models.TProfile1DModel)
    TProfile2DModel = staticmethod(models.TProfile2DModel)
    RSnapshotOptions = RSnapshotOptions
    ESnapshotOutputFormat = ESnapshotOutputFormat
    RunGraphs = staticmethod(pointers.run_graphs)
    VariationsFor = staticmethod(pointers.variations_for)
    FromSpec = _Experimental.FromSpec
    PassAsVec = _PassAsVec()
    """`PassAsVec[3, "float"](function)`: a function of three columns for one of a vector of three values."""

    @staticmethod
    def AsRNode(of: RDataFrame) -> RDataFrame:
        """The dataframe itself."""
        return of

    @staticmethod
    def FromNumpy(arrays: Mapping[str, Any]) -> RDataFrame:
        """A dataframe of a dictionary of arrays."""
        return RDataFrame.of(frame(dict(arrays)), Facts(origin="Dataframe of arrays"))

    MakeNumpyDataFrame = FromNumpy

    @staticmethod
    def FromPandas(table: Any) -> RDataFrame:
        """A dataframe of a DataFrame of pandas, or of another table that ramet.frame takes."""
        if hasattr(table, "iloc"):  # of pandas: without its index
            table = {str(name): np.asarray(table[name]) for name in table.columns}
        return RDataFrame.of(frame(table), Facts(origin="Dataframe of a table"))

    FromArrow = FromPandas

    @staticmethod
    def MakeTrivialDataFrame(entries: int, skipEvenEntries: bool = False) -> RDataFrame:  # noqa: FBT001, FBT002
        """A dataframe with one column, `col0`, of the numbers of its entries, or of the odd ones."""
        made = RDataFrame(entries).Define("col0", "rdfentry_")
        return made.Filter("col0 % 2 == 1") if skipEvenEntries else made

    @staticmethod
    def FromCSV(path: str | os.PathLike[str], readHeaders: bool = True, delimiter: str = ",") -> RDataFrame:  # noqa: FBT001, FBT002 - ROOT's order
        """A dataframe of a CSV file; needs pyarrow. An empty cell of a column of doubles is NaN, as "nan" is; one of a
        column of texts is "nan", as in ROOT.

        Args:
            path: of the file.
            readHeaders: whether the first line has the names; otherwise they are Col0, Col1, ...
            delimiter: between values.
        """
        table = table_of_csv(os.fspath(path), has_names=readHeaders, delimiter=delimiter, nulls=[""])
        for number, column in enumerate(table.schema):
            filled = _filled_cells(table.column(number), str(column.type))
            table = table.set_column(number, column.name, filled)
        if not readHeaders:
            table = table.rename_columns([f"Col{number}" for number in range(table.num_columns)])
        texts = tuple((column.name, "std::string") for column in table.schema if str(column.type) == "string")
        return RDataFrame.of(frame(table), Facts(origin=f"Dataframe from CSV file {os.fspath(path)}", spelled=texts))

    @staticmethod
    def SaveGraph(of: RDataFrame | pointers.RResultPtr, path: str | os.PathLike[str] | None = None) -> str | None:
        """How the results of a dataframe's source are computed, in the language of Graphviz, or as SVG if the file is
        called so; returned without a file. A result is told with what was computed with it."""
        explained = of if isinstance(of, pointers.RResultPtr) else of.frame
        if path is None:
            return str(explained.explain("dot"))
        text = explained.explain("svg" if os.fspath(path).endswith(".svg") else "dot")
        Path(path).write_text(text, encoding="utf-8")
        return None


def _filled_cells(values: Any, kind: str) -> Any:
    """A column of a CSV file with what ROOT has for empty cells of doubles and texts."""
    if kind == "double":
        return values.fill_null(float("nan"))
    if kind != "string":
        return values
    from pyarrow import compute

    return compute.if_else(compute.equal(values, ""), "nan", values)


class _Global:
    """`gROOT`, as far as scripts switch graphics off with it. Threads: immutable."""

    def SetBatch(self, batch: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Do nothing: nothing is drawn on screens."""

    def IsBatch(self) -> bool:
        """True."""
        return True

    def GetVersion(self) -> str:
        """The version of ROOT whose answers these are."""
        return "6.40.00"

    def GetVersionInt(self) -> int:
        """The same as a number."""
        return 64000

    def SetStyle(self, name: str = "") -> None:
        """Do nothing: matplotlib has styles."""

    def ForceStyle(self, force: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
        """Do nothing."""

    def FindObject(self, name: str) -> Any:
        """What was drawn or made under a name; something that is false if there is nothing."""
        return gDirectory.Get(name)

    def cd(self, *_: str) -> bool:
        """Do nothing."""
        return True

    def ProcessLine(self, line: str) -> int:
        """The same as gInterpreter.ProcessLine."""
        return gInterpreter.ProcessLine(line)

    def LoadMacro(self, path: str) -> int:
        """The same as gInterpreter.LoadMacro."""
        return gInterpreter.LoadMacro(path)


gROOT = _Global()
