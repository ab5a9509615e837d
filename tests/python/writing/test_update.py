"""Updates of existing files: objects are added, trees extended, and keys removed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import ramet


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a tree of every kind of column, a histogram and a directory."""
    with ramet.recreate(tmp_path / "some.root") as file:
        file["dir/Events"] = batch(0, 100)
        file["mass"] = np.histogram(np.arange(10), bins=5)
    return tmp_path / "some.root"


def batch(first: int, last: int) -> dict[str, object]:
    numbers = np.arange(first, last)
    return {
        "x": numbers.astype(np.float64),
        "hits": (np.cumsum([0, *(numbers % 3)]), np.arange(int(np.sum(numbers % 3)), dtype=np.float32)),
        "name": [f"event {number}" for number in numbers],
    }


def test_a_tree_goes_on_and_others_are_added(path: Path) -> None:
    with ramet.update(path) as file:
        events = file["dir/Events"]
        assert events.num_entries == 100
        assert events.keys() == ["x", "hits", "name"]
        events.extend(batch(100, 150))
        assert events.num_entries == 150
        assert file["dir/Events"] is events
        file["more/Others"] = {"y": np.arange(5)}
    with ramet.open(path) as read:
        tree = read["dir/Events"]
        assert tree.num_entries == 150
        assert np.array_equal(tree["x"].array(library="np"), np.arange(150.0))
        assert list(tree["name"].array(library="np")) == [f"event {number}" for number in range(150)]
        assert read["more/Others"].num_entries == 5


def test_removed_objects_are_gone(path: Path) -> None:
    with ramet.update(path) as file:
        assert file.keys() == ["dir;1", "dir/Events;1", "mass;1"]
        file["mass"] = np.histogram(np.arange(10), bins=5)
        assert file.keys(recursive=False) == ["dir;1", "mass;2", "mass;1"]
        del file["mass;1"]
        del file["dir/Events"]
        file.mkdir("empty/inner")
        with pytest.raises(ramet.KeyInFileError, match="no key 'mas'; did you mean 'mass'"):
            del file["mas"]
    with ramet.open(path) as read:
        assert read.keys() == ["dir;1", "mass;2", "empty;1", "empty/inner;1"]
    with ramet.update(path) as file:
        del file["empty"]
        del file["mass"]
        file["dir/Events"] = {"z": np.arange(3)}
    with ramet.open(path) as read:
        assert read.keys() == ["dir;1", "dir/Events;1"]


def test_many_contexts_continue_a_tree(path: Path) -> None:
    with ramet.ParallelWriter(path, "dir/Events", mode="update") as writer:
        for first in (100, 200):
            with writer.context() as context:
                context.extend(batch(first, first + 100))
    with ramet.ParallelWriter(path, "New", {"x": "int32"}, mode="update") as writer, writer.context() as context:
        context.extend({"x": np.arange(7)})
    with ramet.open(path) as read:
        assert np.array_equal(read["dir/Events"]["x"].array(library="np"), np.arange(300.0))
        assert read["New"].num_entries == 7


def test_an_update_that_is_not_possible_is_refused_with_the_reason(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ramet.FileMissingError, match="nowhere"):
        ramet.update(tmp_path / "nowhere.root")
    with ramet.update(path), pytest.raises(ramet.MisuseError, match="another writer of this process is writing it"):
        ramet.update(path)
    with ramet.update(path) as file:
        with pytest.raises(ramet.KeyInFileError, match="no key 'Event'"):
            file["Event"]
        assert isinstance(file["mass"], ramet.Histogram)
    with pytest.raises(TypeError, match="a new file needs the schema"):
        ramet.ParallelWriter(tmp_path / "new.root", "Events")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ramet.CorruptError, match="`ramet recover`"):
        ramet.update(path)
    with pytest.raises(ramet.MisuseError, match="has one compression for all columns"):
        ramet.ParallelWriter(path, "Events", mode="update", compression={"x": None})


