"""The scales of a picture: where a value is, and the ticks of an axis."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from ramet.histograms.axis import Floats

__all__ = ["Scale", "Tick", "linear_ticks", "logarithmic_ticks"]

_MOST_TICKS = 7
_ROOM, _ROOM_UPRIGHT = 75, 40  # of a tick, in pixels
_STEPS = (1.0, 2.0, 5.0, 10.0)
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True)
class Tick:
    """A mark on an axis. Threads: immutable."""

    value: float
    text: str = ""
    """Empty for the small ones between."""


@dataclass(frozen=True)
class Scale:
    """Where values are in a picture, in its units. Threads: immutable."""

    low: float
    high: float
    begin: float
    """Where the low end is."""
    end: float
    is_logarithmic: bool = False

    def __call__(self, values: Any) -> Floats:
        """The places of values; those beyond an end are at the end, and what is no number at the low one."""
        given = np.nan_to_num(np.asarray(values, dtype=np.float64), nan=self.low, posinf=self.high, neginf=self.low)
        if self.is_logarithmic:
            parts = np.log(np.maximum(given, self.low) / self.low) / math.log(self.high / self.low)
        else:
            parts = (given - self.low) / (self.high - self.low)
        places: Floats = self.begin + (self.end - self.begin) * np.clip(parts, 0, 1)
        return places

    @property
    def base(self) -> float:
        """Where bars begin: at 0, or at the end that is next to it."""
        return float(self(self.low if self.is_logarithmic else 0.0))

    def ticks(self) -> list[Tick]:
        """The marks of its axis, as many as there is room for: numbers are wider than high."""
        room = abs(self.end - self.begin) / (_ROOM_UPRIGHT if self.end < self.begin else _ROOM)
        most = max(3, min(round(room), _MOST_TICKS))
        return (logarithmic_ticks if self.is_logarithmic else linear_ticks)(self.low, self.high, most)


def linear_ticks(low: float, high: float, most: int = _MOST_TICKS) -> list[Tick]:
    """Ticks at multiples of 1, 2 or 5 times a power of ten.

    >>> [tick.text for tick in linear_ticks(0, 2500)]
    ['0', '500', '1,000', '1,500', '2,000', '2,500']
    """
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in _STEPS if one * power >= rough * (1 - 1e-9))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [Tick(number * step, _number_text(number * step, step, decimals)) for number in range(first, last + 1)]


def _number_text(value: float, step: float, decimals: int) -> str:
    if abs(value) < step / 2:
        return "0"
    if max(abs(value), step) >= 1e7 or step < 1e-5:
        return f"{value:g}"
    return f"{value:,.{decimals}f}"


def logarithmic_ticks(low: float, high: float, most: int = _MOST_TICKS) -> list[Tick]:
    """Ticks at powers of ten, with small ones between them where these are few.

    >>> [tick.text for tick in logarithmic_ticks(0.5, 2000) if tick.text]
    ['1', '10', '10²', '10³']
    """
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    every = max(1, math.ceil((last - first) / most))
    ticks = []
    for exponent in range(first, last + 1):
        if low <= 10.0**exponent * (1 + 1e-9) and 10.0**exponent <= high * (1 + 1e-9):
            text = {0: "1", 1: "10"}.get(exponent, f"10{str(exponent).translate(_RAISED)}")
            ticks.append(Tick(10.0**exponent, text if exponent % every == 0 else ""))
        if every == 1:
            between = (digit * 10.0**exponent for digit in range(2, 10))
            ticks += [Tick(value) for value in between if low <= value <= high]
    return ticks
