"""Reading: files, directories, trees, branches."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """The names that programs use from uproot's module of this name."""
    import ramet

    if name in ("ReadOnlyDirectory", "ReadOnlyFile", "open"):
        return getattr(ramet, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
