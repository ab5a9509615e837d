"""Recover files that were not closed or are damaged."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ramet import _core
from ramet.arguments import path_text
from ramet.places import local_path
from ramet.session import shared_session
from ramet.sizes import byte_count

__all__ = ["RecoverReport", "RecoveredTable", "recover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveredTable:
    """A tree or ntuple that was recovered."""

    path: str
    """Its path in the new file."""
    class_name: str
    """Its class: "TTree" or "ROOT::RNTuple"."""
    entries: int
    """The number of its entries in the new file."""
    saved_entries: int
    """The number of entries at the last checkpoint of the file."""
    clusters: int
    """The number of its clusters in the new file."""
    lost_entries: int
    """The number of damaged entries."""
    lost_clusters: int
    """The number of damaged clusters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverReport:
    """The result of recovering a file."""

    problem: str
    """Why the file could not be opened as it was; empty if it could."""
    tables: list[RecoveredTable]
    """The trees and ntuples in the new file."""
    objects: list[str]
    """Paths of the other objects in it."""
    lost: dict[str, list[str]]
    """The objects that were found and left out: reasons by path."""
    skipped_bytes: int
    """Bytes of the file that are no records."""


def recover(
    path: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    like: str | os.PathLike[str] | None = None,
    max_memory: int | str = "1 GiB",
) -> RecoverReport:
    """Write a new file with everything that can be read from one that was not closed or is damaged.

    All records of the file are searched, even those that nothing refers to: this also finds objects and clusters that
    were written after the last checkpoint. Baskets and pages are checked and copied unchanged.

    Args:
        path: the file, which is only read.
        output: the new file; it is written under a temporary name beside it, checked as by `check`, and renamed when it
            is complete and sound. If it is a symbolic link, the file that it points to is replaced.
        like: a sound file of the same job, with few entries or none. It provides the structure of trees and ntuples if
            the file itself lacks it, since ROOT writes that when it closes a file. `mktree` makes one if the types are
            known.
        max_memory: the approximate limit on memory, as a number or a text; objects that need more are lost, which the
            report says.

    Returns:
        What was recovered, and what was found but could not be recovered.

    Raises:
        CorruptError: nothing can be recovered.
        MisuseError: both are the same file.
        FileIOError: the system refused to read or write, or the disk is full; there is no new file then.
    """
    report = _core.recover(
        shared_session(), path_text(path), local_path(path_text(output)), _model(like), byte_count(max_memory)
    )
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
