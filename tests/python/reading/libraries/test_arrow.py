"""Trees, ntuples, datasets and columns in Polars, DuckDB, pandas and pyarrow: Arrow's PyCapsule interface."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture
def tree(mixed_file: Path) -> Any:
    return ramet.open(mixed_file)["dir/Events"]


@pytest.fixture
def wide_file(tmp_path: Path) -> Path:
    """An ntuple with optional values, which trees cannot have."""
    schema = {
        "x": "std::optional<float>",
        "names": "std::vector<std::optional<std::string>>",
        "flags": "var * bool",
        "deep": "var * {a: int16, b: var * float64}",
    }
    with ramet.recreate(tmp_path / "wide.root") as file:
        file.mkrntuple("N", schema, cluster_size=4000).extend(
            {
                "x": [None if i % 3 == 0 else float(i) for i in range(300)],
                "names": [[None, f"é{i}"][: i % 3] for i in range(300)],
                "flags": [[k % 2 == 0 for k in range(i % 12)] for i in range(300)],
                "deep": [[{"a": k, "b": [1.5] * k} for k in range(i % 4)] for i in range(300)],
            }
        )
    return tmp_path / "wide.root"


def test_a_tree_is_a_table_of_all_its_columns(tree: Any) -> None:
    table = pyarrow.table(tree)
    assert table.column_names == list(tree.arrays().fields)
    assert table.to_pylist() == tree.arrays().to_list()
    table.validate(full=True)


def test_the_schema_is_that_of_the_parts(tree: Any) -> None:
    schema = pyarrow.schema(tree)
    assert schema == pyarrow.table(tree).schema
    assert schema.field("number").type == pyarrow.int64()
    assert schema.field("flag").type == pyarrow.bool_()
    assert schema.field("name").type == pyarrow.large_string()
    assert not schema.field("hits").nullable


def test_an_ntuple_is_a_table_with_what_may_be_missing(wide_file: Path) -> None:
    ntuple = ramet.open(wide_file)["N"]
    table = pyarrow.table(ntuple)
    table.validate(full=True)
    assert table.to_pylist() == ntuple.arrays().to_list()
    assert table.schema.field("x").nullable


def test_a_dataset_is_a_table_of_all_files(tmp_path: Path) -> None:
    for number in range(3):
        with ramet.recreate(tmp_path / f"{number}.root") as file:
            file["t"] = {"x": np.arange(number * 10, number * 10 + 10)}
    dataset = ramet.open_many(str(tmp_path / "[0-9].root:t"))
    assert pyarrow.table(dataset)["x"].to_pylist() == list(range(30))
    assert pyarrow.chunked_array(dataset["x"]).to_pylist() == list(range(30))


def test_values_that_a_friend_has_not_are_missing(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file["t"] = {"event": np.arange(6)}
        file["f"] = {"event": np.arange(0, 6, 2), "y": np.array([0.5, 2.5, 4.5])}
    joined = ramet.open(tmp_path / "x.root")["t"].add_friend(
        f"{tmp_path / 'x.root'}:f", "f", on="event", unmatched="option"
    )
    assert pyarrow.table(joined.arrow_stream(["event", "y"])).to_pydict() == {
        "event": [0, 1, 2, 3, 4, 5],
        "y": [0.5, None, 2.5, None, 4.5, None],
    }


def test_columns_are_chosen_and_read_in_parts(tree: Any) -> None:
    stream = tree.arrow_stream(["number", "hits"], step_size=300, entry_start=100)
    assert stream.names == ["number", "hits"]
    reader = pyarrow.RecordBatchReader.from_stream(stream)
    parts = list(reader)
    assert len(parts) > 1
    assert sum(len(part) for part in parts) == 900
    assert [one for part in parts for one in part["number"].to_pylist()] == list(range(100, 1000))
    with pytest.raises(ramet.KeyInFileError):
        tree.arrow_stream("nothing")
    with pytest.raises(ValueError, match="step_size"):
        tree.arrow_stream(step_size=0)


def test_a_stream_can_be_taken_more_than_once(tree: Any) -> None:
    stream = tree.arrow_stream("number")
    assert pyarrow.table(stream) == pyarrow.table(stream)


def test_a_column_is_an_array_in_parts(tree: Any, wide_file: Path) -> None:
    for column in (*tree.values(), *ramet.open(wide_file)["N"].values()):
        assert pyarrow.chunked_array(column).to_pylist() == column.array().to_list()


def test_no_more_than_a_part_is_in_memory(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root", compression=None) as file:
        file.mktree("t", {"x": "float64"}, cluster_size="1 MB").extend({"x": np.zeros(4_000_000)})
    code = f"""
    import resource, pyarrow, ramet
    tree = ramet.open({str(tmp_path / "x.root")!r})["t"]
    reader = pyarrow.RecordBatchReader.from_stream(tree.arrow_stream("x", step_size="1 MB"))
    next(reader)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    entries = sum(len(part) for part in reader)
    print(entries, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__path__[0]).parent)}
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    entries, grown = result.stdout.split()
    assert int(entries) > 3_000_000
    assert int(grown) < 16_000  # kB, of 32 MB


