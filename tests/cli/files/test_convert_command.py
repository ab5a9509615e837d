"""ramet convert: trees, ntuples, and what is left to Python."""

from __future__ import annotations

import os
import pathlib

import awkward
import numpy
import pytest
import uproot
from program_run import Run

WRONG_USAGE = 2


def test_a_tree_becomes_an_ntuple_and_back(ramet: Run, tmp_path: pathlib.Path) -> None:
    source = tmp_path / "source.root"
    with uproot.recreate(source) as file:
        file.mktree("d/Events", {"x": "float64"})
        file["d/Events"].extend({"x": numpy.arange(100.0)})
    ntuple, tree = tmp_path / "ntuple.root", tmp_path / "tree.root"
    result = ramet("convert", source, ntuple)
    assert (result.returncode, result.stderr) == (0, "")
    with uproot.open(ntuple) as file:
        assert file.classnames()["d/Events;1"] == "ROOT::RNTuple"
        assert file["d/Events"]["x"].array(library="np").tolist() == list(range(100))
    assert ramet("convert", ntuple, f"{tree}:T").returncode == 0
    with uproot.open(tree) as file:
        assert file.classnames()["T;1"] == "TTree"
        assert file["T/x"].array(library="np").tolist() == list(range(100))
    assert ramet("convert", source, ntuple).returncode == WRONG_USAGE
    assert ramet("convert", "-f", source, source).returncode == WRONG_USAGE
    assert ramet("convert", "-f", "--to", "tree", source, ntuple).returncode == 0
    assert ramet("convert", tmp_path / "missing.root", tmp_path / "out.root").returncode == 1


@pytest.mark.parametrize("entries", [100, 200_000])
def test_a_conversion_that_fails_leaves_what_was_there(ramet: Run, tmp_path: pathlib.Path, entries: int) -> None:
    source, target = tmp_path / "source.root", tmp_path / "target.root"
    numbers = numpy.arange(entries, dtype="float64")
    with uproot.recreate(source) as file:  # the last entry has no x, which no tree can say
        file.mkrntuple("Events", {"x": awkward.Array([*numbers[1:].tolist(), None]), "n": numbers})
    files = {path.name for path in tmp_path.iterdir()}
    failed = ramet("convert", source, target)
    assert failed.returncode == 1
    assert f"entry {entries - 1} has no value of column 'x'" in failed.stderr
    assert {path.name for path in tmp_path.iterdir()} == files
    assert ramet("convert", "--keep", "n", source, target).returncode == 0
    (tmp_path / "link.root").symlink_to(target)
    before = target.read_bytes()
    files = {path.name for path in tmp_path.iterdir()}
    for name in ("target.root", "link.root"):
        assert ramet("convert", "--force", source, tmp_path / name).returncode == 1
        assert ramet("convert", "--force", source, f"{tmp_path / name}:other/Events").returncode == 1
        assert target.read_bytes() == before
        assert {path.name for path in tmp_path.iterdir()} == files
    assert ramet("convert", "--force", "--to", "ntuple", source, tmp_path / "link.root").returncode == 0
    assert (tmp_path / "link.root").is_symlink()
    with uproot.open(target) as file:
        assert file["Events"].num_entries == entries


def test_other_formats_are_left_to_python(ramet: Run, tmp_path: pathlib.Path) -> None:
    before = os.environ["PATH"]
    os.environ["PATH"] = str(tmp_path)  # no python3 there
    try:
        result = ramet("convert", tmp_path / "a.root", tmp_path / "a.parquet")
    finally:
        os.environ["PATH"] = before
    assert result.returncode == 1
    assert "python3" in result.stderr


def test_conversions_have_the_same_bytes_in_any_folder(
    ramet: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with uproot.recreate(tmp_path / "one" / "source.root") as file:
        file.mkrntuple("Events", {"x": numpy.arange(100.0)})
    for name in ("one", "two"):
        monkeypatch.chdir(tmp_path / name)
        assert ramet("convert", tmp_path / "one" / "source.root", "target.root").returncode == 0
    first, second = ((tmp_path / name / "target.root").read_bytes() for name in ("one", "two"))
    assert first == second
    assert b".part" not in first
