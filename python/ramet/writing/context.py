"""A stream of entries into a shared tree or ntuple, for one thread at a time."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType
from typing import Any, SupportsIndex, overload

from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.tracing.trace import Trace, TraceStream
from ramet.writing.columns.batch import buffers_of
from ramet.writing.leaving import leave

__all__ = ["FillContext", "part_number"]


class FillContext:
    """One stream of entries into the tree of a parallel writer; `ParallelWriter.context` makes it.

    Only one thread at a time may use it, a second one gets a MisuseError; different contexts share nothing while they
    fill. Close it, or use it in a `with` statement: otherwise the entries since its last cluster or `hand_over` are
    lost, and the writer's close reports this. In a forked child its calls raise a MisuseError; use `share` and `join`
    to fill a file from several processes.
    """

    def __init__(self, core: _core.FillContext, trace: Trace | None) -> None:
        self._core = core
        self._trace = trace
        self._columns = core.columns

    def extend(self, batch: Any) -> None:
        """Add entries. A cluster that becomes full is encoded, compressed and written within this call.

        The interpreter's lock is released meanwhile; Ctrl-C interrupts it, and entries that were already added stay.

        Args:
            batch: a mapping from names to arrays of equal length, an awkward array of records, a structured array or a
                data frame. Jagged columns are awkward arrays or pairs (offsets, content) of NumPy arrays, where entry i
                has content[offsets[i]:offsets[i + 1]]; the content of a group is a mapping from its members' names to
                arrays.

        Raises:
            TypeError: values of a type that is not the column's; nothing is added.
            MisuseError: names or lengths do not match, a value would be lost, the context is closed or in use by
                another thread; nothing is added.
            FileIOError: the system refused to write; the entries are kept, and written with later ones.
        """
        entries, buffers = buffers_of(self._columns, batch)
        self._core.extend(entries, buffers)

    def try_extend(self, batch: Any) -> bool:
        """Add entries if there is memory for them now; never waits for other contexts.

        Otherwise it adds nothing and returns False: clusters that are being written must release memory first, and
        `when_ready` tells when to try again. Arguments and errors are those of `extend`.
        """
        entries, buffers = buffers_of(self._columns, batch)
        return self._core.try_extend(entries, buffers)

    def trace_in(self, stream: TraceStream, event: SupportsIndex) -> None:
        """What the context does from now on is recorded for this stream and event, if its writer has a trace.

        Raises:
            MisuseError: the stream is of another trace, or the context is in use by another thread.
        """
        if not isinstance(stream, TraceStream):
            raise TypeError(f"stream is {stream!r} of type {type(stream).__name__}, expected one of trace.stream(name)")
        stream.require_of(self._trace)
        self._core.trace_in(stream.row, whole_number(event, "event", 0, 2**64 - 1))

    def when_ready(self) -> Future[None]:
        """A future that is done when `try_extend` should be tried again: now, or when a cluster of any context is in
        the file.

        `asyncio.wrap_future` makes it awaitable. Its callbacks run in the thread that wrote the cluster, and should be
        short.

        >>> async def fill(context, batch):
        ...     while not context.try_extend(batch):
        ...         await asyncio.wrap_future(context.when_ready())

        Raises:
            MisuseError: the context is closed or in use by another thread.
        """
        ready: Future[None] = Future()

        def set_ready() -> None:
            if ready.set_running_or_notify_cancel():
                ready.set_result(None)

        self._core.when_ready(set_ready)
        return ready

    def begin_sequence(self, number: SupportsIndex) -> None:
        """Entries from here on belong to part `number` of the job. Small parts share clusters with their neighbours.

        With order="sequence" the file has the parts in order of their numbers, whichever context fills them and when.
        Raises MisuseError for a smaller number than before, FileIOError as `hand_over`.
        """
        self._core.begin_sequence(part_number(number))

    def refresh(self) -> None:
        """Adopt columns that `ParallelWriter.add_columns` has added: batches from here on have them, too.

        Writes the held entries as a cluster. Raises FileIOError.
        """
        self._core.refresh()
        self._columns = self._core.columns

    def hand_over(self) -> None:
        """Hand over the held entries, so that the next checkpoint or close saves them.

        Few entries are gathered until they make a cluster of reasonable size. Raises FileIOError; what could not be
        written is kept."""
        self._core.hand_over()

    def flush(self) -> None:
        """Write the entries that are held or handed over as a cluster of any size. Raises FileIOError."""
        self._core.flush()

    def close(self) -> None:
        """Hand over, and end the context. A second call does nothing. Raises FileIOError."""
        if not self._core.closed:
            self._core.close()

    def abandon(self) -> int:
        """Drop the entries since the last cluster, `hand_over` or part, and end the context; the writer's close does
        not report them.

        Returns their number. Raises MisuseError when the writer no longer exists, or in a forked child.
        """
        return 0 if self._core.closed else self._core.abandon()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._core.closed

    @property
    def entries(self) -> int:
        """Entries filled so far, written or not."""
        return self._core.entries

    @property
    def held_entries(self) -> int:
        """The number of entries that are in no cluster yet."""
        return self._core.held_entries

    @property
    def times(self) -> dict[str, float]:
        """Seconds spent so far, by "fill", "encode", "compress", "write", "commit" and "wait"."""
        return self._core.seconds

    def __enter__(self) -> FillContext:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        leave(error, "what the context held could not be written", self.close)

    def __repr__(self) -> str:
        return f"<FillContext ({'closed' if self.closed else 'open'})>"


@overload
def part_number(sequence: SupportsIndex) -> int: ...
@overload
def part_number(sequence: SupportsIndex | None) -> int | None: ...
def part_number(sequence: SupportsIndex | None) -> int | None:
    """The number of a part of the job, or none."""
    if sequence is None:
        return None
    number = whole_number(sequence, "the number of a part")
    if not 0 <= number < 2**64:
        raise MisuseError(f"part {number} of the job, expected a number from 0 to {2**64 - 1}")
    return number
