"""Shapes beside those of `models.py`: closed forms, histograms, formulas."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.fit.models import Argument, Model, Range, shape
from ramet.graphs.formula import Formula

__all__ = ["argus", "bernstein", "formula", "johnson_su", "landau", "template", "voigt"]

Reals = npt.NDArray[np.float64]

_EVERYWHERE = (-math.inf, math.inf)


def voigt(
    mean: Argument = "mean", sigma: Argument = "sigma", gamma: Argument = "gamma", *, range: Range = _EVERYWHERE
) -> Model:
    """A Breit-Wigner of the full width gamma, folded with a Gauss of the standard deviation sigma.

    >>> from ramet import fit
    >>> round(float(fit.voigt().pdf(0, mean=0, sigma=1, gamma=0)), 6)
    0.398942
    """
    return shape("voigt", [mean, sigma, gamma], range)


def argus(
    end: Argument = "end", slope: Argument = "slope", power: Argument = 0.5, *, range: Range = (0, math.inf)
) -> Model:
    """x (1 - (x / end)²)^power exp(slope (1 - (x / end)²)) from 0 to the end."""
    return shape("argus", [end, slope, power], range)


def johnson_su(
    mean: Argument = "mean",
    width: Argument = "width",
    gamma: Argument = "gamma",
    delta: Argument = "delta",
    *,
    range: Range = _EVERYWHERE,
) -> Model:
    """Johnson's S_U: gamma + delta arsinh((x - mean) / width) has a normal distribution."""
    return shape("johnson_su", [mean, width, gamma, delta], range)


def bernstein(coefficients: list[Argument] | tuple[Argument, ...], *, range: Range) -> Model:
    """b₀ B₀(t) + b₁ B₁(t) + ... with Bernstein's polynomials, which are positive, and t from 0 at the lower end of the
    range to 1 at the upper one. A common factor of all coefficients means nothing: one of them is a number."""
    return shape("bernstein", coefficients, range)


def landau(mpv: Argument = "mpv", sigma: Argument = "sigma", *, range: Range) -> Model:
    """Landau's distribution as ROOT has it, whose peak is 0.22278 sigma below `mpv`; normalised numerically."""
    return formula("TMath::Landau(x,[0],[1])", range=range, p0=mpv, p1=sigma)


def template(histogram: Any, *, errors: bool = False) -> Model:
    """A histogram with one axis as a density, the same everywhere in a bin.

    Parameters:
        histogram: one with `to_numpy` (ramet's, hist's, boost-histogram's), or (contents, edges).
        errors: whether a binned fit takes the errors of its contents into account: as Barlow and Beeston do it, with
            one factor for each bin. The models then have yields.

    >>> import numpy as np
    >>> from ramet import fit
    >>> fit.template((np.array([1.0, 3.0]), np.array([0.0, 1.0, 2.0]))).pdf([0.5, 1.5])
    array([0.25, 0.75])
    """
    contents, *axes = histogram if isinstance(histogram, tuple) else histogram.to_numpy()
    if len(axes) != 1:
        raise UnsupportedError(f"a template has 1 axis, this histogram has {len(axes)}")
    numbers, edges = np.ascontiguousarray(contents, np.float64), np.ascontiguousarray(axes[0], np.float64)
    variances = None
    if errors:
        found = None if isinstance(histogram, tuple) else histogram.variances()
        variances = np.ascontiguousarray(numbers if found is None else found, np.float64)
    return _template(edges, numbers, variances)


def _template(edges: Reals, contents: Reals, variances: Reals | None) -> Model:
    return Model(_core.fit_histogram(edges, contents, variances), (_template, (edges, contents, variances)))


def formula(text: str | Formula, *, range: Range, extended: bool = False, **arguments: Argument) -> Model:
    """A formula of x, as `ramet.formula` and ROOT's TF1 take it, as a density: "exp(-x/[tau])", "gaus(0)+pol1(3)".

    It is normalised in the range numerically, to about 10⁻¹⁰: `Model.integral_error` estimates the error. Its
    derivatives are symbolic. A common factor of the whole formula means nothing then: leave it out or fix it.

    Parameters:
        text: of the formula, with up to 12 parameters.
        range: a finite one, in which the formula is positive.
        extended: the value is the density of expected events, as of a TF1 that is fitted to a histogram, and not
            normalised: its factor is fitted to the number of events.
        arguments: other names for parameters, or numbers at which they are fixed.

    Raises:
        MisuseError: the text is no formula of one variable, or has no such parameters.

    >>> from ramet import fit
    >>> model = fit.formula("[A]*exp(-x/[tau])", range=(0, 10), extended=True, tau="lifetime")
    >>> model.parameters, round(model.integral(0, 10, A=1, lifetime=2), 6)
    (('A', 'lifetime'), 1.986524)
    """
    compiled = text if isinstance(text, Formula) else Formula(text)
    for name in arguments:
        if name not in compiled.parameters:
            known = ", ".join(compiled.parameters) or "none"
            raise MisuseError(f"the formula '{compiled.text}' has no parameter {name!r}, but {known}")
    given = [arguments.get(name, name) for name in compiled.parameters]
    checked = [one if isinstance(one, str) else real_number(one, "a parameter of a formula") for one in given]
    low, high = (real_number(end, "an end of the range") for end in range)
    return _formula(compiled.text, low, high, checked, extended=extended)


def _formula(text: str, low: float, high: float, arguments: list[Argument], *, extended: bool) -> Model:
    made = partial(_formula, extended=extended), (text, low, high, arguments)
    return Model(_core.fit_formula(text, low, high, arguments, extended), made)
