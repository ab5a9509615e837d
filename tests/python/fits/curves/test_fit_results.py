"""Results of ROOT's fits: what they found by name, as ROOT says it."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
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


def stored_result(**members: Any) -> StoredFitResult:
    """A result with these members, as C++ gives them."""
    core = SimpleNamespace(
        members=list(members),
        find=lambda name: (name in members, members.get(name)),
        class_name="TFitResult",
        class_version=1,
    )
    return StoredFitResult(core, lambda value: value)  # type: ignore[arg-type]


def pairs(*given: tuple[Any, Any]) -> ak.Array:
    form = ak.Array([{"first": first, "second": second} for first, second in ((0.0, 0.0), *given)])
    return form[1:]


def test_limits_of_older_files_are_those_of_the_bound_parameters() -> None:
    found = stored_result(
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


def of_three(**changed: Any) -> StoredFitResult:
    """A result with three parameters."""
    members = {
        "fParams": np.array([1.0, 2.0, 3.0]),
        "fErrors": np.array([0.1, 0.2, 0.3]),
        "fParNames": ["a", "b", "c"],
        "fFixedParams": np.zeros(3, bool),
        "fBoundParams": np.array([False, True, False]),
        "fParamBounds": pairs(*[(0.0, 0.0)] * 4, (-1.0, 5.0), (0.0, 0.0)),
        "fMinosErrors": pairs(),
        "fCovMatrix": np.arange(6.0),
    }
    return stored_result(**{name: value for name, value in {**members, **changed}.items() if value is not None})


def test_names_of_parameters_are_in_a_result() -> None:
    found = of_three()
    assert [(one.low, one.high) for one in found.parameters][1:] == [(-1, 5), (-np.inf, np.inf)]
    assert [name in found for name in ("a", "c", "fParams", "d", 1, None)] == [True, True, True, False, False, False]
    assert [found.has_member(name) for name in ("a", "fParams")] == [False, True]
    assert found["c"].value == 3


def test_missing_members_of_a_result_are_named() -> None:
    found = of_three(fParams=None, fChi2=None)
    for read in (lambda: found["a"], lambda: found["fParams"], lambda: found.values, lambda: found.covariance):
        with pytest.raises(ramet.KeyInFileError, match="no member 'fParams' in an object of class 'TFitResult'"):
            read()
    assert "a" not in found
    with pytest.raises(AttributeError, match="no member 'fParams'"):
        found.a  # noqa: B018
    with pytest.raises(ramet.KeyInFileError, match="no member 'fChi2'"):
        _ = of_three().chi2
    with pytest.raises(ramet.KeyInFileError, match="no member 'fErrors'"):
        of_three(fErrors=None)["a"]


@pytest.mark.parametrize(
    ("member", "stored", "read", "text"),
    [
        ("fErrors", np.ones(2), "parameters", "3 parameters, but 2 numbers in fErrors"),
        ("fFixedParams", np.ones(4, bool), "parameters", "3 parameters, but 4 numbers in fFixedParams"),
        ("fFixedParams", pairs((3, 1)), "parameters", "3 parameters, but fFixedParams is of parameter 3"),
        ("fBoundParams", np.ones(7, bool), "parameters", "3 parameters, but 7 numbers in fBoundParams"),
        ("fBoundParams", pairs((5, 0)), "parameters", "3 parameters, but fBoundParams is of parameter 5"),
        ("fBoundParams", pairs((1, 6)), "parameters", "6 pairs of limits, but a parameter has pair 6"),
        ("fBoundParams", pairs((1, -1)), "parameters", "6 pairs of limits, but a parameter has pair -1"),
        ("fParamBounds", pairs((0, 1)), "parameters", "1 pairs of limits, but a parameter has pair -1"),
        ("fMinosErrors", pairs((4, {"first": -1.0, "second": 1.0})), "asymmetric_errors", "is of parameter 4"),
        ("fMinosErrors", pairs((-1, {"first": -1.0, "second": 1.0})), "asymmetric_errors", "is of parameter -1"),
        ("fCovMatrix", np.ones(5), "covariance", "3 parameters, but 5 numbers in fCovMatrix"),
        ("fParams", np.ones(10**6), "covariance", "1000000 parameters, but 6 numbers in fCovMatrix"),
    ],
)
def test_results_that_contradict_themselves_are_refused(member: str, stored: Any, read: str, text: str) -> None:
    with pytest.raises(ramet.CorruptError, match=text):
        getattr(of_three(**{member: stored}), read)
