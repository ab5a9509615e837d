"""Views in notebooks: small tables of HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

__all__ = ["ShownText", "code_html", "table_html"]

_MOST_ROWS = 100
_MOST_CHARACTERS = 200  # of a cell


class ShownText(str):
    """A text of several lines, which notebooks show as it is. Threads: immutable."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self)}</pre>"


def code_html(text: str) -> str:
    """A line of text as it is."""
    return f"<code>{_escaped(text)}</code>"


def table_html(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], number_of_rows: int) -> str:
    """A table of texts, whose first rows are shown when there are many.

    >>> table_html("a<b", ["name"], [["x"]], 1)
    '<table><caption>a&lt;b</caption><tr><th>name</th></tr><tr><td>x</td></tr></table>'
    """
    lines = [f"<table><caption>{_escaped(caption)}</caption>", _row("th", head)]
    lines += [_row("td", row) for row in islice(rows, _MOST_ROWS)]
    if number_of_rows > _MOST_ROWS:
        lines.append(f'<tr><td colspan="{len(head)}">and {number_of_rows - _MOST_ROWS} more</td></tr>')
    return "".join([*lines, "</table>"])


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(_cells(tag, cells))}</tr>"


def _cells(tag: str, cells: Iterable[str]) -> Iterator[str]:
    return (f"<{tag}>{_escaped(cell)}</{tag}>" for cell in cells)


def _escaped(text: str) -> str:
    return html.escape(text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…")
