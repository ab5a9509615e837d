"""Paths with more slashes, directories of trees, and keys, as uproot's users type them."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet


def test_paths_may_have_slashes_at_either_end_and_between(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert file["/"].keys() == file.keys()
        assert file["dir"]["/"].keys() == ["Events;1"]
        assert file["//dir//Events/"].object_path == "dir/Events"
        assert file["dir/Events"].parent.path == ("dir",)
        assert "/" in file
        with pytest.raises(ramet.KeyInFileError):
            file[""]
    with ramet.recreate(mixed_file.parent / "top.root") as made:
        made["T"] = {"x": [1, 2]}
    with ramet.open(mixed_file.parent / "top.root") as file:
        assert isinstance(file["T"].parent, ramet.ReadOnlyFile)
        assert file["T"].parent.keys() == ["T;1"]


def test_a_key_has_the_methods_of_uproots(mixed_file: Path) -> None:
    key = ramet.open(mixed_file).key("spectrum")
    assert (key.name(), key.name(cycle=True), key.classname()) == ("spectrum", "spectrum;1", "TH1D")


def test_a_file_without_the_name_of_a_tree_means_its_only_one(mixed_file: Path) -> None:
    assert len(ramet.concatenate({mixed_file: None}, ["number"])) == 1000
    assert ramet.open_many([{mixed_file: None}, {mixed_file: "dir/Events"}]).num_entries == 2000


def test_what_is_no_text_is_no_name(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    found, tree = file.object_of("spectrum"), file["dir/Events"]
    for name in (0, slice(1, 3), None):
        with pytest.raises(ramet.KeyInFileError, match="no member .* in an object of class 'TH1D'"):
            found[name]
        with pytest.raises(ramet.KeyInFileError, match="no member"):
            tree.member(name)
    for number in (0, slice(2)):
        with pytest.raises(ramet.KeyInFileError, match=r"no branch .* finds columns by name.*arrays\(entry_start="):
            tree[number]
