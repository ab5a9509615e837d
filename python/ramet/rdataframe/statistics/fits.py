"""Fits of functions to histograms and graphs with ROOT's names, as its Fit has them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from ramet.errors import MisuseError, UnsupportedError
from ramet.graphs.formula import Formula
from ramet.histograms.histogram import Histogram
from ramet.histograms.profile import Profile
from ramet.rdataframe.results.computed import Computed
from ramet.rdataframe.statistics.curves import TF1

__all__ = ["Fitted", "TFitResultPtr", "fit_graph"]

_KNOWN = set("QVSN0REMBILCF+")
_BEGIN_BY_THEMSELVES = r"gausn?|landaun?|expo|pol\d"


class TFitResultPtr:
    """What a fit found. Threads: immutable."""

    def __init__(self, result: Any, function: TF1) -> None:
        self._result = result
        self._function = function

    def __int__(self) -> int:
        return self.Status()

    __index__ = __int__

    def Get(self) -> TFitResultPtr:
        """Itself."""
        return self

    def Status(self) -> int:
        """0 if the minimum was found."""
        return 0 if self._result.valid else 4

    def IsValid(self) -> bool:
        """Whether it was."""
        return bool(self._result.valid)

    def Parameter(self, number: int) -> float:
        """The value of a parameter."""
        return float(self._result.parameters[number].value)

    Value = Parameter

    def ParError(self, number: int) -> float:
        """Its error."""
        return float(self._result.parameters[number].error)

    Error = ParError

    def ParName(self, number: int) -> str:
        """Its name."""
        return self._function.GetParName(number)

    GetParameterName = ParName

    def Parameters(self) -> Any:
        """All values."""
        return np.array([one.value for one in self._result.parameters])

    def Errors(self) -> Any:
        """All errors."""
        return np.array([one.error for one in self._result.parameters])

    def NPar(self) -> int:
        """The number of parameters."""
        return len(self._result.parameters)

    def Chi2(self) -> float:
        """The chi square, of likelihoods twice the logarithm of their ratio."""
        return self._function.GetChisquare()

    MinFcnValue = Chi2

    def Ndf(self) -> int:
        """The degrees of freedom."""
        return self._function.GetNDF()

    def Prob(self) -> float:
        """How probable a larger chi square is."""
        return self._function.GetProb()

    def Edm(self) -> float:
        """The estimated distance to the minimum."""
        return float(self._result.edm)

    def CovMatrix(self, one: int, other: int) -> float:
        """A covariance."""
        return float(self._result.covariance[one, other])

    def Correlation(self, one: int, other: int) -> float:
        """A correlation."""
        return float(self._result.correlation[one, other])

    def GetCovarianceMatrix(self) -> Any:
        """All covariances, an array."""
        return np.array(self._result.covariance)

    def GetCorrelationMatrix(self) -> Any:
        """All correlations."""
        return np.array(self._result.correlation)

    def ToRamet(self) -> Any:
        """What ramet calls it: a FitResult."""
        return self._result

    def Print(self, *_: str) -> None:
        """Print the values."""
        print(f"Chi2 = {self.Chi2():g}, NDf = {self.Ndf()}, Edm = {self.Edm():g}")
        for number in range(self.NPar()):
            print(f"{self.ParName(number):24} = {self.Parameter(number):14.6g} +/- {self.ParError(number):.6g}")


class Fitted(Computed):
    """A histogram or profile that functions are fitted to. Threads: one at a time."""

    def Fit(self, function: Any, option: str = "", _: str = "", low: float = 0.0, high: float = 0.0) -> TFitResultPtr:
        """Fit a function, or a formula, to the contents in the middles of bins, by least squares of those with an
        error. Options: "L" a likelihood of counts, which empty bins are part of, "I" means over bins instead of values
        in the middles, "R" the range of the function, "Q" without a table, "N" and "0" as ever, "B" with limits and
        fixed parameters also of a function that knows where to begin. Needs iminuit (`ramet[fit]`).

        Raises:
            UnsupportedError: another option, several axes, a likelihood of weighted entries, or iminuit is not there.
        """
        letters = _letters_of(option)
        is_likelihood = "L" in letters
        if self._of.ndim != 1 or not isinstance(self._of, Histogram | Profile):
            raise UnsupportedError(f"Fit of a {self.ClassName()}: histograms and profiles of one axis are fitted")
        if is_likelihood and (isinstance(self._of, Profile) or self._of.is_weighted):
            raise UnsupportedError('Fit with "L": of counts without weights')
        curve, ends = _curve_and_ends(function, letters, low, high)
        bins = self._fitted_bins(ends, is_mean="I" in letters, has_empty=is_likelihood)
        if len(bins.contents) == 0:
            raise MisuseError(f"Fit of {self.GetName()!r}: there is no bin with contents")
        from ramet.fit.curves.functions import function_of

        axis = self._of.axis(0)
        result = _minimum(curve, bins, "likelihood" if is_likelihood else "chi_square", letters)
        found = _told(result, curve, letters)
        if "N" not in letters and isinstance(curve._formula, Formula):
            drawn = ends or (float(axis.edges()[0]), float(axis.edges()[-1]))
            stored = [] if "+" not in letters else [one.core for one in self._of.functions]
            core = self._of.core.with_functions([*stored, function_of(result, curve._formula, drawn)])
            self._of = type(self._of).from_core(core)
        if "N" not in letters:
            kept = dict(self.__dict__.get("_curves", {})) if "+" in letters else {}
            self._curves = {**kept, curve.GetName(): curve}
        return found

    def _fitted_bins(self, ends: tuple[float, float] | None, *, is_mean: bool, has_empty: bool) -> Any:
        from ramet.fit.curves.histograms import Bins

        edges = self._of.axis(0).edges()
        middles = (edges[1:] + edges[:-1]) / 2
        low, high = (edges[:-1], edges[1:]) if is_mean else (middles, middles)
        bins = Bins(low, high, np.asarray(self._of.values()), np.asarray(self._of.variances()))
        first, last = self.shown_bins(0) if hasattr(self, "shown_bins") else (1, len(middles))
        chosen = np.zeros(len(middles), bool)
        chosen[first - 1 : last] = True
        if ends is not None:
            chosen &= (middles >= ends[0]) & (middles <= ends[1])
        return bins.where(chosen if has_empty else chosen & (bins.variances > 0))

    def GetFunction(self, name: str) -> TF1 | None:
        """The function that was fitted, by its name; None if there is none."""
        return next((one for one in self.GetListOfFunctions() if one.GetName() == name), None)

    def GetListOfFunctions(self) -> list[TF1]:
        """All of them."""
        if kept := self.__dict__.get("_curves"):
            return list(kept.values())
        return [TF1.of(one) for one in getattr(self._of, "functions", ())]


def fit_graph(of: Any, function: Any, option: str, low: float, high: float) -> TFitResultPtr:
    """Fit a function to the points of a graph of ramet's, as TGraph.Fit does."""
    from ramet.fit.curves.graphs import fit_points

    letters = _letters_of(option)
    if letters & set("LI"):
        raise UnsupportedError(f"Fit of a graph with the option {option!r}")
    curve, ends = _curve_and_ends(function, letters, low, high)
    if not isinstance(curve._formula, Formula):
        raise UnsupportedError("Fit of a graph with a function in Python: histograms take these")
    start, limits, fixed = _asked(curve, letters)
    return _told(fit_points(of, curve._formula, start, within=ends, limits=limits, fixed=fixed), curve, letters)


