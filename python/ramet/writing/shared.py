"""The state that processes share while they write one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ramet import _core
from ramet.writing.reports import ProcessReport

__all__ = ["SharedFile", "process_reports"]

_STATES: dict[_core.ProcessState, Literal["running", "left", "died"]] = {
    _core.ProcessState.running: "running",
    _core.ProcessState.left: "left",
    _core.ProcessState.died: "died",
}


@dataclass(frozen=True, slots=True)
class SharedFile:
    """What another process has to know to fill a file: `ParallelWriter.share` makes it, `ramet.join` takes it.

    It can be pickled, and is of use to every process that sees the file, and the folder beside it, under the same path.
    Threads: immutable.

    Attributes:
        handle: the same as bytes.
    """

    handle: bytes = field(repr=False)


def process_reports(writer: _core.ParallelWriter) -> list[ProcessReport]:
    """The processes that have joined a writer."""
    return [
        ProcessReport(
            number=one.number,
            pid=one.pid,
            state=_STATES[one.state],
            entries=one.entries,
            clusters=one.clusters,
            open_sequences=one.open_sequences,
        )
        for one in _core.processes(writer)
    ]
