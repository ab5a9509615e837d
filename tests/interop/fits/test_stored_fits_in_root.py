"""ROOT reads results of fits as ramet wrote them, and those of ROOT are written again with all that they have."""

from __future__ import annotations

import ctypes
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet import fit

ROOT = pytest.importorskip("ROOT")
pytest.importorskip("iminuit")


def in_root(result: Any, path: Path) -> tuple[Any, Any]:
    """The file, which has to live, and the result in it."""
    with ramet.recreate(path) as file:
        file["found"] = result
    file = ROOT.TFile(str(path))
    return file, file.Get("found")


def bounds_of(found: Any, number: int) -> tuple[float, float]:
    low, high = ctypes.c_double(), ctypes.c_double()
    found.ParameterBounds(number, low, high)
    return low.value, high.value


def test_root_reads_what_ramet_found(tmp_path: Path) -> None:
    events = np.random.default_rng(2).exponential(2, 400)
    model = fit.mixture([fit.exponential(), fit.uniform((0, 10))], yields=["s", "b"], range=(0, 10))
    result = fit.fit(
        fit.unbinned(events[events < 10], model), tau=2, s=350, b=20, fixed={"tau": 2}, limits={"b": (0, None)}
    )
    file, found = in_root(result, tmp_path / "fit.root")
    assert found.IsA().GetName() == "TFitResult"
    assert found.IsValid() is result.valid is True
    numbers = range(found.NPar())
    assert [str(found.GetParameterName(number)) for number in numbers] == list(result.values)
    assert [found.Parameter(number) for number in numbers] == list(result.values.values())
    assert [found.ParError(number) for number in numbers] == list(result.errors.values())
    assert [[found.CovMatrix(i, j) for j in numbers] for i in numbers] == result.covariance.tolist()
    assert [found.IsParameterFixed(number) for number in numbers] == [one.is_fixed for one in result.parameters]
    place = list(result.values).index("b")
    assert found.IsParameterBound(place)
    assert bounds_of(found, place) == (0, math.inf)
    assert found.MinFcnValue() == result.minimum / 2
    assert found.NFreeParameters() == 2
    file.Close()


def test_results_of_root_are_written_again(tmp_path: Path) -> None:
    histogram = ROOT.TH1D("h", "h", 50, -3, 3)
    for number in range(50):
        histogram.SetBinContent(number + 1, 5 + number % 7 + 0.01 * number * number)
    function = ROOT.TF1("f", "[0]+[1]*x+[2]*x*x+[3]*x*x*x", -3, 3)
    function.SetParLimits(1, -3, 40)
    function.FixParameter(2, 0.5)
    first = histogram.Fit(function, "SQ0E").Get()
    path = tmp_path / "root.root"
    of_root = ROOT.TFile(str(path), "RECREATE")
    of_root.WriteObject(first, "first")
    of_root.Close()
    file, found = in_root(ramet.open(path)["first"], tmp_path / "again.root")
    for number in range(4):
        assert found.Parameter(number) == first.Parameter(number)
        assert found.ParError(number) == first.ParError(number)
        assert found.HasMinosError(number) == first.HasMinosError(number) == (number != 2)
        assert found.LowerError(number) == first.LowerError(number)
        assert found.UpperError(number) == first.UpperError(number)
        assert found.IsParameterFixed(number) == first.IsParameterFixed(number)
        assert [found.CovMatrix(number, j) for j in range(4)] == [first.CovMatrix(number, j) for j in range(4)]
    assert bounds_of(found, 1) == (-3, 40)  # ROOT's own are (0, 0): it looks among as many empty pairs before
    assert (found.Chi2(), found.Ndf(), found.MinFcnValue()) == (first.Chi2(), first.Ndf(), first.MinFcnValue())
    assert (found.Edm(), found.NCalls(), found.MinimizerType()) == (first.Edm(), first.NCalls(), first.MinimizerType())
    file.Close()