def _letters_of(option: str) -> set[str]:
    letters = set(option.upper().replace(" ", ""))
    if not letters <= _KNOWN:
        raise UnsupportedError(f"Fit with the option {option!r}: {' '.join(sorted(_KNOWN))} are there")
    return letters


def _curve_and_ends(
    function: Any, letters: set[str], low: float, high: float
) -> tuple[TF1, tuple[float, float] | None]:
    """The function, and the range that is fitted if it is not all."""
    curve = _of_text(function) if isinstance(function, str) else function
    if not isinstance(curve, TF1):
        raise MisuseError(f"Fit of a {type(function).__name__}: expected a TF1 or a formula")
    if low < high:
        return curve, (float(low), float(high))
    return curve, (curve.GetXmin(), curve.GetXmax()) if "R" in letters else None


def _of_text(formula: str) -> TF1:
    try:
        return TF1(formula, formula)
    except MisuseError as error:
        if not re.fullmatch(r"[A-Za-z_]\w*", formula):
            raise
        raise MisuseError(f"{error}; a TF1 of that name is given itself: Fit({formula}), not its name") from error


def _asked(curve: TF1, letters: set[str]) -> tuple[dict[str, float], dict[str, Any], dict[str, float]]:
    """Where parameters begin, their limits, and those that keep their values."""
    names = curve._formula.parameters
    if re.fullmatch(_BEGIN_BY_THEMSELVES, curve._formula.text.strip()) and "B" not in letters:
        return {}, {}, {}
    each = list(zip(names, curve._values, curve._limits, curve._is_fixed, strict=True))
    return (
        {name: value for name, value, *_ in each},
        {name: limits for name, _, limits, _ in each if limits is not None},
        {name: value for name, value, _, is_fixed in each if is_fixed},
    )


def _minimum(curve: TF1, bins: Any, cost: str, letters: set[str]) -> Any:
    from ramet.fit.curves.functions import derivatives_of
    from ramet.fit.curves.histograms import CurveCost, SmoothCurveCost, start_of
    from ramet.fit.minimum import fit

    formula = curve._formula
    start, limits, fixed = _asked(curve, letters)
    has_slopes = isinstance(formula, Formula) and derivatives_of(formula.text) is not None
    begin = {**start_of(formula, bins), **start} if isinstance(formula, Formula) else start
    kind = SmoothCurveCost if has_slopes else CurveCost
    return fit(kind(formula, bins, cost), begin, limits=limits, fixed=fixed)


def _told(result: Any, curve: TF1, letters: set[str]) -> TFitResultPtr:
    """Put what was found into the function, and print it unless it is not wanted."""
    for number, one in enumerate(result.parameters):
        curve._values[number], curve._errors[number] = one.value, one.error
    free = sum(not one.is_fixed for one in result.parameters)
    curve._found = (float(result.minimum), int(result.points) - free)
    found = TFitResultPtr(result, curve)
    if "Q" not in letters:
        found.Print()
    return found
