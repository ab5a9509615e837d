"""Functions: formulas with parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import MisuseError
from ramet.graphs.formula import Formula
from ramet.histograms.axis import Floats
from ramet.histograms.stored_figure import StoredFigure

__all__ = ["Function", "FunctionParameter"]


@dataclass(frozen=True, slots=True)
class FunctionParameter:
    """A parameter of a function."""

    name: str
    value: float
    error: float
    limits: tuple[float, float] | None
    """The limits that a fit keeps it in; None when it is free. Of one that is kept at its value they are equal."""

    @property
    def is_fixed(self) -> bool:
        """Whether a fit keeps it at its value."""
        return self.limits is not None and 0 not in self.limits and self.limits[0] >= self.limits[1]

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The limits of one that is not fixed, or None."""
        return self.limits if self.limits is not None and self.limits[0] < self.limits[1] else None


class Function(StoredFigure[_core.Function]):
    """A function as stored in TF1, TF2 and TF3: its formula with the parameters. Threads: any number."""

    @property
    def formula(self) -> str:
        """The formula in ROOT's notation, for example "[p0]*exp(-0.5*((x-[p1])/[p2])^2)"; empty if it was written in
        C++."""
        return self._core.formula

    @property
    def ndim(self) -> int:
        """The number of variables."""
        return self._core.variables

    @property
    def parameters(self) -> tuple[FunctionParameter, ...]:
        """Its parameters, in order."""
        return tuple(
            FunctionParameter(one.name, one.value, one.error, (one.low, one.high) if one.low or one.high else None)
            for one in self._core.parameters
        )

    def __call__(self, *variables: npt.ArrayLike, **named: float) -> npt.NDArray[np.float64] | np.float64:
        """The values at points x, y, ...: numbers or arrays; with the stored parameters, or others by name. They are
        those of ROOT's Eval, which `normalization` does not divide.

        Raises MisuseError for a function without a formula and for wrong names, and what `ramet.formula` raises.
        """
        compiled = self.compiled()
        stored = {one.name: one.value for one in self.parameters}
        unknown = [name for name in named if name not in stored]
        if unknown:
            raise MisuseError(
                f"no parameter {unknown[0]!r} of the function {self.name!r}, which has {', '.join(stored)}"
            )
        stored |= named
        values = [stored.get(name) for name in compiled.parameters]
        if None in values:  # names that ROOT spells otherwise in the formula: the order is the same
            if len(stored) != len(values):
                raise MisuseError(f"the parameters of the function {self.name!r} are not those of its formula")
            values = list(stored.values())
        return compiled.values(variables, [float(one or 0) for one in values])

    def compiled(self) -> Formula:
        """Its formula with free parameters. Raises MisuseError for a function without one."""
        if not self.formula:
            reason = "it was written in C++, or made of other functions, by NSUM or CONV"
            raise MisuseError(f"the function {self.name!r} has no formula: {reason}")
        return Formula(self.formula)

    def formula_parameters(self) -> dict[str, FunctionParameter]:
        """Its parameters by the names that its formula has for them. Raises MisuseError for a function without one."""
        named, stored = self.compiled().parameters, {one.name: one for one in self.parameters}
        if all(name in stored for name in named):
            return {name: stored[name] for name in named}
        return dict(zip(named, self.parameters, strict=False))  # the order is the same where ROOT spells them otherwise

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """Its ranges along x, y, z."""
        return tuple(self._core.ranges)

    @property
    def chi_square(self) -> float:
        """The chi-square of the last fit."""
        return self._core.chi_square

    @property
    def degrees_of_freedom(self) -> int:
        """The degrees of freedom of the last fit."""
        return self._core.degrees_of_freedom

    @property
    def normalization(self) -> float | None:
        """The integral that normalizes it; None if it is not normalized."""
        return self._core.integral if self._core.is_normalized else None

    @property
    def saved_values(self) -> Floats:
        """Saved values from low to high, then low and high; mostly empty."""
        return self._core.saved_values

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self._core.parameters)
        return f"<Function {self.name!r} {self.formula!r} of {names or 'no parameters'}>"
