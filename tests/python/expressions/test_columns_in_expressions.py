"""ramet.col builds texts of expressions, and these have the values of the same operators on arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
from ramet import col


@pytest.fixture
def tree(tmp_path: Path) -> ramet.Tree:
    counts = np.arange(30) % 3
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {"x": "float32", "n": "int32", "ok": "bool", "v": "var * float32", "a-b": "int32"}).extend(
            {
                "x": np.linspace(-3, 3, 30),
                "n": np.arange(30),
                "ok": np.arange(30) % 2 == 0,
                "v": ak.unflatten(np.arange(counts.sum(), dtype="float32"), counts),
                "a-b": np.arange(30),
            }
        )
    return ramet.open(tmp_path / "x.root")["T"]


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (col("x") + 1, "x + 1"),
        (1 - col("x") - 2, "1 - x - 2"),
        (col("x") - (col("y") - 1), "x - (y - 1)"),
        ((col("x") + 1) * 2, "(x + 1) * 2"),
        (-(col("x") ** 2), "-x ** 2"),
        ((-col("x")) ** 2, "(-x) ** 2"),
        (col("x") ** -2, "x ** -2"),
        ((col("x") ** 2) ** 3, "(x ** 2) ** 3"),
        (2 ** col("x") ** 2, "2 ** x ** 2"),
        ((-2) ** col("x"), "(-2) ** x"),
        ((col("x") > 1) & (col("y") < 2) | ~col("z"), "(x > 1) & (y < 2) | ~z"),
        ((col("x") > 1) == (col("y") > 1), "(x > 1) == (y > 1)"),
        (col("x") // 2 % 3 / 4, "x // 2 % 3 / 4"),
        (col("x") / (2 * col("y")), "x / (2 * y)"),
        (col("x") << 2 ^ col("y"), "x << 2 ^ y"),
        (abs(col("x")) + round(col("x")), "abs(x) + round(x)"),
        (np.sqrt(col("x") ** 2 + 1), "sqrt(x ** 2 + 1)"),
        (np.hypot(col("x"), 2.5), "hypot(x, 2.5)"),
        (np.float32(2) * col("x"), "2.0 * x"),
        (np.where(col("x") > 0, col("x"), 0), "where(x > 0, x, 0)"),
        (ramet.where(col("x") > 0, "a", "b'"), "where(x > 0, 'a', 'b\\'')"),
        (np.sum(col("v"), axis=-1), "sum(v, axis=-1)"),
        (col("v").max(initial=0) + col("v").size(), "max(v, axis=-1, initial=0) + num(v, axis=1)"),
        (col("v")[:, 0], "v[:, 0]"),
        (col("v")[:, 1:-1:2], "v[:, 1:-1:2]"),
        (col("v")[..., ::-1], "v[..., ::-1]"),
        ((col("v") * 2)[col("v") > 1], "(v * 2)[v > 1]"),
        (col("p")["x"], "p['x']"),
        (col("a.b") + col("a-b"), "a.b + get('a-b')"),
        (col("x") * float("inf") + float("nan"), "x * np.inf + np.nan"),
    ],
)
def test_the_text_is_what_was_built(built: ramet.Expression, text: str) -> None:
    assert built.text == str(built) == text
    assert repr(built) == f"ramet.Expression({text!r})"


def test_values_are_those_of_the_same_operators_on_arrays(tree: ramet.Tree) -> None:
    arrays = tree.arrays()

    def made(x: Any, n: Any, v: Any) -> list[Any]:
        return [-(x**2) + n // 7 * (1 - x), (x > 0) & ~(n < 20), v[v > 3] * 2 + x, np.sqrt(abs(x - n) * 2) % 3, 2**-x]

    built = made(col("x"), col("n"), col("v"))
    found = tree.arrays(built)
    assert found.fields == [one.text for one in built]
    for one, wanted in zip(built, made(arrays.x, arrays.n, arrays.v), strict=True):
        assert str(found[one.text].type) == str(wanted.type)
        assert ak.almost_equal(found[one.text], wanted), one.text


def test_expressions_stand_where_texts_do(tree: ramet.Tree) -> None:
    some = col("n") > 20
    assert tree.arrays(col("n"), some, library="np")["n"].tolist() == list(range(21, 30))
    assert [len(one) for one in tree.iterate(["n", col("x") * 2], some & col("ok"), step_size=25)] == [2, 2]
    assert tree.arrays(["twice"], "twice > 50", aliases={"twice": col("n") * 2}).twice.to_list() == [52, 54, 56, 58]
    assert tree.num_entries_for("1 kB", [col("v").sum()], some) > 0
    table = pytest.importorskip("pyarrow") and tree.to_arrow([col("n") * 2, "v"], some)
    assert table.column_names == ["n * 2", "v"]
    assert table["n * 2"].to_pylist() == [2 * n for n in range(21, 30)]
    path = tree.file_path
    assert len(ramet.concatenate(f"{path}:T", [col("a-b") + 1], some)) == 9
    assert len(list(ramet.iterate(f"{path}:T", [col("n")], some))) == 1


def test_an_expression_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="'x > 1' has no truth value.* Write & for 'and'"):
        _ = (col("x") > 1) and (col("y") > 2)
    with pytest.raises(TypeError, match="no truth value"):
        _ = 0 < col("x") < 1
    with pytest.raises(TypeError, match="cannot be gone through"):
        list(col("x"))
    with pytest.raises(TypeError, match="expected a number, a text or columns"):
        _ = col("x") + {1}
    with pytest.raises(TypeError, match="needs axis=-1"):
        np.sum(col("x"))
    with pytest.raises(TypeError, match="a column's name is 3"):
        col(3)  # type: ignore[arg-type]


def test_languages(tree: ramet.Tree) -> None:
    text = "n / 2"
    assert tree.arrays(text, entry_stop=4, library="np")[text].tolist() == [0, 0.5, 1, 1.5]
    assert tree.arrays(text, entry_stop=4, library="np", language="cpp")[text].tolist() == [0, 0, 1, 1]
    with pytest.raises(ramet.MisuseError, match="&& is C\\+\\+"):
        tree.arrays("ok && n > 3", language="python")
    assert len(tree.arrays("n", "ok && n > 3")) == 13
    with pytest.raises(ValueError, match="language 'fortran' is not one of"):
        tree.arrays("n", language="fortran")


def test_a_variable_of_statements_may_be_called_as_their_alias(tree: ramet.Tree) -> None:
    body = "int most = 0; for (int k = 0; k < n; ++k) most += k; return most;"
    found = tree.arrays(["most"], aliases={"most": body}, library="np")["most"]
    n = tree["n"].array(library="np")
    assert found.tolist() == [sum(range(count)) for count in n]


def test_mistakes_say_where(tree: ramet.Tree) -> None:
    with pytest.raises(ramet.KeyInFileError, match=r"no column or variable xx\n  sqrt\(xx\) \* 2\n       \^~"):
        tree.arrays("sqrt(xx) * 2")
    with pytest.raises(ramet.KeyInFileError, match=r"did you mean v_ab\?|no column or variable"):
        tree.arrays("vv + 1")
    with pytest.raises(ramet.MisuseError, match=r"float32 & bool: & is for truths and whole numbers"):
        tree.arrays("x & ok")
    with pytest.raises(ramet.MisuseError, match=r"entry 0: index 0 of a list of 0 values\n  v\[:, 0\]"):
        tree.arrays("v[:, 0]")
    with pytest.raises(ValueError, match="aliases form a cycle: a is b is a"):
        tree.arrays("a + 1", aliases={"a": "b + 1", "b": "a + 1"})
    with pytest.raises(ValueError, match="more than 50 aliases"):
        tree.arrays("a0 + 1", aliases={f"a{k}": f"a{k + 1} + 1" for k in range(60)} | {"a60": "n"})
    assert tree.arrays("n", "n > 50", aliases={"n": "n * 2"}, library="np")["n"].tolist() == [52, 54, 56, 58]
