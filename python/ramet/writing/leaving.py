"""The end of `with` statements."""

from __future__ import annotations

from collections.abc import Callable

from ramet.errors import add_note

__all__ = ["leave"]


def leave(error: BaseException | None, failed: str, *ends: Callable[[], None]) -> None:
    """Do what ends it. An error that is under way is kept: what fails then is a note of it, and all is tried."""
    for end in ends:
        if error is None:
            end()
            continue
        try:
            end()
        except Exception as second:
            add_note(error, f"and {failed}: {second}")
