"""Finding columns by their names, and choosing some: with and without entries, as uproot's users do."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import ramet

SCHEMA = {"event": "Event", "Ai4": "int32", "i4": "int32", "i8": "int64"}
CLASSES = {"P3": {"Px": "double", "Py": "double"}, "Event": {"number": "int", "P3": "P3", "i8": "short"}}


@pytest.fixture(params=[0, 3], ids=["without entries", "with entries"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> ramet.Tree:
    """A split object whose members have branches, some with equal names."""
    entries = int(request.param)
    path = tmp_path / "split.root"
    with ramet.recreate(path) as file:
        made = file.mktree("dir/T", SCHEMA, classes=CLASSES)
        numbers = np.arange(entries)
        event = {"number": numbers, "P3": {"Px": numbers / 2, "Py": numbers / 4}, "i8": numbers}
        made.extend({"event": event, "Ai4": numbers, "i4": numbers, "i8": numbers})
    opened = ramet.open(f"{path}:dir/T")
    assert isinstance(opened, ramet.Tree)
    return opened


def test_branches_below_others_are_found_by_name_path_and_the_end_of_one(tree: ramet.Tree) -> None:
    whole = next(one.path for one in tree.values() if one.path.endswith("Px"))
    name = whole.rpartition("/")[2]
    assert "/" in whole
    for listed in (False, True):
        assert ("nothing" in tree) is False
        if listed:
            tree.keys()
        assert tree[name].path == tree[whole].path == tree["/" + whole].path == whole
        assert tree[whole.partition("/")[2]].path == whole
        assert f"/{whole}" in tree
        assert f"/{name}" not in tree  # it is not at the top
    assert tree.arrays([name], library="np")[name].tolist() == [0.0, 0.5, 1.0][: tree.num_entries]
    assert tree.arrays(["/i4"], library="np")["/i4"].tolist() == [0, 1, 2][: tree.num_entries]


def test_a_missing_name_is_an_error_that_suggests_other_ones(tree: ramet.Tree) -> None:
    with pytest.raises(ramet.KeyInFileError, match="did you mean 'Ai4'") as caught:
        tree["Ai5"]
    assert "'Ai5'" not in str(caught.value).partition("did you mean")[2]
    for name in (1, b"i4", None):
        with pytest.raises(ramet.KeyInFileError, match="no branch"):
            tree[name]  # type: ignore[index]
        assert name not in tree
        with pytest.raises(TypeError, match="expected a text"):
            tree.arrays([name])


def test_a_column_is_true_however_many_entries_it_has(tree: ramet.Tree) -> None:
    assert tree["i4"]
    assert (tree.get("i4") or tree.get("i8")) is tree["i4"]


def test_expressions_fit_from_the_beginning_of_a_name_or_path(tree: ramet.Tree) -> None:
    assert tree.keys(filter_name="/i[48]/", recursive=False) == ["i4", "i8"]
    assert tree.keys(filter_name="/.*i4/") == ["Ai4", "i4"]
    assert tree.keys(filter_name="/I4/i") == ["i4"]
    assert tree.keys(filter_name="/I4/iu") == ["i4"]
    assert tree.keys(filter_name=r"/\/i4/") == ["i4"]  # "/" is the top of the tree
    assert tree.keys(filter_name="*i4") == ["Ai4", "i4"]
    assert tree.keys(filter_name="I4") == []
    assert tree.keys(filter_typename="int*", recursive=False) == ["Ai4", "i4", "i8"]
    assert tree.keys(filter_branch=lambda branch: branch.typename == "int64_t", recursive=False) == ["i8"]
    with pytest.raises(ValueError, match="the flag 'L'"):
        tree.keys(filter_name="/i4/L")
    with pytest.raises(TypeError, match="a filter is 4"):
        tree.keys(filter_name=4)  # type: ignore[arg-type]


def test_columns_are_called_by_their_name_or_by_their_path_if_two_share_it(tree: ramet.Tree) -> None:
    below = [one.path for one in tree.values() if one.name == "i8"]
    columns = tree.arrays(library="np")
    assert {"i4", "Ai4", *below} <= set(columns)
    assert not any(name.startswith("event/") for name in columns if not name.endswith("i8"))
    name = next(one.path for one in tree.values() if one.path.endswith("Px")).rpartition("/")[2]
    assert list(tree.arrays(filter_name=name, library="np")) == [name]
    dataset = ramet.open_many({tree._file_name: "dir/T"})
    assert list(dataset.arrays(filter_name=name, library="np")) == [name]
    assert list(tree.arrays(library="np", filter_branch=lambda branch: branch.name == "i4")) == ["i4"]


def test_names_alone_and_those_at_the_top_can_be_listed(tree: ramet.Tree) -> None:
    assert set(tree.keys(recursive=False)) == {one.path for one in tree.branches}
    assert all("/" not in key for key in tree.keys(full_paths=False))
    shown = io.StringIO()
    tree.show(shown, filter_name="i4")
    assert len(shown.getvalue().splitlines()) == 3
    tree.show(shown, filter_name="none")


def test_a_dataset_opens_no_file_to_look_a_column_up(tmp_path: Path) -> None:
    for number in range(3):
        with ramet.recreate(tmp_path / f"part{number}.root") as file:
            file["T"] = {"x": np.arange(3.0)}
    dataset = ramet.open_many(f"{tmp_path}/part*.root:T")
    (tmp_path / "part1.root").unlink()
    (tmp_path / "part2.root").write_bytes(b"no file of ROOT's")
    assert dataset["x"].name == "x"
    assert "x" in dataset
    assert dataset.keys() == ["x"]
    with pytest.raises(ramet.RametError, match=r"part1\.root"):
        dataset["x"].array()


def test_fields_of_an_empty_ntuple_are_found(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "n.root") as file:
        file.mkrntuple("N", {"muons": "var * {pt: float32, charge: int8}"})
    ntuple = ramet.open(tmp_path / "n.root")["N"]
    assert ntuple["muons.pt"].path == "muons.pt"
    assert "muons.pt" in ntuple
    assert ramet.open_many({tmp_path / "n.root": "N"})["muons.pt"].path == "muons.pt"


def test_a_quotient_is_computed_where_no_path_is_called_so(tree: ramet.Tree) -> None:
    whole = next(one.path for one in tree.values() if one.path.endswith("Px"))
    name = whole.rpartition("/")[2]
    numbers = np.arange(tree.num_entries)
    columns = tree.arrays(["i4/2", "i4//2", "1/Ai4", f"i4/{name}", "/i4", whole], library="np")
    with np.errstate(all="ignore"):
        wanted = [numbers / 2, numbers // 2, 1 / numbers, numbers / (numbers / 2), numbers, numbers / 2]
    for values, want in zip(columns.values(), wanted, strict=True):
        assert np.array_equal(values, want, equal_nan=True)
    assert [list(step["i4/2"]) for step in tree.iterate("i4/2", step_size=9)] == [[0, 0.5, 1]] * (len(numbers) > 0)
    files = {tree.file.file_path: "dir/T"}
    assert ramet.concatenate(files, ["i4/2"])["i4/2"].tolist() == (numbers / 2).tolist()
    assert tree.arrays("half", aliases={"half": "i4/2"})["half"].tolist() == (numbers / 2).tolist()
    for missing in ("i4/Px5", "i5/i4", "/i4/2", "i4/2.x"):
        with pytest.raises(ramet.KeyInFileError, match=f"no branch '{missing}' in tree 'T'"):
            tree.arrays([missing])
