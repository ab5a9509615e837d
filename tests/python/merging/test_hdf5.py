"""ramet.convert: HDF5 files of other programs, and what HDF5 cannot store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

pyarrow = pytest.importorskip("pyarrow")
h5py = pytest.importorskip("h5py")


def converted(tmp_path: Path, fill: Callable[[Any], object], **options: Any) -> dict[str, list[object]]:
    from pyarrow import parquet

    with h5py.File(tmp_path / "in.h5", "w") as file:
        fill(file)
    ramet.convert(tmp_path / "in.h5", tmp_path / "out.parquet", overwrite=True, **options)
    columns: dict[str, list[object]] = parquet.read_table(tmp_path / "out.parquet").to_pydict()
    return columns


def test_columns_keep_their_order(tmp_path: Path) -> None:
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"z": [1], "a": [2], "m": [3]}), tmp_path / "in.parquet")
    ramet.convert(tmp_path / "in.parquet", tmp_path / "between.h5")
    ramet.convert(tmp_path / "between.h5", tmp_path / "out.parquet")
    assert parquet.read_table(tmp_path / "out.parquet").column_names == ["z", "a", "m"]


def test_datasets_of_records_are_tables(tmp_path: Path) -> None:
    records = np.array(
        [(1, 2.5, b"ab", [1, 2]), (3, 4.5, b"", [3, 4])],
        dtype=[("n", ">i4"), ("x", "f4"), ("s", "S3"), ("v", "i8", (2,))],
    )
    expected = {"n": [1, 3], "x": [2.5, 4.5], "s": ["ab", ""], "v": [[1, 2], [3, 4]]}
    assert converted(tmp_path, lambda file: file.create_dataset("jets", data=records)) == expected
    chosen = converted(tmp_path, lambda file: file.create_dataset("jets", data=records), columns=["x", "n"])
    assert chosen == {"x": [2.5, 4.5], "n": [1, 3]}


def test_other_forms_of_columns(tmp_path: Path) -> None:
    def fill(file: Any) -> None:
        file["big"] = np.array([1, 256], dtype=">i4")
        file["texts"] = np.array([[b"a", b"bc"], [b"", b"d"]])
        lists = file.create_dataset("lists", (2,), dtype=h5py.vlen_dtype("int16"))
        lists[0], lists[1] = [1, 2], []

    expected = {"big": [1, 256], "lists": [[1, 2], []], "texts": [["a", "bc"], ["", "d"]]}
    assert converted(tmp_path, fill) == expected


def test_columns_of_different_lengths_are_refused(tmp_path: Path) -> None:
    def fill(file: Any) -> None:
        file["t/a"], file["t/b"] = np.arange(5), np.arange(3)

    with pytest.raises(ramet.MisuseError, match="'b' has 3 entries, but 'a' has 5"):
        converted(tmp_path, fill)
    assert converted(tmp_path, fill, columns="b") == {"b": [0, 1, 2]}


@pytest.mark.parametrize("values", [5, np.array([1j]), np.zeros((3, 0)), h5py.Empty("f4")])
def test_what_is_no_column_is_named(tmp_path: Path, values: Any) -> None:
    def fill(file: Any) -> None:
        file["t/a"], file["t/other"] = np.arange(3), values

    with pytest.raises(ramet.UnsupportedError, match="'other' is no column"):
        converted(tmp_path, fill)
    assert converted(tmp_path, fill, columns="a") == {"a": [0, 1, 2]}


def test_damaged_offsets(tmp_path: Path) -> None:
    for offsets in ([0, 5], [0, 2, 1, 2], [-1, 2]):

        def fill(file: Any, offsets: list[int] = offsets) -> None:
            file["t/v/offsets"], file["t/v/values"] = np.array(offsets), np.arange(2)

        with pytest.raises(ramet.CorruptError, match="column 'v' cannot be read: its offsets"):
            converted(tmp_path, fill)


@pytest.mark.parametrize(
    ("name", "values"), [("a/b", [1]), ("s", ["a\0b"]), ("r", [{"x": 1}]), ("l", [[{"x": 1}]]), (".", [1])]
)
def test_what_hdf5_cannot_store(tmp_path: Path, name: str, values: list[object]) -> None:
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({name: values}), tmp_path / "in.parquet")
    with pytest.raises(ramet.UnsupportedError, match=f"column '{name}'"):
        ramet.convert(tmp_path / "in.parquet", tmp_path / "out.h5")
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
