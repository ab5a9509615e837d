"""Functions of one variable with ROOT's names, which are computed, and fitted to histograms and graphs."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.sources import frame
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function
from ramet.rdataframe.results.named import styled

__all__ = ["TF1", "CalledFormula"]

_STEPS = 100
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_MOST_PARTS = 1000  # of an integral
_GOLDEN = (math.sqrt(5) - 1) / 2


def _integral(of: Callable[[Any], Any], low: float, high: float) -> float:
    """By Gauss's rule for parts, of which the worst is halved until the last digits of the sum are known: of a function
    that jumps they never are, so that there is a most of parts."""

    def gauss(begin: float, end: float) -> float:
        half = (end - begin) / 2
        return float(of((begin + end) / 2 + half * _NODES) @ _WEIGHTS) * half

    def part(begin: float, end: float, whole: float) -> tuple[float, float, float, float, float]:
        middle = (begin + end) / 2
        first, second = gauss(begin, middle), gauss(middle, end)
        return -abs(first + second - whole), begin, end, first, second

    parts = [part(low, high, gauss(low, high))]
    while len(parts) < _MOST_PARTS:
        size = sum(abs(one[3]) + abs(one[4]) for one in parts)
        if not -sum(one[0] for one in parts) > 1e-13 * size:
            break
        _, begin, end, first, second = heapq.heappop(parts)
        middle = (begin + end) / 2
        heapq.heappush(parts, part(begin, middle, first))
        heapq.heappush(parts, part(middle, end, second))
    return math.fsum(one[3] + one[4] for one in parts)


class CalledFormula:
    """A Python function of lists of coordinates and parameters, as a formula. Threads: those of the function."""

    ndim = 1

    def __init__(self, function: Callable[..., Any], count: int) -> None:
        self._function = function
        self.text = getattr(function, "__name__", "function")
        self.parameters = tuple(f"p{number}" for number in range(count))

    def values_at(self, points: Any, parameters: Sequence[float]) -> Any:
        """The values at places, one by one."""
        given = np.asarray(parameters, np.float64)
        call = self._function
        if not self.parameters:
            return np.array([float(call(np.array([one]))) for one in np.asarray(points).tolist()])
        return np.array([float(call(np.array([one]), given)) for one in np.asarray(points).tolist()])


class TF1:
    """A function of x: a name, a formula or a Python function of x and parameters, and the range; of a Python function
    the number of parameters behind it. Threads: one at a time.

    Raises:
        MisuseError: the formula has a mistake.
        UnsupportedError: it has several variables.
    """

    def __init__(self, name: str = "", formula: Any = "0", low: float = 0.0, high: float = 1.0, *more: Any) -> None:
        if callable(formula) and not isinstance(formula, str):
            self._formula: Any = CalledFormula(formula, int(more[0]) if more else 0)
        else:
            self._formula = Formula(str(formula))
        if self._formula.ndim != 1:
            raise UnsupportedError(f"TF1 of the formula '{formula}' of {self._formula.ndim} variables")
        count = len(self._formula.parameters)
        self._name, self._title = str(name), self._formula.text
        self._names = list(self._formula.parameters)
        self._values, self._errors = [0.0] * count, [0.0] * count
        self._limits: list[tuple[float, float] | None] = [None] * count
        self._is_fixed = [False] * count
        self._ends = (float(low), float(high))
        self._found = (0.0, 0)  # chi square, degrees of freedom

    @classmethod
    def of(cls, stored: Function) -> TF1:
        """The function of a file. Raises MisuseError without a formula."""
        low, high = stored.ranges[0]
        made = cls(stored.name, stored.compiled().text, low, high)
        for number, one in enumerate(stored.formula_parameters().values()):
            made._values[number], made._errors[number] = one.value, one.error
            made._limits[number], made._is_fixed[number] = one.bounds, one.is_fixed
        made._found = (stored.chi_square, stored.degrees_of_freedom)
        return made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "SetNpx":
            return lambda *_: None
        return styled(self, name)

    # --- names -------------------------------------------------------------------------------------------------------

    def GetName(self) -> str:
        """Its name."""
        return self._name

    def SetName(self, name: str) -> None:
        """Give it another name."""
        self._name = str(name)

    def GetTitle(self) -> str:
        """Its title: the formula, unless it was given another one."""
        return str(self._title)

    def SetTitle(self, title: str) -> None:
        """Give it another title."""
        self._title = str(title)

    def ClassName(self) -> str:
        """TF1."""
        return "TF1"

    def GetExpFormula(self, option: str = "") -> str:
        """The formula; with "p" with the values of the parameters."""
        text = str(self._formula.text)
        if "p" in option.lower():
            for name, value in zip(self._formula.parameters, self._values, strict=True):
                text = text.replace(f"[{name}]", f"{value:g}").replace(f"[{name.removeprefix('p')}]", f"{value:g}")
        return text

    # --- parameters --------------------------------------------------------------------------------------------------

    def _place(self, which: int | str) -> int:
        if isinstance(which, str):
            if which not in self._names:
                raise MisuseError(f"TF1 {self._name!r} has no parameter {which!r}, but {', '.join(self._names)}")
            return self._names.index(which)
        if not 0 <= int(which) < len(self._names):
            raise MisuseError(f"TF1 {self._name!r} has {len(self._names)} parameters, and no parameter {which}")
        return int(which)

    def SetParameter(self, which: int | str, value: float) -> None:
        """Give a parameter, by its number or name, a value."""
        self._values[self._place(which)] = float(value)

    def SetParameters(self, *values: Any) -> None:
        """Give the first parameters values: as many numbers, or a list of them."""
        given = list(values[0]) if len(values) == 1 and np.ndim(values[0]) == 1 else list(values)
        for number, value in enumerate(given[: len(self._values)]):
            self._values[number] = float(value)

    def GetParameter(self, which: int | str) -> float:
        """The value of a parameter."""
        return self._values[self._place(which)]

    def GetParameters(self) -> Any:
        """The values of all."""
        return np.array(self._values)

    def GetParError(self, which: int | str) -> float:
        """The error of a parameter."""
        return self._errors[self._place(which)]

    def SetParError(self, which: int | str, error: float) -> None:
        """Give it one."""
        self._errors[self._place(which)] = float(error)

    def GetParErrors(self) -> Any:
        """The errors of all."""
        return np.array(self._errors)

    def SetParName(self, which: int, name: str) -> None:
        """Give a parameter a name."""
        self._names[self._place(which)] = str(name)

    def SetParNames(self, *names: str) -> None:
        """Give the first parameters names."""
        for number, name in enumerate(names):
            self.SetParName(number, name)

    def GetParName(self, which: int) -> str:
        """The name of a parameter."""
        return str(self._names[self._place(which)])

    def GetParNumber(self, name: str) -> int:
        """The number of a parameter; -1 if there is none of this name."""
        return self._names.index(name) if name in self._names else -1

    def GetNpar(self) -> int:
        """The number of parameters."""
        return len(self._names)

    def GetNumberFreeParameters(self) -> int:
        """The number of those that a fit changes."""
        return self._is_fixed.count(False)

    def FixParameter(self, which: int | str, value: float) -> None:
        """Keep a parameter at a value in fits."""
        place = self._place(which)
        self._values[place], self._is_fixed[place], self._limits[place] = float(value), True, None

    def ReleaseParameter(self, which: int | str) -> None:
        """Let fits change it, without limits."""
        place = self._place(which)
        self._is_fixed[place], self._limits[place] = False, None

    def SetParLimits(self, which: int | str, low: float, high: float) -> None:
        """Keep a parameter between two values in fits; of equal ones at its value, of two zeros anywhere."""
        place = self._place(which)
        self._limits[place] = (float(low), float(high)) if low < high else None
        self._is_fixed[place] = low >= high and bool(low or high)

    def GetParLimits(self, which: int | str, *_: Any) -> tuple[float, float]:
        """The limits of a parameter; both 0 without."""
        return self._limits[self._place(which)] or (0.0, 0.0)

    # --- values ------------------------------------------------------------------------------------------------------

    def values_at(self, points: Any) -> Any:
        """Its values at places, an array."""
        found = self._formula.values_at(np.ascontiguousarray(points, np.float64), self._values)
        return np.asarray(found)

    def Eval(self, x: float, *_: float) -> float:
        """Its value at a place."""
        return float(self.values_at(np.array([float(x)]))[0])

    def __call__(self, x: Any, parameters: Sequence[float] | None = None, *_: float) -> float:
        """The same, also with other parameters."""
        place = float(x[0] if np.ndim(x) else x)
        given = self._values if parameters is None or not np.ndim(parameters) else list(parameters)
        return float(self._formula.values_at(np.array([place]), given)[0])

    EvalPar = __call__

    def Derivative(self, x: float, *_: Any) -> float:
        """Its slope at a place."""
        step = 1e-3 * (self._ends[1] - self._ends[0] or 1.0)

        def slope(of: float) -> float:
            return (self.Eval(x + of) - self.Eval(x - of)) / (2 * of)

        wide, half, quarter = slope(step), slope(step / 2), slope(step / 4)
        first, second = (4 * half - wide) / 3, (4 * quarter - half) / 3
        return (16 * second - first) / 15

    def Integral(self, low: float, high: float, *_: float) -> float:
        """Its integral between two places."""
        return _integral(self.values_at, float(low), float(high))

    def Mean(self, low: float, high: float, *_: Any) -> float:
        """The mean of x between two places, with its values as weights."""
        made = self._weighted(lambda x: x)
        return made.Integral(low, high) / self.Integral(low, high)

    def _weighted(self, weight: Callable[[Any], Any]) -> TF1:
        of = self

        class Weighted:
            ndim, text, parameters = 1, "", ()

            def values_at(self, points: Any, _: Sequence[float]) -> Any:
                return weight(points) * of.values_at(points)

        made = TF1(self._name, "0", *self._ends)
        made._formula = Weighted()
        return made

    def GetMaximum(self, low: float = 0.0, high: float = 0.0, *_: float) -> float:
        """Its greatest value, in its range or between two places."""
        return self.Eval(self.GetMaximumX(low, high))

    def GetMinimum(self, low: float = 0.0, high: float = 0.0, *_: float) -> float:
        """Its least one."""
        return self.Eval(self.GetMinimumX(low, high))

    def GetMaximumX(self, low: float = 0.0, high: float = 0.0, *_: float) -> float:
        """Where the greatest is."""
        return self._lowest(lambda points: -self.values_at(points), low, high)

    def GetMinimumX(self, low: float = 0.0, high: float = 0.0, *_: float) -> float:
        """Where the least is."""
        return self._lowest(self.values_at, low, high)

    def GetX(self, value: float, low: float = 0.0, high: float = 0.0, *_: float) -> float:
        """Where it has a value."""
        place = self._lowest(lambda points: abs(self.values_at(points) - value), low, high)
        begin, end = self._between(low, high)
        step = (end - begin) / _STEPS
        left, right = max(place - step, begin), min(place + step, end)
        for one, other in ((left, place), (place, right)):
            if (self.Eval(one) - value) * (self.Eval(other) - value) < 0:
                return self._root(value, one, other)
        return place

    def _root(self, value: float, one: float, other: float) -> float:
        is_rising = self.Eval(other) > value
        for _ in range(200):
            middle = (one + other) / 2
            one, other = (one, middle) if (self.Eval(middle) > value) == is_rising else (middle, other)
        return (one + other) / 2

    def _between(self, low: float, high: float) -> tuple[float, float]:
        return (float(low), float(high)) if low < high else self._ends

    def _lowest(self, of: Callable[[Any], Any], low: float, high: float) -> float:
        """The best of as many places, and the least by golden sections between its neighbours."""
        begin, end = self._between(low, high)
        places = np.linspace(begin, end, _STEPS + 1)
        best = int(np.argmin(of(places)))
        left, right = float(places[max(best - 1, 0)]), float(places[min(best + 1, _STEPS)])
        for _ in range(80):
            width = _GOLDEN * (right - left)
            one, other = right - width, left + width
            first, second = of(np.array([one, other]))
            left, right = (left, other) if first <= second else (one, right)
        return min((left, right, (left + right) / 2, float(places[best])), key=lambda x: float(of(np.array([x]))[0]))

    # --- its range, and what a fit found ----------------------------------------------------------------------------

    def SetRange(self, low: float, high: float) -> None:
        """Give it another range."""
        self._ends = (float(low), float(high))

    def GetXmin(self) -> float:
        """Where its range begins."""
        return self._ends[0]

    def GetXmax(self) -> float:
        """Where it ends."""
        return self._ends[1]

    def GetChisquare(self) -> float:
        """The chi square of the last fit."""
        return self._found[0]

    def GetNDF(self) -> int:
        """The degrees of freedom of the last fit."""
        return self._found[1]

    def GetProb(self) -> float:
        """How probable a larger chi square is."""
        if self._found[1] <= 0:
            return 0.0
        text = f"TMath::Prob({self._found[0]!r}, {self._found[1]})"
        return float(frame(entries=1).define("value", text).take("value").value[0])

    def Clone(self, name: str = "") -> TF1:
        """A copy, with another name if one is said."""
        made = TF1.__new__(TF1)
        made.__dict__.update({key: list(one) if isinstance(one, list) else one for key, one in self.__dict__.items()})
        made._name = name or self._name
        return made

    def Draw(self, option: str = "") -> Any:
        """Draw it with matplotlib. Raises ImportError without it."""
        from ramet.rdataframe.results.histograms import drawing_axes  # which is made of this

        places = np.linspace(*self._ends, 5 * _STEPS + 1)
        return drawing_axes().plot(places, self.values_at(places), label=self._title)

    def Print(self, *_: str) -> None:
        """Print its parameters."""
        print(f"Formula based function:     {self._name}\n  {self._formula.text}")
        for name, value, error in zip(self._names, self._values, self._errors, strict=True):
            print(f"  {name:20} = {value:g} +/- {error:g}")
