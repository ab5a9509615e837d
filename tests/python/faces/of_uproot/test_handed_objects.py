"""Executors, caches and filters that programs for uproot hand over, columns of trees that are written, and graphs."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
import ramet

uproot = pytest.importorskip("uproot")


class Kept(io.BytesIO):
    """Keeps its bytes when it is closed, as uproot does with what it has written to."""

    contents = b""

    def flush(self) -> None:
        super().flush()
        self.contents = self.getvalue()


both = pytest.mark.parametrize("package", [ramet, uproot])


@both
def test_executors_run_what_is_submitted(package: ModuleType) -> None:
    for executor in (package.ThreadPoolExecutor(2), package.TrivialExecutor()):
        assert executor.submit(divmod, 7, 2).result() == (3, 1)
    assert package.ThreadPoolExecutor(3).num_workers == package.ThreadPoolExecutor(3).max_workers == 3


def test_an_executor_gives_what_a_task_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        ramet.TrivialExecutor().submit(divmod, 1, 0).result()


@both
def test_reading_takes_executors_and_caches(package: ModuleType, mixed_file: Path) -> None:
    cache = package.LRUArrayCache("1 MB")
    options: dict[str, Any] = {"array_cache": cache, "decompression_executor": package.TrivialExecutor()}
    tree = package.open(mixed_file, object_cache=package.LRUCache(10))["dir/Events"]
    assert tree.arrays(["number"], entry_stop=3, **options).number.to_list() == [0, 1, 2]
    assert tree["number"].array(entry_stop=3, **options).to_list() == [0, 1, 2]
    assert set(tree.keys(filter_name=package.no_filter)) == set(tree.keys())


@both
def test_caches_drop_the_least_recently_used_items(package: ModuleType) -> None:
    cache = package.LRUCache(2)
    cache["a"], cache["b"] = 1, 2
    assert cache["a"] == 1
    cache["c"] = 3
    assert list(cache) == ["a", "c"]
    assert (cache.current, cache.limit, len(cache)) == (2, 2, 2)
    del cache["a"]
    assert cache.current == 1
    with pytest.raises(KeyError):
        cache["a"]
    arrays = package.LRUArrayCache(1000)
    for name in "xyx":
        arrays[name] = np.zeros(60)
    assert (list(arrays), arrays.current) == (["y", "x"], 960)
    assert pickle.loads(pickle.dumps(arrays)).limit == 1000
    assert len(pickle.loads(pickle.dumps(arrays))) == 0


@both
def test_columns_of_written_trees_have_compressions(package: ModuleType, tmp_path: Path) -> None:
    with package.recreate(tmp_path / "x.root", compression=package.ZLIB(1)) as file:
        tree = file.mktree("T", {"x": "float32", "y": "float32"})
        tree["x"].compression = package.LZMA(5)
        assert (tree["x"].compression, tree["y"].compression) == (package.LZMA(5), package.ZLIB(1))
        assert isinstance(tree["x"], package.WritableBranch)
        tree.extend({"x": np.zeros(1000, "float32"), "y": np.zeros(1000, "float32")})
    read = uproot.open(tmp_path / "x.root")["T"]
    if package is ramet:  # uproot does not say it of what it wrote
        assert [branch.compression for branch in read.branches] == [uproot.LZMA(5), uproot.ZLIB(1)]
    assert read["x"].array().to_list() == [0] * 1000


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("T", {"x": "float32"})
        assert (tree["x"].name, tree["x"].typename, tree["x"].tree) == ("x", "float32", tree)
        with pytest.raises(ramet.KeyInFileError, match=r"no column 'y' in 'T', which has \['x'\]"):
            tree["y"]


@both
def test_files_are_written_to_streams(package: ModuleType) -> None:
    stream = Kept()
    with package.recreate(stream) as file:
        file.mktree("T", {"x": np.arange(3)})
        file["text"] = "hello"
    stream = Kept(stream.contents)
    with package.update(stream) as file:
        file["more"] = "there"
        del file["text"]
    for reader in (ramet, uproot):
        read = reader.open(io.BytesIO(stream.contents))
        assert sorted(read.keys()) == ["T;1", "more;1"]
        assert read["T"]["x"].array().to_list() == [0, 1, 2]


def test_a_stream_has_the_file_from_each_checkpoint_on(tmp_path: Path) -> None:
    with (tmp_path / "x.root").open("w+b") as stream:
        file = ramet.recreate(stream)
        file["text"] = "hello"
        file.checkpoint()
        assert ramet.open(tmp_path / "x.root").keys() == ["text;1"]
        assert file.file_path == str(tmp_path / "x.root")
        file.close()
        assert not Path(file._path).exists()
    stream = io.BytesIO(b"something longer than the file" * 1000)
    with ramet.recreate(stream) as file:
        file["text"] = "hello"
        assert file.file_path == "<BytesIO>"
        assert str(file["text"]) == "hello"
    assert ramet.open(io.BytesIO(stream.getvalue())).keys() == ["text;1"]
    with pytest.raises(ramet.CorruptError):
        ramet.update(io.BytesIO(b"nothing like it" * 10))


@both
def test_graphs_of_frames(package: ModuleType, tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0], "y": [2.0, 4.0, 8.0], "remark": ["a", "b", "c"]})
    with package.recreate(tmp_path / "x.root") as file:
        file["g"] = package.as_TGraph(frame, title="a title", xAxisLabel="t [s]", yAxisLabel="U [V]")
    for reader in (ramet, uproot):
        graph = reader.open(tmp_path / "x.root")["g"]
        assert graph.classname == "TGraph"
        assert [one.tolist() for one in graph.values()] == [[1, 2, 3], [2, 4, 8]]
        assert graph.member("fTitle").startswith("a title")  # uproot writes the labels behind it


def test_graphs_of_mappings_have_errors() -> None:
    points = {"x": [1.0, 2.0], "y": [2.0, 4.0]}
    even = ramet.as_TGraph(points | {"x_errors": [0.1, 0.2], "y_errors": [0.5, 0.25]})
    assert (even.classname, even.errors("low", "y").tolist()) == ("TGraphErrors", [0.5, 0.25])
    ends = {"x_errors_low": [1, 2], "x_errors_high": [3, 4], "y_errors_low": [5, 6], "y_errors_high": [7, 8]}
    graph = ramet.as_TGraph(points | ends)
    assert graph.classname == "TGraphAsymmErrors"
    assert [graph.errors(which, axis).tolist() for axis in "xy" for which in ("low", "high")] == list(ends.values())
    for wrong in ({"x": [1]}, points | {"x_errors_low": [1, 2]}, points | ends | {"x_errors": [1, 2]}):
        with pytest.raises(ramet.MisuseError):
            ramet.as_TGraph(wrong)


@both
def test_histograms_of_other_packages_become_writable(package: ModuleType, tmp_path: Path) -> None:
    made = package.to_writable(np.histogram([0.5, 1.5, 1.5], bins=2, range=(0, 2)))
    assert (made.values().tolist(), made.axis().edges().tolist()) == ([1, 2], [0, 1, 2])
    assert package.to_writable(made).values().tolist() == [1, 2]
    assert str(package.to_writable("text")) == "text"
    with package.recreate(tmp_path / "x.root") as file:
        file["h"] = made
    assert uproot.open(tmp_path / "x.root")["h"].values().tolist() == [1, 2]
    with pytest.raises(TypeError):
        package.to_writable(object())


@both
def test_keys_say_what_a_directory_says(package: ModuleType, mixed_file: Path) -> None:
    file, other = package.open(mixed_file), uproot.open(mixed_file)
    names = ("fName", "fTitle", "fClassName", "fCycle", "fObjlen", "fSeekKey")
    for path in ("spectrum", "dir/Events"):
        key, wanted = file.key(path), other.key(path)
        assert [getattr(key, name) for name in names] == [getattr(wanted, name) for name in names]
    with pytest.raises(package.KeyInFileError):
        file.key("nothing")
