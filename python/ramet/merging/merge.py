"""Merge files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ramet import _core
from ramet.arguments import path_text, truth
from ramet.errors import DifferencesError, FileMissingError, KeyInFileError
from ramet.merging.tables import TableChoices, apply_choices, named
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Difference", "MergeReport", "OutputFile", "PlannedObject", "Rule", "merge"]

Rule = Literal["same", "first", "last", "all", "distinct", "leave out"]
"""How objects of a class become one: one that is the same in all files, that of the first or last file, a cycle for
each file, a cycle for each different one, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedObject:
    """What happens to the objects of one path."""

    path: str
    """The path."""
    class_name: str
    """Their class."""
    way: str
    """How they are joined: "move", "pack", "gather" or "rewrite" of tables, "sum", "append", "one", "cycles", "leave"
    or "refuse"."""
    inputs: int
    """The number of files that have one."""
    entries: int
    """Of a tree or ntuple: its entries in all files."""
    lost_entries: int
    """Entries that the options leave out."""
    clusters: int
    """Of a tree or ntuple: its clusters in all files."""
    bytes: int
    """What they take in the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something in which the files differ."""

    kind: str
    """What it is: "missing column", "type", "axes", "bad input", ..."""
    path: str
    """The path of the object."""
    part: str
    """The branch, field or member; empty for the whole object."""
    message: str
    """What is where."""
    file: str
    """The first file that differs."""
    files: int
    """How many do."""
    entries: int
    """Of a tree or ntuple: the entries of these files."""
    is_accepted: bool
    """Whether the options allow it, or it loses nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFile:
    """A file that a merge writes."""

    path: str
    """Its path; empty if nothing was to be written."""
    inputs: int
    """The number of files whose trees and ntuples are in it."""
    bytes: int
    """Its size; before it is written, about."""
    entries: dict[str, int]
    """The entries of each tree and ntuple, by its path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeReport:
    """What a merge did, or would do."""

    is_written: bool
    """Whether there is a new file."""
    output_bytes: int
    """Its size; that of all new files, if there are several."""
    files: list[OutputFile]
    """The new files: several, if `max_size` asks for it."""
    input_bytes: int
    """The size of the merged files."""
    resumed_bytes: int
    """What an earlier merge had written, which was stopped."""
    discarded: str
    """Why this merge could not go on with an earlier one; empty if there was none, or it did."""
    skipped: list[str]
    """Files that are left out because they cannot be read."""
    objects: list[PlannedObject]
    """What happens to each object."""
    differences: list[Difference]
    """In what the files differ."""
    text: str
    """All of this as text for people."""

    @property
    def loses_data(self) -> bool:
        """Whether data would be lost that the options do not give up."""
        return not all(difference.is_accepted for difference in self.differences)


