"""Rows of a frame as a table of text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

from ramet import _core
from ramet.reading.libraries.arrays import numpy_of

__all__ = ["table_text"]

Cell = list[str]


def table_text(
    names: Sequence[str],
    arrays: Sequence[_core.Array],
    entries: Sequence[int],
    most_elements: int | None = None,
    characters: Collection[str] = (),
    *,
    most_width: int | None = None,
) -> str:
    """Rows with a line for each element of lists, or for so many at most, as RDataFrame's Display writes them: a row
    has the number of its entry. Of the columns of `characters`, lists are shown as text. Of
    a table that is wider than `most_width`, "..." stands for the columns beyond, but not for the first one."""
    rows = len(entries)
    cells = [[[str(entry)] for entry in entries]]
    for name, array in zip(names, arrays, strict=True):
        to_cell = _characters if name in characters else _cell
        cells.append([_shortened(to_cell(value), most_elements) for value in numpy_of(array)[:rows]])
    titles = ["Row", *names]
    widths = [
        max([len(title), *(len(line) for cell in column for line in cell)]) + 1
        for title, column in zip(titles, cells, strict=True)
    ]
    ends = accumulate(width + 2 for width in widths)  # with a line and a blank
    kept = len(titles) if most_width is None else max(2, sum(1 for end in ends if end <= most_width))
    if kept < len(titles):
        titles = [*titles[:kept], "..."]
        heights = [max(1, *(len(column[row]) for column in cells[:kept])) for row in range(rows)]
        cells = [*cells[:kept], [["..."] * height for height in heights]]
        widths = [*widths[:kept], 4]
    rule = "+" + "".join("-" * (width + 1) + "+" for width in widths)
    lines = [rule, "| " + "".join(f"{title:<{width}}| " for title, width in zip(titles, widths, strict=True)), rule]
    for row in range(rows):
        height = max(1, *(len(column[row]) for column in cells))
        for number in range(height):
            texts = [column[row][number] if number < len(column[row]) else "" for column in cells]
            lines.append("| " + "".join(f"{text:<{width}}| " for text, width in zip(texts, widths, strict=True)))
        lines.append(rule)
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> Cell:
    if isinstance(value, str) or not hasattr(value, "__len__"):
        return [_text(value)]
    return [_text(item) for item in value]


def _characters(value: Any) -> Cell:
    return [bytes(int(one) & 0xFF for one in value).partition(b"\0")[0].decode(errors="replace")]


def _shortened(cell: Cell, most: int | None) -> Cell:
    return cell if most is None or len(cell) <= most else [*cell[:most], "..."]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if hasattr(value, "__len__"):
        return "{ " + ", ".join(_inner_text(item) for item in value) + " }" if len(value) else "{}"
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind == "b" or isinstance(value, bool):
        return "true" if value else "false"
    if kind == "f" or isinstance(value, float):
        return f"{float(value):f}"
    return str(value)


def _inner_text(value: Any) -> str:
    """What stands in a list in a list: real numbers with as many digits as they have."""
    kind = str(getattr(value, "dtype", ""))
    if kind == "float32":
        return f"{float(value):#.6g}f"
    return f"{float(value):#.8g}" if kind == "float64" or isinstance(value, float) else _text(value)
