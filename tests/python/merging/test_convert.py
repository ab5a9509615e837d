"""ramet.convert: tables of all formats, and errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.merging.command import main

pyarrow = pytest.importorskip("pyarrow")

COLUMNS = {
    "x": np.arange(1000, dtype="int32"),
    "v": [list(np.arange(number % 4, dtype="float32")) for number in range(1000)],
    "name": [f"entry {number}" * (number % 3) for number in range(1000)],
    "m": np.arange(4000.0).reshape(1000, 2, 2),
    "b": np.arange(1000) % 3 == 0,
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.root"
    with ramet.recreate(path) as file:
        types = {"x": "int32", "v": "var * float32", "name": "string", "m": "2 * 2 * float64", "b": "bool"}
        file.mktree("dir/Events", types).extend(COLUMNS)
    return path


def values_of(place: Path | str) -> dict[str, list[object]]:
    table = ramet.open(place)
    return {name: table[name].array(library="ak").tolist() for name in COLUMNS}


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather", "h5", "root"])
@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_tables_come_back_as_they_were(source: Path, tmp_path: Path, ending: str, format: str) -> None:
    between = tmp_path / f"between.{ending}"
    back = tmp_path / "back.root"
    assert ramet.convert(source, between) == 1000
    assert ramet.convert(between, f"{back}:Events", format=format) == 1000
    assert values_of(f"{back}:Events") == values_of(f"{source}:dir/Events")
    assert isinstance(ramet.open(f"{back}:Events"), ramet.Tree if format == "ttree" else ramet.NTuple)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({"source.root", between.name, "back.root"})


def test_a_tree_becomes_an_ntuple_and_back(source: Path, tmp_path: Path) -> None:
    ramet.convert(source, tmp_path / "ntuple.root")
    assert isinstance(ramet.open(f"{tmp_path}/ntuple.root:dir/Events"), ramet.NTuple)
    ramet.convert(tmp_path / "ntuple.root", f"{tmp_path}/tree.root:T")
    assert isinstance(ramet.open(f"{tmp_path}/tree.root:T"), ramet.Tree)
    assert values_of(f"{tmp_path}/tree.root:T") == values_of(f"{source}:dir/Events")


def test_chosen_columns_and_compression(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "some.parquet"
    ramet.convert(source, target, columns=["x", "v"], compression="snappy")
    from pyarrow import parquet

    assert parquet.read_table(target).column_names == ["x", "v"]
    with pytest.raises(ramet.MisuseError, match="exists"):
        ramet.convert(source, target)
    ramet.convert(source, target, columns="x", overwrite=True)
    assert parquet.read_table(target).column_names == ["x"]


def test_errors_leave_nothing_behind(source: Path, tmp_path: Path) -> None:
    from pyarrow import parquet

    holes = tmp_path / "holes.parquet"
    parquet.write_table(pyarrow.table({"x": [1, None, 3]}), holes)
    with pytest.raises(ramet.MisuseError, match="'x' has missing values"):
        ramet.convert(holes, tmp_path / "out.root")
    times = tmp_path / "times.parquet"
    parquet.write_table(pyarrow.table({"t": pyarrow.array([1], pyarrow.timestamp("s"))}), times)
    with pytest.raises(ramet.UnsupportedError, match="'t' has the type"):
        ramet.convert(times, tmp_path / "out.root")
    with pytest.raises(ramet.FileMissingError):
        ramet.convert(tmp_path / "missing.root", tmp_path / "out.parquet")
    with pytest.raises(ramet.MisuseError, match="ending"):
        ramet.convert(source, tmp_path / "out.txt")
    with pytest.raises(ramet.MisuseError, match="is the source"):
        ramet.convert(source, source, overwrite=True)
    with pytest.raises(ramet.MisuseError, match="format"):
        ramet.convert(source, tmp_path / "out.root", format="csv")  # type: ignore[arg-type]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["holes.parquet", "source.root", "times.parquet"]


def test_the_command(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(source), str(tmp_path / "out.parquet"), "--keep", "x,b"]) == 0
    assert main(["convert", str(source), str(tmp_path / "out.parquet")]) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "missing.root"), str(tmp_path / "other.parquet")]) == 1
    words = [
        sys.executable,
        "-m",
        "ramet.merging.command",
        "convert",
        f"{source}:dir/Events",
        str(tmp_path / "again.parquet"),
    ]
    assert subprocess.run(words, check=False).returncode == 0


@pytest.mark.parametrize("ending", ["root", "h5"])
@pytest.mark.parametrize(
    "column",
    [
        pyarrow.array([[1, None], [2]], pyarrow.list_(pyarrow.int32())),
        pyarrow.array([[[1]], [None]], pyarrow.list_(pyarrow.list_(pyarrow.int8()))),
        pyarrow.array([{"a": 1}, {"a": None}]),
        pyarrow.array(["a", None]).dictionary_encode(),
    ],
)
def test_missing_values_inside_are_refused(tmp_path: Path, ending: str, column: Any) -> None:
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"inner": column}), tmp_path / "holes.parquet")
    kinds = (ramet.MisuseError, ramet.UnsupportedError)
    with pytest.raises(kinds, match="'inner' has (missing values|the type struct)"):
        ramet.convert(tmp_path / "holes.parquet", tmp_path / f"out.{ending}")
    assert [path.name for path in tmp_path.iterdir()] == ["holes.parquet"]


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_records_and_types_with_plain_ones_of_the_same_values(tmp_path: Path, format: Any) -> None:
    from pyarrow import parquet

    table = pyarrow.table(
        {
            "record": pyarrow.array([{"a": 1, "b": {"c": [1.5]}}, {"a": 2, "b": {"c": []}}]),
            "kind": pyarrow.array(["mu", "mu"]).dictionary_encode(),
            "half": pyarrow.array(np.array([0.5, 1.5], "float16")),
            "halves": pyarrow.array([[np.float16(1)], []], pyarrow.list_(pyarrow.float16())),
        }
    )
    parquet.write_table(table, tmp_path / "in.parquet")
    ramet.convert(tmp_path / "in.parquet", tmp_path / "out.root", format=format)
    ramet.convert(tmp_path / "out.root", tmp_path / "back.parquet")
    back = parquet.read_table(tmp_path / "back.parquet")
    if format == "ttree":  # a record of its members
        assert back["record.a" if "record.a" in back.column_names else "record"].to_pylist()
    else:
        assert back["record"].to_pylist() == table["record"].to_pylist()
    for name in ("kind", "half", "halves"):
        assert back[name].to_pylist() == table[name].to_pylist()


def test_root_files_with_other_endings(source: Path, tmp_path: Path) -> None:
    other = tmp_path / "DATA.pool.root.1"
    other.write_bytes(source.read_bytes())
    assert ramet.convert(other, tmp_path / "out.parquet") == 1000
    assert ramet.convert(f"{other}:dir/Events", tmp_path / "out.root") == 1000
    with pytest.raises(ramet.MisuseError, match="ending"):
        ramet.convert(tmp_path / "missing.root.1", tmp_path / "other.parquet")


def test_the_cycle_of_a_source_is_no_part_of_the_targets_name(source: Path, tmp_path: Path) -> None:
    for target in ("out.h5", "out.root"):
        ramet.convert(f"{source}:dir/Events;1", tmp_path / target)
        ramet.convert(f"{tmp_path / target}:dir/Events", tmp_path / "again.parquet", overwrite=True)


@pytest.mark.parametrize("ending", ["parquet", "pq", "arrow", "feather"])
def test_tables_without_a_name_cannot_be_named(source: Path, tmp_path: Path, ending: str) -> None:
    between = tmp_path / f"between.{ending}"
    with pytest.raises(ramet.MisuseError, match=r"one table without a name.*'file.root:Events'"):
        ramet.convert(source, f"{between}:Events")
    assert not between.exists()
    ramet.convert(source, between)
    with pytest.raises(ramet.MisuseError, match="one table without a name"):
        ramet.convert(f"{between}:Events", tmp_path / "out.root")
    assert not (tmp_path / "out.root").exists()
    assert ramet.convert(between, f"{tmp_path}/out.root:Events") == 1000


def test_levels_of_compression(source: Path, tmp_path: Path) -> None:
    for ending, compression in (("parquet", "zstd:3"), ("arrow", "zstd:3"), ("h5", "gzip:3"), ("arrow", "none")):
        assert ramet.convert(source, tmp_path / f"out.{ending}", compression=compression, overwrite=True) == 1000
    for ending in ("parquet", "arrow", "h5"):
        for wrong in ("fastest", "zstd:high"):
            with pytest.raises(ramet.MisuseError):
                ramet.convert(source, tmp_path / f"out.{ending}", compression=wrong, overwrite=True)


@pytest.mark.parametrize("ending", ["parquet", "arrow", "h5"])
def test_damaged_sources_and_wrong_columns(source: Path, tmp_path: Path, ending: str) -> None:
    between = tmp_path / f"between.{ending}"
    ramet.convert(source, between)
    for target in ("out.root", "out.parquet"):
        with pytest.raises(ramet.KeyInFileError, match="nothing_such"):
            ramet.convert(between, tmp_path / target, columns="nothing_such")
        for columns in (["x", "x"], []):
            with pytest.raises(ramet.MisuseError, match="different names"):
                ramet.convert(between, tmp_path / target, columns=columns)
    between.write_bytes(b"nothing of the kind" * 100)
    with pytest.raises((ramet.CorruptError, ramet.FileIOError), match=f"between.{ending}"):
        ramet.convert(between, tmp_path / "out.root")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["source.root", between.name])


@pytest.mark.parametrize("ending", ["parquet", "arrow", "h5", "root"])
def test_patterns_stand_for_columns(source: Path, tmp_path: Path, ending: str) -> None:
    whole, part = tmp_path / f"whole.{ending}", f"{tmp_path}/part.root:T"
    ramet.convert(source, whole, columns=["?", "na*", "x"])
    ramet.convert(whole, part, columns=["[mb]"])
    assert set(ramet.open(part).keys()) == {"m", "b"}
    with pytest.raises(KeyError, match="no column matches 'Jet_\\*'"):
        ramet.convert(whole, tmp_path / "none.root", columns=["x", "Jet_*"])
    assert not (tmp_path / "none.root").exists()


def test_the_command_names_its_own_options(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "out.parquet")
    assert main(["convert", str(source), target, "--keep", "x,n*"]) == 0
    assert main(["convert", str(source), target]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    with ramet.recreate(tmp_path / "plain.root") as file:
        file["text"] = "no table"
    assert main(["convert", str(tmp_path / "plain.root"), target, "--force"]) == 2
    assert "has no tree or ntuple" in capsys.readouterr().err
