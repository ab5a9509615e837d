"""Shapes beside those of `models.py`: closed forms, histograms, formulas."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError
from ramet.fit.models import Argument, Model, Range, coefficients_of, narrowed, range_of, shape
from ramet.fit.views import contents_and_edges
from ramet.graphs.formula import Formula
from ramet.graphs.function import Function

__all__ = [
    "argus",
    "bernstein",
    "convolution",
    "formula",
    "johnson_su",
    "kernel_estimate",
    "landau",
    "may_jump",
    "template",
    "voigt",
]

Reals = npt.NDArray[np.float64]

LANDAU = "TMath::Landau(x,[0],[1])"

_EVERYWHERE = (-math.inf, math.inf)
_JUMPS = re.compile(
    r"[<>=!?&|]|\b(f?abs|ceil|floor|trunc|fmod|remainder|l?l?rint|l?l?round|nearbyint|[MN]?int|f?max|f?min|sign|"
    r"(uniform|exponential)_pdf)\b",
    re.IGNORECASE,
)
_PARAMETER = re.compile(r"\[[^\]]*\]")


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
    return shape("bernstein", coefficients_of(coefficients), range)


def landau(mpv: Argument = "mpv", sigma: Argument = "sigma", *, range: Range) -> Model:
    """Landau's distribution as ROOT has it, whose peak is 0.22278 sigma below `mpv`; normalised numerically."""
    return formula(LANDAU, range=range, p0=mpv, p1=sigma)


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
    numbers, edges = contents_and_edges(histogram, "a template")
    variances = None
    if errors:
        found = None if isinstance(histogram, tuple) else histogram.variances()
        variances = np.ascontiguousarray(numbers if found is None else found, np.float64)
    return _template(edges, numbers, variances)


def _template(edges: Reals, contents: Reals, variances: Reals | None) -> Model:
    return Model(_core.fit_histogram(edges, contents, variances), (_template, (edges, contents, variances)))


def convolution(shape: Model, resolution: Model, *, range: Range) -> Model:
    """The density of the sum of two independent numbers, each of a model: what a detector with this resolution measures
    of a shape. Both may be of any kind, and are normalised in their own ranges; the result is in a range of its own.

    It is computed numerically, to about 10⁻⁹ (`Model.integral_error`), once for values of the parameters: events cost
    little. Of a Breit-Wigner and a Gauss, `voigt` is exact.

    Parameters:
        shape: without yields.
        resolution: likewise; its mean is mostly the number 0.
        range: a finite one.

    Raises:
        MisuseError: a model has yields, the range is not finite, or there are more than 12 parameters.

    >>> from ramet import fit
    >>> decay = fit.convolution(fit.exponential(), fit.gauss(0, "resolution"), range=(-2, 10))
    >>> decay.parameters
    ('tau', 'resolution')
    """
    low, high = range_of(range)
    for one in (shape, resolution):
        if not isinstance(one, Model):
            raise MisuseError(f"a model of a convolution is {one!r}, expected one of ramet.fit")
    core = _core.fit_convolution(shape.core, resolution.core, low, high)
    made = partial(convolution, range=(low, high)), (shape, resolution)
    return Model(core, made, may_jump=shape.may_jump or resolution.may_jump)


def kernel_estimate(events: Any, *, range: Range, width: float | None = None, mirror: bool = True) -> Model:
    """A density without parameters that is estimated from events, such as simulated ones: a Gauss around each.

    Parameters:
        events: numbers, as `unbinned` takes them; all are in the range.
        range: a finite one.
        width: of the Gausses. By default 0.9 n^(-1/5) times the standard deviation, or the interquartile range / 1.34
            if that is less (B. Silverman's rule).
        mirror: what leaves the range comes back, so that the density does not fall at the ends.

    >>> from ramet import fit
    >>> model = fit.kernel_estimate(fit.gauss(5, 1).sample(2_000), range=(0, 10))
    >>> round(float(model.pdf(5)), 1)
    0.4
    """
    from ramet.fit.costs import numbers_of

    numbers = numbers_of(events)
    low, high = range_of(range)
    if width is None:
        if len(numbers) < 2:
            raise MisuseError(f"a kernel estimate has {len(numbers)} events, 2 are needed")
        quartiles = np.quantile(numbers, [0.25, 0.75])
        spreads = [float(numbers.std()), float(quartiles[1] - quartiles[0]) / 1.34]
        spread = min([one for one in spreads if one > 0], default=0.0)
        width = 0.9 * spread * len(numbers) ** -0.2
    return _kernel_estimate(numbers, real_number(width, "width"), low, high, mirror)


