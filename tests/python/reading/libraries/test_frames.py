"""Columns in pandas and Arrow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet


def test_a_table_is_a_frame_whose_index_is_the_entries(mixed_file: Path) -> None:
    pandas = pytest.importorskip("pandas")
    tree = ramet.open(mixed_file)["dir/Events"]
    frame = tree.arrays(["number", "name", "hits", "pair"], entry_start=5, entry_stop=8, library="pd")
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == ["number", "name", "hits", "pair.x", "pair.n"]
    assert frame.index.tolist() == [5, 6, 7]
    assert frame["number"].tolist() == [5, 6, 7]
    assert frame["name"].tolist() == ["entry 5", "entry 6", "entry 7"]
    assert frame["pair.x"].dtype == np.float32
    hits = tree["hits"].array(library="np")
    assert [one.tolist() for one in frame["hits"]] == [one.tolist() for one in hits[5:8]]


def test_arrays_of_fixed_size_are_a_column_for_each_place(mixed_file: Path) -> None:
    pytest.importorskip("pandas")
    branch = ramet.open(mixed_file)["dir/Events/matrix"]
    frame = branch.array(library="pd", entry_stop=2)
    assert list(frame.columns) == [f"matrix[{i}][{j}]" for i in range(2) for j in range(3)]
    assert frame.to_numpy().tolist() == branch.array(library="np", entry_stop=2).reshape(2, 6).tolist()


def test_a_column_is_a_series(mixed_file: Path) -> None:
    pandas = pytest.importorskip("pandas")
    series = ramet.open(mixed_file)["dir/Events/number"].array(library="pd", entry_start=-2)
    assert isinstance(series, pandas.Series)
    assert series.name == "number"
    assert series.to_dict() == {998: 998, 999: 999}


def test_steps_keep_the_numbers_of_their_entries(mixed_file: Path) -> None:
    pandas = pytest.importorskip("pandas")
    steps = list(ramet.open(mixed_file)["dir/Events"].iterate(["number"], step_size=300, library="pd"))
    assert [len(step) for step in steps] == [300, 300, 300, 100]
    assert pandas.concat(steps).index.tolist() == list(range(1000))
    several = list(ramet.iterate([f"{mixed_file}:dir/Events"] * 2, ["number"], library="pd"))
    assert pandas.concat(several)["number"].tolist() == [*range(1000), *range(1000)]


def test_a_table_goes_to_arrow(mixed_file: Path) -> None:
    pytest.importorskip("pyarrow")
    tree = ramet.open(mixed_file)["dir/Events"]
    table = tree.to_arrow(["number", "hits", "name"], entry_stop=10)
    assert table.column_names == ["number", "hits", "name"]
    assert table.to_pydict() == {
        "number": list(range(10)),
        "hits": tree["hits"].array(entry_stop=10).to_list(),
        "name": [f"entry {number}" for number in range(10)],
    }


def test_a_missing_package_is_named(mixed_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match="needs the package pandas"):
        tree.arrays(["number"], library="pd")
    with pytest.raises(ImportError, match="needs the package pyarrow"):
        tree.to_arrow(["number"])
    with pytest.raises(ValueError, match="'ak', 'np', 'pd'"):
        tree.arrays(["number"], library="polars")
