"""What trees, branches, histograms and axes were stored as, by uproot's names and with uproot's values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

HITS = {"Hit": {"x": "double", "y": "int"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root", compression="zlib:3") as file:
        tree = file.mktree("dir/T", {"hit": "Hit", "n": "int32", "l": "var * float64"}, classes=HITS, cluster_size=200)
        for first in (0, 10):
            hits = [{"x": 0.5 * y, "y": y} for y in range(10)]
            tree.extend({"hit": hits, "n": np.arange(first, first + 10), "l": [[0.5] * (y % 3) for y in range(10)]})
            tree.flush()
        file.mkrntuple("N", {"hit": "Hit", "n": "int32"}, classes=HITS).extend({"hit": hits, "n": np.arange(10)})
        file["h"] = ramet.Histogram(4, (0, 2), title="a title").fill([0.1, 0.2])
    return tmp_path / "x.root"


@pytest.fixture
def both(path: Path) -> tuple[Any, Any]:
    return ramet.open(path), uproot.open(path)


def test_members_are_those_of_the_object_in_the_file(both: tuple[Any, Any]) -> None:
    ours, theirs = (
        [file["dir/T"], file["dir/T/n"], file["dir/T/hit./hit.x"], file["h"], file["h"].axis()] for file in both
    )
    for one, other in zip(ours, theirs, strict=True):
        name = "fTitle"
        assert one.member(name) == one.all_members[name] == other.member(name)
        assert one.has_member(name)
        assert not one.has_member("fNothing")
        assert set(one.member_names) < set(one.all_members)
        assert one.classname == other.classname
        assert one.is_instance("TNamed")
        assert not one.is_instance("TGraph")
        assert one.instance_version == one.class_version > 0
        assert one.base("TNamed")[0].classname == "TNamed"
        assert one.bases[0].classname == one.base_names_versions[0][0]
        with pytest.raises(ramet.KeyInFileError, match="fNothing"):
            one.member("fNothing")


def test_objects_know_the_file_that_they_were_read_from(both: tuple[Any, Any]) -> None:
    ours, theirs = both
    for name in ("dir/T", "dir/T/n", "N", "N/n", "h"):
        assert ours[name].file.uuid == theirs.file.uuid
    with pytest.raises(ramet.UnsupportedError, match="was not read from a file"):
        ramet.Histogram(2, (0, 1)).file.keys()


def test_branches_say_how_they_are_stored(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["dir/T"] for file in both)
    for name in ("n", "l"):
        assert ours[name].entry_offsets == list(theirs[name].entry_offsets)
        assert len(ours[name].entry_offsets) == ours[name].num_baskets + 1
        assert ours[name].compression.code == theirs[name].compression.code == 103
    assert ours["hit."].entry_offsets == list(theirs["hit."].entry_offsets) == [0]
    assert ours["l"].count_branch.name == theirs["l"].count_branch.name
    assert ours["l"].count_leaf.member("fName") == theirs["l"].count_leaf.member("fName")
    assert ours["n"].count_branch is ours["n"].count_leaf is None


def test_flow_is_an_argument_by_place(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["h"] for file in both)
    for flow in (True, False):
        for name in ("edges", "intervals", "centers", "widths"):
            assert getattr(ours.axis(), name)(flow).tolist() == getattr(theirs.axis(), name)(flow).tolist(), name
        for name in ("values", "variances", "errors"):
            assert getattr(ours, name)(flow).tolist() == getattr(theirs, name)(flow).tolist(), name
        assert [one.tolist() for one in ours.to_numpy(flow)] == [one.tolist() for one in theirs.to_numpy(flow)]


def test_a_column_with_none_below_it_is_read_as_a_record_of_itself(both: tuple[Any, Any]) -> None:
    for name in ("dir/T/n", "dir/T/hit./hit.x", "N/n"):
        ours, theirs = (file[name] for file in both)
        own = ours.name
        assert ours.arrays(entry_stop=2).to_list() == theirs.arrays(entry_stop=2).to_list()
        assert ours.arrays(library="np")[own].tolist() == ours.array().to_list()
        assert [len(part) for part in ours.iterate(step_size=6)] == [len(part) for part in theirs.iterate(step_size=6)]


def test_names_are_spelled_as_uproot_takes_them(both: tuple[Any, Any]) -> None:
    ours, theirs = both
    assert ours["dir;1"].path == theirs["dir;1"].path == ("dir",)
    assert ours["dir;1"].object_path == "dir"
    for file in both:
        assert file["dir/T"]["/n/"].name == "n"
        assert file["dir/T:n"].name == file["dir/T/n"].name == "n"
        assert file.classname_of("dir/T") == "TTree"
        assert file.classname_of("dir/T/n") == "TBranch"
        assert file.title_of("dir/T/n") == "n/I"
        assert file["N"]["hit/x"].name == "x"
    with pytest.raises(ramet.KeyInFileError):
        ours.classname_of("dir/T/nothing")
    with pytest.raises(ramet.KeyInFileError):
        ours.title_of("dir/T/nothing")


def test_libraries_have_long_names(both: tuple[Any, Any]) -> None:
    for file in both:
        tree = file["dir/T"]
        assert isinstance(tree["n"].array(library="awkward"), ak.Array)
        assert isinstance(tree["n"].array(library="numpy"), np.ndarray)
        assert list(tree.arrays(["n"], library="pandas")) == ["n"]
    with pytest.raises(ValueError, match="library 'polars' is not one of"):
        both[0]["dir/T"].arrays(library="polars")


def test_files_are_opened_by_urls_of_this_machine(path: Path) -> None:
    for url in (f"file:{path}", f"file://{path}"):
        assert ramet.open(url).keys() == uproot.open(url).keys()
        assert ramet.open(f"{url}:dir/T").num_entries == uproot.open(f"{url}:dir/T").num_entries
        assert [one.num_entries for one in ramet.num_entries({url: "dir/T"})] == [20]


def test_files_with_one_tree_need_no_name_of_it(path: Path, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "one.root") as file:
        file.mktree("dir/only", {"x": np.arange(3)})
    one = str(tmp_path / "one.root")
    for package in (ramet, uproot):
        assert package.concatenate([one, one]).x.to_list() == [0, 1, 2] * 2
    with pytest.raises(ramet.MisuseError, match="has 2 trees and ntuples: name one as"):
        ramet.concatenate(path)


def test_baskets_have_the_entries_that_uproot_says(both: tuple[Any, Any]) -> None:
    for name in ("n", "l", "hit./hit.x"):
        ours, theirs = (file["dir/T"][name] for file in both)
        assert ours.num_baskets == theirs.num_baskets > 1
        for number in range(ours.num_baskets):
            one, other = ours.basket(number), theirs.basket(number)
            assert (one.basket_num, one.num_entries, len(one)) == (number, other.num_entries, other.num_entries)
            assert one.entry_start_stop == other.entry_start_stop
            assert one.compressed_bytes == other.compressed_bytes
            assert one.array().to_list() == theirs.array().to_list()[slice(*one.entry_start_stop)]
        with pytest.raises(IndexError, match=rf"no basket {ours.num_baskets}"):
            ours.basket(ours.num_baskets)
    assert repr(ours.basket(1)) == "<Basket 1 of 'hit.x': entries 5 to 10>"


def test_branches_know_the_member_that_they_hold(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["dir/T"] for file in both)
    assert ours["n"].streamer is theirs["n"].streamer is None
    for name in ("hit./hit.x", "hit./hit.y"):
        assert ours[name].streamer.name == theirs[name].streamer.name
        assert ours[name].streamer.typename == theirs[name].streamer.typename
    assert ours["hit."].streamer.name == theirs["hit."].streamer.name == "Hit"


def test_fields_have_the_numbers_of_the_header(both: tuple[Any, Any]) -> None:
    ours, theirs = (file["N"] for file in both)
    numbers = {name: ours[name].field_id for name in ours}
    assert numbers == {name: theirs[name].field_id for name in numbers}
    assert len(set(numbers.values())) == len(numbers)
