"""What ROOT's TH1 keeps for all histograms that are made from then on."""

from __future__ import annotations

import threading

__all__ = ["keeps_squares", "set_keeps_squares"]


class _Defaults:
    """Whether new histograms keep sums of squared weights. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keeps_squares = False

    def set(self, keeps: bool) -> None:  # noqa: FBT001
        with self._lock:
            self._keeps_squares = keeps

    def get(self) -> bool:
        with self._lock:
            return self._keeps_squares


_defaults = _Defaults()


def set_keeps_squares(keeps: bool) -> None:  # noqa: FBT001 - as SetDefaultSumw2 has it
    """Say whether histograms that are made from here on keep sums of squared weights."""
    _defaults.set(keeps)


def keeps_squares() -> bool:
    """Whether histograms that are made now keep them."""
    return _defaults.get()
