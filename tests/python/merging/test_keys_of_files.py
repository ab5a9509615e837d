"""ramet.copy, move, remove and mkdir."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.root"
    with ramet.recreate(path) as file:
        file.mktree("muons/Events", {"x": "float64"}).extend({"x": np.arange(100.0)})
        file["muons/h"] = np.histogram([0.5, 1.5], bins=4, range=(0, 4))
        file["text"] = "hello"
    return path


def keys_of(path: Path) -> list[str]:
    with ramet.open(path) as file:
        return sorted(file.keys(cycle=False))


def test_objects_are_copied_into_a_new_file(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.root"
    copied = ramet.copy([f"{source}:muons/*", f"{source}:text"], f"{target}:all/")
    assert [key.class_name for key in copied] == ["TTree", "TH1D", "TObjString"]
    assert copied[0].origin == f"{source}:muons/Events;1"
    assert copied[0].target == f"{target}:all/Events"
    assert keys_of(target) == ["all", "all/Events", "all/h", "all/text"]
    assert ramet.open(f"{target}:all/Events")["x"].array(library="np").tolist() == list(range(100))


def test_what_is_taken_is_kept_replaced_or_refused(source: Path) -> None:
    ramet.copy(f"{source}:text", f"{source}:copy")
    ramet.copy(f"{source}:text", f"{source}:copy")
    with ramet.open(source) as file:
        assert [key for key in file if key.startswith("copy")] == ["copy;2", "copy;1"]
    ramet.copy(f"{source}:text", f"{source}:copy", taken="replace")
    with ramet.open(source) as file:
        assert [key for key in file if key.startswith("copy")] == ["copy;1"]
    with pytest.raises(ramet.MisuseError, match="already"):
        ramet.copy(f"{source}:text", f"{source}:copy", taken="fail")
    with pytest.raises(ramet.MisuseError, match="taken is 'x'"):
        ramet.copy(f"{source}:text", f"{source}:copy", taken="x")  # type: ignore[arg-type]


def test_directories_are_moved_and_removed_recursively(source: Path, tmp_path: Path) -> None:
    with pytest.raises(ramet.MisuseError, match="recursively"):
        ramet.move(f"{source}:muons", f"{source}:particles")
    ramet.move(f"{source}:muons", f"{source}:particles", recursive=True)
    assert keys_of(source) == ["particles", "particles/Events", "particles/h", "text"]
    assert ramet.open(f"{source}:particles/Events").num_entries == 100
    ramet.mkdir(f"{source}:a/b", parents=True)
    removed = ramet.remove(f"{source}:particles", recursive=True)
    assert [key.origin for key in removed] == [f"{source}:particles;1"]
    assert keys_of(source) == ["a", "a/b", "text"]


def test_errors_name_what_is_missing(source: Path, tmp_path: Path) -> None:
    with pytest.raises(ramet.KeyInFileError, match="muons"):
        ramet.copy(f"{source}:muon", tmp_path / "target.root")
    for call in (ramet.copy, ramet.move):
        with pytest.raises(ramet.FileMissingError, match=r"missing\.root"):
            call(f"{tmp_path}/missing.root:x", source)
    with pytest.raises(ramet.FileMissingError, match=r"missing\.root"):
        ramet.remove(f"{tmp_path}/missing.root:x")
    with pytest.raises(ramet.KeyInFileError):
        ramet.mkdir(f"{source}:x/y")
