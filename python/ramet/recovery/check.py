"""Check that everything in a file can be read and is consistent."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ramet import _core
from ramet.arguments import path_text
from ramet.session import shared_session
from ramet.sizes import byte_count

__all__ = ["CheckReport", "Finding", "check"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check found."""

    place: str
    """A path in the file, with a branch or field of it: "Events/x". Empty: the file itself."""
    message: str
    """The problem, with basket or page, and offset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """The numbers of checked objects, and the findings of a check."""

    name: str
    """The path of the file."""
    is_opened: bool
    """Whether it is a ROOT file whose keys could be read."""
    records: int
    """The number of records."""
    objects: int
    """The number of objects, without trees and ntuples."""
    tables: int
    """The number of trees and ntuples."""
    entries: int
    """Entries of all of these."""
    pieces: int
    """Baskets and pages of all of these."""
    damage: list[Finding]
    """Parts that cannot be read or contradict themselves; at most the first 1,000."""
    not_checked: list[Finding]
    """Parts that ramet does not read yet."""
    remarks: list[Finding]
    """Findings that disturb no reader: bytes outside of records, or after the end of the file."""

    @property
    def is_sound(self) -> bool:
        """Whether the file could be opened and nothing in it is damaged."""
        return self.is_opened and not self.damage


def check(path: str | os.PathLike[str], *, max_memory: int | str = "1 GiB") -> CheckReport:
    """Read and check everything in a file, on all cores.

    The header, directories, keys and free segments are compared with the records themselves; every basket and page is
    decompressed and decoded, with its checksum where it has one; objects and histograms are read whole.

    Args:
        path: the file.
        max_memory: the approximate limit on memory, as a number or a text; objects that need more are not checked,
            which the report says.

    Returns:
        What was examined and what was found. Damage, or a file that cannot be opened, raises no exception.

    Raises:
        FileIOError: the system refused to read.
    """
    report = _core.check(shared_session(), path_text(path), byte_count(max_memory))
    return CheckReport(
        name=report.name,
        is_opened=report.is_opened,
        records=report.records,
        objects=report.objects,
        tables=report.tables,
        entries=report.entries,
        pieces=report.pieces,
        damage=_findings(report.damage),
        not_checked=_findings(report.not_checked),
        remarks=_findings(report.remarks),
    )


def _findings(found: list[_core.Finding]) -> list[Finding]:
    return [Finding(one.place, one.message) for one in found]
