"""Find how a table is best written, by measuring a sample of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, SupportsFloat, SupportsIndex

from ramet import _core
from ramet.arguments import name_text, names_in, path_text, real_number, whole_number
from ramet.errors import FileMissingError, KeyInFileError, MisuseError
from ramet.session import shared_session
from ramet.sizes import byte_count
from ramet.tuning.profile import WriteProfile

__all__ = ["Costs", "Tuning", "Way", "tune"]


@dataclass(frozen=True, slots=True)
class Costs:
    """What writing and reading the whole table costs."""

    bytes: float
    """In the file."""
    write_seconds: float
    """Of a core."""
    read_seconds: float
    """Of a core, for the columns that are read, and of waiting for a distant file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way of writing the table."""

    name: str
    """ "small", "balanced", "fast", "default", or empty."""
    compressions: str
    """Of the groups of columns, for people."""
    profile: WriteProfile
    predicted: Costs
    """Computed from what was measured of columns."""
    measured: Costs | None
    """The least of real runs on the sample, scaled to the table; only ways with a name have it."""
    spread: Costs
    """The largest less the smallest of these runs, as parts of the least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What `tune` found."""

    table: str
    """The table's name."""
    entries: int
    """Entries of the table, in all files; costs are those of these."""
    sample_entries: int
    """Those that were measured."""
    goal: str
    """What was asked for."""
    named: dict[str, Way]
    """The ways "small", "balanced", "fast" and "default", which were run."""
    front: list[Way]
    """All ways that none dominates, by size."""

    @property
    def chosen(self) -> Way:
        """The way of the goal."""
        return self.named[self.goal]

    @property
    def profile(self) -> WriteProfile:
        """That of the chosen way, for writers."""
        return self.chosen.profile


def tune(
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    table: str = "",
    reads: str | Iterable[str] = (),
    goal: Literal["small", "balanced", "fast"] = "balanced",
    format: Literal["ttree", "rntuple"] | None = None,
    sample_size: SupportsIndex | str = "48 MiB",
    repeats: SupportsIndex = 5,
    latency: SupportsFloat = 0,
    bandwidth: SupportsFloat | None = None,
) -> Tuning:
    """Measure on a sample how a table is best written: which compression for which columns, and how large clusters.

    Sizes and times of 13 compressions are measured for each column, all ways of writing are computed from them, and
    those with a name are run.

    Args:
        files: one or more, or patterns, as "nano*.root:Events". The sample is taken from the first three.
        table: the table's name, where the files have none.
        reads: names or patterns of the columns that are read later, or one of them; none: all.
        goal: "small": the fewest bytes; "fast": the least time of writing once and reading once; "balanced".
        format: of what will be written; None: that of the table.
        sample_size: bytes, uncompressed, that are measured at most, from 64 KiB to 256 MiB.
        repeats: how often the ways with a name are run, from 1 to 100 times; slow ones twice.
        latency: seconds that a request to a distant file takes, from 0 to 100.
        bandwidth: bytes per second from a distant file, from 1e3 to 1e12; None: that of memory.

    Raises:
        FileMissingError: there is no such file.
        KeyInFileError: there is no such table, or no column that a pattern of `reads` names.
        MisuseError: a table without entries, another goal, or a number that is not in its range.
        UnsupportedError: a table that cannot be written.
    """
    if goal not in ("small", "balanced", "fast"):
        raise MisuseError(f"goal is {goal!r}, expected 'small', 'balanced' or 'fast'")
    if format not in ("ttree", "rntuple", None):
        raise MisuseError(f"format is {format!r}, expected 'ttree', 'rntuple' or None")
    one = isinstance(files, str | os.PathLike)
    paths = [path_text(files)] if one else [path_text(path) for path in files]  # type: ignore[arg-type, union-attr]
    per_byte = 0.0 if bandwidth is None else 1 / real_number(bandwidth, "bandwidth", 1e3, 1e12)
    found = _found(
        paths,
        name_text(table, "table"),
        names_in(reads),
        goal,
        format or "",
        byte_count(sample_size, "sample_size", 1 << 16, 256 << 20),
        whole_number(repeats, "repeats", 1, 100),
        real_number(latency, "latency", 0, 100),
        per_byte,
    )
    return Tuning(
        table=found.table,
        entries=found.entries,
        sample_entries=found.sample_entries,
        goal=goal,
        named={way.name: _way_of(way) for way in found.named},
        front=[_way_of(way) for way in found.front],
    )


def _found(*arguments: Any) -> _core.Tuning:
    try:
        return _core.tune(shared_session(), *arguments)
    except KeyInFileError as error:
        raise (FileMissingError(str(error)) if str(error).startswith("cannot open '") else error) from None


def _way_of(way: _core.Way) -> Way:
    return Way(
        name=way.name,
        compressions=way.compressions,
        profile=WriteProfile.from_core(way.profile),
        predicted=Costs(*way.predicted),
        measured=None if way.measured is None else Costs(*way.measured),
        spread=Costs(*way.spread),
    )
