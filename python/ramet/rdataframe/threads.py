"""ROOT's switches of threads. Frames always run on all cores that the process may use, with the same results."""

from __future__ import annotations

import os

from ramet.rdataframe.results.defaults import Switch

__all__ = [
    "DisableImplicitMT",
    "EnableImplicitMT",
    "EnableThreadSafety",
    "IsImplicitMTEnabled",
    "SetOwnership",
    "threads_asked_for",
]


_asked = Switch(0)


def EnableImplicitMT(threads: int = 0) -> None:
    """Say that threads are wanted. They are used in any case; the number is what GetNSlots tells."""
    _asked.set(threads or len(os.sched_getaffinity(0)))


def DisableImplicitMT() -> None:
    """Say that one thread is enough; it changes no result."""
    _asked.set(0)


def IsImplicitMTEnabled() -> bool:
    """Whether EnableImplicitMT was called last."""
    return _asked.get() > 0


def threads_asked_for() -> int:
    """The number of threads that was asked for; 0 for none."""
    return _asked.get()


def EnableThreadSafety() -> None:
    """Do nothing: all of ramet may be used from any thread."""


def SetOwnership(of: object, owned: bool = True) -> None:  # noqa: FBT001, FBT002 - ROOT's order
    """Do nothing: Python owns what it knows."""
