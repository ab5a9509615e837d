"""What dataframes are made of."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ramet import _core
from ramet.errors import MisuseError
from ramet.frames.frame import Frame
from ramet.frames.sources import dataset_of_spec, frame
from ramet.rdataframe.beside.containers import gRandom
from ramet.rdataframe.beside.files import TFile
from ramet.rdataframe.beside.specification import RDatasetSpec
from ramet.rdataframe.beside.trees import TChain, TTree, with_stored_friends
from ramet.rdataframe.node import Facts
from ramet.reading.datasets.dataset import Dataset, open_many
from ramet.reading.datasets.places import is_pattern_of_files
from ramet.reading.ntuples.ntuple import NTuple
from ramet.reading.opening import open as open_file
from ramet.reading.tree import Tree

__all__ = ["of_specification", "source_of", "with_column_of_any_file"]


def source_of(source: Any, files: Any, columns: tuple[str, ...]) -> tuple[Frame, Facts]:
    """The frame of a number of entries, of a tree in files, or of a table of ramet, and its facts.

    Raises:
        TypeError: none of these.
        MisuseError: a number of entries below 0.
    """
    if isinstance(source, int) and not isinstance(source, bool):
        return _frame(entries=source), Facts(default_columns=columns, origin=f"Empty dataframe filling {source} rows")
    if isinstance(source, TTree):
        source = source.table()
    if isinstance(source, str):
        if files is None:
            raise TypeError("a dataframe of a tree needs its files: RDataFrame('Events', 'events.root')")
        if isinstance(files, TFile):
            files = files.GetName()
        return _of_files(source, files.files if isinstance(files, TChain) else files, columns)
    if isinstance(source, Tree | NTuple | Dataset):
        made = _frame(source)
        return made, _facts_of(source, columns, made)
    if isinstance(source, TChain):
        table = source.table()
        made = _frame(table)
        made.core.source_entries()
        return made, _facts_of(table, columns, made)
    if isinstance(source, RDatasetSpec):
        return of_specification(source.specification, columns)
    if isinstance(source, Mapping):
        return _frame(source), Facts(default_columns=columns, origin="Dataframe of arrays")
    raise TypeError(f"a dataframe cannot be made of a {type(source).__name__}")


def of_specification(spec: Any, columns: tuple[str, ...] = ()) -> tuple[Frame, Facts]:
    """The frame of samples, and its facts."""
    spec = _where_the_script_runs(spec)
    options = {"language": "c++", "seed": gRandom.GetSeed(), "random_key": []}
    dataset, frame_of = dataset_of_spec(spec, options)
    made = frame_of(dataset)
    return made, Facts(default_columns=columns, root=(made, dataset, frame_of), origin="Dataframe of a specification")


def _where_the_script_runs(spec: Any) -> Any:
    """A specification whose files are where the script runs, where ROOT looks for them; otherwise they are beside its
    own file."""
    if isinstance(spec, Mapping):
        return spec
    read = json.loads(Path(spec).read_text(encoding="utf-8"))
    parts = [read.get(part) for part in ("samples", "friends")] if isinstance(read, Mapping) else []
    groups = [one for part in parts if isinstance(part, Mapping) for one in part.values() if isinstance(one, Mapping)]
    paths = [str(path) for one in groups for path in one.get("files") or ()]
    return read if paths and all(glob.glob(path) for path in paths) else spec  # noqa: PTH207 - as the paths are written


def _frame(source: Any = None, **options: Any) -> Frame:
    return frame(source, seed=gRandom.GetSeed(), **options)


def _of_files(tree: str, files: Any, columns: tuple[str, ...]) -> tuple[Frame, Facts]:
    paths = [os.fspath(one) for one in ([files] if isinstance(files, str | os.PathLike) else files)]
    if not paths:
        raise TypeError("a dataframe of a tree needs at least one file")
    is_one = len(paths) == 1 and not is_pattern_of_files(paths[0])
    table = open_file({paths[0]: tree}) if is_one else open_many([{path: tree} for path in paths])
    if isinstance(table, Tree):
        table = with_stored_friends(table)
    made = _frame(table)
    if not is_one:
        made.core.source_entries()  # ROOT refuses files that are not there when the chain is read, and so do we
    return made, _facts_of(table, columns, made)


def with_column_of_any_file(made: Frame, facts: Facts, column: str) -> tuple[Frame, Facts]:
    """A frame and its facts, of the columns of all files if the first one lacks a column that another one has.

    Raises:
        MisuseError: there are verbs before, which were described for the columns of the first file.
    """
    if facts.root is None or made.core.has_column(column) or column in facts.root[1]:
        return made, facts
    first, files, frame_of = facts.root
    whole = files.of_all_files()
    if column not in whole:
        return made, facts
    if made is not first:
        raise MisuseError(
            f"the first file has no column {column!r}, and others have it: DefaultValueFor, FilterAvailable and "
            "FilterMissing of it must be the first verb"
        )
    again = frame_of(whole)
    return again, replace(facts, root=(again, whole, frame_of))


def _facts_of(table: Any, columns: Sequence[str], made: Frame) -> Facts:
    if isinstance(table, Dataset):
        files = table.files
        path, name = files[0]
        is_ntuple = isinstance(open_file({path: name}), NTuple)
        kind = "TChain" if len(files) > 1 else "RNTuple" if is_ntuple else "TTree"
        places = ", ".join(_core.shown_url(path) for path, _ in files[:3]) + (", ..." if len(files) > 3 else "")
        return Facts(
            default_columns=tuple(columns),
            is_ntuple=is_ntuple,
            files=len(files),
            root=(made, table, _frame),
            origin=f"Dataframe from {kind} {name} in file{'s' if len(files) > 1 else ''} {places}",
        )
    is_ntuple = isinstance(table, NTuple)
    return Facts(
        default_columns=tuple(columns),
        is_ntuple=is_ntuple,
        files=1,
        origin=f"Dataframe from {'RNTuple' if is_ntuple else 'TChain'} {table.name} in file {table.file.file_path}",
    )
