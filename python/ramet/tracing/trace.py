"""What a run did, from when to when: recorded while it runs, and saved for `ramet trace`, Perfetto and Chrome."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Literal, SupportsFloat, SupportsIndex

from ramet import _core
from ramet.arguments import name_text, path_text, real_number, whole_number
from ramet.errors import MisuseError
from ramet.tracing.json_places import require_json_place

__all__ = ["FileTrace", "Trace", "TraceState", "TraceStream", "recorder_of", "trace"]

TraceState = Literal[
    "module", "other", "several", "read", "external", "wait:concurrency", "wait:memory", "wait:order", "wait:lock"
]


class Trace:
    """Records spans of writers and readers that were given it, and of a program's own modules; `ramet.trace` makes it.

    Any thread may use it. At the end of a `with` statement it is saved, also after an error.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        program: str = "ramet",
        resolution: SupportsFloat = 0.001,
        stall_seconds: SupportsFloat = 0.1,
    ) -> None:
        self._path = path_text(path)
        require_json_place(self._path, "trace")
        self.recorder = _core.TraceRecorder.make(
            name_text(program, "program"),
            real_number(resolution, "resolution", 0, 1e6),
            real_number(stall_seconds, "stall_seconds", 0, 1e6),
        )

    def stream(self, name: str) -> TraceStream:
        """A row of its own, for the modules that one stream of a framework runs."""
        return TraceStream(_core.TraceTrack.make(self.recorder, name_text(name, "name")), self.recorder)

    def save(self) -> Path:
        """Write what was recorded so far to the trace's file.

        Raises FileIOError, and FileThereError if another file has got its name meanwhile.
        """
        require_json_place(self._path, "trace")
        self.recorder.save(self._path)
        return Path(self._path)

    @property
    def spans(self) -> int:
        """The number of spans and of values of counters so far; a writer's are there once its cluster is written."""
        return self.recorder.spans

    def __enter__(self) -> Trace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.save()

    def __repr__(self) -> str:
        return f"<Trace for {_core.shown_url(self._path)!r} ({self.spans} spans)>"


class _Scope:
    """A span that has begun: its thread, and how it is opened again after one within it."""

    def __init__(self, name: str, state: TraceState, event: int) -> None:
        self.name = name
        self.state = state
        self.event = event
        self.thread = threading.get_ident()

    def open_in(self, core: _core.TraceTrack) -> None:
        core.open(self.name, self.state, self.event)


class TraceStream:
    """A row of a trace: one stream of execution, for one thread at a time; a second one gets a MisuseError."""

    def __init__(self, core: _core.TraceTrack, recorder: _core.TraceRecorder) -> None:
        self._core = core
        self._recorder = recorder
        self._lock = threading.RLock()  # a span that is forgotten may end anywhere
        self._scopes: list[_Scope] = []  # the innermost is the last; it alone is open in the core

    @property
    def row(self) -> int:
        """Its number among the rows of the trace."""
        return self._core.row

    def require_of(self, trace: Trace | None) -> None:
        """Check that it is of this trace: rows of another one have other numbers. Raises MisuseError."""
        if trace is not None and trace.recorder is not self._recorder:
            raise MisuseError(f"the stream is of another trace than the writer's, {trace!r}")

    @contextmanager
    def span(self, name: str, *, event: SupportsIndex = 0, state: TraceState = "module") -> Iterator[None]:
        """A `with` statement whose time is recorded as a span. One within another interrupts it.

        Args:
            name: of the module, or of what the stream waits for.
            event: that it works on.
            state: what it does: "module", "other", "several", "read", "external", or a wait as "wait:lock".

        Raises:
            MisuseError: there is no such state, another thread has a span in the stream, or the statement ends before
                one that began within it, as those of two asyncio tasks may. The time until then is recorded.
        """
        scope = _Scope(name_text(name, "name"), state, whole_number(event, "event", 0, 2**64 - 1))
        with self._lock:
            self._begin(scope)
        try:
            yield
        finally:
            with self._lock:
                self._end(scope)

    def _begin(self, scope: _Scope) -> None:
        outer = self._scopes[-1] if self._scopes else None
        if outer is None:
            scope.open_in(self._core)
        elif outer.thread != scope.thread:
            raise MisuseError(f"span {scope.name!r}: another thread has the span {outer.name!r} in this stream")
        else:
            self._core.close()
            try:
                scope.open_in(self._core)
            except MisuseError:
                outer.open_in(self._core)
                raise
        self._scopes.append(scope)

    def _end(self, scope: _Scope) -> None:
        inner = self._scopes[-1]
        self._scopes.remove(scope)
        if inner is not scope:
            raise MisuseError(f"span {scope.name!r} ends before {inner.name!r}, which began within it")
        self._core.close()
        if self._scopes:
            self._scopes[-1].open_in(self._core)
        if scope.thread != threading.get_ident():
            raise MisuseError(f"span {scope.name!r} ends in another thread than the one in which it began")


