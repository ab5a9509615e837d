"""An answer of a worker of another package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ramet.distribute.errors import WorkerLostError

__all__ = ["ForeignFuture"]


class ForeignFuture:
    """A future of another package, whose errors are lost workers. Threads: as the package's own.

    Args:
        future: with `result`, `add_done_callback`, `done` and `cancel`.
        package: whose workers it is of, for messages.
        cancel: has the package forget or end the task; by default `future.cancel`.
        told: the text of an error.
        timeout: seconds for what is done to come here, after which its worker is taken for lost; None: any time.
    """

    def __init__(
        self,
        future: Any,
        package: str,
        *,
        cancel: Callable[[], object] | None = None,
        told: Callable[[Exception], str] = str,
        timeout: float | None = None,
    ) -> None:
        self._future = future
        self._package = package
        self._told = told
        self._timeout = timeout
        self.cancel: Callable[[], object] = future.cancel if cancel is None else cancel

    def result(self) -> bytes:
        """As of Future."""
        try:
            answer: bytes = self._future.result() if self._timeout is None else self._future.result(self._timeout)
        except Exception as error:
            kind, what = type(error).__name__, self._told(error)
            if kind == "TimeoutError" and not what:
                what = f"its answer did not come within {self._timeout} s"
            message = f"a worker of {self._package}: {kind}: {what}"
            raise WorkerLostError(message) from error
        return answer

    def add_done_callback(self, function: Callable[[Any], object]) -> None:
        """As of Future."""
        held = [self]  # and no longer than until then, or the answer would be held by a cycle

        def told(_: Any) -> None:
            try:
                done = held.pop()
            except IndexError:  # some tell twice
                return
            function(done)

        self._future.add_done_callback(told)

    def is_done(self) -> bool:
        """Whether there is an answer, or none will come."""
        return bool(self._future.done())
