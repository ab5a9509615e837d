"""Many files as one table."""

from __future__ import annotations

import io
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet


def write(path: Path, name: str = "Events", **columns: np.ndarray) -> None:
    with ramet.recreate(path) as file:
        types = {column: values.dtype for column, values in columns.items()}
        file.mktree(name, types).extend(columns)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of 10, 0 and 7 entries: n counts from 0 to 16, x is half of it."""
    for number, (first, last) in enumerate([(0, 10), (10, 10), (10, 17)]):
        n = np.arange(first, last, dtype=np.int32)
        write(tmp_path / f"part{number}.root", n=n, x=n / 2)
    return tmp_path


@pytest.fixture
def files(folder: Path) -> ramet.Dataset:
    return ramet.open_many(f"{folder}/part*.root:Events")


def test_files_are_named_by_globs_lists_and_mappings(folder: Path) -> None:
    paths = [folder / f"part{number}.root" for number in range(3)]
    expected = [(str(path), "Events") for path in paths]
    assert ramet.open_many(f"{folder}/part*.root:Events").files == expected
    assert ramet.open_many([f"{path}:Events" for path in paths]).files == expected
    assert ramet.open_many(dict.fromkeys(paths, "Events")).files == expected
    assert ramet.open_many({f"{folder}/part?.root": "Events"}).files == expected


def test_it_is_a_mapping_of_columns_with_types(files: ramet.Dataset) -> None:
    assert files.keys() == ["n", "x"]
    assert files.typenames() == {"n": "int32_t", "x": "double"}
    assert "n" in files
    assert "m" not in files
    assert len(files) == 2
    assert files["x"].type == "float64"
    assert repr(files["x"]) == "<DatasetColumn 'x' (double) of 17 entries>"
    assert repr(files) == "<Dataset of 3 files (2 columns)>"
    stream = io.StringIO()
    files.show(stream)
    assert "x    | double" in stream.getvalue()
    with pytest.raises(ramet.KeyInFileError, match=r"no column 'xx' in 'Events' of '.*part0.root' and 2 more"):
        files["xx"]


def test_all_entries_and_ranges_of_them_are_read(files: ramet.Dataset) -> None:
    assert files.num_entries == 17
    assert files.clusters == [(0, 10), (10, 17)]
    assert files.arrays(library="np")["n"].tolist() == list(range(17))
    assert files["n"].array(library="np", entry_start=-8, entry_stop=12).tolist() == [9, 10, 11]
    table = files.arrays(["x"], entry_start=9, entry_stop=11)
    assert ak.to_list(table) == [{"x": 4.5}, {"x": 5.0}]
    assert len(files.arrays([], library="ak")) == 17


def test_steps_never_cross_the_end_of_a_file(files: ramet.Dataset) -> None:
    def numbers(**options: int) -> list[list[int]]:
        return [step["n"].tolist() for step in files.iterate("n", library="np", **options)]

    assert numbers(step_size=4) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], [10, 11, 12, 13], [14, 15, 16]]
    assert numbers(step_size=100) == [list(range(10)), list(range(10, 17))]
    assert numbers(step_size=4, entry_start=3, entry_stop=12) == [[3, 4, 5, 6], [7, 8, 9], [10, 11]]
    assert numbers(step_size=4, entry_start=-3) == [[14, 15, 16]]
    assert numbers(step_size=4, entry_start=12, entry_stop=3) == []
    assert [len(step) for step in files.iterate(step_size="1 kB")] == [10, 7]


def test_chosen_entries_are_read(files: ramet.Dataset) -> None:
    assert files.take([0, 9, 10, 16], "n", library="np")["n"].tolist() == [0, 9, 10, 16]
    assert files.take(np.array([], dtype=int), "n", library="np")["n"].tolist() == []
    with pytest.raises(ramet.KeyInFileError, match="entry 17 is selected, but there are 17 entries"):
        files.take([17])
    with pytest.raises(ramet.MisuseError, match="the selection has entry 2 after entry 3"):
        files.take([3, 2])


def test_concatenate_and_iterate_are_short_for_a_dataset(folder: Path) -> None:
    whole = ramet.concatenate(f"{folder}/part*.root:Events", ["n"], library="np")
    assert whole["n"].tolist() == list(range(17))
    steps = list(ramet.iterate(f"{folder}/part*.root:Events", step_size=6, library="np"))
    assert [len(step["x"]) for step in steps] == [6, 4, 6, 1]


def test_files_that_are_not_there_and_files_without_the_tree(folder: Path) -> None:
    with pytest.raises(ramet.FileMissingError, match="no file matches"):
        ramet.open_many(f"{folder}/none*.root:Events")
    with pytest.raises(ramet.FileMissingError, match=r"none\.root"):
        ramet.open_many(f"{folder}/none.root:Events")
    assert ramet.open_many(folder / "part0.root").num_entries == 10  # its only tree
    with pytest.raises(ramet.MisuseError, match="no files"):
        ramet.open_many([])
    with pytest.raises(ramet.KeyInFileError, match="did you mean 'Events'"):
        ramet.open_many(f"{folder}/part0.root:Event")
    write(folder / "part9.root", name="Other", n=np.arange(3))
    lenient = ramet.open_many(f"{folder}/part*.root:Events", allow_missing=True)
    assert lenient["n"].array(library="np").tolist() == list(range(17))
    with pytest.raises(ramet.KeyInFileError, match=r"part9\.root"):
        ramet.open_many(f"{folder}/part*.root:Events").arrays()


def test_a_missing_file_in_the_middle_is_a_missing_file(folder: Path) -> None:
    files = [f"{folder}/part0.root:Events", f"{folder}/none.root:Events", f"{folder}/part2.root:Events"]
    whole = ramet.open_many(files)
    for read in (whole.arrays, lambda: whole.num_entries, lambda: ramet.frame(files).sum("n").value):
        with pytest.raises(ramet.FileMissingError, match=r"none\.root"):
            read()
    lenient = ramet.open_many(files, allow_missing=True)  # it is trees that may be missing
    with pytest.raises(FileNotFoundError, match=r"none\.root"):
        lenient.arrays()


def test_files_that_lack_a_column_or_have_another_width(folder: Path) -> None:
    write(folder / "part9.root", x=np.float32([100]), late=np.int8([7]))
    place = f"{folder}/part*.root:Events"
    assert ramet.open_many(place)["x"].array(library="np")[-1] == 100
    with pytest.raises(ramet.KeyInFileError, match=r"part9.root' has no column 'n'"):
        ramet.open_many(place).arrays()
    assert ramet.open_many(place, missing_columns="fill")["n"].array(library="np")[-1] == 0
    everything = ramet.open_many(place, schema="all", defaults={"n": -1, "late": 5})
    assert everything.keys() == ["n", "x", "late"]
    assert everything.arrays(library="np")["late"].tolist() == [5] * 17 + [7]
    assert everything.arrays("n", library="np")["n"][-1] == -1
    backwards = [f"{folder}/part9.root:Events", f"{folder}/part0.root:Events"]
    with pytest.raises(ramet.UnsupportedError, match="has column 'x' as float64, but the dataset has float32"):
        ramet.open_many(backwards).arrays("x")
    assert ramet.concatenate(backwards, "x", schema="all", library="np")["x"].dtype == np.float64
    with pytest.raises(ValueError, match="schema 'none' is not one of 'first', 'all'"):
        ramet.open_many(place, schema="none")


def test_friends_stand_beside_their_entries(folder: Path, files: ramet.Dataset) -> None:
    write(folder / "friend.root", n=np.arange(17, dtype=np.int64)[::-1], w=np.arange(17, dtype=np.float32))
    both = files.add_friend(f"{folder}/friend.root:Events", "f")
    assert both.keys() == ["n", "x", "f.n", "f.w"]
    assert both.arrays(["n", "w"], library="np")["w"].tolist() == list(range(17))
    joined = files.add_friend(f"{folder}/friend.root:Events", "f", on="n")
    assert joined["f.w"].array(library="np").tolist() == list(range(17))[::-1]
    assert [len(step["f.w"]) for step in joined.iterate(["n", "f.w"], step_size=6, library="np")] == [6, 4, 6, 1]
    named = ramet.open_many(f"{folder}/part*.root:Events", friends={"f": f"{folder}/friend.root:Events"})
    assert named["f.w"].array(library="np", entry_start=16).tolist() == [16]


def test_entries_without_partner_and_friends_of_another_length(folder: Path, files: ramet.Dataset) -> None:
    write(folder / "friend.root", n=np.array([16, 3], dtype=np.int64), w=np.float32([1.5, 2.5]))
    place = f"{folder}/friend.root:Events"
    with pytest.raises(ramet.MisuseError, match="friend 'f' has 2 entries, the dataset 17"):
        files.add_friend(place, "f").arrays("w")
    with pytest.raises(ramet.KeyInFileError, match="friend 'f' has no entry for n = 0, which entry 0 has"):
        files.add_friend(place, "f", on="n").arrays("w")
    some = files.add_friend(place, "f", on="n", unmatched="option").arrays("w")["w"]
    assert ak.to_list(some) == [None] * 3 + [2.5] + [None] * 12 + [1.5]
    filled = files.add_friend(place, "f", on=("n", "n"), unmatched="fill")
    with pytest.raises(ramet.UnsupportedError):
        files.add_friend(place, "f", on="w")
    assert filled["w"].array(library="np").sum() == 4


def test_a_tree_gets_a_friend_as_a_dataset_of_one_file(folder: Path) -> None:
    tree = ramet.open(f"{folder}/part0.root:Events")
    write(folder / "friend.root", w=np.arange(10, dtype=np.float32))
    joined = tree.add_friend(f"{folder}/friend.root:Events", "f")
    assert joined.keys() == ["n", "x", "f.w"]
    assert joined["f.w"].array(library="np", entry_stop=3).tolist() == [0, 1, 2]


def test_a_branch_is_the_same_before_and_after_all_are_listed(folder: Path) -> None:
    tree = ramet.open(f"{folder}/part0.root:Events")
    early = tree["x"]
    assert tree["x"] is early
    assert list(tree) == ["n", "x"]
    assert tree["x"] is early
    assert tree.branches[1] is early


def test_columns_that_do_not_join_are_told_with_the_friend(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file["T"] = {"run": np.arange(3), "event": np.arange(3), "x": np.arange(3.0)}
    first, other = ramet.open_many({tmp_path / "a.root": "T"}), {tmp_path / "b.root": "T"}
    with pytest.raises(ramet.UnsupportedError, match="friend 'b': column 'x' is float64: an index needs integers"):
        first.add_friend(other, "b", on="x")
    for on in (("run", "event", "x"), (1, 2)):
        with pytest.raises(ramet.MisuseError, match="expected the names of one or two columns"):
            first.add_friend(other, "b", on=on)  # type: ignore[arg-type]
    assert first.add_friend(other, "b", on=["run"])["b.x"].array().tolist() == [0, 1, 2]  # type: ignore[arg-type]
