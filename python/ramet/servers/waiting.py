"""Waiting for answers that come on threads of others: with an end, and so that Ctrl-C ends it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Any, TypeVar

from ramet.servers.readers import Piece

__all__ = ["Answers", "Watched"]

_Value = TypeVar("_Value")


class Answers:
    """Those that somebody waits for. Threads: any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: set[Future[Any]] = set()

    def wait(self, ask: Callable[[Callable[[_Value], None]], None], seconds: float, doing: str) -> _Value:
        """Ask for something, and wait for it.

        Args:
            ask: gets the function to call with the answer, on any thread, also when nobody waits any longer.
            seconds: to wait.
            doing: what is done, for messages.

        Raises:
            TimeoutError: no answer came in time.
            CancelledError: `interrupt` was called, or Ctrl-C was pressed while another thread waited.
        """
        answer: Future[_Value] = Future()

        def take(value: _Value) -> None:
            with self._lock:
                if not answer.done():
                    answer.set_result(value)

        with self._lock:
            self._pending.add(answer)
        try:
            ask(take)
            return answer.result(seconds)
        except NotInTime:
            raise TimeoutError(f"{doing}: no answer in {seconds:g} s") from None
        except KeyboardInterrupt:
            self.interrupt()
            raise
        finally:
            with self._lock:
                self._pending.discard(answer)

    def interrupt(self) -> None:
        """Have all that wait now end with a CancelledError."""
        with self._lock:
            for answer in self._pending:
                if not answer.done():
                    answer.set_exception(CancelledError("stopped on request"))


class Watched:
    """Bytes on their way; when Ctrl-C ends the wait for them, all waits end. Threads: any."""

    def __init__(self, piece: Piece, answers: Answers) -> None:
        self._piece = piece
        self._answers = answers

    def result(self) -> bytes:
        """Wait for them."""
        try:
            return self._piece.result()
        except KeyboardInterrupt:
            self._answers.interrupt()
            raise

    def cancel(self) -> bool:
        """Nobody waits for them."""
        return self._piece.cancel()
