"""Branches whose names look like members of others."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
import ramet
import ramet.rdataframe

ROOT = pytest.importorskip("ROOT")

NAMES = ["jet", "jet/pt", "jet.m", "dir/x", "n."]


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = str(tmp_path / "names.root")
    file = ROOT.TFile(path, "RECREATE")
    tree = ROOT.TTree("t", "t")
    numbers = [array("f", [float(place)]) for place in range(len(NAMES))]
    for name, number in zip(NAMES, numbers, strict=True):
        tree.Branch(name, number, "value/F")
    for _ in range(3):
        tree.Fill()
    tree.Write()
    file.Close()
    return path


def test_numbers_beside_numbers_are_copied(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.root")
    assert ramet.frame(f"{path}:t").snapshot(copy, "t").value is not None
    copied = ramet.open(copy)["t"].arrays(library="np")
    assert sorted(float(values[0]) for values in copied.values()) == [0, 1, 2, 3, 4]


def test_dataframes_have_them_all(path: str) -> None:
    found = ramet.rdataframe.RDataFrame("t", path).AsNumpy()
    assert sorted(float(values[0]) for values in found.values()) == [0, 1, 2, 3, 4]
