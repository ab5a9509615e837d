"""ramet convert: trees, ntuples, and what is left to Python."""

from __future__ import annotations

import os
import pathlib

import numpy
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


def test_other_formats_are_left_to_python(ramet: Run, tmp_path: pathlib.Path) -> None:
    before = os.environ["PATH"]
    os.environ["PATH"] = str(tmp_path)  # no python3 there
    try:
        result = ramet("convert", tmp_path / "a.root", tmp_path / "a.parquet")
    finally:
        os.environ["PATH"] = before
    assert result.returncode == 1
    assert "python3" in result.stderr
