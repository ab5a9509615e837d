"""What frames are asked for: values that are computed when they are looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from ramet import _core
from ramet.errors import MisuseError
from ramet.frames.as_value import AsValue
from ramet.frames.running.explanation import Explanation
from ramet.frames.running.watching import PartialResults, Progress, progress_function
from ramet.notebook import table_html

__all__ = [
    "FilterCount",
    "FilterReport",
    "LostEntries",
    "Result",
    "Results",
    "RunReport",
    "Traffic",
    "Variations",
    "results_in",
    "run",
]

Value = TypeVar("Value")


@dataclass(frozen=True)
class LostEntries:
    """Entries that a run lost, and why. Threads: immutable."""

    first: int
    last: int
    """One past the last."""
    reason: str


@dataclass(frozen=True)
class Traffic:
    """What a run fetched of servers: http, https, s3, and what Python opens. Threads: immutable."""

    requests: int = 0
    retries: int = 0
    """Of them: after one that brought less than it should."""
    hedges: int = 0
    """Of them: beside one that was late."""
    bytes: int = 0
    gap_bytes: int = 0
    """Of the bytes: asked for because they lie between others."""
    depth: int = 0
    """Requests that waited for one another: trips, one after the other."""
    round_trip: float = 0.0
    """Seconds from a request to the first byte of its answer, the shortest that the session saw; 0: not known."""
    bandwidth: float = 0.0
    """Bytes a second while answers came; 0: too few came."""


@dataclass(frozen=True)
class RunReport:
    """What the run did that computed a result. Threads: immutable."""

    entries: int
    """That it was to go through."""
    covered: list[tuple[int, int]]
    """The first and one past the last entry of each range that results have."""
    lost: list[LostEntries]
    was_stopped: bool
    seconds: float
    traffic: Traffic = Traffic()
    """What the session fetched meanwhile; what workers of an engine fetch is not in it."""

    @property
    def is_complete(self) -> bool:
        """Whether results have all entries."""
        return sum(last - first for first, last in self.covered) == self.entries


class Result(AsValue, Generic[Value]):
    """A value that a frame was asked for. `value` gives it; the first that is looked at computes all that were asked of
    frames of the same source, in one pass on all cores. Its attributes, items and operators are those of the value:
    `h.values()` computes the histogram `h`, `f"{mean:.2f}"` the mean. Any number of threads may look at it.

    Raises:
        RametError: the file cannot be read, or an expression has no value in an entry; the message says where.
        Exception: whatever a function of the user's raised.
    """

    def __init__(
        self, booked: _core.Booked, read: Callable[[_core.Booked], Value], name: str, keeps: tuple[Any, ...] = ()
    ) -> None:
        self._booked = booked
        self._read = read
        self._name = name
        self._keeps = keeps  # functions of the user's
        self._value: list[Value] = []

    @property
    def value(self) -> Value:
        """The value; it is computed if that has not been done."""
        return self._looked_at()

    def _looked_at(self) -> Value:
        if not self._value:
            self._value.append(self._read(self._booked))
        return self._value[0]

    @property
    def is_ready(self) -> bool:
        """Whether it was computed."""
        return self._booked.is_ready

    @property
    def report(self) -> RunReport:
        """What the run did that computed it.

        Raises:
            MisuseError: it was not computed yet.
        """
        return _report_of(self._booked)

    def run(
        self,
        *,
        on: Any = None,
        checkpoint: str | os.PathLike[str] | None = None,
        allow_failures: float = 0.0,
        on_error: str = "raise",
        deadline: float | None = None,
        progress: bool | Callable[[Progress], object] | None = None,
        timing: bool = False,
        live: Callable[[PartialResults], object] | None = None,
        live_seconds: float = 1.0,
        until: Callable[[PartialResults], object] | None = None,
        until_entries: int = 0,
    ) -> RunReport:
        """Compute it, and all that was asked of frames of the same source.

        Args:
            on: who computes it: by default all cores of this process; `ramet.distribute.Processes`, a client of Dask,
                the module ray, a SparkSession, an executor of concurrent.futures, or any engine that
                `ramet.distribute` describes. The bits of results are the same. Functions of Python are not computed so.
            checkpoint: a file that keeps what is done. When the process is killed, or the run stopped, the same run
                goes on with it; a run that was done removes it. The files must be as they were: their sizes and
                times of modification, or what their servers tell.
            allow_failures: the part of the entries that may be left out, as 0.01, when workers cannot compute them
                after three tries; `report.covered` then says which are there, and a `LeftOutWarning` why.
            on_error: "raise" what is wrong with a file, or "skip" the entries that cannot be read; the report lists
                them.
            deadline: seconds after which the run stops; results then have the entries that the report says.
            progress: a function that is called a few times a second with a `Progress`; True for a line in a terminal or
                notebook.
            timing: measure what each step takes, for `explain`.
            live: a function that is called while the run goes on, with copies of the results (`PartialResults`) of
                whatever entries are done, and once at the end.
            live_seconds: between two calls of `live`, at least.
            until: a function of `PartialResults`; when it returns true, the run stops, and the results have those
                entries. It is asked when all entries up to certain ones are done, which depend on the data alone: any
                number of threads stops at the same entry.
            until_entries: between two calls of `until`, at least; 0 is 100,000 at first, and later a quarter of those
                done.

        `live` and `until` are called on the thread that asks for the run.
        """
        return run(
            self,
            on=on,
            checkpoint=checkpoint,
            allow_failures=allow_failures,
            on_error=on_error,
            deadline=deadline,
            progress=progress,
            timing=timing,
            live=live,
            live_seconds=live_seconds,
            until=until,
            until_entries=until_entries,
        )[0]

    def explain(self, format: str = "text") -> Explanation:
        """How it is computed, with all that is computed in the same pass: see `Frame.explain`. When it was computed,
        also what came to each filter and passed, and if the run was told to measure it (`timing`), what each step took,
        added up for all threads.

        Raises:
            MisuseError: another format than "text", "dot" and "svg".
        """
        return Explanation.of(self._booked.explain(), format)

    def variations(self) -> Variations[Value]:
        """The value under each variation: "nominal", and the names of the tags, as "jes:up". Ask before the value is
        computed: all are computed in one pass.

        Raises:
            MisuseError: it was computed already.
        """
        varied = self._booked.varied().items()
        made = {name: Result(booked, self._read, self._name, self._keeps) for name, booked in varied}
        return Variations({"nominal": self, **made})

    def value_of(self, booked: _core.Booked) -> Value:
        """The value that it would have of a copy: of the entries that a run has done so far."""
        return self._read(booked)

    @property
    def booked(self) -> _core.Booked:
        """The result as C++ has it."""
        return self._booked

    def __repr__(self) -> str:
        return repr(self.value) if self.is_ready else f"<Result: {self._name}, not computed yet>"


Results = Result[Any] | Mapping[str, Result[Any]] | Sequence[Any]


class Variations(dict[str, Result[Value]], Generic[Value]):
    """Results by the names of variations; "nominal" is the one without. Threads: as a dict."""

    def __getitem__(self, name: str) -> Result[Value]:
        if name not in self:
            raise KeyError(f"there is no variation {name!r}: there are {', '.join(self)}")
        return super().__getitem__(name)

    def __repr__(self) -> str:
        return f"<Variations {', '.join(self)}>"


@dataclass(frozen=True)
class FilterCount:
    """How many entries came to a filter, and how many passed. Threads: immutable."""

    name: str
    all: int
    passed: int
    weights: tuple[float, float, float, float] | None = None
    """The sum of weights that came and its error, and of those that passed; None for a report without a weight."""

    @property
    def sum_all(self) -> float:
        """The sum of weights of the entries that came. Raises MisuseError without a weight."""
        return self._weights()[0]

    @property
    def error_all(self) -> float:
        """Its error, the root of the sum of squared weights."""
        return self._weights()[1]

    @property
    def sum_passed(self) -> float:
        """The sum of weights of the entries that passed."""
        return self._weights()[2]

    @property
    def error_passed(self) -> float:
        """Its error."""
        return self._weights()[3]

    def _weights(self) -> tuple[float, float, float, float]:
        if self.weights is None:
            raise MisuseError("the report was asked for without a weight")
        return self.weights

    @property
    def efficiency(self) -> float:
        """Those that passed, of those that came; 0 if none came."""
        return self.passed / self.all if self.all else 0.0


def _weights_text(one: FilterCount) -> str:
    if one.weights is None:
        return ""
    return (
        f" -- weights: pass={one.sum_passed:.6g} +- {one.error_passed:.2g} all={one.sum_all:.6g} +- {one.error_all:.2g}"
    )


class FilterReport(list[FilterCount]):
    """The counts of named filters, in the order in which they were made. Threads: as a list."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, str):
            for count in self:
                if count.name == place:
                    return count
            raise KeyError(place)
        return super().__getitem__(place)

    def __str__(self) -> str:
        first = self[0].all if self else 0
        return "\n".join(
            f"{one.name:10}: pass={one.passed:<10} all={one.all:<10} -- eff={100 * one.efficiency:.2f} % "
            f"cumulative eff={100 * one.passed / first if first else 0:.2f} %{_weights_text(one)}"
            for one in self
        )

    def _repr_html_(self) -> str:
        first = self[0].all if self else 0
        rows = [
            [
                one.name,
                str(one.all),
                str(one.passed),
                f"{100 * one.efficiency:.2f} %",
                f"{100 * one.passed / first if first else 0:.2f} %",
            ]
            for one in self
        ]
        return table_html("Filters", ["filter", "all", "passed", "efficiency", "cumulative"], rows, len(rows))

    def print(self) -> None:
        """Print a line for each filter."""
        print(self)


