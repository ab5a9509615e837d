"""Compare files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import SupportsFloat

from ramet import _core
from ramet.arguments import Path, path_text, real_number, truth
from ramet.session import shared_session
from ramet.sizes import byte_count

__all__ = ["CompareReport", "Contrast", "compare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """Something in which two files differ."""

    kind: str
    """What it is: "only left", "only right", "class", "title", "column", "type", "entries", "values", "contents" (other
    bytes in an object that cannot be read), or "not compared" (a column that cannot be read)."""
    path: str
    """The path of the object."""
    part: str
    """The column or member; empty for the whole object."""
    left: str
    """What is there on the left: a class, a type, a number of entries, a value."""
    right: str
    """The same on the right."""
    entry: int | None
    """Of a column: the first entry that differs; of a list of numbers: the first one."""
    count: int
    """How many entries or numbers differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareReport:
    """In what two files differ."""

    contrasts: list[Contrast]
    """All that differs, sorted by path."""
    objects: int
    """The number of objects that both have."""
    entries: int
    """The entries of trees and ntuples that both have."""
    text: str
    """All of it as text for people, a line for each contrast."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not self.contrasts


def compare(
    left: Path, right: Path, *, values: bool = True, tolerance: SupportsFloat = 0.0, max_memory: int | str = "512 MiB"
) -> CompareReport:
    """Compare two files, two directories or two objects, on all cores.

    Names, classes, columns, types, numbers of entries and all values are compared, entries part by part, so that the
    memory does not depend on the size of the files. Dates, cycles, identifiers, compression and the sizes of clusters,
    baskets and pages are not.

    Args:
        left: a place, as "run7.root" or "run7.root:dir/name".
        right: what it is compared with.
        values: False: only names, classes, columns, types and numbers of entries.
        tolerance: relative; floating-point values that differ by less are the same.
        max_memory: the approximate limit for what is read at one time.

    Raises:
        FileMissingError, KeyInFileError: there is no such file, or object in it.
        CorruptError, UnsupportedError: a file cannot be read.
        MisuseError: one is an object, the other a directory.

    >>> import numpy as np, ramet
    >>> for name, last in (("one.root", 3), ("two.root", 4)):
    ...     with ramet.recreate(name) as file:
    ...         file["t"] = {"x": np.array([1, 2, last])}
    >>> print(ramet.compare("one.root", "two.root").text)
    ! values 't' x at 2 (1 differ): 3 -> 4
    """
    report = _core.compare_files(
        shared_session(),
        path_text(left),
        path_text(right),
        truth(values, "values"),
        real_number(tolerance, "tolerance", 0, 1),
        byte_count(max_memory),
    )
    return CompareReport(
        contrasts=[
            Contrast(
                kind=one.kind,
                path=one.path,
                part=one.part,
                left=one.left,
                right=one.right,
                entry=one.entry,
                count=one.count,
            )
            for one in report.contrasts
        ],
        objects=report.objects,
        entries=report.entries,
        text=report.to_text().rstrip("\n"),
    )
