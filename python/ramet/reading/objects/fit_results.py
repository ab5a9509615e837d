"""Results of ROOT's fits: parameters with errors by name, and their covariance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from ramet.errors import KeyInFileError
from ramet.notebook import table_html
from ramet.reading.objects.object import Object

if TYPE_CHECKING:
    from ramet.fit.result import FittedParameter

__all__ = ["StoredFitResult"]

_HEAD = ["parameter", "value", "error", "limits"]


class StoredFitResult(Object):
    """A TFitResult: an Object with what the fit found, under the names of `ramet.fit.FitResult`.

    `result["p0"]` is a parameter, or a member of the stored object, as `result["fChi2"]`. ROOT stores the names of
    parameters for some fits only, and calls them "param_0", "param_1", ... where it did not.
    """

    @property
    def parameters(self) -> tuple[FittedParameter, ...]:
        """The parameters in their order; limits that were not set are infinite, the error of a fixed one is 0."""
        from ramet.fit.result import FittedParameter

        found = zip(self._names(), self["fParams"], self._stored_errors(), self._limits(), self._fixed(), strict=True)
        return tuple(
            FittedParameter(name, float(value), 0.0 if is_fixed else float(error), low, high, is_fixed)
            for name, value, error, (low, high), is_fixed in found
        )

    @property
    def values(self) -> dict[str, float]:
        """The values by name."""
        return dict(zip(self._names(), self["fParams"].tolist(), strict=True))

    @property
    def errors(self) -> dict[str, float]:
        """The standard deviations by name."""
        return {one.name: one.error for one in self.parameters}

    @property
    def asymmetric_errors(self) -> dict[str, tuple[float, float]]:
        """By name, for what MINOS was run (option "E" of ROOT's fit): how far the interval goes below, a negative
        number, and above."""
        names, found = self._names(), _numbered(self["fMinosErrors"])
        pairs = {number: _pair(errors) for number, errors in found.items()}
        return {names[number]: (float(low), float(high)) for number, (low, high) in pairs.items()}

    @property
    def covariance(self) -> npt.NDArray[np.float64]:
        """The covariance of all parameters; 0 for those that were fixed, NaN where the fit found none."""
        count, stored = len(self["fParams"]), np.asarray(self["fCovMatrix"], np.float64)
        rows, columns = np.tril_indices(count)
        matrix = np.full((count, count), np.nan)
        if len(stored) == len(rows):
            matrix[rows, columns] = matrix[columns, rows] = stored
        return matrix

    @property
    def correlation(self) -> npt.NDArray[np.float64]:
        """The correlation matrix; 0 for parameters that were fixed."""
        covariance = self.covariance
        errors = np.sqrt(np.diag(covariance))
        scale = np.where(errors > 0, errors, 1)
        correlation: npt.NDArray[np.float64] = covariance / np.outer(scale, scale)
        return correlation

    @property
    def chi2(self) -> float:
        """The chi-square; that of the bins, as ROOT computes it, after a fit of a likelihood."""
        return float(self["fChi2"])

    @property
    def ndf(self) -> int:
        """The number of degrees of freedom."""
        return int(self["fNdf"])

    @property
    def minimum(self) -> float:
        """What was minimised, there: chi-square, or -log L of ROOT's likelihoods."""
        return float(self["fVal"])

    @property
    def status(self) -> int:
        """ROOT's number: 0 if the minimiser found no problem."""
        return int(self["fStatus"])

    @property
    def valid(self) -> bool:
        """Whether a minimum was found."""
        return bool(self["fValid"])

    @property
    def edm(self) -> float:
        """The estimated distance to the minimum."""
        return float(self["fEdm"])

    @property
    def calls(self) -> int:
        """How often the function was computed."""
        return int(self["fNCalls"])

    def __getitem__(self, name: str) -> Any:
        if isinstance(name, str) and not self._core.find(name)[0]:
            for one in self.parameters:
                if one.name == name:
                    return one
            raise KeyInFileError.of(name, f"the fit has no parameter {name!r}, but {', '.join(self._names())}")
        return super().__getitem__(name)

    def __str__(self) -> str:
        rows = [_HEAD, *(one.cells() for one in self.parameters)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines])

    def _repr_html_(self) -> str:
        return table_html(self._caption(), _HEAD, (one.cells() for one in self.parameters), len(self["fParams"]))

    def _caption(self) -> str:
        problem = "valid" if self.valid else "not valid"
        return f"{problem}, status {self.status}: chi2 {self.chi2:.10g} / {self.ndf}, {self.calls} calls"

    # --- what is stored ----------------------------------------------------------------------------------------------

    def _names(self) -> list[str]:
        count, stored = len(self["fParams"]), self["fParNames"]
        return [str(name) for name in stored] if len(stored) == count else [f"param_{n}" for n in range(count)]

    def _stored_errors(self) -> list[float]:
        count, stored = len(self["fParams"]), self["fErrors"].tolist()
        return stored if len(stored) == count else [np.nan] * count

    def _fixed(self) -> list[bool]:
        count, stored = len(self["fParams"]), self["fFixedParams"]
        if _is_map(stored):
            return [number in _numbered(stored) for number in range(count)]
        return [bool(flag) for flag in stored] if len(stored) == count else [False] * count

    def _limits(self) -> list[tuple[float, float]]:
        """A pair for each parameter. Newer files have a flag and a pair for each, these after as many empty ones; older
        ones the places of the pairs of those that have limits."""
        count, bound = len(self["fParams"]), self["fBoundParams"]
        pairs = [(float(low), float(high)) for low, high in map(_pair, self["fParamBounds"])]
        if _is_map(bound):
            limits = {number: pairs[int(place)] for number, place in _numbered(bound).items()}
        else:
            limits = {number: pairs[number - count] for number, is_bound in enumerate(bound) if is_bound}
        return [limits.get(number, (-np.inf, np.inf)) for number in range(count)]


def _is_map(stored: Any) -> bool:
    return list(getattr(stored, "fields", ())) == ["first", "second"]


def _pair(stored: Any) -> tuple[Any, Any]:
    return stored["first"], stored["second"]


def _numbered(stored: Any) -> dict[int, Any]:
    """A map by the number of the parameter."""
    return {int(number): value for number, value in map(_pair, stored)}