def _report_of(booked: _core.Booked) -> RunReport:
    return _report(booked.report())


def _report(facts: Any) -> RunReport:
    entries, covered, lost, was_stopped, seconds, traffic = facts
    lost_entries = [LostEntries(*one) for one in lost]
    return RunReport(entries, list(covered), lost_entries, was_stopped, seconds, Traffic(*traffic))


def _partial(
    results: Sequence[Result[Any]], looked_at: Sequence[Result[Any]], copies: Sequence[_core.Booked], facts: Any
) -> PartialResults:
    """What is known of all results, of which some have copies."""
    values = {id(one): partial(one.value_of, copy) for one, copy in zip(looked_at, copies, strict=True)}
    return PartialResults([(one, values.get(id(one))) for one in results], _report(facts))


def _looking(
    results: Sequence[Result[Any]],
    looked_at: Sequence[Result[Any]],
    look: Callable[[PartialResults], object] | None,
) -> Callable[..., object] | None:
    if look is None:
        return None
    return lambda copies, facts: look(_partial(results, looked_at, copies, facts))


def results_in(given: Iterable[Results]) -> list[Result[Any]]:
    """Results that are given one by one, in lists, or as variations. Raises TypeError for anything else."""
    found: list[Result[Any]] = []
    for one in given:
        if isinstance(one, Result):
            found.append(one)
        elif isinstance(one, Mapping | list | tuple):
            found += results_in(one.values() if isinstance(one, Mapping) else one)
        else:
            raise TypeError(f"{one!r} of type {type(one).__name__} is no result of a frame that is yet to be computed")
    return found


