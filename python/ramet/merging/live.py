"""Merge files as they are finished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from ramet import _core
from ramet.arguments import Path, path_text, truth
from ramet.errors import MisuseError
from ramet.merging.merge import Rule
from ramet.merging.tables import gathering, named
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.writing.compression import CompressionLike, compression_code

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["LeftOutFile", "LiveMerge", "LiveReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutFile:
    """What of a file was left out, and why."""

    file: str
    """The file."""
    kind: str
    """What it is: "missing column", "type", "axes", "bad input", ..."""
    path: str
    """The path of the object; empty for the whole file."""
    part: str
    """The branch, field or member; empty for the whole object."""
    message: str
    """What is where."""
    entries: int
    """Of a tree or ntuple: the entries of the file."""
    is_refused: bool
    """Whether nothing of the file was merged; otherwise all but this was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveReport:
    """What a live merge has done so far."""

    files: int
    """Files in the output, also those of a live merge that this one goes on with."""
    input_bytes: int
    """The size of those that this one has merged."""
    checkpoints: int
    """How many this one has made."""
    output_bytes: int
    """The size of the output at the last of them."""
    left_out: list[LeftOutFile]
    """What was left out."""


class LiveMerge:
    """Merges files into one as they are finished, in the order in which they are added.

    What was added becomes part of the output with the next checkpoint. The output is a valid file at every moment, with
    the files of all checkpoints, also when the process is killed. A note beside it, "OUTPUT.live", says which files it
    has: a live merge with the same output goes on, and does not merge them again. At the end of a `with` block all is
    merged, and the note removed; after an exception, the output stays as of the last checkpoint, with the note.

    Threads may add files at the same time.
    """

    def __init__(
        self,
        output: Path,
        *,
        differences: Literal["refuse", "skip file"] = "refuse",
        bad: Literal["stop", "skip"] = "stop",
        existing: Literal["fail", "replace", "append"] = "fail",
        rules: Mapping[str, Rule] | None = None,
        compression: CompressionLike = "input",
        reproducible: bool = False,
        resume: bool = True,
        checkpoint_bytes: int | str = "256 MiB",
        checkpoint_files: int = 1000,
        max_memory: int | str = "512 MiB",
        cluster: int | str = "auto",
        metadata: Literal["refuse", "first", "join"] = "refuse",
    ) -> None:
        """Begin a merge, or go on with the one whose note is beside the output.

        Args:
            output: the file, which exists from the first checkpoint on.
            differences: when data would be lost: refuse the file, or leave out its trees and ntuples that differ.
            bad: what to do with a file that is missing or damaged: raise, or leave it out.
            existing: what to do with an output that has no note; "append" takes it as the first file.
            rules: how objects of a class become one, as for `merge`.
            compression: as for `create`, of objects; "input": that of the first file. Entries keep theirs.
            reproducible: write fixed dates.
            resume: go on by the note; otherwise ignore it.
            checkpoint_bytes: after files of so many bytes a checkpoint is made.
            checkpoint_files: the same for a number of files.
            max_memory: the approximate limit on memory, of which files in memory get half.
            cluster: as for `merge`, of the files of a checkpoint; what the output has stays as it is.
            metadata: the same; "join" joins them with what the output has.

        Raises:
            MisuseError: the output exists and has no note, or somebody else is writing it.
            FileIOError: the system refused to read or write.
        """
        if existing not in ("fail", "replace", "append"):
            raise MisuseError(f"existing is {existing!r}, expected one of 'fail', 'replace', 'append'")
        if bad not in ("stop", "skip"):
            raise MisuseError(f"bad is {bad!r}, expected one of 'stop', 'skip'")
        options = _core.live_options(
            named(_core.OnDifference, differences, "differences"),
            named(_core.OnBadInput, bad, "bad"),
            existing,
            [(name, named(_core.MergeRule, rule, "a rule")) for name, rule in (rules or {}).items()],
            None if compression == "input" else compression_code(compression),
            truth(reproducible, "reproducible"),
            truth(resume, "resume"),
            byte_count(checkpoint_bytes),
            checkpoint_files,
            byte_count(max_memory),
            *gathering(cluster),
            named(_core.OnOtherMetadata, metadata, "metadata"),
        )
        self._live = _core.LiveMerge(shared_session(), path_text(output), options)
        self._is_finished = False

    def add(self, file: Path | bytes | bytearray | memoryview, name: str = "memory") -> bool:
        """Add a finished file: a path, whose file stays as it is until it is merged, or the bytes of one.

        May make a checkpoint, or wait for one when too much is in memory.

        Args:
            file: the file.
            name: the name in messages of a file in memory.

        Returns:
            False if the output has the file already (the same path, size, date and UUID), or it is bad and left out.

        Raises:
            FileMissingError, CorruptError: the file cannot be read, or was not closed.
            MisuseError: the merge is finished.
        """
        if isinstance(file, bytes | bytearray | memoryview):
            self._live.add_bytes(bytes(file), name)
            return True
        return self._live.add_path(path_text(file))

    def checkpoint(self) -> LiveReport:
        """Make all that was added part of the output.

        Raises:
            UnsupportedError, CorruptError: files were refused because they differ, or are bad; the message names them.
                All others are merged, and the merge can be used as before.
            FileIOError: the system refused to write; what was added still waits.
        """
        return _report_of(self._live.checkpoint())

    def finish(self) -> LiveReport:
        """Make the last checkpoint, and remove the note. Nothing can be added afterwards. Raises as `checkpoint`."""
        report = _report_of(self._live.finish())
        self._is_finished = True
        return report

    @property
    def report(self) -> LiveReport:
        """What was done so far."""
        return _report_of(self._live.report())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None and not self._is_finished:
            self.finish()


def _report_of(report: _core.LiveReport) -> LiveReport:
    return LiveReport(
        files=report.files,
        input_bytes=report.input_bytes,
        checkpoints=report.checkpoints,
        output_bytes=report.output_bytes,
        left_out=[
            LeftOutFile(
                file=one.file,
                kind=one.difference.kind,
                path=one.difference.path,
                part=one.difference.part,
                message=one.difference.message,
                entries=one.difference.entries,
                is_refused=one.is_refused,
            )
            for one in report.left_out
        ],
    )
