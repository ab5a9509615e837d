"""The first rows of a frame as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from ramet import _core
from ramet.errors import UnsupportedError
from ramet.frames.results import Result

__all__ = ["ShownRows", "make_portable"]


class ShownRows(Result[str]):
    """The first rows as text. Reading ends behind them; when parts of the entries are done by others, who do not know
    what came before, each takes so many rows. Threads: as Result.

    Args:
        core: the frame.
        columns: what to take.
        rows: how many.
        read: makes the text of what was taken.
        keeps: functions of the user's.
    """

    def __init__(
        self,
        core: _core.Frame,
        columns: Sequence[str],
        rows: int,
        read: Callable[[_core.Booked], str],
        keeps: tuple[Any, ...],
    ) -> None:
        super().__init__(core.range(0, rows, 1).take(columns), read, "rows", keeps)
        self._in_parts = partial(core.take, columns, rows)
        _waiting[id(self)] = self

    def make_portable(self) -> None:
        """Have others do parts of it, if it was not computed yet."""
        if self.is_ready:
            return
        try:
            _core.parts_of_run(self._booked)
        except UnsupportedError:  # there is a filter before the rows, or something else that they cannot compute
            self._booked = self._in_parts()


# A run has all that was asked of its source. By number: to compare results is to compute them.
_waiting: WeakValueDictionary[int, ShownRows] = WeakValueDictionary()


def make_portable() -> None:
    """Have others do parts of all rows that were asked for and not computed yet."""
    for number, rows in list(_waiting.items()):
        rows.make_portable()
        _waiting.pop(number, None)
