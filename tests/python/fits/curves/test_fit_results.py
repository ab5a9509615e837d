"""Results of ROOT's fits: what they found by name, as ROOT says it."""

from __future__ import annotations

import pickle
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from ramet.reading.objects.fit_results import StoredFitResult


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """ROOT's result of a fit with MINOS, and the same as it was stored."""
    root = pytest.importorskip("ROOT")
    histogram = root.TH1D("h", "h", 50, -3, 3)
    for number in range(50):
        histogram.SetBinContent(number + 1, 5 + number % 7 + 0.01 * number * number)
    function = root.TF1("f", "[0]+[1]*x+[2]*x*x+[3]*x*x*x", -3, 3)
    function.SetParLimits(1, -3, 40)
    function.SetParLimits(3, -5, 6)
    function.FixParameter(2, 0.5)
    found = histogram.Fit(function, "SQ0E")
    path = tmp_path_factory.mktemp("fits") / "fit.root"
    file = root.TFile(str(path), "RECREATE")
    file.WriteObject(found.Get(), "result")
    file.Close()
    return found, ramet.open(path)["result"]


def test_a_result_says_what_root_says(fitted: tuple[Any, Any]) -> None:
    root, found = fitted
    assert isinstance(found, StoredFitResult)
    assert (found.chi2, found.ndf, found.status) == (root.Chi2(), root.Ndf(), root.Status())
    assert (found.minimum, found.edm, found.calls) == (root.MinFcnValue(), root.Edm(), root.NCalls())
    assert found.valid is root.IsValid() is True
    assert list(found.values) == ["param_0", "param_1", "param_2", "param_3"]
    assert list(found.values.values()) == [root.Parameter(number) for number in range(4)]
    assert list(found.errors.values()) == [root.ParError(number) for number in range(4)]
    assert found.covariance.tolist() == [[root.CovMatrix(i, j) for j in range(4)] for i in range(4)]
    assert np.allclose(
        found.correlation, [[root.Correlation(i, j) if i != 2 != j else 0 for j in range(4)] for i in range(4)]
    )
    errors = {name: (root.LowerError(number), root.UpperError(number)) for number, name in enumerate(found.values)}
    assert found.asymmetric_errors == {name: pair for name, pair in errors.items() if name != "param_2"}


def test_parameters_have_names_limits_and_what_was_fixed(fitted: tuple[Any, Any]) -> None:
    found = fitted[1]
    assert [(one.low, one.high) for one in found.parameters] == [
        (-np.inf, np.inf),
        (-3, 40),
        (-np.inf, np.inf),
        (-5, 6),
    ]
    assert [one.is_fixed for one in found.parameters] == [False, False, True, False]
    assert found["param_1"] == found.parameters[1]
    assert found["fChi2"] == found.fChi2 == found.chi2
    with pytest.raises(ramet.KeyInFileError, match="the fit has no parameter 'mean', but param_0, param_1"):
        found["mean"]


def test_a_result_is_shown_as_a_table_and_pickled(fitted: tuple[Any, Any]) -> None:
    found = fitted[1]
    assert str(found).splitlines()[0] == f"valid, status 0: chi2 {found.chi2:.10g} / {found.ndf}, {found.calls} calls"
    assert str(found).splitlines()[4].split() == ["param_2", "0.5", "fixed"]
    assert "param_3" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)).values == found.values


class Older(StoredFitResult):
    """A result as ROOT wrote it when limits and fixed parameters were maps, and names were stored."""

    def __init__(self, **stored: Any) -> None:
        self.stored = stored

    def __getitem__(self, name: str) -> Any:
        return self.stored[name]


def test_limits_of_older_files_are_those_of_the_bound_parameters() -> None:
    def pairs(*given: tuple[float, float]) -> ak.Array:
        form = ak.Array([{"first": first, "second": second} for first, second in ((0.0, 0.0), *given)])
        return form[1:]

    found = Older(
        fParams=np.array([1.0, 2.0, 3.0]),
        fErrors=np.array([0.1, 0.2, 0.3]),
        fParNames=["a", "b", "c"],
        fFixedParams=pairs((1, 1)),
        fBoundParams=pairs((2, 0)),
        fParamBounds=pairs((-7, 8)),
        fCovMatrix=np.zeros(0),
    )
    assert [(one.name, one.low, one.high, one.error) for one in found.parameters] == [
        ("a", -np.inf, np.inf, 0.1),
        ("b", -np.inf, np.inf, 0.0),
        ("c", -7, 8, 0.3),
    ]
    assert np.isnan(found.covariance).all()
