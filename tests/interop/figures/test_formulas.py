"""Formulas as ROOT's TF1 has them: values, numbers of variables, and names and order of the parameters."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT

FORMULAS = [
    line for line in (Path(__file__).parent / "formulas.txt").read_text().splitlines() if not line.startswith("#")
]
POINTS = [(1.3, 0.4, 0.2, 0.1), (0.2, 1.1, 2.2, 0.3), (-2.5, 0.7, 1.0, 2.0)]
REFUSED = ["x*", "(x", "[", "foo(x)", "x y", "sin x", "x;y", "x=1", "()", "#", "x % 2", '"x"', "gaus()", "polx"]
# ROOT puts the text of a predefined function in its place; here it is one value, as it reads.
TEXT_IN_ROOT = ["1/gaus(0)", "gaus(0)^2"]


def parameters_of(count: int) -> list[float]:
    return [0.7 + 0.23 * number if number < 5 else 0.4 for number in range(count)]


def values_in_root(function: Any, parameters: list[float]) -> list[float]:
    given = np.array(parameters or [0.0])
    return [float(function.EvalPar(np.array([*point, *[0.0] * 8]), given)) for point in POINTS]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_that_of_root(text: str) -> None:
    function = ROOT.TF1(f"f{FORMULAS.index(text)}", text, 0.5, 2.5)
    assert function.IsValid()
    formula = ramet.formula(text)
    assert formula.parameters == tuple(function.GetParName(number) for number in range(function.GetNpar()))
    assert formula.ndim == function.GetNdim()
    parameters = parameters_of(len(formula.parameters))
    found = [float(formula(*point, *[0.0] * 8, parameters=parameters)) for point in POINTS]
    for one, other in zip(found, values_in_root(function, parameters), strict=True):
        assert one == pytest.approx(other, rel=1e-12, abs=1e-300, nan_ok=True), text


def test_there_are_enough() -> None:
    assert len(FORMULAS) >= 250
    assert len(set(FORMULAS)) == len(FORMULAS)


@pytest.mark.parametrize("text", REFUSED)
def test_what_root_refuses_is_refused(text: str) -> None:
    with pytest.raises(ramet.RametError):
        ramet.formula(text)


@pytest.mark.parametrize("text", TEXT_IN_ROOT)
def test_predefined_functions_are_values(text: str) -> None:
    gaus = ramet.formula("gaus(0)")(1.5, parameters=[2, 1, 3])
    found = ramet.formula(text)(1.5, parameters=[2, 1, 3])
    assert found == pytest.approx(1 / gaus if "/" in text else gaus**2)


@pytest.mark.parametrize(
    "text", ["gaus", "gaus(0)+pol2(3)", "[A]*exp(-x/[tau])", "crystalball", "cheb4", "xygaus", "breitwigner", "x^2"]
)
def test_a_stored_function_can_be_called(text: str, tmp_path: Path) -> None:
    file = ROOT.TFile(str(tmp_path / "functions.root"), "RECREATE")
    kind = ROOT.TF2 if text == "xygaus" else ROOT.TF1
    function = kind("stored", text, -3, 3) if kind is ROOT.TF1 else kind("stored", text, -3, 3, -3, 3)
    for number, value in enumerate(parameters_of(function.GetNpar())):
        function.SetParameter(number, value)
    wanted = [float(function.Eval(*point[:2])) for point in POINTS]
    function.Write()
    file.Close()
    with ramet.open(tmp_path / "functions.root") as opened:
        stored = opened["stored"]
        x, y = (np.array([point[axis] for point in POINTS]) for axis in (0, 1))
        variables = (x, y) if stored.ndim == 2 else (x,)
        assert np.allclose(stored(*variables), wanted, rtol=1e-12)
        with pytest.raises(ramet.MisuseError, match="no parameter 'nothing'"):
            stored(*variables, nothing=1.0)


def test_a_normalized_function_has_the_values_of_eval(tmp_path: Path) -> None:
    file = ROOT.TFile(str(tmp_path / "normalized.root"), "RECREATE")
    function = ROOT.TF1("stored", "[0]*x", 0, 2)
    function.SetParameter(0, 5)
    function.SetNormalized(True)
    wanted, normalized = function.Eval(1.0), function.EvalPar(np.array([1.0]), np.array([5.0]))
    function.Write()
    file.Close()
    with ramet.open(tmp_path / "normalized.root") as opened:
        stored = opened["stored"]
        assert math.isclose(stored(1.0), wanted, rel_tol=1e-12)
        assert stored.normalization is not None
        assert math.isclose(stored(1.0) / stored.normalization, normalized, rel_tol=1e-6)
