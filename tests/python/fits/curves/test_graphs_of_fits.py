"""Graph.fit, beside what ROOT 6.40 finds for the same points."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.errors import MisuseError, UnsupportedError

pytest.importorskip("iminuit")

X = np.linspace(1, 10, 12)
Y = 2 + 0.5 * X + np.array([0.1, -0.3, 0.2, 0.4, -0.1, 0, -0.4, 0.3, -0.2, 0.1, 0.2, -0.1])
LOW, HIGH, ALONG_X, ALONG_Y = (np.full(12, size) for size in (0.1, 0.5, 0.2, 0.3))

# errors along x and y, then of a straight line what ROOT's Fit("pol1", "QS") gives: parameters, errors, chi squared
ANSWERS = {
    "none": (
        None,
        None,
        ([2.0307692307692267, 0.4974358974358981], [0.16185759365946076, 0.026178600280945912], 0.6560372960372967),
    ),
    "y": (
        None,
        ALONG_Y,
        ([2.0307692307692338, 0.4974358974358971], [0.18957893063357759, 0.03066220703359328], 7.2893032893032945),
    ),
    "x and y": (
        ALONG_X,
        ALONG_Y,
        ([2.0232458165536147, 0.49880413834383847], [0.19999386528948299, 0.03235596744268145], 6.565301776470349),
    ),
    "different along y": (
        None,
        [LOW, HIGH],
        ([2.4005914042054575, 0.4776657522197275], [0.15126235419112272, 0.022329513267404687], 6.847175593365983),
    ),
    "different along both": (
        [LOW, HIGH],
        [LOW, HIGH],
        ([2.249642500459411, 0.4921902999102464], [0.2420244160348858, 0.03571131429193168], 5.198156089425236),
    ),
}


@pytest.mark.parametrize("errors", ANSWERS)
def test_lines_are_those_of_root(errors: str) -> None:
    x_errors, y_errors, (values, deviations, squares) = ANSWERS[errors]
    graph = ramet.Graph(X, Y, x_errors=x_errors, y_errors=y_errors)
    found = graph.fit("pol1")
    assert found.valid
    for one, value, deviation in zip(found.parameters, values, deviations, strict=True):
        assert one.value == pytest.approx(value, abs=2e-3 * deviation)
        # ROOT stops up to a thousandth of an error beside the minimum, where the curvature differs by 1e-4.
        assert one.error == pytest.approx(deviation, rel=3e-4)
    assert found.minimum == pytest.approx(squares, rel=1e-6)
    assert found.minimum <= squares * (1 + 1e-9)


def test_a_range_and_points_without_errors_leave_points_out() -> None:
    graph = ramet.Graph(X, Y, y_errors=np.where(X > 8, 0, 0.3))
    assert graph.fit("pol1").points == 9
    assert graph.fit("pol1", within=(2, 6)).points == 5
    assert graph.functions[0].ranges == ((2, 6),)


def test_named_curves_begin_by_themselves_and_others_where_told() -> None:
    heights = 100 * np.exp(-0.5 * ((X - 5) / 1.5) ** 2)
    peak = ramet.Graph(X, heights, y_errors=np.full(12, 0.5)).fit("gaus")
    assert list(peak.values.values()) == pytest.approx([100, 5, 1.5], rel=1e-4)
    decay = ramet.Graph(X, 7 * np.exp(-X / 3))
    assert decay.fit("[A]*exp(-x/[tau])", A=5, tau=2).values == pytest.approx({"A": 7, "tau": 3}, rel=1e-4)
    assert decay.fit("[A]*exp(-x/[tau])", A=5, fixed={"tau": 3}).errors["tau"] == 0


def test_the_function_is_in_the_file(tmp_path: pathlib.Path) -> None:
    graph = ramet.Graph(X, Y, y_errors=ALONG_Y)
    found = graph.fit("pol1")
    with ramet.recreate(tmp_path / "g.root") as file:
        file["g"] = graph
    with ramet.open(tmp_path / "g.root") as file:
        (function,) = file["g"].functions
    assert [one.value for one in function.parameters] == list(found.values.values())
    assert [one.error for one in function.parameters] == list(found.errors.values())
    assert function.chi_square == found.minimum
    assert function.degrees_of_freedom == 10
    assert function.ranges == ((1, 10),)


def test_misuse_is_told() -> None:
    graph = ramet.Graph(X, Y)
    with pytest.raises(MisuseError, match="has 2 variables, the graph 1"):
        graph.fit("[a]*x*y")
    with pytest.raises(MisuseError, match="1 points with errors do not determine 'pol1'"):
        graph.fit("pol1", within=(1, 1.5))
    with pytest.raises(MisuseError, match="no start of the parameter 'a'"):
        graph.fit("[a]*x")
    with pytest.raises(UnsupportedError, match="three coordinates"):
        ramet.Graph(X, Y, X).fit("pol1")


@pytest.mark.parametrize("errors", ANSWERS)
def test_pictures_have_points_the_curve_and_pulls(errors: str) -> None:
    x_errors, y_errors, (_, _, squares) = ANSWERS[errors]
    found = ramet.Graph(X, Y, x_errors=x_errors, y_errors=y_errors).fit("pol1")
    drawn = found.draw(title="a line", x="time").svg()
    assert all(word in drawn for word in ("a line", "time", "data", "fit", "pull"))
    pulls = found.cost.views[0].pulls(found.values)
    assert (pulls**2).sum() == pytest.approx(10 if y_errors is None else squares, rel=1e-6)
    band = found.band([1.0])
    assert band.value[0] == pytest.approx(found["p0"].value + found["p1"].value)
    assert band.error[0] > 0
    with pytest.raises(MisuseError, match="a graph has points"):
        found.draw(bins=3)


def test_functions_are_fitted_to_points() -> None:
    graph = ramet.Graph(X, Y, y_errors=ALONG_Y)
    graph.fit("pol1", fixed={"p0": 2})
    again = graph.fit(graph.functions[0])
    assert again["p0"].is_fixed
    assert again["p0"].value == 2


def test_masked_points_are_refused() -> None:
    y: Any = np.ma.masked_equal([1.0, 2.0, 4.0], 2)
    x = [1.0, 2.0, 3.0]
    for given in ({"y": y}, {"x": y}, {"y_errors": y}, {"y_errors": [x, y]}, {"z": x, "z_errors": (y, x)}):
        with pytest.raises(MisuseError, match="1 of 3 coordinates or errors are masked"):
            ramet.Graph(**{"x": x, "y": x, **given})
    with pytest.raises(MisuseError, match="2 of 6 coordinates or errors are masked"):
        ramet.Graph(x, x, y_errors=np.ma.array([x, x], mask=[y.mask, y.mask]))
    with pytest.raises(MisuseError, match="1 of 3 errors are masked"):
        ramet.as_TGraph({"x": x, "y": x, "y_errors_low": y, "y_errors_high": x})
    assert ramet.Graph(x, np.ma.array(x)).y.tolist() == x
    found = ramet.Graph(x, y.filled(2)).fit("pol1")
    with pytest.raises(MisuseError, match="1 of 3 points are masked"):
        found.band(y)
    with pytest.raises(MisuseError, match="1 of 3 variables of a formula are masked"):
        ramet.formula("x")(y)
