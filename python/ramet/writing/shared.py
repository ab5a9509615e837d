"""What processes that write one file know of each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ramet import _core

__all__ = ["ProcessReport", "SharedFile", "process_reports"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessReport:
    """What is known of a process that joined. Threads: a value.

    Attributes:
        number: processes are counted from 0 as they join.
        pid: the system's number.
        state: "running": it may write more; "left": it has closed its JoinedWriter; "died": it ended without that, and
            what it had not written is lost.
        entries: that are in the file.
        clusters: that are in the file.
        open_sequences: the sequence numbers that its open contexts began with.
    """

    number: int
    pid: int
    state: Literal["running", "left", "died"]
    entries: int
    clusters: int
    open_sequences: list[int]


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
