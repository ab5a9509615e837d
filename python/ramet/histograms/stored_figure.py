"""What everything of the family of histograms and graphs has in common: it was stored under a name."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

__all__ = ["StoredFigure"]


class FigureCore(Protocol):
    """What C++ tells of every figure."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def class_name(self) -> str: ...


Core = TypeVar("Core", bound=FigureCore)


class StoredFigure(Generic[Core]):
    """A figure as C++ has it, and what it is called."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """Its name in the file it was read from, or as given."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its title; ROOT shows it above the picture."""
        return self._core.title

    @property
    def class_name(self) -> str:
        """ROOT's class, as "TH2F"."""
        return self._core.class_name