def test_arrays_outlive_the_file_and_the_stream(mixed_file: Path) -> None:
    expected = ramet.open(mixed_file)["dir/Events/hits"].array().to_list()
    file = ramet.open(mixed_file)
    table = pyarrow.table(file["dir/Events"].arrow_stream("hits"))
    file.close()
    del file
    mixed_file.unlink()
    gc.collect()
    assert table["hits"].to_pylist() == expected


def test_a_stream_that_is_never_read_is_released(tree: Any) -> None:
    capsule = tree.__arrow_c_stream__()
    assert "arrow_array_stream" in repr(capsule)
    del capsule
    assert "arrow_schema" in repr(tree.__arrow_c_schema__())


def test_damage_is_an_error_of_the_reading_library(mixed_file: Path) -> None:
    contents = bytearray(mixed_file.read_bytes())
    tree = ramet.open(mixed_file)["dir/Events"]
    middle = contents.index(b"ZS", len(contents) // 3) + 20
    contents[middle : middle + 8] = bytes(8)
    mixed_file.write_bytes(contents)
    damaged = ramet.open(mixed_file)["dir/Events"]
    with pytest.raises(OSError, match="branch|basket"):
        pyarrow.table(damaged)
    assert tree.num_entries == 1000


def test_strings_that_are_not_utf8_are_refused_with_their_column(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file["t"] = {"good": np.arange(2), "name": ["plain", b"gr\xfcn".decode("utf-8", "surrogateescape")]}
    tree = ramet.open(tmp_path / "x.root")["t"]
    with pytest.raises(Exception, match="'name': string 1 is no UTF-8"):
        pyarrow.table(tree)
    assert pyarrow.table(tree.arrow_stream("good"))["good"].to_pylist() == [0, 1]


def test_any_exception_is_reported_with_its_class(tree: Any) -> None:
    class Broken:
        """Fails after its first part."""

        def __init__(self) -> None:
            self.parts = 0

        def __call__(self) -> Any:
            self.parts += 1
            if self.parts > 1:
                raise ZeroDivisionError("nothing by nothing")
            return 1, tree.read([tree["number"]], 0, 1)

    type = ramet._core.Type.record(["number"], [ramet._core.Type.parse("int64")])
    reader = pyarrow.RecordBatchReader._import_from_c_capsule(ramet._core.arrow_table(type, Broken()))
    assert len(next(reader)) == 1
    with pytest.raises(Exception, match="ZeroDivisionError: nothing by nothing"):
        next(reader)


def test_an_interrupt_ends_the_stream_and_the_program_gets_it(tree: Any) -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt

    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    type = ramet._core.Type.record(["number"], [ramet._core.Type.parse("int64")])
    reader = pyarrow.RecordBatchReader._import_from_c_capsule(ramet._core.arrow_table(type, interrupted))
    with pytest.raises(KeyboardInterrupt):
        with pytest.raises(OSError, match="interrupted"):
            next(reader)
        time.sleep(1)


def plain(value: Any) -> Any:
    """Convert tuples, series and arrays of the libraries to lists."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, str) or not hasattr(value, "__len__"):
        return value
    return [plain(one) for one in value]


def polars_rows(table: Any) -> list[dict[str, Any]]:
    polars = pytest.importorskip("polars")
    rows: list[dict[str, Any]] = polars.DataFrame(table).to_dicts()
    return rows


def duckdb_rows(entries: Any) -> list[dict[str, Any]]:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql("select * from entries")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def pandas_rows(table: Any) -> list[dict[str, Any]]:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame.from_arrow(table)
    return [{name: frame[name][i] for name in frame} for i in range(len(frame))]


@pytest.mark.parametrize("rows_of", [polars_rows, duckdb_rows, pandas_rows])
@pytest.mark.parametrize("names", [["number", "energy", "flag", "name"], ["hits", "Muon_pt", "pair", "matrix"]])
def test_polars_duckdb_and_pandas_take_a_table(
    tree: Any, rows_of: Callable[[Any], list[dict[str, Any]]], names: list[str]
) -> None:
    rows = rows_of(tree.arrow_stream(names))
    expected = tree.arrays(names).to_list()
    assert [list(row) for row in rows[:1]] == [names]
    assert [plain(row) for row in rows] == expected


@pytest.mark.parametrize("rows_of", [polars_rows, duckdb_rows, pandas_rows])
@pytest.mark.parametrize("kind", ["tree", "ntuple", "dataset of trees", "dataset of ntuples"])
def test_polars_duckdb_and_pandas_take_what_has_columns(
    kind: str, rows_of: Callable[[Any], list[dict[str, Any]]], tmp_path: Path
) -> None:
    values = {"n": [1, 2, 3], "hits": [[0.5], [], [1.5, 2.5]], "name": ["a", "", "é"]}
    schema = {"n": "int32", "hits": "var * float64", "name": "string"}
    with ramet.recreate(tmp_path / "x.root") as file:
        (file.mktree if kind.endswith(("tree", "trees")) else file.mkrntuple)("t", schema).extend(values)
    table = ramet.open_many(f"{tmp_path}/x.root:t") if "dataset" in kind else ramet.open(tmp_path / "x.root")["t"]
    found = [{name: plain(row[name]) for name in values} for row in rows_of(table)]
    assert found == [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]


@pytest.mark.parametrize("kind", ["tree", "ntuple", "dataset"])
def test_polars_and_pandas_take_columns(kind: str, tmp_path: Path) -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    with ramet.recreate(tmp_path / "x.root") as file:
        (file.mkrntuple if kind == "ntuple" else file.mktree)("t", {"x": "float32"}).extend({"x": [1.5, 2.5]})
    table = ramet.open_many(f"{tmp_path}/x.root:t") if kind == "dataset" else ramet.open(tmp_path / "x.root")["t"]
    assert polars.Series(table["x"]).to_list() == [1.5, 2.5]
    assert pandas.Series.from_arrow(table["x"]).to_list() == [1.5, 2.5]


def test_polars_takes_trees_and_columns(tree: Any) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(tree)
    assert frame.shape == (1000, len(tree.arrays().fields))
    assert frame.select(polars.col("hits").list.len().sum()).item() == ak.count(tree["hits"].array())
    assert polars.Series(tree["number"]).to_list() == list(range(1000))


def test_duckdb_asks_a_tree_in_sql(tree: Any) -> None:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql("select count(*), sum(number), max(len(hits)) from tree where flag").fetchall()
    arrays = tree.arrays(["number", "hits", "flag"])
    chosen = arrays[arrays.flag]
    assert found == [(len(chosen), ak.sum(chosen.number), ak.max(ak.num(chosen.hits)))]


def test_a_tree_with_branches_below_others_is_one_table_for_all(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("t", {"n": "int32", "hit": "Hit"}, classes={"Hit": {"x": "double", "y": "int"}})
        tree.extend({"n": np.arange(3), "hit": [{"x": 1.5, "y": 2}] * 3})
    tree = ramet.open(tmp_path / "x.root")["t"]
    expected = [{"n": n, "hit.x": 1.5, "hit.y": 2} for n in range(3)]
    assert pyarrow.table(tree).to_pylist() == expected
    assert polars_rows(tree) == duckdb_rows(tree) == pandas_rows(tree) == expected


def test_a_table_is_written_as_it_is_read(tree: Any, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "copy.root") as file:
        file["whole"] = tree
        file.mktree("some", tree.arrow_stream(["number", "hits"])).extend(tree.arrow_stream(["number", "hits"]))
    with ramet.open(tmp_path / "copy.root") as copy:
        assert copy["whole"].arrays(tree.arrays().fields).to_list() == tree.arrays().to_list()
        assert copy["some"].num_entries == 2000
        assert copy["some/hits"].array(entry_stop=1000).to_list() == tree["hits"].array().to_list()
