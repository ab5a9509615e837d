"""The types of columns that functions of Python define. The answers are those of ROOT 6.40."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet.rdataframe as ROOT


@pytest.fixture
def df() -> ROOT.RDataFrame:
    return (
        ROOT.RDataFrame(6)
        .Define("x", "rdfentry_ * 1.0")
        .Define("f", "float(x)")
        .Define("n", "(int)rdfentry_")
        .Define("u", "(ULong64_t)rdfentry_")
        .Define("v", "ROOT::RVecF(rdfentry_ % 3, 2.5f)")
        .Define("pair", "ROOT::RVecI{1, 2}")
    )


FUNCTIONS: list[tuple[Callable[..., Any], list[str], str, list[float]]] = [
    (lambda x: -1 if x < 3 else x / 10, ["x"], "float64", [-1, -1, -1, 0.3, 0.4, 0.5]),
    (lambda x: 0 if x < 2 else x * 1.5, ["x"], "float64", [0, 0, 3, 4.5, 6, 7.5]),
    (lambda f: -1 if f < 2 else f, ["f"], "float64", [-1, -1, 2, 3, 4, 5]),
    (lambda n: n / 2, ["n"], "float64", [0, 0.5, 1, 1.5, 2, 2.5]),
    (lambda n: n if n < 3 else 1.5, ["n"], "float64", [0, 1, 2, 1.5, 1.5, 1.5]),
    (lambda n: n, ["n"], "int32", [0, 1, 2, 3, 4, 5]),
    (lambda x: x > 3 and 5, ["x"], "int64", [0, 0, 0, 0, 5, 5]),
    (lambda x: x > 3, ["x"], "bool", [0, 0, 0, 0, 1, 1]),
    (lambda v: v[0] if len(v) > 0 else -1, ["v"], "float64", [-1, 2.5, 2.5, -1, 2.5, 2.5]),
    (lambda v: v[0] if len(v) > 0 else 0.1, ["v"], "float64", [0.1, 2.5, 2.5, 0.1, 2.5, 2.5]),
    (lambda p: p[0] if p[1] > 3 else 0.1, ["pair"], "float64", [0.1] * 6),
    (lambda v: np.sum(v), ["v"], "float32", [0, 2.5, 5, 0, 2.5, 5]),
    (lambda u: u if u > 3 else -1, ["u"], "float64", [-1, -1, -1, -1, 4, 5]),
    (lambda x: 1 if x != 4 else x / 10, ["x"], "float64", [1, 1, 1, 1, 0.4, 1]),
    (lambda x: 1 if x < 4321 else x / 10, ["x"], "float64", [1, 1, 1, 1, 1, 1]),
    (lambda x, n: 1 if x != n else x / 10, ["x", "n"], "float64", [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
]


@pytest.mark.parametrize(("function", "columns", "kind", "values"), FUNCTIONS)
def test_a_type_is_that_of_all_that_a_function_gives(
    df: ROOT.RDataFrame, function: Callable[..., Any], columns: list[str], kind: str, values: list[float]
) -> None:
    made = df.Define("y", function, columns).AsNumpy(["y"])["y"]
    assert made.dtype == kind
    assert made.tolist() == pytest.approx(values)


def test_lists_have_the_type_of_all_elements(df: ROOT.RDataFrame) -> None:
    made = df.Define("y", lambda x: [1, 2] if x < 2 else [0.5], ["x"]).AsNumpy(["y"])["y"]
    assert [one.tolist() for one in made] == [[1, 2]] * 2 + [[0.5]] * 4
    empty = df.Define("y", lambda v: [] if len(v) < 2 else [len(v)], ["v"]).AsNumpy(["y"])["y"]
    assert [one.tolist() for one in empty] == [[], [], [2]] * 2
    assert all(one.dtype == np.int64 for one in empty)


def test_a_value_that_a_type_does_not_have_is_refused(df: ROOT.RDataFrame) -> None:
    hidden = {4: 0.25}

    def surprising(n: Any) -> Any:
        return hidden.get(int(n), 7) if n > -5 else None

    def whole(x: float) -> int:
        return x / 2  # type: ignore[return-value]

    def cut(n: int) -> bool:
        return n % 3  # type: ignore[return-value]

    def short(x: float) -> np.float32:
        return x / 10  # type: ignore[return-value]

    def uneven(n: int) -> int:
        return [1] * (1 + int(n) % 2)  # type: ignore[return-value]

    for function, columns, words in (
        (surprising, ["n"], "gave 0.25, which is no int64, .* annotate it"),
        (whole, ["x"], r"gave .*0\.5.*, which is no int64, the type that it is said to give"),
        (uneven, ["n"], r"gave \[1\], which is no int64, the type that it is said to give"),
    ):
        with pytest.raises(TypeError, match=words):
            df.Define("y", function, columns).Sum("y").GetValue()
    assert df.Filter("n < 4").Define("y", surprising, ["n"]).Sum("y").GetValue() == 28
    assert df.Define("y", cut, ["n"]).Sum("y").GetValue() == 4
    assert df.Define("y", short, ["x"]).Take("y").GetValue().dtype == np.float32
    assert df.Filter(lambda n: n % 3, ["n"]).Count().GetValue() == 4


def test_samples_have_the_type_of_all(tmp_path: Path) -> None:
    for name in ("a", "b"):
        ROOT.RDataFrame(2).Define("x", "1").Snapshot("Events", str(tmp_path / f"{name}.root"))
    chained = ROOT.RDataFrame("Events", [str(tmp_path / f"{name}.root") for name in ("a", "b")])
    weighted = chained.DefinePerSample("w", lambda _, sample: 2 if sample.Contains("a.root") else 0.5)
    assert weighted.Take("w").GetValue().tolist() == [2, 2, 0.5, 0.5]
