"""Files that are being written are read and changed as uproot's mappings are."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

FILLED = np.histogram([0.5, 1.5, 1.5], bins=2, range=(0, 2))

both = pytest.mark.parametrize("package", [ramet, uproot])


@both
def test_written_values_are_read_back(package: ModuleType, tmp_path: Path) -> None:
    with package.recreate(tmp_path / "x.root") as file:
        file["h"] = FILLED
        file["dir/text"] = "hello"
        assert file["h"].values().tolist() == file.get("h;1").values().tolist() == [1, 2]
        assert str(file["dir/text"]) == str(file["dir"]["text"]) == str(file["dir"].get("text")) == "hello"
        assert file.get("nothing") is file["dir"].get("nothing") is None
        assert file.get("nothing", 1) == 1
        assert [name for name, _ in file.items(recursive=False)] == ["h;1", "dir;1"]
        assert str(file["dir"].values()[0]) == "hello"
        assert str(dict(file.iteritems())["dir/text;1"]) == "hello"
        assert len(list(file.itervalues())) == 3
        assert file.keys(filter_name="*text") == file.keys(filter_classname="TObjString") == ["dir/text;1"]
        file["h"] = np.histogram([0.5], bins=2, range=(0, 2))
        assert file["h;2"].values().tolist() == [1, 0]
    assert package.open(tmp_path / "x.root")["h;1"].values().tolist() == [1, 2]


@both
def test_names_are_taken_out(package: ModuleType, tmp_path: Path) -> None:
    with package.recreate(tmp_path / "x.root") as file:
        file.update({"h": FILLED, "dir/text": "hello", "dir/more": "there"})
        assert file.pop("h").values().tolist() == [1, 2]
        assert file.keys() == ["dir;1", "dir/text;1", "dir/more;1"]
        assert file.pop("h", None) is None
        with pytest.raises(KeyError):
            file.pop("h")
        assert str(file.setdefault("text", "first")) == str(file.setdefault("text", "second")) == "first"
        name, text = file["dir"].popitem()
        assert (name, str(text)) == ("text;1", "hello")
        assert file["dir"].keys() == ["more;1"]
        file["dir"].clear()
        assert file.keys() == ["dir;1", "text;1"]
        file.clear()
        assert file.keys() == []
        with pytest.raises(KeyError):
            file.popitem()


def test_reading_a_file_that_is_being_updated_does_not_change_it(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.update({"h": FILLED, "tree": {"x": np.arange(3)}})
    before = (tmp_path / "x.root").read_bytes()
    with ramet.update(tmp_path / "x.root") as file:
        assert file["h"].values().tolist() == [1, 2]
        assert [type(one) for one in file.values()] == [ramet.Histogram, ramet.WritableTree]
        assert (tmp_path / "x.root").read_bytes() == before
        assert file["tree;1"] is file["tree"]
        file["tree"].extend({"x": np.arange(2)})
        file["more"] = "text"
        assert str(file["more"]) == "text"
        assert (tmp_path / "x.root").read_bytes() != before


def test_trees_know_their_file(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        tree = file.mktree("dir/T", {"x": "int32"})
        assert tree.file is file
        assert tree.file_path == file.file_path
        assert file.pop("dir/T") is tree
        assert "dir/T" not in file
        with pytest.raises(ramet.MisuseError, match="closed"):
            tree.extend({"x": [1]})
    del file
    with pytest.raises(ramet.MisuseError, match=r"the file of 'dir/T' is gone: '.*x\.root'"):
        tree.file.keys()
