"""Snapshots as Parquet, and values as Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

COUNT = 300_000


@pytest.fixture
def frame() -> ramet.Frame:
    counts = np.arange(COUNT) % 3
    offsets = np.concatenate([[0], np.cumsum(counts)])
    return ramet.frame(
        {
            "x": np.arange(COUNT),
            "flag": np.arange(COUNT) % 2 == 0,
            "pt": (offsets, np.arange(offsets[-1], dtype="float32")),
            "name": [f"n{number % 7}" for number in range(COUNT)],
        }
    ).define("y", "x * 0.5")


def test_a_snapshot_has_all_rows_in_order(frame: ramet.Frame, tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    kept = frame.filter("x % 5 != 1")
    written = kept.snapshot(path)
    total = kept.count()
    assert written.run().is_complete
    table = parquet.read_table(path)
    assert total.value == table.num_rows
    assert table.equals(kept.to_arrow().value.combine_chunks().cast(table.schema))
    assert table.column_names == ["x", "flag", "pt", "name", "y"]
    assert [str(field.type) for field in table.schema] == [
        "int64",
        "bool",
        "large_list<element: float not null>",
        "large_string",
        "double",
    ]
    groups = parquet.ParquetFile(path).metadata
    assert [groups.row_group(k).num_rows for k in range(groups.num_row_groups)] == [131072, total.value - 131072]
    assert written.value.sum("y").value == kept.sum("y").value


def test_rows_behind_lost_ones_are_written(tmp_path: Path) -> None:
    source, path = tmp_path / "in.root", tmp_path / "out.parquet"
    with ramet.recreate(source) as file:
        tree = file.mktree("t", {"x": "float64", "y": "float64"}, cluster_size=80_000)
        tree.extend({"x": np.arange(COUNT, dtype=float), "y": np.random.default_rng(1).random(COUNT)})
    with source.open("rb+") as damaged:  # a basket in the middle
        damaged.seek(source.stat().st_size // 2)
        damaged.write(b"\xff" * 64)
    report = ramet.frame(f"{source}:t").snapshot(path).run(on_error="skip")
    rows = [number for first, last in report.covered for number in range(first, last)]
    assert report.lost
    assert rows[-1] == COUNT - 1
    assert parquet.read_table(path)["x"].to_pylist() == rows


def test_columns_groups_and_compression(frame: ramet.Frame, tmp_path: Path) -> None:
    path = tmp_path / "out.data"
    written = frame.snapshot(path, columns=["y", "x"], format="parquet", compression="snappy", cluster_entries=100_000)
    written.run()
    file = parquet.ParquetFile(path)
    assert file.schema_arrow.names == ["y", "x"]
    assert file.metadata.num_row_groups == 3
    assert file.metadata.row_group(0).column(0).compression == "SNAPPY"


def test_no_rows(frame: ramet.Frame, tmp_path: Path) -> None:
    frame.filter("x < 0").snapshot(tmp_path / "none.parquet").run()
    table = parquet.read_table(tmp_path / "none.parquet")
    assert (table.num_rows, table.column_names) == (0, ["x", "flag", "pt", "name", "y"])


def test_a_run_that_fails_leaves_the_former_file(frame: ramet.Frame, tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    frame.range(10).snapshot(path).run()

    def fails(x: Any) -> Any:
        if len(x) and x[-1] > 200_000:
            raise RuntimeError("enough")
        return x

    with pytest.raises(RuntimeError, match="enough"):
        frame.define("z", fails, ["x"], type="int64").snapshot(path).run()
    assert parquet.read_table(path).num_rows == 10
    assert [one.name for one in tmp_path.iterdir()] == ["out.parquet"]


def test_what_is_refused(frame: ramet.Frame, tmp_path: Path) -> None:
    with pytest.raises(ramet.FileIOError, match="nowhere"):
        frame.snapshot(tmp_path / "nowhere" / "out.parquet").run()
    with pytest.raises(ramet.MisuseError, match="update"):
        frame.snapshot(tmp_path / "out.parquet", update=True)
    with pytest.raises(ramet.MisuseError, match="a text is wanted"):
        frame.snapshot(tmp_path / "out.parquet", compression=5)
    with pytest.raises(ramet.MisuseError, match="'ttree', 'rntuple' and 'parquet'"):
        frame.snapshot(tmp_path / "out", format="csv")
    varied = frame.vary("y", "RVecD{y, y}", ["a", "b"]).snapshot(tmp_path / "out.parquet")
    with pytest.raises(ramet.UnsupportedError, match="no variations"):
        varied.variations()


def test_values_as_arrow(frame: ramet.Frame) -> None:
    few = frame.range(4)
    values = few.take("pt", library="pa").value
    assert isinstance(values, pa.ChunkedArray)
    assert values.to_pylist() == [[], [0.0], [1.0, 2.0], []]
    table = few.arrays(["x", few["y"] * 2], library="arrow").value
    assert table.to_pydict() == {"x": [0, 1, 2, 3], "y * 2": [0.0, 1.0, 2.0, 3.0]}
    assert few.take("pt", library="ak").value.tolist() == [[], [0.0], [1.0, 2.0], []]


def test_frames_are_arrow_streams(frame: ramet.Frame) -> None:
    few = frame.filter("x >= 1").range(2)
    assert pa.table(few).to_pydict() == {
        "x": [1, 2],
        "flag": [False, True],
        "pt": [[0.0], [1.0, 2.0]],
        "name": ["n1", "n2"],
        "y": [0.5, 1.0],
    }
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(few)["y"].to_list() == [0.5, 1.0]
