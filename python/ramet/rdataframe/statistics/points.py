"""Points of graphs with ROOT's names that are set one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
from ramet.errors import UnsupportedError
from ramet.graphs.graph import Graph
from ramet.rdataframe.results.named import Named

__all__ = ["Points"]


class Points(Named):
    """A graph whose points are set. Threads: one at a time."""

    _of: Graph

    def SetPoint(self, number: int, x: float, y: float) -> None:
        """Set a point; those before it that there are not are at 0."""
        self._change(number, x, y, {})

    def AddPoint(self, x: float, y: float) -> None:
        """Set one more."""
        self._change(len(self._of.x), x, y, {})

    def SetPointX(self, number: int, x: float) -> None:
        """Move a point along x."""
        self._change(number, x, self._of.y[number] if number < len(self._of.y) else 0.0, {})

    def SetPointY(self, number: int, y: float) -> None:
        """Move it along y."""
        self._change(number, self._of.x[number] if number < len(self._of.x) else 0.0, y, {})

    def SetPointError(self, number: int, *errors: float) -> None:
        """Set the errors of a point: along x and y, or the lower and upper ones along x, and those along y.

        Raises:
            UnsupportedError: two or four are wanted, or the graph has no errors.
        """
        if len(errors) not in (2, 4) or self._of.errors("low", "x") is None:
            raise UnsupportedError(f"SetPointError with {len(errors)} errors, of a {self.ClassName()}")
        along, upward = (errors[:1] * 2, errors[1:] * 2) if len(errors) == 2 else (errors[:2], errors[2:])
        place = min(number, len(self._of.x) - 1) if number < len(self._of.x) else None
        x, y = (0.0, 0.0) if place is None else (self._of.x[place], self._of.y[place])
        self._change(number, x, y, {"x": along, "y": upward})

    def _change(self, number: int, x: float, y: float, errors: dict[str, Any]) -> None:
        count = max(len(self._of.x), int(number) + 1)
        coordinates = [np.zeros(count), np.zeros(count)]
        for into, values, value in zip(coordinates, (self._of.x, self._of.y), (x, y), strict=True):
            into[: len(values)] = values
            into[number] = value
        bars: dict[str, Any] = {}
        for axis in "xy":
            kept = self._of.error_bars(axis)
            if kept is not None:
                bars[axis] = np.zeros((2, count))
                bars[axis][:, : kept.shape[1]] = kept
                bars[axis][:, number] = errors.get(axis, bars[axis][:, number])
                if not self.ClassName().startswith("TGraphAsymm") and np.array_equal(*bars[axis]):
                    bars[axis] = bars[axis][0]
        named = {"name": self._of.name, "title": self._of.title}
        self._of = Graph(*coordinates, x_errors=bars.get("x"), y_errors=bars.get("y"), **named)
