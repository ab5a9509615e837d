"""No value is changed by writing: it is stored exactly, or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import ramet

LARGE = 2**60 + 1


def written(path: Path, batch: Any, *, ntuple: bool = False) -> ak.Array:
    with ramet.recreate(path / "new.root") as file:
        if ntuple:
            file.mkrntuple("t", batch)
        else:
            file.mktree("t", batch)
    return ramet.open(path / "new.root")["t"].arrays()


@pytest.mark.parametrize("ntuple", [False, True])
def test_missing_values_of_a_frame_of_pandas_are_missing_in_the_file(tmp_path: Path, ntuple: bool) -> None:  # noqa: FBT001
    frame = pd.DataFrame(
        {
            "i": pd.array([LARGE, None, -3], dtype="Int64"),
            "u": pd.array([2**64 - 1, 1, None], dtype="UInt64"),
            "b": pd.array([True, None, False], dtype="boolean"),
            "f": pd.array([0.5, None, 1.5], dtype="Float32"),
            "all": pd.array([LARGE, 1, 2], dtype="Int64"),
            "s": pd.array(["a", None, "ü"], dtype="string"),
            "c": pd.Categorical([LARGE, None, LARGE]),
            "d": pd.Categorical(["x", None, "y"]),
            "e": pd.Categorical([3, 4, 3]),
            "arrow": pd.Series([LARGE, None, 1], dtype=pd.ArrowDtype(pa.int64())),
            "plain": [1.5, np.nan, 2.5],
        }
    )
    read = written(tmp_path, frame, ntuple=ntuple)
    if not ntuple:  # a tree's optional value is a list of at most one
        read = {name: ak.firsts(read[name]) if read[name].ndim > 1 else read[name] for name in read.fields}
    found = {name: read[name].tolist() for name in frame.columns}
    assert str(found.pop("plain")) == "[1.5, nan, 2.5]"
    assert found == {
        "i": [LARGE, None, -3],
        "u": [2**64 - 1, 1, None],
        "b": [True, None, False],
        "f": [0.5, None, 1.5],
        "all": [LARGE, 1, 2],
        "s": ["a", None, "ü"],
        "c": [LARGE, None, LARGE],
        "d": ["x", None, "y"],
        "e": [3, 4, 3],
        "arrow": [LARGE, None, 1],
    }


def test_missing_values_are_refused_by_a_column_that_cannot_store_them(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        tree = file.mktree("t", {"x": "int64"})
        for values in (
            pd.array([LARGE, None], dtype="Int64"),
            pd.Categorical([1, None]),
            pd.Series([1, None], dtype=pd.ArrowDtype(pa.int64())),
        ):
            with pytest.raises(ramet.MisuseError, match="'x'"):
                tree.extend(pd.DataFrame({"x": values}))
        fixed = file.mktree("u", {"x": "2 * int64"})
        with pytest.raises(ramet.MisuseError, match="'x'.*masked"):
            fixed.extend({"x": np.ma.array([[1, 2]], mask=[[True, False]])})
        tree.extend(pd.DataFrame({"x": pd.array([LARGE], dtype="Int64")}))
    assert ramet.open(tmp_path / "new.root")["t"]["x"].array().tolist() == [LARGE]


def test_the_index_of_a_frame_is_a_column_of_a_new_table(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [0.5, 1.5]}, index=pd.Index([7, 8], name="event"))
    levels = pd.DataFrame({"x": [0.5]}, index=pd.MultiIndex.from_tuples([(1, "a")], names=["run", None]))
    with ramet.recreate(tmp_path / "new.root") as file:
        file["frame"] = frame
        file["frame"].extend(frame)
        file["levels"] = levels
        file["own"] = frame.assign(index=[1, 2])
        tree = file.mktree("plain", {"x": "float64"})
        tree.extend(frame)
        with pytest.raises(ramet.MisuseError, match="has 'index', which the tree does not have"):
            tree.extend(frame.assign(index=[1, 2]))
    read = ramet.open(tmp_path / "new.root")
    assert read["frame"].arrays().to_list() == [{"index": i, "x": x} for i, x in [(7, 0.5), (8, 1.5)] * 2]
    assert read["levels"].arrays().to_list() == [{"run": 1, "level_1": "a", "x": 0.5}]
    assert read["own"].arrays().to_list() == [{"x": 0.5, "index": 1}, {"x": 1.5, "index": 2}]
    assert read["plain"]["x"].array().to_list() == [0.5, 1.5]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    frame = pd.DataFrame([[1, 2]], columns=["x", "x"])
    with ramet.recreate(tmp_path / "new.root") as file:
        with pytest.raises(ramet.MisuseError, match="two columns are named 'x'"):
            file["t"] = frame
        with pytest.raises(ramet.MisuseError, match="two columns are named '1'"):
            file["t"] = pd.DataFrame([[1, 2]], columns=[1, "1"])
        with pytest.raises(ramet.MisuseError, match="two columns are named 'x'"):
            file["t"] = pa.table([[1], [2]], names=["x", "x"])


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        ("float64", np.array([1, LARGE]), f"{LARGE} has more digits than float64 can hold"),
        ("float64", np.array([2**64 - 1], "uint64"), "has more digits"),
        ("float32", np.array([2**24 + 1], "int32"), f"{2**24 + 1} has more digits than float32"),
        ("float32", np.array([2**31 - 1], "int32"), "has more digits"),
        ("float32", [2**24 + 1], "has more digits"),
        ("float32", np.array([1e300]), "1e.300 does not fit into float32"),
        ("float32", ak.Array([1e300]), "does not fit"),
        ("int64", [2**63, -1], "int64|float64"),
        ("int32", [2.5], "float64 cannot become int32"),
        ("int32", np.array([1 + 0j]), "complex128 cannot become int32"),
        ("float32", np.array(["1"]), "cannot become float32"),
        ("float64", np.array(["2020-01-01"], "datetime64[D]"), "cannot become float64"),
    ],
)
def test_numbers_that_would_change_are_refused(tmp_path: Path, kind: str, values: Any, message: str) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        tree = file.mktree("t", {"x": kind})
        with pytest.raises((ramet.MisuseError, TypeError), match=message):
            tree.extend({"x": values})
        assert tree.num_entries == 0


def test_numbers_that_stay_what_they_are_are_taken(tmp_path: Path) -> None:
    numbers = np.array([2**60, -(2**63), 2**53, 3], "int64")
    with ramet.recreate(tmp_path / "new.root") as file:
        tree = file.mktree("t", {"x": "float64", "y": "float32"})
        tree.extend({"x": numbers, "y": numbers})
        tree.extend({"x": np.array([2**63, 0], "uint64"), "y": [np.inf, np.nan]})
        tree.extend({"x": [0.1], "y": [0.1]})
    read = ramet.open(tmp_path / "new.root")["t"].arrays()
    assert read.x.tolist() == [2**60, -(2**63), 2**53, 3, 2**63, 0, 0.1]
    assert read.y.tolist()[:5] == [2**60, -(2**63), 2**53, 3, np.inf]
    assert read.y[-1] == np.float32(0.1)


def test_whole_numbers_of_lists_stay_whole(tmp_path: Path) -> None:
    read = written(tmp_path, {"x": [2**63 + 1, 1], "y": [[2**63 + 1], [1]], "z": [LARGE, -1]})
    assert (read.x.tolist(), read.y.tolist(), read.z.tolist()) == ([2**63 + 1, 1], [[2**63 + 1], [1]], [LARGE, -1])
    for mixed in ([2**63 + 1, -1], [[2**63 + 1], [-1]]):
        with ramet.recreate(tmp_path / "new.root") as file, pytest.raises(ramet.MisuseError, match="'x'.*from -1 to"):
            file["t"] = {"x": mixed}


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (ak.Array([[], []]), "var * float64"),
        (ak.Array([]), "float64"),
        (ak.Array([[[]], []]), "var * var * float64"),
        ([[], []], "var * float64"),
        ([], "float64"),
        (np.array([], dtype=object), "float64"),
        (np.array([np.array([]), np.array([])], dtype=object), "var * float64"),
    ],
)
def test_empty_columns_are_written_as_float64_or_their_own_type(tmp_path: Path, values: Any, kind: str) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        file["t"] = {"x": values}
        file.mkrntuple("n", {"x": values})
    with ramet.open(tmp_path / "new.root") as file:
        for name in ("t", "n"):
            read = file[name]["x"].array()
            assert str(read.type) == f"{len(values)} * {kind}"
            assert read.tolist() == (values if isinstance(values, list) else values.tolist())


def test_tuples_are_records_of_numbered_members(tmp_path: Path) -> None:
    pairs = ak.Array([(1, 2.5), (3, 4.5)])
    lists = ak.Array([[(1, 2.5)], [], [(3, 4.5), (5, 6.5)]])
    nested = ak.Array([(1, [2.5]), (3, []), (4, [1.0, 2.0])])
    for batch in ({"x": pairs}, {"x": lists}, {"x": nested}, {"x": lists[:0]}):
        read = written(tmp_path, batch, ntuple=True)
        assert read.x.tolist() == [_numbered(value) for value in batch["x"].tolist()]
    read = written(tmp_path, {"x": lists})
    assert (read["x__0"].tolist(), read["x__1"].tolist()) == ([[1], [], [3, 5]], [[2.5], [], [4.5, 6.5]])
    assert written(tmp_path, {"x": pairs}).x.tolist() == [_numbered(value) for value in pairs.tolist()]


def _numbered(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbered(item) for item in value]
    return {f"_{number}": item for number, item in enumerate(value)} if isinstance(value, tuple) else value
