"""Names that users of uproot type, besides those in its guide (reading/test_uproots_guide.py)."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet

HITS = {"Hit": {"x": "double", "y": "int"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("dir/T", {"hit": "Hit", "n": "int32"}, classes=HITS)
        tree.extend({"hit": [{"x": 0.5 * y, "y": y} for y in range(10)], "n": np.arange(10)})
        file.mkrntuple("N", {"hit": "Hit"}, classes=HITS).extend({"hit": [{"x": 0.5, "y": 7}]})
        file["nano"] = {
            "run": np.arange(3),
            "Muon_pt": ak.Array([[1.0], [], [2.0, 3.0]]),
            "Muon_eta": ak.Array([[4.0], [], [5.0, 6.0]]),
            "Jet_pt": ak.Array([[], [1.0], []]),
        }
        file["h"] = ramet.Histogram(4, (0, 2))
    return tmp_path / "x.root"


def test_axes_have_methods(path: Path) -> None:
    axis = ramet.open(path)["h"].axis()
    assert (axis.low, axis.high, axis.width) == (0, 2, 0.5)
    assert axis.edges().tolist() == [0, 0.5, 1, 1.5, 2]
    assert axis.edges(flow=True).tolist() == [-np.inf, 0, 0.5, 1, 1.5, 2, np.inf]
    assert axis.centers().tolist() == [0.25, 0.75, 1.25, 1.75]
    assert axis.widths().tolist() == [0.5] * 4
    assert axis.intervals().tolist() == [[0, 0.5], [0.5, 1], [1, 1.5], [1.5, 2]]
    assert axis.intervals(flow=True)[0].tolist() == [-np.inf, 0]
    assert axis.labels() is None
    assert axis.member("fNbins") == axis.all_members["fNbins"] == 4
    with pytest.raises(ramet.UnsupportedError, match="axis 'xaxis' was not read from a file"):
        ramet.Histogram(2, (0, 1)).axis().member("fNbins")


def test_histograms_as_numpy_has_them_in_several_dimensions(path: Path) -> None:
    values, (edges,) = ramet.open(path)["h"].to_numpy(dd=True, flow=True)
    assert values.shape == (6,)
    assert edges[-1] == np.inf


def test_trees_know_their_place_and_the_objects_stored_with_them(path: Path) -> None:
    tree, ntuple = ramet.open(path)["dir/T"], ramet.open(path)["N"]
    assert (tree.classname, ntuple.classname) == ("TTree", "ROOT::RNTuple")
    assert (tree.file_path, tree.object_path) == (str(path), "dir/T")
    assert tree.member("fEntries") == tree.all_members["fEntries"] == 10
    assert tree.compression_ratio > 0 < ntuple.compression_ratio


def test_directories_are_closed_and_know_their_parents(path: Path) -> None:
    file = ramet.open(path)
    with file["dir"] as directory:
        assert (directory.object_path, directory.file_path) == ("dir", str(path))
        assert directory.parent.keys() == file.keys()
        assert file.parent is None
        assert file.file is file
        assert directory.file.uuid == file.uuid
    assert directory.closed
    assert not file.closed
    with pytest.raises(ramet.MisuseError, match="closed"):
        directory.keys()


@pytest.mark.parametrize(("name", "column"), [("dir/T", "hit."), ("N", "hit")])
def test_a_column_is_a_mapping_of_those_below_it(path: Path, name: str, column: str) -> None:
    with ramet.open(path)[name][column] as hit:
        x, y = hit.keys()
        assert [one.name for one in hit.values()] == [x, y]
        assert dict(hit.items())[x] is hit[x] is hit.get(x)
        assert hit.get("nothing") is None
        assert x in hit
        assert "nothing" not in hit
        assert hit.keys(filter_name="*y") == [y]
        assert list(hit.typenames()) == [x, y]
        out = io.StringIO()
        hit.show(stream=out)
        assert y in out.getvalue()
        assert hit.arrays().fields == [x, y]
        assert hit.arrays(y, library="np")[y][:1].tolist() == [7 if name == "N" else 0]
        assert hit.arrays([x], entry_stop=1, how=tuple)[0].to_list() == [0.5 if name == "N" else 0]
        assert sum(len(part) for part in hit.iterate(step_size=3)) == hit.num_entries
        assert hit.num_entries_for("1 kB") > 0
        with pytest.raises(ramet.KeyInFileError, match=f"no .* 'nothing' in .* '{column}' of"):
            hit["nothing"]
        with pytest.raises(TypeError, match="is not a sequence"):
            iter(hit)
        assert hit[x].arrays().fields == [hit[x].name]


def test_a_column_without_entries_is_clipped_to_none_of_them(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {"x": "int32"})
    column = ramet.open(tmp_path / "x.root")["T"]["x"]
    assert len(column.array(entry_start=2, entry_stop=20)) == 0


def test_columns_are_arranged_as_they_are_wanted(path: Path) -> None:
    tree = ramet.open(path)["nano"]
    names = ["run", "Muon_pt"]
    for library in ("ak", "np", "pd"):
        run, pt = tree.arrays(names, library=library, how=tuple)
        assert list(run) == [0, 1, 2]
        assert [list(one) for one in pt] == [[1], [], [2, 3]]
        assert len(tree.arrays(names, library=library, how=list)) == 2
        assert list(tree.arrays(names, library=library, how=dict)) == names
    steps = list(tree.iterate(names, step_size=2, how=dict))
    assert [one["run"].to_list() for one in steps] == [[0, 1], [2]]


def test_maps_are_dicts_in_numpy(tmp_path: Path) -> None:
    maps = [{"a": 1, "b": 2}, {}]
    values = {"m": [list(one.items()) for one in maps], "l": [[(1, [2.0, 3.0])], []]}
    schema = {"m": "std::map<std::string,int>", "l": "std::unordered_map<int,std::vector<double>>"}
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {name: ramet.Column(one, split_level=0) for name, one in schema.items()}).extend(values)
        file.mkrntuple("N", schema).extend(values)
    with ramet.open(tmp_path / "x.root") as file:
        for table in (file["T"], file["N"]):
            assert table["m"].array(library="np").tolist() == maps
            first, second = table.arrays(library="np")["l"]
            assert first[1].tolist() == [2, 3]
            assert second == {}
            assert [part["m"][0] for part in table.iterate("m", step_size=1, library="np")] == maps


def test_lists_of_equal_lengths_are_zipped_by_the_beginning_of_their_names(path: Path) -> None:
    zipped = ramet.open(path)["nano"].arrays(["run", "Muon_pt", "Muon_eta", "Jet_pt"], how="zip")
    assert zipped.fields == ["run", "Muon", "Jet"]
    assert zipped.Jet.fields == ["pt"]
    assert zipped.Muon.to_list() == [[{"pt": 1, "eta": 4}], [], [{"pt": 2, "eta": 5}, {"pt": 3, "eta": 6}]]
    for library, how in (("np", "zip"), ("ak", set), ("ak", "nothing")):
        with pytest.raises(ValueError, match="how .* is not one of"):
            ramet.open(path)["nano"].arrays(library=library, how=how)


def test_entries_of_many_files_are_counted(path: Path) -> None:
    assert list(ramet.num_entries([f"{path}:nano", {path: "dir/T"}])) == [
        (str(path), "nano", 3),
        (str(path), "dir/T", 10),
    ]
    (one,) = ramet.num_entries(f"{path}:nano")
    assert (one.file_path, one.object_path, one.num_entries) == one
    with pytest.raises(ramet.KeyInFileError):
        list(ramet.num_entries(f"{path}:nothing"))


def test_anything_that_can_be_read_from_is_opened(path: Path, tmp_path: Path) -> None:
    with ramet.open(io.BytesIO(path.read_bytes())) as file:
        assert file.file_path == "<BytesIO>"
        assert file["nano"].arrays("run").run.to_list() == [0, 1, 2]
        assert file["dir/T"].member("fEntries") == 10
        tree = file["dir/T"]
    assert tree.arrays().n.to_list() == list(range(10))
    with path.open("rb") as stream:
        assert ramet.open(stream).file_path == str(path)
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as archive:
        archive.add(path, "x.root")
    with tarfile.open(tmp_path / "x.tar.gz") as archive:
        assert ramet.open(archive.extractfile("x.root")).keys() == ramet.open(path).keys()


def test_streams_without_a_root_file_are_refused(path: Path) -> None:
    with pytest.raises(ramet.CorruptError, match="'<BytesIO>': not a ROOT file: it begins with"):
        ramet.open(io.BytesIO(b"something else" * 100))
    with pytest.raises(ramet.CorruptError, match="'<BytesIO>'"):
        ramet.open(io.BytesIO(path.read_bytes()[:100]))
    with pytest.raises(TypeError, match="gives str, expected bytes"):
        ramet.open(io.StringIO("text"))


def test_create_does_not_touch_an_existing_file(tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with pytest.raises(ramet.MisuseError):
        ramet.create(path, compression="nonsense")
    assert not path.exists()
    with ramet.create(path) as file:
        file["h"] = ramet.Histogram(2, (0, 1))
    with pytest.raises(FileExistsError, match="`recreate` replaces it"):
        ramet.create(path)
    assert ramet.open(path).keys() == ["h;1"]
    with pytest.raises(ramet.FileMissingError):
        ramet.create(tmp_path / "no" / "new.root")


def test_directories_that_are_written_are_filled_by_themselves(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        directory = file.mkdir("a/b")
        assert directory
        assert (directory.path, directory.object_path) == (("a", "b"), "a/b")
        assert directory.file_path == str(tmp_path / "x.root")
        directory["h"] = ramet.Histogram(2, (0, 1))
        directory.mktree("T", {"x": "int32"}, "title").extend({"x": np.arange(3)})
        directory.mkrntuple("N", {"x": np.arange(4)})
        directory.mkdir("c").update({"deep": "text", "gone": "text"})
        del file["a/b/c/gone"]
        assert file["a"]["b/c"].keys() == ["deep;1"]
        file["a/b"]["T"].extend({"x": np.arange(2)})
        assert directory.keys() == ["h;1", "T;1", "N;1", "c;1", "c/deep;1"]
        assert directory.classnames(recursive=False, cycle=False)["c"] == "TDirectory"
        assert list(directory) == directory.keys()
        assert len(directory) == 5
        assert "T" in directory
        assert "" not in directory
        assert "a" not in directory
        assert directory.file is file
        with pytest.raises(ramet.MisuseError, match="'/' is not a valid name"):
            directory["/"] = "text"
        with pytest.raises(ramet.KeyInFileError):
            file["nothing"]
    with ramet.open(tmp_path / "x.root") as file:
        assert (file["a/b/T"].num_entries, file["a/b/N"].num_entries, file["a/b/T"].title) == (5, 4, "title")
    with ramet.update(tmp_path / "x.root") as file:
        file["a/b"]["more"] = "text"
    assert "a/b/more" in ramet.open(tmp_path / "x.root")


def test_types_of_awkward_are_schemas_and_trees_show_them(tmp_path: Path) -> None:
    array = ak.Array([{"x": 1, "y": [1.0]}])
    out = io.StringIO()
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("whole", array.type).extend(array)
        file.mktree("record", array.type.content).extend(array)
        file.mkrntuple("form", array.layout.form).extend(array)
        file["record"].show(out)
        assert file["whole"].object_path == "whole"
    assert out.getvalue().splitlines()[2:] == ["x    | int64", "y    | var * float64"]
    for name in ("whole", "record", "form"):
        assert ramet.open(tmp_path / "x.root")[name].arrays(["x", "y"]).to_list() == array.to_list()


def test_a_file_that_is_written_is_asked_as_a_mapping(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        assert file
        assert len(file) == 0
        file.update({"a": {"x": np.arange(3)}, "dir/h": ramet.Histogram(2, (0, 1))})
        assert list(file) == ["a;1", "dir;1", "dir/h;1"]
        (key,) = file.keys_in("dir", recursive=False)
        assert (key.path, key.cycle, key.classname) == key == ("dir/h", 1, "TH1D")
        assert "a" in file
        assert "/dir/h;1" in file
        assert "h" not in file
        assert 1 not in file
