"""New files written from one thread, read back by ramet and by uproot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import uproot


def read_by_both(path: Path, tree: str) -> ak.Array:
    """ramet and uproot read the same values."""
    ours = ramet.open(path)[tree].arrays()
    theirs = uproot.open(path)[tree].arrays()
    for name in ours.fields:
        assert ak.array_equal(ours[name], theirs[name], dtype_exact=True), name
    return ours


def test_values_become_a_tree_of_their_types(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        values = {
            "x": np.array([1.5, 2.5], "float32"),
            "n": [1, 2],
            "name": ["a", "ü"],
            "hits": ak.Array([[1, 2], []]),
            "matrix": np.zeros((2, 3, 2)),
            "objects": np.array([np.array([1], "int8"), np.array([2, 3], "int8")], dtype=object),
        }
        file.mktree("dir/Events", values)
    read = read_by_both(path, "dir/Events")
    assert str(read.type) == (
        "2 * {x: float32, n: int64, name: string, nhits: int32, hits: var * int64, matrix: 3 * 2 * float64,"
        " nobjects: int32, objects: var * int8}"
    )
    assert read.name.tolist() == ["a", "ü"]
    assert read.objects.tolist() == [[1], [2, 3]]


def test_awkward_records_become_columns(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    muons = ak.zip({"pt": ak.Array([[1.0, 2.0], [], [3.0]]), "charge": ak.Array([[1, -1], [], [1]])})
    with ramet.recreate(path) as file:
        file.mktree("Events", ak.Array({"run": [1, 2, 3], "Muon": muons}))
        file["Events"].extend(ak.Array({"run": [4, 5, 6], "Muon": muons[::-1]}))
    read = read_by_both(path, "Events")
    assert read.fields == ["run", "nMuon", "Muon_pt", "Muon_charge"]
    assert read.Muon_pt.tolist() == [[1, 2], [], [3], [3], [], [1, 2]]
    assert read.Muon_charge.tolist() == [[1, -1], [], [1], [1], [], [1, -1]]


@pytest.mark.parametrize(
    ("spec", "typename"),
    [
        ("float32", "float"),
        ("f4", "float"),
        (np.float64, "double"),
        (float, "double"),
        (bool, "bool"),
        (np.dtype(">i2"), "int16_t"),
        (np.dtype(("float32", (2, 3))), "float[2][3]"),
        ("3 * uint8", "uint8_t[3]"),
        ("var * float32", "float[]"),
        ("vector<float>", "std::vector<float>"),
        ("std::vector<std::vector<int>>", "std::vector<std::vector<int32_t>>"),
        ("vector<string>", "std::vector<std::string>"),
        ("std::string", "std::string"),
        ("string", "char*"),
        (ak.Array([[1, 2]]).type, "int64_t[]"),
        (ramet.Column("var * float32", counter="size"), "float[]"),
        (ramet.Column("float64", packed_range="[0,100,16]"), "Double32_t"),
    ],
)
def test_a_type_can_be_given_in_many_ways(tmp_path: Path, spec: Any, typename: str) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        file.mktree("t", {"x": spec})
    ours = ramet.open(path)["t"]
    theirs = uproot.open(path)["t"]
    assert ours.keys() == theirs.keys()
    assert ours["x"].typename.startswith(typename)


@pytest.mark.parametrize("spec", ["float16", "complex64", object, "vector<Muon>", "M8[s]", 7])
def test_a_type_that_cannot_be_stored_is_refused(tmp_path: Path, spec: Any) -> None:
    with ramet.recreate(tmp_path / "new.root") as file, pytest.raises(TypeError, match="'x'"):
        file.mktree("t", {"x": spec})


def test_a_structured_dtype_is_a_schema_and_a_structured_array_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    batch = np.array([(1, 2.0), (3, 4.0)], dtype=[("a", "int32"), ("b", "float64")])
    with ramet.recreate(path) as file:
        file.mktree("t", batch.dtype).extend(batch)
    assert read_by_both(path, "t").tolist() == [{"a": 1, "b": 2.0}, {"a": 3, "b": 4.0}]


def test_numbers_are_turned_into_the_columns_type_when_none_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("t", {"i": "int16", "f": "float32"})
        tree.extend({"i": np.array([1, -2], "int64"), "f": [1, 2]})
        tree.extend({"i": np.array([3], ">i4"), "f": np.array([0.5], "float64")})
        with pytest.raises(ValueError, match=r"'i'.*from 1 to 40000 do not fit into int16"):
            tree.extend({"i": [1, 40000], "f": [1, 2]})
        with pytest.raises(TypeError, match=r"'i'.*float64"):
            tree.extend({"i": [1.0, 2.0], "f": [1, 2]})
        assert tree.num_entries == 3
    assert read_by_both(path, "t").i.tolist() == [1, -2, 3]


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        ({"x": [1.0]}, "lacks 'hits'"),
        ({"x": [1.0], "hits": [[1]], "y": [1]}, "has 'y', which the tree does not have"),
        ({"x": [1.0, 2.0], "hits": [[1]]}, "'hits' has 1 entries, column 'x' has 2"),
        ({"x": [[1.0]], "hits": [[1]]}, "2 dimensions"),
        ({"x": [1.0], "hits": (np.array([0, 5]), np.array([1, 2]))}, "5"),
        ({"x": [1.0], "hits": (np.array([2, 1]), np.array([1, 2]))}, "from 2 to 1"),
        ({"x": [1.0, 1.0], "hits": (np.array([0, 2, 1]), np.array([1, 2]))}, "decrease"),
        ({"x": [1.0], "hits": (np.array([-1, 1]), np.array([1, 2]))}, "from -1"),
        ({"x": ak.Array([None]), "hits": [[1]]}, "missing"),
        ({"x": np.ma.array([1.0], mask=[True]), "hits": [[1]]}, "masked"),
    ],
)
def test_a_batch_that_does_not_fit_is_refused_whole(tmp_path: Path, batch: Any, message: str) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("t", {"x": "float32", "hits": "var * int32"})
        tree.extend({"x": [0.5], "hits": [[7]]})
        with pytest.raises(ramet.MisuseError, match=message):
            tree.extend(batch)
        tree.extend({"x": [1.5], "hits": [[8, 9]]})
    assert read_by_both(path, "t").hits.tolist() == [[7], [8, 9]]


def test_sliced_and_indexed_awkward_arrays_are_written_as_they_look(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    lists = ak.Array([[1, 2], [], [3], [4, 5, 6]])
    words = ak.Array(["a", "bb", "", "dddd"])
    with ramet.recreate(path) as file:
        tree = file.mktree("t", {"x": "var * int64", "s": "string", "r": "2 * int64"})
        for choice in (slice(1, 4), slice(None, None, -1), [3, 0], slice(0, 0)):
            numbers = ak.to_regular(ak.Array(np.arange(8).reshape(4, 2)))[choice]
            tree.extend({"x": lists[choice], "s": words[choice], "r": numbers})
        tree.extend({"x": lists[lists > 1], "s": words, "r": np.arange(16).reshape(4, 4)[:, ::2]})
    read = read_by_both(path, "t")
    assert read.x.tolist() == [
        [],
        [3],
        [4, 5, 6],
        [4, 5, 6],
        [3],
        [],
        [1, 2],
        [4, 5, 6],
        [1, 2],
        [2],
        [],
        [3],
        [4, 5, 6],
    ]
    assert read.s.tolist() == ["bb", "", "dddd", "dddd", "", "bb", "a", "dddd", "a", "a", "bb", "", "dddd"]
    assert read.r.tolist()[-1] == [12, 14]


@pytest.mark.parametrize(
    ("compression", "code"),
    [("zstd:5", 505), (404, 404), (ramet.ZLIB(3), 103), (ramet.LZMA(), 207), (uproot.ZSTD(2), 502), (None, 0)],
)
def test_compression_can_be_given_in_many_ways(tmp_path: Path, compression: Any, code: int) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path, compression=compression) as file:
        file["t"] = {"x": np.zeros(10000)}
    found = ramet.open(path).compression
    assert (0 if found is None else found.code) == code
    assert uproot.open(path).file.fCompress == code
    assert read_by_both(path, "t").x.tolist() == [0] * 10000
    assert (ramet.open(path)["t"].compressed_bytes < 5000) == (code != 0)


@pytest.mark.parametrize("compression", ["brotli", "zstd:10", 999, ramet.ZSTD])
def test_an_unknown_compression_is_refused(tmp_path: Path, compression: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        ramet.recreate(tmp_path / "new.root", compression=compression)
    assert not (tmp_path / "new.root").exists()


def test_a_file_is_complete_after_an_exception_with_everything_written_before(tmp_path: Path) -> None:
    path = tmp_path / "new.root"

    def fail_after_writing() -> None:
        with ramet.recreate(path) as file:
            file["t"] = {"x": [1, 2, 3]}
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        fail_after_writing()
    assert read_by_both(path, "t").x.tolist() == [1, 2, 3]


def test_a_checkpoint_makes_the_file_readable_while_writing_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("t", {"x": "int64"})
        tree.extend({"x": np.arange(10)})
        tree.flush()
        file.checkpoint()
        assert read_by_both(path, "t").x.tolist() == list(range(10))
        tree.extend({"x": np.arange(10, 20)})
    assert read_by_both(path, "t").x.tolist() == list(range(20))


@pytest.mark.parametrize("make", ["mktree", "mkrntuple"])
def test_a_checkpoint_has_what_was_extended_before(make: str, tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        table = getattr(file, make)("dir/t", {"x": "int64"})
        for number in range(3):
            table.extend({"x": [number]})
            file.checkpoint()
            assert read_by_both(path, "dir/t").x.tolist() == list(range(number + 1))
        file["text"] = "x"
        table.extend({"x": [3]})
        assert file["text"] == "x"  # whose own checkpoint makes no cluster of one entry
        table.extend({"x": [4]})
    assert ramet.open(path)["dir/t"].clusters == [(0, 1), (1, 2), (2, 3), (3, 5)]


def test_nothing_is_written_into_a_closed_file(tmp_path: Path) -> None:
    file = ramet.recreate(tmp_path / "new.root")
    tree = file.mktree("t", {"x": "int64"})
    file.close()
    file.close()
    with pytest.raises(ramet.MisuseError, match="closed"):
        tree.extend({"x": [1]})
    with pytest.raises(ramet.MisuseError, match="closed"):
        file["u"] = {"x": [1]}


def test_the_name_of_a_directory_is_refused_whose_objects_others_would_not_find(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        file["a/b/h"] = "below"
        for value in ("text", np.histogram([1.0]), {"x": [1]}):
            for name in ("a", "a/b"):
                with pytest.raises(ramet.MisuseError, match="is a directory|has a '[ab]' already"):
                    file[name] = value
        file["a/b/more"] = "still there"
    assert uproot.open(tmp_path / "new.root")["a/b/more"] == "still there"


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "new.root") as file:
        file.mktree("t", {"x": "int64"})
        with pytest.raises(ramet.MisuseError, match="'t'"):
            file.mktree("t", {"x": "int64"})
        with pytest.raises(ramet.MisuseError, match="nx"):
            file.mktree("u", {"x": "var * int64", "nx": "float32"})
        with pytest.raises(KeyError, match="'v'"):
            file["v"]


def test_a_place_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such directory"):
        ramet.recreate(tmp_path / "no such directory" / "new.root")
    with pytest.raises(OSError, match="directory"):
        ramet.recreate(tmp_path)


def test_reproducible_files_have_the_same_bytes(tmp_path: Path) -> None:
    contents = []
    for folder in ("a", "b"):
        path = tmp_path / folder / "new.root"
        path.parent.mkdir()
        with ramet.recreate(path, reproducible=True) as file:
            file["t"] = {"x": np.arange(1000)}
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
