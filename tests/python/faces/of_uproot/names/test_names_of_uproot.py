"""Names of uproot, and the objects that have them."""

from __future__ import annotations

import uuid
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

HITS = {"Hit": {"x": "double", "y": "int"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("dir/T", {"n": "int32", "hit": "Hit"}, classes=HITS, cluster_size=64)
        tree.extend({"n": np.arange(20), "hit": [{"x": 0.5 * y, "y": y} for y in range(20)]})
        file.mkrntuple("N", {"n": "int32", "hit": "Hit"}, classes=HITS).extend({"n": [1], "hit": [{"x": 1, "y": 2}]})
        file["dir/inner/h"] = ramet.Histogram(2, (0, 1))
    return tmp_path / "x.root"


@pytest.fixture
def both(path: Path) -> tuple[Any, Any]:
    return ramet.open(path), uproot.open(path)


def test_length_branches_and_iteration_are_of_the_top(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["dir/T"] for file in both)
    assert len(ours) == len(theirs) == 2
    assert [branch.name for branch in ours.branches] == [branch.name for branch in theirs.branches]
    assert list(ours) == [branch.name for branch in theirs]
    assert len(ours.keys()) == len(theirs.keys()) == 4
    assert [branch.name for branch in ours["hit."].branches] == [branch.name for branch in theirs["hit."].branches]
    ntuple = both[0]["N"]
    assert [field.name for field in ntuple.fields] == list(ntuple) == ["n", "hit"]
    assert len(ntuple) == 2
    assert set(ntuple.keys()) > {"hit.x", "hit.y"}


def test_everything_listed_is_iterated_over(both: tuple[Any, Any]) -> None:
    ours, theirs = both
    assert list(ours.iterkeys(recursive=False)) == ours.keys(recursive=False)
    assert list(ours.iterclassnames()) == list(theirs.iterclassnames())
    assert [type(value) for value in ours["dir"].itervalues(recursive=False)] == [ramet.Tree, ramet.Directory]
    tree = ours["dir/T"]
    for one in (tree, ours["N"], tree["hit."], ours["N"]["hit"]):
        assert list(one.iterkeys()) == one.keys()
        assert list(one.itervalues()) == one.values()
        assert list(one.iteritems()) == one.items()
        assert list(one.itertypenames()) == list(one.typenames().items())


def test_an_iterated_directory_reads_what_is_asked_for(path: Path) -> None:
    items = ramet.open(path).iteritems(cycle=False)
    name, found = next(items)
    assert (name, type(found)) == ("dir", ramet.Directory)


def test_columns_say_where_they_are(both: tuple[Any, Any]) -> None:
    ours, theirs = both
    tree, ntuple = ours["dir/T"], ours["N"]
    assert tree.tree is tree
    assert ntuple.ntuple is ntuple
    assert tree["n"].top_level
    assert not tree["hit."].values()[0].top_level
    assert ntuple["hit"].top_level
    assert not ntuple["hit.x"].top_level
    assert ours[tree["n"].object_path] is tree["n"]
    assert ntuple["hit.x"].parent is ntuple["hit"]
    assert ntuple["hit"].parent is ntuple
    for branches in (tree.branches, tree["hit."].branches):
        assert [branch.index for branch in branches] == list(range(len(branches)))
    assert [branch.index for branch in theirs["dir/T"].branches] == [0, 1]
    for fields in (ntuple.fields, ntuple["hit"].fields):
        assert [field.index for field in fields] == list(range(len(fields)))
    assert tree["n"].aliases == tree.aliases == {}
    assert tree.common_entry_offsets() == tree["n"].common_entry_offsets()
    assert tree.common_entry_offsets() == theirs["dir/T"].common_entry_offsets()


def test_directories_have_paths_of_names(both: tuple[Any, Any]) -> None:
    for file in both:
        assert file["dir/inner"].path == ("dir", "inner")
    assert both[0].path == ()
    assert both[0]["dir/inner"].object_path == "dir/inner"


def test_files_say_what_wrote_them(both: tuple[Any, Any]) -> None:
    ours, theirs = both
    assert ours.root_directory is ours
    assert ours.uuid == theirs.file.uuid == uuid.UUID(ours.hex_uuid)
    assert ours.root_version == theirs.file.root_version
    assert (ours.fVersion % 1_000_000, ours.fCompress) == (theirs.file.fVersion, theirs.file.fCompress)
    assert ours.root_version_tuple == theirs.file.root_version_tuple
    assert ours.is_64bit is ours["dir"].is_64bit is theirs.file.is_64bit is False
    assert ours.compression.code == theirs.file.compression.code
    assert ours.compression == ramet.ZSTD(5)


def test_a_file_without_compression_has_compression_none(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root", compression=None) as file:
        file["text"] = "text"
    assert ramet.open(tmp_path / "x.root").compression is None


def test_objects_know_their_bases(both: tuple[Any, Any]) -> None:
    ours, theirs = both[0].object_of("dir/inner/h"), both[1]["dir/inner/h"]
    assert ours.is_instance("TH1")
    assert ours.is_instance("TTree", "TH1D")
    assert not ours.is_instance("TTree")
    assert ours.has_member("fXaxis")
    assert not ours.has_member("nothing")
    assert ours.instance_version == theirs.instance_version == 3
    assert ours.member_names == list(ours.own_members)
    assert [one.classname for one in ours.base("TAttLine", "TH1")] == ["TH1", "TAttLine"]
    assert theirs.base_names_versions[0] == ours.base_names_versions[0] == ("TH1", 8)


def test_a_file_that_is_written_names_its_parts(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("dir/T", {"x": "int32"})
        assert file.file is file.root_directory is file
        assert (file.path, file.object_path) == ((), "")
        assert file["dir"].path == ("dir",)
        assert (tree.path, tree.closed, tree.file_path) == (("dir", "T"), False, str(tmp_path / "x.root"))
        assert list(file.iterkeys()) == file.keys()
        assert list(file["dir"].iterkeys()) == file["dir"].keys()
        assert dict(file.iterclassnames()) == file.classnames()
        assert dict(file["dir"].iterclassnames()) == file["dir"].classnames()
    assert tree.closed


def test_histograms_say_whether_they_are_weighted(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["dir/inner/h"] for file in both)
    assert ours.weighted is theirs.weighted is False
    assert ramet.Histogram(2, (0, 1)).fill([0.5], weight=2).weighted


def graph_of(*sides: tuple[list[float], list[float]]) -> Any:
    """A graph of two points with these errors along x and y."""
    bars = [SimpleNamespace(low=np.array(low), high=np.array(high)) for low, high in sides]
    points = SimpleNamespace(name="g", num_axes=2, errors=bars, more_errors=bars[1:], coordinates=lambda _: np.zeros(2))
    return ramet.Graph.from_core(points)  # type: ignore[arg-type]


def test_graphs_have_errors_of_every_side() -> None:
    graph = graph_of(([1, 2], [3, 4]), ([0, 1], [0, 5]))
    wanted = {"low": ([1, 2], [0, 1]), "high": ([3, 4], [0, 5]), "mean": ([2, 3], [0, 3]), "diff": ([2, 2], [0, 4])}
    for which, (x, y) in wanted.items():
        assert [graph.errors(which, axis).tolist() for axis in ("x", 0, -2)] == [x] * 3
        assert [graph.errors(which, axis, kind=1).tolist() for axis in ("y", 1, -1)] == [y] * 3
        assert [one.tolist() for one in graph.errors(which)] == [x, y]
        assert graph_of().errors(which) is graph_of().errors(which, "x") is None
    assert graph.error_bars("y").tolist() == [[0, 1], [0, 5]]
    with pytest.raises(ValueError, match="which 'up' is not one of"):
        graph.errors("up")
    with pytest.raises(ValueError, match="axis 'z' is not one of"):
        graph.errors("low", "z")


def test_friends_index_and_parameters_of_a_tree_have_names(path: Path) -> None:
    """The core's objects for a tree of ROOT, which only ROOT can write."""
    tree = ramet.open(path)["dir/T"]
    assert (tree.friends, tree.index, tree.user_info) == ([], None, [])
    tree._core = SimpleNamespace(
        friends=[("f", "Events", "other.root")],
        index=("run", "event", [1, 1], [2, 3], [0, 1]),
        user_info=[("TParameter<double>", "scale", "", 1.5)],
    )
    (friend,), index, (parameter,) = tree.friends, tree.index, tree.user_info
    assert (friend.name, friend.tree, friend.file) == friend
    assert (index.major_name, index.minor_name, index.major, index.minor, index.entries) == index
    assert (parameter.classname, parameter.name, parameter.text, parameter.value) == parameter
    assert parameter.value == 1.5


def test_objects_of_files_are_of_these_classes(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert isinstance(file, ramet.ReadOnlyDirectory)
        assert isinstance(file["dir"], ramet.ReadOnlyDirectory)
        assert isinstance(file["dir/Events"], ramet.TTree)
        assert isinstance(file["dir/Events/energy"], ramet.TBranch)
        assert isinstance(file.object_of("spectrum"), ramet.Model)
        assert not isinstance(file["dir"], ramet.TTree)


def test_damage_is_caught_by_uproots_name(tmp_path: Path) -> None:
    (tmp_path / "x.root").write_bytes(b"nothing like it" * 10)
    with pytest.raises(ramet.DeserializationError, match="not a ROOT file"):
        ramet.open(tmp_path / "x.root")
