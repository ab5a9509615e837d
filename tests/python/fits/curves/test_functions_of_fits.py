"""Functions that were fitted, in files and pictures."""

from __future__ import annotations

import pathlib
import pickle

import numpy as np
import pytest
import ramet
from ramet import fit
from ramet.errors import MisuseError

pytest.importorskip("iminuit")


def peak() -> ramet.Histogram:
    events = fit.gauss(5, 1).sample(5_000, seed=2)
    return ramet.Histogram(40, (0, 10), name="h").fill(events)


def test_a_fitted_histogram_has_its_function_in_a_file(tmp_path: pathlib.Path) -> None:
    histogram = peak()
    found = histogram.fit("gaus")
    with ramet.recreate(tmp_path / "f.root") as file:
        file["h"] = histogram
        file["f"] = histogram.functions[0]
    with ramet.open(tmp_path / "f.root") as file:
        (function,) = file["h"].functions
        alone = file["f"]
    assert alone.classname == "TF1"
    for one in (function, alone):
        assert [p.name for p in one.parameters] == ["Constant", "Mean", "Sigma"]
        assert [p.value for p in one.parameters] == list(found.values.values())
        assert [p.error for p in one.parameters] == list(found.errors.values())
        assert one.chi_square == found.minimum
        assert one.degrees_of_freedom == found.points - 3
        assert one.ranges == ((0, 10),)
        assert one(5.0) == pytest.approx(ramet.formula("gaus")(5.0, **found.values))


def test_fixed_parameters_and_limits_are_those_of_root() -> None:
    histogram = peak()
    histogram.fit("gaus", within=(2, 8), fixed={"Mean": 5}, limits={"Sigma": (0.1, 3)})
    (function,) = histogram.functions
    assert [one.limits for one in function.parameters] == [None, (5, 5), (0.1, 3)]
    assert function.parameters[1].error == 0
    assert function.ranges == ((2, 8),)
    assert len(histogram.functions) == 1
    histogram.fit("pol1")
    assert [one.name for one in histogram.functions] == ["pol1"]


def test_a_stored_function_is_a_model() -> None:
    histogram = peak()
    histogram.fit("gaus", fixed={"Mean": 5})
    model = fit.formula(histogram.functions[0])
    assert model.parameters == ("Constant", "Sigma")
    assert model.range == (0, 10)
    assert model.pdf(5.0, Constant=1, Sigma=1) == pytest.approx(fit.gauss(range=(0, 10)).pdf(5.0, mean=5, sigma=1))
    extended = fit.formula(histogram.functions[0], extended=True, Constant="c")
    assert extended.is_extended
    with pytest.raises(MisuseError, match="no range"):
        fit.formula("gaus")


def test_pictures_show_fitted_functions() -> None:
    histogram = peak()
    before = ramet.Picture().steps(histogram).svg().count("#d62c2c")
    histogram.fit("gaus")
    assert before == 0
    assert "#d62c2c" in ramet.Picture().steps(histogram).svg()
    assert "#d62c2c" in ramet.Picture().points(histogram).svg()


def test_filling_keeps_the_function_and_copies_have_it() -> None:
    histogram = peak()
    histogram.fit("gaus")
    histogram.fill(np.array([1.0]))
    assert len(histogram.functions) == 1


# A Lorentzian on a parabola, as in ROOT's tutorial FittingDemo, whose first valley is long.
PEAK = (
    "6 1 10 12 6 13 23 22 15 21 23 26 36 25 27 35 40 44 66 81 75 57 48 45 46 41 35 36 53 32 40 37 38 31 36 44 42 37 32 "
    "32 43 44 35 33 33 39 29 41 32 44 26 39 29 35 32 21 21 15 25 15"
)


def test_a_long_valley_is_followed_to_its_end() -> None:
    histogram = ramet.Histogram(60, (0, 3))
    contents = [float(one) for one in PEAK.split()]
    histogram.fill(np.repeat(histogram.axis(0).centers(), [int(one) for one in contents]))
    peak = "0.5*[3]*[4]/TMath::Pi()/TMath::Max(1e-10, (x-[5])*(x-[5]) + 0.25*[4]*[4])"
    found = histogram.fit(f"[0] + [1]*x + [2]*x*x + {peak}", p0=1, p1=1, p2=1, p3=6, p4=0.2, p5=1)
    assert found.valid
    expected = (-0.866, 45.84, -13.32, 13.81, 0.1723, 0.9873)  # ROOT's, at the middles of bins
    errors = (0.89, 2.6, 0.98, 2.2, 0.036, 0.011)
    for one, value, error in zip(found.parameters, expected, errors, strict=True):
        assert abs(one.value - value) < 0.2 * error


def stored(*limits: tuple[float, float], formula: str = "[A]*exp(-x/[t])+[c]") -> ramet.Function:
    """A function as files have it, with the values 1, 2 and 0."""
    values = (1.0, 2.0, 0.0)
    names = ("A", "t", "c")
    parameters = [
        ramet._core.FunctionParameter(name, value, 0.0, *bounds)
        for name, value, bounds in zip(names, values, limits, strict=True)
    ]
    return ramet.Function(ramet._core.Function(formula, formula, parameters, (0.0, 10.0), 0.0, 0, []))


def test_limits_of_a_function_are_those_of_the_model() -> None:
    function = stored((0.5, 3.0), (0.0, 0.0), (1.0, 1.0))  # limited, free, and fixed at 0
    model = fit.formula(function, t="lifetime", extended=True)
    assert model.limits == {"A": (0.5, 3), "lifetime": (-np.inf, np.inf)}
    assert model.within(0, 5).limits == model.limits
    assert pickle.loads(pickle.dumps(model)).limits == model.limits
    events = fit.exponential(range=(0, 10)).sample(4, tau=2)
    found = fit.fit(fit.unbinned(events, model), A=1, lifetime=2)
    assert (found["A"].low, found["A"].high) == (0.5, 3)
    both = fit.mixture([fit.formula(function, A=1, t="lifetime"), fit.uniform((0, 10))], fractions=["f"])
    assert both.limits == {"lifetime": (-np.inf, np.inf), "f": (0, 1)}
    narrow = fit.formula(stored((0.5, 3.0), (1.9, 2.1), (1.0, 1.0)), A=1)
    joint = fit.product(x=narrow, y=fit.uniform((0, 1)))
    assert joint.limits == {"t": (1.9, 2.1)}
    assert fit.unbinned({"x": events, "y": [0.5] * 4}, joint).limits == {"t": (1.9, 2.1)}
    toys = fit.toys(narrow, 20, t=2, size=50)
    assert toys.at_limit.any()
    assert (np.abs(toys.values - 2) < 0.1 + 1e-9).all()
    assert "valid, at a limit: t" in toys.status


def test_functions_without_a_formula_are_refused_with_the_reason() -> None:
    function = stored((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), formula="")
    for use in (fit.formula, peak().fit, ramet.Graph([1, 2], [1, 2]).fit):
        with pytest.raises(MisuseError, match="has no formula: it was written in C.., or made of other functions"):
            use(function)
