"""What a fit found."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.errors import CorruptError, MisuseError
from ramet.notebook import table_html

if TYPE_CHECKING:
    import pyarrow
    from ramet.fit.drawing import Band
    from ramet.fit.scans import AsymmetricError, Contour, Profile
    from ramet.pictures.picture import Picture

__all__ = ["COST_KINDS", "CostKind", "FitResult", "FittedParameter"]

CostKind = Literal["chi square", "ratio", "likelihood"]
COST_KINDS: tuple[CostKind, ...] = ("chi square", "ratio", "likelihood")
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
        return not self.is_fixed and min(self.value - self.low, self.high - self.value) <= 0.5 * self.error

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
        covariance_kind: "second derivatives" of the cost; or "sandwich", if events have weights: then the squares of
            the weights count.
        cost_kind: of what was minimised: "chi square"; "ratio", of binned likelihoods; or "likelihood", of events.
        cost: what was minimised; None of a result that was read from a text without it.
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
    covariance_kind: str = "second derivatives"
    cost_kind: CostKind = "likelihood"
    cost: Any = field(default=None, compare=False, repr=False)

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
        members = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "cost"}
        members["parameters"] = [asdict(one) for one in self.parameters]
        members["covariance"] = self.covariance.tolist()
        return members

    def to_json(self) -> str:
        """All of it; `from_json` reads it. Infinite numbers are written as JSON's readers in Python take them."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str, cost: Any = None) -> FitResult:
        """What `to_json` wrote; scans and pictures need the cost, too. CorruptError is raised for other texts."""
        try:
            members = json.loads(text)
            members["parameters"] = tuple(FittedParameter(**one) for one in members["parameters"])
            covariance = np.array(members["covariance"], np.float64)
            members["covariance"] = covariance.reshape(len(members["parameters"]), len(members["parameters"]))
            return cls(**members, cost=cost)
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptError(f"a text is no result of a fit: {error}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "cost": None}  # costs stay in their process

    def to_arrow(self) -> pyarrow.Table:
        """A row for each parameter: name, value, error, low, high, is_fixed; and in the metadata, as `ramet.fit`, what
        `to_json` writes. Needs pyarrow."""
        import pyarrow

        table = pyarrow.Table.from_pylist([asdict(one) for one in self.parameters])
        return table.replace_schema_metadata({"ramet.fit": self.to_json()})

    def to_stored(self) -> _core.StoredFit:
        """What `file[name] = result` writes: a TFitResult with the names of the parameters. As in ROOT, the minimum of
        likelihoods is that of -log L, half of ours."""
        from ramet.fit.exchange.stored import stored_fit

        return stored_fit(self)

    # --- beyond the minimum ------------------------------------------------------------------------------------------

    def minos(self, *names: str, level: float | None = None) -> dict[str, AsymmetricError]:
        """Asymmetric errors: to where the cost, minimised by all other parameters, is higher by 1.

        Parameters:
            names: of parameters; all that are free by default.
            level: the probability of the intervals, 0.6827 by default.

        Raises:
            MisuseError: the fit is not valid, or a parameter was fixed.
            UnsupportedError: the events have weights.
        """
        from ramet.fit.scans import minos

        return minos(self, names, level)

    def profile(self, name: str, points: int = 30, *, within: tuple[float, float] | None = None) -> Profile:
        """The cost, minimised by all other parameters, for values of one: 1 higher at one standard deviation, also if
        events have weights, or points no errors.

        Parameters:
            name: of the parameter.
            points: how many values.
            within: the first and the last value; by default two errors below and above the minimum.
        """
        from ramet.fit.scans import profile

        return profile(self, name, points, within)

    def contour(self, x: str, y: str, *, level: float = 0.68, points: SupportsIndex = 40) -> Contour:
        """The line around two parameters inside of which their true values are with a probability.

        Parameters:
            x: the name of a parameter.
            y: that of another one.
            level: the probability for both together.
            points: how many points the line has.

        Raises:
            MisuseError: the fit is not valid, a parameter was fixed, or the line was not found.
            UnsupportedError: the events have weights.
        """
        from ramet.fit.scans import contour

        return contour(self, x, y, level, points)

    def propagate(self, function: Callable[[dict[str, float]], npt.ArrayLike]) -> Band:
        """The value of a function of the parameters, a number or an array, with its standard deviation: by the
        derivatives and the covariance.

        Parameters:
            function: is called with the values by name.
        """
        from ramet.fit.drawing import propagate

        return propagate(self, function)

    def band(self, x: npt.ArrayLike, *, which: int = 0) -> Band:
        """How many events the model expects at each x, for a unit of x, with the standard deviation; of a formula on a
        graph or a profile its value.

        Parameters:
            x: numbers.
            which: of the data of a simultaneous fit, in the order in which costs were added.
        """
        from ramet.fit.drawing import band

        return band(self, x, which)

    def draw(
        self, *, which: int = 0, bins: int | None = None, title: str = "", x: str = "", scale: str = "linear"
    ) -> Picture:
        """A picture: the data, the model with its band and components, and below (data - model) / error of each bin or
        point.

        Parameters:
            which: of the data of a simultaneous fit.
            bins: how many for events; a histogram has its own.
            title: above the picture.
            x: the label of the axis.
            scale: "linear" or "log".
        """
        from ramet.fit.drawing import draw

        return draw(self, which, bins, title, x, scale)

    def sweights(self, *, which: int = 0) -> dict[str, npt.NDArray[np.float64]]:
        """The sWeights of the fitted events, by the names of the yields: see `ramet.fit.sweights`."""
        from ramet.fit.drawing import view_of
        from ramet.fit.views import ModelView, ProjectedView
        from ramet.fit.weights import sweights

        view = view_of(self, which)
        if isinstance(view, ProjectedView) and view.whole is not None:
            return sweights(view.columns, view.whole, self.values, weights=view.weights)
        if not isinstance(view, ModelView) or view.events is None:
            raise MisuseError("sWeights are those of events, and the cost has bins")
        return sweights(view.events, view.model, self.values, weights=view.weights)

    # --- texts -------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        rows = [_HEAD, *(one.cells() for one in self.parameters)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines])

    def _repr_html_(self) -> str:
        names, matrix = [one.name for one in self.parameters], self.correlation
        rows = [[name, *(f"{one:.3f}" for one in row)] for name, row in zip(names, matrix.tolist(), strict=True)]
        parameters = table_html(self._caption(), _HEAD, (one.cells() for one in self.parameters), len(names))
        return parameters + table_html("correlations", ["", *names], rows, len(names))

    def _caption(self) -> str:
        remark = f", {self.absent} without density" if self.absent else ""
        kind = "" if self.covariance_kind == "second derivatives" else f", covariance: {self.covariance_kind}"
        return (
            f"{self.status}: minimum {self.minimum:.10g}, {self.points} points{remark}, "
            f"{self.calls} values and {self.gradient_calls} gradients{kind}"
        )


def _rounded(value: float, error: float) -> tuple[str, str]:
    """Value and error, with two digits of the error."""
    if not (math.isfinite(value) and math.isfinite(error)) or error <= 0:
        return f"{value:.6g}", f"{error:.3g}"
    digits = 1 - math.floor(math.log10(error))
    if not 0 <= digits <= 12:
        return f"{value:.6g}", f"{error:.2g}"
    return f"{value:.{digits}f}", f"{error:.{digits}f}"
