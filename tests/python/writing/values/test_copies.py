"""`copy_from`: histograms, profiles and texts of another file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet


@pytest.fixture
def source(tmp_path: Path) -> Any:
    with ramet.recreate(tmp_path / "source.root") as file:
        file["h"] = np.histogram([1.0, 2.0], bins=3)
        file["dir/h"] = np.histogram([1.0], bins=2)
        file["dir/text"] = "a text"
        file.mktree("dir/T", {"x": np.arange(3)})
    return ramet.open(tmp_path / "source.root")


def copied(tmp_path: Path, source: Any, **options: Any) -> dict[str, str]:
    with ramet.recreate(tmp_path / "copy.root") as file:
        file.copy_from(source, **options)
    return ramet.open(tmp_path / "copy.root").classnames(cycle=False)


def test_histograms_and_texts_are_copied_with_their_directories(tmp_path: Path, source: Any) -> None:
    found = copied(tmp_path, source, filter_classname=["TH1*", "TObjString", "TDirectory*"])
    assert found == {"h": "TH1D", "dir": "TDirectory", "dir/h": "TH1D", "dir/text": "TObjString"}
    with ramet.open(tmp_path / "copy.root") as file:
        assert file["h"] == source["h"]
        assert file["dir/text"] == "a text"


@pytest.mark.parametrize(
    ("rename", "wanted"),
    [
        ("/^dir/other/", {"h", "other", "other/h"}),
        ({"h": "first"}, {"first", "dir", "dir/h"}),
        (str.upper, {"H", "DIR", "DIR/H"}),
        (["/h$/k/", {"k": "first"}], {"first", "dir", "dir/k"}),
    ],
)
def test_copies_may_be_called_otherwise(tmp_path: Path, source: Any, rename: Any, wanted: set[str]) -> None:
    assert set(copied(tmp_path, source, filter_name="*h", rename=rename)) == wanted


def test_a_directory_is_copied_into_a_directory(tmp_path: Path, source: Any) -> None:
    with ramet.recreate(tmp_path / "copy.root") as file:
        file.mkdir("a").copy_from(source["dir"], filter_name="h")
    assert list(ramet.open(tmp_path / "copy.root").classnames(cycle=False)) == ["a", "a/h"]


def test_an_object_that_cannot_be_copied_is_named_and_nothing_is_written(tmp_path: Path, source: Any) -> None:
    with ramet.recreate(tmp_path / "copy.root") as file:
        with pytest.raises(ramet.UnsupportedError, match="'dir/T' is a TTree: what its `iterate` reads"):
            file.copy_from(source)
        with pytest.raises(ramet.MisuseError, match="nothing in .* passes the filters"):
            file.copy_from(source, filter_name="nothing")
        with pytest.raises(ramet.MisuseError, match="rename is 'x', expected"):
            file.copy_from(source, filter_name="h", rename="x")
        with pytest.raises(TypeError, match="expected a file or directory that ramet.open has opened"):
            file.copy_from("source.root")
        file.copy_from(source, filter_name="nothing", require_matches=False)
        assert file.keys() == []
