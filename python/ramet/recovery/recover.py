"""What can be read of a file that its writer did not close."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ramet import _core
from ramet.arguments import path_text
from ramet.session import shared_session
from ramet.sizes import byte_count

__all__ = ["RecoverReport", "RecoveredTable", "recover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveredTable:
    """A tree or ntuple that was recovered."""

    path: str
    """Where it is in the new file."""
    class_name: str
    """What it is: "TTree", "ROOT::RNTuple"."""
    entries: int
    """How many entries it has in the new file."""
    saved_entries: int
    """How many the file itself leads to: those of its last checkpoint."""
    clusters: int
    """How many clusters it has in the new file."""
    lost_entries: int
    """How many entries were found damaged."""
    lost_clusters: int
    """How many clusters these are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverReport:
    """What was recovered of a file."""

    problem: str
    """Why the file could not be opened as it was; empty if it could."""
    tables: list[RecoveredTable]
    """The trees and ntuples in the new file."""
    objects: list[str]
    """Paths of the other objects in it."""
    lost: dict[str, list[str]]
    """What was found and is not in it: by path, why."""
    skipped_bytes: int
    """Bytes of the file that are no records."""


def recover(
    path: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    like: str | os.PathLike[str] | None = None,
    max_memory: int | str = "1 GiB",
) -> RecoverReport:
    """Write a good file with all that can be read of one that its writer did not close, or that is damaged.

    All records of the file are looked at, whether something leads to them or not: objects, and clusters of entries
    that had reached the disk after the last checkpoint, are found, too. Baskets and pages are checked and copied as
    they are.

    Args:
        path: the file, which is only read.
        output: the new file; it is written under a name of its own beside it, read whole as `check` does, and gets its
            name when it is complete and sound. Where it is a symbolic link, the file that the link names is replaced.
        like: a sound file of the same job, of a few entries or none. What a tree or ntuple consists of is taken from it
            where the file itself does not say: ROOT writes that when it closes a file. `mktree` makes one of types that
            are known.
        max_memory: about how much memory may be taken for what is read, as a number or a text; what needs more is
            lost, and that is said.

    Returns:
        What was recovered, and what was found and could not be.

    Raises:
        CorruptError: nothing can be recovered.
        MisuseError: both are the same file.
        FileIOError: the system refused to read or write, or the disk is full; there is no new file then.
    """
    report = _core.recover(shared_session(), path_text(path), path_text(output), _model(like), byte_count(max_memory))
    lost: dict[str, list[str]] = {}
    for one in report.lost:
        lost.setdefault(one.place, []).append(one.reason)
    return RecoverReport(
        problem=report.problem,
        tables=[
            RecoveredTable(
                path=table.path,
                class_name=table.class_name,
                entries=table.entries,
                saved_entries=table.saved_entries,
                clusters=table.clusters,
                lost_entries=table.lost_entries,
                lost_clusters=table.lost_clusters,
            )
            for table in report.tables
        ],
        objects=report.objects,
        lost=lost,
        skipped_bytes=report.skipped_bytes,
    )


def _model(like: str | os.PathLike[str] | None) -> str:
    return "" if like is None else path_text(like)
