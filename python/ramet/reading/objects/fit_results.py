"""Results of ROOT's fits: parameters with errors by name, and their covariance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import CorruptError, KeyInFileError
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

        found = zip(self.values.items(), self._stored_errors(), self._limits(), self._fixed(), strict=True)
        return tuple(
            FittedParameter(name, value, 0.0 if is_fixed else error, low, high, is_fixed)
            for (name, value), error, (low, high), is_fixed in found
        )

    @property
    def values(self) -> dict[str, float]:
        """The values by name."""
        return dict(zip(self._names(), self._numbers("fParams"), strict=True))

    @property
    def errors(self) -> dict[str, float]:
        """The standard deviations by name."""
        return {one.name: one.error for one in self.parameters}

    @property
    def asymmetric_errors(self) -> dict[str, tuple[float, float]]:
        """By name, for what MINOS was run (option "E" of ROOT's fit): how far the interval goes below, a negative
        number, and above."""
        names = self._names()
        pairs = {number: _pair(errors) for number, errors in self._numbered("fMinosErrors").items()}
        return {names[number]: (float(low), float(high)) for number, (low, high) in pairs.items()}

    @property
    def covariance(self) -> npt.NDArray[np.float64]:
        """The covariance of all parameters; 0 for those that were fixed, NaN where the fit found none."""
        count = self._count()
        stored = self._as_many("fCovMatrix", count * (count + 1) // 2)
        matrix = np.full((count, count), np.nan)
        if stored is not None:
            rows, columns = np.tril_indices(count)
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
        return float(super().__getitem__("fChi2"))

    @property
    def ndf(self) -> int:
        """The number of degrees of freedom."""
        return int(super().__getitem__("fNdf"))

    @property
    def minimum(self) -> float:
        """What was minimised, there: chi-square, or -log L of ROOT's likelihoods."""
        return float(super().__getitem__("fVal"))

    @property
    def status(self) -> int:
        """ROOT's number: 0 if the minimiser found no problem."""
        return int(super().__getitem__("fStatus"))

    @property
    def valid(self) -> bool:
        """Whether a minimum was found."""
        return bool(super().__getitem__("fValid"))

    @property
    def edm(self) -> float:
        """The estimated distance to the minimum."""
        return float(super().__getitem__("fEdm"))

    @property
    def calls(self) -> int:
        """How often the function was computed."""
        return int(super().__getitem__("fNCalls"))

    def to_stored(self) -> _core.StoredFit:
        """What `file[name] = result` writes: all of it, and the names of the parameters."""
        from ramet.fit.exchange.stored import parameter_of

        rows, columns = np.tril_indices(self._count())
        parameters, found = self.parameters, self.asymmetric_errors
        return _core.StoredFit(
            title=str(super().__getitem__("fTitle")),
            parameters=[parameter_of(one) for one in parameters],
            covariance=self.covariance[rows, columns].tolist() if len(super().__getitem__("fCovMatrix")) else [],
            asymmetric_errors=[found.get(one.name) for one in parameters] if found else [],
            minimum=self.minimum,
            chi_square=self.chi2,
            degrees_of_freedom=self.ndf,
            distance=self.edm,
            calls=self.calls,
            is_valid=self.valid,
            status=self.status,
            covariance_status=int(super().__getitem__("fCovStatus")),
            minimiser=str(super().__getitem__("fMinimType")),
        )

    def __getitem__(self, name: str) -> Any:
        if isinstance(name, str) and not super().__contains__(name):
            for one in self.parameters:
                if one.name == name:
                    return one
            raise KeyInFileError.of(name, f"the fit has no parameter {name!r}, but {', '.join(self._names())}")
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        """Whether it is the name of a member or of a parameter."""
        return super().__contains__(name) or (super().__contains__("fParams") and name in self._names())

    def __str__(self) -> str:
        rows = [_HEAD, *(one.cells() for one in self.parameters)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines])

    def _repr_html_(self) -> str:
        return table_html(self._caption(), _HEAD, (one.cells() for one in self.parameters), self._count())

    def _caption(self) -> str:
        problem = "valid" if self.valid else "not valid"
        return f"{problem}, status {self.status}: chi2 {self.chi2:.10g} / {self.ndf}, {self.calls} calls"

    # --- what is stored: read without the names of parameters, which follow from it ----------------------------------

    def _count(self) -> int:
        return len(super().__getitem__("fParams"))

    def _names(self) -> list[str]:
        count, stored = self._count(), super().__getitem__("fParNames")
        return [str(name) for name in stored] if len(stored) == count else [f"param_{n}" for n in range(count)]

    def _numbers(self, member: str) -> list[float]:
        return [float(number) for number in super().__getitem__(member)]

    def _as_many(self, member: str, count: int) -> list[float] | None:
        """The numbers of a member, or None where nothing is stored. Raises CorruptError for another count."""
        have = len(super().__getitem__(member))
        if have not in (0, count):
            raise CorruptError(f"{self!r} has {self._count()} parameters, but {have} numbers in {member}")
        return self._numbers(member) if have == count else None

    def _stored_errors(self) -> list[float]:
        count = self._count()
        return self._as_many("fErrors", count) or [np.nan] * count

    def _fixed(self) -> list[bool]:
        count = self._count()
        if _is_map(super().__getitem__("fFixedParams")):
            fixed = self._numbered("fFixedParams")
            return [number in fixed for number in range(count)]
        return [bool(flag) for flag in self._as_many("fFixedParams", count) or [0] * count]

    def _limits(self) -> list[tuple[float, float]]:
        """A pair for each parameter. Newer files have a flag and a pair for each, these after as many empty ones; older
        ones the places of the pairs of those that have limits."""
        count = self._count()
        pairs = [(float(low), float(high)) for low, high in map(_pair, super().__getitem__("fParamBounds"))]
        if _is_map(super().__getitem__("fBoundParams")):
            places = {number: int(place) for number, place in self._numbered("fBoundParams").items()}
        else:
            flags, first = self._as_many("fBoundParams", count) or [], len(pairs) - count
            places = {number: first + number for number, is_bound in enumerate(flags) if is_bound}
        outside = next((place for place in places.values() if not 0 <= place < len(pairs)), None)
        if outside is not None:
            raise CorruptError(f"{self!r} has {len(pairs)} pairs of limits, but a parameter has pair {outside}")
        return [pairs[places[number]] if number in places else (-np.inf, np.inf) for number in range(count)]

    def _numbered(self, member: str) -> dict[int, Any]:
        """A map by the number of the parameter. Raises CorruptError for one of a parameter that is not there."""
        found = {int(number): value for number, value in map(_pair, super().__getitem__(member))}
        outside = next((number for number in found if not 0 <= number < self._count()), None)
        if outside is not None:
            raise CorruptError(f"{self!r} has {self._count()} parameters, but {member} is of parameter {outside}")
        return found


def _is_map(stored: Any) -> bool:
    return list(getattr(stored, "fields", ())) == ["first", "second"]


def _pair(stored: Any) -> tuple[Any, Any]:
    return stored["first"], stored["second"]
