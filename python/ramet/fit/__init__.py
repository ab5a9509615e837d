"""Fits: models, costs that iminuit minimises, and toys. Needs iminuit for `fit` and `toys` (the extra `ramet[fit]`).

>>> from ramet import fit
>>> model = fit.mixture([fit.gauss(), fit.exponential()], fractions=["signal"], range=(0, 10))
>>> events = model.sample(10_000, mean=5, sigma=0.5, tau=4, signal=0.3)
>>> result = fit.fit(fit.unbinned(events, model), mean=5, sigma=1, tau=3, signal=0.5)
>>> result.valid, abs(result["mean"].value - 5) < 5 * result["mean"].error
(True, True)
"""

from __future__ import annotations

from ramet.fit.costs import Cost, binned, chi_square, constraint, unbinned
from ramet.fit.drawing import Band
from ramet.fit.exchange.hs3 import to_hs3
from ramet.fit.exchange.pyhf import to_pyhf
from ramet.fit.minimum import fit
from ramet.fit.models import (
    Model,
    breit_wigner,
    chebyshev,
    crystal_ball,
    exponential,
    gauss,
    two_sided_crystal_ball,
    uniform,
)
from ramet.fit.products import JointModel, mixture, product
from ramet.fit.result import FitResult, FittedParameter
from ramet.fit.scans import AsymmetricError, Contour, Profile
from ramet.fit.search.limits import LimitsWarning, StartWarning
from ramet.fit.shapes import (
    argus,
    bernstein,
    convolution,
    formula,
    johnson_su,
    kernel_estimate,
    landau,
    template,
    voigt,
)
from ramet.fit.toys import InterruptedToys, Toys, toys
from ramet.fit.weights import sweights

__all__ = [
    "AsymmetricError",
    "Band",
    "Contour",
    "Cost",
    "FitResult",
    "FittedParameter",
    "InterruptedToys",
    "JointModel",
    "LimitsWarning",
    "Model",
    "Profile",
    "StartWarning",
    "Toys",
    "argus",
    "bernstein",
    "binned",
    "breit_wigner",
    "chebyshev",
    "chi_square",
    "constraint",
    "convolution",
    "crystal_ball",
    "exponential",
    "fit",
    "formula",
    "gauss",
    "johnson_su",
    "kernel_estimate",
    "landau",
    "mixture",
    "product",
    "sweights",
    "template",
    "to_hs3",
    "to_pyhf",
    "toys",
    "two_sided_crystal_ball",
    "unbinned",
    "uniform",
    "voigt",
]