def trace(
    path: str | os.PathLike[str],
    *,
    program: str = "ramet",
    resolution: SupportsFloat = 0.001,
    stall_seconds: SupportsFloat = 0.1,
) -> Trace:
    """Record what a run does, from when to when, in each stream and thread.

    Hand the result to what is to be recorded: `ramet.open(path, trace=...)`, `ramet.open_many(files, trace=...)`, and
    `trace(...)` of a `ParallelWriter` or of a file that is written. Draw the file with `ramet trace`, or open it in
    Perfetto or Chrome.

    >>> import numpy as np, ramet
    >>> with ramet.trace("run.json") as trace:
    ...     with ramet.ParallelWriter("doc.root", "Events", {"x": "float32"}) as writer:
    ...         _ = writer.trace(trace)
    ...         with writer.context() as context:
    ...             context.extend({"x": np.zeros(1000)})
    ...     with trace.stream("analysis").span("mean"):
    ...         _ = ramet.open("doc.root:Events", trace=trace)["x"].array().to_numpy().mean()
    >>> trace.spans > 0
    True

    Args:
        path: of the trace, in Chrome's JSON form. An earlier one is replaced, a file of another kind is not.
        program: what ran, for whoever looks at it.
        resolution: seconds; shorter spans of ramet's own stages are joined with their neighbours, so that their sums
            are exact and their places are not.
        stall_seconds: modules for which a stream waited at least this long are shown as stalled.

    Returns:
        The trace, to be used in a `with` statement, or to be saved with `save`.

    Raises:
        FileMissingError: there is no folder for it.
        FileThereError: the file exists, and is no JSON.
        FileIOError: by `save`, if the file cannot be written.
    """
    return Trace(path, program=program, resolution=resolution, stall_seconds=stall_seconds)


def recorder_of(trace: Trace | None) -> _core.TraceRecorder | None:
    """What a trace records with; nothing without one. Raises TypeError for anything else, such as a path."""
    if trace is None or isinstance(trace, Trace):
        return None if trace is None else trace.recorder
    raise TypeError(f"trace is {trace!r} of type {type(trace).__name__}, expected what ramet.trace(path) returns")


class FileTrace:
    """The trace of a file that is written: at most one. The file saves it if it was given as a path."""

    __slots__ = ("_is_own", "_trace")

    def __init__(self) -> None:
        self._trace: Trace | None = None
        self._is_own = False

    @property
    def trace(self) -> Trace | None:
        """It; None as long as the file has none."""
        return self._trace

    def begin(self, into: str | os.PathLike[str] | Trace) -> Trace:
        """The trace to record to. Raises MisuseError for a second one, by which the first would be lost."""
        if self._trace is not None:
            raise MisuseError(f"the file has a trace, {self._trace!r}: another one cannot replace it")
        self._is_own = not isinstance(into, Trace)
        self._trace = into if isinstance(into, Trace) else Trace(into)
        return self._trace

    def save(self) -> None:
        """Save it, if its owner is the file."""
        if self._trace is not None and self._is_own:
            self._trace.save()
