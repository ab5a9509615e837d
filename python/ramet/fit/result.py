"""What a fit found."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet.errors import CorruptError, MisuseError
from ramet.notebook import table_html

__all__ = ["FitResult", "FittedParameter"]

_HEAD = ["parameter", "value", "error", "limits"]


@dataclass(frozen=True, slots=True)
class FittedParameter:
    """A parameter of a fit. Threads: immutable.

    Attributes:
        name: as in the model.
        value: at the minimum.
        error: its standard deviation; 0 if it was fixed.
        low: its lower limit, may be minus infinity.
        high: its upper limit.
        is_fixed: whether it was.
    """

    name: str
    value: float
    error: float
    low: float
    high: float
    is_fixed: bool

    @property
    def is_at_limit(self) -> bool:
        """Whether the value is within half of an error of a limit: then the error means little."""
        return not self.is_fixed and min(self.value - self.low, self.high - self.value) < 0.5 * self.error

    def cells(self) -> list[str]:
        """As text: name, value, error, limits."""
        value, error = _rounded(self.value, self.error)
        limits = f"{self.low:g}..{self.high:g}" if math.isfinite(self.low) or math.isfinite(self.high) else ""
        remark = "fixed" if self.is_fixed else f"{limits}, at it" if self.is_at_limit else limits
        return [self.name, value, "" if self.is_fixed else error, remark]


@dataclass(frozen=True)
class FitResult:
    """The minimum of a cost; `result["mean"]` is a parameter. Threads: immutable.

    Attributes:
        parameters: in the cost's order.
        covariance: of all parameters; 0 for those that were fixed.
        minimum: the cost there.
        points: the number of events, bins or constraints.
        valid: whether a minimum was found and its errors are accurate.
        status: "valid", or what is wrong.
        edm: the estimated distance to the minimum.
        calls: how often the cost was computed.
        gradient_calls: how often its derivatives were.
        absent: how many events or bins have no density at the minimum.
    """

    parameters: tuple[FittedParameter, ...]
    covariance: npt.NDArray[np.float64]
    minimum: float
    points: int
    valid: bool
    status: str
    edm: float
    calls: int
    gradient_calls: int
    absent: int

    @property
    def values(self) -> dict[str, float]:
        """The values by name."""
        return {one.name: one.value for one in self.parameters}

    @property
    def errors(self) -> dict[str, float]:
        """The standard deviations by name."""
        return {one.name: one.error for one in self.parameters}

    @property
    def correlation(self) -> npt.NDArray[np.float64]:
        """The correlation matrix; 0 for parameters that were fixed."""
        errors = np.sqrt(np.diag(self.covariance))
        scale = np.where(errors > 0, errors, 1)
        correlation: npt.NDArray[np.float64] = self.covariance / np.outer(scale, scale)
        return correlation

    def __getitem__(self, name: str) -> FittedParameter:
        for one in self.parameters:
            if one.name == name:
                return one
        raise MisuseError(f"the fit has no parameter {name!r}, but {', '.join(one.name for one in self.parameters)}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FitResult) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.parameters, self.minimum))

    def to_dict(self) -> dict[str, Any]:
        """All of it, of numbers and texts."""
        members = {name: getattr(self, name) for name in self.__dataclass_fields__}
        members["parameters"] = [asdict(one) for one in self.parameters]
        members["covariance"] = self.covariance.tolist()
        return members

    def to_json(self) -> str:
        """All of it; `from_json` reads it. Infinite numbers are written as JSON's readers in Python take them."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> FitResult:
        """What `to_json` wrote. CorruptError is raised for other texts."""
        try:
            members = json.loads(text)
            members["parameters"] = tuple(FittedParameter(**one) for one in members["parameters"])
            covariance = np.array(members["covariance"], np.float64)
            members["covariance"] = covariance.reshape(len(members["parameters"]), len(members["parameters"]))
            return cls(**members)
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptError(f"a text is no result of a fit: {error}") from None

    def __str__(self) -> str:
        rows = [_HEAD, *(one.cells() for one in self.parameters)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines])

    def _repr_html_(self) -> str:
        return table_html(self._caption(), _HEAD, (one.cells() for one in self.parameters), len(self.parameters))

    def _caption(self) -> str:
        remark = f", {self.absent} without density" if self.absent else ""
        return (
            f"{self.status}: minimum {self.minimum:.10g}, {self.points} points{remark}, "
            f"{self.calls} values and {self.gradient_calls} gradients"
        )


def _rounded(value: float, error: float) -> tuple[str, str]:
    """Value and error, with two digits of the error."""
    if not (math.isfinite(value) and math.isfinite(error)) or error <= 0:
        return f"{value:.6g}", f"{error:.3g}"
    digits = 1 - math.floor(math.log10(error))
    if not 0 <= digits <= 12:
        return f"{value:.6g}", f"{error:.2g}"
    return f"{value:.{digits}f}", f"{error:.{digits}f}"
