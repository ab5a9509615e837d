"""The code for writing in uproot's documentation, with ramet instead of uproot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import hist
import numpy as np
import pandas as pd
import pytest
import ramet
import ramet as uproot
import uproot as peer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "example.root"


def test_objects_by_assignment_and_in_directories(path: Path) -> None:
    made = hist.Hist.new.Reg(10, -5, 5, name="x").Weight()
    made.fill(np.random.default_rng(1).normal(0, 1, 100000))
    with uproot.recreate(path) as file:
        file["hist"] = np.histogram(np.random.default_rng(1).normal(0, 1, 100000))
        file["subdir/hist"] = np.histogram(np.random.default_rng(1).normal(0, 1, 100000))
        file["subdir/README"] = "This directory has all the stuff in it."
        assert file.keys() == ["hist;1", "subdir;1", "subdir/hist;1", "subdir/README;1"]
        assert file.classnames() == {
            "hist;1": "TH1D",
            "subdir;1": "TDirectory",
            "subdir/hist;1": "TH1D",
            "subdir/README;1": "TObjString",
        }
        file["from_hist"] = made
        del file["hist"]
        assert file.keys() == ["subdir;1", "subdir/hist;1", "subdir/README;1", "from_hist;1"]
        file.mkdir("empty")
    with peer.open(path) as read:
        assert str(read["subdir/README"]) == "This directory has all the stuff in it."
        assert read["from_hist"].variances().tolist() == made.variances().tolist()
    assert ramet.check(path).is_sound


def test_trees_of_values(path: Path) -> None:
    frame = pd.DataFrame({"x": np.arange(1000), "y": np.arange(1000) * 1.1})
    lists = ak.Array([[1.1, 2.2, 3.3], [], [4.4, 5.5]])
    with uproot.recreate(path) as file:
        file.mktree("tree1", {"branch1": np.arange(1000), "branch2": np.arange(1000) * 1.1})
        file.mktree("tree2", frame)
        file.mktree("tree3", {"branch": lists})
        file.mktree("tree4", {"Muon": ak.zip({"pt": lists, "eta": lists, "phi": lists})})
        file.mktree("tree6", np.array([(1, 2.5), (2, 3.5)], dtype=[("a", "i4"), ("b", "f8")]))
        file.mktree("tree7", ak.Array([{"a": 1, "b": [1.5]}, {"a": 2, "b": []}]))
    with peer.open(path) as read:
        assert read["tree1"].typenames() == {"branch1": "int64_t", "branch2": "double"}
        assert read["tree2"].typenames() == {"index": "int64_t", "x": "int64_t", "y": "double"}
        assert read["tree3"].typenames() == {"nbranch": "int32_t", "branch": "double[]"}
        assert list(read["tree4"].typenames()) == ["nMuon", "Muon_pt", "Muon_eta", "Muon_phi"]
        assert read["tree6"].arrays().tolist() == [{"a": 1, "b": 2.5}, {"a": 2, "b": 3.5}]
        assert read["tree7"].arrays().tolist() == [{"a": 1, "nb": 1, "b": [1.5]}, {"a": 2, "nb": 0, "b": []}]
        assert ak.array_equal(read["tree3"]["branch"].array(), lists)


def test_a_tree_that_is_extended(path: Path) -> None:
    y = ak.Array([[0.0, 1.1, 2.2], [], [3.3, 4.4], [5.5], [6.6, 7.7, 8.8, 9.9]])
    with uproot.recreate(path) as file:
        file.mktree("tree5", {"x": ("f4", (3,)), "y": "var * float64"}, title="A title")
        assert file["tree5"].num_entries == 0
        for entries in (5, 10):
            file["tree5"].extend({"x": np.arange(15).reshape(5, 3), "y": y})
            assert file["tree5"].num_entries == entries
    with peer.open(path) as read:
        assert read["tree5"].title == "A title"
        assert read["tree5"].typenames() == {"x": "float[3]", "ny": "int32_t", "y": "double[]"}
        assert read["tree5"]["y"].array().tolist() == 2 * y.tolist()


def test_the_compressions_of_branches(path: Path) -> None:
    zeros = {name: np.zeros(100000, "float32") for name in ("x", "ax", "ay", "z")}
    with uproot.recreate(path, compression=uproot.ZLIB(4)) as file:
        tree = file.mktree("tree", dict.fromkeys(zeros, "f4"), compression={"a*": "zstd:1", "ay": None})
        assert tree.compression == {"x": uproot.ZLIB(4), "ax": uproot.ZSTD(1), "ay": None, "z": uproot.ZLIB(4)}
        with pytest.raises(ramet.MisuseError, match="compression for column 'b'"):
            tree.compression = {"b": None}
        tree.compression = {"z": uproot.LZ4(1)}
        tree.extend(zeros)
        with pytest.raises(ramet.MisuseError, match="has entries"):
            tree.compression = {"z": None}
        again = file.mktree("again", {"x": "f4", "y": "var * float32"}, compression={"*": None})
        assert again.compression is None
        again.compression = uproot.LZMA(1)
        assert again.compression == uproot.LZMA(1)
        again.extend({"x": [1.0], "y": [[2.0]]})
    with peer.open(path) as read:
        found = {branch.name: branch.compression for branch in read["tree"].branches}
        assert found == {"x": peer.ZLIB(4), "ax": peer.ZSTD(1), "ay": None, "z": peer.LZ4(1)}
        sizes = {branch.name: branch.compressed_bytes for branch in read["tree"].branches}
        assert all((size > 400000) == (name == "ay") for name, size in sizes.items())
        assert all(branch.compression == peer.LZMA(1) for branch in read["again"].branches)
        assert read["tree"]["ay"].array(library="np").sum() == 0


def test_the_compression_of_a_file_and_of_a_tree(path: Path) -> None:
    zeros = {"x": np.zeros(100000, "float32")}
    with uproot.recreate(path, compression=uproot.ZLIB(4)) as file:
        assert file.compression == uproot.ZLIB(4)
        file.mktree("zlib", zeros)
        file.compression = uproot.LZMA(9)
        assert file.compression == uproot.LZMA(9)
        file["hist"] = np.histogram(np.zeros(10), bins=1000)
        tree = file.mktree("tree", {"x": "f4", "y": "var * int64"})
        assert file["tree"].compression == uproot.LZMA(9)
        file["tree"].compression = uproot.LZ4(1)
        assert tree.compression == uproot.LZ4(1)
        tree.extend(zeros | {"y": ak.Array([[1]] * 100000)})
        with pytest.raises(ramet.MisuseError, match="has entries"):
            tree.compression = None
        tree.compression = uproot.LZ4(1)  # as it is
        with pytest.raises(ramet.MisuseError, match="has entries"):
            tree.compression = {"x": None}
        file.mktree("none", {"x": "f4"}, compression=None).extend(zeros)
        with pytest.raises(AttributeError):
            tree.initial_basket_capacity = 10  # type: ignore[attr-defined]
    with peer.open(path) as read:
        assert [read[name].file.fCompress for name in ("tree",)] == [104]
        assert [read[name]["x"].compression for name in ("zlib", "tree", "none")] == [peer.ZLIB(4), peer.LZ4(1), None]
        assert read["none"]["x"].compressed_bytes > 100000 > read["tree"]["x"].compressed_bytes
        assert read["tree"]["y"].array().tolist() == [[1]] * 100000


def test_ntuples(path: Path) -> None:
    data: dict[str, Any] = {"my_int": [1, 2], "my_vector": [[1, 2], [3, 4, 5]]}
    with uproot.recreate(path) as file:
        file.mkrntuple("my_rntuple", data)
        file["my_rntuple"].extend(data)
        file.mkrntuple("ntuple", {"x": "f4", "y": "var * int64"})
        file.mkrntuple("of_form", ak.Array([{"x": 1.5, "y": [1, 2]}]))
    with ramet.open(path) as read:
        assert read["my_rntuple"]["my_int"].array().tolist() == [1, 2, 1, 2]
        assert read["my_rntuple"]["my_vector"].array().tolist() == 2 * data["my_vector"]
        assert read["of_form"].arrays().tolist() == [{"x": 1.5, "y": [1, 2]}]


def test_classes_that_are_made_for_columns_have_names_of_their_own(path: Path) -> None:
    """Members of split objects have names with dots, which members of classes cannot have."""
    inner = ak.Array([[[{"a": 1}], []], []])
    other = ak.Array([[[{"b": 1.5}], []], []])
    with uproot.recreate(path) as file:
        values = {
            "run.second._map": inner,
            "run_second__map": other,
            "again": inner,
            "maybe.x": ak.Array([None, {"a": 1}]),
        }
        file.mktree("t", values)
    with ramet.open(path) as read:
        assert read["t"]["run.second._map"].array().tolist() == inner.tolist()
        assert read["t"]["run_second__map"].array().tolist() == other.tolist()
