"""What a run tells while it goes on: how far it is, and results so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from ramet.errors import UnsupportedError

__all__ = ["PartialResults", "Progress", "ProgressBar", "progress_function"]


@dataclass(frozen=True)
class Progress:
    """How far a run is. Threads: immutable."""

    entries: int
    """That are done, also those that filters left out."""
    all_entries: int
    files: int
    """Of which all entries are done."""
    all_files: int
    seconds: float
    """Since the run began."""
    seconds_left: float | None
    """By the rate of the last third of the time, but at least two seconds; None while nothing moves."""

    @property
    def part(self) -> float:
        """How much is done, from 0 to 1."""
        return self.entries / self.all_entries if self.all_entries else 1.0

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {_duration(self.seconds_left)} left"
        files = f", {self.files} of {self.all_files} files" if self.all_files > 1 else ""
        return f"{100 * self.part:.0f} % of {self.all_entries:,} entries{files}, {_duration(self.seconds)}{left}"


class PartialResults:
    """Copies of results as they are while a run goes on: `partial[result]`, or `value` if there is one. They have
    exactly the entries that `covered` lists. Snapshots have no value before the run is over. Threads: immutable."""

    def __init__(self, values: Sequence[tuple[Any, Callable[[], Any] | None]], report: Any) -> None:
        self._values = {id(result): value for result, value in values}
        self._results = [result for result, _ in values]  # so that their identities are not used again
        self.report = report
        """What the run has done by now."""

    @property
    def value(self) -> Any:
        """The value of the first result."""
        return self[self._results[0]]

    @property
    def covered(self) -> list[tuple[int, int]]:
        """The first and one past the last entry of each range that the results have."""
        return list(self.report.covered)

    @property
    def entries(self) -> int:
        """The number of entries that the results have."""
        return sum(last - first for first, last in self.report.covered)

    def __getitem__(self, result: Any) -> Any:
        if id(result) not in self._values:
            raise KeyError("a result that was not asked for with this run")
        value = self._values[id(result)]
        if value is None:
            raise UnsupportedError("what is written into a file has no value before the run is over")
        return value()

    def __repr__(self) -> str:
        return f"<PartialResults of {self.entries} of {self.report.entries} entries>"


class ProgressBar:
    """A line that is drawn again each time that it is told how far a run is. Threads: one at a time."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Draw the line; when the run is over, end it."""
        filled = round(30 * progress.part)
        line = f"[{'#' * filled}{' ' * (30 - filled)}] {progress}"
        end = "\n" if progress.entries >= progress.all_entries else ""
        self._stream.write(f"\r{line:<{self._width}}{end}")
        self._stream.flush()
        self._width = len(line)


def progress_function(
    asked: Callable[[Progress], object] | bool | None,  # noqa: FBT001 - as users give it
) -> Callable[..., None] | None:
    """What C++ calls, for the `progress` that a run was asked with; None if nothing is to be told.

    True is a line on the standard error if that is a terminal, or in a notebook."""
    if asked is None or asked is False:
        return None
    if asked is True:
        if not (sys.stderr.isatty() or "ipykernel" in sys.modules):
            return None
        tell: Callable[[Progress], object] = ProgressBar(sys.stderr)
    else:
        tell = asked

    def told(*facts: Any) -> None:
        tell(Progress(*facts))

    return told


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"
