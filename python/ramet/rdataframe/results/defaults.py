"""What scripts say of ROOT for all that follows: what its TH1 keeps in histograms that are made."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

__all__ = ["Switch", "keeps_squares", "set_keeps_squares"]

_T = TypeVar("_T")


class Switch(Generic[_T]):
    """What a script asked for last. Threads: any number."""

    def __init__(self, value: _T) -> None:
        self._lock = threading.Lock()
        self._value = value

    def set(self, value: _T) -> None:
        """Ask for something else."""
        with self._lock:
            self._value = value

    def get(self) -> _T:
        """What was asked for."""
        with self._lock:
            return self._value


_keeps_squares = Switch(value=False)


def set_keeps_squares(keeps: bool) -> None:  # noqa: FBT001 - as SetDefaultSumw2 has it
    """Say whether histograms that are made from here on keep sums of squared weights."""
    _keeps_squares.set(keeps)


def keeps_squares() -> bool:
    """Whether histograms that are made now keep them."""
    return _keeps_squares.get()
