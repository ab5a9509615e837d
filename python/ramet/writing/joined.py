"""A process that fills the file of another one."""

from __future__ import annotations

import os
import weakref
from types import TracebackType
from typing import Any, SupportsIndex

from ramet import _core
from ramet.errors import MisuseError
from ramet.sizes import byte_count
from ramet.tracing.trace import FileTrace, Trace
from ramet.writing.context import FillContext, part_number
from ramet.writing.leaving import leave
from ramet.writing.parallel import session_of
from ramet.writing.shared import SharedFile

__all__ = ["JoinedWriter", "join"]


class JoinedWriter:
    """Fills the trees of a file that another process owns; `ramet.join` makes it.

    It takes space in the file by one atomic addition, like the owner's contexts, writes its clusters directly to the
    file, and records them in a journal that the owner reads at checkpoints and when it closes the file. Any thread may
    call any method. Close it, or use it in a `with` statement: the owner's close does not wait, and raises an error
    instead.
    """

    def __init__(self, core: _core.JoinedWriter) -> None:
        self._core = core
        self._contexts: weakref.WeakSet[FillContext] = weakref.WeakSet()
        self._trace = FileTrace()
        self._closed = False

    def keys(self) -> list[str]:
        """The paths of the trees, for example "dir/Events"."""
        return self._core.names()

    def context(self, sequence: SupportsIndex | None = None, *, tree: str | None = None) -> FillContext:
        """A new context, for one thread at a time.

        Args:
            sequence: the part of the job that its entries belong to; by default one that no context of any process has
                had. A part is one context's.
            tree: its path; may be left out when there is only one.

        Raises:
            KeyInFileError: there is no such tree.
            MisuseError: this writer or the file is closed, or the memory budget leaves no room for one more.
        """
        if tree is None:
            names = self.keys()
            if len(names) != 1:
                raise MisuseError(f"the file has the trees {', '.join(names)}: say which one")
            tree = names[0]
        core = self._core.tree(tree.strip("/"))
        context = FillContext(core.context(part_number(sequence)), self._trace.trace)
        self._contexts.add(context)
        return context

    def trace(self, into: str | os.PathLike[str] | Trace) -> Trace:
        """Record what contexts of this process do that are made from now on, as `ParallelWriter.trace` does.

        Args:
            into: the path of a trace of this process, which is saved when the writer is closed; or a trace that others
                of the process record to, too.

        Returns:
            The trace.

        Raises:
            MisuseError: it has a trace.
        """
        trace = self._trace.begin(into)
        self._core.trace(trace.recorder)
        return trace

    def flush(self) -> None:
        """Write everything that contexts have handed over or ended, so that the owner's next checkpoint includes it.

        Raises FileIOError; what could not be written is kept."""
        self._core.flush()

    def close(self) -> None:
        """Write everything that contexts have ended, and leave. A second call does nothing.

        Raises:
            MisuseError: contexts are open, or the owner has ended the file.
            FileIOError: the system refused to write; it may be called again.
        """
        if not self._closed:
            self._core.close()
            self._closed = True
            self._trace.save()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    @property
    def number(self) -> int:
        """The number of the process, counted from 0 in the order of joining."""
        return self._core.number

    def __enter__(self) -> JoinedWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        contexts = [] if error is None else list(self._contexts)  # that are open are an error of their own
        leave(error, "the shared file could not be left", *(one.close for one in contexts), self.close)

    def __repr__(self) -> str:
        return f"<JoinedWriter {self.number} ({'closed' if self._closed else 'open'})>"


def join(
    shared: SharedFile,
    *,
    memory_budget: SupportsIndex | str | None = None,
    encoder_threads: SupportsIndex = 0,
    counters: Any = None,
) -> JoinedWriter:
    """Join a file that another process owns and shares, to fill it.

    Args:
        shared: what `ParallelWriter.share` returned there.
        memory_budget: bytes that all contexts of this process together may hold; by default the owner's budget.
        encoder_threads: 0: the thread that fills encodes and compresses; more: so many threads share that work.
        counters: those that the owner gave to `share` in place of mapped memory; see ramet.mpi.

    Raises:
        MisuseError: the file is no longer shared.
        FileIOError: the system refuses to open the file, or its folder of journals.
        CorruptError: the handle is damaged.
    """
    budget = None if memory_budget is None else byte_count(memory_budget, "memory_budget")
    return JoinedWriter(_core.JoinedWriter.join(shared.handle, budget, session_of(encoder_threads), counters))
