"""Writing: new files, trees, the parallel writer."""

from __future__ import annotations

from typing import Any

_OF_UPROOT = ("WritableBranch", "WritableDirectory", "WritableFile", "WritableTree", "create", "recreate", "update")


def __getattr__(name: str) -> Any:
    """The names that programs use from uproot's module of this name."""
    import ramet
    from ramet.of_uproot import modules

    if name == "writable":
        return modules.writable
    if name == "WritableNTuple":
        return ramet.WritableTree
    if name in _OF_UPROOT:
        return getattr(ramet, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