def test_an_update_without_changes_leaves_the_file_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    with ramet.update(path) as file:
        file["dir/Events"].flush()
    assert path.read_bytes() == before


def test_a_path_that_is_being_written_is_not_written_a_second_time(tmp_path: Path) -> None:
    path = tmp_path / "file.root"
    (tmp_path / "link.root").symlink_to("file.root")
    with ramet.recreate(path) as file:
        file["Events"] = {"x": np.arange(1000)}
        for other in (path, tmp_path / "link.root"):
            with pytest.raises(ramet.MisuseError, match="another writer of this process is writing it"):
                ramet.recreate(other)
        with pytest.raises(ramet.MisuseError, match="another writer of this process is writing it"):
            ramet.update(path)
        with pytest.raises(ramet.MisuseError, match="another writer of this process is writing it"):
            ramet.ParallelWriter(path, "Events", {"x": "float64"})
        program = f"import ramet; ramet.recreate({str(path)!r})"
        other_process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert f"process {os.getpid()} is writing it" in other_process.stderr
    assert ramet.open(path)["Events"].num_entries == 1000
    ramet.recreate(path).close()


def test_a_folder_of_somebody_is_not_taken_for_journals(tmp_path: Path) -> None:
    thesis = tmp_path / "file.root.journals" / "thesis.tex"
    thesis.parent.mkdir()
    thesis.write_text("years of work")
    for write in (ramet.recreate, ramet.update, lambda path: ramet.ParallelWriter(path, "Events", {"x": "float64"})):
        (tmp_path / "file.root").write_bytes(b"")
        with pytest.raises(ramet.MisuseError, match=r"thesis\.tex"):
            write(tmp_path / "file.root")
        assert thesis.read_text() == "years of work"


@pytest.mark.parametrize("make", ["mktree", "mkrntuple"])
def test_trees_that_are_being_filled_can_be_removed(make: str, tmp_path: Path) -> None:
    path = tmp_path / "new.root"
    with ramet.recreate(path) as file:
        first = getattr(file, make)("a/T", {"x": "float64"})
        first.extend({"x": np.arange(1000.0)})
        getattr(file, make)("b/c/T", {"x": "float64"}).extend({"x": [1.0]})
        del file["a/T"]
        assert (file.keys(), "a/T" in file) == (["a;1", "b;1", "b/c;1", "b/c/T;1"], False)
        with pytest.raises(ramet.MisuseError, match="closed"):
            first.extend({"x": [1.0]})
        with pytest.raises(ramet.KeyInFileError):
            del file["a/T"]
        del file["b"]
        getattr(file, make)("a/T", {"y": "int32"}).extend({"y": [7]})
        assert file.pop("a/T").num_entries == 1
        getattr(file, make)("a/T", {"y": "int32"}).extend({"y": [8]})
    assert ramet.check(path).is_sound
    with ramet.open(path) as read:
        assert (read.keys(), read["a/T"].arrays().to_list()) == (["a;1", "a/T;1"], [{"y": 8}])


def test_trees_that_were_extended_can_be_removed_and_cycles_of_others_stay(path: Path) -> None:
    with ramet.update(path) as file:
        file["dir/Events"].extend(batch(100, 110))
        file.checkpoint()
        file["dir/Events"].extend(batch(110, 120))
        del file["dir/Events"]
        file["T"] = {"x": [1]}
        file["T"] = {"x": [2, 3]}
        with pytest.raises(ramet.MisuseError, match="being filled"):
            del file["T;1"]
        file["T"].extend({"x": [4]})
        del file["T;2"]
        file.clear()
        file["T"] = {"x": [5]}
    size = path.stat().st_size
    with ramet.update(path) as file:
        file["Events"] = batch(0, 100)  # where the removed one was
    assert path.stat().st_size <= size + 2000
    assert ramet.check(path).is_sound
    assert ramet.open(path).keys() == ["T;1", "Events;1"]
