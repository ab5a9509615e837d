"""Results of fits in files: TFitResult."""

from __future__ import annotations

import math
from pathlib import Path

import hist
import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.fit.result import FitResult, FittedParameter
from ramet.reading.objects.fit_results import StoredFitResult

pytest.importorskip("iminuit")


def result_of(**members: object) -> FitResult:
    """A result of a parameter that was free, one with limits on one side and one that was fixed at 0."""
    parameters = (
        FittedParameter("mean", 2.0, 0.5, -math.inf, math.inf, False),
        FittedParameter("width", 1.0, 0.25, 0.0, math.inf, False),
        FittedParameter("tail", 0.0, 0.0, -1.0, 1.0, True),
    )
    covariance = np.array([[0.25, 0.125, 0], [0.125, 0.0625, 0], [0, 0, 0]])
    found = {
        "covariance": covariance,
        "minimum": 8.0,
        "points": 9,
        "valid": True,
        "status": "valid",
        "edm": 1e-5,
        "calls": 31,
    }
    return FitResult(parameters, **{**found, "gradient_calls": 0, "absent": 0, **members})  # type: ignore[arg-type]


def stored(result: object, path: Path) -> StoredFitResult:
    with ramet.recreate(path) as file:
        file["fits/one"] = result
    found = ramet.open(path)["fits/one"]
    assert isinstance(found, StoredFitResult)
    return found


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    result = result_of(cost_kind="chi square")
    found = stored(result, tmp_path / "fit.root")
    assert found.values == result.values
    assert found.errors == result.errors
    assert found.covariance.tolist() == result.covariance.tolist()
    assert [(one.low, one.high, one.is_fixed) for one in found.parameters] == [
        (-math.inf, math.inf, False),
        (0, math.inf, False),
        (-math.inf, math.inf, True),
    ]
    assert (found.minimum, found.chi2, found.ndf, found.calls, found.edm) == (8, 8, 7, 31, 1e-5)
    assert (found.valid, found.status, found["fCovStatus"], found["fName"]) == (True, 0, 3, "one")
    assert found.asymmetric_errors == {}


def test_likelihoods_are_stored_as_root_counts_them(tmp_path: Path) -> None:
    of_bins = stored(result_of(cost_kind="ratio"), tmp_path / "bins.root")
    of_events = stored(result_of(cost_kind="likelihood"), tmp_path / "events.root")
    assert (of_bins.minimum, of_bins.chi2) == (4, 8)
    assert (of_events.minimum, of_events.chi2) == (4, -1)


@pytest.mark.parametrize(
    ("status", "number"),
    [
        ("the errors are not accurate", 1),
        ("above the distance to the minimum, the errors are not accurate", 3),
        ("no minimum was found, too many calls", 4),
        ("no covariance", 5),
    ],
)
def test_what_is_wrong_has_roots_number(tmp_path: Path, status: str, number: int) -> None:
    found = stored(result_of(valid=False, status=status), tmp_path / "fit.root")
    assert (found.valid, found.status, found["fTitle"]) == (False, number, status)


def test_a_covariance_that_was_not_found_stays_unknown(tmp_path: Path) -> None:
    found = stored(result_of(covariance=np.full((3, 3), np.nan)), tmp_path / "fit.root")
    assert np.all(np.isnan(found.covariance))
    assert found["fCovStatus"] == 0


def test_each_kind_of_fit_is_stored_as_its_own(tmp_path: Path) -> None:
    events = np.random.default_rng(1).normal(5, 1, 500)
    model = fit.gauss(range=(0, 10))
    filled = ramet.to_writable(hist.Hist.new.Reg(20, 0, 10).Double().fill(events))
    kinds = {
        "likelihood": fit.fit(fit.unbinned(events, model), mean=5, sigma=1),
        "ratio": fit.fit(fit.binned(filled, model), mean=5, sigma=1),
        "chi square": filled.fit("gaus"),
    }
    assert {kind: one.cost_kind for kind, one in kinds.items()} == {kind: kind for kind in kinds}
    assert filled.fit("gaus", cost="likelihood").cost_kind == "ratio"
    constrained = fit.unbinned(events, model) + fit.constraint({"mean": 5}, 0.1)
    assert (constrained.kind, fit.constraint({"mean": 5}, 0.1).kind) == ("likelihood", "chi square")
    for result in kinds.values():
        assert stored(result, tmp_path / "fit.root").values == result.values


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    first = stored(result_of(cost_kind="ratio"), tmp_path / "first.root")
    again = stored(first, tmp_path / "again.root")
    assert repr(again.to_dict()) == repr(first.to_dict())
