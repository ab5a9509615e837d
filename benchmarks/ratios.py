"""Ratios of medians, and tables of them."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable

__all__ = ["Cell", "Key", "Ratios", "Samples", "serial_columns", "table"]

Key = tuple[str, str, int]  # contender, variant, threads
Samples = defaultdict[Key, list[dict[str, float]]]
Cell = Callable[[str], str]  # of a row's variant


class Ratios:
    """Cells of a table: each gives, for a variant, the ratio of two contenders' medians."""

    def __init__(self, samples: Samples) -> None:
        self.samples = samples

    def median(self, key: Key, what: str = "wall") -> float | None:
        values = self.samples.get(key)
        return statistics.median(value[what] for value in values) if values else None

    def of(self, above: tuple[str, int], below: tuple[str, int], what: str = "wall") -> Cell:
        """The ratio of a contender with some threads to another one."""

        def cell(variant: str) -> str:
            a = self.median((above[0], variant, above[1]), what)
            b = self.median((below[0], variant, below[1]), what)
            return "–" if a is None or not b else f"{a / b:.2f}"

        return cell

    def serial(self, threads: int | None, ours: str = "ramet") -> Cell:
        """The serial part of one thread's time, or the speed-up that it allows."""

        def cell(variant: str) -> str:
            wall, serial = (self.median((ours, variant, 1), what) for what in ("wall", "serial"))
            if not wall or serial is None:
                return "–"
            fraction = serial / wall
            return f"{100 * fraction:.2f} %" if threads is None else f"{1 / (fraction + (1 - fraction) / threads):.1f}"

        return cell


def table(head: str, rows: list[str], columns: list[tuple[str, Cell]]) -> list[str]:
    lines = [f"| {head} | " + " | ".join(name for name, _ in columns) + " |", "|---|" + "--:|" * len(columns)]
    return lines + [f"| {row} | " + " | ".join(cell(row) for _, cell in columns) + " |" for row in rows]


def serial_columns(ratios: Ratios) -> list[tuple[str, Cell]]:
    predicted = [(f"allows with {threads}", ratios.serial(threads)) for threads in (16, 64, 256)]
    return [("serial", ratios.serial(None)), *predicted]