def _kernel_estimate(numbers: Reals, width: float, low: float, high: float, mirror: bool) -> Model:  # noqa: FBT001
    made = _kernel_estimate, (numbers, width, low, high, mirror)
    return Model(_core.fit_kernel_estimate(numbers, width, low, high, mirror), made)


def formula(
    text: str | Formula | Function, *, range: Range | None = None, extended: bool = False, **arguments: Argument
) -> Model:
    """A formula of x, as `ramet.formula` and ROOT's TF1 take it, as a density: "exp(-x/[tau])", "gaus(0)+pol1(3)".

    It is normalised in the range numerically, to about 10⁻¹⁰: `Model.integral_error` estimates the error. Its
    derivatives are symbolic. A common factor of the whole formula means nothing then: leave it out or fix it.

    Parameters:
        text: of the formula, with up to 12 parameters; or a function that was read, as a TF1 or one of
            `histogram.functions`, whose parameters that a fit kept at a value are numbers, and others have its limits.
        range: a finite one, in which the formula is positive; that of a function by default.
        extended: the value is the density of expected events, as of a TF1 that is fitted to a histogram, and not
            normalised: its factor is fitted to the number of events.
        arguments: other names for parameters, or numbers at which they are fixed.

    Raises:
        MisuseError: the text is no formula of one variable, or has no such parameters; there is no range; a function
            has no formula.

    >>> from ramet import fit
    >>> model = fit.formula("[A]*exp(-x/[tau])", range=(0, 10), extended=True, tau="lifetime")
    >>> model.parameters, round(model.integral(0, 10, A=1, lifetime=2), 6)
    (('A', 'lifetime'), 1.986524)
    """
    stored = text.formula_parameters() if isinstance(text, Function) else {}
    if isinstance(text, Function):
        fixed: dict[str, Argument] = {name: one.value for name, one in stored.items() if one.is_fixed}
        arguments = fixed | arguments
        range = text.ranges[0] if range is None else range
        text = text.compiled()
    if range is None:
        raise MisuseError(f"the formula '{text}' has no range")
    compiled = text if isinstance(text, Formula) else Formula(text)
    for name in arguments:
        if name not in compiled.parameters:
            known = ", ".join(compiled.parameters) or "none"
            raise MisuseError(f"the formula '{compiled.text}' has no parameter {name!r}, but {known}")
    given = [arguments.get(name, name) for name in compiled.parameters]
    checked = [one if isinstance(one, str) else real_number(one, "a parameter of a formula") for one in given]
    low, high = range_of(range)
    limits: dict[str, Range] = {}
    for name, argument in zip(compiled.parameters, checked, strict=True):
        if isinstance(argument, str) and name in stored and (bounds := stored[name].bounds) is not None:
            limits[argument] = narrowed({argument: bounds}, [limits])[argument]
    return _formula(compiled.text, low, high, checked, extended=extended, limits=limits)


def _formula(
    text: str, low: float, high: float, arguments: list[Argument], *, extended: bool, limits: Mapping[str, Range]
) -> Model:
    made = partial(_formula, extended=extended, limits=limits), (text, low, high, arguments)
    core = _core.fit_formula(text, low, high, arguments, extended)
    return Model(core, made, limits=limits, may_jump=may_jump(text))


def may_jump(text: str) -> bool:
    """Whether the derivatives of a formula do not tell of steps."""
    return _JUMPS.search(_PARAMETER.sub("", text)) is not None
