"""What goes wrong with workers."""

from __future__ import annotations

from ramet.errors import RametError

__all__ = ["LeftOutWarning", "WorkerLostError"]


class WorkerLostError(RametError, ConnectionError):
    """A worker ended, did not answer, or answered with damaged bytes; the message says which one, and what it did."""


class LeftOutWarning(UserWarning):
    """Tasks that no worker could do were left out, as `allow_failures` allows; the message says which, and why."""
