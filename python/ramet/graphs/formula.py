"""Formulas: functions with parameters that are written as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import without_missing
from ramet.errors import MisuseError

__all__ = ["Formula", "formula"]


class Formula:
    """A function with parameters, as ROOT's TF1 and TFormula write it. Threads: immutable.

    >>> import numpy as np, ramet
    >>> decay = ramet.formula("[A]*exp(-x/[tau])")
    >>> decay.parameters
    ('A', 'tau')
    >>> decay(np.array([0.0, 2.0]), A=10, tau=2)
    array([10.        ,  3.67879441])
    """

    def __init__(self, text: str) -> None:
        self._core = _core.Formula.compile(text)
        self._parameters = tuple(self._core.parameters)

    @property
    def text(self) -> str:
        """As it was written."""
        return self._core.text

    @property
    def ndim(self) -> int:
        """The number of variables: up to the last one that occurs, at least 1."""
        return self._core.variables

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return self._parameters

    def __call__(
        self,
        *variables: npt.ArrayLike,
        parameters: Sequence[float] | Mapping[str, float] | None = None,
        **named: float,
    ) -> npt.NDArray[np.float64] | np.float64:
        """The values at points.

        Parameters:
            variables: the coordinates x, y, ...: numbers or arrays, which are broadcast.
            parameters: the parameters' values, in their order or by name.
            named: the same by name, where a name can be written in Python.

        Raises MisuseError for other numbers of variables and parameters, and where there is no value.
        """
        return self.values(variables, self._ordered(parameters, named))

    def values(
        self, variables: Sequence[npt.ArrayLike], parameters: Sequence[float]
    ) -> npt.NDArray[np.float64] | np.float64:
        """The values at points, with all parameters in their order. Raises MisuseError as a call."""
        if len(variables) < self.ndim:
            raise MisuseError(f"the formula '{self.text}' has {self.ndim} variables, not {len(variables)}")
        given = [without_missing(one, "variables of a formula") for one in variables[: self.ndim]]
        try:
            arrays = np.broadcast_arrays(*(np.asarray(one, np.float64) for one in given))
        except ValueError as error:
            raise MisuseError(f"the variables of the formula '{self.text}': {error}") from None
        found = np.empty(arrays[0].shape)
        points = [np.ascontiguousarray(one).reshape(-1) for one in arrays]
        self._core.evaluate(points, [float(one) for one in parameters], found.reshape(-1))
        return found if found.ndim else np.float64(found)

    def values_at(self, points: npt.NDArray[np.float64], parameters: Sequence[float]) -> npt.NDArray[np.float64]:
        """What `values` gives for a formula of one variable, without its checks: points are contiguous."""
        found = np.empty(len(points))
        self._core.evaluate([points], [float(one) for one in parameters], found)
        return found

    def derivative(self, name: str) -> Formula:
        """The derivative by a parameter or a variable, as a formula of those parameters that it depends on.

        Raises MisuseError if the formula has no such name, and UnsupportedError for functions whose derivative is not
        known.

        >>> import ramet
        >>> ramet.formula("[A]*exp(-x/[tau])").derivative("A").text
        'exp(-x/[tau])'
        """
        return Formula(_core.formula_derivative(self.text, name))

    def _ordered(
        self, parameters: Sequence[float] | Mapping[str, float] | None, named: Mapping[str, float]
    ) -> list[float]:
        given = dict(named)
        if isinstance(parameters, Mapping):
            given.update(parameters)
        elif parameters is not None:
            if len(parameters) != len(self._parameters):
                raise MisuseError(
                    f"the formula '{self.text}' has {len(self._parameters)} parameters, not {len(parameters)}"
                )
            given = dict(zip(self._parameters, parameters, strict=True)) | given
        unknown = [name for name in given if name not in self._parameters]
        missing = [name for name in self._parameters if name not in given]
        if unknown or missing:
            problem = f"no parameter {unknown[0]!r}" if unknown else f"no value for the parameter {missing[0]!r}"
            raise MisuseError(
                f"{problem} of the formula '{self.text}', which has {', '.join(self._parameters) or 'none'}"
            )
        return [given[name] for name in self._parameters]

    def __repr__(self) -> str:
        return f"<Formula {self.text!r} of {', '.join(self._parameters) or 'no parameters'}>"


def formula(text: str) -> Formula:
    """Compile a formula as ROOT's TF1 takes it: "[A]*exp(-x/[tau])", "gaus(0)+pol2(3)".

    Raises MisuseError, with the place in the text, for what is wrong, and UnsupportedError for what is left out.

    >>> import ramet
    >>> ramet.formula("pol1")(2.0, parameters=[1, 3])
    np.float64(7.0)
    """
    return Formula(text)
