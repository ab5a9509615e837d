"""Histograms that scripts find by their names, as in ROOT's current directory."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from ramet.rdataframe.drawing.nothing import Nothing
from ramet.rdataframe.results.histograms import TH1

__all__ = ["forget_known", "gDirectory", "keep", "keep_bins", "kept_bins", "known", "remember"]


class _Known:
    """Those that were drawn, and those that scripts have made and still have. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._drawn: dict[str, Any] = {}
        self._bins: dict[int, list[int | None]] = {}
        self._made: weakref.WeakValueDictionary[str, TH1] = weakref.WeakValueDictionary()

    def keep(self, value: Any, name: str) -> None:
        with self._lock:
            self._made.pop(name, None)
            self._drawn[name] = value

    def remember(self, value: TH1) -> TH1:
        with self._lock:
            self._drawn.pop(value.GetName(), None)
            self._made[value.GetName()] = value
        return value

    def find(self, name: str) -> Any:
        with self._lock:
            made = self._made.get(name)
            return self._drawn.get(name) if made is None else made

    def keep_bins(self, dimensions: int, bins: list[int | None]) -> None:
        with self._lock:
            self._bins[dimensions] = bins

    def kept_bins(self, dimensions: int) -> list[int | None]:
        with self._lock:
            return self._bins.get(dimensions, [])

    def forget(self) -> None:
        with self._lock:
            self._bins.clear()
            self._drawn.clear()
            self._made.clear()


_known = _Known()


def keep(value: Any, name: str) -> None:
    """Let something be found by a name from here on."""
    _known.keep(value, name)


def remember(value: TH1) -> TH1:
    """Let a histogram be found by its name as long as somebody has it; it is returned."""
    return _known.remember(value)


def known(name: str) -> Any:
    """What has the name; None if there is nothing."""
    return _known.find(name)


def keep_bins(dimensions: int, bins: list[int | None]) -> None:
    """Let histograms of so many axes have these numbers of bins from here on, unless others are said."""
    _known.keep_bins(dimensions, bins)


def kept_bins(dimensions: int) -> list[int | None]:
    """The numbers of bins that were said last for so many axes; none before that."""
    return _known.kept_bins(dimensions)


def forget_known() -> None:
    """Let nothing be found any more."""
    _known.forget()


class _CurrentDirectory:
    """`gDirectory`: what was drawn or made, by name. Threads: any number."""

    def Get(self, name: str) -> Any:
        """What has the name; something that is false if there is nothing."""
        found = known(name)
        return Nothing() if found is None else found

    FindObject = GetObject = __getitem__ = Get

    def cd(self, *_: str) -> bool:
        """Do nothing."""
        return True


gDirectory = _CurrentDirectory()
