"""What one thread at a time fills a shared tree or ntuple with."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType
from typing import Any, SupportsIndex, overload

from ramet import _core
from ramet.arguments import whole_number
from ramet.errors import MisuseError
from ramet.writing.columns.batch import buffers_of
from ramet.writing.leaving import leave

__all__ = ["FillContext", "part_number"]


class FillContext:
    """One stream of entries into the tree of a parallel writer; `ParallelWriter.context` makes it.

    One thread at a time may use it, a second one gets a MisuseError; different contexts share nothing while they fill.
    Close it, or use it in a `with` statement: the entries that a context holds when it goes without are lost, those
    since its last cluster or flush, and the writer's close says so. In a child that was forked its calls raise a
    MisuseError: other processes `join` what the writer `share`s.
    """

    def __init__(self, core: _core.FillContext) -> None:
        self._core = core
        self._columns = core.columns

    def extend(self, batch: Any) -> None:
        """Add entries. When they make a cluster, it is encoded, compressed and written, here and now.

        The interpreter's lock is released meanwhile; Ctrl-C stops it, and entries that were added stay.

        Args:
            batch: a mapping from names to arrays of equal length, an awkward array of records, a structured array or a
                data frame. Jagged columns are awkward arrays or pairs (offsets, content) of NumPy arrays, where entry i
                has content[offsets[i]:offsets[i + 1]]; the content of a group is a mapping from its members' names to
                arrays.

        Raises:
            TypeError: values of a type that is not the column's; nothing is added.
            MisuseError: names or lengths do not fit, a value would be lost, the context is closed or in use by another
                thread; nothing is added.
            FileIOError: the system refused to write; what was added is kept, and written with what follows.
        """
        entries, buffers = buffers_of(self._columns, batch)
        self._core.extend(entries, buffers)

    def try_extend(self, batch: Any) -> bool:
        """Add entries if there is memory for them now: never waits for other contexts.

        False, and nothing is added, when clusters that are on their way to the file have to give memory back first:
        `when_ready` says when to try again. Arguments and errors are those of `extend`.
        """
        entries, buffers = buffers_of(self._columns, batch)
        return self._core.try_extend(entries, buffers)

    def when_ready(self) -> Future[None]:
        """A future that is done when another `try_extend` is worth it: now, or when a cluster of any context is in the
        file.

        `asyncio.wrap_future` makes it something to await. Its callbacks run in the thread that wrote the cluster, and
        should not keep it long.

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
        """From here on entries belong to part `number` of the job. Small parts share clusters with their neighbours.

        With order="sequence" the file has the parts in order of their numbers, whichever context filled them and when.
        Raises MisuseError for a smaller number than before, FileIOError as `flush`.
        """
        self._core.begin_sequence(part_number(number))

    def refresh(self) -> None:
        """Take up the columns that `ParallelWriter.add_columns` added since: batches from here on have them, too.

        It writes what is held as a cluster. Raises FileIOError.
        """
        self._core.refresh()
        self._columns = self._core.columns

    def flush(self) -> None:
        """Hand over what is held: the next checkpoint or close saves it.

        Few entries are gathered with what follows until they make a healthy cluster. Raises FileIOError; what could not
        be written is kept."""
        self._core.flush()

    def write_now(self) -> None:
        """Write what is held and what was flushed as a cluster, however small. Raises FileIOError as `flush`."""
        self._core.write_now()

    def close(self) -> None:
        """Flush and end. A second time does nothing. Raises FileIOError."""
        if not self._core.closed:
            self._core.close()

    def abandon(self) -> int:
        """Give up what came since the last cluster, flush or part, and end; the writer's close does not complain of it.

        Returns how many entries these are. Raises MisuseError when the writer is gone, or in a child that was forked.
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
        """Those of them that are in no cluster yet."""
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
