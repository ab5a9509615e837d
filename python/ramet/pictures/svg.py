"""Shapes of SVG, as text."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

import numpy as np
from ramet.histograms.axis import Floats

__all__ = ["area", "box", "document", "line", "moved", "number", "path", "polyline", "steps", "text"]


def number(value: float) -> str:
    """A coordinate, to a tenth of a unit: pictures are small, and the same on all machines.

    >>> number(12.04), number(-0.01), number(7.25)
    ('12', '0', '7.2')
    """
    rounded = round(float(value), 1)
    return f"{rounded:g}" if rounded else "0"


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """A straight line."""
    return f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" {style}/>'


def box(x: float, y: float, width: float, height: float, style: str) -> str:
    """A rectangle."""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" {style}/>'


def path(commands: str, style: str) -> str:
    """Lines by the commands of a path."""
    return f'<path d="{commands}" {style}/>'


def polyline(x: Iterable[float], y: Iterable[float]) -> str:
    """The commands of lines from point to point."""
    return "M" + "L".join(f"{number(one)} {number(other)}" for one, other in zip(x, y, strict=True))


def steps(edges: Floats, heights: Floats) -> str:
    """The commands of a line over bins, from the left to the right."""
    commands = [f"M{number(edges[0])} {number(heights[0])}H{number(edges[1])}"]
    for before, height, end in zip(heights[:-1], heights[1:], edges[2:], strict=True):
        if number(height) != number(before):
            commands.append(f"V{number(height)}")
        commands.append(f"H{number(end)}")
    return "".join(commands)


def back_steps(edges: Floats, heights: Floats) -> str:
    """The commands of the way back under such a line, from the right to the left."""
    back = steps(edges[::-1], heights[::-1])
    return f"V{number(heights[-1])}{back[back.index('H') :]}Z"


def area(edges: Floats, upper: Floats, lower: Floats) -> str:
    """The commands around the area between two heights of each bin."""
    return steps(edges, np.asarray(upper)) + back_steps(edges, np.asarray(lower))


def text(x: float, y: float, words: str, style: str = 'text-anchor="start"') -> str:
    """A text on one line."""
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{html.escape(words)}</text>'


def moved(shapes: Sequence[str], down: float) -> str:
    """Shapes at another height."""
    return "\n".join([f'<g transform="translate(0 {number(down)})">', *shapes, "</g>"])


def document(width: float, height: float, title: str, shapes: Sequence[str]) -> str:
    """A whole picture on white ground."""
    size = f'width="{number(width)}" height="{number(height)}"'
    named = f' aria-label="{html.escape(title)}"' if title else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(width)} {number(height)}" role="img"'
            f'{named} font-family="sans-serif" font-size="13">',
            f'<rect {size} fill="#ffffff"/>',
            *shapes,
            "</svg>\n",
        ]
    )
