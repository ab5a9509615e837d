"""Merge files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from ramet import _core
from ramet.arguments import path_text, truth
from ramet.errors import DifferencesError, MisuseError
from ramet.merging.report import MergeReport, report_of
from ramet.merging.tables import TableChoices, apply_choices, named
from ramet.places import local_path
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Rule", "merge"]

Rule = Literal["same", "first", "last", "all", "distinct", "leave out", "promote"]
"""How objects of a class become one: one that is the same in all files, that of the first or last file, a cycle for
each file, a cycle for each different one, or none. "promote": the sum of TH1F, TH1I, TH1S or TH1C is a TH1D, which
holds all counts; likewise of two and three axes."""


def merge(
    output: str | os.PathLike[str] | None,
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    differences: Literal["refuse", "skip file", "split"] = "refuse",
    missing: Literal["refuse", "drop", "fill", "flag"] = "refuse",
    types: Literal["refuse", "convert"] = "refuse",
    bad: Literal["stop", "skip", "recover"] = "stop",
    rules: Mapping[str, Rule] | None = None,
    compression: CompressionLike = "input",
    overwrite: bool = False,
    append: bool = False,
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
        inputs: the files; names with "*", "?" or "[" stand for the files that they match, in order of path.
        differences: when data would be lost: write nothing, or leave out or keep apart what differs from the first.
        missing: the same for columns that not all files have: leave out or fill with 0; "flag" also tells by has_X.
        types: the same for those of different types: give them the smallest type that holds all values exactly.
        bad: what to do with a file that is missing, damaged, or changes meanwhile: "recover" merges what can be read.
        rules: how objects of a class become one, by class name; "*" is for others that are not joined anyway.
        compression: as for `create`; "input": objects get that of the first file, and entries keep theirs.
        overwrite: replace the output if it exists.
        append: if the output exists, merge it too, as the first file; it stays as it was until all is done.
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
        FileMissingError, CorruptError, UnsupportedError: a file is unreadable, or the output is not as planned.
        FileIOError: the system refused to read or write, or the disk is full; there is no new file then, but what is
            done stays in "OUTPUT.part", and the same call goes on with it.
    """
    options = _core.merge_options(
        named(_core.OnDifference, differences, "differences"),
        named(_core.OnMissingColumn, missing, "missing"),
        named(_core.OnOtherType, types, "types"),
        named(_core.OnBadInput, bad, "bad"),
        _existing(append=truth(append, "append"), overwrite=truth(overwrite, "overwrite")),
        [(name, named(_core.MergeRule, rule, "a rule")) for name, rule in (rules or {}).items()],
        None if compression == "input" else compression_code(compression),
        truth(reproducible, "reproducible"),
        byte_count(max_memory),
        truth(resume, "resume"),
        named(_core.MergeVerify, verify, "verify"),
    )
    apply_choices(options, tables, packs_anew=compression != "input")
    report = _run(_files_of(inputs), None if output is None else local_path(path_text(output)), options)
    if report.loses_data and output is not None:
        raise _error_of(report)
    return report


def _files_of(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    given = [inputs] if isinstance(inputs, str | os.PathLike) else inputs
    return [file for path in given for file in _core.files_of(path_text(path))]


def _existing(*, append: bool, overwrite: bool) -> _core.OnExistingOutput:
    if append and overwrite:
        raise MisuseError("append and overwrite: the output is either kept or replaced")
    if append:
        return _core.OnExistingOutput.append
    return _core.OnExistingOutput.replace if overwrite else _core.OnExistingOutput.fail


def _run(paths: list[str], output: str | None, options: _core.MergeOptions) -> MergeReport:
    return report_of(_core.merge(shared_session(), paths, output, options))


def _error_of(report: MergeReport) -> DifferencesError:
    lost = [difference for difference in report.differences if not difference.is_accepted]
    first = lost[0]
    place = f"{first.path!r}" + (f" ({first.part})" if first.part else "")
    more = f", and {len(lost) - 1} more differences" if len(lost) > 1 else ""
    error = DifferencesError(f"data would be lost: {first.kind} {place}: {first.message} in {first.file!r}{more}")
    error.report = report
    return error
