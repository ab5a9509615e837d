"""Opening files and reading trees."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet


def test_a_file_is_a_mapping_with_cycles_and_directories(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert isinstance(file, Mapping)
        assert file.keys() == ["dir;1", "dir/Events;1", "spectrum;1"]
        assert file.keys(cycle=False) == ["dir", "dir/Events", "spectrum"]
        assert file.keys(recursive=False) == ["dir;1", "spectrum;1"]
        assert file.classnames() == {"dir;1": "TDirectory", "dir/Events;1": "TTree", "spectrum;1": "TH1D"}
        assert file.keys(filter_classname="TTree") == ["dir/Events;1"]
        assert file.keys(filter_name="*Ev*") == ["dir/Events;1"]
        assert len(file) == 3
        assert list(file) == file.keys()
        assert "dir/Events" in file
        assert "dir/Events;1" in file
        assert "dir/Events;2" not in file
        assert file["dir"].keys() == ["Events;1"]
        assert file["dir"]["Events"].num_entries == 1000
        assert file.classname_of("dir/Events") == "TTree"


@pytest.mark.parametrize("name", ["dir/Events", "dir/Events;1"])
def test_a_path_may_name_an_object_after_a_colon(mixed_file: Path, name: str) -> None:
    assert ramet.open(f"{mixed_file}:{name}").name == "Events"


def test_a_branch_is_found_behind_the_path_of_its_tree(mixed_file: Path) -> None:
    assert ramet.open(mixed_file)["dir/Events/number"].name == "number"


def test_a_tree_is_read_once_while_the_file_is_open(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert file["dir/Events"] is file["dir"]["Events;1"]


def test_a_missing_name_is_a_key_error_that_suggests(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    with pytest.raises(KeyError, match="did you mean 'Events'"):
        file["dir/Event"]
    with pytest.raises(ramet.KeyInFileError, match=r"no branch 'energ' .*did you mean 'energy'"):
        file["dir/Events"]["energ"]
    with pytest.raises(ramet.KeyInFileError):
        file["dir/Events"].arrays(["number", "nothing"])
    with pytest.raises(FileNotFoundError, match=r"nowhere\.root"):
        ramet.open(mixed_file.with_name("nowhere.root"))


def test_a_closed_file_says_so_and_its_trees_live_on(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        tree = file["dir/Events"]
    assert file.closed
    with pytest.raises(ramet.MisuseError, match="closed"):
        file.keys()
    assert tree["number"].array(library="np")[-1] == 999


def test_a_file_of_another_format_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "text.root"
    path.write_text("this is not a ROOT file, but long enough to hold a header of one" * 10)
    with pytest.raises(ramet.CorruptError, match=re.escape("text.root")):
        ramet.open(path)


@pytest.mark.parametrize("url", ["root://me:token@host:1094//store/a.root?token=[1]", "nowhere://b/a.root"])
def test_urls_are_not_written(url: str) -> None:
    message = f"{url.split(':')[0]}:// cannot be written"
    for use in (ramet.recreate, ramet.update):
        with pytest.raises(ramet.UnsupportedError, match=message) as raised:
            use(url)
        assert "token" not in str(raised.value)


def test_a_tree_says_what_is_in_it(mixed_file: Path) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    assert (tree.name, tree.title, tree.num_entries) == ("Events", "mixed events", 1000)
    assert tree.typenames()["matrix"] == "float[2][3]"
    assert tree.keys(filter_name="Muon_*") == ["Muon_pt", "Muon_charge"]
    assert tree.keys(filter_name=["number", "/^h/"]) == ["number", "hits"]
    assert tree.keys(filter_typename="double") == ["energy"]
    assert tree.clusters[0][0] == 0
    assert tree.clusters[-1][1] == 1000
    assert len(tree.clusters) > 2
    shown = io.StringIO()
    tree.show(shown)
    assert re.search(r"hits +\| int16_t\[\]", shown.getvalue())
    assert "<td>hits</td>" in tree._repr_html_()
    branch = tree["energy"]
    assert branch.num_entries == len(branch) == 1000
    assert branch.num_baskets == len(tree.clusters)
    assert branch.uncompressed_bytes >= 8000
    assert repr(branch) == "<Branch 'energy' (double) of 1000 entries>"


def test_arrays_are_awkward_records_or_a_dict_of_numpy(mixed_file: Path) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    names = ["number", "hits", "name", "matrix"]
    records = tree.arrays(names)
    columns = tree.arrays(names, library="np")
    assert records.fields == list(columns) == names
    assert str(records.type) == "1000 * {number: int64, hits: var * int16, name: string, matrix: 2 * 3 * float32}"
    assert columns["matrix"].shape == (1000, 2, 3)
    assert columns["number"].dtype == np.int64
    assert columns["name"].tolist() == records.name.tolist()
    assert columns["hits"].dtype == object
    assert [hits.tolist() for hits in columns["hits"]] == records.hits.tolist()


def test_a_leaf_list_is_a_record(mixed_file: Path) -> None:
    branch = ramet.open(mixed_file)["dir/Events/pair"]
    assert branch.array().n.tolist() == list(range(1000))
    assert branch.array(library="np").dtype == np.dtype([("x", "float32"), ("n", "int32")])


@pytest.mark.parametrize(
    ("start", "stop", "expected"),
    [
        (None, None, range(1000)),
        (10, 20, range(10, 20)),
        (-5, None, range(995, 1000)),
        (990, 5000, range(990, 1000)),
        (20, 10, range(0)),
        (1000, None, range(0)),
    ],
)
def test_entry_ranges_are_clipped_as_slices_are(
    mixed_file: Path, start: int | None, stop: int | None, expected: range
) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    arrays = tree.arrays(entry_start=start, entry_stop=stop)
    assert arrays.number.tolist() == list(expected)
    assert len(tree["hits"].array(entry_start=start, entry_stop=stop, library="np")) == len(expected)


@pytest.mark.parametrize("step_size", [1, 7, 300, 5000, "2 kB", "1 MiB"])
def test_iterate_gives_every_entry_once_in_order(mixed_file: Path, step_size: int | str) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    parts = list(tree.iterate(["number", "hits"], step_size=step_size, entry_start=3))
    assert ak.array_equal(ak.concatenate(parts), tree.arrays(["number", "hits"], entry_start=3))
    if isinstance(step_size, int):
        assert all(len(part) == step_size for part in parts[:-1])


def test_several_files_are_read_one_after_the_other(mixed_file: Path, tmp_path: Path) -> None:
    (tmp_path / "mixed2.root").write_bytes(mixed_file.read_bytes())
    pattern = f"{tmp_path}/mixed*.root"
    both = ramet.concatenate(f"{pattern}:dir/Events", ["number"])
    assert both.number.tolist() == [*range(1000), *range(1000)]
    again = ramet.concatenate({pattern: "dir/Events"}, "number", library="np", entry_start=999, entry_stop=1002)
    assert again["number"].tolist() == [999, 0, 1]
    steps = ramet.iterate([f"{mixed_file}:dir/Events"], ["number"], step_size=600)
    assert [len(step) for step in steps] == [600, 400]
    with pytest.raises(FileNotFoundError):
        ramet.concatenate(f"{tmp_path}/none*.root:dir/Events")


def test_arrays_share_the_memory_they_were_decoded_into(mixed_file: Path) -> None:
    """NumPy and awkward arrays refer to C++ memory, which lives as long as they do."""
    tree = ramet.open(mixed_file)["dir/Events"]
    numbers = tree["number"].array(library="np")
    assert not numbers.flags.owndata
    hits = tree["hits"].array()
    content = hits.layout.content.data
    expected = content.copy()
    del tree, hits
    for _ in range(3):  # memory that was given back would be used again
        ramet.open(mixed_file)["dir/Events"].arrays()
    assert np.array_equal(content, expected)
    assert numbers.tolist() == list(range(1000))


def test_an_unknown_library_is_refused(mixed_file: Path) -> None:
    with pytest.raises(ValueError, match="'polars'"):
        ramet.open(mixed_file)["dir/Events"].arrays(library="polars")


def test_the_public_names_are_those_that_are_listed() -> None:
    assert dir(ramet) == sorted([*ramet.__all__, "distribute", "fit", "random", "rdataframe"])
    assert all(hasattr(ramet, name) for name in ramet.__all__)


def test_a_file_that_was_not_closed_is_read_from_its_records(tmp_path: Path) -> None:
    path = tmp_path / "killed.root"
    with ramet.recreate(path) as file:
        file["Events"] = {"x": np.arange(5.0)}
    contents = bytearray(path.read_bytes())
    name_size = int.from_bytes(contents[28:32], "big")  # fNbytesName
    body = 100 + name_size
    contents[12:16] = (body + 60).to_bytes(4, "big")  # fEND as of the begin
    contents[body + 10 : body + 14] = bytes(4)  # fNbytesKeys
    contents[body + 26 : body + 30] = bytes(4)  # fSeekKeys
    path.write_bytes(contents)
    with pytest.warns(ramet.RecoveredWarning, match="was not closed"):
        file = ramet.open(path)
    assert file.recovered
    assert file["Events"]["x"].array(library="np").tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_a_file_that_was_closed_is_not_recovered(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "closed.root") as file:
        file["Events"] = {"x": np.arange(5.0)}
    with ramet.open(tmp_path / "closed.root") as file:
        assert not file.recovered
