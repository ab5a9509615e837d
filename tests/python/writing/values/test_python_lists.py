"""Columns of Python's own values, and of series and strings of frames: types are inferred, and the values come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import ramet

pl = pytest.importorskip("polars")


def written(path: Path, values: Any, *, as_tree: bool = False) -> ramet.Tree | ramet.NTuple:
    with ramet.recreate(path) as file:
        if as_tree:
            file.mktree("t", values)
        else:
            file["t"] = values
    table: ramet.Tree | ramet.NTuple = ramet.open(path)["t"]
    return table


@pytest.mark.parametrize("as_tree", [False, True])
@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([[[1]], [[2, 3], []]], "var * var * int64"),
        ([[], [[]], [[1.5]]], "var * var * float64"),
        ([[[[1]], []], [], [[[2, 3], [4]]]], "var * var * var * int64"),
        ([[1, 2], [3.5]], "var * float64"),
        ([[1], [], [2**63]], "var * uint64"),
        ([["a"], [], ["b", "c"]], "var * string"),
        ([[[1, 2], [3, 4]], [[5, 6]]], "var * 2 * int64"),
        ([(1, 2), (3,)], "var * int64"),
        ((1, 2, 3), "int64"),
        ((1.5, 2), "float64"),
        (range(4), "int64"),
    ],
)
def test_lists_of_python_come_back(tmp_path: Path, values: Any, kind: str, as_tree: bool) -> None:  # noqa: FBT001
    table = written(tmp_path / "x.root", {"x": values}, as_tree=as_tree)
    found = table["x"].array()
    assert found.tolist() == [list(one) if isinstance(one, tuple) else one for one in values]
    assert str(found.type).partition(" * ")[2] == kind


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (([1, 2], [3, 4]), [[1, 2], [3, 4]]),
        (([0, 2], [3, 4, 5]), [[0, 2], [3, 4, 5]]),
        ((range(2), (7,)), [[0, 1], [7]]),
        ((["a", "b"], ["c"]), [["a", "b"], ["c"]]),
        ((np.array([0, 2, 3]), [3, 4, 5]), [[3, 4], [5]]),
        ((np.array([0, 1]), ([0, 2], [3, 4])), [[[0, 2]]]),  # the content are two lists, of which one is used
    ],
)
def test_a_tuple_of_two_lists_has_two_entries_as_in_uproot(tmp_path: Path, given: Any, expected: list[Any]) -> None:
    with ramet.recreate(tmp_path / "t.root") as file:
        file["T"] = {"x": given}
    assert ramet.open(tmp_path / "t.root")["T"]["x"].array().tolist() == expected


@pytest.mark.parametrize("how", ["inferred", "typed"])
def test_a_list_before_an_array_may_be_offsets_or_an_entry(tmp_path: Path, how: str) -> None:
    given = {"x": ([0, 1], np.array([1]))}
    with ramet.recreate(tmp_path / "t.root") as file:
        tree = file.mktree("T", {"x": "var * int64"}) if how == "typed" else None
        with pytest.raises(ramet.MisuseError, match=r"'x': a tuple of a list and an array: write \(numpy.array\(off"):
            tree.extend(given) if tree else file.mktree("U", given)


def test_a_pair_of_texts_is_no_pair_of_offsets_and_content(tmp_path: Path) -> None:
    assert written(tmp_path / "x.root", {"x": ("a", "b")})["x"].array().tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, None], "?int64"),
        ([None, 1.5], "?float64"),
        ([True, None], "?bool"),
        ([None, 2**63], "?uint64"),
        ([[1, None], [2]], "var * ?int64"),
        ([[1], None, [2.5]], "option[var * float64]"),
        ([None, None], "?float64"),
    ],
)
def test_values_that_are_missing_come_back(tmp_path: Path, values: Any, kind: str) -> None:
    found = written(tmp_path / "x.root", {"x": values})["x"].array()
    assert found.tolist() == values
    assert str(found.type).partition(" * ")[2] == kind


def test_types_of_python_are_types_of_columns(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("t", {"s": str, "i": int, "f": float, "b": bool}).extend(
            {"s": ["a"], "i": [1], "f": [2], "b": [True]}
        )
        file.mkrntuple("n", {"s": str}).extend({"s": ["a", "b"]})
    with ramet.open(tmp_path / "x.root") as file:
        assert file["t"].typenames() == {"s": "char*", "i": "int64_t", "f": "double", "b": "bool"}
        assert file["n"].arrays().tolist() == [{"s": "a"}, {"s": "b"}]


def test_strings_of_polars_are_strings(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {"s": ["a", "ä"], "n": ["x", None], "l": [["a"], []], "d": [{"q": "z"}, {"q": ""}], "x": [1, 2]}
    )
    assert written(tmp_path / "x.root", frame).arrays().tolist() == frame.to_dicts()
    assert written(tmp_path / "t.root", frame.select("s", "x"), as_tree=True).arrays(library="pd")["s"].tolist() == [
        "a",
        "ä",
    ]
    assert written(tmp_path / "c.root", {"s": frame["n"]})["s"].array().tolist() == ["x", None]


def test_series_are_columns_with_what_is_missing(tmp_path: Path) -> None:
    values = {"i": pd.Series([1, None], dtype="Int64"), "s": pd.Series(["a", "b"]), "p": pl.Series([None, 2])}
    table = written(tmp_path / "x.root", values)
    assert table.arrays().tolist() == [{"i": 1, "s": "a", "p": None}, {"i": None, "s": "b", "p": 2}]
    with ramet.recreate(tmp_path / "t.root") as file:
        file.mktree("t", {"x": "float64"}).extend({"x": pd.Series([1.5, 2.5], index=[7, 9])})
        for series in (pd.Series([1, 2], name="x"), pl.Series("x", [1, 2])):
            with pytest.raises(TypeError, match="a batch is a mapping from names to arrays, .* not Series"):
                file["s"] = series
        assert file.keys() == ["t;1"]
    assert ramet.open(tmp_path / "t.root")["t"].arrays().tolist() == [{"x": 1.5}, {"x": 2.5}]


def test_what_was_read_and_is_not_written_says_what_can_be(tmp_path: Path, mixed_file: Path) -> None:
    with ramet.open(mixed_file) as source, ramet.recreate(tmp_path / "x.root") as file:
        with pytest.raises(ramet.UnsupportedError, match=r"TH1D 'spectrum'.*ramet.copy copies it from file to file"):
            file["o"] = source.object_of("spectrum")
        for one in (source, source["dir"]):
            with pytest.raises(TypeError, match="is no table: copy_from copies what is in a directory"):
                file["o"] = one
        assert file.keys() == []
        assert np.sum(source["spectrum"].values()) == 3
