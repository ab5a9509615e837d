"""Which of the names that a pattern matches it means: as in a shell, not the hidden ones."""

from __future__ import annotations

import fnmatch

__all__ = ["is_meant"]


def is_meant(path: str, pattern: str) -> bool:
    """Whether each hidden name in a path, one that begins with a dot, is one that the pattern names with its dot.

    >>> is_meant("runs/.unfinished.root", "runs/*.root"), is_meant("runs/.old/a.root", "runs/.*/*.root")
    (False, True)
    """
    with_dots = [name for name in pattern.split("/") if name.startswith(".")]
    hidden = [name for name in path.split("/") if name.startswith(".")]
    return all(any(fnmatch.fnmatchcase(name, one) for one in with_dots) for name in hidden)
