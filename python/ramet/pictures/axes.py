"""The axes around a picture, with ticks, labels, the title and the legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ramet.pictures import svg
from ramet.pictures.marks import Mark
from ramet.pictures.scales import Scale

__all__ = ["Axes", "Layout"]

_INK = "#222222"
_LINE = f'stroke="{_INK}" fill="none"'
_LETTER = 7.2  # the width of a letter, about
_ROW = 20


@dataclass(frozen=True)
class Layout:
    """Where the parts of a picture are. Threads: immutable."""

    width: float
    height: float
    top: float
    """The upper end of the frame."""
    legend: str
    has_x_labels: bool = True

    @property
    def left(self) -> float:
        """The left end of the frame."""
        return 72

    @property
    def right(self) -> float:
        """The right end."""
        return self.width - 20

    @property
    def bottom(self) -> float:
        """The lower end."""
        return self.height - 52


@dataclass(frozen=True)
class Axes:
    """Both axes, their labels, and the title. Threads: immutable."""

    layout: Layout
    x: Scale
    y: Scale
    title: str
    x_label: str
    y_label: str

    def shapes(self) -> Iterator[str]:
        """All but the legend."""
        layout = self.layout
        width, height = layout.right - layout.left, layout.bottom - layout.top
        yield svg.path("".join(self._tick_lines()), _LINE)
        yield svg.box(layout.left, layout.top, width, height, _LINE)
        for tick in self.x.ticks():
            if tick.text and layout.has_x_labels:
                at = float(self.x(tick.value))
                yield svg.text(at, layout.bottom + 18, tick.text, 'text-anchor="middle"')
        for tick in self.y.ticks():
            if tick.text:
                at = float(self.y(tick.value))
                yield svg.text(layout.left - 8, at + 4.5, tick.text, 'text-anchor="end"')
        yield from self._labels()

    def _labels(self) -> Iterator[str]:
        layout = self.layout
        if self.title:
            middle = (layout.left + layout.right) / 2
            yield svg.text(middle, 26, self.title, 'text-anchor="middle" font-size="15"')
        if self.x_label and layout.has_x_labels:
            yield svg.text(layout.right, layout.height - 12, self.x_label, 'text-anchor="end" font-size="14"')
        if self.y_label:
            turned = f'transform="rotate(-90 16 {svg.number(layout.top)})"'
            yield svg.text(16, layout.top, self.y_label, f'text-anchor="end" font-size="14" {turned}')

    def _tick_lines(self) -> Iterator[str]:
        layout = self.layout
        for tick in self.x.ticks():
            yield f"M{svg.number(float(self.x(tick.value)))} {svg.number(layout.bottom)}v-{8 if tick.text else 4}"
        for tick in self.y.ticks():
            yield f"M{svg.number(layout.left)} {svg.number(float(self.y(tick.value)))}h{8 if tick.text else 4}"

    def legend(self, marks: Sequence[Mark]) -> Iterator[str]:
        """A sample and the label of each mark."""
        longest = max((len(mark.label) for mark in marks), default=0) * _LETTER
        begin = self.layout.left + 26 if self.layout.legend == "left" else self.layout.right - 46 - longest
        for number, mark in enumerate(marks):
            at = self.layout.top + 20 + number * _ROW
            yield mark.sample(begin, at)
            yield svg.text(begin + 18, at + 4.5, mark.label)