def merge(
    output: str | os.PathLike[str] | None,
    inputs: Iterable[str | os.PathLike[str]],
    *,
    differences: Literal["refuse", "skip file"] = "refuse",
    missing: Literal["refuse", "drop", "fill"] = "refuse",
    types: Literal["refuse", "convert"] = "refuse",
    bad: Literal["stop", "skip", "recover"] = "stop",
    rules: Mapping[str, Rule] | None = None,
    compression: CompressionLike = "input",
    overwrite: bool = False,
    reproducible: bool = False,
    max_memory: int | str = "512 MiB",
    resume: bool = True,
    verify: Literal["counts", "bytes", "values"] = "counts",
    **tables: Unpack[TableChoices],
) -> MergeReport:
    """Join the trees, ntuples, histograms and all other objects of files into a new one, on all cores.

    Entries come in the order of the files. Histograms are added; other objects are joined by the rule for their class.

    Args:
        output: the new file, which is called "OUTPUT.part" until it is complete; None to write nothing and only report
            what would be done.
        inputs: the files.
        differences: when data would be lost: write nothing, or leave out objects that differ from the first file's.
        missing: the same for branches or fields that not all files have: leave them out, or fill in 0 and empty lists.
        types: the same for those of different types: give them the smallest type that holds all values exactly.
        bad: what to do with a file that is missing, damaged, or changes meanwhile: "recover" merges what can be read.
        rules: how objects of a class become one, by class name; "*" is for others that are not joined anyway.
        compression: as for `create`; "input": objects get that of the first file, and entries keep theirs.
        overwrite: replace the output if it exists.
        reproducible: write fixed dates, so that the same files give the same bytes.
        max_memory: the approximate limit on memory, as a number or a text.
        verify: what of the output is compared at last: keys and entries, also all moved bytes, or also all values.
        resume: go on where the same merge was stopped or killed before; otherwise begin anew.
        tables: keywords of `TableChoices`: clusters, several output files, and changes of tables.

    Returns:
        What was done.

    Raises:
        DifferencesError: data would be lost; its `report` says which. Nothing was written.
        MisuseError: there are no files, the output is one of them, or it exists.
        FileMissingError, CorruptError, UnsupportedError: a file cannot be read or merged.
        CorruptError: also when the output is not what was planned.
        FileIOError: the system refused to read or write, or the disk is full; there is no new file then, but what is
            done stays in "OUTPUT.part", and the same call goes on with it.
    """
    paths = [path_text(path) for path in inputs]
    options = _core.merge_options(
        named(_core.OnDifference, differences, "differences"),
        named(_core.OnMissingColumn, missing, "missing"),
        named(_core.OnOtherType, types, "types"),
        named(_core.OnBadInput, bad, "bad"),
        truth(overwrite, "overwrite"),
        [(name, named(_core.MergeRule, rule, "a rule")) for name, rule in (rules or {}).items()],
        None if compression == "input" else compression_code(compression),
        truth(reproducible, "reproducible"),
        byte_count(max_memory),
        truth(resume, "resume"),
        named(_core.MergeVerify, verify, "verify"),
    )
    apply_choices(options, tables, packs_anew=compression != "input")
    report = _run(paths, None if output is None else path_text(output), options)
    if report.loses_data and output is not None:
        raise _error_of(report)
    return report


def _run(paths: list[str], output: str | None, options: _core.MergeOptions) -> MergeReport:
    try:
        return _report_of(_core.merge(shared_session(), paths, output, options))
    except KeyInFileError as error:
        raise FileMissingError(str(error)) from None


def _error_of(report: MergeReport) -> DifferencesError:
    lost = [difference for difference in report.differences if not difference.is_accepted]
    first = lost[0]
    place = f"{first.path!r}" + (f" ({first.part})" if first.part else "")
    more = f", and {len(lost) - 1} more differences" if len(lost) > 1 else ""
    error = DifferencesError(f"data would be lost: {first.kind} {place}: {first.message} in {first.file!r}{more}")
    error.report = report
    return error


def _report_of(report: _core.MergeReport) -> MergeReport:
    plan = report.plan
    return MergeReport(
        is_written=report.is_written,
        output_bytes=report.output_bytes,
        input_bytes=plan.input_bytes,
        files=[
            OutputFile(path=one.path, inputs=one.inputs, bytes=one.bytes, entries=dict(one.entries))
            for one in plan.files
        ],
        resumed_bytes=report.resumed_bytes,
        discarded=report.discarded,
        skipped=[plan.inputs[number] for number in plan.skipped],
        objects=[
            PlannedObject(
                path=one.path,
                class_name=one.class_name,
                way=one.way,
                inputs=one.inputs,
                entries=one.entries,
                lost_entries=one.lost_entries,
                clusters=one.clusters,
                bytes=one.bytes,
            )
            for one in plan.objects
        ],
        differences=[
            Difference(
                kind=one.kind,
                path=one.path,
                part=one.part,
                message=one.message,
                file=plan.inputs[one.input],
                files=one.inputs,
                entries=one.entries,
                is_accepted=one.is_accepted or not one.is_loss,
            )
            for one in plan.differences
        ],
        text=plan.to_text(),
    )
