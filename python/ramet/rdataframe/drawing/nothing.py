"""The object that ROOT gives where there is none: a null pointer, which is false."""

from __future__ import annotations

from typing import Any

__all__ = ["Nothing"]


class Nothing:
    """What `file.Get` gives for a name that is not there: it is false, equal to None, and has nothing. Threads:
    immutable."""

    def __init__(self, name: str = "") -> None:
        self._name = name

    def __bool__(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Nothing)

    def __hash__(self) -> int:
        return hash(None)

    def __repr__(self) -> str:
        return f"<nothing: there is no {self._name!r}>" if self._name else "<nothing>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ReferenceError(f"attempt to access a null-pointer: there is no {self._name!r}, of which .{name} is asked")
