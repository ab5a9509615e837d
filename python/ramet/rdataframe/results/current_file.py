"""The file that objects write themselves into, as ROOT's gDirectory."""

from __future__ import annotations

import threading
from typing import Any

from ramet.errors import MisuseError

__all__ = ["current_file", "end_file", "set_current_file"]


class _Opened:
    """The files that are open for writing, the current one last. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: list[Any] = []

    def set(self, file: Any) -> None:
        with self._lock:
            self._files = [*(one for one in self._files if one is not file), file]

    def end(self, file: Any) -> None:
        with self._lock:
            self._files = [one for one in self._files if one is not file]

    def last(self) -> Any:
        with self._lock:
            return self._files[-1] if self._files else None


_opened = _Opened()


def set_current_file(file: Any) -> None:
    """Make it the file that is written into."""
    _opened.set(file)


def end_file(file: Any) -> None:
    """It is written into no longer."""
    _opened.end(file)


def current_file() -> Any:
    """The file that is written into. Raises MisuseError without one."""
    found = _opened.last()
    if found is None:
        raise MisuseError("Write: no file is open for writing: TFile(path, 'RECREATE')")
    return found