def run(
    *asked: Results,
    on: Any = None,
    checkpoint: str | os.PathLike[str] | None = None,
    allow_failures: float = 0.0,
    on_error: str = "raise",
    deadline: float | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
    timing: bool = False,
    live: Callable[[PartialResults], object] | None = None,
    live_seconds: float = 1.0,
    until: Callable[[PartialResults], object] | None = None,
    until_entries: int = 0,
) -> list[RunReport]:
    """Compute results, also of different sources; each source is read once.

    Args:
        asked: results of frames, also in lists or tuples, and those of `variations()`.
        on: as of `Result.run`, like all that follows.
        checkpoint: of all sources.
        allow_failures: of each source.
        on_error: "raise" or "skip".
        deadline: in seconds, for each source.
        progress: a function of a `Progress`, or True.
        timing: measure what each step takes.
        live: a function of `PartialResults`, which have all results but snapshots; these are then of one source.
        live_seconds: between two calls of `live`, at least.
        until: a condition on `PartialResults`, likewise.
        until_entries: between two calls of `until`, at least.

    Returns:
        What the run of each result did.
    """
    if on_error not in ("raise", "skip"):
        raise MisuseError(f"on_error={on_error!r}: there are 'raise' and 'skip'")
    results = results_in(asked)
    looked_at = [one for one in results if one.booked.has_copies] if live or until else []
    looking = partial(_looking, results, looked_at)

    def compute(elsewhere: Callable[[_core.TasksElsewhere], None] | None) -> list[RunReport]:
        for result in results:
            result.booked.run(
                skip_errors=on_error == "skip",
                deadline=deadline,
                timed=timing,
                progress=progress_function(progress),
                looked_at=[one.booked for one in looked_at],
                live=looking(live),
                live_seconds=live_seconds,
                until=looking(until),
                until_entries=until_entries,
                elsewhere=elsewhere,
            )
        return [_report_of(result.booked) for result in results]

    if on is None and checkpoint is None:
        return compute(None)
    from ramet.distribute.run_with import run_with

    return run_with(compute, on, checkpoint=checkpoint, allow_failures=allow_failures, skips=on_error == "skip")
