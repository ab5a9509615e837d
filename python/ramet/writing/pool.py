"""A pool of contexts, for frameworks whose output may run in any thread, but only in a few at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex

from ramet.arguments import real_number, whole_number
from ramet.errors import MisuseError, add_note
from ramet.session import shared_session
from ramet.writing.leaving import leave

if TYPE_CHECKING:
    from ramet.writing.context import FillContext

__all__ = ["ContextPool"]


class ContextPool:
    """Lends the contexts of a parallel writer, up to a maximum number at a time; `ParallelWriter.pool` makes it.

    It lends the free context that holds the most entries, so that clusters fill up soon; new contexts are made only
    when all are lent. Any thread may call any method. Close it before the writer, or use it in a `with` statement.

    >>> import numpy as np, ramet
    >>> with ramet.ParallelWriter("doc.root", "Events", {"x": "float32"}) as writer:
    ...     with writer.pool(2) as pool:
    ...         with pool.lend() as context:
    ...             context.extend({"x": np.zeros(3)})
    >>> writer.report().entries
    3
    """

    def __init__(self, make: Callable[[], FillContext], most_contexts: SupportsIndex) -> None:
        self._most = whole_number(most_contexts, "most_contexts")
        if self._most < 1:
            raise MisuseError(f"a pool of {self._most} contexts")
        self._make = make
        self._free: list[FillContext] = []
        self._lent = 0
        self._closing = False
        self._changed = threading.Condition()

    @property
    def lent(self) -> int:
        """The number of contexts that are lent."""
        return self._lent

    @contextmanager
    def lend(self, timeout: SupportsFloat | None = None) -> Iterator[FillContext]:
        """Lend a context for a `with` statement; waits while all are lent.

        Raises TimeoutError after `timeout` seconds, MisuseError as `ParallelWriter.context`.
        """
        context = self._take(None if timeout is None else real_number(timeout, "timeout"))
        try:
            yield context
        finally:
            self._give_back(context)

    def _take(self, timeout: float | None) -> FillContext:
        with self._changed:
            if not self._changed.wait_for(lambda: self._lent < self._most and not self._closing, timeout):
                raise TimeoutError(f"{self._most} contexts were lent for {timeout} seconds")
            self._lent += 1
            if self._free:
                fullest = max(self._free, key=lambda context: context.held_entries)
                self._free.remove(fullest)
                return fullest
        try:
            return self._make()
        except BaseException:
            with self._changed:
                self._lent -= 1
                self._changed.notify()
            raise

    def _give_back(self, context: FillContext) -> None:
        with self._changed:
            self._lent -= 1
            self._free.append(context)
            self._changed.notify()

    def close(self) -> None:
        """Close all contexts, in parallel on all cores; other callers wait meanwhile.

        Raises MisuseError while some are lent, FileIOError as their `close`; contexts that could not be closed stay,
        and it may be called again.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._closing)
            if self._lent:
                raise MisuseError(f"{self._lent} contexts of the pool are lent")
            closing, self._free = self._free, []
            self._closing = True
        try:
            _close_side_by_side(closing)
        finally:
            with self._changed:
                self._free += [context for context in closing if not context.closed]
                self._closing = False
                self._changed.notify_all()

    def __enter__(self) -> ContextPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        leave(error, "the pool could not be closed", self.close)

    def __repr__(self) -> str:
        return f"<ContextPool of {self._most}, {self._lent} lent>"


def _close_side_by_side(contexts: list[FillContext]) -> None:
    """Each compresses what it holds, without the interpreter's lock. Of several errors the first is raised, and notes
    the others."""
    if len(contexts) < 2:
        for context in contexts:
            context.close()
        return
    threads = min(len(contexts), max(2, shared_session().threads))
    with ThreadPoolExecutor(threads, "ramet-close") as executor:
        closings = [executor.submit(context.close) for context in contexts]
    errors = [error for closing in closings if (error := closing.exception()) is not None]
    if errors:
        for another in errors[1:]:
            add_note(errors[0], f"and another context could not be closed: {another}")
        raise errors[0]
