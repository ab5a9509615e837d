"""What a merge did, or would do."""

from __future__ import annotations

import html
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ramet import _core
from ramet.errors import MisuseError

__all__ = ["Difference", "MergeReport", "OutputFile", "PlannedObject", "PlannedRun", "report_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRun:
    """Trees or ntuples of consecutive files, with all their clusters, that are joined in one way."""

    way: str
    """How they are joined: "move", "pack", "gather" or "rewrite"."""
    reason: str
    """Why."""
    file: str
    """The first file."""
    files: int
    """How many there are."""
    entries: int
    """Their entries."""
    clusters: int
    """Their clusters."""
    bytes: int
    """What they take in the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedObject:
    """What happens to the objects of one path."""

    path: str
    """The path."""
    class_name: str
    """Their class."""
    way: str
    """How they are joined: "move", "pack", "gather" or "rewrite" of tables, "sum", "append", "one", "cycles", "leave"
    or "refuse". Of a tree or ntuple whose runs are joined in several ways it is that of most bytes."""
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
    kept_branches: int
    """Branches of objects of a tree that is gathered, whose baskets stay as they are."""
    runs: list[PlannedRun]
    """Of a tree or ntuple: how its runs of clusters are joined, in the order of entries."""


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
    is_loss: bool
    """Whether data would be lost; otherwise it is a remark."""
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
    inputs: list[str]
    """The files that were to be merged, in their order."""
    skipped: list[str]
    """Files that are left out because they cannot be read."""
    objects: list[PlannedObject]
    """What happens to each object."""
    differences: list[Difference]
    """In what the files differ."""
    estimated_seconds: float
    """How long the merge takes, with files in the page cache and on a local disk, within a factor of three."""
    estimated_memory: int
    """The most memory that it needs, about."""
    text: str
    """All of this as text for people."""
    html: str = field(repr=False)
    """All of this as a page that needs nothing else."""

    @property
    def loses_data(self) -> bool:
        """Whether data would be lost that the options do not give up."""
        return not all(difference.is_accepted for difference in self.differences)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page into a file, if its name ends with ".html", or what `ramet merge --json` prints, if it ends
        with ".json".

        Raises:
            MisuseError: the name ends with something else.
        """
        file = Path(path)
        if file.suffix not in (".html", ".json"):
            raise MisuseError(f"{os.fspath(path)!r} ends neither with '.html' nor with '.json'")
        file.write_text(self.html if file.suffix == ".html" else _json_of(self), encoding="utf-8")


def _run_of(run: _core.PlannedRun, inputs: list[str]) -> PlannedRun:
    return PlannedRun(
        way=run.way,
        reason=run.reason,
        file=inputs[run.input],
        files=run.inputs,
        entries=run.entries,
        clusters=run.clusters,
        bytes=run.bytes,
    )


def report_of(report: _core.MergeReport) -> MergeReport:
    """The report of a merge."""
    plan = report.plan
    inputs = [_core.shown_url(path) for path in plan.inputs]
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
        inputs=inputs,
        skipped=[inputs[number] for number in plan.skipped],
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
                kept_branches=one.kept_branches,
                runs=[_run_of(run, inputs) for run in one.runs],
            )
            for one in plan.objects
        ],
        differences=[
            Difference(
                kind=one.kind,
                path=one.path,
                part=one.part,
                message=one.message,
                file=inputs[one.input],
                files=one.inputs,
                entries=one.entries,
                is_loss=one.is_loss,
                is_accepted=one.is_accepted or not one.is_loss,
            )
            for one in plan.differences
        ],
        estimated_seconds=plan.estimated_seconds,
        estimated_memory=plan.estimated_memory,
        text=_without_secrets(plan.to_text(), plan.inputs),
        html=_without_secrets(plan.to_html(), [html.escape(path) for path in plan.inputs]),
    )


def _without_secrets(text: str, paths: list[str]) -> str:
    """A text whose URLs have neither passwords nor tokens."""
    for path in paths:
        text = text.replace(path, _core.shown_url(path))
    return text


def _json_of(report: MergeReport) -> str:
    """The same as `ramet merge --json`."""

    def renamed(item: dict[str, Any], **names: str) -> dict[str, Any]:
        return {names.get(name, name): value for name, value in item.items()}

    numbers = {path: number for number, path in reversed(list(enumerate(report.inputs)))}

    def numbered(item: dict[str, Any]) -> dict[str, Any]:
        return {**renamed(item, file="input", files="inputs"), "input": numbers[item["file"]]}

    differences = [numbered(asdict(one)) for one in report.differences]
    for one in differences:
        one["is_accepted"] = one["is_accepted"] and one["is_loss"]
    objects = [renamed(asdict(one), class_name="class") for one in report.objects]
    for one in objects:
        one["runs"] = [numbered(run) for run in one["runs"]]
    document = {
        "inputs": report.inputs,
        "skipped": [report.inputs.index(path) for path in report.skipped],
        "input_bytes": report.input_bytes,
        "loses_data": report.loses_data,
        "objects": objects,
        "differences": differences,
        "files": [asdict(one) for one in report.files],
        "estimated_seconds": report.estimated_seconds,
        "estimated_memory": report.estimated_memory,
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
